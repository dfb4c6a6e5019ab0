"""The settings as VS Code's page of settings shows them, from their one definition.

`python -m mitgemeint.server.editor_settings editors/vscode` writes them into the extension's manifest and
its texts (`package.json`, `package.nls.json`, `package.nls.de.json`); a test fails where they are not up to
date. What stands in these files besides is left as it is.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME
from mitgemeint.analysis.messages import Catalogue
from mitgemeint.analysis.notation import CUSTOM, custom_signs, notation_names
from mitgemeint.analysis.policy import load_policy, policy_names
from mitgemeint.server.house_rules import KEYS, RuleKey, Shape, Standing
from mitgemeint.server.options import (
    ANALYZER_PATTERN,
    BY_NAME,
    CODES,
    DEFAULT,
    OPTIONS,
    SEVERITIES,
    UNKNOWN,
    Kind,
    Option,
)
from mitgemeint.server.options_reference import in_markdown, plain

MANIFEST = "package.json"
TEXTS = {"en": "package.nls.json", "de": "package.nls.de.json"}
PREFIX = "settings."
"""What the keys of the texts begin with that are written here."""

PARTS = {
    "rule": ("policy", "policies", "notations", "article_order", "article_forms", "omission_test"),
    "findings": (
        "severity",
        "min_certainty",
        "report_specific",
        "compound_modifiers",
        "organisations",
        "ignored_words",
        "entries",
        "analyzer",
        "max_findings",
    ),
    "files": ("programs", "formats", "include", "exclude", "workspace", "max_characters", "trust_projects"),
    "editor": ("completion", "inlay_hints", "code_lens", "debounce", "locale"),
}
"""The parts of the page and what stands in each, in this order."""

LEFT_OUT = frozenset({"baseline"})
"""Settings that mean nothing to an editor."""

SCOPES = {"trust_projects": "machine", "analyzer": "machine-overridable", "entries": "machine-overridable"}
"""Who may set what is not for every folder to say: `machine` is the user alone."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text under a key of the extension's catalogues; the message catalogues, or a policy, have it."""

    key: str
    source: str
    markdown: bool

    @property
    def placeholder(self) -> str:
        """How the manifest refers to it."""
        return f"%{PREFIX}{self.key}%"

    def in_language(self, language: str) -> str:
        """The text itself."""
        text = self._plain(language)
        return in_markdown(text) if self.markdown else text

    def _plain(self, language: str) -> str:
        texts = Catalogue.load(language).texts
        if self.source in texts:
            return texts[self.source]
        name, _, part = self.source.rpartition(".")
        policy = load_policy(name.removeprefix("policy."))
        return (policy.title if part == "title" else policy.description)[language]


def camel(name: str) -> str:
    """The name of a setting as editors write it: inlayHints."""
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)


