"""How answers look in a notebook and as text."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._types import Answer

#: A solution with more moves than this shows its start alone: the page that plays it would be large.
MOST_MOVES = 400


def summary(answer: Answer) -> str:
    """An answer in one line."""
    if answer.outcome == "unsolvable":
        return f"unsolvable: {answer.reason}"
    known = "" if answer.lower_bound is None else f", at least {answer.lower_bound}"
    length = answer.exact_length if answer.length is None else answer.length
    if length is None:
        return f"{answer.reason or answer.outcome}{known}"
    moves = f"{length} {'move' if length == 1 else 'moves'}"
    if answer.proof == "optimal":
        return f"{moves}, proven optimal ({answer.algorithm}, {answer.heuristic})"
    return f"{moves}{known} ({answer.algorithm}, {answer.heuristic})"


def answer_html(answer: Answer) -> str:
    """An answer as a part of a notebook: a line, and the solution in a frame of its own, because the page that plays it has
    styles and a script."""
    line = f"<div><strong>{escape(summary(answer))}</strong></div>"
    if not answer.moves:
        return line + answer.start.svg()
    details = f"<details><summary>moves</summary><code>{escape(answer.moves)}</code></details>"
    if (answer.length or 0) > MOST_MOVES:
        return line + answer.start.svg() + details
    page = escape(answer.html(), quote=True)
    return (
        f'{line}<iframe srcdoc="{page}" sandbox="allow-scripts" title="{escape(summary(answer), quote=True)}" '
        f'style="width: 100%; height: 460px; border: 0"></iframe>{details}'
    )
