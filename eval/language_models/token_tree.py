"""Token sequences as a tree, cut into packs: what several begin with is computed once.

Sequences in lexicographic order walk a tree of tokens depth first: each shares a beginning with the one
before, and with no earlier one more than that. A pack is one forward pass over new nodes of the tree in one
row; each node sees itself and those above it. What a pack needs of the packs before is the beginning that its
first sequence shares with the last one of the pack before, whose keys and values are kept. So every token of
the tree is computed once (the few whose logits are asked for again at the border of two packs twice).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True, order=True)
class TokenSequence:
    """The tokens of a prompt and a continuation; those from `start` on are the continuation."""

    ids: tuple[int, ...]
    start: int

    def __post_init__(self) -> None:
        if not 0 < self.start < len(self.ids):
            raise ValueError(f"of {len(self.ids)} tokens those from {self.start} on are the continuation")

    @property
    def tokens(self) -> int:
        """How many tokens the continuation has."""
        return len(self.ids) - self.start


@dataclass(frozen=True, slots=True)
class Pack:
    """One forward pass: n new nodes behind p kept ones, and which logits it is made for (s of them)."""

    kept: Places
    """Which places of what the pack before has seen (kept and new) stay, in their order, shape (p,)."""
    tokens: Places
    """The new nodes, shape (n,)."""
    depths: Places
    """How deep each lies in the tree, from 0: its position in its sequences, shape (n,)."""
    visible: NDArray[np.bool_]
    """Which places (kept, then new) each new node sees, shape (n, p + n)."""
    nodes: Places
    """The new node, counted from 0, that predicts a scored token, shape (s,)."""
    targets: Places
    """The scored token, shape (s,)."""
    owners: Places
    """The sequence whose token is scored, shape (s,)."""
    finished: tuple[int, ...]
    """The sequences that are done with this pack."""


@dataclass(slots=True)
class _Open:
    """A pack that is being filled."""

    kept: list[int]
    tokens: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    segments: list[tuple[list[int], int]] = field(default_factory=list)
    """Of each run of new nodes the places above it, and how many they are."""
    scores: list[tuple[int, int, int]] = field(default_factory=list)
    finished: list[int] = field(default_factory=list)

    @property
    def seen(self) -> int:
        """How many places there are, kept and new."""
        return len(self.kept) + len(self.tokens)

    def grow(self, above: list[int], tokens: Sequence[int]) -> list[int]:
        """Add a run of nodes below `above`; the path from the root to its end."""
        new = list(range(self.seen, self.seen + len(tokens)))
        if tokens:
            self.segments.append((above, len(tokens)))
            self.depths.extend(range(len(above), len(above) + len(tokens)))
            self.tokens.extend(tokens)
        return above + new

    def score(self, path: list[int], owner: int, sequence: TokenSequence) -> None:
        """Ask for the continuation of a sequence that runs along `path`."""
        for place in range(sequence.start, len(sequence.ids)):
            self.scores.append((path[place - 1] - len(self.kept), sequence.ids[place], owner))
        self.finished.append(owner)

    def close(self) -> Pack:
        """The pack as it is computed."""
        nodes, targets, owners = np.array(self.scores, dtype=np.int64).reshape(-1, 3).T
        return Pack(
            np.array(self.kept, dtype=np.int64),
            np.array(self.tokens, dtype=np.int64),
            np.array(self.depths, dtype=np.int64),
            self._visible(),
            nodes,
            targets,
            owners,
            tuple(self.finished),
        )

    def _visible(self) -> NDArray[np.bool_]:
        visible = np.zeros((len(self.tokens), self.seen), dtype=np.bool_)
        first = 0
        for above, size in self.segments:
            rows = slice(first, first + size)
            visible[rows, above] = True
            columns = slice(len(self.kept) + first, len(self.kept) + first + size)
            visible[rows, columns] = np.tri(size, dtype=np.bool_)
            first += size
        return visible


def packs(sequences: Sequence[TokenSequence], budget: int) -> Iterator[Pack]:
    """The packs that score the continuations of all sequences, each of about `budget` new nodes at most.

    A single sequence may go beyond the budget. The last token of a sequence is predicted and never seen. The
    packs belong together, each to the one before; the first keeps nothing. `owners` and `finished` count the
    sequences as they were given.
    """
    pack = _Open([])
    path: list[int] = []
    before: tuple[int, ...] = ()
    for owner in sorted(range(len(sequences)), key=lambda place: sequences[place]):
        sequence = sequences[owner]
        seen = sequence.ids[:-1]
        shared = _in_common(before, seen)
        # The node before the continuation is among the new ones: logits of kept nodes are not computed again.
        behind = sequence.start - 1
        full = len(pack.tokens) + len(seen) - shared > budget
        if pack.tokens and (full or behind < len(pack.kept)):
            yield pack.close()
            shared = min(shared, behind)
            pack, path = _Open(path[:shared]), list(range(shared))
        path = pack.grow(path[:shared], seen[shared:])
        before = seen
        pack.score(path, owner, sequence)
    if pack.tokens:
        yield pack.close()


def _in_common(one: Sequence[int], other: Sequence[int]) -> int:
    """How many tokens both begin with."""
    return next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
