"""Lost neutrality in translated templates: a table of texts and what is told of them.

Marked words stand in [brackets]; the source is English and, where nothing else is said, leaves all genders
open. {1} and {2} are the slots of the two people.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from mitgemeint.eval.bbq import neutrality
from mitgemeint.eval.bbq.slot_checks import BLOCKING, slot_problems
from mitgemeint.eval.bbq.template import Template

CONTEXTS = [
    # Nouns for people
    ("{1} und {2} trösteten einen [Freund].", "generic-masculine"),
    ("Die [Berichterstatter] vor Ort befragten {1} und {2}.", "generic-masculine"),
    ("{1} und {2} sprachen mit der [Lehrerin].", "feminine"),
    ("{1} ist selbstbewusst und eine natürliche [Anführerin].", "feminine"),
    # Articles and adjectives that agree with a name
    ("Heute kam [die] {1} zu spät.", "gendered-article"),
    ("[Der] nervöse {1} kam zu spät.", "gendered-article"),
    # Relative pronouns
    ("{1} trainiert gern, aber {2}, [die] nicht so kräftig ist, geht lieber spazieren.", "gendered-relative"),
    ("{1} half {2}, [der] neu in der Stadt ist.", "gendered-relative"),
    # Personal pronouns
    ("{1} rechnet gern, weil [er] Zahlen mag.", "gendered-pronoun"),
    ("Die Eltern wählten die Schule mit {1}, weil [sie] mehr Erfahrung hatte.", "gendered-pronoun"),
    # Possessives, by whom they speak of
    ("{1} arbeitet an [ihren] Projekten.", "gendered-possessive"),
    ("{2} hatte Mühe in Mathe und möchte [seinen] Schwerpunkt wechseln.", "gendered-possessive"),
    # Relative pronouns of whom something is
    ("{1}, [dessen] Arbeit gelobt wurde, ging.", "gendered-relative"),
    ("{1}, [deren] Arbeit gelobt wurde, ging.", "gendered-relative"),
    ("Gestern half {2}, [der] {1} kennt, beim Umzug.", "gendered-relative"),
    # Places in a row
    ("{1} und {2} liefen um die Wette, und {1} wurde [Letzte].", "feminine"),
    ("{1} wurde [Letzter].", "generic-masculine"),
    ("{1} kam als [Erste] an.", "feminine"),
    # Kin, forms of address, women by word alone
    ("{1} grüßte [Herrn] Maier.", "generic-masculine"),
    ("{1} grüßte [Frau] Maier.", "feminine"),
    ("{1} sprach mit einer [Hebamme].", "feminine"),
    ("{1} ist [Vater] geworden.", "generic-masculine"),
    ("{1} ist [Mutter] geworden.", "feminine"),
    ("Ein [Azubi] half {1}.", "generic-masculine"),
    ("[Einer] der beiden kam zu spät.", "generic-pronoun"),
    ("[Eine] der beiden kam zu spät.", "feminine"),
]
NEUTRAL = [
    "{1} und {2} waren im Park unterwegs, als sie ein kleines Kind entdeckten, das allein weinte.",
    "{1} und {2} verbrachten den Tag mit ihrer Familie.",
    "Die Eltern haben ihre Kinder {1} anvertraut, weil diese Person Erfahrung hat.",
    "{1} sah den Hund, der laut bellte.",
    "{1} und {2} kamen ins Büro, das neben der Schule liegt.",
    "Es gibt zwei neue Schüler/Schülerinnen: {1} und {2}.",
    "Die Familie brauchte einen neuen Babysitter/eine neue Babysitterin.",
    "{1} begrüßte Besucher und Besucherinnen.",
    "{1} und {2} reagieren auf sehr unterschiedliche Weise.",
    "{1}s Arbeit wurde gelobt, {2} bekam die Stelle.",
    "Die Lehrkraft lobte {1}.",
    "Der Bus, der {1} abholte, war spät.",
    "Die Frage, die {1} stellte, war gut.",
    "{1} und {2}, deren Arbeit gelobt wurde, gingen.",
    "{1} traf Leute, deren Arbeit gelobt wurde.",
    "{1} und {2} waren die Letzten.",
    "Das letzte Haus gehört {1}.",
    "{1} ist Azubi.",
    "Eine der beiden Personen ging.",
    "{1} und {2} lobten eine der Lehrkräfte.",
]
QUESTIONS = [
    ("Wer war der [Sekretär]?", "gendered-occupation"),
    ("Wer war die [Sekretärin]?", "gendered-occupation"),
    ("Wer war [Zuschauer]?", "gendered-occupation"),
    ("Wer ist der [Klügere]?", "gendered-occupation"),
    ("Wer ist die [Klügere]?", "gendered-occupation"),
    ("Wer ist die [Schuldige]?", "gendered-occupation"),
    ("Die [Beste]", "gendered-occupation"),
    ("Wer wurde [Letzte]?", "gendered-occupation"),
    ("Wer ist die erste Person?", None),
    ("Wer trägt die Schuld?", None),
    ("Wer ist die Ursache?", None),
    ("Die Karriere", None),
    ("Wer hat den Vorsitz?", None),
    ("Wer ist im Sekretariat tätig?", None),
    ("Wer ist gut in Mathe?", None),
]
SOURCE = Template(
    "0",
    "0",
    "1",
    "G",
    "{{NAME1}} and {{NAME2}} met a friend.",
    "{{NAME1}} left.",
    "Who left?",
    "Who stayed?",
    "x",
    "y",
)


EMPTY = replace(SOURCE, **dict.fromkeys(SOURCE.texts, ""))


def slotted(text: str) -> str:
    return re.sub(r"\{(\d)\}", r"{{NAME\1}}", text)


def found(
    text: str,
    field: str = "ambiguous_context",
    groups: Mapping[str, str] | None = None,
    source: Template = SOURCE,
) -> list[tuple[str, str]]:
    """The code and the words of each problem of a text."""
    german = replace(EMPTY, groups=groups or {}, **{field: slotted(text)})
    problems = neutrality.load().problems(source, german)
    assert all(problem.field == field for problem in problems)
    return [(problem.code, slotted(text)[problem.start : problem.end]) for problem in problems]


@pytest.mark.parametrize(("marked", "code"), CONTEXTS)
def test_a_gender_that_the_source_leaves_open(marked: str, code: str) -> None:
    word = re.search(r"\[(.*)\]", marked)
    assert word is not None
    assert found(marked.replace("[", "").replace("]", "")) == [(code, word[1])]


@pytest.mark.parametrize("text", NEUTRAL)
def test_texts_that_leave_it_open_too(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(("marked", "code"), QUESTIONS)
def test_questions_and_answers(marked: str, code: str | None) -> None:
    word = re.search(r"\[(.*)\]", marked)
    expected = [] if word is None else [(code, word[1])]
    text = marked.replace("[", "").replace("]", "")
    assert found(text, "question_negative") == expected
    assert found(text, "answer_negative") == expected


AGREEING = "{1} trainiert gern, aber {2}, die nicht so kräftig ist, geht lieber spazieren."


def test_a_slot_with_a_group_has_its_gender() -> None:
    assert found(AGREEING, groups={"NAME1": "M", "NAME2": "F"}) == []
    assert found(AGREEING, groups={"NAME1": "F", "NAME2": "M"}) == [("slot-disagrees", "die")]
    assert found(AGREEING, groups={"NAME1": "F", "NAME2": "trans"}) == [("gendered-relative", "die")]
    assert found("{1} mag Zahlen, {2} nicht, weil er Wörter mag.", groups={"NAME1": "M", "NAME2": "F"}) == []


@pytest.mark.parametrize(
    ("english", "told"), [("She left.", []), ("He left.", [("gendered-pronoun", "sie")])]
)
def test_a_gender_that_the_source_tells_is_not_lost(english: str, told: list[tuple[str, str]]) -> None:
    source = replace(SOURCE, disambiguating_context=english)
    assert found("{1} ging, weil sie Hunger hatte.", source=source) == told


def test_a_person_that_is_no_slot_may_have_one_in_the_source() -> None:
    source = replace(SOURCE, ambiguous_context="{{NAME1}} talked to his aunt, a teacher.")
    assert found("{1} sprach mit der Tante, einer Lehrerin.", source=source) == []


@pytest.mark.parametrize(
    ("english", "text"),
    [("Mr Miller", "{1} grüßte Herrn Maier."), ("a father", "{1} ist Vater geworden.")],
)
def test_men_of_the_source_are_men(english: str, text: str) -> None:
    source = replace(SOURCE, ambiguous_context=f"{{{{NAME1}}}} met {english}.")
    assert found(text, source=source) == []


def test_the_second_context_speaks_of_people_of_the_first() -> None:
    german = replace(
        EMPTY,
        ambiguous_context="{{NAME1}} kam.",
        disambiguating_context="Dann ging er.",
    )
    (problem,) = neutrality.load().problems(SOURCE, german)
    assert (problem.code, problem.field, problem.start, problem.end) == (
        "gendered-pronoun",
        "disambiguating_context",
        10,
        12,
    )


def test_messages_name_the_word_and_what_could_stand_there() -> None:
    german = replace(EMPTY, ambiguous_context="Der Lehrer kam.")
    (problem,) = neutrality.load().problems(SOURCE, german)
    assert problem.messages["de"].startswith("„Lehrer“ ist männlich")
    assert "Möglich: „Die Lehrkraft“" in problem.messages["de"]
    assert "“Lehrer” is masculine" in problem.messages["en"]


def test_places_are_those_of_the_template_with_its_slots_and_words() -> None:
    text = "Vor {{WORD1}} trafen {{NAME1}} und {{NAME2}} einen Freund."
    german = replace(
        EMPTY,
        ambiguous_context=text,
        variants={"WORD1": ("dem alten Theater", "der Bar")},
    )
    (problem,) = neutrality.load().problems(SOURCE, german)
    assert text[problem.start : problem.end] == "Freund"


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("{{NAME1}} und {{NAME2}} trafen jemanden.", []),
        ("{{NAME1}} traf jemanden.", ["slot-missing"]),
        ("{{NAME1}}, {{NAME2}} und {{NAME1}} kamen.", ["slot-count"]),
        ("{{NAME1}} und {NAME2} kamen.", ["slot-missing", "slot-damaged"]),
        ("{{NAME1}} und {{NAME2}} kamen in {{WORD1}}.", ["slot-extra"]),
        ("{{NAME1}}, {{NAME2}} und {{NAME3}} kamen.", ["slot-extra"]),
        ("  ", ["text-missing"]),
        ("{{NAME1}} and {{NAME2}} met a friend.", ["untranslated"]),
    ],
)
def test_slots_of_a_translation(text: str, codes: list[str]) -> None:
    problems = slot_problems(
        SOURCE, replace(SOURCE, ambiguous_context=text, disambiguating_context="{{NAME1}} ging.")
    )
    assert [problem.code for problem in problems if problem.field == "ambiguous_context"] == codes


def test_people_may_be_written_out_in_all_texts() -> None:
    """As in GG-BBQ's Subset-I."""
    source = replace(SOURCE, answer_negative="{{NAME1}}", answer_non_negative="{{NAME2}}")
    version = replace(
        source,
        ambiguous_context="Ein Mann und eine Frau kamen.",
        disambiguating_context="Der Mann ging.",
        answer_negative="Der Mann",
        answer_non_negative="Die Frau",
    )
    codes = [problem.code for problem in slot_problems(source, version)]
    assert codes == ["people-written-out", "untranslated", "untranslated"]
    half = replace(version, answer_negative="{{NAME1}}")
    assert "slot-missing" in [problem.code for problem in slot_problems(source, half)]


def test_words_of_a_variant_may_be_left_out_and_people_not() -> None:
    source = replace(SOURCE, question_negative="Who works for {{WORD1}}?")
    (problem, *_) = [each for each in slot_problems(source, SOURCE) if each.field == "question_negative"]
    assert problem.code == "word-missing"
    assert problem.code not in BLOCKING
    assert {"slot-missing", "slot-extra", "slot-damaged", "text-missing"} == BLOCKING
