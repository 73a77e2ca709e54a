"""Puzzles of one's own."""

from __future__ import annotations

import heapq
import os
import random
import signal
import time
from typing import Any, Dict, Iterable, List, Optional, Tuple

import fewest
import pytest

ALGORITHMS = ["BFS", "IDDFS", "Dijkstra", "A*", "IDA*", "A*+IDA*", "SMA*", "BFHS", "BiBFS", "NBS"]


class Graph(fewest.Space[str]):
    """A random graph with costs, whose distances Python knows."""

    uniform_cost = None

    def __init__(self, seed: int, size: int = 40) -> None:
        rng = random.Random(seed)
        self.edges: Dict[str, List[Tuple[str, int]]] = {}
        names = [f"v{number}" for number in range(size)]
        for name in names:
            self.edges[name] = [(rng.choice(names), rng.randrange(1, 9)) for _ in range(rng.randrange(4))]
        self.target = names[-1]

    def moves(self, state: str) -> Iterable[Tuple[str, str, int]]:
        return ((f"{state} to {other}", other, cost) for other, cost in self.edges[state])

    def goals(self) -> List[str]:
        return [self.target]

    def predecessors(self, state: str) -> Iterable[Tuple[str, str, int]]:
        return ((f"{name} to {state}", name, cost) for name, out in self.edges.items() for to, cost in out if to == state)

    def distance(self, start: str) -> Optional[int]:
        queue, known = [(0, start)], {}
        while queue:
            cost, state = heapq.heappop(queue)
            if state not in known:
                known[state] = cost
                for other, more in self.edges[state]:
                    heapq.heappush(queue, (cost + more, other))
        return known.get(self.target)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_finds_cheapest_paths_of_random_graphs(algorithm: str) -> None:
    for seed in range(40):
        graph = Graph(seed)
        best = graph.distance("v0")
        path = graph.solve("v0", algorithm=algorithm, expansions=20_000)
        if best is None:
            # Searches that keep no table do not notice that they go in circles.
            assert path.outcome == "unsolvable" or algorithm in ("IDDFS", "IDA*")
        elif algorithm in ("BFS", "BiBFS", "BFHS"):
            # They count moves, and do not claim to have counted costs.
            assert path.outcome == "solved" and path.cost is not None and path.cost >= best
            assert path.proof != "optimal" or path.cost == best
        else:
            assert (path.outcome, path.cost, path.proof) == ("solved", best, "optimal"), seed
            assert path.states is not None and path.moves is not None
            steps = zip(path.states, path.states[1:], path.moves)
            assert all(name == f"{here} to {there}" for here, there, name in steps)
            assert (path.states[0], path.states[-1], len(path.moves)) == ("v0", graph.target, path.length)


class Line(fewest.Space[int]):
    """Numbers; the goal is 50."""

    undirected = True

    def __init__(self) -> None:
        self.asked = 0

    def neighbors(self, state: int) -> List[int]:
        self.asked += 1
        return [state - 1, state + 1]

    def goals(self) -> List[int]:
        return [50]

    def h(self, state: int) -> int:
        return abs(50 - state)

    def back_h(self, state: int) -> int:
        return abs(state)


@pytest.mark.parametrize("algorithm", [*ALGORITHMS, "greedy", "WA*"])
def test_every_algorithm_walks_a_line(algorithm: str) -> None:
    path = Line().solve(0, algorithm=algorithm)
    assert path.length == path.cost == 50
    assert path.states == list(range(51)) and path.moves is None
    assert path.algorithm == algorithm


@pytest.mark.parametrize("algorithm", ["DFS", "DLS"])
def test_depth_first_searches_stop_at_their_depth(algorithm: str) -> None:
    path = Line().solve(0, algorithm=algorithm, depth=50)
    assert path.cost == 50
    assert Line().solve(0, algorithm=algorithm, depth=40).outcome == "limit"


def test_python_is_asked_once_about_each_state() -> None:
    line = Line()
    first = line.solve(0)
    assert line.asked == first.stats.expanded
    line.remembers = True
    line.solve(0)
    asked = line.asked
    path = line.solve(3)
    assert line.asked == asked and path.length == 47
    line.forget()
    line.solve(0)
    assert line.asked > asked


def test_nothing_is_claimed_for_an_estimate_that_promises_nothing() -> None:
    class Wrong(Line):
        admissible = False

        def h(self, state: int) -> int:
            return 3 * abs(50 - state)

    path = Wrong().solve(0)
    assert (path.outcome, path.proof) == ("solved", "none")


