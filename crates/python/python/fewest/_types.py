"""What ``fewest`` answers, as objects: the fields are those of the JSON schema, ``docs/schema.json``."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, fields
from typing import Any, Callable, ClassVar, Dict, List, Mapping, Optional, Tuple, Type, TypeVar, Union

from . import _show
from ._engine import Engine

R = TypeVar("R", bound="Record")
Field = Union[str, int]


class Record:
    """An object of the schema. ``to_dict()`` is exactly what the engine wrote."""

    #: Names of fields that are words of Python.
    _renamed: ClassVar[Mapping[str, str]] = {}
    #: What fields hold that are objects themselves.
    _nested: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}

    @classmethod
    def from_dict(cls: Type[R], data: Mapping[str, Any]) -> R:
        """Reads an object of the schema; fields that this version does not know are kept for ``to_dict``."""
        values: Dict[str, Any] = {}
        for field in fields(cls):  # type: ignore[arg-type]
            key = cls._renamed.get(field.name, field.name)
            if key in data:
                make = cls._nested.get(field.name, _frozen)
                values[field.name] = None if data[key] is None else make(data[key])
        record = cls(**values)
        object.__setattr__(record, "_data", dict(data))
        return record

    def to_dict(self) -> Dict[str, Any]:
        """The object as plain lists, dictionaries, texts and numbers, as the schema describes it."""
        data: Dict[str, Any] = getattr(self, "_data")
        return copy.deepcopy(data)

    def to_json(self) -> str:
        """The object as one line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)


def _frozen(value: Any) -> Any:
    """A list as a tuple, because answers do not change."""
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def _many(cls: Type[R]) -> Callable[[Any], Tuple[R, ...]]:
    return lambda items: tuple(cls.from_dict(item) for item in items)


@dataclass(frozen=True)
class Puzzle:
    """A puzzle: its kind, a position, and whatever else a puzzle of this kind has.

    >>> import fewest
    >>> puzzle = fewest.puzzle("5 3 8/0 2 4/1 7 6", metric="mtm")
    >>> puzzle.kind, puzzle.fields
    ('tiles', {'metric': 'mtm'})
    >>> print(fewest.puzzle("1 2 3/4 5 6/7 0 8"))
    1 2 3
    4 5 6
    7 _ 8
    """

    #: The kind of puzzle, such as ``tiles`` or ``sokoban``.
    kind: str
    #: The start, as text.
    position: str = ""
    #: The other fields, such as the metric and the goal, as pairs.
    others: Tuple[Tuple[str, Field], ...] = ()

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Puzzle:
        """A puzzle of the schema: ``{"kind": "tiles", "position": "1 2 3/4 5 6/7 0 8"}``."""
        others = tuple((name, value) for name, value in data.items() if name not in ("kind", "position"))
        return cls(str(data["kind"]), str(data.get("position", "")), tuple(pair for pair in others if pair[1] is not None))

    @property
    def fields(self) -> Dict[str, Field]:
        """Everything but the kind and the position."""
        return dict(self.others)

    def to_dict(self) -> Dict[str, Any]:
        """The puzzle as an object of the schema."""
        position = {"position": self.position} if self.position else {}
        return {"kind": self.kind, **position, **self.fields}

    def _json(self) -> str:
        return json.dumps(self.to_dict())

    def with_fields(self, **fields: Optional[Field]) -> Puzzle:
        """The same puzzle with other fields; ``None`` leaves one to its default.

        >>> import fewest
        >>> fewest.puzzle("1 2 3/4 5 6/7 0 8").with_fields(metric="mtm").fields
        {'metric': 'mtm'}
        """
        return Puzzle.from_dict({**self.to_dict(), **fields})

    def __str__(self) -> str:
        return Engine.picture(self._json(), "", "tile", "text", 8)

    def svg(self, moves: str = "", *, cell: int = 48) -> str:
        """A picture of the puzzle, after some moves, as SVG."""
        return Engine.picture(self._json(), moves, "tile", "svg", cell)

    def html(self, moves: str, *, notation: str = "tile", cell: int = 48) -> str:
        """A page that plays moves, and needs nothing else."""
        return Engine.picture(self._json(), moves, notation, "html", cell)

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class Stats(Record):
    """What a search did. The glossary defines the words."""

    #: Nodes whose successors were generated.
    expanded: int
    #: Nodes produced.
    generated: int
    #: Nodes expanded again on a cheaper path.
    reopened: int
    #: Rounds of an iterative algorithm.
    iterations: int
    #: Wall-clock time of the search.
    seconds: float
    #: Wall-clock time before the search, for the tables of the heuristic.
    setup_seconds: float
    #: The most bytes that the search held.
    peak_memory_bytes: int
    #: Expanded nodes by their depth.
    expanded_by_depth: Tuple[int, ...]


