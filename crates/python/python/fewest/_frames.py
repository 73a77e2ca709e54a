"""Answers as data frames."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Dict, Iterable, Mapping

if TYPE_CHECKING:
    import pandas


def _pandas() -> Any:
    try:
        return importlib.import_module("pandas")
    except ImportError:
        raise ImportError("data frames are those of pandas, which is not installed: run `pip install pandas`") from None


def to_pandas(answers: Iterable[Any]) -> pandas.DataFrame:
    """A data frame with a row for each answer, or for each object that has ``to_dict()``. An exception is a row with its
    message in the column ``error``.

    >>> import fewest
    >>> frame = fewest.to_pandas(fewest.solve_many(["1 2/0 3", "0 1/3 2"]))
    >>> list(frame["length"])
    [1, 2]
    """
    return _pandas().DataFrame([_row(answer) for answer in answers])


def _row(answer: Any) -> Dict[str, Any]:
    if isinstance(answer, BaseException):
        return {"error": str(answer)}
    return dict(answer) if isinstance(answer, Mapping) else dict(answer.to_dict())


def by_search(rows: Iterable[Mapping[str, Any]]) -> pandas.DataFrame:
    """Rows of the lab, summed up for each group of instances and each search."""
    frame = _pandas().DataFrame([dict(row) for row in rows])
    if frame.empty:
        return frame
    grouped = frame.assign(solved=frame["outcome"] == "solved").groupby(["group", "search"], sort=False)
    return grouped.agg(
        runs=("key", "size"),
        solved=("solved", "sum"),
        mean_length=("length", "mean"),
        median_expanded=("expanded", "median"),
        median_generated=("generated", "median"),
        median_seconds=("seconds", "median"),
    ).reset_index()
