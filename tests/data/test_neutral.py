"""The curated neutral alternatives: every entry is complete, grammatical in its cells, and really neutral."""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from mitgemeint.analysis.database import Database
from mitgemeint.analysis.entries import FITS
from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.data import resource

Entry = dict[str, Any]

HEAD_KEYS = {"masculine", "compounds", "alternative"}
ALTERNATIVE_KEYS = {
    "form", "gender", "plural", "dative_plural", "genitive", "attribute", "rest", "rest_plural",
    "replaces", "number", "bare", "article", "kind", "compound", "person", "fits", "note", "text",
}  # fmt: skip
KINDS = {"kraft", "person", "leute", "participle", "collective", "noun", "place", "phrase", "paraphrase"}
ENDINGS = {"kraft": "kraft", "person": "person", "leute": "leute"}

# Endings that turn a masculine into the name of an office, a trade or a place (Notariat, Bäckerei).
OFFICE_ENDINGS = ("at", "ei", "ik", "ium", "iat", "ie", "anz", "ur", "ion")
BOARDS = ("Aufsichtsrat", "Betriebsrat", "Verwaltungsrat")
# First parts that only look like a masculine: Wirtschaft is no Wirt, "Chef-" means "chief", and a board is no
# person; and usual neutral words that nobody hears a man in.
LOOK_ALIKES = (
    "Wirtschaft",
    "Landwirtschaft",
    "Chefredaktion",
    "Generaldirektion",
    "Generalsekretariat",
    "Grafik",
    "Primarlehr",
    "Schmiede",
    *BOARDS,
)
# The name of the place, which nobody says otherwise.
PRACTICE = "arztpraxis"
USUAL = ("Nachbarschaft", "Freundeskreis", "Klientel", "Enkelkind", "Urenkelkind")


@cache
def heads() -> list[Entry]:
    return tomllib.loads(resource("lexicon", "neutral.toml").read_text("utf-8"))["head"]


def alternatives(*, applicable: bool = True) -> Iterator[tuple[str, Entry]]:
    """Every alternative with its head; without the paraphrases if `applicable`."""
    for head in heads():
        for alternative in head["alternative"]:
            if not applicable or alternative["kind"] != "paraphrase":
                yield head["masculine"], alternative


def problems(check: Callable[[Entry], str]) -> list[str]:
    """What `check` finds wrong, as "Head -> form: problem"."""
    found = []
    for masculine, alternative in alternatives():
        problem = check(alternative)
        if problem:
            found.append(f"{masculine} -> {alternative['form']}: {problem}")
    return found


@pytest.fixture(scope="module")
def database() -> Database:
    return Database.load()


def test_there_are_enough_heads() -> None:
    applicable = {masculine for masculine, _ in alternatives()}
    assert len(applicable) >= 300


def test_heads_have_known_keys_and_stand_once() -> None:
    assert [head["masculine"] for head in heads() if not head.keys() <= HEAD_KEYS] == []
    assert [head["masculine"] for head in heads() if not head.get("alternative")] == []
    counts = Counter(head["masculine"] for head in heads())
    assert [masculine for masculine, count in counts.items() if count > 1] == []


def test_heads_are_masculines_of_the_database(database: Database) -> None:
    def known(masculine: str) -> bool:
        return any(
            (form.prefix + form.noun.masculine).lower() == masculine.lower()
            and (form.gender, form.case, form.number) == (Gender.MASCULINE, Case.NOMINATIVE, Number.SINGULAR)
            for form in database.readings(masculine)
        )

    assert [head["masculine"] for head in heads() if not known(head["masculine"])] == []


def test_alternatives_have_known_keys_and_values() -> None:
    def check(alternative: Entry) -> str:
        if unknown := alternative.keys() - ALTERNATIVE_KEYS:
            return f"unknown keys {sorted(unknown)}"
        if alternative["kind"] not in KINDS:
            return f"unknown kind {alternative['kind']}"
        if missing := {"form", "gender", "plural", "replaces"} - alternative.keys():
            return f"lacks {sorted(missing)}"
        if alternative["gender"] not in {"fem", "masc", "neut", "adjectival", "plural"}:
            return f"unknown gender {alternative['gender']}"
        if alternative.get("fits", FITS[0]) not in FITS:
            return f"unknown fits {alternative['fits']}"
        if not alternative["replaces"] or not set(alternative["replaces"]) <= {"sg", "pl"}:
            return "replaces names no number"
        return ""

    assert problems(check) == []


def test_paraphrases_are_text_only() -> None:
    paraphrases = [a for _, a in alternatives(applicable=False) if a["kind"] == "paraphrase"]
    assert paraphrases
    assert [a for a in paraphrases if not a.get("text") or a.keys() - {"text", "kind", "note"}] == []


def test_no_alternative_stands_twice() -> None:
    keys = Counter(
        (masculine, a["form"], a.get("attribute"), a.get("rest"), a["kind"] == "place", tuple(a["replaces"]))
        for masculine, a in alternatives()
    )
    assert [key for key, count in keys.items() if count > 1] == []


