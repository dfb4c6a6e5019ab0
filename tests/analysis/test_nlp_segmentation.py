import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.analysis.nlp.segmentation import Segmenter

SEGMENTER = Segmenter()


def sentences(text: str) -> list[str]:
    return [text[s.start : s.end] for s in SEGMENTER.segment(text)]


def words(text: str) -> list[str]:
    return [w.text for s in SEGMENTER.segment(text) for w in s.words]


@pytest.mark.parametrize(
    "parts",
    [
        ["Am 3. Mai kam Dr. Müller.", "Er blieb."],
        ["Das gilt nach § 4 Abs. 1 S. 2 BGB.", "Wir prüfen es."],
        ["Sie war z. B. in Berlin.", "Danach z.B. in Bonn."],
        ["Das war 1999.", "Die Leute lachten."],
        ["„Komm her!“, sagte sie.", "„Ich kann nicht.“", "Er ging."],
        ['Er sagte: "Das geht nicht."', "Dann ging er."],
        ["Der 1. FC Köln gewann.", "Alle jubelten."],
        ["Es gab Äpfel, Birnen usw.", "Die Kinder aßen."],
        ["Prof. Dr. h. c. Meier sprach.", "J. S. Bach schwieg."],
        ["Kosten: 3,5 Mio. Euro.", "Im 19. Jahrhundert regierte Friedrich II.", "Er war König."],
        ["Was?!", "Ja... und nein."],
        ["1. Der Antrag ist zu stellen.", "2. Die Frist beträgt 3 Tage."],
        ["(1) Wer kommt?", "(2) Wer geht?"],
        ["Siehe www.example.org.", "Mail an info@example.org."],
        ["Vgl. Art. 3 GG.", "Ludwig XIV. war König."],
        ["Wir treffen uns um 8 Uhr.", "Bis dann!"],
        ["Er wohnt in der Hauptstr. 5.", "Sie (die Lehrerin) kam.", "(Das war gestern.)"],
        ["Anmeldung bei Frau A. Schmidt.", "Vitamin B.", "Das hilft."],
        ["Er schloss die Tür.", "„Warum nicht?“, fragte sie."],
        ["Das betrifft ca. 20 bzw. 30 Personen.", "Mehr nicht."],
    ],
)
def test_sentences(parts: list[str]) -> None:
    assert sentences(" ".join(parts)) == parts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Erster Absatz\n\nZweiter Absatz", ["Erster Absatz", "Zweiter Absatz"]),
        ("Eine Zeile\ngeht weiter.", ["Eine Zeile\ngeht weiter."]),
        ("Gesucht werden:\n- Lehrer\n- Köche", ["Gesucht werden:", "- Lehrer", "- Köche"]),
        ("Punkte:\na) Lehrer\nb) Köche", ["Punkte:", "a) Lehrer", "b) Köche"]),
        ("", []),
        ("  \n ", []),
        ("Der Lehrer", ["Der Lehrer"]),
        ("...", ["..."]),
    ],
)
def test_layout(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Er kam am 3. Mai.", ["Er", "kam", "am", "3.", "Mai", "."]),
        ("EU-Minister und -Räte", ["EU-Minister", "und", "-Räte"]),
        ("Spitzen- und Breitensport", ["Spitzen-", "und", "Breitensport"]),
        ("1.000,50 Euro", ["1.000,50", "Euro"]),
        ("um 12:30 Uhr.", ["um", "12:30", "Uhr", "."]),
        ("der 18-jährige (neue) Chef", ["der", "18-jährige", "(", "neue", ")", "Chef"]),
        ("So geht's nicht!", ["So", "geht's", "nicht", "!"]),
        ("Ha\u0308user", ["Ha\u0308user"]),
        ("Leh\u00adrer", ["Leh\u00adrer"]),
        ("Das ist gut 👍🏽.", ["Das", "ist", "gut", "👍", "🏽", "."]),
        ("siehe https://example.org/a?b=c.", ["siehe", "https://example.org/a?b=c", "."]),
        ("F&E-Chef", ["F&E-Chef"]),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.text(),
        st.text(alphabet=" \n\t.!?…:;,-–'\"„“()[]1a2BÄßz.🙂\u0308\u200d\u00ad@/§*"),
        st.lists(
            st.sampled_from(
                ["Der", "Lehrer", "z.B.", "3.", "Mai", ".", "Dr.", "usw.", "„", "“", "\n\n", "- "]
            )
        ).map(" ".join),
    )
)
def test_spans_hold_for_any_text(text: str) -> None:
    position = 0
    covered = set()
    for sentence in SEGMENTER.segment(text):
        assert sentence.words
        assert sentence.start == sentence.words[0].start
        assert sentence.end == sentence.words[-1].end
        for word in sentence.words:
            assert word.start >= position
            assert word.end > word.start
            assert text[word.start : word.end] == word.text
            covered.update(range(word.start, word.end))
            position = word.end
    assert all(i in covered or c.isspace() or not c.isprintable() for i, c in enumerate(text))
