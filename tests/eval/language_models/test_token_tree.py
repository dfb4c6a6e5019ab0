"""Packs of the tree of tokens: by what each scored token is predicted, and what they cost."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mitgemeint.eval.language_models.token_tree import Pack, TokenSequence, packs


@st.composite
def sequence(draw: st.DrawFn) -> TokenSequence:
    ids = tuple(draw(st.lists(st.integers(0, 2), min_size=2, max_size=9)))
    return TokenSequence(ids, draw(st.integers(1, len(ids) - 1)))


def replay(made: Sequence[Pack]) -> list[tuple[int, tuple[int, ...], int]]:
    """Of each score its sequence, what the predicting node sees in order of depth, and the token."""
    found = []
    places: list[tuple[int, int]] = []  # depth and token of what the pack before has seen
    for pack in made:
        new = list(zip(pack.depths.tolist(), pack.tokens.tolist(), strict=True))
        places = [places[place] for place in pack.kept] + new
        for node, target, owner in zip(pack.nodes, pack.targets, pack.owners, strict=True):
            seen = sorted(places[place] for place in np.flatnonzero(pack.visible[node]))
            assert [depth for depth, _ in seen] == list(range(len(seen)))
            found.append((int(owner), tuple(token for _, token in seen), int(target)))
    return found


@given(st.lists(sequence(), max_size=12, unique=True), st.integers(1, 20))
def test_each_scored_token_is_predicted_by_all_before_it_and_nothing_else(
    sequences: list[TokenSequence], budget: int
) -> None:
    made = list(packs(sequences, budget))
    expected = [
        (owner, one.ids[:place], one.ids[place])
        for owner, one in enumerate(sequences)
        for place in range(one.start, len(one.ids))
    ]
    assert sorted(replay(made)) == sorted(expected)
    assert sorted(owner for pack in made for owner in pack.finished) == list(range(len(sequences)))


@given(st.lists(sequence(), max_size=12, unique=True), st.integers(1, 20))
def test_packs_keep_to_the_budget_unless_one_sequence_is_beyond_it(
    sequences: list[TokenSequence], budget: int
) -> None:
    for pack in packs(sequences, budget):
        assert len(pack.tokens) <= budget or len(pack.finished) == 1


@given(st.lists(sequence(), max_size=12))
def test_in_one_pack_every_token_of_the_tree_is_seen_once(sequences: list[TokenSequence]) -> None:
    tree = {one.ids[:length] for one in sequences for length in range(1, len(one.ids))}
    assert sum(len(pack.tokens) for pack in packs(sequences, 10_000)) == len(tree)


def test_a_common_beginning_is_computed_in_the_first_pack_alone() -> None:
    context = tuple(range(100))
    sequences = [TokenSequence((*context, 200 + i, 300), 101) for i in range(20)]
    made = list(packs(sequences, 100))
    assert [len(pack.tokens) for pack in made] == [100 + 1, 19]
    assert len(made[1].kept) == 100


@pytest.mark.parametrize(("ids", "start"), [((1, 2), 0), ((1, 2), 2), ((1,), 1), ((), 0)])
def test_both_a_prompt_and_a_continuation_are_needed(ids: tuple[int, ...], start: int) -> None:
    with pytest.raises(ValueError, match="continuation"):
        TokenSequence(ids, start)
