"""Doing nothing: the text as it is, against which every rewriting has to be better."""

from collections.abc import Iterator, Mapping, Sequence

from mitgemeint.eval.inclusive.systems.system import Answer, Request, Requests


class Nothing:
    """Leaves every text alone."""

    name = "nothing"
    settings: Mapping[str, object] = {}
    fingerprint = "nothing"

    def covered(self, sets: Sequence[Requests]) -> Sequence[Requests]:
        """All of the sets."""
        return sets

    def answers(self, requests: Sequence[Request]) -> Iterator[Answer]:
        """The texts themselves."""
        return (Answer(rewriting=request.text) for request in requests)
