"""House rules that people define in their settings (`[policies.<name>]`), read into policies.

A rule may start from one that ships (`base`) and says what is different. What it lists replaces the list of
the base; a notation has one standing, the one said last: by the base, the lists, the table `notations`.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from mitgemeint.analysis.messages import LANGUAGES
from mitgemeint.analysis.notation import is_notation
from mitgemeint.analysis.policy import Policy, load_policy, policy_names
from mitgemeint.server.problems import Key

LISTS = ("allowed", "hint", "forbidden")


class Standing(StrEnum):
    """What the table `notations` can say of a notation."""

    PREFER = "prefer"
    ALLOW = "allow"
    HINT = "hint"
    FORBID = "forbid"


class Shape(StrEnum):
    """What the value of a key is."""

    BASE = "base"
    NOTATIONS = "notations"
    STANDINGS = "standings"
    FLAG = "flag"
    WORDS = "words"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class RuleKey:
    """One key of a house rule. What people are told of it stands in the catalogues, under `rule.<name>`."""

    name: str
    shape: Shape


KEYS = (
    RuleKey("base", Shape.BASE),
    RuleKey("allowed", Shape.NOTATIONS),
    RuleKey("hint", Shape.NOTATIONS),
    RuleKey("forbidden", Shape.NOTATIONS),
    RuleKey("notations", Shape.STANDINGS),
    RuleKey("omission_test", Shape.FLAG),
    RuleKey("organisations", Shape.FLAG),
    RuleKey("skip_quotes", Shape.FLAG),
    RuleKey("marker", Shape.FLAG),
    RuleKey("follow_document", Shape.FLAG),
    RuleKey("title", Shape.WORDS),
    RuleKey("description", Shape.WORDS),
    RuleKey("source", Shape.TEXT),
)
BY_NAME = {key.name: key for key in KEYS}
NAME = re.compile(r"\w[\w .-]{0,60}")
"""What a house rule may be called. Editors show the name in status lines, some of which run what looks like
their own commands; a project brings its rules with it.
"""


class HouseRuleError(ValueError):
    """A rule is broken: where (`rule.key`), and what was expected there."""

    def __init__(self, key: str, expected: Key) -> None:
        super().__init__(key)
        self.key = key
        self.expected = expected


def read_house_rules(rules: Mapping[str, Any], notations: Iterable[str]) -> dict[str, Policy]:
    """The policies of the table `policies`. `notations` names the known notations for people.

    Raises HouseRuleError for the first rule that is none.
    """
    known = ", ".join(notations)
    return {name: _read(name, rule, known) for name, rule in rules.items()}


def _read(name: str, rule: object, known: str) -> Policy:
    if not NAME.fullmatch(name) or name in policy_names():
        raise HouseRuleError(name, Key("expected.new-policy"))
    if not isinstance(rule, Mapping):
        raise HouseRuleError(name, Key("expected.table"))
    for key, value in rule.items():
        if key not in BY_NAME:
            choices = ", ".join(BY_NAME)
            raise HouseRuleError(f"{name}.{key}", Key("expected.rule-key", {"choices": choices}))
        expected = _misfit(BY_NAME[key].shape, value, known)
        if expected:
            raise HouseRuleError(f"{name}.{key}", expected)
    _check_one_standing(name, rule)
    policy = _policy(name, rule)
    if not policy.allowed:
        raise HouseRuleError(f"{name}.allowed", Key("expected.something-allowed"))
    return policy


def _check_one_standing(name: str, rule: Mapping[str, Any]) -> None:
    """Raise where a notation stands in two of the lists."""
    seen: set[str] = set()
    for key in LISTS:
        twice = seen.intersection(rule.get(key, ()))
        if twice:
            raise HouseRuleError(f"{name}.{key}", Key("expected.one-standing", {"notation": min(twice)}))
        seen.update(rule.get(key, ()))


def _misfit(shape: Shape, value: object, known: str) -> Key | None:
    """What was expected in the place of a value, None where it fits."""
    if shape is Shape.FLAG:
        return None if isinstance(value, bool) else Key("expected.flag")
    if shape is Shape.BASE:
        fits = isinstance(value, str) and value in policy_names()
        return None if fits else Key("expected.choice", {"choices": ", ".join(policy_names())})
    if shape is Shape.NOTATIONS:
        fits = isinstance(value, list | tuple) and all(map(_is_notation, value))
        return None if fits else Key("expected.choices", {"choices": known})
    if shape is Shape.STANDINGS:
        fits = isinstance(value, Mapping) and all(
            _is_notation(key) and item in tuple(Standing) for key, item in value.items()
        )
        values = {"choices": ", ".join(Standing), "notations": known}
        return None if fits else Key("expected.standings", values)
    if shape is Shape.WORDS and isinstance(value, Mapping):
        fits = set(value) <= set(LANGUAGES) and all(isinstance(text, str) for text in value.values())
    else:
        fits = isinstance(value, str)
    return None if fits else Key("expected.text")


def _is_notation(value: object) -> bool:
    return isinstance(value, str) and is_notation(value)


def _policy(name: str, rule: Mapping[str, Any]) -> Policy:
    base = load_policy(rule["base"]) if "base" in rule else Policy(name, ())
    flags = {key.name: rule[key.name] for key in KEYS if key.shape is Shape.FLAG and key.name in rule}
    texts = {key: _by_language(rule.get(key, {})) for key in ("title", "description")}
    listed = {notation for key in LISTS for notation in rule.get(key, ())}
    lists = {
        key: list(dict.fromkeys(rule[key]))
        if key in rule
        else [notation for notation in getattr(base, key) if notation not in listed]
        for key in LISTS
    }
    _apply(rule.get("notations", {}), lists)
    said: dict[str, Any] = {**flags, **texts, **{key: tuple(names) for key, names in lists.items()}}
    return replace(base, name=name, source=rule.get("source", ""), **said)


def _apply(standings: Mapping[str, str], lists: Mapping[str, list[str]]) -> None:
    """Put each notation of the table in its one list: preferred ones to the front, in their order."""
    for notation, standing in standings.items():
        stays = standing == Standing.ALLOW and notation in lists["allowed"]
        for names in lists.values():
            if notation in names and not stays:
                names.remove(notation)
        if standing in {Standing.HINT, Standing.FORBID}:
            lists["hint" if standing == Standing.HINT else "forbidden"].append(notation)
        elif standing == Standing.ALLOW and not stays:
            lists["allowed"].append(notation)
    preferred = [notation for notation, standing in standings.items() if standing == Standing.PREFER]
    lists["allowed"][:0] = preferred


def _by_language(words: str | Mapping[str, str]) -> dict[str, str]:
    return dict.fromkeys(LANGUAGES, words) if isinstance(words, str) else dict(words)