def test_a_dead_end_is_left_out() -> None:
    class Walled(Line):
        def h(self, state: int) -> Optional[int]:  # type: ignore[override]
            return None if state > 40 or state < -5 else 0

    assert Walled().solve(0).outcome == "unsolvable"
    assert Walled().solve(45).outcome == "unsolvable"


def test_goals_are_a_state_a_list_or_a_function() -> None:
    goals: List[Any] = [7, [9, 7], lambda state: state == 7]
    for goal in goals:
        path = fewest.search(0, lambda state: [state + 1], goal)
        assert path.length == 7
    assert fewest.search((0, 0), lambda s: [(s[0] + 1, s[1])], (3, 0)).length == 3
    assert fewest.search(7, lambda state: [state + 1], 7).length == 0


def test_limits_hold() -> None:
    path = fewest.search(0, lambda state: [state + 1, state - 1], 10**9, expansions=500)
    assert (path.outcome, path.reason, path.stats.expanded) == ("limit", "expansion limit", 500)
    assert path.lower_bound is not None and 200 < path.lower_bound <= 251
    path = fewest.search(0, lambda state: [state + 1, state - 1], 10**9, seconds=0.05)
    assert path.reason == "time limit"


@pytest.mark.parametrize(
    ("rules", "error", "words"),
    [
        ({"neighbors": lambda self, state: [[]]}, TypeError, "unhashable"),
        ({"neighbors": lambda self, state: 3}, TypeError, "iterable"),
        ({"neighbors": lambda self, state: 1 / 0}, ZeroDivisionError, ""),
        ({"h": lambda self, state: -1}, ValueError, "h(state) returned -1"),
        ({"h": lambda self, state: 0.5}, ValueError, "0.5"),
        ({"h": lambda self, state: 2**40}, ValueError, "2**30"),
        ({"moves": lambda self, state: [state]}, TypeError, "moves(state) must yield"),
        ({"moves": lambda self, state: [("on", state + 1, 0)]}, ValueError, "cannot cost 0"),
        ({"moves": lambda self, state: [("on", state + 1, 2)]}, ValueError, "uniform_cost = None"),
        ({"goals": lambda self: [[]]}, TypeError, "unhashable"),
    ],
)
@pytest.mark.parametrize("algorithm", ["A*", "IDA*", "BFS"])
def test_a_mistake_in_the_rules_is_raised(rules: Dict[str, Any], error: type, words: str, algorithm: str) -> None:
    if algorithm == "BFS" and "h" in rules:
        pytest.skip("it asks for no estimate")
    space = type("Mistaken", (Line,), rules)()
    with pytest.raises(error) as caught:
        space.solve(0, algorithm=algorithm, expansions=1000)
    assert words in str(caught.value)


def test_what_cannot_be_searched_is_refused() -> None:
    class Nothing(fewest.Space[int]):
        pass

    class Goalless(fewest.Space[int]):
        def neighbors(self, state: int) -> List[int]:
            return []

    with pytest.raises(TypeError, match="neighbors"):
        Nothing().solve(0)
    with pytest.raises(TypeError, match="goal"):
        Goalless().solve(0)
    with pytest.raises(fewest.RequestError, match="undirected"):
        fewest.search(0, lambda state: [state + 1], 5, algorithm="BiBFS")
    with pytest.raises(fewest.RequestError, match="goals"):
        fewest.search(0, lambda state: [state + 1], lambda state: state == 5, algorithm="NBS")
    with pytest.raises(fewest.RequestError, match="several threads"):
        fewest.search(0, lambda state: [state + 1], 5, algorithm="A*", threads=2)
    with pytest.raises(fewest.RequestError, match="there is no algorithm"):
        fewest.search(0, lambda state: [state + 1], 5, algorithm="B*")
    with pytest.raises(fewest.RequestError, match="weight"):
        fewest.search(0, lambda state: [state + 1], 5, algorithm="A*", weight=2.0)
    with pytest.raises(TypeError, match="unhashable"):
        fewest.search([], lambda state: [], [3])  # type: ignore[type-var]


def test_a_search_may_begin_inside_another() -> None:
    class Nested(Line):
        remembers = True

        def h(self, state: int) -> int:
            return super().h(state) if state else int(self.solve(1, algorithm="BFS").cost or 0) + 1

    assert Nested().solve(0).length == 50


