"""Texts for LaTeX."""


def escaped(text: str) -> str:
    """A text whose signs mean themselves."""
    for sign in "&%$#_{}":
        text = text.replace(sign, f"\\{sign}")
    text = text.replace("~", r"\textasciitilde{}").replace("^", r"\textasciicircum{}")
    return text.replace("--", "-{}-").replace("–", "--")
