"""The calls that most programs need, with their types."""

from __future__ import annotations

import fewest


def hear(event: fewest.Event) -> None:
    if event.lower_bound is not None:
        print("at least", event.lower_bound)


def main() -> None:
    answer = fewest.solve("5 3 8/0 2 4/1 7 6", metric="stm", seconds=10, progress=hear)
    if answer.length is not None and answer.is_optimal:
        print(answer.length, answer.moves, answer.stats.expanded)

    lengths = [answer.length for answer in fewest.solve_many(fewest.random(20, size="3x3", seed=1))]
    print(max(length for length in lengths if length is not None))

    try:
        fewest.solve("1 2 3/4 4 5/6 7 9")
    except fewest.PuzzleError as error:
        for fault in error.faults:
            print("-", fault)

    print(bool(fewest.verify("1 2 3/4 5 6/0 7 8", "L2")), fewest.check("1 2 3/4 5 6/8 7 0").reason)
    print([info.name for info in fewest.algorithms("sokoban") if info.optimal])


if __name__ == "__main__":
    main()
