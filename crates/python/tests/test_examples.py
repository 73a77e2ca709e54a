"""The examples run, the notebook runs, and the core is faster than pure Python where the page says so."""

from __future__ import annotations

import ast
import json
import runpy
from pathlib import Path
from typing import Any, Dict, List

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_an_example_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out


def test_a_space_that_does_not_ask_python_is_several_times_as_fast() -> None:
    # It is 6 and 14 times as fast; the rest is for a machine that is busy with something else.
    ratios = runpy.run_path(str(EXAMPLES / "against_heapq.py"))["measure"]()
    assert ratios["rules as data, the same ties"].ratio >= 4, ratios
    assert ratios["a space that remembers, the same ties"].ratio >= 7, ratios
    for name, (_, (pure, core)) in ratios.items():
        assert pure == core or "oldest" in name


def run_cell(source: str, names: Dict[str, Any]) -> Any:
    """What a notebook shows below a cell: the value of its last expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_pictures(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    names: Dict[str, Any] = {"__name__": "__main__"}
    shown: List[str] = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            value = run_cell("".join(cell["source"]), names)
            shown += [form for form in ("_repr_svg_", "_repr_html_") if value is not None and hasattr(value, form)]
            for form in shown[-1:]:
                if value is not None and hasattr(value, form):
                    assert "<" in getattr(value, form)()
    assert {"_repr_svg_", "_repr_html_"} <= set(shown)
