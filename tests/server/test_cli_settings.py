import dataclasses
import tomllib
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.analysis.findings import Code, Reference
from mitgemeint.analysis.messages import Catalogue
from mitgemeint.analysis.settings import Settings
from mitgemeint.server import options_reference
from mitgemeint.server.config import LoadedSettings, load_settings
from mitgemeint.server.options import OPTIONS, ToolSettings, normalised

DOCS = Path(__file__).parents[2] / "docs"


def problems(loaded: LoadedSettings, language: str = "en") -> list[str]:
    return [f"{problem.code} {problem.text(Catalogue.load(language))}" for problem in loaded.problems]


@pytest.fixture
def user(tmp_path: Path) -> Path:
    return tmp_path / "user.toml"


@pytest.fixture
def project(workplace: Path) -> Path:
    return workplace / ".mitgemeint.toml"


def test_without_sources_the_defaults_hold(workplace: Path) -> None:
    loaded = load_settings(workplace, environment={"LANG": "de_DE.UTF-8"})
    assert loaded.settings == Settings(locale="de_DE.UTF-8")
    assert loaded.tool == ToolSettings()
    assert (loaded.sources, loaded.problems, loaded.root) == ((), (), workplace)


def test_the_nearer_source_wins_key_by_key(workplace: Path, user: Path, project: Path) -> None:
    user.write_text('locale = "de"\nnotations = ["star"]\nreport_specific = true\n')
    project.write_text('notations = ["colon"]\ncompound_modifiers = true\n')
    loaded = load_settings(workplace, {"compoundModifiers": False}, user=user)
    assert loaded.settings == Settings(
        locale="de", notations=["colon"], report_specific=True, compound_modifiers=False
    )
    assert loaded.sources == (user, project)


def test_lists_that_add_up_and_the_severities_are_joined(workplace: Path, user: Path, project: Path) -> None:
    user.write_text('ignored_words = ["Gast", "Fan"]\n[severity]\nmixed-forms = "hint"\n')
    project.write_text(
        'ignored_words = ["Fan", "Star"]\n[severity]\nmixed-forms = "off"\nforbidden-form = "error"\n'
    )
    loaded = load_settings(workplace, user=user)
    assert loaded.settings.ignored_words == ("Gast", "Fan", "Star")
    assert loaded.tool.severity == {"mixed-forms": "off", "forbidden-form": "error"}


@pytest.mark.parametrize("value", ["hint", {"default": "hint", "mixed-forms": "off"}])
def test_one_severity_for_the_rest(workplace: Path, value: object) -> None:
    tool = load_settings(workplace, {"severity": value}).tool
    assert tool.severity_of(Code.GENERIC_MASCULINE, Reference.GENERIC) == "hint"
    assert tool.severity_of(Code.MIXED_FORMS, Reference.GENERIC) == ("hint" if value == "hint" else "off")


@pytest.mark.parametrize(
    ("value", "generic", "unknown"),
    [
        ({}, "information", "hint"),
        ("information", "information", "hint"),
        ("warning", "warning", "warning"),
        ("hint", "hint", "hint"),
        ("off", "off", "off"),
        ({"default": "error"}, "error", "error"),
        ({"unknown": "information"}, "information", "information"),
        ({"unknown": "error"}, "information", "error"),
        ({"unknown": "off"}, "information", "off"),
        ({"generic-masculine": "error", "unknown": "hint"}, "error", "hint"),
        ({"generic-masculine": "off", "unknown": "error"}, "off", "off"),
    ],
)
def test_where_the_reference_is_unknown_the_severity_is_lower(
    workplace: Path, value: object, generic: str, unknown: str
) -> None:
    tool = load_settings(workplace, {"severity": value}).tool
    assert tool.severity_of(Code.GENERIC_MASCULINE, Reference.GENERIC) == generic
    assert tool.severity_of(Code.GENERIC_MASCULINE, Reference.SPECIFIC) == generic
    assert tool.severity_of(Code.GENERIC_MASCULINE, Reference.UNKNOWN) == unknown
    assert tool.reports(Code.GENERIC_MASCULINE, Reference.UNKNOWN) is (unknown != "off")


