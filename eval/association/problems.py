"""What a user of the association tests can do wrong, told in one line."""


class AssociationError(Exception):
    """Something that a user can mend: where it is, what is wrong, and what to do."""

    def __init__(self, place: str, reason: str, remedy: str) -> None:
        super().__init__(f"{place}: {reason}; {remedy}")
        self.place = place
        self.reason = reason
        self.remedy = remedy
