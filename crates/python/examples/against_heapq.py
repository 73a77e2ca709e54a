"""A* of the core beside the same A* in pure Python with heapq, on the same rules, in one run.

Both expand the same number of states, which is checked. What is printed are ratios, because the rules in Python take their time in
both: the faster the rules, the larger the ratio.
"""

from __future__ import annotations

import heapq
import random
import time
from typing import Callable, Dict, Iterable, Iterator, List, NamedTuple, Set, Tuple, TypeVar

import fewest

S = TypeVar("S")
State = Tuple[int, ...]
Square = Tuple[int, int]


def a_star(
    start: S, neighbors: Callable[[S], Iterable[S]], goal: S, h: Callable[[S], int], newest_first: bool
) -> Tuple[int, int]:
    """The cost of a cheapest path, and how many states were expanded."""
    frontier: List[Tuple[int, int, S]] = [(h(start), 0, start)]
    cost: Dict[S, int] = {start: 0}
    closed: Set[S] = set()
    count = 0
    while frontier:
        _, _, state = heapq.heappop(frontier)
        if state == goal:
            return cost[state], len(closed)
        if state in closed:
            continue
        closed.add(state)
        beyond = cost[state] + 1
        for following in neighbors(state):
            if beyond < cost.get(following, 1 << 30):
                cost[following] = beyond
                count += -1 if newest_first else 1
                heapq.heappush(frontier, (beyond + h(following), count, following))
    raise ValueError("there is no path")


NEAR = [[j for j in range(9) if abs(i // 3 - j // 3) + abs(i % 3 - j % 3) == 1] for i in range(9)]
AWAY = [[abs(i // 3 - (t - 1) // 3) + abs(i % 3 - (t - 1) % 3) if t else 0 for i in range(9)] for t in range(9)]


def slide(state: State) -> List[State]:
    blank = state.index(0)
    found: List[State] = []
    for cell in NEAR[blank]:
        after = list(state)
        after[blank], after[cell] = after[cell], 0
        found.append(tuple(after))
    return found


def manhattan(state: State) -> int:
    return sum([AWAY[tile][cell] for cell, tile in enumerate(state)])


class Eight(fewest.Space[State]):
    """Sliding tiles whose rules are kept, because they never change."""

    undirected = consistent = remembers = True

    def neighbors(self, state: State) -> List[State]:
        return slide(state)

    def goals(self) -> List[State]:
        return [(1, 2, 3, 4, 5, 6, 7, 8, 0)]

    def h(self, state: State) -> int:
        return manhattan(state)


class EightAsData(fewest.Cells):
    """The same, with rules as data: Python is not asked about any state."""

    width = 9
    undirected = consistent = True
    table = [[AWAY[tile][cell] for tile in range(9)] for cell in range(9)]

    def rules(self) -> Iterator[fewest.Rule]:
        for blank, cells in enumerate(NEAR):
            for cell in cells:
                yield fewest.Rule((blank, cell), when={blank: 0}, take={blank: cell, cell: blank})

    def goals(self) -> List[State]:
        return [(1, 2, 3, 4, 5, 6, 7, 8, 0)]


class Ratio(NamedTuple):
    """How many times as long pure Python takes, and how many states both expanded."""

    ratio: float
    expanded: Tuple[int, int]


def compare(pure: Callable[[], Tuple[int, int]], core: Callable[[], fewest.Path[S]], rounds: int = 5) -> Ratio:
    """The processor's time of both, by turns, each at its best."""
    best = [float("inf"), float("inf")]
    expanded = (0, 0)
    for _ in range(rounds):
        begun = time.process_time()
        cost, by_hand = pure()
        between = time.process_time()
        path = core()
        best = [min(best[0], between - begun), min(best[1], time.process_time() - between)]
        assert (path.cost, path.proof) == (cost, "optimal")
        expanded = (by_hand, path.stats.expanded)
    return Ratio(best[0] / best[1], expanded)


def measure() -> Dict[str, Ratio]:
    start: State = (8, 6, 7, 2, 5, 4, 3, 0, 1)
    goal: State = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    size, rng = 300, random.Random(1)
    walls = {(rng.randrange(1, size - 1), rng.randrange(1, size - 1)) for _ in range(size * size // 4)}
    free = {(x, y) for x in range(size) for y in range(size)} - walls

    def around(x: int, y: int) -> List[Square]:
        return [square for square in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] if square in free]

    maze: Dict[Square, List[Square]] = {square: around(*square) for square in free}

    eight = Eight()
    data = EightAsData()
    return {
        "rules as data, the same ties": compare(
            lambda: a_star(start, slide, goal, manhattan, True),
            lambda: data.solve(start, algorithm="A*"),
        ),
        "rules in Python, the same ties": compare(
            lambda: a_star(start, slide, goal, manhattan, True),
            lambda: fewest.search(start, slide, goal, manhattan, consistent=True, algorithm="A*"),
        ),
        "rules in Python, the oldest first": compare(
            lambda: a_star(start, slide, goal, manhattan, False),
            lambda: fewest.search(start, slide, goal, manhattan, consistent=True, algorithm="A*"),
        ),
        "a maze in a dictionary, no estimate": compare(
            lambda: a_star((0, 0), maze.__getitem__, (size - 1, size - 1), lambda _: 0, True),
            lambda: fewest.search((0, 0), maze.__getitem__, (size - 1, size - 1), algorithm="A*"),
        ),
        "a space that remembers, the same ties": compare(
            lambda: a_star(start, slide, goal, manhattan, True),
            lambda: eight.solve(start, algorithm="A*"),
        ),
    }


def main() -> None:
    print(f"{'':40} {'faster':>8}  expanded by heapq and by the core")
    for name, (ratio, expanded) in measure().items():
        print(f"{name:40} {ratio:7.1f}x  {expanded[0]:,} and {expanded[1]:,}")


if __name__ == "__main__":
    main()