def test_participles_are_adjectival_and_plural_only() -> None:
    def check(alternative: Entry) -> str:
        if "person" in alternative and (alternative["kind"] != "participle" or alternative["person"]):
            return "person says only of a participle that it forms no phrase with Person"
        if (alternative["kind"] == "participle") != (alternative["gender"] == "adjectival"):
            return "participle and adjectival go together"
        if alternative["kind"] != "participle":
            return ""
        if not alternative["form"].endswith("er") or alternative["plural"] != alternative["form"][:-1]:
            return "not the strong masculine with its plural in -e"
        return "" if alternative["replaces"] == ["pl"] else "is masculine again in the singular"

    assert problems(check) == []


def test_collectives_replace_plurals_only() -> None:
    def check(alternative: Entry) -> str:
        if (alternative.get("number") == "collective") != (alternative["kind"] == "collective"):
            return "" if alternative.get("number") == "collective" else "collective without its number"
        collective = alternative.get("number") == "collective"
        if collective and alternative["replaces"] != ["pl"]:
            return "a group noun in place of one person"
        for key in ("bare", "article"):
            if alternative.get(key) and not collective:
                return f"{key} is for collectives"
        both = alternative.get("bare") and alternative.get("article")
        return "both bare and with an article" if both else ""

    assert problems(check) == []


def test_institutions_take_an_article_for_every_head() -> None:
    def institutions(*, article: bool) -> set[str]:
        return {
            a["form"]
            for _, a in alternatives()
            if a.get("number") == "collective" and bool(a.get("article")) is article and not a.get("rest")
        }

    assert institutions(article=True) >= {"Presse", "Polizei", "Wissenschaft", "Politik", "Bevölkerung"}
    assert institutions(article=True) & institutions(article=False) == set()


def test_words_in_kraft_person_leute_end_in_it() -> None:
    def check(alternative: Entry) -> str:
        ending = ENDINGS.get(alternative["kind"], "")
        return "" if alternative["form"].lower().endswith(ending) else f"does not end in -{ending}"

    assert problems(check) == []


def test_phrases_have_an_attribute_or_a_rest() -> None:
    def check(alternative: Entry) -> str:
        has_more = bool(alternative.get("attribute") or alternative.get("rest"))
        if alternative["kind"] == "phrase" and not has_more:
            return "a phrase of one word"
        if has_more and alternative["kind"] not in {"phrase", "collective", "place"}:
            return f"kind {alternative['kind']} with attribute or rest"
        return ""

    assert problems(check) == []


def test_phrases_are_not_compounded() -> None:
    wrong = [
        f"{head['masculine']} -> {alternative['form']}"
        for head in heads()
        if head.get("compounds", True)
        for alternative in head["alternative"]
        if alternative.get("fits") == "often"
        and (alternative.get("attribute") or alternative.get("rest"))
        and alternative.get("compound", True)
    ]
    assert wrong == []  # "handwerkliche Freifachkraft"


PEOPLE = [
    ("Bayer", "Mensch", "aus Bayern"),
    ("Schweizer", "Mensch", "aus der Schweiz"),
    ("Berliner", "Mensch", "aus Berlin"),
    ("Türke", "Person", "aus der Türkei"),
]


@pytest.mark.parametrize(("masculine", "form", "rest"), PEOPLE)
def test_people_of_a_place_come_from_it(database: Database, masculine: str, form: str, rest: str) -> None:
    noun = database.readings(masculine)[0].noun
    assert (form, rest, "often") in {(a.form, a.rest, a.fits) for a in database.alternatives(noun)}


def test_what_fits_often_stands_after_the_others() -> None:
    def order(head: Entry) -> list[int]:
        kinds = [a for a in head["alternative"] if a["kind"] != "paraphrase"]
        return [FITS.index(a.get("fits", FITS[0])) for a in kinds]

    assert [head["masculine"] for head in heads() if order(head) != sorted(order(head))] == []


def test_relative_clauses_agree_in_number() -> None:
    def check(alternative: Entry) -> str:
        clause = alternative.get("rest", "").startswith(",")
        if clause and "pl" in alternative["replaces"] and not alternative.get("rest_plural"):
            return "no relative clause for the plural"
        return (
            "" if clause == bool(alternative.get("rest_plural")) else "rest_plural without a relative clause"
        )

    assert problems(check) == []


def test_plurals_are_given_where_needed() -> None:
    def check(alternative: Entry) -> str:
        needs_plural = "pl" in alternative["replaces"] and alternative.get("number") != "collective"
        if needs_plural and not alternative["plural"]:
            return "replaces plurals but has none"
        if alternative["gender"] == "plural":
            return (
                "" if alternative["plural"] == alternative["form"] else "plural-only word with another plural"
            )
        return ""

    assert problems(check) == []


