"""Puzzles of one's own: rules in Python, searched by the algorithms of the core."""

from __future__ import annotations

import gc
import json
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Dict, Generic, Hashable, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, TypeVar, Union

from . import _engine, _options
from ._events import Listener, Progress, finish
from ._types import Stats

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import SearchOptions

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True)
class Path(Generic[S]):
    """The answer to a search of one's own space."""

    #: ``solved``, ``unsolvable`` or ``limit``.
    outcome: str
    #: How many moves the solution has.
    length: Optional[int]
    #: What they cost together; the same number where every move costs 1.
    cost: Optional[int]
    #: What is proven about the cost: ``optimal``, ``bounded`` or ``none``.
    proof: str
    #: No solution costs less than this; ``None`` if there is no solution.
    lower_bound: Optional[int]
    #: Which limit ended the search, or why there is no solution.
    reason: Optional[str]
    #: The states from the start to a goal.
    states: Optional[List[S]]
    #: The names of the moves, where the space names them.
    moves: Optional[List[Any]]
    algorithm: str
    heuristic: str
    chosen_because: str
    #: How many states Python was asked about, those of earlier searches included where the space remembers.
    states_met: int
    #: What the search did.
    stats: Stats

    @property
    def is_optimal(self) -> bool:
        """Whether the solution is proven to be a cheapest one."""
        return self.outcome == "solved" and self.proof == "optimal"

    def to_dict(self) -> Dict[str, Any]:
        """The answer as a dictionary."""
        names = ("outcome", "length", "cost", "proof", "lower_bound", "reason", "states", "moves")
        facts = {name: getattr(self, name) for name in (*names, "algorithm", "heuristic", "chosen_because", "states_met")}
        return {**facts, **self.stats.to_dict()}


class Space(Generic[S]):
    """A puzzle of one's own. A state is any object that can be hashed and compared, such as a number, a text or a tuple.

    Define ``neighbors`` or ``moves``, and ``goal`` or ``goals``; everything else has a default.

    >>> import fewest
    >>> class Doubling(fewest.Space[int]):
    ...     "From a number to 100, by doubling or adding one."
    ...     def neighbors(self, state):
    ...         return [next for next in (2 * state, state + 1) if next <= 100]
    ...     def goal(self, state):
    ...         return state == 100
    >>> Doubling().solve(1).states
    [1, 2, 3, 6, 12, 24, 25, 50, 100]
    """

    #: What every move costs, where all cost the same; ``None`` where ``moves`` says what each costs.
    uniform_cost: Optional[int] = 1
    #: Whether every move can be taken back at the same cost. Searches from both ends then need no ``predecessors``.
    undirected: bool = False
    #: Whether ``h`` never says more than what a cheapest solution costs. If it may, set this to ``False``: nothing is then
    #: called optimal that is not.
    admissible: bool = True
    #: Whether ``h`` also falls by no more than a move costs.
    consistent: bool = False
    #: Whether answers of the methods are kept from one search to the next. Set it where they never change.
    remembers: bool = False

    def neighbors(self, state: S) -> Iterable[S]:
        """The states that one move leads to."""
        raise NotImplementedError("define neighbors(state), or moves(state)")

    def moves(self, state: S) -> Iterable[Tuple[Any, ...]]:
        """The moves: ``(name, state)``, or ``(name, state, cost)`` with ``uniform_cost = None``. Define it in place of
        ``neighbors`` to name moves or to price them."""
        raise NotImplementedError

    def goal(self, state: S) -> bool:
        """Whether a state is a goal."""
        raise NotImplementedError

    def goals(self) -> Iterable[S]:
        """All goals. Define it in place of ``goal`` where they can be listed; searches from both ends need it."""
        raise NotImplementedError

    def predecessors(self, state: S) -> Iterable[Any]:
        """What leads to a state, in the form of ``neighbors`` or ``moves``; for searches from both ends."""
        raise NotImplementedError

    def h(self, state: S) -> Optional[int]:
        """What is left at least, a whole number; ``None`` where no goal can be reached."""
        raise NotImplementedError

    def back_h(self, state: S) -> Optional[int]:
        """The same for the way from the start; for NBS."""
        raise NotImplementedError

    def solve(self, start: S, *, progress: Progress = None, **options: Unpack[SearchOptions]) -> Path[S]:
        """Searches from a state to a goal. The algorithm is A* unless another one is named."""
        memory = self._memory() if self.remembers else _engine.Memory()
        return _search(memory, self._rules(), start, progress, options)

    def forget(self) -> None:
        """Forgets the answers of the methods, where they are kept."""
        self._memory().clear()

    def _memory(self) -> _engine.Memory:
        memory: Optional[_engine.Memory] = self.__dict__.get("_known")
        if memory is None:
            memory = self.__dict__["_known"] = _engine.Memory()
        return memory

    def _own(self, name: str) -> Any:
        """A method that a subclass, or the object itself, defines."""
        is_own = getattr(type(self), name) is not getattr(Space, name) or name in self.__dict__
        return getattr(self, name) if is_own else None

    def _rules(self) -> _Rules:
        moves, neighbors = self._own("moves"), self._own("neighbors")
        goal, goals = self._own("goal"), self._own("goals")
        if moves is None and neighbors is None:
            raise TypeError(f"{type(self).__name__} has no moves: define neighbors(state) or moves(state)")
        if goal is None and goals is None:
            raise TypeError(f"{type(self).__name__} has no goal: define goal(state) or goals()")
        return _Rules(
            neighbors=moves if moves is not None else neighbors,
            named=moves is not None,
            goal=goal,
            goals=None if goals is None else list(goals()),
            predecessors=self._own("predecessors"),
            undirected=self.undirected,
            h=self._own("h"),
            back_h=self._own("back_h"),
            uniform_cost=self.uniform_cost,
            admissible=self.admissible,
            consistent=self.consistent,
        )