@dataclass(frozen=True)
class Solutions(Record):
    """Different optimal solutions."""

    moves: Tuple[str, ...]
    complete: bool
    count: Optional[int] = None
    reason: Optional[str] = None


@dataclass(frozen=True)
class Formula(Record):
    """The SAT solver and the size of the formulas, where a search wrote some."""

    solver: str
    encoding: str
    #: The number of moves that the last decided formula asks about.
    horizon: Optional[int] = None
    variables: Optional[int] = None
    clauses: Optional[int] = None


@dataclass(frozen=True)
class Answer(Record):
    """The answer to :func:`fewest.solve`. In a notebook it shows itself and plays the solution.

    >>> import fewest
    >>> answer = fewest.solve("5 3 8/0 2 4/1 7 6")
    >>> answer.length, answer.proof, answer.lower_bound
    (21, 'optimal', 21)
    >>> answer.boards[0].position, answer.boards[-1].position
    ('5 3 8/0 2 4/1 7 6', '1 2 3/4 5 6/7 8 0')
    """

    version: int
    #: The kind of puzzle.
    puzzle: str
    #: The position, in normal form.
    position: str
    #: The goal, as a position in normal form.
    goal: str
    #: What counts as one move.
    metric: str
    #: ``solved``, ``unsolvable`` or ``limit``.
    outcome: str
    #: The length of the best solution found.
    length: Optional[int]
    #: What is proven about ``length``: ``optimal``, ``bounded`` or ``none``.
    proof: str
    #: No solution is shorter than this; ``None`` if there is no solution.
    lower_bound: Optional[int]
    #: ``length`` is at most this many times the optimum.
    proven_factor: Optional[float]
    #: The best solution found, replayed and accepted.
    moves: Optional[str]
    #: Whose direction the moves name.
    notation: str
    #: Which limit ended the search, or why there is no solution.
    reason: Optional[str]
    algorithm: str
    heuristic: str
    #: Why these were chosen.
    chosen_because: str
    expanded: int
    generated: int
    reopened: int
    iterations: int
    seconds: float
    setup_seconds: float
    peak_memory_bytes: int
    expanded_by_depth: Tuple[int, ...]
    #: The length of the moves in every way of counting that the kind has.
    lengths: Optional[Dict[str, int]] = None
    #: Different optimal solutions, where they were asked for.
    all: Optional[Solutions] = None
    #: The edges of the graph, if the puzzle has one.
    edges: Optional[str] = None
    #: The tables of the heuristic ``pdb``.
    pdb: Optional[str] = None
    formula: Optional[Formula] = None
    #: Problems with files of tables. They do not affect the answer.
    notices: Tuple[str, ...] = ()
    #: The length in digits where it is 2**32 or more; ``length`` is ``None`` then.
    exact_length: Optional[str] = None
    #: The first moves of a solution that is too long to be listed; ``moves`` is ``None`` then.
    first_moves: Optional[str] = None

    _nested = {"all": Solutions.from_dict, "formula": Formula.from_dict, "lengths": dict}

    @property
    def is_optimal(self) -> bool:
        """Whether the solution is proven to be a shortest one."""
        return self.outcome == "solved" and self.proof == "optimal"

    @property
    def stats(self) -> Stats:
        """What the search did."""
        return Stats.from_dict(self.to_dict())

    @property
    def start(self) -> Puzzle:
        """The puzzle that was solved, in normal form."""
        return _placed(self, self.position)

    @property
    def boards(self) -> Tuple[Puzzle, ...]:
        """Every position of the solution, from the start to the goal; the start alone where there is no solution."""
        return tuple(_placed(self, position) for position, _ in self._played())

    @property
    def move_list(self) -> Tuple[str, ...]:
        """The moves one by one, with which ``boards`` goes on.

        >>> import fewest
        >>> fewest.solve("1 2 3/4 5 6/0 7 8").move_list
        ('L', 'L')
        """
        return tuple(move for _, move in self._played() if move is not None)

    def _played(self) -> List[Tuple[str, Optional[str]]]:
        return Engine.boards(self.start._json(), self.moves or "", self.notation)

    def svg(self, *, after: int = 0, cell: int = 48) -> str:
        """A picture of the position after some moves of the solution."""
        return self.boards[after].svg(cell=cell)

    def html(self, *, cell: int = 48) -> str:
        """A page that plays the solution, and needs nothing else."""
        return self.start.html(self.moves or "", notation=self.notation, cell=cell)

    def to_pandas(self) -> Any:
        """The answer as a data frame of one row; :func:`fewest.to_pandas` makes one of many."""
        from ._frames import to_pandas

        return to_pandas([self])

    def __str__(self) -> str:
        return _show.summary(self)

    def _repr_html_(self) -> str:
        return _show.answer_html(self)


