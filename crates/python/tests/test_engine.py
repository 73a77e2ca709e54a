"""What the engine does, as Python sees it."""

from __future__ import annotations

import dataclasses
import itertools
import json
import threading
import time
from pathlib import Path

import fewest
import pytest
from conftest import HARD, ROOT

EIGHT = "5 3 8/0 2 4/1 7 6"
DEFINITIONS = json.loads((ROOT / "docs/schema.json").read_text(encoding="utf-8"))["definitions"]


@pytest.mark.parametrize(
    ("cls", "name"),
    [
        (fewest.Answer, "Answer"),
        (fewest.Solutions, "Solutions"),
        (fewest.Formula, "Formula"),
        (fewest.Check, "Check"),
        (fewest.Bound, "Bound"),
        (fewest.Verification, "Verification"),
        (fewest.LibraryEntry, "LibraryEntry"),
        (fewest.KindInfo, "KindEntry"),
        (fewest.AlgorithmInfo, "AlgorithmEntry"),
        (fewest.HeuristicInfo, "HeuristicEntry"),
    ],
)
def test_objects_have_the_fields_of_the_schema(cls: type, name: str) -> None:
    assert {field.name for field in dataclasses.fields(cls)} == set(DEFINITIONS[name]["properties"])


def test_events_have_the_fields_of_the_schema() -> None:
    known = {field.name for field in dataclasses.fields(fewest.Event)}
    for event in DEFINITIONS["Event"]["oneOf"]:
        assert set(event["properties"]) <= known


def test_an_answer_is_the_answer_of_the_schema() -> None:
    answer = fewest.solve(EIGHT, all=3)
    data = answer.to_dict()
    assert set(DEFINITIONS["Answer"]["required"]) <= set(data) <= set(DEFINITIONS["Answer"]["properties"])
    assert json.loads(answer.to_json()) == data
    assert (answer.length, answer.proof, answer.lower_bound, answer.outcome) == (21, "optimal", 21, "solved")
    assert answer.stats.expanded == data["expanded"] == sum(answer.stats.expanded_by_depth)
    assert answer.all is not None and answer.all.moves[0] == answer.moves
    assert answer == fewest.Answer.from_dict(data)


def test_a_length_may_be_of_any_size() -> None:
    answer = fewest.solve(kind="hanoi", discs=64, puzzle="")
    assert (answer.length, int(answer.exact_length or 0), answer.moves) == (None, 2**64 - 1, None)
    assert str(answer).startswith("18446744073709551615 moves, proven optimal")
    assert (answer.first_moves or "").startswith("A>") and "<svg" in answer._repr_html_()


@pytest.mark.parametrize("name", [kind.kind for kind in fewest.kinds()])
def test_every_kind_is_solved_played_and_drawn(name: str) -> None:
    example = next(kind.example for kind in fewest.kinds() if kind.kind == name)
    answer = fewest.solve(example)
    assert answer.is_optimal and answer.length is not None
    boards = answer.boards
    assert (boards[0].position, len(boards)) == (answer.position, len(answer.move_list) + 1)
    # A puzzle in the middle of a solution is a puzzle, which takes no more moves; in Sokoban, a step may be no push.
    later = fewest.solve(boards[1])
    assert later.length is not None and later.length <= answer.length
    assert fewest.verify(answer, answer.moves or "")
    assert "<svg" in boards[-1].svg() and "<script>" in answer.html() and "<iframe" in answer._repr_html_()
    assert str(answer).startswith(f"{answer.length} move")


def test_a_puzzle_is_understood_as_the_command_line_understands_it() -> None:
    assert fewest.puzzle("klotski").kind == "blocks"
    assert fewest.puzzle("5#|#@$.#|5#").kind == "sokoban"
    assert fewest.puzzle("2 1 0", edges="1-2 2-3 3-1").kind == "graph"
    assert fewest.solve(kind="hanoi", discs=3, puzzle="").length == 7
    assert fewest.solve({"kind": "hanoi", "discs": 3}).length == 7
    assert fewest.solve(fewest.library("sokoban")[0]).is_optimal
    assert fewest.puzzle("klotski", metric="step").fields["metric"] == "step"
    assert len(fewest.positions("# two\n1 2 3/4 5 6/7 0 8\n1 2 3/4 5 6/0 7 8\n")) == 2


