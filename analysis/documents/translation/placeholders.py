"""Placeholders in messages: printf, Python, Qt, Rails, i18next, MessageFormat, Objective-C and the like."""

import re

from mitgemeint.analysis.documents.protection import ONE, THING
from mitgemeint.analysis.documents.translation.message_tables import MessageTables

_SIZE = r"(?:hh|h|ll|l|L|q|j|z|t)?"
_FORMS = (
    "\ufffc",
    r"%\(\w[\w.]{0,80}\)[#0+-]*\d*(?:\.\d{1,4})?[a-zA-Z]",  # %(name)s
    rf"%\d{{1,3}}\$[-+0#]*\d*(?:\.\d{{1,4}})?{_SIZE}[@a-zA-Z]",  # %1$s
    r"%#@\w{1,80}@|%arg\b",  # %#@variable@, %arg
    r"%[{<]\w[\w.]{0,80}[}>](?:[\d.]*[a-z](?![^\W_]))?",  # %{name}, %<name>d
    rf"%[-+0#]*(?:\d{{1,4}}|\*)?(?:\.(?:\d{{1,4}}|\*))?{_SIZE}[@diouxXeEfFgGaAcCsSpn](?![^\W_])",  # %s, %02d
    r"%L?\d{1,2}(?!\w)",  # %1, %L1
    r"\$t\([^()]{1,120}\)",  # $t(key)
    r"@:(?:\w[\w.]{0,80}|\([\w.]{1,80}\)|\{'[^'{}]{1,80}'\})",  # @:key
    r"\$\{[^{}]{1,120}\}",  # ${name}
    r"#\{[^{}]{1,120}\}",  # #{name}
    r"\{\{\{?[^{}]{1,120}\}?\}\}",  # {{name}}
    r"\{\d{1,3}:[^{}]{1,80}\}",  # {0:dd. MMMM yyyy}
    r"\{\s?[\w.$@/-]{0,80}(?:\s{0,5}[,|][^{}]{0,80}|\s{0,5}[:!]\s?[^\s{}]{0,80})?\s?\}",  # {name}, {0,number}
    r"\[\[[\w.]{1,80}\]\]",  # [[name]]
    r"\$\w{1,80}\$",  # $NAME$
    r"\$(?:\d{1,2}|[A-Za-z]\w{0,80})\b",  # $1, $name
    r"(?<![\w:;)]):[a-z]\w{0,80}:?(?!\w)",  # :name
    r"__\w{1,80}?__",  # __name__
)
PLACEHOLDER = "|".join(_FORMS)
"""A pattern for all of them. Its parts are bounded, so that it is linear in the length of a text."""

_PRINTF_NUMBER = re.compile(r"%(?:\d+\$|\([^()]*\)|<[^<>]*>)?[-+0#]*\d*(?:hh|h|ll|l|L|q|j|z|t)?[diun]\Z")
_ANONYMOUS = re.compile(r"(?:\ufffc|\{\d{1,2}\}|%(?:\d\$)?[s@]|%\d|\{\})\Z")
_NAME = re.compile(r"\A[^\w]*([\w.]+)\s*(,\s*number)?")
_WORDS = re.compile(r"[A-ZÄÖÜ]?[a-zäöüß]+|[A-Z]+")


def number_or_thing(placeholder: str, number: str, tables: MessageTables) -> str:
    """What stands for a placeholder in prose: a number where it shows one, else a thing.

    In the form of a message for exactly one, a placeholder without a name shows that number.
    """
    if _PRINTF_NUMBER.match(placeholder) or (number == ONE and _ANONYMOUS.match(placeholder)):
        return number
    found = _NAME.match(placeholder)
    if found is None:
        return THING
    words = _WORDS.findall(found[1])
    shows_number = found[2] or (words and words[-1].lower() in tables.numbers)
    return number if shows_number else THING
