"""Ranking: which notations are offered, in which order."""

from collections import Counter
from collections.abc import Iterable, Sequence

from mitgemeint.analysis.policy import Policy


def offered(policy: Policy, notations: Sequence[str], used: Iterable[str] = ()) -> tuple[str, ...]:
    """The notations to offer, the best first.

    `notations` of the settings replace the policy's list. A policy that follows the document puts the
    notation that is used most in it (`used`, one name for each form found) to the front.
    """
    if notations:
        return tuple(dict.fromkeys(notations))
    order = list(policy.allowed)
    if policy.follow_document:
        counted = Counter(name for name in used if name in order)
        order.sort(key=lambda name: -counted[name])
    return tuple(order)
