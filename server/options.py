"""The one definition of all settings: names, types, defaults.

Reading (`config`), the page docs/settings.md, the JSON schema (`options_reference`) and the settings of
VS Code (`editor_settings`) follow it. What they say of each stands in the catalogues, under `setting.<name>`.
Defaults stand in the dataclasses `Settings` (what the analysis needs) and `ToolSettings` (the rest).
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from mitgemeint.analysis.articles import ArticleForms, ArticleOrder
from mitgemeint.analysis.documents import FORMATS
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME
from mitgemeint.analysis.findings import Code, Reference
from mitgemeint.analysis.notation import CUSTOM, custom_signs, notation_names
from mitgemeint.analysis.policy import Policy
from mitgemeint.analysis.settings import Settings
from mitgemeint.server.house_rules import HouseRuleError, read_house_rules
from mitgemeint.server.ignore_patterns import PatternError, parse
from mitgemeint.server.problems import Key

DEFAULT, UNKNOWN = "default", "unknown"
CODES = (*(str(code) for code in Code), DEFAULT, UNKNOWN)
INFORMATION, HINT, OFF = "information", "hint", "off"
SEVERITIES = ("error", "warning", INFORMATION, HINT, OFF)
NOTATIONS = (*notation_names(), f"custom:<sign> (<sign>: {' '.join(custom_signs())})")
SYNTAX = re.compile(r"[][.^$*+?{}\\|()]")


def _one_of(texts: Iterable[str]) -> str:
    """A pattern for these texts; JSON schemas allow no escape that is not needed, as `re.escape` gives."""
    return "|".join(SYNTAX.sub(r"\\\g<0>", text) for text in texts)


NOTATION_PATTERN = _one_of((*notation_names(), *(CUSTOM + sign for sign in custom_signs())))
ANALYZER_PATTERN = "bundled|(spacy|reference):[A-Za-z][A-Za-z0-9_]*"


@dataclass(frozen=True, slots=True)
class ToolSettings:
    """What command line and server need besides the analysis' own settings. `policies` are house rules."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    programs: bool = False
    severity: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    max_findings: int = 2000
    max_characters: int = 2_000_000
    debounce: int = 250
    workspace: bool = False
    trust_projects: bool = False
    completion: bool = True
    inlay_hints: bool = False
    code_lens: bool = False
    policies: Mapping[str, Policy] = field(default_factory=lambda: MappingProxyType({}))
    baseline: Path | None = None

    def reads(self, format_: str) -> bool:
        """Whether documents of a format are checked where nobody has named them: in folders and editors.

        Programs are only where `programs` or `formats` says so.
        """
        if FORMATS_BY_NAME[format_].is_program:
            return self.programs or format_ in self.formats
        return not self.formats or format_ in self.formats

    def severity_of(self, code: Code, reference: Reference) -> str:
        """The severity of findings with this code and reference: one of `SEVERITIES`, `off` if unwanted.

        Where it is unknown whom the word means, the key `unknown` decides; without it they are hints in place
        of information. A code that is off by its name stays off.
        """
        level = self.severity.get(code, self.severity.get(DEFAULT, INFORMATION))
        if reference != Reference.UNKNOWN or self.severity.get(code) == OFF:
            return level
        return self.severity.get(UNKNOWN, HINT if level == INFORMATION else level)

    def reports(self, code: Code, reference: Reference) -> bool:
        """Whether findings with this code and reference are wanted at all."""
        return self.severity_of(code, reference) != OFF


class Kind(StrEnum):
    """The types that settings have."""

    TEXT = "text"
    FLAG = "flag"
    NUMBER = "number"
    SHARE = "share"
    TEXTS = "texts"
    PATTERNS = "patterns"
    PATH = "path"
    PATHS = "paths"
    SEVERITIES = "severities"
    POLICIES = "policies"


class MisfitError(ValueError):
    """A value is not what the option expects; `expected` says what that is, `inside` in which key of it."""

    def __init__(self, expected: Key, inside: str = "") -> None:
        super().__init__(expected.key)
        self.expected = expected
        self.inside = inside


@dataclass(frozen=True, slots=True)
class Option:
    """One setting. `pattern` limits texts; `choices` says in words what the pattern allows.

    `adds_up`: the values of several sources are joined; otherwise the nearest source wins.
    """

    name: str
    kind: Kind
    pattern: str = ""
    choices: tuple[str, ...] = ()
    adds_up: bool = False
    least: int = 0

    @property
    def default(self) -> object:
        """The value where no source sets one."""
        for owner in (Settings, ToolSettings):
            for entry in fields(owner):
                if entry.name == self.name:
                    return entry.default_factory() if entry.default_factory is not MISSING else entry.default
        raise LookupError(self.name)

    def read(self, value: object, base: Path) -> object:
        """`value` as the option's type, paths taken from `base`; raises MisfitError where it is another."""
        return _READERS[self.kind](self, value, base)

    def join(self, before: object, after: object) -> object:
        """The value of two sources, `after` being the nearer one."""
        if isinstance(before, tuple) and isinstance(after, tuple) and self.adds_up:
            return tuple(dict.fromkeys(before + after))
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            return MappingProxyType({**before, **after})
        return after


def _text(option: Option, value: object, base: Path) -> str:
    if not isinstance(value, str):
        raise MisfitError(Key("expected.choice" if option.choices else "expected.text", _choices(option)))
    if option.pattern and not re.fullmatch(option.pattern, value):
        raise MisfitError(Key("expected.choice", _choices(option)))
    return value


