"""`inclusive discover`: neutral forms, their company, the order of candidates, and how often it is right."""

import csv
import json
import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.analysis.database import Database
from mitgemeint.eval.inclusive import contexts, discover_command
from mitgemeint.eval.inclusive.contexts import (
    FEMININE,
    MASCULINE,
    Companies,
    Company,
    Item,
    Observer,
    as_json,
    from_json,
    merge,
)
from mitgemeint.eval.inclusive.corpora import chunks as chunking
from mitgemeint.eval.inclusive.corpora import scanning
from mitgemeint.eval.inclusive.corpora.chunks import Chunk, Format, Per
from mitgemeint.eval.inclusive.corpora.texts import Layout
from mitgemeint.eval.inclusive.discovery import Asked, Ranker, Vectors, ask, shared_form, space
from mitgemeint.eval.inclusive.discovery_recall import known_masculines, recalls
from mitgemeint.eval.inclusive.discovery_vectors import vectors
from mitgemeint.eval.inclusive.neutral_forms import NeutralForms
from mitgemeint.eval.problems import EvalError

Run = Callable[..., int]


@pytest.fixture(scope="module")
def neutral(database: Database) -> NeutralForms:
    return NeutralForms(database)


NEUTRAL = {
    "Lehrkräften": ("Lehrkraft", "kraft"),
    "Ansprechperson": ("Ansprechperson", "person"),
    "Kaufleute": ("Kaufleute", "leute"),
    "Schulleitung": ("Schulleitung", "noun"),
    "Projekt-Teams": ("Projekt-Team", "collective"),
    "Kundschaft": ("Kundschaft", "collective"),
    "Studierenden": ("Studierende", "participle"),
    "Delegierter": ("Delegierte", "participle"),
    "Mitglieder": ("Mitglied", "noun"),
    "Gästen": ("Gast", "noun"),
    # a masculine is in it, it is a masculine or feminine, it is no word for people, it is a verb
    "Lehrerschaft": None,
    "Ärzteschaft": None,
    "Lehrer": None,
    "Lehrerin": None,
    "Haus": None,
    "Kraft": None,
    # forces, deeds, money, a state, mere guesses, adjectives that name no people
    "Kaufkraft": None,
    "Muskelkraft": None,
    "Durchführung": None,
    "Wasserleitung": None,
    "Sozialhilfe": None,
    "Haushaltshilfe": ("Haushaltshilfe", "noun"),
    "Geschäftsführung": ("Geschäftsführung", "noun"),
    "Eigenschaft": None,
    "Wirtschaft": None,
    "Beschäftigtenschaft": ("Beschäftigtenschaft", "collective"),
    "Ergänzende": None,
    "Alternative": None,
    "Ehrenamt": None,
    "Fachleuten": ("Fachleute", "leute"),
    "Schaft": None,
    "studierende": None,
    "TEAM": None,
    "": None,
}


@pytest.mark.parametrize(("word", "expected"), NEUTRAL.items())
def test_neutral_forms(neutral: NeutralForms, word: str, expected: tuple[str, str] | None) -> None:
    found = neutral.find(word)
    assert (found and (found.base, found.kind)) == expected


def observed(texts: list[str], *masculines: str) -> Companies:
    observer = Observer(masculines or ("Lehrer",), Layout())
    return observer(Chunk("c", Format.PLAIN, Per.LINE, 1, "\n".join(texts).encode())).companies


def test_the_company_of_a_word() -> None:
    found = observed(["Die Ausbildung der Lehrer und Schüler beginnt im Herbst."])
    (item,) = found
    assert item == Item("Lehrer", MASCULINE)
    company = found[item]
    assert company.count == 1
    assert company.contexts == Counter(["ausbildung", "schüler", "beginnen", "herbst"])
    assert set(company.frames) == {
        "ausbildung D _",
        "_ und schüler",
        "_ + schüler",
    }
    assert company.examples == ["Die Ausbildung der Lehrer und Schüler beginnt im Herbst."]