def _placed(answer: Answer, position: str) -> Puzzle:
    """A position of an answer as a puzzle, with the fields that its kind has."""
    from ._core import kinds

    info = next(kind for kind in kinds() if kind.kind == answer.puzzle)
    has = {field["name"] for field in info.fields}
    given = {"goal": answer.goal if "goal" in has else None, "edges": answer.edges}
    metric = answer.metric if len(info.metrics) > 1 else None
    return Puzzle.from_dict({"kind": answer.puzzle, "position": position, "metric": metric, **given})


@dataclass(frozen=True)
class Bound(Record):
    """A lower bound by a heuristic."""

    heuristic: str
    metric: str
    moves: int


@dataclass(frozen=True)
class Check(Record):
    """What is known about a position without a search: the answer to :func:`fewest.check`."""

    puzzle: str
    what: Optional[str] = None
    position: Optional[str] = None
    goal: Optional[str] = None
    edges: Optional[str] = None
    #: Everything that is wrong with the position; empty for a valid one.
    faults: Tuple[str, ...] = ()
    size: Optional[Tuple[int, int]] = None
    #: Whether the goal can be reached, if that is known.
    solvable: Optional[bool] = None
    reason: Optional[str] = None
    #: The number of positions from which the goal can be reached.
    positions: Optional[int] = None
    permutation_is_odd: Optional[bool] = None
    blank_distance: Optional[int] = None
    swap: Optional[Tuple[int, int]] = None
    lower_bounds: Tuple[Bound, ...] = ()
    upper_bound: Optional[int] = None
    #: The fewest moves, if they are known without a search.
    optimum: Optional[int] = None

    _nested = {"lower_bounds": _many(Bound)}

    @property
    def is_valid(self) -> bool:
        """Whether nothing is wrong with the position."""
        return not self.faults


@dataclass(frozen=True)
class Verification(Record):
    """The effect of some moves: the answer to :func:`fewest.verify`."""

    position: str
    goal: str
    #: The moves in normal form, up to the first illegal one.
    moves: str
    #: The position after the last legal move.
    end: str
    #: Whether all moves are legal and the end is the goal.
    solves: bool
    #: The length of the legal moves in every metric of the puzzle.
    lengths: Dict[str, int]
    #: Which move, counted from 1, cannot be made, and why.
    illegal: Optional[Tuple[int, str]] = None

    def __bool__(self) -> bool:
        return self.solves


@dataclass(frozen=True)
class LibraryEntry(Record):
    """A puzzle that is built in."""

    name: str
    title: str
    size: str
    #: The length of a shortest solution in every metric for which it is known.
    optimum: Dict[str, int]
    puzzle: Puzzle
    about: Optional[str] = None
    also: Tuple[str, ...] = ()
    facts: Tuple[Tuple[str, int], ...] = ()

    _nested = {"puzzle": Puzzle.from_dict}

    def _repr_svg_(self) -> str:
        return self.puzzle.svg()


@dataclass(frozen=True)
class KindInfo(Record):
    """A kind of puzzle, described."""

    kind: str
    title: str
    about: str
    metrics: Tuple[Dict[str, Any], ...]
    fields: Tuple[Dict[str, Any], ...]
    random_fields: Tuple[Dict[str, Any], ...]
    example: Puzzle

    _nested = {"example": Puzzle.from_dict}


@dataclass(frozen=True)
class AlgorithmInfo(Record):
    """An algorithm, and the puzzles that it supports."""

    name: str
    aliases: Tuple[str, ...]
    summary: str
    optimal: bool
    uses_heuristic: bool
    parallel: bool
    tells_tree: bool
    parameters: Tuple[str, ...]
    memory: str
    source: str
    needs_goals: bool
    puzzles: Tuple[str, ...]
    metrics: Tuple[str, ...]