def test_without_a_folder_no_project_is_read(workplace: Path, user: Path, project: Path) -> None:
    user.write_text("report_specific = true\n")
    project.write_text("compound_modifiers = true\n")
    loaded = load_settings(None, {"organisations": True}, user=user)
    assert loaded.sources == (user,)
    assert loaded.settings.report_specific
    assert loaded.settings.organisations
    assert not loaded.settings.compound_modifiers


def test_entries_are_relative_to_their_file(workplace: Path, user: Path, project: Path) -> None:
    user.write_text('entries = ["eigene.toml"]\n')
    project.write_text('entries = ["wörter/amt.csv"]\n')
    (workplace / "tief").mkdir()
    loaded = load_settings(workplace / "tief", user=user)
    assert loaded.settings.entries == (user.parent / "eigene.toml", workplace / "wörter" / "amt.csv")


@pytest.mark.parametrize("key", ["report_specific", "report-specific", "reportSpecific"])
def test_ways_to_write_a_name(workplace: Path, project: Path, key: str) -> None:
    project.write_text(f"{key} = true\n")
    assert load_settings(workplace).settings.report_specific
    assert load_settings(workplace, {key: False}).settings.report_specific is False


def test_a_client_may_wrap_its_settings_and_leave_some_empty(workplace: Path) -> None:
    loaded = load_settings(workplace, {"mitgemeint": {"maxFindings": 5, "policy": None}})
    assert loaded.tool.max_findings == 5
    assert loaded.problems == ()


@pytest.mark.parametrize("value", [0, 1, 0.75])
def test_a_certainty_may_be_written_as_a_whole_number(workplace: Path, project: Path, value: float) -> None:
    project.write_text(f"min_certainty = {value}\n")
    loaded = load_settings(workplace)
    assert (loaded.settings.min_certainty, loaded.problems) == (value, ())
    assert load_settings(workplace, {"minCertainty": 0.5}).settings.min_certainty == 0.5


def test_pyproject(workplace: Path) -> None:
    (workplace / "pyproject.toml").write_text(
        '[project]\nname = "x"\n\n[tool.mitgemeint]\nreport_specific = 3\n'
    )
    loaded = load_settings(workplace)
    assert problems(loaded) == [
        "E202 pyproject.toml:5: “report_specific” does not fit, expected is true or false. "
        "Please correct it or leave it out."
    ]
    assert loaded.broken


@pytest.mark.parametrize(
    "content", ['[project]\nname = "x"\n', "kaputt = \n", "[tool.other]\n", "tool = 3\n", "\xff"]
)
def test_a_pyproject_of_others_does_not_matter(workplace: Path, content: str) -> None:
    (workplace / "pyproject.toml").write_text(content, encoding="latin-1")
    loaded = load_settings(workplace)
    assert (loaded.sources, loaded.problems) == ((), ())


def test_the_own_file_goes_before_pyproject(workplace: Path, project: Path) -> None:
    (workplace / "pyproject.toml").write_text("[tool.mitgemeint]\nmax_findings = 1\n")
    project.write_text("max_findings = 2\n")
    assert load_settings(workplace).tool.max_findings == 2


def test_the_search_goes_up_to_the_root_of_the_repository(workplace: Path) -> None:
    (workplace.parent / ".mitgemeint.toml").write_text("max_findings = 1\n")
    deep = workplace / "a" / "b"
    deep.mkdir(parents=True)
    assert load_settings(deep).tool.max_findings == 2000
    (workplace / "a" / ".mitgemeint.toml").write_text("max_findings = 3\n")
    loaded = load_settings(deep)
    assert loaded.tool.max_findings == 3
    assert loaded.root == workplace / "a"


