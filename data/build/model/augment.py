"""Variants of training sentences that look like the texts the analyzer will meet.

GSD writes hyphenated compounds as three words with spaces (Preis - Leistungsverhältnis), texts do not;
headings and list items have no full stop.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from treebank import Tree, TreeWord

_EVERY = 6  # one sentence in so many also appears without its full stop


def variants(trees: Sequence[Tree]) -> Iterator[Tree]:
    """Additional sentences, in a fixed order."""
    for number, tree in enumerate(trees):
        joined = join_hyphens(tree)
        if joined is not None:
            yield joined
        if number % _EVERY == 0:
            bare = without_stop(tree)
            if bare is not None:
                yield bare


def without_stop(tree: Tree) -> Tree | None:
    """The sentence without its final full stop."""
    last = tree.words[-1]
    if last.form != "." or any(w.head == len(tree.words) - 1 for w in tree.words):
        return None
    return Tree(tree.name + "-bare", "", tree.words[:-1])


def join_hyphens(tree: Tree) -> Tree | None:
    """The sentence with `X - Y` written as one word where X is a compound's part; None without any."""
    words = tree.words
    group = list(range(len(words)))
    for i in range(1, len(words) - 1):
        left, right = words[i - 1], words[i + 1]
        parts = "compound" in (left.relation, right.relation) or "flat" in (left.relation, right.relation)
        if words[i].form == "-" and parts and left.form[-1].isalnum() and right.form[0].isalnum():
            group[i] = group[i + 1] = group[i - 1]
    if group == list(range(len(words))):
        return None
    merged = _merge(words, group)
    return Tree(tree.name + "-joined", "", merged) if _is_tree(merged) else None


def _is_tree(words: Sequence[TreeWord]) -> bool:
    """Whether every word leads to the root."""
    for i in range(len(words)):
        place, steps = i, 0
        while words[place].head != place:
            place, steps = words[place].head, steps + 1
            if steps > len(words):
                return False
    return True


def _merge(words: Sequence[TreeWord], group: Sequence[int]) -> tuple[TreeWord, ...]:
    leaders = sorted(set(group))
    place = {leader: k for k, leader in enumerate(leaders)}
    result = []
    for leader in leaders:
        members = [i for i, g in enumerate(group) if g == leader]
        last = words[members[-1]]
        outside = next(
            (i for i in members if group[words[i].head] != leader or words[i].head == i), members[-1]
        )
        top = words[outside]
        head = place[leader] if top.head == outside else place[group[top.head]]
        form = "".join(words[i].form for i in members)
        lemma = "".join(words[i].form for i in members[:-1]) + last.lemma
        result.append(replace(last, form=form, lemma=lemma, head=head, relation=top.relation))
    return tuple(result)
