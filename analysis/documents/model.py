"""What reading a document gives: segments of prose with their way back into the document."""

from collections.abc import Callable
from dataclasses import dataclass, field

from mitgemeint.analysis.offsets import OffsetMap

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of prose without markup.

    `offsets` maps spans of `text` to code points of the document; copied pieces stand there letter by
    letter. `kind` is `paragraph`, `heading`, `item`, `cell`, `quote`, `term`, `definition`, `footnote` or
    `alt`. `protected` are spans of `text` with a placeholder for code, a formula, an address, a file
    name or a handle: nothing may be found or changed there. `escape` gives new prose as it has to be
    written into the document at this place, so that no character of it turns into markup. Where that
    cannot be done at all, because a table's columns would move, the segment `is_rigid`. `rulers` are spans
    of the document that underline a heading and have to be as long as it.
    """

    text: str
    offsets: OffsetMap
    kind: str
    escape: Callable[[str], str] = field(repr=False, compare=False)
    protected: tuple[Span, ...] = ()
    is_rigid: bool = False
    rulers: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Ignored:
    """What a document leaves alone everywhere: words, in small letters, and codes of findings."""

    words: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Document:
    """A document that was read: its prose, and the spans, words and rules that its author switched off."""

    text: str
    format: str
    segments: tuple[Segment, ...]
    suppressed: tuple[Span, ...]
    ignored: Ignored = Ignored()


@dataclass(frozen=True, slots=True)
class Change:
    """A span of a text that the prose replaces: markup dropped (""), an entity decoded, code protected.

    `new_text` None keeps the span as it is; `protected` marks what stands there as not to be touched.
    """

    start: int
    end: int
    new_text: str | None
    protected: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A span of the document that makes one segment, and the changes inside it, in order.

    `escape` is how prose is written here, where that differs from the rest of the format (a string in
    double quotes beside one in single quotes); None for the format's own rule. `is_rigid` and `rulers` are
    those of the segment.
    """

    kind: str
    start: int
    end: int
    changes: tuple[Change, ...] = ()
    escape: Callable[[str], str] | None = field(default=None, repr=False, compare=False)
    is_rigid: bool = False
    rulers: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a format's parser gives: blocks, and comments in which switches may stand (None: any line)."""

    blocks: list[Block]
    comments: tuple[Span, ...] | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file whose format is sought: its path and the way to its text, at least the begin of it.

    `named` says that somebody has named it: it was not found in a folder or opened by an editor.
    """

    path: str
    content: Callable[[], str]
    named: bool = False


@dataclass(frozen=True, slots=True)
class Format:
    """A document format: how to recognise its files, to read it, and to write prose into it.

    `names` are those of files that are of this format whatever their suffix.
    `comment` is a comment that can stand at the end of any line, with {} for its words; "" where there is
    none that readers of the document would not see.
    `recognises` tells its files from others with the same suffix; None if there are no others.
    `is_program`: its documents are programs, which are read only where somebody wishes it.
    """

    name: str
    suffixes: tuple[str, ...]
    parse: Callable[[str], Parsed]
    escape: Callable[[str], str]
    comment: str = ""
    names: tuple[str, ...] = ()
    recognises: Callable[[Candidate], bool] | None = None
    is_program: bool = False