def test_the_search_ends_at_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    (home / "texte").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    (tmp_path / ".mitgemeint.toml").write_text("max_findings = 1\n")
    nobody = tmp_path / "none.toml"
    assert load_settings(home / "texte", user=nobody).tool.max_findings == 2000


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("report_specific = 1", "true or false"),
        ('report_specific = "ja"', "true or false"),
        ("policy = true", "a text"),
        ("notations = 'star'", "a list of "),
        ('notations = ["stern"]', "a list of "),
        ('notations = ["custom:ab"]', "a list of "),
        ('ignored_words = "Gast"', "a list of texts"),
        ("ignored_words = [1]", "a list of texts"),
        ('analyzer = "spacy:../../böse"', "one of bundled"),
        ('analyzer = "andere"', "one of bundled"),
        ("max_findings = 0", "a whole number of at least 1"),
        ("max_findings = true", "a whole number of at least 1"),
        ("max_findings = 2.5", "a whole number of at least 1"),
        ("min_certainty = 1.5", "a number from 0 to 1"),
        ("min_certainty = -0.1", "a number from 0 to 1"),
        ("min_certainty = nan", "a number from 0 to 1"),
        ("min_certainty = true", "a number from 0 to 1"),
        ('min_certainty = "0.5"', "a number from 0 to 1"),
        ('severity = "laut"', "a table of codes and levels"),
        ("severity = 3", "a table of codes and levels"),
        ('severity = {mixed-forms = "laut"}', "a table of codes and levels"),
        ('severity = {nix = "off"}', "one of the codes generic-masculine, "),
        ('severity = {nix = "off"}', "in place of “nix”"),
        ('notations = ["custom:!"]', "custom:<sign> (<sign>: ' "),
    ],
)
def test_wrong_values_name_the_line_and_what_is_expected(
    workplace: Path, project: Path, line: str, expected: str
) -> None:
    project.write_text(f"# Kommentar\n{line}\nlocale = 'en'\n")
    loaded = load_settings(workplace)
    (problem,) = problems(loaded)
    assert problem.startswith("E202 .mitgemeint.toml:2: ")
    assert expected in problem
    assert loaded.broken
    assert loaded.settings == Settings(locale="en")
    assert loaded.tool == ToolSettings()


def test_an_unknown_policy(workplace: Path, project: Path) -> None:
    project.write_text('policy = "gibtsnicht"\n')
    (problem,) = problems(load_settings(workplace))
    assert problem.startswith("E203 .mitgemeint.toml:1: ")
    assert "gibtsnicht" in problem


@pytest.mark.parametrize(
    ("key", "nearest"), [("polcy", "policy"), ("ignoreWords", "ignored_words"), ("völlig_anders", None)]
)
def test_an_unknown_key_is_a_warning_with_the_nearest_one(
    workplace: Path, key: str, nearest: str | None
) -> None:
    loaded = load_settings(workplace, {key: 1})
    (problem,) = problems(loaded)
    assert not loaded.broken
    assert problem.startswith("W")
    assert "settings of the editor" in problem
    assert ("meant" in problem) == (nearest is not None)
    assert nearest is None or nearest in problem


@pytest.mark.parametrize(
    ("content", "code"),
    [(b"policy = \n", "E201"), (b"a = 1\na = 2\n", "E201"), ("ä = 'ö'".encode("latin-1"), "E204")],
)
def test_a_broken_file_is_one_problem(workplace: Path, project: Path, content: bytes, code: str) -> None:
    project.write_bytes(content)
    loaded = load_settings(workplace, {"maxFindings": 7})
    (problem,) = problems(loaded)
    assert problem.startswith(f"{code} .mitgemeint.toml")
    assert loaded.tool.max_findings == 7


def test_a_folder_in_place_of_the_file(workplace: Path, project: Path) -> None:
    project.mkdir()
    (problem,) = problems(load_settings(workplace))
    assert problem.startswith("E204")


# ---- one definition --------------------------------------------------------------------------------


def test_every_setting_is_defined_once() -> None:
    owners = [field.name for owner in (Settings, ToolSettings) for field in dataclasses.fields(owner)]
    assert sorted(owners) == sorted(option.name for option in OPTIONS)


