"""A puzzle of one's own as a class: missionaries and cannibals, with names for the moves and a heuristic."""

from __future__ import annotations

from typing import Iterator, NamedTuple, Tuple

import fewest


class Bank(NamedTuple):
    """Who is on the left bank, and whether the boat is."""

    missionaries: int
    cannibals: int
    boat: bool


class River(fewest.Space[Bank]):
    def moves(self, state: Bank) -> Iterator[Tuple[str, Bank]]:
        sign = -1 if state.boat else 1
        for crew in [(1, 0), (2, 0), (0, 1), (0, 2), (1, 1)]:
            left = Bank(state.missionaries + sign * crew[0], state.cannibals + sign * crew[1], not state.boat)
            if self.is_safe(left):
                yield f"{crew[0]} + {crew[1]} {'over' if state.boat else 'back'}", left

    def is_safe(self, bank: Bank) -> bool:
        sides = [(bank.missionaries, bank.cannibals), (3 - bank.missionaries, 3 - bank.cannibals)]
        return all(0 <= side[0] and 0 <= side[1] and (side[0] == 0 or side[0] >= side[1]) for side in sides)

    def goal(self, state: Bank) -> bool:
        return state == Bank(0, 0, False)

    def h(self, state: Bank) -> int:
        # Two cross at a time, and one brings the boat back each time.
        waiting = state.missionaries + state.cannibals
        return max(0, 2 * waiting - 3 if state.boat else 2 * waiting)


def main() -> None:
    path = River().solve(Bank(3, 3, True))
    print(path.length, path.proof)
    for name in path.moves or []:
        print(name)


if __name__ == "__main__":
    main()
