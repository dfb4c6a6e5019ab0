"""`mitgemeint-eval inclusive` from end to end, on a small set that the test writes."""

import argparse
import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from mitgemeint.data import resource
from mitgemeint.eval.inclusive import command, reports, result, running
from mitgemeint.eval.inclusive.published import PIPELINE
from mitgemeint.eval.inclusive.systems.nothing import Nothing
from mitgemeint.eval.inclusive.systems.system import Answer, Request
from mitgemeint.eval.problems import EvalError

pytest.importorskip("matplotlib", reason="needs the extra eval")

EXCLUSIVE = ["Die Bewerber kommen.", "Alle Köche warten.", "Es regnet."]
INCLUSIVE = ["Die Bewerber*innen kommen.", "Alle Köchinnen und Köche warten.", "Es regnet."]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A set of three sentences in two domains."""
    rows = [
        {
            "id": f"s{number}",
            "domain": "office" if number else "club",
            "exclusive": exclusive,
            "phrases": [word for word in ("Bewerber", "Köche") if word in exclusive],
            "inclusive": inclusive,
            "gender_characters": "*" in inclusive,
        }
        for number, (exclusive, inclusive) in enumerate(zip(EXCLUSIVE, INCLUSIVE, strict=True))
    ]
    path = tmp_path / "small.json"
    path.write_text(json.dumps({"name": "small", "sentences": rows}), "utf-8")
    return path


def inclusive(*arguments: object) -> int:
    """Run the command; the exit status."""
    parser = argparse.ArgumentParser()
    command.add(parser.add_subparsers())
    chosen = parser.parse_args(["inclusive", *map(str, arguments)])
    return int(chosen.run(chosen))


def refused(*arguments: object) -> str:
    with pytest.raises(EvalError) as raised:
        inclusive(*arguments)
    message = str(raised.value)
    assert "\n" not in message
    return message


def run(small: Path, out: Path, *more: object) -> int:
    return inclusive("run", "--set", small, "--out", out, "--bootstrap", 50, *more)


def test_a_run_writes_tables_pictures_outputs_and_where_they_come_from(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert run(small, out, "--system", "default", "--system", "nothing") == 0
    printed = capsys.readouterr().out
    assert "| default | small | 3 | 1.000 (1.000–1.000) |" in printed
    assert re.search(r"\| nothing \| small \| 3 \| \d+\.\d\d \(\d+\.\d\d–\d+\.\d\d\) \| 0\.333 \(", printed)
    assert f"| {PIPELINE.system} | its own 400 sentences | 400 | 0.888 | 0.818 | 0.852 |" in printed
    assert "0.537 / 0.610 | 0.441 / 0.497 | 0.051 / 0.051 | 0.492 / 0.559" in printed
    files = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert files == {
        *("results.json", "table.md", "table.csv", "table.tex", "journal.jsonl"),
        *("performance.png", "performance.svg", "outputs/1.jsonl", "outputs/2.jsonl"),
    }
    content = json.loads((out / "results.json").read_text("utf-8"))
    assert content["provenance"]["program"].startswith("mitgemeint")
    assert content["sets"]["small"]["by_phrases"] == {"0": 1, "1": 2}
    assert set(content["systems"]) == {"default", "nothing"}
    assert {(row["by"], row["value"]) for row in content["figures"] if row["system"] == "default"} == {
        *(("all", "all"), ("domain", "club"), ("domain", "office")),
        *(("style", "abbreviated pair"), ("style", "pair"), ("style", "none")),
    }


def test_outputs_of_a_run_are_a_system_with_the_same_figures(small: Path, tmp_path: Path) -> None:
    run(small, tmp_path / "first", "--system", "default")
    outputs = tmp_path / "first" / "outputs" / "1.jsonl"
    run(small, tmp_path / "second", "--system", f"outputs:{outputs}")
    first, second = (result.load(tmp_path / name).cells[0].outcomes for name in ("first", "second"))
    assert first == second


def test_outputs_of_a_run_over_several_sets_keep_them_apart(small: Path, tmp_path: Path) -> None:
    """Two sets with the same ids, and a sentence that has many candidates."""
    text = "Die Schüler, Lehrer, Bewerber und Köche warten auf die Ärzte."
    masculines = ["Schüler", "Lehrer", "Bewerber", "Köche", "Ärzte"]
    inclusive_text = (
        "Die Schüler*innen, Lehrkräfte, Bewerber*innen und Köch*innen warten auf die Ärzteschaft."
    )
    entry = {"id": "s1", "exclusive": text, "phrases": masculines, "inclusive": inclusive_text}
    other = tmp_path / "other.json"
    other.write_text(json.dumps([{**entry, "gender_characters": True}]), "utf-8")
    sets = ("--set", other)
    run(small, tmp_path / "first", *sets, "--system", "default")
    outputs = tmp_path / "first" / "outputs" / "1.jsonl"
    rows = [json.loads(line) for line in outputs.read_text("utf-8").splitlines()]
    assert [(row["set"], row["id"]) for row in rows] == [
        *(("small", f"s{number}") for number in range(3)),
        ("other", "s1"),
    ]
    assert len(rows[-1]["candidates"]) > 5
    run(small, tmp_path / "second", *sets, "--system", f"outputs:{outputs}")
    first, second = (result.load(tmp_path / name).cells for name in ("first", "second"))
    assert [cell.outcomes for cell in first] == [cell.outcomes for cell in second]


def test_outputs_of_the_set_that_ships_have_its_figures(tmp_path: Path) -> None:
    """The sentences with the most phrases: those with the most candidates, beyond the first five."""
    content = json.loads(resource("benchmarks", "inclusive", "sentences.json").read_text("utf-8"))
    most = sorted(content["sentences"], key=lambda entry: -len(entry["phrases"]))[:12]
    path = tmp_path / "some.json"
    path.write_text(json.dumps({**content, "sentences": most}), "utf-8")
    run(path, tmp_path / "first", "--system", "default")
    run(path, tmp_path / "second", "--system", f"outputs:{tmp_path / 'first' / 'outputs' / '1.jsonl'}")
    first, second = (result.load(tmp_path / name).cells[0].outcomes for name in ("first", "second"))
    assert first == second
    assert any(each.by_words is not None and each.by_words >= 5 for each in first)


class _Halves(Nothing):
    """Writes halves of surrogate pairs, as models do."""

    def answers(self, requests: Sequence[Request]) -> Iterator[Answer]:
        texts = "\ud83d Alle warten.", "\ud83d\ude00"
        return (Answer(candidates=texts, rewriting=texts[0]) for _ in requests)


def test_halves_of_surrogate_pairs_in_answers_become_marks(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "load_system", lambda *asked: _Halves())
    out = tmp_path / "out"
    assert run(small, out, "--system", "nothing") == 0
    row = json.loads((out / "outputs" / "1.jsonl").read_text("utf-8").splitlines()[0])
    assert (row["output"], row["candidates"][1]) == ("\ufffd Alle warten.", "\U0001f600")


def test_names_with_bars_and_backslashes_keep_tables_whole(small: Path, tmp_path: Path) -> None:
    content = json.loads(small.read_text("utf-8"))
    small.write_text(json.dumps({**content, "name": r"a\|b"}), "utf-8")
    out = tmp_path / "out"
    run(small, out, "--system", "nothing")
    assert r"| nothing | a\\\|b | 3 |" in (out / "table.md").read_text("utf-8")
    assert r"nothing & a\textbackslash{}|b & 3 &" in (out / "table.tex").read_text("utf-8")


@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "--set", "sentences", "--system", "nothing", "--out", "~nouser/x"),
        ("report", "~nouser/x"),
        ("compare", "~nouser/x", "~nouser/y"),
        ("mine", "corpus", "--out", "~nouser/x"),
        ("discover", "Lehrer", "--vectors", "~nouser/x", "--out", "x"),
        ("pairs", "corpus", "--out", "~nouser/x"),
        ("annotate", "~nouser/x", "--out", "x"),
    ],
)
def test_the_home_of_nobody_is_told(
    arguments: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        inclusive(*arguments)
    assert left.value.code == 2
    assert "~nouser is the home of nobody here" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_set_is_not_annotated_under_a_name_that_no_set_can_have(tmp_path: Path) -> None:
    pytest.importorskip("flask", reason="needs the extra eval")
    for name in ("together", "a\nb", ""):
        message = refused("annotate", tmp_path / "texts", "--out", tmp_path / "set.json", "--set-name", name)
        assert message.startswith("--set-name: the name")


class _Counting(Nothing):
    """Counts its answers, and breaks off after some."""

    def __init__(self, most: int) -> None:
        self.answered = 0
        self._most = most

    def answers(self, requests: Sequence[Request]) -> Iterator[Answer]:
        for each in super().answers(requests):
            if self.answered == self._most:
                raise KeyboardInterrupt
            self.answered += 1
            yield each


def test_a_run_that_was_killed_goes_on_where_it_was(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "SCORED_AT_ONCE", 1)
    first, second = _Counting(2), _Counting(9)
    systems = iter([first, second])
    monkeypatch.setattr(command, "load_system", lambda *asked: next(systems))
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        run(small, out, "--system", "nothing")
    assert not (out / "results.json").exists()
    assert run(small, out, "--system", "nothing") == 0
    assert (first.answered, second.answered) == (2, 1)
    assert len(result.load(out).cells[0].outcomes) == 3


def test_results_of_another_run_are_not_overwritten(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(small, out, "--system", "nothing")
    assert run(small, out, "--system", "nothing") == 0
    message = refused("run", "--set", small, "--out", out, "--system", "default")
    assert "holds the results of another run" in message


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--system", "gpt"), "'gpt' is no system"),
        # told before the first is measured
        (("--system", "default", "--system", "gpt"), "'gpt' is no system"),
        (("--system", "default", "--system", "outputs:no-such-file"), "no-such-file: No such file"),
        (
            ("--system", "server:gpt@http://127.0.0.1:1/v1"),
            "model:server:gpt@http://127.0.0.1:1/v1, with its key in MITGEMEINT_API_KEY",
        ),
        (("--system", "nothing", "--set", "no-such-set"), "no-such-set: No such file or directory"),
    ],
)
def test_wrong_options_are_refused(
    small: Path, tmp_path: Path, arguments: tuple[object, ...], reason: str
) -> None:
    out = tmp_path / "out"
    assert reason in refused("run", "--set", small, "--out", out, *arguments)
    assert not out.exists()


@pytest.mark.parametrize("option", ["--bootstrap", "--seed"])
@pytest.mark.parametrize("value", ["-1", "x", "1e3", "100000000000", "9" * 5000])
@pytest.mark.parametrize("command", ["run", "compare"])
def test_numbers_out_of_range_are_refused(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, value: str, command: str
) -> None:
    places = {
        "run": ("--set", small, "--system", "nothing", "--out", tmp_path / "out"),
        "compare": (tmp_path, tmp_path),
    }
    with pytest.raises(SystemExit) as ended:
        inclusive(command, *places[command], option, value)
    assert ended.value.code == 2
    assert "is no whole number from 0 to" in capsys.readouterr().err.splitlines()[-1]


def test_systems_with_other_sets_are_together_where_all_were_measured(small: Path, tmp_path: Path) -> None:
    content, sources = json.loads(small.read_text("utf-8")), []
    for name in ("a", "b", "c"):
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps({**content, "name": name}), "utf-8")
        sources += ["--set", path]
    outputs = tmp_path / "some.jsonl"
    rows = [
        {"set": name, "id": each["id"], "output": "x"} for name in ("a", "b") for each in content["sentences"]
    ]
    outputs.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    out = tmp_path / "out"
    systems = ("--system", "nothing", "--system", f"outputs:{outputs}")
    assert inclusive("run", *sources, "--out", out, *systems) == 0
    found = [
        (each.system, each.set, each.sentences)
        for each in result.groups(result.load(out))
        if each.by == "all"
    ]
    size = len(content["sentences"])
    assert [each for each in found if each[1] in ("together", "in common")] == [
        ("nothing", "together", 3 * size),
        ("nothing", "in common", 2 * size),
        ("outputs:some", "in common", 2 * size),
    ]


def test_a_set_that_is_named_twice_is_refused(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    message = refused("run", "--set", small, "--set", small, "--out", out, "--system", "nothing")
    assert "two sets are named small" in message


def test_outputs_for_other_sentences_are_refused(small: Path, tmp_path: Path) -> None:
    (tmp_path / "o.jsonl").write_text('{"id": "z", "output": "x"}', "utf-8")
    message = refused(
        "run", "--set", small, "--out", tmp_path / "out", "--system", f"outputs:{tmp_path / 'o.jsonl'}"
    )
    assert "has no output for any of the sets" in message


def test_two_systems_are_compared(small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    run(small, out, "--system", "default", "--system", "nothing")
    capsys.readouterr()
    assert inclusive("compare", out, out, "--first", "nothing", "--second", "default", "--bootstrap", 99) == 0
    printed = capsys.readouterr().out
    assert "| small | exact | 0.333 | 0.667 | +0.333 | +0.000 to +0.667 |" in printed
    assert "| first: nothing | second: default |" in printed
    assert "| small | word error rate, % |" in printed
    assert inclusive("compare", out, out, "--first", "nothing", "--second", "default", "--bootstrap", 0) == 0
    printed = capsys.readouterr().out
    assert "| small | exact | 0.333 | 0.667 | +0.333 | – | – |" in printed
    assert "the run has several systems" in refused("compare", out, out)
    assert "'x' is no system of the run" in refused("compare", out, out, "--first", "x")


def test_a_system_is_named_as_the_run_was_given_it(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = tmp_path / "a" / "lines.txt"
    lines.parent.mkdir()
    lines.write_text("x\ny\nz\n", "utf-8")
    out = tmp_path / "out"
    assert run(small, out, "--system", "nothing", "--system", f"outputs:{lines}") == 0
    for name in ("outputs:lines", f"outputs:{lines}"):
        capsys.readouterr()
        assert inclusive("compare", out, out, "--first", "nothing", "--second", name, "--bootstrap", 9) == 0
        assert "second: outputs:lines" in capsys.readouterr().out


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            lambda it: it.update(format="mitgemeint inclusive run, version 2"),
            "was written by a newer version",
        ),
        (lambda it: it["cells"][0]["outcomes"].pop(), "cells.0 (nothing on small): has not one outcome"),
        (lambda it: it["cells"].append(it["cells"][0]), "cells.1 (nothing on small): stands there twice"),
        (lambda it: it["cells"][0]["outcomes"].append(it["cells"][0]["outcomes"][0]), "has not one outcome"),
        (lambda it: it["cells"][0]["outcomes"][0].pop("style"), "cells.0: an outcome has no style"),
        (lambda it: it["cells"][0]["outcomes"][0].update(phrases=10**400), "cells.0: phrases is"),
        (lambda it: it["cells"][0].update(outcomes="x"), "cells.0: has no system, set and outcomes"),
        (lambda it: it.update(cells=[7]), "cells.0: names with values are wanted"),
        (lambda it: it.update(sets={}), "the set or the system is none of the run"),
        (lambda it: it["sets"].update(small="x"), "sets.small is no object"),
        (lambda it: it["systems"].update(nothing=[]), "systems.nothing is no object"),
        (lambda it: it["settings"].update(resamples=10**13), "resamples is"),
        (lambda it: it["settings"].pop("seed"), "settings have no resamples and seed"),
        (lambda it: it.pop("provenance"), "provenance is no object"),
    ],
)
def test_results_that_were_changed_are_refused(
    small: Path, tmp_path: Path, change: Change, reason: str
) -> None:
    out = tmp_path / "out"
    run(small, out, "--system", "nothing")
    content = json.loads((out / "results.json").read_text("utf-8"))
    change(content)
    (out / "results.json").write_text(json.dumps(content), "utf-8")
    assert reason in refused("report", out)
    assert reason in refused("compare", out, out)


@pytest.mark.parametrize(
    "option",
    [("--system", "nothing"), ("--bootstrap", 9), ("--seed", 1), ("--no-time",), ("--no-threshold",)],
)
def test_options_that_would_do_nothing_are_refused(
    small: Path, tmp_path: Path, option: tuple[object, ...]
) -> None:
    out = tmp_path / "out"
    run(small, out, "--system", "nothing")
    assert f"{option[0]}: is for what is measured" in refused("report", out, *option)


def test_runs_on_other_texts_are_not_compared(small: Path, tmp_path: Path) -> None:
    run(small, tmp_path / "one", "--system", "nothing")
    small.write_text(small.read_text("utf-8").replace("regnet", "schneit"), "utf-8")
    run(small, tmp_path / "two", "--system", "nothing")
    assert "is another set in the second run" in refused("compare", tmp_path / "one", tmp_path / "two")


def test_files_that_are_no_runs_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    for content in ("{", "[]", '{"format": "x"}', json.dumps({"format": result.FORMAT, "settings": {}})):
        path.write_text(content, "utf-8")
        assert "is no run of the benchmark" in refused("report", tmp_path)
    assert "No such file" in refused("report", tmp_path / "none")


def test_an_ablation_shows_what_components_are_worth(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    options = ("--set", small, "--out", out, "--bootstrap", 0, "--no-threshold", "--no-time")
    only = ("--only", "without pair data", "--only", "without neutral data")
    assert inclusive("ablate", *options, *only) == 0
    printed = capsys.readouterr().out
    assert "| small | full | 1.000 | 1.000 | 1.000 |" in printed
    assert "| small | without pair data | " in printed
    assert (out / "ablation.png").read_bytes().startswith(b"\x89PNG")
    assert inclusive("report", out) == 0
    assert "| small | without neutral data | " in capsys.readouterr().out


@pytest.mark.parametrize("form", list(reports.TEXTS))
def test_a_report_comes_in_every_form(
    small: Path, tmp_path: Path, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    run(small, out, "--system", "nothing")
    capsys.readouterr()
    assert inclusive("report", out, "--format", form) == 0
    printed = capsys.readouterr().out
    begins = {"markdown": "**Rewriting", "csv": "system,set,by", "latex": "% \\usepackage{", "json": "{"}
    assert printed.startswith(begins[form])


def test_the_list_names_systems_and_variants(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert inclusive("list", small) == 0
    printed = capsys.readouterr().out
    assert "set small: 3 sentences, by exclusive phrases: 1 with 0, 2 with 1" in printed
    assert "system outputs:[SET=]FILE" in printed
    assert "variant without inflection" in printed


def test_a_missing_library_is_told_before_anything_is_measured(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mitgemeint.eval.extras.find_spec", lambda name: None)
    out = tmp_path / "out"
    message = refused("ablate", "--set", small, "--out", out, "--no-time")
    assert "compound-split: is not installed; " in message
    assert "--no-threshold" in message
    assert not out.exists()
