"""What the engine does, as functions."""

from __future__ import annotations

import json
import os
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import lru_cache
from os import PathLike
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Deque, Dict, Iterable, Iterator, List, Mapping, Optional, Sized, Tuple, Union

from . import _options
from ._engine import SCHEMA_VERSION, Engine, Stop
from ._errors import FewestError, Interrupted, PuzzleError
from ._events import Listener, Progress, finish, is_bar, new_bar
from ._types import (
    AlgorithmInfo,
    Answer,
    Certification,
    Check,
    Exploration,
    Field,
    Generated,
    HeuristicInfo,
    KindInfo,
    LibraryEntry,
    Puzzle,
    Verification,
)

if TYPE_CHECKING:
    from typing_extensions import Literal, Unpack

    from ._options import Limits, PuzzleFields, SolveManyOptions, SolveOptions

#: What functions take as a puzzle: a position or the name of a built-in puzzle, or an object of one.
PuzzleLike = Union[str, Puzzle, LibraryEntry, Answer, Mapping[str, Any]]
AnyPath = Union[str, "PathLike[str]"]

#: The longest that nobody looks for a signal while threads solve puzzles, in seconds.
NAP = 0.02


class _Current:
    """The engine that all functions use."""

    engine: Engine = Engine(None)


def use_tables(folder: Optional[AnyPath]) -> None:
    """Keeps tables in a folder; ``None`` means the platform's folder, as the command line does, and ``""`` memory alone."""
    _Current.engine = Engine(folder)


def engine() -> Engine:
    """The engine that all functions use."""
    return _Current.engine


def puzzle(text: PuzzleLike = "", **fields: Unpack[PuzzleFields]) -> Puzzle:
    """The puzzle that is meant by a position, or by the name of a built-in one. The kind is detected unless it is named.

    >>> import fewest
    >>> fewest.puzzle("klotski").kind
    'blocks'
    >>> fewest.puzzle(kind="hanoi", discs=4).fields
    {'discs': 4}
    """
    (given,) = _options.split("puzzle", fields, _options.PUZZLE)
    return _puzzle(text, given)


def _puzzle(text: PuzzleLike, fields: Mapping[str, Any], is_random: bool = False) -> Puzzle:
    if isinstance(text, LibraryEntry):
        text = text.puzzle
    elif isinstance(text, Answer):
        text = text.start
    elif isinstance(text, Mapping):
        text = Puzzle.from_dict(text)
    if isinstance(text, Puzzle):
        return text.with_fields(**fields) if fields else text
    if not isinstance(text, str):
        raise TypeError(f"a puzzle is a text, a Puzzle or a dictionary, not {type(text).__name__}")
    others = {name: value for name, value in fields.items() if name != "kind"}
    asked = {"text": text, "kind": fields.get("kind"), "fields": others}
    return Puzzle.from_dict(json.loads(Engine.puzzle(json.dumps(asked), is_random)))


def positions(source: AnyPath, **fields: Unpack[PuzzleFields]) -> List[Puzzle]:
    """Every position of a text or a file, which may be in any form that the command line reads.

    >>> import fewest
    >>> [puzzle.position for puzzle in fewest.positions("1 2/0 3\\n0 1/3 2\\n")]
    ['1 2/0 3', '0 1/3 2']
    """
    text = os.fspath(source)
    if isinstance(source, PathLike) or ("\n" not in text and os.path.isfile(text)):
        text = FilePath(text).read_text(encoding="utf-8")
    (given,) = _options.split("positions", fields, _options.PUZZLE)
    others = {name: value for name, value in given.items() if name != "kind"}
    asked = {"text": text, "kind": given.get("kind"), "fields": others}
    found = Engine.puzzles(json.dumps(asked))
    faults = [fault for _, _, fault in found if fault is not None]
    if faults:
        raise PuzzleError("; ".join(faults), faults)
    return [Puzzle.from_dict(json.loads(text)) for _, text, _ in found if text is not None]


def _request(puzzle: PuzzleLike, options: Mapping[str, Any]) -> Dict[str, Any]:
    """The request of the schema that these arguments make up."""
    groups = (_options.PUZZLE, _options.LIMITS, _options.OPTIONS, _options.REQUEST)
    fields, limits, parameters, rest = _options.split("solve", options, *groups)
    parameters = {name: _options.plain(value) for name, value in parameters.items()}
    return {
        "version": SCHEMA_VERSION,
        "puzzle": _puzzle(puzzle, fields).to_dict(),
        "options": parameters,
        "limits": limits,
        **rest,
    }


