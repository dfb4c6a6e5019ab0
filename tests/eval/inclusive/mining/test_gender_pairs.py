"""`inclusive pairs`: which masculine a gender-marked word is given, and what is known already."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.analysis.database import Database
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.eval.inclusive.corpora import chunks as chunking
from mitgemeint.eval.inclusive.corpora import scanning
from mitgemeint.eval.inclusive.corpora.chunks import Chunk, Format, Per
from mitgemeint.eval.inclusive.corpora.texts import Layout
from mitgemeint.eval.inclusive.gender_pairs import (
    COLUMNS,
    Collector,
    Formation,
    PairJudge,
    Seen,
    Status,
    merge,
    rows,
)
from mitgemeint.eval.problems import EvalError

Run = Callable[..., int]

# text → feminine, masculine, what the database has, what speaks for the masculine
FOUND = {
    "Ärzt*innen": ("Ärztin", "Arzt", Status.KNOWN, Formation.DATABASE),
    "ein:e Kolleg:in": ("Kollegin", "Kollege", Status.KNOWN, Formation.DATABASE),
    "LEHRER*INNEN": ("Lehrerin", "Lehrer", Status.KNOWN, Formation.DATABASE),
    "Museumskurator_innen": ("Museumskuratorin", "Museumskurator", Status.COMPOUND, Formation.DATABASE),
    "Zauberinnen und Zauberer": ("Zauberin", "Zauberer", Status.KNOWN, Formation.DATABASE),
    # not in the database
    "Teamer/-innen": ("Teamerin", "Teamer", Status.NEW, Formation.RULE),
    "Skeptolog*innen": ("Skeptologin", "Skeptologe", Status.NEW, Formation.RULE),
    "Bachelorand*innen": ("Bachelorandin", "Bachelorand", Status.NEW, Formation.RULE),
    "Kobold:innen": ("Koboldin", "Kobold", Status.NEW, Formation.NOUN),
    "Quiltologinnen und Quiltologen": ("Quiltologin", "Quiltologe", Status.NEW, Formation.BESIDE),
    "Swifterinnen/Swifter": ("Swifterin", "Swifter", Status.NEW, Formation.BESIDE),
    "der Vlogkritiker oder die Vlogkritikerin": (
        "Vlogkritikerin",
        "Vlogkritiker",
        Status.COMPOUND,
        Formation.DATABASE,
    ),
    "Bestauner*innen": ("Bestaunerin", "Bestauner", Status.NEW, Formation.AGENT),
}

NOTHING = [
    "Studenten*innen und Mitglieder*innen",  # not well formed: they show no feminine
    "Mütter und Väter, Onkel und Tanten, Mönchinnen*",
    "Berlin und Wien, Medizin und Mediziner, Kantine/Kanton",
    "Jede*r Angestellte*r, der*die, LinkedIn",
    "Lehrerinnen und Schüler",
    # feminine and neuter things, surnames, files, words in small letters
    "Breite:innen 3 m, Höhe:innen 2 m, Wand:innen, Leder:innen, Gartentür_innen",
    "Maier/in Vertretung, Schmitz:innen",
    "Datei_innen.txt und Ordner_innen, host:in",
]


@pytest.fixture(scope="module")
def collector() -> Collector:
    return Collector(Layout())


@pytest.fixture(scope="module")
def judge(database: Database) -> PairJudge:
    return PairJudge(database, FormLexicon.load())


def collected(collector: Collector, text: str, line: int = 1) -> dict[str, Seen]:
    return collector(Chunk("c", Format.PLAIN, Per.LINE, line, text.encode())).seen


@pytest.mark.parametrize(("text", "expected"), FOUND.items())
def test_masculines(
    collector: Collector, judge: PairJudge, text: str, expected: tuple[str, str, Status, Formation]
) -> None:
    ((feminine, seen),) = collected(collector, text).items()
    pair = judge.judge(feminine, seen)
    assert pair is not None
    assert (pair.feminine, pair.masculine, pair.status, pair.formation) == expected
    assert seen.count == 1
    assert text in seen.example


@pytest.mark.parametrize("text", NOTHING)
def test_what_shows_no_pair(collector: Collector, judge: PairJudge, text: str) -> None:
    pairs = [judge.judge(feminine, seen) for feminine, seen in collected(collector, text).items()]
    assert [pair for pair in pairs if pair] == []


def test_numbers_notations_and_forms_are_counted(collector: Collector) -> None:
    text = "Die Teamer*innen, ein*e Teamer*in, Teamer:innen. Teamerinnen und Teamer, Teamer*innen."
    (seen,) = collected(collector, text).values()
    assert (seen.singular, seen.plural) == (1, 4)
    assert seen.notations == {"star": 3, "colon": 1, "pair": 1}
    assert seen.forms["Teamer*innen"] == 2
    assert seen.beside == {"Teamer": 1}


def test_what_may_be_a_thing_stands_last(collector: Collector, judge: PairJudge) -> None:
    text = (
        "Wein:innen, Stoff:innen, Stoff:innen, Durchmesser_innen, Teamer:innen, Kobold:innen, Teppich:innen"
    )
    pairs = [judge.judge(*each) for each in collected(collector, text).items()]
    table = [dict(zip(COLUMNS, row.split("\t"), strict=True)) for row in rows(filter(None, pairs))][1:]
    assert [row["feminine"] for row in table][:2] == ["Teamerin", "Stoffin"]
    assert {row["formation"] for row in table[1:]} == {Formation.NOUN.value}
    assert "perhaps a thing" in Formation.NOUN


def test_a_stem_in_e_gets_no_er(judge: PairJudge) -> None:
    assert [each for each in judge.candidates("Kolleggein") if each.endswith("eer")] == []


LINES = st.lists(st.sampled_from([*FOUND, *NOTHING]), max_size=12)


@settings(max_examples=30, deadline=None)
@given(LINES, st.integers(0, 12))
def test_parts_add_up(collector: Collector, lines: list[str], border: int) -> None:
    """Two chunks give what one gives, also through a file."""
    whole: dict[str, Seen] = {}
    parts: dict[str, Seen] = {}
    merge(whole, [collector(Chunk("c", Format.PLAIN, Per.LINE, 1, "\n".join(lines).encode()))])
    for part in (lines[:border], lines[border:]):
        merge(parts, [collector(Chunk("c", Format.PLAIN, Per.LINE, 1, "\n".join(part).encode()))])
        parts = {key: Seen.from_json(json.loads(json.dumps(seen.as_json()))) for key, seen in parts.items()}
    assert parts == whole


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "c").write_text("\n\n".join([*FOUND, *NOTHING, '"Teamer*innen"\tund', "Ärzt*innen"]), "utf-8")
    return tmp_path / "c"


def test_the_table(tmp_path: Path, corpus: Path, run: Run) -> None:
    assert run("pairs", corpus, "--out", tmp_path / "o", "--jobs", 1) == 0
    found = table(tmp_path / "o")
    statuses = [row["status"] for row in found]
    assert statuses == sorted(statuses, key=list(Status).index)
    assert {row["feminine"] for row in found} == {expected[0] for expected in FOUND.values()}
    first = found[0]
    assert (first["masculine"], first["count"], first["accept"]) == ("Teamer", "2", "")
    assert (first["paradigm"], first["notations"]) == ("er", "slash 1, star 1")
    assert (tmp_path / "o.provenance.json").exists()


def test_only_new_ones_and_only_frequent_ones(tmp_path: Path, corpus: Path, run: Run) -> None:
    run("pairs", corpus, "--out", tmp_path / "o", "--jobs", 1, "--new")
    assert {row["status"] for row in table(tmp_path / "o")} == {"new"}
    run("pairs", corpus, "--out", tmp_path / "o", "--jobs", 1, "--fewest", 2)
    assert [row["masculine"] for row in table(tmp_path / "o")] == ["Teamer", "Arzt"]
    with pytest.raises(EvalError, match="--fewest: 0 is no count"):
        run("pairs", corpus, "--out", tmp_path / "o", "--fewest", 0)


def test_the_same_with_two_processes_and_after_a_break(
    tmp_path: Path, corpus: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunking, "CHUNK", 60)
    run("pairs", corpus, "--out", tmp_path / "one", "--jobs", 1)
    run("pairs", corpus, "--out", tmp_path / "two", "--jobs", 2)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()

    monkeypatch.setattr(scanning, "CHUNKS_A_PART", 1)
    calls: list[int] = []
    work = Collector.__call__

    def interrupted(self: Collector, chunk: Chunk) -> object:
        calls.append(chunk.line)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return work(self, chunk)

    monkeypatch.setattr(Collector, "__call__", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run("pairs", corpus, "--out", tmp_path / "three", "--jobs", 1)
    assert run("pairs", corpus, "--out", tmp_path / "three", "--jobs", 1) == 0
    assert len(set(calls)) == len(calls) - 1
    assert (tmp_path / "one").read_bytes() == (tmp_path / "three").read_bytes()


def test_no_pair_is_a_table_without_rows() -> None:
    assert len(list(rows([]))) == 1
