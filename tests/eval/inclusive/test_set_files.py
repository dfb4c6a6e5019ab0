"""Reading sets: every format, and what is refused with its place."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mitgemeint.eval.inclusive.benchmark_set import Conventions, Phrase, Style
from mitgemeint.eval.inclusive.set_files import load_set, load_sets, shipped_sets
from mitgemeint.eval.problems import EvalError

TEXT = "Die Schüler grüßen die Lehrer."
ENTRY = {
    "id": "school-1",
    "domain": "school",
    "style": "pair",
    "exclusive": TEXT,
    "phrases": [{"start": 4, "end": 11, "text": "Schüler"}, {"start": 23, "end": 29, "text": "Lehrer"}],
    "inclusive": "Die Schülerinnen und Schüler grüßen die Lehrerinnen und Lehrer.",
    "gender_characters": False,
    "metadata": {"url": "none"},
}

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a set of entries that differ from ENTRY in some values."""

    def written(*changes: dict[str, Any], name: str = "set.json") -> Path:
        entries = [{**ENTRY, "id": f"school-{number}", **change} for number, change in enumerate(changes, 1)]
        path = tmp_path / name
        path.write_text(json.dumps({"name": "small", "version": "2", "sentences": entries}), "utf-8")
        return path

    return written


def refused(path: Path) -> str:
    with pytest.raises(EvalError) as raised:
        load_set(path)
    message = str(raised.value)
    assert "\n" not in message
    assert message.startswith(str(path))
    return message


def test_the_report_s_format(write: Write) -> None:
    found = load_set(write({}, {"phrases": [], "style": "none", "inclusive": TEXT}))
    assert (found.name, found.version, list(found.by_phrases())) == ("small", "2", [(0, 1), (2, 1)])
    first = found.sentences[0]
    assert first.phrases == (Phrase(4, 11, "Schüler"), Phrase(23, 29, "Lehrer"))
    assert (first.style, first.domain, first.gender_characters) == (Style.PAIR, "school", False)
    assert (first.notation, first.targets) == ("", (ENTRY["inclusive"],))
    accepted = ["Schülerinnen und Schüler grüßen.", "Alle grüßen."]
    (more,) = load_set(write({"accepted": accepted})).sentences
    assert more.targets == (ENTRY["inclusive"], *accepted)
    assert found.conventions == Conventions()


def test_a_bare_list_with_the_report_s_names(tmp_path: Path) -> None:
    row = {
        "exclusive": TEXT,
        "exclusive_phrases": ["Schüler", "Lehrer"],
        "inclusive": "Die Schüler*innen grüßen die Lehrer*innen.",
        "gender_characters_allowed": True,
        "metadata": {"id": "crawl-7"},
    }
    path = tmp_path / "plain.json"
    path.write_text(json.dumps([row]), "utf-8")
    (sentence,) = load_set(path).sentences
    assert sentence.id == "crawl-7"
    assert [phrase.start for phrase in sentence.phrases] == [4, 23]
    assert sentence.style is Style.ABBREVIATED


@pytest.mark.parametrize(
    ("inclusive", "phrases", "style"),
    [
        ("Die Lehrkräfte kommen.", ["Lehrer"], Style.NEUTRAL),
        ("Die Lehrerinnen und Lehrer kommen.", ["Lehrer"], Style.PAIR),
        ("Die Lehrer/-innen kommen.", ["Lehrer"], Style.ABBREVIATED),
        ("Die Lehrer kommen.", [], Style.NONE),
    ],
)
def test_a_style_that_is_not_named_is_that_of_the_text(
    write: Write, inclusive: str, phrases: list[str], style: Style
) -> None:
    path = write(
        {"exclusive": "Die Lehrer kommen.", "inclusive": inclusive, "phrases": phrases, "style": None}
    )
    assert load_set(path).sentences[0].style is style


