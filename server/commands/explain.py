"""`mitgemeint explain`: what a code, a notation or a reference means, or what is known of a word."""

import argparse
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from mitgemeint.analysis.features import Case, Gender, Number
from mitgemeint.analysis.findings import Code
from mitgemeint.analysis.messages import Catalogue
from mitgemeint.analysis.notation import CUSTOM, custom_signs, is_notation
from mitgemeint.server.commands.context import NOTHING_FOUND, Context
from mitgemeint.server.config import load_settings
from mitgemeint.server.problems import Level, Problem, ProblemError, printable

if TYPE_CHECKING:
    from mitgemeint.analysis.database import Alternative, Database, WordEntry
    from mitgemeint.analysis.determiners import ClosedClass

WIDTH = 100
# The codes of findings that depend on whom a word means.
REFERRING = (Code.GENERIC_MASCULINE, Code.GENERIC_PRONOUN)
COLUMNS = tuple((gender, number) for number in Number for gender in (Gender.MASCULINE, Gender.FEMININE))


def add(parser: argparse.ArgumentParser, catalogue: Catalogue) -> None:
    """Declare the arguments."""
    group = parser.add_argument_group(catalogue.text("help.arguments"))
    group.add_argument("subject", metavar="CODE|WORD", help=catalogue.text("help.explain-word"))


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Explain a code of a finding or a problem, a notation, a reference, certainty, or a word."""
    subject = _as_utf8(arguments.subject)
    notation = "custom" if subject.startswith(CUSTOM) else subject
    if notation != subject and not is_notation(subject):
        detail = context.text("usage.custom", what=printable(subject), known=" ".join(custom_signs()))
        raise ProblemError(Problem("E001", {"detail": detail, "command": "mitgemeint explain"}))
    explained = (subject, f"notation.{notation}", f"reference.{subject}")
    for key in (f"explanation.{name}" for name in explained):
        if key in context.catalogue:
            print(_wrapped(context.text(key)), file=context.out)
            if subject in REFERRING:
                print(_wrapped(context.text("explain.see-also")), file=context.out)
            return NOTHING_FOUND
    if (key := f"error.{subject.upper()}") in context.catalogue:
        print(_wrapped(f"{subject.upper()}: {context.catalogue.shown(key)}"), file=context.out)
        return NOTHING_FOUND
    entry = _database(context).explain(subject)
    if entry is None:
        raise ProblemError(Problem("E303", {"word": subject}))
    print("\n".join(_lines(entry, context)), file=context.out)
    return NOTHING_FOUND


def _as_utf8(argument: str) -> str:
    """What was typed. Under a locale such as C, Python keeps the bytes of an ü as surrogates."""
    return argument.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


def _database(context: Context) -> "Database":
    """The database with the user's own entries; what is wrong with them is told."""
    from mitgemeint.analysis.database import Database
    from mitgemeint.analysis.form_lexicon import FormLexicon

    loaded = load_settings(Path.cwd(), environment=context.environment)
    for problem in loaded.problems:
        context.tell(problem)
        if problem.level is Level.ERROR:
            raise ProblemError(problem)
    database = Database.load(loaded.settings.entries, FormLexicon.load())
    context.tell_entries(database.problems)
    return database


def _lines(entry: "WordEntry", context: Context) -> Iterator[str]:
    yield ", ".join(word for word in (entry.masculine, entry.feminine) if word)
    yield f"  {context.text(f'sense.{entry.noun.sense}')}"
    if entry.noun.organisation:
        yield f"  {context.text('explain.organisation')}"
    if entry.prefix:
        yield f"  {context.text('explain.compound', head=entry.noun.masculine)}"
    yield context.text("explain.forms")
    yield from _forms(entry, context)
    yield from _alternatives(entry, context)
    for kind in dict.fromkeys(alternative.kind for alternative in entry.alternatives):
        key = f"explanation.kind.{kind}"
        if key in context.catalogue:
            yield _wrapped(context.text(key), indent="  ")
    if entry.hints:
        yield context.text("explain.hints")
        yield from (f"  {hint}" for hint in entry.hints)
    yield context.text("explain.sources")
    yield from (f"  {source}" for source in entry.sources)


def _wrapped(text: str, indent: str = "") -> str:
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent)


def _forms(entry: "WordEntry", context: Context) -> Iterator[str]:
    """A table of the forms: a line a case, masculine and feminine in both numbers."""
    by_cell = {(cell.case, cell.number, cell.gender): "/".join(forms) for cell, forms in entry.forms}
    rows = [
        [
            context.text(f"case.{case}"),
            *(by_cell.get((case, number, gender), "") for gender, number in COLUMNS),
        ]
        for case in Case
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(COLUMNS) + 1)]
    for row in rows:
        cells = (f"{cell:<{room}}" for cell, room in zip(row, widths, strict=True))
        yield "  " + "  ".join(cells).rstrip()


def _alternatives(entry: "WordEntry", context: Context) -> Iterator[str]:
    """The neutral words by how often they fit, each with its limits and its note."""
    from mitgemeint.analysis.entries import OFTEN

    always = [alternative for alternative in entry.alternatives if alternative.fits != OFTEN]
    often = [alternative for alternative in entry.alternatives if alternative.fits == OFTEN]
    yield context.text("explain.alternatives" if always else "explain.no-alternatives")
    yield from _listed(always, context)
    if often:
        yield context.text("explain.often")
        yield from _listed(often, context)


def _listed(alternatives: "Iterable[Alternative]", context: Context) -> Iterator[str]:
    from mitgemeint.analysis.determiners import ClosedClass

    closed = ClosedClass.load()
    for alternative in alternatives:
        singular = _shown(alternative, Number.SINGULAR, closed)
        plural = _shown(alternative, Number.PLURAL, closed)
        forms = ", ".join(dict.fromkeys(form for form in (singular, plural) if form))
        note = dict(alternative.note).get(context.catalogue.language, "")
        yield f"  {forms} ({_limits(alternative, context)}){f': {note}' if note else ''}"


def _limits(alternative: "Alternative", context: Context) -> str:
    if alternative.collective:
        return context.text("explain.collective")
    if len(alternative.replaces) > 1:
        return context.text("explain.both-numbers")
    return context.text(f"explain.only-{alternative.replaces[0]}")


def _shown(alternative: "Alternative", number: Number, closed: "ClosedClass") -> str:
    """The alternative in the nominative without an article; empty where it cannot stand in that number."""
    from mitgemeint.analysis.determiners import Strength, cell

    if number not in _numbers(alternative):
        return ""
    slot = cell(Case.NOMINATIVE, number, alternative.gender or Gender.MASCULINE)
    ending = closed.adjective_ending(Strength.STRONG, slot)
    if alternative.gender is None:
        return alternative.form.removesuffix("er") + ending
    form = alternative.inflected(Case.NOMINATIVE, number)
    if form is None:
        return ""
    rest = alternative.rest_in(number)
    words = f"{alternative.attribute}{ending} {form}" if alternative.attribute else form
    return f"{words}{rest}" if rest.startswith(",") else f"{words} {rest}".rstrip()


def _numbers(alternative: "Alternative") -> tuple[Number, ...]:
    """The numbers that the alternative itself stands in."""
    if alternative.collective:
        return (Number.SINGULAR,)
    return (Number.PLURAL,) if alternative.gender is None else alternative.replaces
