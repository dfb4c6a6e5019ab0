import dataclasses
import io
import json
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from mitgemeint.analysis.findings import Code, Edit, Finding, Ranking, Reference, Suggestion
from mitgemeint.analysis.messages import Catalogue, notation_name
from mitgemeint.analysis.notation import notation_names
from mitgemeint.server.formats.columns import excerpt, visible, width
from mitgemeint.server.formats.github_report import GithubReport
from mitgemeint.server.formats.report import Checked
from mitgemeint.server.formats.sarif_report import SarifReport
from mitgemeint.server.formats.text_report import TextReport, wants_colour, written_out
from mitgemeint.server.options import ToolSettings
from mitgemeint.server.problems import Problem

TEXT = "👩‍🏫 sagt:\r\n\tDie Schüler lernen.\r\n"
START = TEXT.index("Schüler")


def checked(
    path: str = "brief.txt", message: str = "„Schüler“ …", text: str = TEXT, **tool: object
) -> Checked:
    start = text.index("Schüler")
    suggestion = Suggestion(
        "star",
        "Schüler*innen",
        (Edit(start, start + 7, "Schüler*innen"),),
        "Die Schüler*innen lernen.",
        "test",
    )
    finding = Finding(
        start,
        start + 7,
        "Schüler",
        Code.GENERIC_MASCULINE,
        "Schüler",
        Reference.GENERIC,
        0.9,
        message,
        "Mehrzahl",
        (suggestion,),
    )
    return Checked(path, "plaintext", text, (finding,), ToolSettings(**tool))  # type: ignore[arg-type]


def text_of(
    checked_text: Checked,
    colour: bool = False,
    ranking: bool = False,
    explain: bool = False,
    language: str = "de",
) -> str:
    out = io.StringIO()
    report = TextReport(out, Catalogue.load(language), colour, ranking, explain)
    report.add(checked_text)
    report.close([])
    return out.getvalue()


# ---- text ------------------------------------------------------------------------------------------


def test_text_shows_place_line_mark_reason_and_rewrite() -> None:
    lines = text_of(checked()).splitlines()
    assert lines[0] == "brief.txt:2:6: generic-masculine „Schüler“ …"
    assert lines[1] == "  2 |     Die Schüler lernen."
    assert lines[2] == " " * lines[1].index("Schüler") + "^" * 7
    assert lines[3] == "  Warum: Mehrzahl"
    assert lines[4].split() == ["Genderstern", "Schüler*innen", "Die", "Schüler*innen", "lernen."]
    assert lines[-1] == "Gefunden: 1. Geprüfte Dateien: 1."


@pytest.mark.parametrize(
    "before",
    ["Die ", "\tDie ", "日本 ", "👩‍🏫 ", "e\u0301 ", "a\u200bb ", "❤️ ", "\u00ad", ""],
)
def test_the_mark_stands_below_the_word(before: str) -> None:
    line, mark = text_of(checked(text=f"{before}Schüler lernen.")).splitlines()[1:3]
    assert width(line[: line.index("Schüler")]) == mark.index("^")
    assert mark.strip() == "^" * 7


def test_of_many_suggestions_the_first_are_written_out() -> None:
    whole = checked()
    names = ("neutral", "pair", "star", "colon", "underscore", "slash")
    suggestions = tuple(Suggestion(name, f"label-{name}", (), "Satz.", "test") for name in names)
    finding = dataclasses.replace(whole.findings[0], suggestions=suggestions)
    shown = text_of(dataclasses.replace(whole, findings=(finding,)))
    assert [name for name in names if f"label-{name}" in shown] == ["neutral", "pair", "star", "colon"]
    assert "Weitere Vorschläge: Unterstrich, Schrägstrich" in shown


def test_what_fix_would_take_is_among_the_first() -> None:
    suggestions = tuple(
        Suggestion(name, f"label-{name}", (), "Satz.", "test", automatic=name == "slash")
        for name in ("neutral", "pair", "star", "colon", "underscore", "slash")
    )
    shown, rest = written_out(suggestions, 4)
    assert [each.notation for each in shown] == ["neutral", "pair", "star", "slash"]
    assert [each.notation for each in rest] == ["colon", "underscore"]


