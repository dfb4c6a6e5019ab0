"""What the published programs do where the papers are silent or say otherwise: choices that change a figure.

Three sets of choices stand here under the names of their sources. `SENT_BIAS` is what is taken unless
somebody says otherwise: the program of May et al. 2019, which Caglidil et al. 2024 used for Turkish.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from mitgemeint.eval.problems import EvalError


class Repeats(Enum):
    """What happens to a text that stands in one set more than once."""

    MERGE = "merge"
    """It counts once: the programs keep the vectors of a set under their texts."""
    KEEP = "keep"
    """It counts as often as it stands there."""


class Sizes(Enum):
    """What happens to target sets of unequal size when a p-value is wanted."""

    PARTITION = "partition"
    """X and Y keep their sizes, and so do the parts into which the texts are dealt."""
    TRIM = "trim"
    """The larger set loses its last texts until both are equal."""
    REFUSE = "refuse"
    """There is no p-value, as in the program of May et al., which stops."""


class Null(Enum):
    """Where the sums come from with which the observed one is compared."""

    PERMUTATION = "permutation"
    """All ways to deal the scores into parts of the two sizes, each as likely as the others."""
    WITH_REPLACEMENT = "with replacement"
    """Each part drawn from all scores with replacement: not a permutation test, and never exact."""


@dataclass(frozen=True, slots=True)
class Convention:
    """One set of choices. Where the published program could not say, the field's text does.

    Frozen: take `dataclasses.replace` for a variant, and give it a name of its own.
    """

    name: str
    """How results and the command line call it."""

    ddof: int
    """Degrees of freedom taken off in the standard deviation of the effect size: the sum of squares is
    divided by n + m - ddof. No paper says. sent-bias: 1 (weat.py, `np.std(..., ddof=1)`). WEFE: 0. Caliskan
    et al.: 1, for with it nine of their ten published word2vec effect sizes come out to two decimals, while
    with 0 they are larger."""

    strict: bool
    """Whether an equal sum is left out: `>` instead of `>=`. Both papers write `>` (Caliskan et al., methods;
    May et al., equation 2); sent-bias counts ties all the same; WEFE is strict."""

    plus_one: bool
    """Whether a sampled p counts the observed partition among the draws: (1 + count) / (1 + draws), never 0.
    sent-bias and WEFE do; Caliskan et al. do not say, taken as count / draws."""

    observed_is_a_sample: bool
    """Whether that 1 is one of the samples asked for. sent-bias: yes, 100,000 samples are 99,999 draws.
    WEFE: no, it divides by iterations + 1."""

    signed_two_sided: bool
    """Whether two-sided means |s_i| > s instead of |s_i| > |s|, so that a negative s always gives a p near 1.
    WEFE compares with the sign (an error, kept so that its figures come out); sent-bias and Caliskan et al.
    have no two-sided p, and with them it is the distance from the mean of the permutations that counts."""

    null: Null
    """sent-bias and Caliskan et al. permute; WEFE draws words with replacement."""

    repeats: Repeats
    """sent-bias reads each set into a dictionary, so that a text counts once in it; the same text in X and in
    Y is kept in both. Caliskan et al. speak of sets. WEFE keeps a set's vectors in a dictionary, too."""

    sizes: Sizes
    """sent-bias refuses unequal sizes for p. Here they are partitioned all the same, which gives the same p
    wherever sent-bias gives one. Caliskan et al. have equal sizes. WEFE takes any."""


SENT_BIAS = Convention(
    name="sent-bias",
    ddof=1,
    strict=False,
    plus_one=True,
    observed_is_a_sample=True,
    signed_two_sided=False,
    null=Null.PERMUTATION,
    repeats=Repeats.MERGE,
    sizes=Sizes.PARTITION,
)
"""The program of May et al. 2019 (W4ngatang/sent-bias, weat.py), and so of the Turkish tests."""

CALISKAN = Convention(
    name="caliskan",
    ddof=1,
    strict=True,
    plus_one=False,
    observed_is_a_sample=False,
    signed_two_sided=False,
    null=Null.PERMUTATION,
    repeats=Repeats.MERGE,
    sizes=Sizes.PARTITION,
)
"""Caliskan et al. 2017 by the letter: strictly greater, so that the least p is 0."""

WEFE = Convention(
    name="wefe",
    ddof=0,
    strict=True,
    plus_one=True,
    observed_is_a_sample=False,
    signed_two_sided=True,
    null=Null.WITH_REPLACEMENT,
    repeats=Repeats.MERGE,
    sizes=Sizes.PARTITION,
)
"""The Word Embeddings Fairness Evaluation framework 1.0.1 (wefe/metrics/WEAT.py).

It also leaves out a draw that came before, which cannot matter but for the smallest sets, and computes in the
float32 of its vectors; neither is done here.
"""

CONVENTIONS: Mapping[str, Convention] = {each.name: each for each in (SENT_BIAS, CALISKAN, WEFE)}
"""By name, for options."""


def convention(name: str) -> Convention:
    """The convention of that name; EvalError for an unknown one."""
    if name not in CONVENTIONS:
        raise EvalError("convention", f"{name!r} is unknown", f"choose one of {', '.join(CONVENTIONS)}")
    return CONVENTIONS[name]


def rows_kept(texts: Sequence[str], convention: Convention) -> tuple[int, ...]:
    """The places of the texts of one set that count, the first of each where repeated ones are merged."""
    if convention.repeats is Repeats.KEEP:
        return tuple(range(len(texts)))
    return tuple(sorted({text: place for place, text in reversed(list(enumerate(texts)))}.values()))


def target_rows_kept(
    x: Sequence[str], y: Sequence[str], convention: Convention
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The places of the texts of X and of Y that count: repeated ones merged, and then trimmed where
    wanted."""
    rows = rows_kept(x, convention), rows_kept(y, convention)
    if convention.sizes is not Sizes.TRIM:
        return rows
    size = min(len(rows[0]), len(rows[1]))
    return rows[0][:size], rows[1][:size]


def refuse_unequal(x: int, y: int, convention: Convention) -> None:
    """EvalError where the convention has no p-value for target sets of these two sizes."""
    if x == y or convention.sizes is not Sizes.REFUSE:
        return
    raise EvalError(
        "target sets", f"X has {x} texts and Y {y}", "make them equal, or choose sizes 'partition' or 'trim'"
    )