def test_genitives_are_given_for_masculines_and_neuters() -> None:
    def check(alternative: Entry) -> str:
        genitive = alternative.get("genitive", "")
        if alternative["gender"] in {"masc", "neut"}:
            return "" if genitive.endswith(("s", "n")) else "no genitive"
        return "genitive of a word that does not change" if genitive else ""

    assert problems(check) == []


def test_dative_plurals_are_given_only_where_the_rule_fails() -> None:
    def check(alternative: Entry) -> str:
        given = alternative.get("dative_plural")
        plural = alternative["plural"]
        regular = plural if plural.endswith(("n", "s")) else plural + "n"
        if given is None:
            ends_by_rule = not plural or plural.endswith(("n", "s", "e", "er", "el"))
            return "" if ends_by_rule else f"dative plural of {plural} is not clear by rule"
        return "as by rule" if given == regular else ""

    assert problems(check) == []


def test_every_cell_that_is_offered_has_a_form(database: Database) -> None:
    missing = []
    for head in heads():
        for form in database.readings(head["masculine"])[:1]:
            for alternative in database.alternatives(form.noun, form.prefix):
                if alternative.kind == "paraphrase" or alternative.gender is None:
                    continue
                for number in alternative.replaces:
                    cell = Number.SINGULAR if alternative.collective else number
                    missing += [
                        f"{head['masculine']} -> {alternative.form}: no {case} {cell}"
                        for case in Case
                        if not alternative.inflected(case, cell)
                    ]
    assert missing == []


def test_no_alternative_holds_a_masculine_person_noun() -> None:
    masculines = {head["masculine"] for head in heads() if len(head["masculine"]) > 3}

    def named_in(word: str) -> str:
        for masculine in masculines:
            inflected = masculine + "n" if masculine.endswith("e") else masculine
            office = word.removeprefix(masculine).startswith(OFFICE_ENDINGS)
            if word == masculine or (
                word.startswith(inflected) and not office and not word.startswith((*LOOK_ALIKES, *USUAL))
            ):
                return masculine
        return ""

    def others(rest: str) -> list[str]:
        return [] if rest.startswith(("aus ", "von ")) else rest.split()  # a place: aus Bayern, von Hessen

    def check(alternative: Entry) -> str:
        if alternative["gender"] == "adjectival":
            return ""  # Beschäftigter: a head for its singular, neutral in the plural that is offered
        words = [
            alternative["form"],
            *others(alternative.get("rest", "")),
            *others(alternative.get("rest_plural", "")),
        ]
        for word in words:
            if word.lower().endswith(("erschaft", "ennschaft", "mannschaft")):
                return "-schaft on a masculine"
            if not word.lower().endswith(PRACTICE) and (masculine := named_in(word)):
                return f"holds {masculine}"
        return ""

    assert problems(check) == []


def test_notes_are_in_both_languages() -> None:
    notes = [(masculine, a["note"]) for masculine, a in alternatives(applicable=False) if "note" in a]
    assert notes
    assert [
        masculine for masculine, note in notes if set(note) != {"de", "en"} or not all(note.values())
    ] == []


EXAMPLES = [
    ("Lehrer", "Lehrkraft"),
    ("Student", "Studierender"),
    ("Mitarbeiter", "Mitarbeitender"),
    ("Kollege", "Kollegium"),
    ("Zuschauer", "Publikum"),
    ("Kunde", "Kundschaft"),
    ("Leiter", "Leitung"),
    ("Kaufmann", "Kaufleute"),
    ("Grundschullehrer", "Grundschullehrkraft"),
    ("Projektleiter", "Projektleitung"),
    ("Kursteilnehmer", "Kursteilnehmender"),
    ("Bankkunde", "Bankkundschaft"),
    ("Klassenlehrer", "Klassenlehrkraft"),
    ("Kunsthändler", "Kunsthandel"),
    ("Energieberater", "Energieberatungskraft"),
]


@pytest.mark.parametrize(("masculine", "first"), EXAMPLES)
def test_best_alternative_comes_first(database: Database, masculine: str, first: str) -> None:
    form = database.readings(masculine)[0]
    assert database.alternatives(form.noun, form.prefix)[0].form == first


NOT_REACHED = [
    ("Bergführer", "Bergführung"),
    ("Titelverteidiger", "Titelverteidigung"),
    ("Websitebesucher", "Websitegast"),
    ("Freimaurer", "Freifachkraft"),
    ("Unterhändler", "Unterhandel"),
    ("Viertelfinalist", "Viertelperson"),
]


@pytest.mark.parametrize(("masculine", "wrong"), NOT_REACHED)
def test_compounds_do_not_get_words_that_mean_something_else(
    database: Database, masculine: str, wrong: str
) -> None:
    found = {
        alternative.form
        for form in database.readings(masculine)
        for alternative in database.alternatives(form.noun, form.prefix)
    }
    assert wrong not in found