def test_genders_and_neutral_words_are_told_apart() -> None:
    found = observed(
        ["Wir suchen Lehrerinnen und Lehrkräfte.", "Folgende Lehrkräfte und die Studierenden lernen."]
    )
    assert {item: company.count for item, company in found.items()} == {
        Item("Lehrer", FEMININE): 1,
        Item("Lehrkraft", "kraft"): 2,
        Item("Studierende", "participle"): 1,
    }
    assert "_ + lehrer" not in found[Item("Studierende", "participle")].frames


TEXTS = st.lists(
    st.sampled_from(
        [
            "Die Lehrer und Schüler der Schule lernen.",
            "Die Lehrkräfte und Schüler der Schule lernen.",
            "Die Kundschaft kauft Brot.",
            "Alle Beschäftigten und Lehrerinnen streiken.",
        ]
    ),
    max_size=9,
)


@settings(max_examples=25, deadline=None)
@given(TEXTS, st.integers(0, 9))
def test_parts_add_up(texts: list[str], border: int) -> None:
    observer = OBSERVER[0] if OBSERVER else Observer(("Lehrer",), Layout())
    OBSERVER[:] = [observer]
    whole, parts = {}, {}
    for found, pieces in ((whole, [texts]), (parts, [texts[:border], texts[border:]])):
        for piece in pieces:
            chunk = Chunk("c", Format.PLAIN, Per.LINE, 1, "\n".join(piece).encode())
            merge(found, [observer(chunk).companies])
    saved = dict(from_json(json.loads(json.dumps(as_json(*each)))) for each in parts.items())
    assert saved == parts == whole


OBSERVER: list[Observer] = []


def test_counts_are_pruned_from_the_rarest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contexts, "MOST_FEATURES", 2)
    monkeypatch.setattr(contexts, "MOST_ITEMS", 2)
    company = Company(1, Counter({"a": 5, "b": 2, "c": 2}))
    company.add(Company(1, Counter({"a": 1, "d": 9, "e": 1})))
    assert company.contexts == {"d": 9, "a": 6}
    known: Companies = {}
    counts = {"Lehrer": (MASCULINE, 1), "Team": ("collective", 9), "Gast": ("noun", 3), "Kind": ("noun", 5)}
    part = {Item(word, role): Company(count) for word, (role, count) in counts.items()}
    merge(known, [part, {Item("Fan", "noun"): Company(4)}])
    assert {item.word for item in known} == {"Lehrer", "Team"}


@pytest.mark.parametrize(
    ("masculine", "candidate", "share"),
    [
        ("Lehrer", "Lehrkraft", 1.0),
        ("Lehrer", "Kollegium", 0.0),
        ("Student", "Studierende", 4 / 7),
        ("Bürger", "Bürgerliche", 0.0),  # an adjective of the same stem means something else
        ("Gegner", "Gegnerische", 0.0),
        ("Käufer", "Kaufkraft", 1.0),  # umlauts do not count
        ("Kunde", "Kundschaft", 1.0),
        ("Arzt", "Arztpraxis", 1.0),
        ("Bote", "Botschaft", 0.0),  # fewer than four letters
    ],
)
def test_shared_form(masculine: str, candidate: str, share: float) -> None:
    assert shared_form(masculine, candidate) == pytest.approx(share)


def test_cosines_as_computed_by_hand() -> None:
    """Three rows and columns: PPMI with smoothed columns, rows of length 1."""
    candidates = [{"x": 2, "y": 1}, {"y": 1, "z": 3}]
    asked = [{"x": 1, "z": 1}]
    table = np.array([[2, 1, 0], [0, 1, 3], [1, 0, 1]], dtype=float)
    columns = table.sum(axis=0) ** 0.75
    columns /= columns.sum()
    with np.errstate(divide="ignore"):
        weights = np.maximum(np.log(table / table.sum(axis=1, keepdims=True) / columns), 0)
    weights /= np.linalg.norm(weights, axis=1, keepdims=True)
    made = space(candidates, asked)
    np.testing.assert_allclose(made.cosines(0), weights[:2] @ weights[2])
    assert made.features == ["x", "y", "z"]
    assert made.shared(0, 0) == ["x"]
    assert made.shared(1, 0) == ["z"]


