"""Counts what is read of a chunk, and notes what could not be read."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from mitgemeint.eval.inclusive.corpora.chunks import Chunk
from mitgemeint.eval.inclusive.corpora.texts import CorpusText, Layout, Unreadable, texts

NOTED = 3
"""Records that are named; the others are counted."""


@dataclass(slots=True)
class Tally:
    """Texts, bytes and unreadable records, and the places of the first of these."""

    counts: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)

    def texts(self, chunk: Chunk, layout: Layout) -> Iterator[CorpusText]:
        """The texts of a chunk, which are counted as they go by."""
        self.counts["bytes"] += len(chunk.data) or chunk.overlong
        for each in texts(chunk, layout):
            if isinstance(each, Unreadable):
                self.counts["unreadable"] += 1
                if len(self.notes) < NOTED:
                    self.notes.append(f"{each.place}: {each.reason}")
            else:
                self.counts["texts"] += 1
                yield each