def test_texts_in_the_place_of_spans_are_looked_for_as_whole_words(write: Write) -> None:
    text = "Lehrer und Fachlehrer: Lehrer."
    (sentence,) = load_set(write({"exclusive": text, "phrases": ["Lehrer", "Lehrer"]})).sentences
    assert [(phrase.start, phrase.text) for phrase in sentence.phrases] == [(0, "Lehrer"), (23, "Lehrer")]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            {"phrases": [{"start": 4, "end": 10, "text": "Schüler"}]},
            "'Schüler' is not what stands at 4 to 10",
        ),
        ({"phrases": [{"start": 40, "end": 47, "text": "Schüler"}]}, "has no span within the text"),
        ({"phrases": [{"start": 4, "end": 4, "text": ""}]}, "has no span within the text"),
        ({"phrases": [{"start": True, "end": 11, "text": "x"}]}, "has no span within the text"),
        ({"phrases": [{"start": 4, "end": 11}]}, "neither a text nor start, end and text"),
        ({"phrases": ["Schüler", {"start": 4}]}, "partly texts and partly spans"),
        ({"phrases": ["Kinder"]}, "'Kinder' is not in the text"),
        ({"phrases": ["die", "Die"], "exclusive": "Die, die."}, None),
        ({"phrases": [*reversed(ENTRY["phrases"])]}, None),
        ({"exclusive": "Die Sch\ud83dler."}, "exclusive holds half a surrogate pair"),
        ({"metadata": {"a": ["\udc00"]}}, "metadata.a.0 holds half a surrogate pair"),
        ({"style": "none"}, "style is 'none', and there are phrases"),
        ({"style": "none", "phrases": []}, "exclusive and inclusive differ, and there are no phrases"),
        ({"style": None, "phrases": []}, "exclusive and inclusive differ, and there are no phrases"),
        ({"phrases": []}, "style is 'pair', and there are no phrases"),
        ({"inclusive": TEXT}, "exclusive and inclusive are the same, and there are phrases"),
        (
            {"inclusive": "Die Schüler*innen grüßen die Lehrer."},
            "gender_characters is false, and 'Schüler*innen' stands in inclusive",
        ),
        ({"inclusive": "Die Datei plan_innen.pdf, Jobs (m/w/d), Rüstungskonzerne, LinkedIn."}, None),
        ({"domain": ["school"]}, "domain is no text in a line of up to 100 characters"),
        ({"domain": "a\nb"}, "domain is no text in a line"),
        ({"domain": None}, None),
        ({"accepted": ["Alle grüßen."]}, None),
        ({"accepted": "Alle grüßen."}, "accepted: 'Alle grüßen.' is no list"),
        ({"accepted": [3]}, "accepted: 3 is no text"),
        ({"metadata": "x"}, "its metadata are no object"),
        ({"id": ""}, "its id is no text in a line of 1 to 200 characters"),
        ({"id": "a\x1b[31m"}, "its id is no text in a line"),
        ({"id": "x" * 201}, "its id is no text in a line"),
        (
            {"phrases": ["Lehrer"], "exclusive": "Lehrer, Lehrer."},
            "is in the text 2 times, and listed 1 times",
        ),
        ({"phrases": ["Schüler", "Schüler"]}, "is in the text 1 times, and listed 2 times"),
        ({"phrases": ["Die Schüler", "Schüler"]}, "two phrases overlap"),
        ({"phrases": "Schüler"}, "phrases are no list"),
        ({"gender_characters": "yes"}, "gender_characters is neither true nor false"),
        ({"style": "star"}, "style 'star' is none of none, abbreviated pair"),
        ({"exclusive": " "}, "exclusive is no text"),
        ({"inclusive": None}, "inclusive is no text"),
        ({"id": ["x"]}, "its id is no text"),
    ],
)
def test_what_is_malformed_is_refused_with_its_entry(
    write: Write, change: dict[str, Any], reason: str | None
) -> None:
    path = write({}, change)
    if reason is None:
        load_set(path)
        return
    message = refused(path)
    assert reason in message
    assert "entry school-2" in message or "entry 2" in message


