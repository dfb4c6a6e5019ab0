"""Forms with a gender sign that tell an inclusive text from others (Lehrer*innen, Rom*nja, Schüler!nnen).

The analysis finds every form with a sign, for there somebody wrote a text to be checked. Corpora hold
whatever there is: "Wein:innen, Leder:außen", file names, "Der Koch:in der Hand". Here is judged what
speaks against a form; in doubt a form is none, for mining wants texts that are inclusive.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache

from mitgemeint.analysis.affixes import in_ordinary_capitals
from mitgemeint.analysis.attributes import is_adjective_shaped
from mitgemeint.analysis.cache_sizes import WORDS
from mitgemeint.analysis.compounds import load_parts
from mitgemeint.analysis.database import Database
from mitgemeint.analysis.determiners import Cell, ClosedClass
from mitgemeint.analysis.features import Gender, Number
from mitgemeint.analysis.form_lexicon import FormLexicon
from mitgemeint.analysis.gender_forms import FormKind, GenderForm, recognise
from mitgemeint.analysis.gender_grammar import SIGN_NOTATIONS, load_grammar
from mitgemeint.analysis.gender_nouns import Feminines
from mitgemeint.analysis.person_forms import NounForm
from mitgemeint.data import resource

FILE = "signed-words.toml"
# Systems without sign (de Lehrere, das Lehry): none of the three styles.
_OTHER_SYSTEMS = frozenset({"de-e", "phettberg"})
# Signs that stand in texts for other things, too: a slip for a space there is likelier than with a star.
_ORDINARY = frozenset({"colon", "slash"})
_NOUNS = frozenset({FormKind.NOUN, FormKind.COMPOUND})
_LATEST_TAIL = 4
_DRIVE = re.compile(r"(?<!\w)[A-Za-z]:[\\/]?\Z|\\\Z")
_FILE_NAME = re.compile(r"\w_\w+\.(?!und|die|der|das|wir|sie|ist)[a-z]{2,4}(?!\w)")
_ADVERB_FOLLOWS = re.compile(r" (?:wie|und|oder|bzw\.) (?:auch )?(?:nach |von )?außen(?!\w)")
_OUTSIDE = re.compile(r"[:/_] ?außen(?!\w)")
_INNER_WORD = re.compile(r"[:/](innen[a-zäöüß]{3,})\Z")
_INNER = len("innen")
_NEXT = re.compile(r" ([\w-]+)(?= ?([A-ZÄÖÜ]?))")
_PREVIOUS = re.compile(r"([\w-]+) \Z")
_FARTHEST_BEFORE = 60
# Remains of Markdown, whose bold text eats stars (**Lehrer**innen), and a sign in the place of the i.
_REMAINS = re.compile(r"(?<!\w)([A-ZÄÖÜ](?:\w|-(?=\w))+)(?:(\*\*)in(nen)?|([!¡])n(nen))(?![\w*])")


class Thing(Enum):
    """How sure it is that the word before a sign names no person."""

    NO = 0
    PERHAPS = 1
    SURE = 2


@dataclass(frozen=True, slots=True)
class _Text:
    """A text with its forms, and whether its underscores join the words of file names."""

    text: str
    forms: Sequence[GenderForm]
    has_file_names: bool
    speaks_of_outside: bool


class SignedForms:
    """Finds the forms with a sign in texts."""

    def __init__(self, database: Database, forms: FormLexicon | None = None) -> None:
        self._database = database
        self._forms = forms or FormLexicon.load()
        self._parts = load_parts()
        self._closed = ClosedClass.load()
        self._feminines = Feminines(load_grammar(), database.is_feminine)
        contractions = self._closed.contractions.values()
        self._of_women = frozenset(each.feminine for each in contractions if each.feminine)
        self.thing = lru_cache(maxsize=WORDS)(self._thing)

    def find(self, text: str) -> list[GenderForm]:
        """The forms in order, without those that are something else.

        (m/w/d) is none of them: job advertisements have it beside the masculine. Nor is what has a space
        beside its sign (a footnote: Lehrer* in Berlin), unless both words are written out.
        """
        if not _sign().search(text):
            return []
        known = [form for form in recognise(text, self._database.is_feminine) if _is_of_interest(form)]
        found = _merged(known, [*self._remains(text), *_of_list(text)])
        if not found:
            return []
        files = any(form.notation == "underscore" for form in found) and bool(_FILE_NAME.search(text))
        context = _Text(text, found, files, bool(_OUTSIDE.search(text)))
        kept = [at for at in range(len(found)) if not self._is_something_else(context, at)]
        doubtful = {at for at in kept if self._is_doubtful(context, at)}
        sure = {found[at].notation for at in kept if at not in doubtful and found[at].kind in _NOUNS}
        return [found[at] for at in kept if at not in doubtful or found[at].notation in sure]

    def may_be_thing(self, form: GenderForm) -> bool:
        """Whether the word before the sign is a masculine that no list of people has (Stoff:innen)."""
        return form.kind is FormKind.NOUN and form.well_formed and self.thing(_stem(form)) is Thing.PERHAPS

    def _thing(self, stem: str) -> Thing:
        """Whether the form lexicon knows a word, or the last part of a compound, and not as a person."""
        stem = stem[0].upper() + stem[1:]
        if self._feminines.of(stem):
            return Thing.NO
        head = in_ordinary_capitals(stem).rpartition("-")[2]
        starts = [0, *(at for at in range(3, len(head) - _LATEST_TAIL + 1) if self._may_end(head, at))]
        for start in starts:
            tail = head[start:].capitalize()
            entries = self._forms.entries(tail)
            if not start and entries and all(entry.pos == "PROPN" for entry in entries):
                return Thing.SURE
            genders = {each.gender for each in self._forms.readings(tail) if each.pos == "NOUN"}
            if genders:
                return Thing.PERHAPS if Gender.MASCULINE in genders else Thing.SURE
        return Thing.NO

    def _may_end(self, head: str, at: int) -> bool:
        tail = head[at:].capitalize()
        return self._forms.is_noun_lemma(tail) and self._parts.joins(head, at)

    # -- what is something else ------------------------------------------------------------------------

    def _is_something_else(self, context: _Text, at: int) -> bool:
        form = context.forms[at]
        if form.kind not in _NOUNS:
            return False
        return (
            self._is_slip(form)
            or (form.well_formed and form.kind is FormKind.NOUN and self.thing(_stem(form)) is Thing.SURE)
            or (form.text[0].islower() and not _has_dependent(context, at))
            or _is_of_path(context, form)
            or self._is_inner(context, form)
        )

    def _is_slip(self, form: GenderForm) -> bool:
        """Whether a singular is a space forgotten (Treffpunkt:in der Halle)."""
        stem = form.stand_in.removesuffix("in")
        if form.kind is FormKind.COMPOUND or form.stand_in.endswith("innen") or stem == form.stand_in:
            return False
        known = self._database.is_feminine(in_ordinary_capitals(form.stand_in))
        return not known and not stem.lower().endswith(load_grammar().person_endings)

    def _is_inner(self, context: _Text, form: GenderForm) -> bool:
        """Whether "innen" is the adverb, or begins a word of its own (Trainer/innenstadtnah)."""
        if form.kind is FormKind.NOUN:
            outside = context.speaks_of_outside or _ADVERB_FOLLOWS.match(context.text, form.end)
            return form.stand_in.endswith("innen") and form.notation not in {"star"} and bool(outside)
        word = _INNER_WORD.search(form.text) if form.notation in _ORDINARY else None
        if word is None:
            return False
        beginnings = (word[1][:end] for end in range(len(word[1]), _INNER + 2, -1))
        return any(each in self._forms or each.capitalize() in self._forms for each in beginnings)

    # -- in and its doubt ------------------------------------------------------------------------------

    def _is_doubtful(self, context: _Text, at: int) -> bool:
        """Whether "in" may as well be the preposition: an article, a noun or a number follows, and nothing
        before speaks for a gender form.
        """
        form = context.forms[at]
        if form.notation not in _ORDINARY or form.kind is not FormKind.NOUN or not _ends_in_in(form):
            return False
        masculines = [r for r in self._database.readings(_stem(form)) if r.gender is Gender.MASCULINE]
        if not masculines or not self._may_follow_preposition(context.text, form.end):
            return False
        return not _has_dependent(context, at) and not self._is_feminine_before(
            context.text, form, masculines
        )

    def _may_follow_preposition(self, text: str, end: int) -> bool:
        following = _NEXT.match(text, end)
        if following is None:
            return False
        word, capital = following.groups()
        if word[0].isupper() or word[0].isdigit() or self._closed.readings(word):
            return True
        return bool(capital) and is_adjective_shaped(word, self._closed)

    def _is_feminine_before(self, text: str, form: GenderForm, masculines: Sequence[NounForm]) -> bool:
        """Whether a determiner before the form agrees with no masculine (eine Lehrer:in der Klasse)."""
        before = text[max(0, form.start - _FARTHEST_BEFORE) : form.start]
        previous = _PREVIOUS.search(before)
        if (
            previous
            and not self._closed.readings(previous[1])
            and is_adjective_shaped(previous[1], self._closed)
        ):
            previous = _PREVIOUS.search(before[: previous.start()])
        if previous is None:
            return False
        if previous[1].lower() in self._of_women:
            return True
        cells = [cell for _, cell in self._closed.readings(previous[1])]
        return bool(cells) and not any(_agrees(cell, each) for cell in cells for each in masculines)

    # -- forms that the analysis does not know ---------------------------------------------------------

    def _remains(self, text: str) -> Iterator[GenderForm]:
        for found in _REMAINS.finditer(text):
            feminine = self._feminines.of(found[1])
            if feminine:
                notation = "star" if found[2] else f"custom:{found[4]}"
                stand_in = feminine + (found[3] or found[5] or "")
                yield GenderForm(*found.span(), found[0], notation, FormKind.NOUN, stand_in, "", True)


def _agrees(cell: Cell, reading: NounForm) -> bool:
    """Whether a determiner's cell is one of a masculine; a plural has no gender."""
    same = cell.case is reading.case and cell.number is reading.number
    return same and (cell.number is Number.PLURAL or cell.gender is Gender.MASCULINE)


