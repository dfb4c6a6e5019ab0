"""Doing nothing: the text as it is, against which every rewriting has to be better."""

from collections.abc import Iterator, Mapping, Sequence

from mitgemeint.eval.inclusive.systems.system import Answer, Request


class Nothing:
    """Leaves every text alone."""

    name = "nothing"
    settings: Mapping[str, object] = {}
    fingerprint = "nothing"

    def covers(self, requests: Sequence[Request]) -> bool:
        """It has nothing to say on every set."""
        return True

    def answers(self, requests: Sequence[Request]) -> Iterator[Answer]:
        """The texts themselves."""
        return (Answer(rewriting=request.text) for request in requests)
