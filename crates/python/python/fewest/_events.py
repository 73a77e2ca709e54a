"""Hearing of a search while it works: functions, and bars."""

from __future__ import annotations

import json
from typing import Any, Callable, Optional, Protocol, TypeVar, Union

from ._errors import Interrupted
from ._types import Event

T = TypeVar("T")


class Bar(Protocol):
    """What is used of a bar of ``tqdm``."""

    def update(self, n: Any = ...) -> Any: ...

    def set_postfix_str(self, s: str = ...) -> Any: ...


#: ``None``, a function that gets every :class:`~fewest.Event`, ``True`` for a bar of ``tqdm``, or such a bar.
Progress = Union[None, bool, Callable[[Event], object], Bar]


def new_bar(**options: Any) -> Any:
    """A bar of ``tqdm``."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        raise ImportError("progress=True draws a bar of tqdm, which is not installed: run `pip install tqdm`") from None
    return tqdm(**options)


def is_bar(thing: Any) -> bool:
    """Whether this is a bar, and not a function."""
    return hasattr(thing, "update") and hasattr(thing, "set_postfix_str")


class Listener:
    """Passes events on as they come; the end of a ``with`` closes a bar that was made here."""

    def __init__(self, progress: Progress) -> None:
        self._own_bar = new_bar(unit=" nodes", unit_scale=True) if progress is True else None
        self._to: Any = self._own_bar if self._own_bar is not None else progress
        self._shown = 0
        self.hear: Optional[Callable[[str], object]] = None if progress is None or progress is False else self._hear

    def __enter__(self) -> Listener:
        return self

    def __exit__(self, *_: object) -> None:
        if self._own_bar is not None:
            self._own_bar.close()

    def _hear(self, text: str) -> None:
        event = Event.from_dict(json.loads(text))
        if is_bar(self._to):
            self._draw(event)
        else:
            self._to(event)

    def _draw(self, event: Event) -> None:
        bar = self._to
        if event.event == "chosen" and hasattr(bar, "set_description_str"):
            bar.set_description_str(f"{event.algorithm}, {event.heuristic}")
        elif event.event == "building":
            bar.set_postfix_str(f"table {event.number} of {event.tables}")
        elif event.event in ("designing", "running") and event.done is not None:
            self._advance(event.done)
        elif event.expanded is not None:
            self._advance(event.expanded)
            if event.lower_bound is not None:
                bar.set_postfix_str(f"at least {event.lower_bound}")

    def _advance(self, to: int) -> None:
        self._to.update(max(0, to - self._shown))
        self._shown = max(self._shown, to)


def finish(answer: T, raised: Optional[BaseException]) -> T:
    """The answer, or the exception that ended the search early: Ctrl-C with the answer in it."""
    if raised is None:
        return answer
    if isinstance(raised, KeyboardInterrupt):
        raise Interrupted(answer) from raised
    raise raised
