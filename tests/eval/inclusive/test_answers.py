"""How answers of language models are read: what models make of an order to write lines alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.eval.inclusive.systems.answers import MOST_VERSIONS, read_labels, read_versions

TEXT = "Die Lehrer helfen jedem."
ONE, TWO = "Die Lehrkräfte helfen allen.", "Die Lehrer*innen helfen allen."

READ = {
    "lines": f"{ONE}\n{TWO}",
    "numbers": f"1. {ONE}\n2. {TWO}",
    "other numbers": f"(1) {ONE}\n2) {TWO}",
    "named numbers": f"Fassung 1: {ONE}\nFassung 2: {TWO}",
    "a greeting": f"Sure! Here are the versions:\n\n1. {ONE}\n2. {TWO}\n\nLet me know if you need more!",
    "a greeting before lines": f"Hier sind die Fassungen:\n{ONE}\n{TWO}",
    "a fence with JSON": f'Hier:\n```json\n["{ONE}", "{TWO}"]\n```\nBitte sehr.',
    "JSON alone": f'["{ONE}",\n "{TWO}"]',
    "an object": f'{{"fassungen": ["{ONE}", "{TWO}"]}}',
    "numbers in an object": f'{{"1": "{ONE}", "2": "{TWO}"}}',
    "objects": f'[{{"nr": 1, "stil": "neutral", "text": "{ONE}"}}, {{"nr": 2, "text": "{TWO}"}}]',
    "JSON with Markdown": f'["{ONE}", "{TWO}"]'.replace("*", r"\*"),
    "a fence with lines": f"```\n1. {ONE}\n2. {TWO}\n```",
    "thinking": f"<think>\n1. Die Lehrer? Hm.\n</think>\n1. {ONE}\n2. {TWO}",
    "thinking begun by the template": f"1. Hm.\n</think>\n\n1. {ONE}\n2. {TWO}",
    "bold numbers": f"**1.** {ONE}\n**2.** {TWO}",
    "numbers in bold": f"**1**. {ONE}\n**2**. {TWO}",
    "numbers without a space": f"1.{ONE}\n2.{TWO}",
    "numbers in lines of their own": f"**Fassung 1:**\n{ONE}\n\n**Fassung 2:**\n{TWO}",
    "a heading": f"### Fassungen\n\n{ONE}\n{TWO}",
    "remarks below numbers": f"1. {ONE}\n   - neutral\n2. {TWO}\n   - mit Stern",
    "thinking that ends beside a number": f"1. Nur gedacht.</think>1. {ONE}\n2. {TWO}",
    "bold lines": f"**1. {ONE}**\n**2. {TWO}**",
    "bold words": "1. Die **Lehrkräfte** helfen **allen**.\n2. Die **Lehrer*innen** helfen allen.",
    "escapes": f"1\\. {ONE}\n2\\. {TWO}".replace("r*i", r"r\*i"),
    "italics": f"1. *{ONE}*\n2. _{TWO}_",
    "bullets": f"Gern:\n- {ONE}\n- {TWO}",
    "stars": f"* {ONE}\n* {TWO}",
    "German quotes": f"1. „{ONE}“\n2. „{TWO}“",
    "straight quotes": f'"{ONE}",\n"{TWO}"',
    "guillemets": f"»{ONE}«\n«{TWO}»",
    "code": f"`{ONE}`\n`{TWO}`",
    "the label": f"1. Satz: {ONE}\n2. Satz: {TWO}",
    "the next task": f"1. {ONE}\n2. {TWO}\n\nSatz: Die Ärzte kommen.\nFassungen:\n3. Alle kommen.",
    "numbers that begin again": f"2. {ONE}\n3. {TWO}\n\nErklärung:\n1. „Lehrer“ ist männlich.",
}


@pytest.mark.parametrize("said", READ.values(), ids=READ.keys())
def test_versions_are_read_from_what_models_write(said: str) -> None:
    assert read_versions(TEXT, said) == (ONE, TWO)


CUT = {
    f"1. {ONE}\n2. Die Lehr": (ONE,),
    f'```json\n["{ONE}", "Die Lehr': (ONE,),
    f"{ONE}\nDie Lehr": (ONE,),
    "Die Lehr": None,
    "1. Die Lehr": None,
    "<think>\nDer Satz enthält": None,
}


@pytest.mark.parametrize(("said", "versions"), CUT.items())
def test_what_was_cut_is_not_read(said: str, versions: tuple[str, ...] | None) -> None:
    assert read_versions(TEXT, said, finished=False) == versions


@pytest.mark.parametrize(
    "said", ["", "\n", "<think>Hm.</think>", "Hier sind die Fassungen:", "```\n```", "1."]
)
def test_an_answer_without_a_text_is_unreadable(said: str) -> None:
    assert read_versions(TEXT, said) is None


QUOTED = [
    ("Die Lehrer rufen.", "„Ja“, rufen die Lehrkräfte, „gern“", "„Ja“, rufen die Lehrkräfte, „gern“"),
    ("„Die Lehrer rufen.“", "1. „Die Lehrkräfte rufen.“", "„Die Lehrkräfte rufen.“"),
    ("Die Lehrer rufen.", "„Die Lehrkräfte rufen „Ja“ und gehen.“", "Die Lehrkräfte rufen „Ja“ und gehen."),
    ("Es lernen alle.", "1. „Lehrer*innen“ und „Schüler*innen“", "„Lehrer*innen“ und „Schüler*innen“"),
    ("Es sind 1.5 Liter.", "1.5 Liter sind es.", "1.5 Liter sind es."),
    ("Die Lehrer sagen:", "Die Lehrkräfte sagen:", "Die Lehrkräfte sagen:"),
]


@pytest.mark.parametrize(("text", "said", "version"), QUOTED)
def test_only_what_encloses_the_whole_is_taken_off(text: str, said: str, version: str) -> None:
    assert read_versions(text, said) == (version,)


NOUN, PHRASE, PRONOUN = (4, 10), (0, 10), (18, 23)
LABELS = {
    "keine": (),
    "Keine.": (),
    "**keine**": (),
    "Keine solche Bezeichnung im Satz.": (),
    "[]": (),
    "Lehrer": (NOUN,),
    "Die Lehrer": (PHRASE,),
    "Lehrer, jedem": (NOUN, PRONOUN),
    "* Die Lehrer": (PHRASE,),
    "1. **Die Lehrer**": (PHRASE,),
    "Die Bezeichnungen sind:\n- „Die Lehrer“\n- „jedem“": (PHRASE, PRONOUN),
    '```json\n["Die Lehrer", "jedem"]\n```': (PHRASE, PRONOUN),
    "<think>Schüler?</think>\nDie Lehrer": (PHRASE,),
    "Die Lehrer (generisches Maskulinum)": (PHRASE,),
    "Die Lehrer – hier ist jedes Geschlecht gemeint": (PHRASE,),
    "Die Lehrer: generisches Maskulinum": (PHRASE,),
    "Bezeichnungen: Die Lehrer": (PHRASE,),
    "Bezeichnungen: keine": (),
    "*Die Lehrer*": (PHRASE,),
    "Die Lehrer.": (PHRASE,),
    "Schüler\nLehrer": (NOUN,),
    "Lehr": None,  # a part of a word
    "Schüler": None,
    "": None,
    "Das kann ich nicht sagen.": None,
}


@pytest.mark.parametrize(("said", "spans"), LABELS.items())
def test_labels_are_read_from_what_models_write(said: str, spans: tuple[tuple[int, int], ...] | None) -> None:
    assert read_labels(TEXT, said) == spans


def test_a_phrase_that_stands_there_twice_is_meant_twice() -> None:
    assert read_labels("Lehrer sehen Lehrer.", "Lehrer") == ((0, 6), (13, 19))


def test_a_phrase_that_was_cut_is_not_read() -> None:
    assert read_labels(TEXT, "Die Lehrer\njedem", finished=False) == (PHRASE,)


@given(st.text(st.characters(exclude_categories=[]) | st.sampled_from('[{"*_„“<think>\n1. ')), st.booleans())
def test_anything_can_be_answered(said: str, finished: bool) -> None:
    versions = read_versions(TEXT, said, finished=finished) or ()
    assert len(versions) <= MOST_VERSIONS
    assert all(version.strip() == version != "" for version in versions)
    assert "".join(versions).encode("utf-8") is not None
    spans = read_labels(TEXT, said, finished=finished) or ()
    assert all(0 <= start < end <= len(TEXT) for start, end in spans)