def test_without_counts_every_cosine_is_0() -> None:
    assert space([{}, {"a": 1}], [{}]).cosines(0).tolist() == [0, 0]
    assert space([], [{}]).cosines(0).tolist() == []


SCHOOL = [
    *[
        "Die Lehrer unterrichten Mathematik in der Schule.",
        "Die Lehrerinnen unterrichten Physik in der Schule.",
    ]
    * 3,
    *["Die Lehrkräfte unterrichten Mathematik in der Schule."] * 3,
    *["Die Kundschaft kauft Brot im Laden.", "Die Belegschaft streikt seit Montag im Werk."] * 3,
]


def lehrer(database: Database, neutral: NeutralForms) -> Asked:
    return ask("Lehrern", database, neutral)


def test_what_stands_in_the_same_places_comes_first(database: Database, neutral: NeutralForms) -> None:
    asked = lehrer(database, neutral)
    assert asked.masculine == "Lehrer"
    assert {"Lehrkraft", "Lehrende"} <= asked.known
    ranker = Ranker([asked], observed(SCHOOL))
    first, *_ = ranker.rank(0)
    assert (first.word, first.kind, first.known, first.count) == ("Lehrkraft", "kraft", True, 3)
    assert first.score == pytest.approx(1.0)
    assert set(first.parts) == {"contexts", "frames", "form"}
    evidence = ranker.evidence(0, first)
    assert "_ unterrichten mathematik" in evidence
    assert evidence[-1] == "Die Lehrkräfte unterrichten Mathematik in der Schule."


def test_rare_words_count_as_if_they_were_not_there(database: Database, neutral: NeutralForms) -> None:
    asked = lehrer(database, neutral)
    ranker = Ranker([asked], observed(SCHOOL), fewest=4)
    assert ranker.candidates == []
    assert ranker.rank(0) == []
    assert ranker.seen(0) == 6


def test_what_shares_nothing_but_letters_is_no_candidate(database: Database, neutral: NeutralForms) -> None:
    texts = [*SCHOOL, *["Lehrkind Hans isst Suppe."] * 3]
    asked = lehrer(database, neutral)
    ranked = Ranker([asked], observed(texts)).rank(0)
    assert "Lehrkind" not in {each.word for each in ranked}
    first, *_ = ranked
    own = [first.parts["contexts"], first.parts["frames"]]
    assert first.strength == pytest.approx(sum(own) / 2)


def test_rare_words_are_trusted_less(database: Database, neutral: NeutralForms) -> None:
    def contexts(times: int) -> float:
        texts = SCHOOL + ["Die Fachkräfte unterrichten Mathematik in der Schule."] * times
        ranked = Ranker([lehrer(database, neutral)], observed(texts)).rank(0)
        return next(each.parts["contexts"] for each in ranked if each.word == "Fachkraft")

    assert contexts(1) < contexts(9)


def test_scores_are_means_of_scaled_parts(database: Database, neutral: NeutralForms) -> None:
    """Vectors 0.8, 0.9 and 0.6 reach from 0 to 1; the form is shared by the second alone."""
    items = [Item("Belegschaft", "collective"), Item("Lehrkraft", "kraft"), Item("Team", "collective")]
    ranker = Ranker([lehrer(database, neutral)], None, Vectors(items, np.array([[0.8, 0.9, 0.6]])))
    assert [(each.word, each.score) for each in ranker.rank(0)] == [
        ("Lehrkraft", pytest.approx(1.0)),
        ("Belegschaft", pytest.approx(1 / 3)),
    ]


def test_words_that_cannot_be_asked_for(database: Database, neutral: NeutralForms) -> None:
    for word, reason in {
        "Haus": "no such masculine",
        "Lehrerin": "no such",
        "Angestellter": "is neutral in the",
    }.items():
        with pytest.raises(EvalError, match=reason):
            ask(word, database, neutral)


