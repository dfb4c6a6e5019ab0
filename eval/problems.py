"""What a user can cause and mend: a test file that cannot be read, a model that is not there."""


def readable(text: str) -> str:
    """A text that can be written: bytes of a file's name that are no UTF-8 are spelled out."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


class EvalError(Exception):
    """Something to be mended outside the program, told in one line.

    `place` names the file or option, `reason` what is wrong with it, and `remedy` what to do. The command
    line prints the line and exits with status 2.
    """

    def __init__(self, place: object, reason: str, remedy: str) -> None:
        super().__init__(place, reason, remedy)
        self.place = str(place)
        self.reason = reason
        self.remedy = remedy

    def __str__(self) -> str:
        return " ".join(f"{self.place}: {self.reason}; {self.remedy}".split())
