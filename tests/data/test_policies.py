"""The policies that ship: complete, consistent, and each with its source."""

import tomllib
from typing import Any

import pytest

from mitgemeint.analysis.policy import load_policy, policy_names
from mitgemeint.analysis.settings import Settings
from mitgemeint.data import resource

NOTATIONS = {
    "neutral", "pair", "star", "colon", "underscore", "interpunct", "slash", "parentheses", "internal-i",
    "de-e", "phettberg",
}  # fmt: skip
INNER_SIGNS = {"star", "colon", "underscore", "interpunct", "internal-i"}
EXPECTED = {
    "amtlich-2024", "at-bka", "at-doppelpunkt", "barrierearm-dbsv", "bayern", "binnen-i", "ch-bund", "de-e",
    "doppelpunkt", "genderstern", "hessen", "juristisch", "mediopunkt", "neutral", "niederoesterreich",
    "paarform", "permissive", "phettberg", "sachsen", "stellenanzeige", "unterstrich",
}  # fmt: skip
FLAGS = {
    "follow_document", "marker", "omission_test", "strict_slash", "organisations", "skip_quotes",
    "skip_citations",
}  # fmt: skip
KEYS = {"name", "allowed", "hint", "forbidden", "source", "date", "title", "description"}


def read(name: str) -> dict[str, Any]:
    return tomllib.loads(resource("policies", f"{name}.toml").read_text("utf-8"))


def test_all_presets_ship() -> None:
    assert set(policy_names()) == EXPECTED


def test_the_default_is_among_them() -> None:
    assert load_policy(Settings().policy).follow_document


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_policy_is_complete(name: str) -> None:
    policy = read(name)
    assert KEYS <= policy.keys() <= KEYS | FLAGS
    assert policy["name"] == name
    assert policy["source"]
    for part in ("title", "description"):
        assert set(policy[part]) == {"de", "en"}
        assert all(policy[part].values())
    assert all(isinstance(policy[flag], bool) for flag in FLAGS & policy.keys())


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_notation_has_one_standing(name: str) -> None:
    policy = read(name)
    listed = [*policy["allowed"], *policy["hint"], *policy["forbidden"]]
    assert policy["allowed"]
    assert set(listed) <= NOTATIONS
    assert len(listed) == len(set(listed))


# What a house rule must not offer is the reason people choose it.
RULED_OUT = [
    ("amtlich-2024", INNER_SIGNS),
    ("bayern", {"star", "colon", "underscore", "interpunct"}),
    ("hessen", INNER_SIGNS),
    ("sachsen", INNER_SIGNS),
    ("niederoesterreich", {"star", "colon", "underscore", "internal-i"}),
    ("ch-bund", INNER_SIGNS),
    ("at-bka", INNER_SIGNS),
    ("at-doppelpunkt", INNER_SIGNS - {"colon"}),
    ("barrierearm-dbsv", INNER_SIGNS - {"star"}),
    ("juristisch", INNER_SIGNS),
    ("genderstern", INNER_SIGNS - {"star"}),
    ("doppelpunkt", INNER_SIGNS - {"colon"}),
    ("unterstrich", INNER_SIGNS - {"underscore"}),
    ("mediopunkt", INNER_SIGNS - {"interpunct"}),
    ("binnen-i", INNER_SIGNS - {"internal-i"}),
    ("paarform", INNER_SIGNS),
    ("neutral", INNER_SIGNS),
]


@pytest.mark.parametrize(("name", "signs"), RULED_OUT)
def test_signs_that_a_rule_excludes_are_forbidden(name: str, signs: set[str]) -> None:
    policy = load_policy(name)
    assert signs <= set(policy.forbidden)
    assert not INNER_SIGNS & set(policy.allowed) & signs


FIRST = [
    ("amtlich-2024", ["neutral", "pair", "slash", "parentheses"]),
    ("barrierearm-dbsv", ["neutral", "pair", "star"]),
    ("genderstern", ["neutral", "star"]),
    ("de-e", ["de-e", "neutral"]),
    ("phettberg", ["phettberg", "neutral"]),
    ("paarform", ["pair"]),
]


@pytest.mark.parametrize(("name", "order"), FIRST)
def test_order_of_preference(name: str, order: list[str]) -> None:
    assert list(load_policy(name).allowed) == order


def test_nothing_is_forbidden_by_default() -> None:
    policy = load_policy("permissive")
    assert policy.forbidden == ()
    assert set(policy.allowed) == NOTATIONS - {"de-e", "phettberg"}
