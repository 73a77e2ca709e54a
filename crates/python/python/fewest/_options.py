"""The keyword arguments of a search, and where each of them goes in a request."""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional, Tuple, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import Literal


class PuzzleFields(TypedDict, total=False):
    """What a puzzle is made of beside its position. Each kind has some of these."""

    kind: Optional[str]
    metric: Optional[str]
    goal: Optional[str]
    size: Optional[str]
    discs: Optional[int]
    pegs: Optional[int]
    edges: Optional[str]
    format: Optional[str]


class Limits(TypedDict, total=False):
    """How far a search may go."""

    #: Wall-clock seconds.
    seconds: Optional[float]
    #: Expanded nodes; exact.
    expansions: Optional[int]
    #: Bytes that the search may hold; by default three quarters of what is free.
    memory_bytes: Optional[int]


class AlgorithmOptions(TypedDict, total=False):
    """The parameters of algorithms. One that the algorithm does not take is an error."""

    tie_break: Optional[Literal["fifo", "lifo"]]
    weight: Optional[float]
    depth: Optional[int]
    nodes: Optional[int]
    order: Optional[Literal["natural", "by-f"]]
    table_bytes: Optional[int]
    spill: Optional[Union[str, PathLike[str]]]
    sat_solver: Optional[str]
    encoding: Optional[str]
    pdb: Optional[str]
    pdb_kind: Optional[str]
    pdb_encoding: Optional[str]
    pdb_mirrors: Optional[bool]


class SolveManyOptions(PuzzleFields, Limits, AlgorithmOptions, total=False):
    """Everything that :func:`fewest.solve_many` passes on to each search."""

    algorithm: str
    heuristic: str
    notation: Literal["tile", "blank"]
    #: How many different optimal solutions to list.
    all: Optional[int]
    #: Whether to send events with the depth of every expansion.
    trace_depths: bool
    #: How many nodes of the search tree to send as events.
    trace_tree: Optional[int]


class SolveOptions(SolveManyOptions, total=False):
    """Everything that :func:`fewest.solve` takes beside the puzzle."""

    threads: Optional[int]


class SearchOptions(Limits, AlgorithmOptions, total=False):
    """Everything that a search of a space of one's own takes beside its rules."""

    algorithm: str
    threads: Optional[int]


PUZZLE = tuple(PuzzleFields.__annotations__)
LIMITS = tuple(Limits.__annotations__)
OPTIONS = (*AlgorithmOptions.__annotations__, "threads")
REQUEST = ("algorithm", "heuristic", "notation", "all", "trace_depths", "trace_tree")


def split(
    function: str, given: Mapping[str, Any], *groups: Tuple[str, ...]
) -> Tuple[Dict[str, Any], ...]:
    """The arguments that each group of names has, without those that are ``None``."""
    known = {name for group in groups for name in group}
    for name in given:
        if name not in known:
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}; it takes {', '.join(sorted(known))}")
    return tuple({name: given[name] for name in group if given.get(name) is not None} for group in groups)


def plain(value: Any) -> Any:
    """A path as text, for JSON."""
    return fspath(value) if isinstance(value, PathLike) else value