def _is_of_interest(form: GenderForm) -> bool:
    if form.kind is FormKind.MARKER or form.notation in _OTHER_SYSTEMS:
        return False
    return form.kind is FormKind.PAIR or not any(letter.isspace() for letter in form.text)


def _stem(form: GenderForm) -> str:
    """The word before the sign as it is written; of a form with umlaut that without (Ärzt)."""
    written = _STEM.match(form.text)
    return written[0] if written else form.text


_STEM = re.compile(r"[^\W_](?:[^\W_]|-(?=[^\W_]))*?(?=[\W_]|[iI]nnen|In\Z|iN)")


def _ends_in_in(form: GenderForm) -> bool:
    return form.text.endswith("in") and not form.text.endswith("-in")


def _has_dependent(context: _Text, at: int) -> bool:
    """Whether a form with a sign that is no noun stands right before (jede:r lehrer:in)."""
    if at == 0:
        return False
    before, form = context.forms[at - 1], context.forms[at]
    return before.kind is FormKind.DETERMINER and not context.text[before.end : form.start].strip()


def _is_of_path(context: _Text, form: GenderForm) -> bool:
    """Whether a form is a part of a path, or joined by _ in a text with file names of that kind."""
    if context.has_file_names and form.notation == "underscore":
        return True
    return bool(_DRIVE.search(context.text[max(0, form.start - 3) : form.start]))


