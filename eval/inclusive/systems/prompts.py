"""What a language model is asked, in German. How its answers are read stands in `answers.py`."""

from collections.abc import Iterator

from mitgemeint.eval.inclusive.systems.system import Request
from mitgemeint.eval.language_models.model import Prompt

VERSION = "3"
"""Another one for every other wording, and every other reading of the answers: results of different ones are
not to be compared."""

SYSTEM = "Du arbeitest in einem Lektorat und prüfst, ob Texte geschlechtergerecht formuliert sind."

LABELLING = """\
Manche Personenbezeichnungen sind grammatisch männlich, meinen im Text aber Menschen jeden Geschlechts \
(generisches Maskulinum), zum Beispiel „Die Lehrer“ in „Die Lehrer der Schule treffen sich morgen“.

Nenne alle solchen Bezeichnungen im Satz unten, jede in einer eigenen Zeile und genau so, wie sie im Satz \
steht: das Substantiv mit Artikel und Adjektiven davor, sofern es welche hat. Nicht zu nennen sind:
- ein bestimmter Mann: „Herr Weber ist unser Hausmeister“
- Frauen: „Die Ministerin ist Juristin“
- Firmen, Vereine und Behörden: „Der Hersteller ist die Nordwerk GmbH“
- Sachen: „der Rechner“, „der Ordner“
- Paarformen und Formen mit Genderzeichen: „Schülerinnen und Schüler“, „Schüler*innen“
- neutrale Wörter: „Lehrkräfte“, „Mitglieder“, „Studierende“

Steht keine solche Bezeichnung im Satz, antworte nur mit dem Wort „keine“. Schreibe sonst nichts.

Satz: {text}"""
LABELLING_OPENING = "Bezeichnungen:"

SUGGESTIONS = """\
Formuliere den Satz unten so um, dass er geschlechtergerecht ist: Ersetze Personenbezeichnungen, die \
grammatisch männlich sind, aber Menschen jeden Geschlechts meinen. {rule} Ändere sonst nichts; Artikel, \
Adjektive, Pronomen und Verben müssen danach zusammenpassen. Ist nichts zu ersetzen, gib den Satz \
unverändert wieder.

Gib bis zu fünf Fassungen des ganzen Satzes an, die beste zuerst, jede in einer eigenen Zeile mit Nummer. \
Schreibe sonst nichts.

Satz: {text}"""
SUGGESTIONS_OPENING = "Fassungen:"

RULES = {
    "star": "Verwende dafür das Gendersternchen („Schüler*innen“, „der*die Leiter*in“).",
    "pair": "Verwende dafür Paarformen („Schülerinnen und Schüler“, „die Leiterin oder der Leiter“).",
    "neutral": "Verwende dafür neutrale Wörter („Lehrkräfte“, „Studierende“, „die Leitung“).",
}
WITH_CHARACTERS = (
    "Neutrale Wörter („Lehrkräfte“), Paarformen („Schülerinnen und Schüler“) und Formen mit Gendersternchen "
    "(„Schüler*innen“, „der*die Leiter*in“) sind erlaubt."
)
WITHOUT_CHARACTERS = (
    "Erlaubt sind neutrale Wörter („Lehrkräfte“) und Paarformen („Schülerinnen und Schüler“), aber keine "
    "Genderzeichen, also weder Stern, Doppelpunkt, Unterstrich, Mediopunkt, Schrägstrich oder Klammern noch "
    "Binnen-I."
)


def shown() -> Iterator[str]:
    """All prompts for people, with the sentence left open."""
    yield f"version {VERSION}\n\n{SYSTEM}"
    yield LABELLING.format(text="…")
    for rule in (WITH_CHARACTERS, WITHOUT_CHARACTERS, *RULES.values()):
        yield SUGGESTIONS.format(rule=rule, text="…")


def labelling_prompt(request: Request) -> Prompt:
    """What is asked to have exclusive phrases found."""
    return Prompt(LABELLING.format(text=_one_line(request.text)), LABELLING_OPENING, SYSTEM)


def suggestions_prompt(request: Request) -> Prompt:
    """What is asked to have a text rewritten."""
    free = WITH_CHARACTERS if request.gender_characters else WITHOUT_CHARACTERS
    rule = RULES.get(request.notation, free)
    text = SUGGESTIONS.format(rule=rule, text=_one_line(request.text))
    return Prompt(text, SUGGESTIONS_OPENING, SYSTEM)


def _one_line(text: str) -> str:
    return " ".join(text.split())
