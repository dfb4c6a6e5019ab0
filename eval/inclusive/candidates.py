"""Candidates: the whole texts that the suggestions of several findings make, in the order of their worth.

A candidate is a combination of one suggestion for each finding; a finding is left alone only where it has
none. Candidates are ordered by the sum of the ranks of their suggestions (0 for a finding's first); at equal
sum those that keep to one notation come first, then those with the better suggestion at the earlier finding.
Texts that come twice count once.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from mitgemeint.analysis import Finding
from mitgemeint.eval.combinations import applied
from mitgemeint.eval.inclusive.systems.system import MOST_CANDIDATES


def candidates(text: str, findings: Sequence[Finding], most: int = MOST_CANDIDATES) -> Iterator[str]:
    """The proposed texts, the best first, at most `most`; the text itself where nothing is suggested."""
    options = [finding.suggestions for finding in findings if finding.suggestions]
    seen: set[str] = set()
    # All choices of one sum are on the heap before the first of them is taken: each comes from one below.
    start = (0,) * len(options)
    heap, known = [(0, False, start)], {start}
    while heap and len(seen) < most:
        total, _, ranks = heappop(heap)
        made = applied(text, [options[place][rank] for place, rank in enumerate(ranks)])
        if made is not None and made not in seen:
            seen.add(made)
            yield made
        for place, rank in enumerate(ranks):
            following = (*ranks[:place], rank + 1, *ranks[place + 1 :])
            if rank + 1 < len(options[place]) and following not in known:
                known.add(following)
                used = {options[at][chosen].notation for at, chosen in enumerate(following)}
                heappush(heap, (total + 1, len(used) > 1, following))
