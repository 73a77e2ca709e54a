"""What several tests use."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from pathlib import Path
from typing import Callable, Iterator

import pytest

signal.signal(signal.SIGINT, signal.default_int_handler)

#: The root of the workspace.
ROOT = Path(__file__).resolve().parents[3]
#: Takes minutes: whoever solves it in a test wants to be stopped.
HARD = "17 1 20 9 16/2 22 19 14 5/15 21 0 3 24/23 18 13 12 7/10 8 6 4 11"


@pytest.fixture(autouse=True)
def no_tables(tmp_path: Path) -> Iterator[None]:
    """No test looks at the tables of whoever runs it."""
    import fewest

    fewest.tables.use_folder(tmp_path / "tables")
    yield
    fewest.tables.use_folder("")


@pytest.fixture
def ctrl_c() -> Callable[[float], contextlib.AbstractContextManager[list[float]]]:
    """Sends the signal of Ctrl-C after a while, and notes when."""

    @contextlib.contextmanager
    def sending(seconds: float) -> Iterator[list[float]]:
        sent: list[float] = []

        def send() -> None:
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)

        # Whoever started the tests may have this signal ignored.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        timer = threading.Timer(seconds, send)
        timer.start()
        try:
            yield sent
        finally:
            timer.cancel()
            timer.join()
            signal.signal(signal.SIGINT, before)

    return sending