VECTORS = {
    "Lehrer": [1, 0, 0],
    "Lehrerin": [0, 1, 0],
    "Lehrern": [2, 0, 0],
    "Lehrkraft": [1, 1, 0],
    "Lehrkräfte": [3, 3, 0],
    "Kundschaft": [1, 0, 9],
    "Team": [-1, -1, 0],
    "Haus": [1, 1, 0],
    "der": [0, 0, 1],
    "Personal": [0, 0, 0],
}


@pytest.fixture
def vector_file(tmp_path: Path) -> Path:
    lines = [f"{word} {' '.join(map(str, numbers))}" for word, numbers in VECTORS.items()]
    (tmp_path / "vectors.txt").write_text(f"{len(lines)} 3\n" + "\n".join(lines) + "\n", "utf-8")
    return tmp_path / "vectors.txt"


def test_vectors(database: Database, neutral: NeutralForms, vector_file: Path) -> None:
    student = ask("Student", database, neutral)
    found = vectors(vector_file, [lehrer(database, neutral), student], neutral)
    assert [item.word for item in found.candidates] == ["Kundschaft", "Lehrkraft", "Personal", "Team"]
    cosines = dict(zip((item.word for item in found.candidates), found.cosines[0], strict=True))
    assert cosines["Lehrkraft"] == pytest.approx(1.0)
    assert cosines["Team"] == pytest.approx(-1.0)
    assert cosines["Kundschaft"] == pytest.approx(1 / math.sqrt(2) / math.sqrt(82))
    assert math.isnan(cosines["Personal"])  # a vector of zeros points nowhere
    assert np.isnan(found.cosines[1]).all()
    ranker = Ranker([lehrer(database, neutral), student], None, found)
    assert (ranker.has_vector(0), ranker.has_vector(1)) == (True, False)
    assert [each.word for each in ranker.rank(0)][:2] == ["Lehrkraft", "Kundschaft"]


def test_vectors_without_neutral_words(database: Database, neutral: NeutralForms, tmp_path: Path) -> None:
    (tmp_path / "v").write_text("lehrer 1 2\nlehrkraft 2 1\n", "utf-8")
    with pytest.raises(EvalError, match="no word in it is neutral in form"):
        vectors(tmp_path / "v", [lehrer(database, neutral)], neutral)


def test_recall_counts_what_could_be_found(database: Database, neutral: NeutralForms) -> None:
    asked = [lehrer(database, neutral), ask("Student", database, neutral), ask("Kunde", database, neutral)]
    corpus = [*SCHOOL, *["Die Studenten lernen.", "Die Studierenden lernen in der Mensa."] * 2]
    ranker = Ranker(asked, observed(corpus, "Lehrer", "Student", "Kunde"), fewest=2)
    everything, *alone = recalls(ranker, 2)
    assert everything.used == ("contexts", "frames", "form")
    assert [each.used for each in alone] == [("contexts",), ("frames",), ("form",)]
    assert (everything.asked, everything.seen, everything.possible) == (3, 2, 2)
    assert everything.found == (2, 2, 2)
    assert everything.precision == pytest.approx(1 / 3)
    # of each word one of the four candidates is known, and drawn first with 1/4
    assert everything.chance == pytest.approx((2 / 4, 2, 2))


def test_masculines_with_known_neutral_words(database: Database, neutral: NeutralForms) -> None:
    asked = {each.masculine: each for each in known_masculines(database, neutral)}
    assert len(asked) > 1_000
    assert "Studierende" in asked["Student"].known
    assert "Angestellter" not in asked


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "c").write_text("\n".join(SCHOOL), "utf-8")
    return tmp_path / "c"


def test_the_table(tmp_path: Path, corpus: Path, vector_file: Path, run: Run) -> None:
    command = ("discover", "Lehrern", "--out", tmp_path / "o", "--jobs", 1)
    options = ("--text-per", "line", "--corpus", corpus)
    assert run(*command, *options, "--known") == 0
    first, *_ = table(tmp_path / "o")
    assert (first["word"], first["candidate"], first["known"], first["accept"]) == (
        "Lehrer",
        "Lehrkraft",
        "yes",
        "",
    )
    assert (first["score"], first["vectors"], first["count"]) == ("1.000", "", "3")
    assert "_ unterrichten mathematik / " in first["evidence"]
    run(*command, *options)
    assert "Lehrkraft" not in {row["candidate"] for row in table(tmp_path / "o")}
    run(*command, *options, "--vectors", vector_file, "--known", "--first", 1)
    (only,) = table(tmp_path / "o")
    assert (only["candidate"], only["vectors"]) == ("Lehrkraft", "1.000")
    run(*command, "--vectors", vector_file, "--known")
    assert [(row["candidate"], row["contexts"]) for row in table(tmp_path / "o")][:1] == [("Lehrkraft", "")]