def test_files_that_are_no_sets_are_refused(tmp_path: Path, write: Write) -> None:
    assert "entry 2 (same): entry 1 has the same id" in refused(write({"id": "same"}, {"id": "same"}))
    assert "holds no sentence" in refused(write())
    contents = {
        b"{": "is no JSON (column 2",
        b"": "is empty",
        b"[NaN]": "is no JSON (NaN",
        b"[" * 100_000: "is no JSON (too deeply nested)",
        b"9" * 5000: "is no JSON (a number is too long)",
        b"[1]": "entry 1 is no object",
        b'{"a": 1}': "neither sentences nor cases",
    }
    for content, reason in {**contents, b"\xff": "not in UTF-8", b'{"sentences": 3}': "no list"}.items():
        path = tmp_path / "other.json"
        path.write_bytes(content)
        assert reason in refused(path)
    assert "No such file" in refused(tmp_path / "missing.json")


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        *(({"name": name}, "the name of the set") for name in (None, [], "", "a\nb", "\x1b[1m", "x" * 101)),
        ({"name": "together"}, "the name together is that of several sets in the tables"),
        ({"name": "in common"}, "the name in common is that of several sets in the tables"),
        ({"version": ["1"]}, "version is no text"),
        ({"licence": None}, "licence is no text"),
    ],
)
def test_what_a_set_says_of_itself_is_checked(
    write: Write, tmp_path: Path, head: dict[str, Any], reason: str
) -> None:
    content = json.loads(write({}).read_text("utf-8"))
    path = tmp_path / "head.json"
    path.write_text(json.dumps({**content, **head}), "utf-8")
    assert reason in refused(path)
    path.write_text(json.dumps({**content, "version": 1.5}), "utf-8")
    assert load_set(path).version == "1.5"


def test_a_set_that_does_not_say_its_name_has_that_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps([ENTRY]), "utf-8")
    assert load_set(path).name == "own"
    assert "the name together" in refused(path.rename(tmp_path / "together.json"))


