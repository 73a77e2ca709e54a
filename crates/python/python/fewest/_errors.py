"""What can go wrong, as exceptions. Every one of them lists all faults that were found."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Tuple


class FewestError(Exception):
    """Anything that ``fewest`` refuses or cannot do.

    >>> import fewest
    >>> try:
    ...     fewest.solve("1 2 3/4 4 5/6 7 9")
    ... except fewest.FewestError as error:
    ...     print(len(error.faults) > 1)
    True
    """

    #: Every fault, each in its own words; never empty.
    faults: Tuple[str, ...]

    def __init__(self, message: str, faults: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults) or (message,)


class PuzzleError(FewestError, ValueError):
    """A position, a goal, a graph or moves that cannot be."""


class RequestError(FewestError, ValueError):
    """An algorithm, a heuristic, an option or a limit that does not exist or has no effect."""


class StorageError(FewestError, RuntimeError):
    """A file or folder that cannot be read or written, or is not what it should be."""


class LimitError(FewestError, RuntimeError):
    """A limit that came before there was anything to tell."""


class InternalError(FewestError, RuntimeError):
    """A bug in ``fewest``: please report it."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search, with what was known by then.

    It is a ``KeyboardInterrupt``, so that whoever does not care about the difference need not know it.
    """

    #: What the search would have answered at a limit: an ``Answer``, a ``Path``, an ``Exploration`` …
    answer: Any

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        bound = self.lower_bound
        known = "" if bound is None else f": no solution is shorter than {bound}"
        super().__init__(f"stopped by Ctrl-C{known}")

    @property
    def lower_bound(self) -> Optional[int]:
        """No solution is shorter than this, as far as the search had come."""
        bound = getattr(self.answer, "lower_bound", None)
        return bound if isinstance(bound, int) else None