def test_the_measure(tmp_path: Path, corpus: Path, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    run(
        "discover",
        "--measure",
        "--text-per",
        "line",
        "--corpus",
        corpus,
        "--out",
        tmp_path / "o",
        "--jobs",
        1,
    )
    printed = capsys.readouterr().out
    assert printed == (tmp_path / "o").read_text("utf-8")
    assert "| contexts + frames + form |" in printed
    beside = json.loads((tmp_path / "o.provenance.json").read_text("utf-8"))
    assert beside["recall"][0]["possible"] == 1
    assert beside["recall"][0]["found"] == [1, 1, 1]


def test_the_same_with_two_processes_and_after_a_break(
    tmp_path: Path, corpus: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunking, "CHUNK", 150)
    monkeypatch.setattr(scanning, "CHUNKS_A_PART", 1)
    monkeypatch.setattr(discover_command, "SECONDS_BETWEEN_SAVES", 0.0)
    command = ("discover", "Lehrer", "--known", "--text-per", "line", "--corpus", corpus)
    for jobs in (1, 2):
        run(*command, "--out", tmp_path / f"o{jobs}", "--jobs", jobs)
    assert (tmp_path / "o1").read_bytes() == (tmp_path / "o2").read_bytes()
    calls: list[int] = []
    work = Observer.__call__

    def interrupted(self: Observer, chunk: Chunk) -> object:
        calls.append(chunk.line)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return work(self, chunk)

    monkeypatch.setattr(Observer, "__call__", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(*command, "--out", tmp_path / "o3", "--jobs", 1)
    run(*command, "--out", tmp_path / "o3", "--jobs", 1)
    assert calls[3] == calls[2]
    assert (tmp_path / "o1").read_bytes() == (tmp_path / "o3").read_bytes()


def test_words_without_candidate_are_named(
    tmp_path: Path, corpus: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--text-per", "line", "--known", "--out", tmp_path / "o", "--jobs", 1)
    run("discover", "Lehrer", "Chef", "Zuschauer", "--corpus", corpus, *options)
    assert "No candidate for Chef, Zuschauer\n" in capsys.readouterr().err


def test_records_without_a_known_field_point_to_the_option(
    tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "c").mkdir()
    for name, field in (("a.jsonl", "text"), ("b.jsonl", "inhalt")):
        (tmp_path / "c" / name).write_text(json.dumps({field: SCHOOL[0]}) + "\n", "utf-8")
    run("discover", "Lehrer", "--corpus", tmp_path / "c", "--out", tmp_path / "o", "--jobs", 1)
    said = capsys.readouterr().err
    assert "there is text in inhalt" in said
    assert "Name the field that holds the text with --field\n" in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("Lehrer",), "there is nothing to look in; give --corpus, --vectors or both"),
        (("--corpus", "c"), "there is no word to look for"),
        (("Lehrer", "--measure", "--vectors", "v"), "words and --measure exclude each other"),
        (("Lehrer", "--vectors", "v", "--first", "0"), "--first: 0 is no count"),
        (("Baum", "--vectors", "v"), "Baum: the database has no such masculine for people"),
        (("Lehrer", "--vectors", "missing"), "missing: No such file"),
        (("Lehrer", "--corpus", "missing"), "missing: No such file"),
    ],
)
def test_wrong_arguments(tmp_path: Path, run: Run, arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(EvalError, match=message):
        run("discover", *arguments, "--out", tmp_path / "o", "--jobs", 1)
    assert not (tmp_path / "o").exists()
