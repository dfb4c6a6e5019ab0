"""What a language model is asked, in German, and how its answer is read."""

import json
import re
from collections.abc import Iterator, Sequence

from mitgemeint.eval.inclusive.systems.system import Request
from mitgemeint.eval.language_models.model import Prompt
from mitgemeint.eval.language_models.thinking import without_thinking
from mitgemeint.eval.spans import Span

VERSION = "2"
"""Another one for every other wording: results with different prompts are not to be compared."""

SYSTEM = "Du arbeitest in einem Lektorat und prüfst, ob Texte geschlechtergerecht formuliert sind."
NONE = "keine"
MOST_VERSIONS = 5

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

_NUMBER = re.compile(r"^\s*(?:\*\*)?\(?\d{1,2}[.):](?:\*\*)?\s+")
_BULLET = re.compile(r"^\s*[-–•*]\s+")
_EMPHASIS = re.compile(r"(\*\*|__)(.+?)\1")
_FENCE = re.compile(r"^\s*```\w*\s*$", re.MULTILINE)
_LIST = re.compile(r"\[\s*\".*\"\s*,?\s*\]", re.DOTALL)
_QUOTES = "„“”»«\"'`’‚‘"


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


def read_labels(text: str, answer: str) -> tuple[Span, ...]:
    """The spans of the phrases that an answer names; what is not in the text is left out.

    A phrase that stands in the text several times is meant each time.
    """
    spans: set[Span] = set()
    for line in _lines(answer):
        said = _bare(line)
        if said.lower().rstrip(".!") == NONE:
            continue
        found = [*_spans(text, said)]
        if not found:  # several in one line
            found = [span for part in re.split(r"[,;]", said) for span in _spans(text, _bare(part))]
        spans.update(found)
    return tuple(sorted(spans))


def read_versions(answer: str, *, finished: bool = True) -> tuple[str, ...]:
    """The texts that an answer gives, each once, at most `MOST_VERSIONS`; none where none can be read.

    Where lines have numbers or are items of a list, they alone count: what stands before and after them is
    talk. Thinking, fences and emphasis go. Of an answer that was cut the last line is left out.
    """
    said = _lines(answer)
    whole = said if finished else said[:-1]
    lines = (_bare(line, quoted_whole=True).removeprefix("Satz:").strip() for line in _items(whole))
    return tuple(dict.fromkeys(line for line in lines if line))[:MOST_VERSIONS]


def _lines(answer: str) -> list[str]:
    """The lines of an answer without thinking and Markdown; those of a JSON list where it is one."""
    said = _FENCE.sub("", without_thinking(answer))
    if found := _LIST.search(said):
        try:
            values = json.loads(re.sub(r",\s*\]$", "]", found[0]))
        except (ValueError, RecursionError):
            values = []
        texts = [value for value in values if isinstance(value, str)]
        if texts:
            return texts
    return [_EMPHASIS.sub(r"\2", line) for line in said.splitlines() if line.strip()]


def _items(lines: Sequence[str]) -> list[str]:
    """The lines with numbers, else those of a list, else all but an opening that ends in a colon."""
    for mark in (_NUMBER, _BULLET):
        if marked := [line for line in lines if mark.match(line)]:
            return marked
    opening = len(lines) > 1 and lines[0].rstrip().endswith(":")
    return list(lines[1:] if opening else lines)


def _bare(line: str, *, quoted_whole: bool = False) -> str:
    """A line without its mark or number and without quotes around it."""
    text = _BULLET.sub("", _NUMBER.sub("", line)).strip()
    if quoted_whole:
        whole = len(text) > 1 and text[0] in _QUOTES and text[-1] in _QUOTES
        return text[1:-1].strip() if whole else text
    return text.strip(_QUOTES + " ").removesuffix(",").strip(_QUOTES)


def _spans(text: str, phrase: str) -> Iterator[Span]:
    if not phrase:
        return
    start = text.find(phrase)
    while start >= 0:
        end = start + len(phrase)
        if not text[:start][-1:].isalnum() and not text[end:][:1].isalnum():
            yield start, end
        start = text.find(phrase, start + 1)


def _one_line(text: str) -> str:
    return " ".join(text.split())
