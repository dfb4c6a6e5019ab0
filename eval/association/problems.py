"""What can go wrong because of what somebody asked for: a file, a model, an option."""


class AssociationError(Exception):
    """A problem that its reader can solve, told in one line: where it is, what it is, what to do.

    `place` is the file or option, `reason` what is wrong with it, `remedy` what helps.
    """

    def __init__(self, place: str, reason: str, remedy: str) -> None:
        super().__init__(place, reason, remedy)
        self.place = place
        self.reason = reason
        self.remedy = remedy

    def __str__(self) -> str:
        return " ".join(f"{self.place}: {self.reason}; {self.remedy}".split())