class Page:
    """The manifest's part, and the texts that it refers to."""

    def __init__(self) -> None:
        self._texts: dict[str, Text] = {}
        self.parts = [self._part(order, name) for order, name in enumerate(PARTS)]

    def texts(self, language: str) -> dict[str, str]:
        """The texts in one language by their keys."""
        return {PREFIX + key: text.in_language(language) for key, text in self._texts.items()}

    def _part(self, order: int, name: str) -> dict[str, Any]:
        options = [BY_NAME[option] for option in PARTS[name]]
        return {
            "id": PREFIX + name,
            "title": self._text(f"part.{name}", f"settings-part.{name}"),
            "order": order,
            "properties": {
                f"mitgemeint.{camel(option.name)}": self._property(option, place)
                for place, option in enumerate(options)
            },
        }

    def _property(self, option: Option, order: int) -> dict[str, Any]:
        return {
            "markdownDescription": self._text(option.name, f"setting.{option.name}", markdown=True),
            **self._shape(option),
            "default": plain(option.default) if option.name != "locale" else "",
            "scope": SCOPES.get(option.name, "resource"),
            "order": order,
        }

    def _shape(self, option: Option) -> dict[str, Any]:
        match option.kind:
            case Kind.FLAG:
                return {"type": "boolean"}
            case Kind.NUMBER:
                return {"type": "integer", "minimum": option.least}
            case Kind.SHARE:
                return {"type": "number", "minimum": 0, "maximum": 1}
            case Kind.SEVERITIES:
                return self._severities()
            case Kind.POLICIES:
                return {"type": "object", "additionalProperties": self._rule()}
            case Kind.TEXT | Kind.PATH:
                return self._choice(option)
            case Kind.TEXTS | Kind.PATTERNS | Kind.PATHS:
                return {"type": "array", "uniqueItems": True, "items": self._choice(option)}

    def _choice(self, option: Option) -> dict[str, Any]:
        """A text: free, or from a list."""
        match option.name:
            case "policy":
                names = policy_names()
                titles = [self._text(f"policy.{name}.title", f"policy.{name}.title") for name in names]
                details = [self._text(f"policy.{name}", f"policy.{name}.description") for name in names]
                return _listed(names, details, titles)
            case "notations":
                return self._notation()
            case "formats":
                suffixes = [" ".join(FORMATS_BY_NAME[name].suffixes) or name for name in option.choices]
                return _listed(option.choices, suffixes)
            case "analyzer":
                return {"type": "string", "pattern": f"^({ANALYZER_PATTERN})$"}
        if not option.choices:
            return {"type": "string"}
        return _listed(option.choices, self._choices(option.name, option.choices))

    def _choices(self, name: str, values: Iterable[str]) -> list[str]:
        return [self._text(f"{name}.{value}", f"choice.{name}.{value}") for value in values]

    def _notation(self) -> dict[str, Any]:
        """A notation that has a name, or one with a sign of one's own."""
        names = [self._text(f"notation.{name}", f"notation.{name}") for name in notation_names()]
        signs = "".join(re.escape(sign) for sign in custom_signs())
        own = {"pattern": f"^{CUSTOM}[{signs}]$"}
        return {"type": "string", "anyOf": [_listed(notation_names(), names), own]}

    def _severity(self, key: str, source: str) -> dict[str, Any]:
        levels = _listed(SEVERITIES, self._choices("severity", SEVERITIES))
        return {"description": self._text(f"severity.{key}", source), **levels}

    def _severities(self) -> dict[str, Any]:
        own = {DEFAULT, UNKNOWN}
        return {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                code: self._severity(
                    code, f"choice.severity.{code}" if code in own else f"explanation.{code}"
                )
                for code in CODES
            },
        }

    def _rule(self) -> dict[str, Any]:
        return {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                key.name: {
                    "markdownDescription": self._text(f"rule.{key.name}", f"rule.{key.name}", markdown=True),
                    **self._rule_shape(key),
                }
                for key in KEYS
            },
        }

    def _rule_shape(self, key: RuleKey) -> dict[str, Any]:
        match key.shape:
            case Shape.BASE:
                titles = [
                    self._text(f"policy.{name}.title", f"policy.{name}.title") for name in policy_names()
                ]
                return _listed(policy_names(), titles)
            case Shape.NOTATIONS:
                return {"type": "array", "items": self._notation()}
            case Shape.STANDINGS:
                standings = [str(standing) for standing in Standing]
                listed = _listed(standings, self._choices("standing", standings))
                return {"type": "object", "additionalProperties": listed}
            case Shape.FLAG:
                return {"type": "boolean"}
            case Shape.WORDS:
                return {"type": ["string", "object"]}
            case Shape.TEXT:
                return {"type": "string"}

    def _text(self, key: str, source: str, *, markdown: bool = False) -> str:
        self._texts[key] = text = Text(key, source, markdown)
        return text.placeholder


def _listed(values: Iterable[str], details: list[str], titles: list[str] | None = None) -> dict[str, Any]:
    """A text from a list, with what VS Code shows beside each value."""
    shown = {"enumItemLabels": titles} if titles else {}
    return {"type": "string", "enum": list(values), **shown, "enumDescriptions": details}


def files(folder: Path) -> Iterator[tuple[Path, str]]:
    """The files of the extension in `folder`, as they should be."""
    page = Page()
    manifest = _read(folder / MANIFEST)
    contributes = manifest["contributes"]
    own = [part for part in contributes["configuration"] if not str(part["id"]).startswith(PREFIX)]
    contributes["configuration"] = page.parts + own
    yield folder / MANIFEST, _json(manifest)
    for language, name in TEXTS.items():
        kept = {key: text for key, text in _read(folder / name).items() if not key.startswith(PREFIX)}
        yield folder / name, _json({**kept, **page.texts(language)})


def write(folder: Path) -> None:
    """Write them."""
    for path, content in files(folder):
        path.write_text(content, encoding="utf-8")


def left_over() -> set[str]:
    """Settings that are neither in a part of the page nor left out on purpose."""
    return {option.name for option in OPTIONS} - {name for part in PARTS.values() for name in part} - LEFT_OUT


def _read(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text(encoding="utf-8")))


def _json(content: Mapping[str, Any]) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    write(Path(sys.argv[1]))