def test_it_is_said_where_nothing_is_suggested() -> None:
    whole = checked()
    finding = dataclasses.replace(whole.findings[0], suggestions=())
    shown = text_of(dataclasses.replace(whole, findings=(finding,)))
    assert "Kein Vorschlag passt in diesen Satz" in shown


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "de",
            [
                "Rang: Schreibweise Nr. 1, passt fast immer, 2-mal im Text, Häufigkeit 4.5, "
                "Wort Nr. 3 im Lexikon, -2 Zeichen, Wertung 1.75",
                "Rang: Schreibweise Nr. 4, passt fast immer, +6 Zeichen, Wertung -0.06",
                "Rang: Schreibweise Nr. 1, passt oft (bitte prüfen), 0-mal im Text, Häufigkeit 2.0, "
                "Wort Nr. 1 im Lexikon, +0 Zeichen, Wertung 0.3",
            ],
        ),
        (
            "en",
            [
                "Ranking: notation no. 1, fits nearly always, 2 times in the text, frequency 4.5, "
                "word no. 3 of the lexicon, -2 characters, score 1.75",
                "Ranking: notation no. 4, fits nearly always, +6 characters, score -0.06",
                "Ranking: notation no. 1, fits often (please check), 0 times in the text, frequency 2.0, "
                "word no. 1 of the lexicon, +0 characters, score 0.3",
            ],
        ),
    ],
)
def test_text_explains_the_ranking_below_each_suggestion(language: str, expected: list[str]) -> None:
    whole = checked()
    rankings = (
        Ranking(0, False, 2, 4.5, 2, -2, 1.75),
        Ranking(3, False, 0, 0.0, 0, 6, -0.06),
        Ranking(0, True, 0, 2.0, 0, 0, 0.3),
        None,
        None,
    )
    suggestions = tuple(
        Suggestion("star", f"label-{number}", (), "Satz.", "test", "", True, ranking)
        for number, ranking in enumerate(rankings)
    )
    finding = dataclasses.replace(whole.findings[0], suggestions=suggestions)
    whole = dataclasses.replace(whole, findings=(finding,))
    lines = text_of(whole, ranking=True, language=language).splitlines()
    places = [next(at for at, line in enumerate(lines) if f"label-{number}" in line) for number in range(5)]
    assert [lines[place + 1].strip() for place in places[:3]] == expected
    assert places[4] == places[3] + 1, "all are written out, those without a ranking with no line below"
    assert not any(line in text_of(whole, language=language) for line in expected)


def of(reference: Reference, certainty: float, **tool: object) -> Checked:
    whole = checked(**tool)  # type: ignore[arg-type]
    finding = dataclasses.replace(whole.findings[0], reference=reference, certainty=certainty)
    return dataclasses.replace(whole, findings=(finding,))


EXPLAINED = [
    ("de", Reference.GENERIC, 0.9, "Gemeint: Menschen allgemein (generisch); Sicherheit: 90 %"),
    ("de", Reference.UNKNOWN, 0.55, "das ist nicht zu erkennen (unklar); Sicherheit: 55 %"),
    (
        "de",
        Reference.SPECIFIC,
        1.0,
        "eine bestimmte Person oder bestimmte Personen (spezifisch); Sicherheit: 100 %",
    ),
    ("en", Reference.GENERIC, 0.29, "Meant: people in general (generic); certainty: 29%"),
    ("en", Reference.UNKNOWN, 0.6, "which cannot be told (unknown); certainty: 60%"),
    ("en", Reference.SPECIFIC, 0.85, "Meant: a known person or known persons (specific); certainty: 85%"),
]


@pytest.mark.parametrize(("language", "reference", "certainty", "expected"), EXPLAINED)
def test_text_explains_reference_certainty_and_severity_below_the_reason(
    language: str, reference: Reference, certainty: float, expected: str
) -> None:
    whole = of(reference, certainty)
    lines = text_of(whole, explain=True, language=language).splitlines()
    severity = "hint" if reference is Reference.UNKNOWN else "information"
    word = {"de": "Schweregrad", "en": "severity"}[language]
    assert "Mehrzahl" in lines[3]
    assert lines[4].endswith(f"{expected}; {word}: {severity}")
    del lines[4]
    assert text_of(whole, language=language).splitlines() == lines, "nothing else changes"


