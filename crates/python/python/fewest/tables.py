"""The folder of tables: what is there, what could be, and building it.

>>> import fewest, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     fewest.tables.use_folder(folder)
...     built = fewest.tables.build(size="3x3", pdb="1,2,3,4")
...     stored = len(fewest.tables.inventory().tables)
...     removed = fewest.tables.remove()["removed"]
...     fewest.tables.use_folder(None)
>>> built.stored, stored, len(removed)
(1, 1, 1)
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple

from . import _options
from ._core import _puzzle, engine
from ._core import use_tables as use_folder
from ._events import Listener, Progress, finish
from ._types import Record

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import PuzzleFields

__all__ = ["Built", "Inventory", "Proposal", "build", "inventory", "propose", "remove", "use_folder", "verify"]


@dataclass(frozen=True)
class Inventory(Record):
    """All that lies in the folder."""

    folder: str
    #: The tables, by name.
    tables: Tuple[Dict[str, Any], ...]
    #: Files that were set aside, and those of builds that were killed.
    leftovers: Tuple[Dict[str, Any], ...]
    bytes: int


@dataclass(frozen=True)
class Proposal(Record):
    """A set of tables, and what it would take to have it."""

    set: str
    tables: Tuple[Dict[str, Any], ...]
    disk_bytes: int
    memory_bytes: int
    disk_free_bytes: Optional[int]
    memory_limit_bytes: int
    because: Optional[str] = None


@dataclass(frozen=True)
class Built(Record):
    """What became of a build."""

    set: str
    #: How many tables were built; the others were there.
    built: int
    #: How many tables are in files now.
    stored: int
    tables: int
    seconds: float
    stopped: Optional[str] = None
    notices: Tuple[str, ...] = ()


def inventory() -> Inventory:
    """Lists the folder. One that is not there is empty."""
    return Inventory.from_dict(json.loads(engine().inventory()))


def _request(pdb: Dict[str, Any], limits: Dict[str, Any], fields: Any) -> str:
    (given,) = _options.split("tables", fields, _options.PUZZLE)
    puzzle = _puzzle("", {"kind": "tiles", **given}, is_random=True)
    options = {name: value for name, value in pdb.items() if value is not None}
    return json.dumps({"puzzle": puzzle.to_dict(), "options": options, "limits": limits})


def propose(
    pdb: Optional[str] = None,
    *,
    pdb_kind: Optional[str] = None,
    pdb_encoding: Optional[str] = None,
    memory_bytes: Optional[int] = None,
    **fields: Unpack[PuzzleFields],
) -> Proposal:
    """What a set of tables would take; without a name, the set that suits the machine."""
    names = {"pdb": pdb, "pdb_kind": pdb_kind, "pdb_encoding": pdb_encoding}
    request = _request(names, {"memory_bytes": memory_bytes}, fields)
    return Proposal.from_dict(json.loads(engine().propose_tables(request)))


def build(
    pdb: Optional[str] = None,
    *,
    pdb_kind: Optional[str] = None,
    pdb_encoding: Optional[str] = None,
    seconds: Optional[float] = None,
    memory_bytes: Optional[int] = None,
    progress: Progress = None,
    **fields: Unpack[PuzzleFields],
) -> Built:
    """Builds the tables of a set that are not in the folder, and checks those that are."""
    names = {"pdb": pdb, "pdb_kind": pdb_kind, "pdb_encoding": pdb_encoding}
    request = _request(names, {"seconds": seconds, "memory_bytes": memory_bytes}, fields)
    with Listener(progress) as listener:
        reply, raised = engine().build_tables(request, listener.hear)
    return finish(Built.from_dict(json.loads(reply)), raised)


def remove(*names: str) -> Dict[str, Any]:
    """Removes tables by numbers, names or sets; without any, all of them, and what builds left behind."""
    return dict(json.loads(engine().remove_tables(list(names))))


def verify(*names: str) -> Dict[str, Optional[str]]:
    """Compares every checksum; the result has a fault, or ``None``, for each table."""
    return dict(json.loads(engine().verify_tables(list(names))))