def test_unknown_fields_are_told_in_one_line(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    load_set(write({}, {"inklusiv": "x"}, {"inklusiv": "x", "a": 1}))
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1
    assert "unknown fields are left out: inklusiv (first in entry 2 (school-2)), a (first in" in told[0]
    load_sets("sentences")
    assert capsys.readouterr().err == ""


def test_a_field_that_is_missing_is_told_with_one_that_is_like_it(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    row = {**ENTRY, "inklusive": ENTRY["inclusive"]}
    del row["inclusive"]
    path.write_text(json.dumps([row]), "utf-8")
    assert "has no inclusive (but inklusive)" in refused(path)


def test_a_byte_order_mark_is_no_part_of_a_set(write: Write, tmp_path: Path) -> None:
    path = write({})
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert load_set(path).name == "small"
    lines = tmp_path / "lines.jsonl"
    lines.write_bytes(b"\xef\xbb\xbf" + json.dumps(ENTRY).encode("utf-8"))
    assert [sentence.id for sentence in load_set(lines).sentences] == ["school-1"]


def test_what_is_no_set_in_a_folder_is_left_out(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write({})
    (tmp_path / "x.json").mkdir()
    others = {"package.json": '{"name": "x"}', "list.json": "[1, 2]", "1.jsonl": '{"id": "a", "output": "b"}'}
    for name, content in others.items():
        (tmp_path / name).write_text(content, "utf-8")
    assert [found.name for found in load_sets(str(tmp_path))] == ["small"]
    told = capsys.readouterr().err
    assert [name for name in others if f"{name}: is left out, as it is no set" in told] == [*others]
    (tmp_path / "broken.json").write_text("{", "utf-8")
    with pytest.raises(EvalError, match=r"broken\.json: is no JSON .*one by one"):
        load_sets(str(tmp_path))


def test_a_folder_without_a_set_and_the_home_of_nobody_are_told(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text("{}", "utf-8")
    with pytest.raises(EvalError, match="has no set"):
        load_sets(str(tmp_path))
    with pytest.raises(EvalError, match="~nouser is the home of nobody here"):
        load_sets("~nouser/x")


@pytest.mark.parametrize("phrases", [["Schüler", "Lehrer"], ENTRY["phrases"]])
def test_json_lines_may_have_the_fields_of_the_report(tmp_path: Path, phrases: object) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text(json.dumps({**ENTRY, "phrases": phrases}) + "\n", "utf-8")
    (sentence,) = load_set(path).sentences
    assert [phrase.start for phrase in sentence.phrases] == [4, 23]
    assert (sentence.style, sentence.domain) == (Style.PAIR, "school")


ALIGNED = {
    "id": "a",
    "exclusive": "Die Köche.",
    "spans": [[4, 9]],
    "exclusive_phrases": ["Köche"],
    "inclusive": "Die Köch*innen.",
    "gender_characters": True,
}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"spans": [[4, 9], [6, 8]], "exclusive_phrases": ["Köche", "ch"]}, "two phrases overlap"),
        ({"spans": [[4, 9, 1]]}, "a span is no list of two numbers"),
        ({"spans": None}, "spans and exclusive_phrases are no lists of one length"),
        ({"style": ["star"]}, 'style ["star"] is no notation'),
        ({"style": "stars"}, "style 'stars' is no notation"),
        ({"targets": []}, "targets are no object"),
    ],
)
def test_what_is_malformed_in_json_lines_is_refused_with_its_line(
    tmp_path: Path, change: dict[str, Any], reason: str
) -> None:
    path = tmp_path / "lines.jsonl"
    rows = [ALIGNED, {}, {**ALIGNED, "id": "b", **change}]
    path.write_text("\n".join(json.dumps(row) if row else "" for row in rows), "utf-8")
    message = refused(path)
    assert reason in message
    assert "line 3 (b): " in message
    path.write_text("\n".join(map(json.dumps, [ALIGNED, ALIGNED])), "utf-8")
    assert "line 2 (a): line 1 has the same id" in refused(path)


def test_spans_in_another_order_are_the_same_set(tmp_path: Path) -> None:
    spans, texts = [[0, 5], [10, 15]], ["Köche", "Gäste"]
    path = tmp_path / "lines.jsonl"
    found = []
    for step in (1, -1):
        row = {**ALIGNED, "exclusive": "Köche und Gäste.", "spans": spans[::step]}
        path.write_text(json.dumps({**row, "exclusive_phrases": texts[::step]}), "utf-8")
        found.append(load_set(path).fingerprint)
    assert found[0] == found[1]


CASE = {
    "id": "h",
    "text": "Die Köche.",
    "format": "plaintext",
    "flags": [{"start": 4, "end": 9, "text": "Köche"}],
    "maybe": [],
    "rewrites": [{"style": "star", "text": "Die Köch*innen."}],
}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"flags": None}, "flags: null is no list"),
        ({"maybe": 3}, "maybe: 3 is no list"),
        ({"maybe": [{"start": 4, "end": 9, "text": "Köche"}]}, "two phrases overlap"),
        ({"flags": 2 * [{"start": 4, "end": 9, "text": "Köche"}]}, "two phrases overlap"),
        ({"rewrites": 5}, "rewrites: 5 is no list"),
        ({"rewrites": ["b"]}, "a rewrite has no style and text"),
        ({"rewrites": [{"style": [], "text": "b"}]}, "style is no text"),
        ({"rewrites": [{"style": "star"}]}, "has no text"),
        ({"format": "nonsense"}, "format 'nonsense' is none of plaintext"),
        ({"format": ["plaintext"]}, 'format ["plaintext"] is none of'),
        ({"text": 3}, "text is no text"),
    ],
)
def test_what_is_malformed_in_a_hard_case_is_refused_with_its_entry(
    tmp_path: Path, change: dict[str, Any], reason: str
) -> None:
    path = tmp_path / "hard.json"
    path.write_text(json.dumps({"cases": [{**CASE, "id": "g"}, {**CASE, **change}]}), "utf-8")
    message = refused(path)
    assert reason in message
    assert "entry 2 (h): " in message


