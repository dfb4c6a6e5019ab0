"""The administrator manages all users of the system."""


# Ask the instructor or the moderator before you change this.
def f():
    """Return the director of the editor."""