def solve(puzzle: PuzzleLike, *, progress: Progress = None, **options: Unpack[SolveOptions]) -> Answer:
    """Finds the fewest moves that solve a puzzle, and proves that there are no fewer.

    Limits are keyword arguments: ``seconds``, ``expansions``, ``memory_bytes``. A limit that is reached is an answer, not an
    error. Ctrl-C raises :class:`~fewest.Interrupted`, which knows the bound. ``progress`` is a function that gets every
    :class:`~fewest.Event`, or ``True`` for a bar of ``tqdm``.

    >>> import fewest
    >>> answer = fewest.solve("1 2 3/4 5 6/0 7 8")
    >>> answer.length, answer.moves, answer.is_optimal
    (2, 'L2', True)
    >>> fewest.solve("1 2 3/4 5 6/8 7 0").outcome
    'unsolvable'
    """
    request = _request(puzzle, options)
    with Listener(progress) as listener:
        text, raised = engine().solve(json.dumps(request), listener.hear, None)
    return finish(Answer.from_dict(json.loads(text)), raised)


def solve_many(
    puzzles: Iterable[PuzzleLike],
    *,
    threads: Optional[int] = None,
    progress: Progress = None,
    errors: Literal["raise", "return"] = "raise",
    **options: Unpack[SolveManyOptions],
) -> Iterator[Union[Answer, Any]]:
    """Solves many puzzles on several threads, and yields their answers in the order of the puzzles, each as soon as it and
    those before it are there.

    Each puzzle is solved by one thread; ``threads`` says how many work at a time (by default one for each core), and they share
    the memory. Puzzles may come from an iterator without end: no more than a few are taken in advance. With
    ``errors="return"``, a puzzle that is refused yields its exception, and the others are solved.

    >>> import fewest
    >>> [answer.length for answer in fewest.solve_many(["1 2/0 3", "0 1/3 2", "2 1/3 0"])]
    [1, 2, None]
    """
    count = threads if threads is not None else _cores()
    if count < 1:
        raise ValueError(f"{count} threads cannot solve anything; write a number from 1")
    if errors not in ("raise", "return"):
        raise ValueError(f"errors cannot be {errors!r}: write 'raise' or 'return'")
    shared = {"memory_bytes": Engine.default_memory() // count, **options, "threads": 1}
    total = len(puzzles) if isinstance(puzzles, Sized) else None
    return _many(iter(puzzles), count, progress, errors == "return", shared, total)


def _many(
    puzzles: Iterator[PuzzleLike], count: int, progress: Progress, returns: bool, options: Dict[str, Any], total: Optional[int]
) -> Iterator[Any]:
    used, stop = engine(), Stop()

    def work(puzzle: PuzzleLike) -> Answer:
        text, raised = used.solve(json.dumps(_request(puzzle, options)), None, stop)
        return finish(Answer.from_dict(json.loads(text)), raised)

    own_bar = new_bar(total=total, unit=" puzzles") if progress is True else None
    hear: Any = own_bar if own_bar is not None else progress
    window: Deque[Future[Answer]] = deque()
    pool = ThreadPoolExecutor(count, thread_name_prefix="fewest")

    def first() -> Any:
        future = window[0]
        try:
            # A signal that comes just before a thread begins to wait does not wake it: it looks up from time to time.
            while not future.done():
                wait([future], timeout=NAP)
            answer: Any = future.result()
        except KeyboardInterrupt:
            # Everything that runs ends within milliseconds, with what it knows.
            stop.stop()
            raise Interrupted(future.result()) from None
        except Exception as error:
            if not returns:
                raise
            answer = error
        window.popleft()
        if is_bar(hear):
            hear.update(1)
        elif hear:
            hear(answer)
        return answer

    try:
        for puzzle in puzzles:
            window.append(pool.submit(work, puzzle))
            while window and (window[0].done() or len(window) >= 4 * count):
                yield first()
        while window:
            yield first()
    finally:
        stop.stop()
        for future in window:
            future.cancel()
        pool.shutdown(wait=True)
        if own_bar is not None:
            own_bar.close()


def _cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _query(query: Dict[str, Any]) -> Any:
    return json.loads(engine().query(json.dumps(query)))


def check(puzzle: PuzzleLike, **fields: Unpack[PuzzleFields]) -> Check:
    """What can be said of a position without a search: whether it is valid, whether it can be solved, and bounds.

    >>> import fewest
    >>> fewest.check("1 2 3/4 5 6/8 7 0").solvable
    False
    >>> fewest.check("1 2 2/4 5 6/8 7 0").faults
    ('tile 2 appears 2 times', 'missing: tile 3')
    """
    (given,) = _options.split("check", fields, _options.PUZZLE)
    return Check.from_dict(_query({"query": "check", "puzzle": _puzzle(puzzle, given).to_dict()}))


def verify(
    puzzle: PuzzleLike, moves: str, *, notation: Literal["tile", "blank"] = "tile", **fields: Unpack[PuzzleFields]
) -> Verification:
    """Makes moves one by one. The result is true if they solve the puzzle.

    >>> import fewest
    >>> bool(fewest.verify("1 2 3/4 5 6/0 7 8", "L L"))
    True
    >>> fewest.verify("1 2 3/4 5 6/0 7 8", "L U").illegal[0]
    2
    """
    (given,) = _options.split("verify", fields, _options.PUZZLE)
    query = {"query": "verify", "puzzle": _puzzle(puzzle, given).to_dict(), "moves": moves, "notation": notation}
    return Verification.from_dict(_query(query))


def random(
    count: int = 1, *, kind: Optional[str] = None, seed: int = 0, shuffle: Optional[int] = None, **fields: Field
) -> List[Puzzle]:
    """Random puzzles. The same seed gives the same ones on every machine; ``shuffle`` limits how many random moves lead from
    the goal to them, and without it all positions that can be solved are equally likely.

    >>> import fewest
    >>> fewest.random(2, size="3x3", seed=7) == fewest.random(2, size="3x3", seed=7)
    True
    """
    puzzle = _puzzle("", {"kind": kind or "tiles", **fields}, is_random=True)
    request = {"puzzle": puzzle.to_dict(), "shuffle": shuffle, "seed": seed}
    reply = _query({"query": "random", "request": request, "count": count})
    return [Puzzle.from_dict(data) for data in reply["puzzles"]]


def explore(
    puzzle: PuzzleLike = "",
    *,
    quick: bool = False,
    samples: int = 3,
    threads: Optional[int] = None,
    spill: Optional[AnyPath] = None,
    seconds: Optional[float] = None,
    memory_bytes: Optional[int] = None,
    progress: Progress = None,
    **fields: Unpack[PuzzleFields],
) -> Exploration:
    """Counts every position of a puzzle by its distance.

    >>> import fewest
    >>> fewest.explore(size="3x2").layers[:5]
    (1, 2, 3, 5, 6)
    """
    (given,) = _options.split("explore", fields, _options.PUZZLE)
    limits = {"seconds": seconds, "memory_bytes": memory_bytes}
    request = {
        "puzzle": _puzzle(puzzle, given, is_random=puzzle == "").to_dict(),
        "quick": quick,
        "samples": samples,
        "threads": threads,
        "spill": _options.plain(spill),
        "limits": limits,
    }
    with Listener(progress) as listener:
        reply, raised = engine().explore(json.dumps(request), listener.hear)
    found, text = json.loads(reply)
    exploration = Exploration.from_dict(found)
    object.__setattr__(exploration, "_text", text)
    return finish(exploration, raised)


def generate(
    family: str,
    *,
    count: Optional[int] = None,
    min: Optional[int] = None,
    max: Optional[int] = None,
    method: Optional[Literal["enumerate", "anneal"]] = None,
    seed: Optional[int] = None,
    walks: Optional[int] = None,
    steps: Optional[int] = None,
    state: Optional[AnyPath] = None,
    threads: Optional[int] = None,
    seconds: Optional[float] = None,
    flags: Iterable[str] = (),
    progress: Progress = None,
    **fields: Field,
) -> Generated:
    """Searches a family of puzzles for hard ones. :func:`families` lists the families and their fields.

    >>> import fewest
    >>> hardest = fewest.generate("rush", size="4x4", count=1).found[0]
    >>> hardest.length == fewest.solve(hardest.to_puzzle()).length
    True
    """
    request = {
        "family": family,
        "fields": {name.replace("_", "-"): value for name, value in fields.items()},
        "flags": list(flags),
        "count": count,
        "min": min,
        "max": max,
        "method": method,
        "seed": seed,
        "walks": walks,
        "steps": steps,
        "state": _options.plain(state),
        "threads": threads,
        "limits": {"seconds": seconds},
    }
    with Listener(progress) as listener:
        reply, raised = engine().generate(json.dumps(request), listener.hear)
    return finish(Generated.from_dict(json.loads(reply)), raised)


def families() -> List[Dict[str, Any]]:
    """The families of puzzles that :func:`generate` searches.

    >>> import fewest
    >>> [family["name"] for family in fewest.families()]
    ['rush', 'blocks']
    """
    return list(json.loads(Engine.families()))


def prove(
    puzzle: PuzzleLike,
    folder: AnyPath,
    *,
    optimum: Optional[int] = None,
    sat_solver: Optional[str] = None,
    encoding: Optional[str] = None,
    seconds: Optional[float] = None,
    memory_bytes: Optional[int] = None,
    proof_bytes: Optional[int] = None,
    overwrite: bool = False,
    progress: Progress = None,
    **fields: Unpack[PuzzleFields],
) -> Certification:
    """Certifies the fewest moves, or that there is no solution, into a folder that other programs can check.

    >>> import fewest, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     certificate = fewest.prove("1 2 3/4 8 0/5 7 6", folder + "/new", sat_solver="batsat")
    ...     again = fewest.check_certificate(folder + "/new")
    >>> certificate.certified, certificate.length, again.length
    ('optimal', 13, 13)
    """
    (given,) = _options.split("prove", fields, _options.PUZZLE)
    request = {
        "puzzle": _puzzle(puzzle, given).to_dict(),
        "folder": os.fspath(folder),
        "optimum": optimum,
        "sat_solver": sat_solver,
        "encoding": encoding,
        "proof_bytes": proof_bytes,
        "overwrite": overwrite,
        "limits": {"seconds": seconds, "memory_bytes": memory_bytes},
    }
    with Listener(progress) as listener:
        reply, raised = engine().prove(json.dumps(request), listener.hear)
    return finish(Certification.from_dict(json.loads(reply)), raised)


def check_certificate(folder: AnyPath, **limits: Unpack[Limits]) -> Certification:
    """Checks a certificate: its proof, that its formula is the puzzle's, and its solution."""
    (given,) = _options.split("check_certificate", limits, _options.LIMITS)
    try:
        reply, raised = engine().check_certificate(os.fspath(folder), json.dumps(given))
    except FewestError as error:
        raise type(error)(f"{os.fspath(folder)} is not a certificate: {error}", error.faults) from None
    return finish(Certification.from_dict(json.loads(reply)), raised)


@lru_cache(maxsize=1)
def _catalog() -> Dict[str, Any]:
    return dict(_query({"query": "catalog"}))


def kinds() -> Tuple[KindInfo, ...]:
    """The kinds of puzzles.

    >>> import fewest
    >>> [kind.kind for kind in fewest.kinds()][:3]
    ['tiles', 'hanoi', 'graph']
    """
    return tuple(KindInfo.from_dict(data) for data in _catalog()["kinds"])


def algorithms(kind: Optional[str] = None) -> Tuple[AlgorithmInfo, ...]:
    """The algorithms; those that support a kind of puzzle, where one is named.

    >>> import fewest
    >>> "IDA*" in [algorithm.name for algorithm in fewest.algorithms("tiles")]
    True
    """
    found = (AlgorithmInfo.from_dict(data) for data in _catalog()["algorithms"])
    return tuple(info for info in found if kind is None or kind in info.puzzles)


def heuristics(kind: Optional[str] = None) -> Tuple[HeuristicInfo, ...]:
    """The heuristics; those of a kind of puzzle, where one is named.

    >>> import fewest
    >>> "gap" in [heuristic.name for heuristic in fewest.heuristics("pancake")]
    True
    """
    found = (HeuristicInfo.from_dict(data) for data in _catalog()["heuristics"])
    return tuple(info for info in found if kind is None or kind in info.puzzles)


def sat_solvers() -> Tuple[str, ...]:
    """The SAT solvers of this build.

    >>> import fewest
    >>> "batsat" in fewest.sat_solvers()
    True
    """
    return tuple(_catalog()["sat_solvers"])


def library(kind: Optional[str] = None) -> Tuple[LibraryEntry, ...]:
    """The puzzles that are built in.

    >>> import fewest
    >>> next(entry.title for entry in fewest.library("blocks") if entry.name == "klotski")
    'Klotski'
    """
    names = [info.kind for info in kinds()] if kind is None else [kind]
    entries = [entry for name in names for entry in _query({"query": "library", "kind": name})["entries"]]
    return tuple(LibraryEntry.from_dict(data) for data in entries)