def test_json_lines_of_one_target_or_several(tmp_path: Path) -> None:
    base = {"exclusive": "Die Köche.", "spans": [[4, 9]], "exclusive_phrases": ["Köche"]}
    one = {
        "id": "a",
        **base,
        "inclusive": "Die Köch*innen.",
        "style": "star",
        "gender_characters_allowed": True,
    }
    targets = {"star": "Die Köch*innen.", "colon": "Die Köch:innen.", "pair": "Die Köchinnen und Köche."}
    (tmp_path / "amrhein-x.jsonl").write_text(json.dumps(one) + "\n\n", "utf-8")
    (tmp_path / "lou-x.jsonl").write_text(json.dumps({"id": "b", **base, "targets": targets}), "utf-8")
    (tmp_path / "published-x.jsonl").write_text("not a set", "utf-8")
    amrhein, lou = load_sets(str(tmp_path))
    assert amrhein.conventions == Conventions(specific=True, modifiers=True)
    assert [sentence.notation for sentence in amrhein.sentences] == ["star"]
    assert [(sentence.id, sentence.source, sentence.labelled) for sentence in lou.sentences] == [
        ("b, star", "b", True),
        ("b, pair", "b", False),
    ]


def test_hard_cases_have_every_accepted_text(tmp_path: Path) -> None:
    rewrites = [
        {"style": "star", "text": "Die Köch*innen."},
        {"style": "neutral", "text": "Die Küche."},
        {"style": "neutral", "text": "Das Küchenteam."},
        {"style": "gap", "text": "Die Köch_innen."},
    ]
    case = {"id": "h", "text": "Die **Köche**.", "format": "markdown", "rewrites": rewrites}
    case |= {"flags": [{"start": 6, "end": 11, "text": "Köche"}], "maybe": []}
    (tmp_path / "hard.json").write_text(json.dumps({"cases": [case]}), "utf-8")
    star, neutral = load_set(tmp_path / "hard.json").sentences
    assert (star.gender_characters, neutral.gender_characters) == (True, False)
    assert neutral.targets == ("Die Küche.", "Das Küchenteam.")
    assert (star.format, star.labelled, neutral.labelled) == ("markdown", True, False)


def test_the_fingerprint_changes_with_what_is_measured(write: Write) -> None:
    first = load_set(write({})).fingerprint
    assert load_set(write({})).fingerprint == first
    assert load_set(write({"gender_characters": True})).fingerprint != first


@pytest.mark.skipif(not shipped_sets(), reason="no set ships yet")
def test_the_set_that_ships_has_the_make_up_of_the_report() -> None:
    (found,) = load_sets("sentences")
    counts = dict(found.by_phrases())
    assert len(found.sentences) >= 400
    # 169, 166, 57 and 7 of 400 in the report
    assert counts == {0: pytest.approx(169, abs=3), 1: pytest.approx(166, abs=3), 2: 57, 3: 7}
    assert found.licence == "CC0-1.0"


SHARED = Path(__file__).parents[4] / "shared" / "data" / "inclusive"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the evaluation data (../shared/data) is not here")
def test_the_sets_of_other_papers_are_read_whole(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = {found.name: len(found.sentences) for found in load_sets(str(SHARED))}
    assert sizes["lou-xstance-dev"] == 300
    assert [sizes[f"amrhein-{name}-dev"] for name in ("none", "plural", "singular")] == [150] * 3
    assert capsys.readouterr().err == ""