@dataclass(frozen=True)
class Rule:
    """A move as data: which cells must hold what, and what cells hold afterwards.

    ``take`` and ``put`` happen at once: every cell that takes a value takes the one from before the move. A cell in both is put.
    """

    #: What the move is called.
    name: Any
    #: Cells, and what each must hold for the move to be legal.
    when: Mapping[int, int] = field(default_factory=dict)
    #: Cells, and from which cell each takes its value.
    take: Mapping[int, int] = field(default_factory=dict)
    #: Cells, and what each holds afterwards.
    put: Mapping[int, int] = field(default_factory=dict)
    #: What the move costs.
    cost: int = 1


class Cells(Space[Tuple[int, ...]]):
    """A puzzle of one's own whose moves are data, so that Python is not asked about any state: a state is a tuple of ``width``
    numbers from 0 to 255, and ``rules`` has all moves.

    >>> import fewest
    >>> class Pegs(fewest.Cells):
    ...     "Peg solitaire on a line: a peg leaps over another into a hole, and that one goes."
    ...     width = 6
    ...     def rules(self):
    ...         for a, b, c in [(i, i + s, i + 2 * s) for i in range(6) for s in (1, -1) if 0 <= i + 2 * s < 6]:
    ...             yield fewest.Rule((a, c), when={a: 1, b: 1, c: 0}, put={a: 0, b: 0, c: 1})
    ...     def goals(self):
    ...         return [tuple(int(i == j) for j in range(6)) for i in range(6)]
    >>> Pegs().solve((1, 1, 0, 1, 0, 1)).moves
    [(0, 2), (2, 4), (5, 3)]
    """

    #: How many cells a state has.
    width: int
    #: What each value counts in each cell, ``table[cell][value]``: the estimate is the sum. In place of ``h``.
    table: Optional[Sequence[Sequence[int]]] = None

    def rules(self) -> Iterable[Rule]:
        """All moves, whether or not they are legal in any one state."""
        raise NotImplementedError("define rules()")

    def moves(self, state: Tuple[int, ...]) -> Iterable[Tuple[Any, Tuple[int, ...], int]]:
        """The legal moves of a state, as the core makes them."""
        for rule in self.rules():
            if all(state[cell] == value for cell, value in rule.when.items()):
                after = list(state)
                for cell, origin in rule.take.items():
                    after[cell] = state[origin]
                for cell, value in rule.put.items():
                    after[cell] = value
                yield rule.name, tuple(after), rule.cost

    def _rules(self) -> _Rules:
        given = list(self.rules())
        for rule in given:
            for pairs in (rule.when, rule.put):
                for value in pairs.values():
                    if not 0 <= value <= 255:
                        raise ValueError(f"the rule {rule.name!r} has the value {value}: cells hold numbers from 0 to 255")
        costs = {rule.cost for rule in given}
        rules = super()._rules()
        rules.uniform_cost = costs.pop() if len(costs) == 1 else None
        data = [
            _Rule(rule.name, list(rule.when.items()), list(rule.take.items()), list(rule.put.items()), rule.cost)
            for rule in given
        ]
        table = None if self.table is None else [list(row) for row in self.table]
        if table is not None and rules.h is not None:
            raise TypeError(f"{type(self).__name__} has a table and h(state): leave one of them out")
        rules.written = _Written(self.width, data, table)
        return rules


