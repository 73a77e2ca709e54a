"""A puzzle of one's own in plain functions: the fewest moves of a knight between two squares."""

from __future__ import annotations

from typing import Iterator, Tuple

import fewest

Square = Tuple[int, int]
LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def neighbors(square: Square) -> Iterator[Square]:
    x, y = square
    return ((x + dx, y + dy) for dx, dy in LEAPS if 0 <= x + dx < 8 and 0 <= y + dy < 8)


def main() -> None:
    path = fewest.search((0, 0), neighbors, goal=(7, 7), undirected=True, algorithm="BiBFS")
    print(path.length, path.proof, path.states)


if __name__ == "__main__":
    main()