def _flag(option: Option, value: object, base: Path) -> bool:
    if not isinstance(value, bool):
        raise MisfitError(Key("expected.flag"))
    return value


def _number(option: Option, value: object, base: Path) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < option.least:
        raise MisfitError(Key("expected.number", {"least": option.least}))
    return value


def _share(option: Option, value: object, base: Path) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise MisfitError(Key("expected.share"))
    return float(value)


def _texts(option: Option, value: object, base: Path) -> tuple[str, ...]:
    expected = MisfitError(Key("expected.choices" if option.choices else "expected.texts", _choices(option)))
    if not isinstance(value, list | tuple):
        raise expected
    for item in value:
        if not isinstance(item, str) or (option.pattern and not re.fullmatch(option.pattern, item)):
            raise expected
    return tuple(value)


def _patterns(option: Option, value: object, base: Path) -> tuple[str, ...]:
    for pattern in (patterns := _texts(option, value, base)):
        try:
            parse(pattern)
        except PatternError as error:
            raise MisfitError(
                Key("expected.patterns", {"pattern": pattern, "reason": error.reason})
            ) from error
    return patterns


def _path(option: Option, value: object, base: Path) -> Path | None:
    """A path, None for an empty text, which takes back what a farther source says."""
    text = _text(option, value, base)
    return base / Path(text).expanduser() if text else None


def _paths(option: Option, value: object, base: Path) -> tuple[Path, ...]:
    return tuple(base / Path(item).expanduser() for item in _texts(option, value, base))


def _severities(option: Option, value: object, base: Path) -> Mapping[str, str]:
    """A table, or one severity for everything."""
    levels = {DEFAULT: value} if isinstance(value, str) else value
    if isinstance(levels, Mapping):
        unknown = [code for code in levels if code not in CODES]
        if unknown:
            expected = Key("expected.codes", {"code": unknown[0], "choices": ", ".join(CODES)})
            raise MisfitError(expected, unknown[0])
        wrong = [code for code, level in levels.items() if level not in SEVERITIES]
    if not isinstance(levels, Mapping) or wrong:
        inside = wrong[0] if isinstance(value, Mapping) else ""
        raise MisfitError(Key("expected.severities", {"choices": ", ".join(SEVERITIES)}), inside)
    return MappingProxyType(dict(levels))


def _policies(option: Option, value: object, base: Path) -> Mapping[str, Policy]:
    if not isinstance(value, Mapping):
        raise MisfitError(Key("expected.table"))
    rules = {
        name: {normalised(key): item for key, item in rule.items()} if isinstance(rule, Mapping) else rule
        for name, rule in value.items()
    }
    try:
        return MappingProxyType(read_house_rules(rules, NOTATIONS))
    except HouseRuleError as error:
        raise MisfitError(error.expected, error.key) from error


_READERS = {
    Kind.TEXT: _text,
    Kind.FLAG: _flag,
    Kind.NUMBER: _number,
    Kind.SHARE: _share,
    Kind.TEXTS: _texts,
    Kind.PATTERNS: _patterns,
    Kind.PATH: _path,
    Kind.PATHS: _paths,
    Kind.SEVERITIES: _severities,
    Kind.POLICIES: _policies,
}


def _choices(option: Option) -> dict[str, object]:
    return {"choices": ", ".join(option.choices)} if option.choices else {}


OPTIONS = (
    Option("policy", Kind.TEXT),
    Option("policies", Kind.POLICIES, adds_up=True),
    Option("notations", Kind.TEXTS, pattern=NOTATION_PATTERN, choices=NOTATIONS),
    Option("article_order", Kind.TEXT, pattern=_one_of(ArticleOrder), choices=tuple(ArticleOrder)),
    Option("article_forms", Kind.TEXT, pattern=_one_of(ArticleForms), choices=tuple(ArticleForms)),
    Option("omission_test", Kind.FLAG),
    Option(
        "analyzer",
        Kind.TEXT,
        pattern=ANALYZER_PATTERN,
        choices=("bundled", "spacy:<model>", "reference:<model>"),
    ),
    Option("report_specific", Kind.FLAG),
    Option("compound_modifiers", Kind.FLAG),
    Option("organisations", Kind.FLAG),
    Option("min_certainty", Kind.SHARE),
    Option("entries", Kind.PATHS, adds_up=True),
    Option("ignored_words", Kind.TEXTS, adds_up=True),
    Option("locale", Kind.TEXT),
    Option("include", Kind.PATTERNS),
    Option("exclude", Kind.PATTERNS, adds_up=True),
    Option("formats", Kind.TEXTS, pattern=_one_of(FORMATS), choices=tuple(FORMATS)),
    Option("programs", Kind.FLAG),
    Option("severity", Kind.SEVERITIES),
    Option("baseline", Kind.PATH),
    Option("max_findings", Kind.NUMBER, least=1),
    Option("max_characters", Kind.NUMBER, least=1),
    Option("debounce", Kind.NUMBER, least=0),
    Option("workspace", Kind.FLAG),
    Option("trust_projects", Kind.FLAG),
    Option("completion", Kind.FLAG),
    Option("inlay_hints", Kind.FLAG),
    Option("code_lens", Kind.FLAG),
)

BY_NAME = MappingProxyType({option.name: option for option in OPTIONS})


def normalised(key: str) -> str:
    """The name of an option as written in Python, for `reportSpecific` and `report-specific` too."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", key).replace("-", "_").lower()