@dataclass
class _Rule:
    name: Any
    when: List[Tuple[int, int]]
    take: List[Tuple[int, int]]
    put: List[Tuple[int, int]]
    cost: int


@dataclass
class _Written:
    width: int
    rules: List[_Rule]
    table: Optional[List[List[int]]]


@dataclass
class _Rules:
    neighbors: Callable[[Any], Iterable[Any]]
    named: bool
    goal: Optional[Callable[[Any], object]]
    goals: Optional[List[Any]]
    predecessors: Optional[Callable[[Any], Iterable[Any]]]
    undirected: bool
    h: Optional[Callable[[Any], Optional[int]]]
    back_h: Optional[Callable[[Any], Optional[int]]]
    uniform_cost: Optional[int]
    admissible: bool
    consistent: bool
    written: Optional[_Written] = None


def search(
    start: S,
    neighbors: Callable[[S], Iterable[S]],
    goal: Union[S, List[S], Callable[[S], object]],
    h: Optional[Callable[[S], Optional[int]]] = None,
    *,
    undirected: bool = False,
    admissible: bool = True,
    consistent: bool = False,
    progress: Progress = None,
    **options: Unpack[SearchOptions],
) -> Path[S]:
    """Searches a space that plain functions describe. ``goal`` is a function, a state, or a list of states; every move costs 1.
    Whoever has more to say writes a :class:`Space`.

    >>> import fewest
    >>> path = fewest.search((0, 0), lambda jugs: {
    ...     (3, jugs[1]), (jugs[0], 5), (0, jugs[1]), (jugs[0], 0),
    ...     (jugs[0] - min(jugs[0], 5 - jugs[1]), jugs[1] + min(jugs[0], 5 - jugs[1])),
    ...     (jugs[0] + min(jugs[1], 3 - jugs[0]), jugs[1] - min(jugs[1], 3 - jugs[0])),
    ... }, goal=lambda jugs: jugs[1] == 4)
    >>> path.length, path.proof
    (6, 'optimal')
    """
    goals: Optional[List[Any]] = None
    if not callable(goal):
        goals = list(goal) if isinstance(goal, list) else [goal]
    rules = _Rules(
        neighbors=neighbors,
        named=False,
        goal=goal if callable(goal) else None,
        goals=goals,
        predecessors=None,
        undirected=undirected,
        h=h,
        back_h=None,
        uniform_cost=1,
        admissible=admissible,
        consistent=consistent,
    )
    return _search(_engine.Memory(), rules, start, progress, options)


@contextmanager
def _few_collections() -> Iterator[None]:
    """Lets Python look for cycles a hundred times less often than it would. A search keeps every state that it meets, and looking
    through all of them again and again takes up to half of its time."""
    before = gc.get_threshold()
    if before[0] > 0:
        gc.set_threshold(max(before[0], 100_000), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _search(memory: _engine.Memory, rules: _Rules, start: S, progress: Progress, options: Any) -> Path[S]:
    limits, parameters, rest = _options.split("search", options, _options.LIMITS, _options.OPTIONS, ("algorithm",))
    asked = {"algorithm": rest.get("algorithm", "auto"), "options": parameters, "limits": limits}
    with Listener(progress) as listener, _few_collections():
        text, states, names, raised = _engine.search(memory, rules, start, json.dumps(asked), listener.hear)
    facts = json.loads(text)
    stats = Stats.from_dict({name: facts.pop(name) for name in Stats.__dataclass_fields__})
    path: Path[S] = Path(states=states, moves=names, stats=stats, **facts)
    return finish(path, raised)
