"""What must not be touched in prose of any format: addresses, handles, tags, file names, paths, settings."""

import re
from collections.abc import Iterator, Sequence

from mitgemeint.analysis.documents.model import Change, Span

THING = "Element"
"""Placeholder for code, formulas, addresses and file names: a neuter noun, the same in singular and plural,
known to every German parser and never a person."""

NAME = "Kim"
"""Placeholder for handles and e-mail addresses, which stand for somebody: a name of no known gender."""

ONE, MANY = "1", "5"
"""Placeholders for numbers in messages of programs: where the message is for exactly one, and elsewhere."""

_TRIGGER = re.compile(
    r"[@#:/\\~.{w=%](?:(?<=@)|(?<=[/\\~])(?=\S)|(?<=\w\.)(?=[A-Za-z]\w)|(?<=#)(?=\w)|(?<=:)(?=//)"
    r"|(?<=w)(?=ww\.)|(?<=\{)(?=\w)|(?<=mailto:)(?=\S)|(?<=tel:)(?=\S)"
    r"|(?<=[A-Za-z\d_]=)(?=\S)|(?<=%)(?=[A-Z][A-Z\d_]*%))"
)
_OPENING = "([{<„“\"'‚«»›‹*_|"
_CLOSING = ")]}>.,;:!?\"'…“”‘’«»›‹*_|"
_URL = re.compile(
    r"(?:(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9+.-]{1,15}://|(?<!\w)www\.|(?<!\w)(?:mailto|tel):)[^\s<>\"„“”»«|]+"
)
_EMAIL = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)+")
_HANDLE = re.compile(r"@\w[\w.-]*(?:[@:][\w.-]+)?")
_HASHTAG = re.compile(r"#[^\W\d_]\w*")
_VARIABLE = re.compile(r"\{\w[\w.]*\}|\$\{\w[\w.]*\}|\{\{\s?[\w.]+\s?\}\}|%[A-Z][A-Z\d_]*%")
# name=Lehrer, --rolle=Lehrer, PFAD=C:\Lehrer
_SETTING = re.compile(r"-{0,2}[A-Za-z][\w.-]+=[^\s=]\S+")
_DOMAINS = "de|at|ch|eu|org|com|net|info|io|dev|app|edu|gov|li|lu"
_DOMAIN = re.compile(rf"(?:[\w-]+\.)+(?:{_DOMAINS})(?:/\S*)?")
_EXTENSIONS = (
    "pdf|docx?|odt|ods|odp|rtf|txt|md|markdown|tex|html?|xml|json|ya?ml|toml|csv|tsv|xlsx?|pptx?|epub|"
    "png|jpe?g|gif|svg|webp|tiff?|bmp|mp[34]|wav|ogg|avi|mov|mkv|zip|gz|tar|7z|rar|exe|msi|dmg|iso|"
    "py|js|mjs|ts|tsx|jsx|java|kt|c|h|cc|cpp|hpp|cs|go|rs|rb|php|sh|bat|ps1|sql|css|scss|ini|cfg|conf|log|"
    "lock|po|pot|properties|srt|vtt|ics|vcf|eml|bib|org|rst|adoc|ipynb|lua|vim|el|swift|r|jl"
)
_FILE = re.compile(rf"[\w./\\~+@-]*[\w)]\.(?:{_EXTENSIONS})(?::\d+)*(?:-[A-ZÄÖÜ]\w+)?", re.IGNORECASE)
_PATH = re.compile(
    r"(?:~|\.{1,2})/\S+|/[\w.@+-]+(?:/(?!-in)[\w.@+*-]*)+|[A-Za-z]:[\\/]\S+|\\\\[\w.-]+\\\S+|(?:[\w.-]+\\){2,}[\w.-]*"
)


def protections(text: str, taken: Sequence[Span]) -> Iterator[Change]:
    """Changes that put placeholders for what must not be touched in `text`, outside the taken spans.

    Words are looked at as they stand between white space, each once.
    """
    position = 0
    spans = list(taken)
    for trigger in _TRIGGER.finditer(text):
        if trigger.start() < position:
            continue
        start = text.rfind(" ", 0, trigger.start()) + 1 if trigger.start() else 0
        start = max(start, position)
        found = text.find(" ", trigger.start())
        position = len(text) if found < 0 else found
        while spans and spans[0][1] <= start:
            spans.pop(0)
        if spans and spans[0][0] < position:
            continue
        change = _protect(text, start, position)
        if change is not None:
            yield change


def _protect(text: str, start: int, end: int) -> Change | None:
    """The change for the word at `start`..`end`, None if it is plain prose."""
    url = _URL.search(text, start, end)
    if url:
        return Change(url.start(), _url_end(text, url.start(), url.end()), THING, protected=True)
    while start < end and text[start] in _OPENING and not (text[start] == "{" and "}" in text[start:end]):
        start += 1
    while end > start and text[end - 1] in _CLOSING and not _closes(text, start, end):
        end -= 1
    if _EMAIL.fullmatch(text, start, end) or _HANDLE.fullmatch(text, start, end):
        return Change(start, end, NAME, protected=True)
    for pattern in (_HASHTAG, _VARIABLE, _SETTING, _DOMAIN, _FILE, _PATH):
        if pattern.fullmatch(text, start, end):
            return Change(start, end, THING, protected=True)
    return None


def _url_end(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1] in _CLOSING and not _closes(text, start, end):
        end -= 1
    return end


def _closes(text: str, start: int, end: int) -> bool:
    """Whether the bracket at the end belongs to one inside (…/Lehrer_(Beruf))."""
    opening = {")": "(", "}": "{"}.get(text[end - 1])
    return opening is not None and opening in text[start : end - 1]