@pytest.mark.parametrize(("language", "reference", "certainty", "expected"), EXPLAINED)
def test_github_explains_reference_and_certainty_after_the_reason(
    language: str, reference: Reference, certainty: float, expected: str
) -> None:
    whole = of(reference, certainty)
    (line,) = github(whole, explain=True, language=language)
    explanation = line.partition("%0AMehrzahl%0A")[2].partition("%0A")[0]
    assert explanation.endswith(expected.replace("%", "%25"))
    assert [line.replace(f"{explanation}%0A", "")] == github(whole)


@pytest.mark.parametrize("format", ["json", "jsonl", "sarif"])
def test_formats_that_always_explain_are_the_same_with_explain(run_cli, format: str) -> None:
    plain, explained = (
        run_cli("check", "-", "--format", format, *option, stdin=b"Der Pilot kommt.").out
        for option in ((), ("--explain",))
    )
    assert plain == explained
    for part in ('"reference": "unknown"', '"certainty": 0.6', '"severity": "hint"', '"reason": "Mehrzahl"'):
        assert part in plain


@pytest.mark.parametrize("format", ["text", "github"])
def test_formats_for_people_explain_on_request(run_cli, format: str) -> None:
    argv = ("check", "-", "--format", format)
    assert "(unklar)" not in run_cli(*argv, stdin=b"Der Pilot kommt.").out
    assert "(unklar)" in run_cli(*argv, "--explain", stdin=b"Der Pilot kommt.").out


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("notation", [*notation_names(), "custom:~"])
def test_notations_are_called_by_their_names(language: str, notation: str) -> None:
    catalogue = Catalogue.load(language)
    assert f"notation.{notation.partition(':')[0]}" in catalogue
    assert "custom" not in notation_name(catalogue, notation)


def test_an_unknown_notation_keeps_its_code() -> None:
    assert notation_name(Catalogue.load("de"), "test") == "test"


def test_control_characters_never_reach_the_terminal() -> None:
    shown = text_of(checked(path="a\x1b[2J\n.txt", message="m\x1b]0;x\x07", text="\x1b[31m\x9b Schüler\x0b"))
    assert not set(shown) & set("\x1b\x07\x9b\x0b")


def test_colour_only_on_request() -> None:
    assert "\x1b" not in text_of(checked())
    assert "\x1b[" in text_of(checked(), colour=True)


