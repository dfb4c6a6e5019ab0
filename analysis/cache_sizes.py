"""How much the analysis remembers, so that it need not be found out again.

Enough for a long book and no more: an editor is open all day, and every letter typed makes a sentence that
was not there before.
"""

SENTENCES = 6_000
"""Sentences whose reading, drafts and people are kept; a book of three hundred pages has as many."""

SEGMENTS = 4_000
"""Paragraphs, headings and cells whose prose is kept."""

WORDS = 20_000
"""Word forms whose entries and readings are kept; a long book has as many."""
