"""First exclusive versions of inclusive sentences, and which phrases differ. Brackets mark the phrases."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.eval.inclusive.masculine_draft import masculine_draft
from mitgemeint.eval.inclusive.phrase_comparison import changed_phrases
from mitgemeint.eval.inclusive.sentence_reader import SentenceReader, Span

DRAFTS = [
    # signs: nouns with the words that agree with them
    ("Wir suchen eine*n Ärzt:in, die*der uns hilft.", "Wir suchen [einen Arzt], der uns hilft."),
    ("Der*die neue Lehrer*in hilft.", "[Der neue Lehrer] hilft."),
    ("Alle ProfessorInnen und Mitarbeiter_innen.", "[Alle Professoren] und [Mitarbeiter]."),
    ("Sie gibt den Schüler*innen Bücher.", "Sie gibt [den Schülern] Bücher."),
    ("Er fragt beim*bei der Direktor*in nach.", "Er fragt [beim Direktor] nach."),
    ("Sie gehen zur Ärzt*in.", "Sie gehen [zum Arzt]."),
    ("Das Bürger*innenbüro hat geöffnet.", "[Das Bürgerbüro] hat geöffnet."),
    ("Koch (m/w/d) und Lehrer/-innen gesucht", "Koch und [Lehrer] gesucht"),
    # pairs: the masculine half stays
    ("Schülerinnen und Schüler lernen.", "[Schüler] lernen."),
    ("Wir laden Lehrer und Lehrerinnen ein.", "Wir laden [Lehrer] ein."),
    ("Die Schülerinnen und die Schüler lernen.", "[Die Schüler] lernen."),
    ("Eine erfahrene Köchin oder ein erfahrener Koch leitet.", "[Ein erfahrener Koch] leitet."),
    ("Das entscheidet die Leiterin bzw. der Leiter.", "Das entscheidet [der Leiter]."),
    ("Jede Ärztin und jeder Arzt weiß das.", "[Jeder Arzt] weiß das."),
    ("Liebe Kolleginnen und Kollegen,", "[Liebe Kollegen],"),
    # determiners and pronouns
    ("Die oder der Vorsitzende lädt ein.", "[Der Vorsitzende] lädt ein."),
    ("Jede und jeder Kranke darf das.", "[Jeder Kranke] darf das."),
    ("Das tut die Leiterin oder der Leiter, wenn sie oder er will.", "Das tut [der Leiter], wenn er will."),
    # of a pair of nominalised adjectives the determiners say which half is which
    ("Wir wählen die Abgeordnete oder den Abgeordneten.", "Wir wählen [den Abgeordneten]."),
    ("Sie fragt ihre Vorgesetzte oder ihren Vorgesetzten.", "Sie fragt [ihren Vorgesetzten]."),
    ("Der/die Beauftragte fehlt.", "[Der Beauftragte] fehlt."),
    ("Das Büro der*des Sachverständigen.", "Das Büro [des Sachverständigen]."),
    # prepositions with the article inside
    ("Er fragt bei der Försterin oder beim Förster.", "Er fragt [beim Förster]."),
    ("Das kommt vom Förster oder von der Försterin.", "Das kommt [vom Förster]."),
    ("Das liegt bei dem*der Förster*in.", "Das liegt [beim Förster]."),
    # letters, pronouns
    ("Liebe Hörerin, lieber Hörer, guten Tag!", "[Lieber Hörer], guten Tag!"),
    ("Keine*r fragt, wenn sie*er fehlt.", "[Keiner] fragt, wenn er fehlt."),
    ("Jeder/jede darf, der/die ihre/seine Karte hat.", "[Jeder] darf, der seine Karte hat."),
    ("Wer ihren oder seinen Pass hat, die oder der Lust hat.", "Wer seinen Pass hat, der Lust hat."),
    # compounds, also with the hyphen of an ellipsis
    (
        "Das Zeug*innengespräch mit den Rom:innenverbänden.",
        "[Das Zeugengespräch] mit den Rom:innenverbänden.",
    ),
    ("Die Kund*innen-Hotline hilft.", "[Die Kunden-Hotline] hilft."),
    ("Der Hörer*innen- und Leser*innenrat tagt.", "[Der Hörer- und Leserrat] tagt."),
    # what is marked: determiners and adjectives that stay, no cardinals, no verbs
    ("Unsere fleißigen Gärtner:innen jubeln.", "[Unsere fleißigen Gärtner] jubeln."),
    ("Drei junge Köch*innen fangen an.", "Drei [junge Köche] fangen an."),
    ("Sie beraten Mieter:innen.", "Sie beraten [Mieter]."),
    # soft hyphens
    (
        "Alle Ge\u00adsund\u00adheits\u00adämter und Gärt\u00adner:innen.",
        "Alle Ge\u00adsund\u00adheits\u00adämter und [Gärtner].",
    ),
    # letters beyond the basic plane count once
    ("😀 Liebe Lehrer:innen 😀 und Schüler:innen!", "😀 [Liebe Lehrer] 😀 und [Schüler]!"),
]
NO_DRAFTS = [
    "Die Studierenden und Lehrkräfte treffen sich.",
    "Die Sonne scheint.",
    "Herr Müller ist Lehrer.",
    # the verb would have to change
    "Die Ärztin und der Arzt gehen.",
    # the participle would end otherwise
    "Ein oder eine Angestellte fehlt.",
    "",
]
COMPARISONS = [
    ("[Studenten] und [Lehrer] treffen sich.", "Studierende und Lehrkräfte treffen sich."),
    ("Wer [Leiter] wird, muss er nicht sagen.", "Wer die Leitung übernimmt, muss die Person nicht sagen."),
    ("Die Sonne scheint.", "Die Sonne scheint nicht."),
    ("[Ein guter Koch] kocht.", "Eine gute Köchin oder ein guter Koch kocht."),
    ("Die Sonne scheint.", "Die Sonne scheint."),
]


@pytest.fixture(scope="module")
def reader() -> SentenceReader:
    return SentenceReader()


def marked(text: str, phrases: tuple[Span, ...]) -> str:
    for start, end in reversed(phrases):
        text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
    return text


def compared(reader: SentenceReader, exclusive: str, inclusive: str) -> tuple[Span, ...]:
    return reader.whole_phrases(exclusive, changed_phrases(exclusive, inclusive, reader.is_person))


def plain(text: str) -> str:
    return text.replace("[", "").replace("]", "")


@pytest.mark.parametrize(("inclusive", "expected"), DRAFTS)
def test_what_marks_gender_is_put_into_the_masculine(
    reader: SentenceReader, inclusive: str, expected: str
) -> None:
    draft = masculine_draft(inclusive, reader.read(inclusive), reader)
    assert draft is not None
    assert marked(draft.text, draft.phrases) == expected


@pytest.mark.parametrize("sentence", NO_DRAFTS)
def test_what_is_not_sure_is_left_to_the_person(reader: SentenceReader, sentence: str) -> None:
    assert masculine_draft(sentence, reader.read(sentence), reader) is None


@pytest.mark.parametrize(("inclusive", "exclusive"), [*DRAFTS[:6], *DRAFTS[8:13]])
def test_comparing_finds_the_phrases_of_the_draft(
    reader: SentenceReader, inclusive: str, exclusive: str
) -> None:
    text = plain(exclusive)
    assert marked(text, compared(reader, text, inclusive)) == exclusive


@pytest.mark.parametrize(("exclusive", "inclusive"), COMPARISONS)
def test_comparing_finds_nouns_for_persons(reader: SentenceReader, exclusive: str, inclusive: str) -> None:
    text = plain(exclusive)
    assert marked(text, compared(reader, text, inclusive)) == exclusive


@pytest.mark.parametrize(
    ("sentence", "style"),
    [
        ("Lehrer:innen", "abbreviated pair"),
        ("LehrerInnen", "abbreviated pair"),
        ("Lehrer/-innen", "abbreviated pair"),
        ("eine*n Angestellte*n", "abbreviated pair"),
        ("Lehrerinnen und Lehrer", "pair"),
        ("die oder der Angestellte", "pair"),
        ("Studierende", "neutral"),
        ("Koch (m/w/d)", "neutral"),
        ("um 12:30 Uhr", "neutral"),
    ],
)
def test_the_style_is_told_by_the_forms(reader: SentenceReader, sentence: str, style: str) -> None:
    assert reader.read(sentence).style == style


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "Lehrer*innen",
                "und",
                "Schüler",
                "Schülerinnen",
                ",",
                "der*die",
                "oder",
                "😀",
                "(m/w/d)",
                "zur",
                "Ärzt:in",
                "Die",
                "beim*bei",
                "der",
                "Köchin",
                "Koch",
                "jede",
                "jeder",
                ".",
                "neue",
                "sind",
            ]
        ),
        max_size=14,
    )
)
def test_phrases_lie_within_the_draft_whatever_the_sentence(words: list[str]) -> None:
    reader, sentence = SentenceReader(), " ".join(words)
    draft = masculine_draft(sentence, reader.read(sentence), reader)
    spans = () if draft is None else draft.phrases
    text = sentence if draft is None else draft.text
    for found in (spans, compared(reader, text, sentence)):
        last = 0
        for start, end in found:
            assert last <= start < end <= len(text)
            assert text[start:end].strip()
            last = end