def test_page_and_schema_are_up_to_date() -> None:
    assert (DOCS / options_reference.PAGE).read_text("utf-8") == options_reference.page()
    assert (DOCS / options_reference.SCHEMA).read_text("utf-8") == options_reference.schema_text()


def test_the_example_of_the_page_is_good(workplace: Path, project: Path) -> None:
    example = options_reference.INTRODUCTION.split("```toml\n")[1].split("```")[0]
    project.write_text(example)
    jsonschema.validate(tomllib.loads(example), options_reference.schema())
    assert problems(load_settings(workplace)) == []


WORDS = st.one_of(st.text(max_size=4), st.sampled_from(["star", "bundled", "hint", "default", "unknown"]))
FRACTIONS = st.sampled_from([-0.5, 0.25, 1.5])
SCALARS = st.one_of(st.booleans(), st.integers(-3, 3000), FRACTIONS, WORDS)
VALUES = st.one_of(SCALARS, st.lists(SCALARS, max_size=3), st.dictionaries(WORDS, SCALARS, max_size=2))
NAMES = [option.name for option in OPTIONS if option.name != "policy"]


@settings(deadline=None)
@given(st.sampled_from(NAMES), VALUES)
def test_schema_and_reading_agree(name: str, value: object) -> None:
    jsonschema.Draft202012Validator.check_schema(options_reference.schema())
    loaded = load_settings(Path("/nirgends"), {name: value}, user=Path("/nirgends/x.toml"))
    valid = jsonschema.Draft202012Validator(options_reference.schema()).is_valid({name: value})
    assert valid == (not loaded.problems)


@given(st.sampled_from([option.name for option in OPTIONS]))
def test_names_normalise_to_themselves(name: str) -> None:
    first, *rest = name.split("_")
    camel = first + "".join(part.title() for part in rest)
    assert normalised(name) == normalised(camel) == normalised(name.replace("_", "-")) == name


OUTSIDE = 'analyzer = "spacy:de_core_news_sm"\nentries = ["worte.tsv", "../fremd.tsv", "/etc/passwd"]\n'


def test_an_editor_takes_neither_programs_nor_files_from_a_project(workplace: Path) -> None:
    (workplace / ".mitgemeint.toml").write_text(OUTSIDE + "trust_projects = true\n")
    loaded = load_settings(workplace, trusted=False)
    assert loaded.settings.analyzer == "bundled"
    assert loaded.settings.entries == (workplace / "worte.tsv",)
    assert not loaded.tool.trust_projects
    assert [problem.code for problem in loaded.problems] == ["W207", "W207", "W207"]


def test_the_user_can_trust_projects(workplace: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    user = tmp_path_factory.mktemp("user") / "config.toml"
    user.write_text("trust_projects = true\n")
    (workplace / ".mitgemeint.toml").write_text(OUTSIDE)
    loaded = load_settings(workplace, user=user, trusted=False)
    assert loaded.settings.analyzer == "spacy:de_core_news_sm"
    assert len(loaded.settings.entries) == 3
    assert not loaded.problems


def test_the_command_line_trusts_the_project_that_it_is_called_in(workplace: Path) -> None:
    (workplace / ".mitgemeint.toml").write_text(OUTSIDE)
    assert load_settings(workplace).settings.analyzer == "spacy:de_core_news_sm"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[severity]\ndefault = "hint"\ngeneric-pronoun = "laut"\n', ":3: “severity.generic-pronoun”"),
        ('[severity]\ndefault = "hint"\npolicy = "bayern"\n', ":3: “severity.policy”"),
        ('\nseverity = { default = "laut" }\n', ":2: “severity.default”"),
        ('severity = "laut"\n', ":1: “severity”"),
    ],
)
def test_a_wrong_severity_is_told_where_it_stands(
    workplace: Path, project: Path, text: str, place: str
) -> None:
    project.write_text(text)
    (problem,) = problems(load_settings(workplace))
    assert place in problem


def test_the_command_line_names_its_option(run_cli) -> None:
    result = run_cli("check", "--notation", "pair,sterm", "--lang", "en", "x.txt")
    assert "E202: command line: “--notation pair,sterm” does not fit" in result.err
