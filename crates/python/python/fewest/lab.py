"""Experiments: a suite names instances and searches; running it makes a row of each search of each instance.

>>> import fewest
>>> results = fewest.lab.run('''
...     name = "two"
...     title = "Two searches"
...     [[instances]]
...     group = "3x3"
...     puzzles = [{ kind = "tiles", position = "5 3 8/0 2 4/1 7 6" }]
...     [[searches]]
...     algorithms = ["A*", "IDA*"]
...     heuristics = ["manhattan"]
... ''')
>>> list(results.frame["length"]), results.missing
([21, 21], 0)
>>> list(results.table["search"])
['A* manhattan', 'IDA* manhattan']
"""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Tuple, Union

from . import _engine
from ._core import engine
from ._events import Listener, Progress, finish
from ._frames import by_search, to_pandas
from ._types import Record

if TYPE_CHECKING:
    import pandas

__all__ = ["Results", "Summary", "count", "results", "run", "suites"]

AnyPath = Union[str, "PathLike[str]"]


@dataclass(frozen=True)
class Summary(Record):
    """How a run ended."""

    total: int
    resumed: int
    missing: int
    solved: int
    unsolvable: int
    limited: int
    refused: int
    seconds: float
    notices: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Results:
    """The rows of a suite, one for each search of each instance."""

    #: The rows as the folder has them; ``docs/lab/README.md`` describes the columns.
    rows: Tuple[Mapping[str, Any], ...] = field(repr=False)
    #: How many runs are missing.
    missing: int
    summary: Optional[Summary] = None

    @property
    def frame(self) -> pandas.DataFrame:
        """The rows as a data frame."""
        return to_pandas(self.rows)

    @property
    def table(self) -> pandas.DataFrame:
        """A data frame with a line for each group of instances and each search: how many were solved, and medians."""
        return by_search(self.rows)

    def _repr_html_(self) -> str:
        return str(self.table.to_html(index=False))


@dataclass
class _How:
    quick: bool
    fresh: bool
    threads: Optional[int]
    beside: str


def suites() -> Dict[str, str]:
    """The suites that are built in: their names and their texts.

    >>> import fewest
    >>> "heuristics" in fewest.lab.suites()
    True
    """
    return dict(_engine.lab_suites())


def _read(suite: AnyPath) -> Tuple[str, str]:
    """The text of a suite, and the folder that its files are looked for in."""
    text = os.fspath(suite)
    if "\n" in text:
        return text, "."
    shipped = suites()
    if text in shipped and not os.path.exists(text):
        return shipped[text], "."
    if not os.path.isfile(text):
        raise FileNotFoundError(f"{text!r} is neither a file nor a built-in suite; these are built in: {', '.join(shipped)}")
    return Path(text).read_text(encoding="utf-8"), os.path.dirname(os.path.abspath(text))


def count(suite: AnyPath, *, quick: bool = False) -> int:
    """How many runs a suite has, without running any."""
    text, beside = _read(suite)
    return _engine.lab_count(text, _How(quick, False, None, beside))


def run(
    suite: AnyPath,
    folder: Optional[AnyPath] = None,
    *,
    quick: bool = False,
    fresh: bool = False,
    threads: Optional[int] = None,
    progress: Progress = None,
) -> Results:
    """Runs a suite: the name of a built-in one, a file, or the text of one.

    Rows are written to the folder as they come, so that a run that was stopped goes on where it stood; without a folder they are
    in the results alone. Ctrl-C raises :class:`~fewest.Interrupted`, whose ``answer`` has the rows so far.
    """
    text, beside = _read(suite)
    how = _How(quick, fresh, threads, beside)
    with tempfile.TemporaryDirectory() as temporary:
        where = temporary + "/results" if folder is None else os.fspath(folder)
        with Listener(progress) as listener:
            reply, raised = _engine.lab_run(engine(), text, where, how, listener.hear)
        rows, missing = _engine.lab_results(where)
    summary = Summary.from_dict(json.loads(reply))
    return finish(Results(_rows(rows), missing, summary), raised)


def results(folder: AnyPath) -> Results:
    """The results of a folder, complete or not."""
    rows, missing = _engine.lab_results(os.fspath(folder))
    return Results(_rows(rows), missing)


def _rows(text: str) -> Tuple[Mapping[str, Any], ...]:
    rows: List[Mapping[str, Any]] = json.loads(text)
    return tuple(rows)