def test_positions_come_from_files(tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    file.write_text("1 2/0 3\n0 1/3 2\n", encoding="utf-8")
    for source in (file, str(file)):
        assert [puzzle.position for puzzle in fewest.positions(source)] == ["1 2/0 3", "0 1/3 2"]


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: fewest.solve("1 2 3/4 4 5/6 7 9"), fewest.PuzzleError, "tile 4 appears 2 times"),
        (lambda: fewest.solve("nosuchpuzzle"), fewest.PuzzleError, "fewest.library()"),
        (lambda: fewest.solve(EIGHT, algorithm="B*"), fewest.RequestError, "there is no algorithm"),
        (lambda: fewest.solve(EIGHT, algorithm="IDA*", weight=2.0), fewest.RequestError, "weight"),
        (lambda: fewest.solve(EIGHT, weight="much"), fewest.RequestError, "much"),  # type: ignore[arg-type]
        (lambda: fewest.solve(EIGHT, goal="blank-middle"), fewest.PuzzleError, "goal"),
        (lambda: fewest.solve(EIGHT, discs=3), fewest.FewestError, "discs"),
        (lambda: fewest.solve(EIGHT, colour="red"), TypeError, "unexpected keyword argument 'colour'"),  # type: ignore[call-arg]
        (lambda: fewest.solve(3), TypeError, "not int"),  # type: ignore[arg-type]
        (lambda: fewest.solve("klotski", kind="tiles"), fewest.PuzzleError, "klotski"),
        (lambda: fewest.verify(EIGHT, "Z"), fewest.PuzzleError, "moves"),
        (lambda: fewest.random(0), fewest.RequestError, "0"),
        (lambda: fewest.explore(size="9x9"), fewest.RequestError, "positions"),
        (lambda: fewest.generate("snakes"), fewest.RequestError, "rush"),
        (lambda: fewest.positions("1 2/0 3\n\0 1/3 2\n"), fewest.PuzzleError, "line 2"),
        (lambda: fewest.check_certificate("/nowhere"), fewest.StorageError, "/nowhere"),
        (lambda: fewest.tables.build(kind="hanoi", discs=3), fewest.RequestError, "hanoi"),
        (lambda: fewest.tables.verify("mine"), fewest.StorageError, "mine"),
        (lambda: fewest.lab.run("nothing"), FileNotFoundError, "built in"),
        (lambda: fewest.lab.run("name = \n"), fewest.RequestError, ""),
        (lambda: next(fewest.solve_many([EIGHT], threads=0)), ValueError, "0 threads"),
    ],
)
def test_bad_input_is_an_exception_with_every_fault(call: object, error: type, words: str) -> None:
    with pytest.raises(error) as caught:
        call()  # type: ignore[operator]
    assert words in str(caught.value)
    if isinstance(caught.value, fewest.FewestError):
        assert caught.value.faults and all(caught.value.faults)


def test_all_faults_of_a_position_are_listed() -> None:
    with pytest.raises(fewest.PuzzleError) as caught:
        fewest.solve("1 2 3/4 4 5/6 7 9")
    assert len(caught.value.faults) == 4
    assert fewest.check("1 2 3/4 4 5/6 7 9").faults == caught.value.faults


def test_a_limit_is_an_answer() -> None:
    answer = fewest.solve(HARD, expansions=2000, algorithm="IDA*")
    assert (answer.outcome, answer.length, answer.expanded) == ("limit", None, 2000)
    assert answer.lower_bound is not None and answer.lower_bound > 50


def test_progress_is_heard_and_can_end_the_search() -> None:
    events: list[fewest.Event] = []
    fewest.solve(EIGHT, algorithm="IDA*", progress=events.append)
    assert events[0].event == "chosen" and events[0].algorithm == "IDA*"

    class Enough(Exception):
        pass

    def refuse(_: fewest.Event) -> None:
        raise Enough

    with pytest.raises(Enough):
        fewest.solve(HARD, progress=refuse)


def test_progress_fills_a_bar(capsys: pytest.CaptureFixture[str]) -> None:
    fewest.solve(EIGHT, algorithm="IDA*", progress=True)
    list(fewest.solve_many(["1 2/0 3"] * 5, progress=True))
    assert "5/5" in capsys.readouterr().err


def test_ctrl_c_ends_a_search_with_its_bound(ctrl_c) -> None:  # type: ignore[no-untyped-def]
    for call in (
        lambda: fewest.solve(HARD, algorithm="IDA*"),
        lambda: list(fewest.solve_many([HARD] * 4, threads=2, algorithm="IDA*")),
    ):
        with ctrl_c(0.3) as sent, pytest.raises(fewest.Interrupted) as caught:
            call()
        # A search ends within 50 ms; the rest is for a machine that is busy with something else, and far less than the search.
        assert time.perf_counter() - sent[0] < 5.0
        assert isinstance(caught.value, KeyboardInterrupt)
        assert caught.value.lower_bound is not None and caught.value.lower_bound > 50
        assert caught.value.answer.outcome == "limit"