def test_ctrl_c_in_rules_and_between_them(ctrl_c) -> None:  # type: ignore[no-untyped-def]
    with ctrl_c(0.3) as sent, pytest.raises(fewest.Interrupted) as caught:
        fewest.search(0, lambda state: [2 * state, 2 * state + 1, state + 3], lambda state: False)
    assert time.perf_counter() - sent[0] < 5.0
    bound = caught.value.lower_bound
    assert bound is not None and bound > 3

    class Circle(fewest.Space[int]):
        remembers = True

        def neighbors(self, state: int) -> List[int]:
            return [(state + 1) % 1000, (state + 7) % 1000]

        def goal(self, state: int) -> bool:
            return False

    # Everything is known after the first rounds, so that Python is asked nothing any more.
    with ctrl_c(0.3) as sent, pytest.raises(fewest.Interrupted) as caught:
        Circle().solve(0, algorithm="IDDFS")
    assert time.perf_counter() - sent[0] < 5.0
    assert caught.value.answer.outcome == "limit" and caught.value.answer.length is None


def test_an_interrupt_claims_no_bound_that_is_not_true() -> None:
    # The signal comes in the middle of an expansion, whose successors are lost: what follows from that must not be believed.
    for when in range(1, 60):
        asked = 0

        def neighbors(state: int) -> List[int]:
            nonlocal asked
            asked += 1
            if asked == when:
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0)
            return [state + 1]

        with pytest.raises(fewest.Interrupted) as caught:
            fewest.search(0, neighbors, 60)
        bound = caught.value.lower_bound
        assert bound is not None and bound <= 60


def test_progress_is_heard() -> None:
    events: List[fewest.Event] = []
    fewest.search(0, lambda state: [state + 1, state - 1], 3000, progress=events.append, algorithm="BFS")
    assert {"iteration"} <= {event.event for event in events}

    def refuse(_: fewest.Event) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        fewest.search(0, lambda state: [state + 1, state - 1], 3000, progress=refuse, algorithm="BFS")


class Rows(fewest.Cells):
    """Random rules, which may do anything."""

    width = 4

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)

        def pairs(most: int, values: int) -> Dict[int, int]:
            return {rng.randrange(4): rng.randrange(values) for _ in range(rng.randrange(most))}

        self.all = [
            fewest.Rule(number, pairs(3, 4), pairs(4, 4), pairs(3, 4), rng.randrange(1, 6)) for number in range(12)
        ]
        self.target = tuple(rng.randrange(4) for _ in range(4))

    def rules(self) -> List[fewest.Rule]:
        return self.all

    def goals(self) -> List[Tuple[int, ...]]:
        return [self.target]


class Spoken(fewest.Space[Tuple[int, ...]]):
    """The same rules, but Python is asked."""

    uniform_cost = None

    def __init__(self, rows: Rows) -> None:
        self.rows = rows

    def moves(self, state: Tuple[int, ...]) -> Iterable[Tuple[Any, ...]]:
        return self.rows.moves(state)

    def goals(self) -> List[Tuple[int, ...]]:
        return self.rows.goals()


def test_rules_as_data_are_the_same_rules() -> None:
    solved = 0
    for seed in range(150):
        rows = Rows(seed)
        start = (0, 1, 2, 3)
        data, spoken = rows.solve(start), Spoken(rows).solve(start)
        assert (data.outcome, data.cost, data.states_met) == (spoken.outcome, spoken.cost, spoken.states_met)
        assert (data.states, data.moves, data.stats.expanded) == (spoken.states, spoken.moves, spoken.stats.expanded)
        for before, name, after in zip(data.states or [], data.moves or [], (data.states or [])[1:]):
            assert (name, after) in [(made, state) for made, state, _ in rows.moves(before)]
        solved += data.outcome == "solved"
    assert 30 < solved < 150


@pytest.mark.parametrize(
    ("changes", "start", "words"),
    [
        ({}, (0, 1, 2), "a tuple of 4 numbers"),
        ({}, (0, 1, 2, 300), "from 0 to 255"),
        ({}, "abcd", "a tuple of 4 numbers"),
        ({"rules": lambda self: [fewest.Rule("far", put={4: 1})]}, (0, 1, 2, 3), "there is no cell 4"),
        ({"rules": lambda self: [fewest.Rule("big", put={0: 256})]}, (0, 1, 2, 3), "256"),
        ({"rules": lambda self: [fewest.Rule("free", cost=0)]}, (0, 1, 2, 3), "cannot cost 0"),
        ({"table": [[1]]}, (0, 1, 2, 3), "one for each cell"),
        ({"table": [[1]] * 4}, (0, 1, 2, 3), "no entry"),
        ({"width": 0}, (), "cannot be 0"),
    ],
)
def test_a_mistake_in_rules_as_data_is_raised(changes: Dict[str, Any], start: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        type("Mistaken", (Rows,), changes)(1).solve(start)