@dataclass(frozen=True)
class HeuristicInfo(Record):
    """A heuristic, and the puzzles that it supports."""

    name: str
    aliases: Tuple[str, ...]
    summary: str
    admissible: bool
    consistent: bool
    source: str
    puzzles: Tuple[str, ...]
    metrics: Tuple[str, ...]


@dataclass(frozen=True)
class Event(Record):
    """What a search tells while it works. ``event`` says which of the fields there are."""

    #: ``chosen``, ``building``, ``iteration``, ``progress``, ``improved``, ``depths``, ``nodes`` or ``sample``; of a search for
    #: puzzles ``designing``, ``warning`` or ``unsaved``; of the lab ``preparing`` or ``running``.
    event: str
    algorithm: Optional[str] = None
    heuristic: Optional[str] = None
    because: Optional[str] = None
    table: Optional[str] = None
    number: Optional[int] = None
    tables: Optional[int] = None
    level: Optional[int] = None
    known: Optional[int] = None
    entries: Optional[int] = None
    bound: Optional[int] = None
    length: Optional[int] = None
    lower_bound: Optional[int] = None
    expanded: Optional[int] = None
    generated: Optional[int] = None
    memory_bytes: Optional[int] = None
    seconds: Optional[float] = None
    depths: Optional[Tuple[int, ...]] = None
    nodes: Optional[Tuple[Dict[str, Any], ...]] = None
    done: Optional[int] = None
    parts: Optional[int] = None
    total: Optional[int] = None
    best: Optional[int] = None
    text: Optional[str] = None
    g: Optional[int] = None
    h: Optional[int] = None
    backward: Optional[bool] = None
    position: Optional[str] = None


@dataclass(frozen=True)
class Exploration(Record):
    """Everything about a puzzle: the answer to :func:`fewest.explore`. ``docs/explore.md`` defines every figure."""

    version: int
    puzzle: str
    position: str
    metric: str
    outcome: str
    optimum: Optional[int]
    lower_bound: Optional[int]
    #: The limit that ended the exploration early.
    limit: Optional[str]
    #: Positions that can be reached.
    positions: int
    #: Those of them that are goals.
    goals: int
    #: How many positions there are at each distance.
    layers: Tuple[int, ...]
    reversible: bool
    #: Distances to the nearest goal, or ``{"missing": why}``.
    to_goal: Dict[str, Any]
    seconds: float
    peak_memory_bytes: int
    goal: Optional[str] = None
    peak_disk_bytes: Optional[int] = None

    @property
    def text(self) -> str:
        """The same for people."""
        return str(getattr(self, "_text", ""))

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Design(Record):
    """A puzzle that a search for hard ones found."""

    #: Its place among all that were found, from 1.
    rank: int
    #: The fewest moves that solve it.
    length: int
    metric: str
    positions: int
    #: The puzzle as text.
    puzzle: str

    def to_puzzle(self) -> Puzzle:
        """The puzzle itself, with the metric in which it is hard."""
        return Puzzle("blocks", self.puzzle, (("metric", self.metric),))

    def _repr_svg_(self) -> str:
        return self.to_puzzle().svg()


@dataclass(frozen=True)
class Generated(Record):
    """What a search for hard puzzles found, the hardest first."""

    found: Tuple[Design, ...]
    done: int
    tally: Optional[Dict[str, Any]] = None
    limit: Optional[str] = None
    unsaved: Optional[str] = None
    remark: Optional[str] = None

    _nested = {"found": _many(Design)}


@dataclass(frozen=True)
class Certification(Record):
    """A certificate that was written or checked: the answer to :func:`fewest.prove`."""

    #: ``optimal``, ``unsolvable`` or ``limit``.
    certified: str
    puzzle: Optional[str] = None
    position: Optional[str] = None
    goal: Optional[str] = None
    metric: Optional[str] = None
    #: The optimum.
    length: Optional[int] = None
    moves: Optional[str] = None
    at_most: Optional[int] = None
    encoding: Optional[str] = None
    assumes: Optional[str] = None
    variables: Optional[int] = None
    clauses: Optional[int] = None
    solver: Optional[str] = None
    proof_steps: Optional[int] = None
    files: Tuple[Tuple[str, int], ...] = ()
    solving_seconds: Optional[float] = None
    checking_seconds: Optional[float] = None
    folder: Optional[str] = None
    file: Optional[str] = None
    #: Commands by which other programs check the proof.
    check_with: Tuple[str, ...] = ()
    reason: Optional[str] = None
    lower_bound: Optional[int] = None