@pytest.mark.parametrize(
    ("terminal", "environment", "colour"),
    [
        (True, {}, True),
        (True, {"NO_COLOR": ""}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
    ],
)
def test_when_colour_is_wanted(terminal: bool, environment: dict[str, str], colour: bool) -> None:
    class Stream(io.StringIO):
        def isatty(self) -> bool:
            return terminal

    assert wants_colour(Stream(), environment) is colour


def test_a_finding_over_a_line_end_is_marked_to_the_line_end() -> None:
    text = "Die Schüler\nund"
    whole = checked(text=text)
    finding = whole.findings[0]
    over = dataclasses.replace(finding, end=len(text), text=text[finding.start :])
    lines = text_of(Checked("a", "plaintext", text, (over,), ToolSettings())).splitlines()
    assert lines[2].strip() == "^" * 7


@pytest.mark.parametrize("before", [0, 30, 300])
@pytest.mark.parametrize("after", [0, 30, 300])
def test_long_lines_are_cut_around_the_word(before: int, after: int) -> None:
    line = "x" * before + "Schüler" + "y" * after
    shown = excerpt(line, before, before + 7, room=60)
    assert shown.text[shown.indent : shown.indent + shown.length] == "Schüler"
    assert width(shown.text) <= 62
    assert shown.text.startswith("…") == (shown.text.count("x") < before)
    assert shown.text.endswith("…") == (shown.text.count("y") < after)


def test_wide_text_counts_double() -> None:
    assert width("日本") == 4
    assert width("e\u0301") == 1
    assert width("👩‍🏫") == 2
    assert visible("a\tb") == "a    b"


# ---- JSON ------------------------------------------------------------------------------------------


def schema() -> dict[str, object]:
    return json.loads(files("mitgemeint.server.formats").joinpath("json.schema.json").read_text("utf-8"))


@pytest.mark.parametrize("format", ["json", "jsonl"])
def test_json_follows_its_schema(run_cli, workplace: Path, format: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    (workplace / "a.txt").write_text("Die Lehrer und jeder.\n")
    (workplace / "b.txt").write_text("Nichts.\n")
    out = run_cli("check", "a.txt", "b.txt", "--format", format).out
    objects = [json.loads(out)] if format == "json" else [json.loads(line) for line in out.splitlines()]
    assert sum(len(found["files"]) for found in objects) == 2
    for found in objects:
        jsonschema.validate(found, schema())


def test_the_schema_names_the_codes_and_references() -> None:
    finding = schema()["$defs"]["finding"]["properties"]  # type: ignore[index]
    assert finding["code"]["enum"] == list(Code)
    assert finding["reference"]["enum"] == list(Reference)


def test_json_is_exactly_the_documented_object(run_cli) -> None:
    out = run_cli("check", "-", "--format", "json", "--notation", "star", stdin="😀 Lehrer".encode()).out
    assert json.loads(out) == {
        "version": 1,
        "files": [
            {
                "path": "-",
                "format": "plaintext",
                "findings": [
                    {
                        "code": "generic-masculine",
                        "severity": "information",
                        "start": 2,
                        "end": 8,
                        "range": {"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 9}},
                        "text": "Lehrer",
                        "lemma": "Lehrer",
                        "reference": "generic",
                        "certainty": 0.97,
                        "message": "„Lehrer“ lässt sich inklusiver formulieren.",
                        "reason": "Mehrzahl",
                        "suggestions": [
                            {
                                "notation": "star",
                                "label": "Lehrer*innen",
                                "edits": [{"start": 2, "end": 8, "new_text": "Lehrer*innen"}],
                                "sentence": "Die Lehrer*innen.",
                            }
                        ],
                    }
                ],
            }
        ],
    }


RANKED = "Die Lehrer und jeder Leser.\n"


@pytest.mark.parametrize("format", ["json", "jsonl"])
def test_json_explains_the_ranking_on_request(run_cli, format: str) -> None:
    plain = json.loads(run_cli("check", "-", "--format", format, stdin=RANKED.encode()).out)
    argv = ("check", "-", "--format", format, "--explain-ranking")
    found = json.loads(run_cli(*argv, stdin=RANKED.encode()).out)
    jsonschema.validate(found, schema())
    explained = []
    for finding in found["files"][0]["findings"]:
        for suggestion in finding["suggestions"]:
            explained.append((suggestion.pop("automatic"), suggestion.pop("ranking")))
    assert found == plain, "nothing else changes"
    assert explained == [
        (True, None),
        (True, None),
        (
            False,
            {
                "notation": 0,
                "often": True,
                "document": 1,
                "frequency": 2.5,
                "position": 0,
                "length": 3,
                "score": 1.25,
            },
        ),
    ]


@pytest.mark.parametrize(
    "broken",
    [
        {"automatic": True},
        {"ranking": None},
        {"automatic": 1, "ranking": None},
        {"automatic": True, "ranking": {"score": 1}},
        {"automatic": True, "ranking": 3},
    ],
)
def test_the_schema_refuses_a_ranking_in_pieces(run_cli, broken: dict[str, object]) -> None:
    found = json.loads(run_cli("check", "-", "--format", "json", stdin=RANKED.encode()).out)
    found["files"][0]["findings"][0]["suggestions"][0] |= broken
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(found, schema())


def test_the_schema_knows_all_parts_of_a_ranking() -> None:
    parts = [field.name for field in dataclasses.fields(Ranking)]
    ranking = schema()["$defs"]["ranking"]  # type: ignore[index]
    assert ranking["required"] == list(ranking["properties"]) == parts


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("format", ["sarif", "github"])
def test_formats_that_cannot_explain_say_which_can(run_cli, format: str, language: str) -> None:
    result = run_cli("check", "-", "--format", format, "--explain-ranking", "--lang", language, stdin=b"x")
    assert (result.status, result.out) == (2, "")
    (line,) = result.err.splitlines()
    assert line.startswith("mitgemeint: E001: ")
    for part in (f"--format {format}", "text", "json", "jsonl"):
        assert part in line


def test_json_is_written_even_if_nothing_could_be_read(run_cli) -> None:
    result = run_cli("check", "fehlt.txt", "--format", "json")
    assert result.status == 2
    assert json.loads(result.out) == {"version": 1, "files": []}


# ---- GitHub ----------------------------------------------------------------------------------------


def github(checked_text: Checked, explain: bool = False, language: str = "de") -> list[str]:
    out = io.StringIO()
    GithubReport(out, Catalogue.load(language), explain).add(checked_text)
    return out.getvalue().splitlines()


def test_github_annotation() -> None:
    (line,) = github(checked())
    assert line == (
        "::notice file=brief.txt,line=2,endLine=2,col=6,endColumn=13,title=mitgemeint generic-masculine"
        "::„Schüler“ …%0AMehrzahl%0ASchüler*innen: Die Schüler*innen lernen."
    )


def test_github_escapes() -> None:
    (line,) = github(checked(path="a,b:c%.txt", message="100 %\r\nneu"))
    assert "file=a%2Cb%3Ac%25.txt," in line
    assert "::100 %25%0D%0Aneu%0A" in line


@pytest.mark.parametrize(
    ("severity", "command"),
    [("error", "error"), ("warning", "warning"), ("information", "notice"), ("hint", "notice")],
)
def test_github_severities(severity: str, command: str) -> None:
    (line,) = github(checked(severity={"generic-masculine": severity}))
    assert line.startswith(f"::{command} ")
    (line,) = github(of(Reference.UNKNOWN, 0.6, severity={"unknown": severity}))
    assert line.startswith(f"::{command} ")


# ---- SARIF -----------------------------------------------------------------------------------------


def sarif(checked_text: Checked, problems: list[Problem] | None = None) -> dict[str, object]:
    out = io.StringIO()
    report = SarifReport(out, Catalogue.load("de"), "1.2.3")
    report.add(checked_text)
    report.close(problems or [])
    return json.loads(out.getvalue())


def test_sarif_log() -> None:
    log = sarif(checked())
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]  # type: ignore[misc]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("mitgemeint", "1.2.3")
    assert [rule["id"] for rule in driver["rules"]] == list(Code)
    assert run["columnKind"] == "utf16CodeUnits"
    (result,) = run["results"]
    assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "generic-masculine"
    assert result["level"] == "note"
    assert result["properties"] == {
        "severity": "information",
        "reference": "generic",
        "certainty": 0.9,
        "reason": "Mehrzahl",
    }
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "brief.txt"}
    region = {"startLine": 2, "startColumn": 6, "endLine": 2, "endColumn": 13}
    assert place["region"] == region
    (change,) = result["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [{"deletedRegion": region, "insertedContent": {"text": "Schüler*innen"}}]
    assert run["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]


@pytest.mark.parametrize(
    ("severity", "level"), [("error", "error"), ("warning", "warning"), ("hint", "note")]
)
def test_sarif_levels_where_the_reference_is_unknown(severity: str, level: str) -> None:
    log = sarif(of(Reference.UNKNOWN, 0.6, severity={"unknown": severity}))
    (result,) = log["runs"][0]["results"]  # type: ignore[index]
    assert (result["level"], result["properties"]["severity"]) == (level, severity)


def test_sarif_tells_what_was_skipped() -> None:
    log = sarif(checked(), [Problem("E103", {"path": "bild.txt"})])
    (invocation,) = log["runs"][0]["invocations"]  # type: ignore[index]
    assert not invocation["executionSuccessful"]
    (notification,) = invocation["toolExecutionNotifications"]
    assert notification["level"] == "error"
    assert "bild.txt" in notification["message"]["text"]


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a b/ä#.txt", "a%20b/%C3%A4%23.txt"),
        ("/srv/a b.txt", "file:///srv/a%20b.txt"),
        ("r\udce4t.txt", "r%E4t.txt"),
        ("-", "stdin"),
    ],
)
def test_sarif_addresses(path: str, uri: str) -> None:
    log = sarif(checked(path=path))
    location = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]  # type: ignore[index]
    assert location["artifactLocation"]["uri"] == uri