def test_other_threads_of_python_run_while_the_engine_searches() -> None:
    counted = 0
    is_done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not is_done.is_set():
            counted += 1

    thread = threading.Thread(target=count)
    thread.start()
    fewest.solve(HARD, seconds=0.2, threads=1, algorithm="IDA*")
    is_done.set()
    thread.join()
    assert counted > 1000


def test_many_answers_come_in_order_and_lazily() -> None:
    puzzles = fewest.random(60, size="3x3", seed=5)
    answers = list(fewest.solve_many(puzzles, threads=4))
    assert [answer.position for answer in answers] == [puzzle.position for puzzle in puzzles]
    assert [answer.length for answer in answers] == [fewest.solve(puzzle).length for puzzle in puzzles]
    taken: list[int] = []

    def endless():  # type: ignore[no-untyped-def]
        for number in itertools.count():
            taken.append(number)
            yield puzzles[number % len(puzzles)]

    first = list(itertools.islice(fewest.solve_many(endless(), threads=2), 5))
    assert [answer.length for answer in first] == [answer.length for answer in answers[:5]]
    assert len(taken) < 30


def test_many_answers_may_be_exceptions() -> None:
    puzzles = ["1 2/0 3", "1 1/0 3", "0 1/3 2"]
    found = list(fewest.solve_many(puzzles, errors="return"))
    assert [getattr(answer, "length", None) for answer in found] == [1, None, 2]
    assert isinstance(found[1], fewest.PuzzleError)
    frame = fewest.to_pandas(found)
    assert frame["error"].notna().tolist() == [False, True, False]
    with pytest.raises(fewest.PuzzleError):
        list(fewest.solve_many(puzzles))


def test_exploring_counts_every_position() -> None:
    found = fewest.explore(size="3x3")
    assert found.positions == sum(found.layers) == 181_440
    assert "181,440" in found.text and str(found) == found.text


def test_tables_are_built_used_and_removed(tmp_path: Path) -> None:
    fewest.tables.use_folder(tmp_path)
    assert not fewest.tables.inventory().tables
    proposal = fewest.tables.propose("1,2,3,4/5,6,7,8", size="3x3")
    built = fewest.tables.build("1,2,3,4/5,6,7,8", size="3x3")
    assert built.built == built.stored == len(proposal.tables) == 2
    assert fewest.solve(EIGHT, pdb="1,2,3,4/5,6,7,8", algorithm="A*").length == 21
    assert set(fewest.tables.verify().values()) == {None}
    assert len(fewest.tables.remove("1")["removed"]) == 1
    assert len(fewest.tables.inventory().tables) == 1


def test_a_certificate_is_written_and_checked(tmp_path: Path) -> None:
    certificate = fewest.prove("1 2 3/4 8 0/5 7 6", tmp_path / "new", sat_solver="batsat", optimum=13)
    assert (certificate.certified, certificate.length) == ("optimal", 13)
    (tmp_path / "new" / "solution.txt").write_text("L\n", encoding="utf-8")
    with pytest.raises(fewest.StorageError):
        fewest.check_certificate(tmp_path / "new")
    none = fewest.prove("1 2 3/4 5 6/8 7 0", tmp_path / "none")
    assert none.certified == "unsolvable" and none.reason


def test_the_lab_runs_a_suite_and_goes_on_where_it_stood(tmp_path: Path) -> None:
    suite = """
        name = "three"
        title = "Three boards"
        [[instances]]
        group = "3x3"
        random = { kind = "tiles", size = "3x3" }
        count = 3
        seed = 1
        [[searches]]
        algorithms = ["A*", "IDA*"]
        heuristics = ["manhattan", "linear-conflict"]
    """
    first = fewest.lab.run(suite, tmp_path / "rows")
    assert first.missing == 0 and len(first.rows) == 12 == fewest.lab.count(suite)
    again = fewest.lab.run(suite, tmp_path / "rows")
    assert again.summary is not None and again.summary.resumed == 12
    assert fewest.lab.results(tmp_path / "rows").rows == first.rows
    table = first.table
    assert table["solved"].tolist() == [3] * 4
    assert len(set(table["mean_length"])) == 1
    assert "<table" in first._repr_html_()
