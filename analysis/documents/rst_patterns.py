"""How the lines of reStructuredText's constructs begin."""

import re

_COUNT = r"(?:\d{1,9}|[a-zA-Z#]|[ivxlcdmIVXLCDM]{1,9})"
_VALUE = r"(?:<[^<>\r\n]{1,40}>|[\w./]{1,40})"
_SWITCH = rf"(?:--?|/)[A-Za-z?][\w-]{{0,40}}(?:[ =]?{_VALUE})?"
_END = r"(?:[ \t]+|$)"

RULER = re.compile(r"([!-/:-@\[-`{-~])\1*")
EXPLICIT = re.compile(r"\.\.(?=[ \t]|$)[ \t]*")
DIRECTIVE = re.compile(r"(?:\|[^|\r\n]{1,200}\|[ \t]+)?([\w.+:-]{0,80}\w)[ \t]?::(?=[ \t]|$)[ \t]*")
NOTE = re.compile(rf"\[(?:[#*]|\#?\w[\w.-]{{0,80}})\]{_END}")
TARGET = re.compile(r"_(?:`[^`\r\n]{1,200}`|[^\s:][^:\r\n]{0,200}?|(?=:)):|__:?(?=[ \t]|$)")
ANONYMOUS = re.compile(r"__(?=[ \t]|$)")
BULLET = re.compile(rf"[-*+•‣⁃]{_END}")
NUMBER = re.compile(rf"(?:\({_COUNT}\)|{_COUNT}[.)]){_END}")
FIELD = re.compile(rf":(?![: \t])((?:[^:\\\r\n]|\\.|:(?=[^\s:`])){{1,200}})(?<! ):{_END}")
OPTION = re.compile(rf"{_SWITCH}(?:, {_SWITCH}){{0,5}}(?:  +|$)")
VERSE = re.compile(rf"\|{_END}")
DOCTEST = re.compile(r">>>(?: |$)")
CLASSIFIER = re.compile(r"[ \t]:[ \t]")
WORD = re.compile(r"\S+[ \t]*")
GRID = re.compile(r"\+-[-+]+-\+$")
SIMPLE = re.compile(r"=+(?:[ \t]+=+)+$")