def _merged(known: list[GenderForm], others: list[GenderForm]) -> list[GenderForm]:
    """All by position; where two overlap the known one stays."""
    new = [o for o in others if not any(form.start < o.end and o.start < form.end for form in known)]
    return sorted([*known, *new], key=lambda form: form.start) if new else known


def _of_list(text: str) -> Iterator[GenderForm]:
    words, notations = _listed(), load_grammar().notations
    for found in words.finditer(text):
        feminine = found[1] + found[3]
        yield GenderForm(*found.span(), found[0], notations[found[2]], FormKind.COMPOUND, feminine, "", False)


@cache
def _listed() -> re.Pattern[str]:
    """The words of the list with any sign."""
    rows = tomllib.loads(resource("benchmarks", "inclusive", FILE).read_text("utf-8"))["words"]
    signs = load_grammar().characters(*SIGN_NOTATIONS, "slash")
    words = "|".join(
        rf"{re.escape(stem)}(?=[{signs}](?:{'|'.join(map(re.escape, endings))})(?!\w))"
        for stem, *endings in rows
    )
    return re.compile(rf"(?<!\w)({words})([{signs}])(\w+)")


@cache
def _sign() -> re.Pattern[str]:
    """What every form with a sign has: looking for it is many times quicker than looking for forms."""
    grammar = load_grammar()
    signs = grammar.characters(*SIGN_NOTATIONS, "slash") + re.escape(grammar.opening)
    internal = r"[a-zäöüß](?:I|[RNEM](?!\w))|[A-ZÄÖÜ]iN"
    return re.compile(rf"[{signs}]|[{grammar.custom}][iI]n|[!¡]nnen|{internal}")
