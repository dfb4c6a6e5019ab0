"""What the reader of LaTeX keeps while it is inside groups, arguments and environments."""

from dataclasses import dataclass, field

from mitgemeint.analysis.documents.latex_tables import Reads
from mitgemeint.analysis.documents.model import Change


@dataclass(frozen=True, slots=True)
class State:
    """What holds inside a group or an environment: kind of its texts, language, whether & parts cells."""

    kind: str = "paragraph"
    is_read: bool = True
    in_table: bool = False
    item: str = "item"


@dataclass(slots=True)
class Draft:
    """A block that is being read."""

    kind: str
    is_read: bool
    start: int
    changes: list[Change] = field(default_factory=list)


@dataclass(slots=True)
class Call:
    """A command whose arguments are being read.

    `at` is where what it has not yet dealt with begins; `outer` the block it interrupts.
    """

    start: int
    at: int
    rest: str
    reads: Reads
    kind: str
    language: str = ""
    has_prose: bool = False
    outer: Draft | None = None
    closing: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """A group, an argument or an environment that is open; `closing` is the index of its last token."""

    closing: int
    name: str
    state: State
    call: Call | None = None
