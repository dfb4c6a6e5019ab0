"""Which group an answer names: by what it says, where no name and no table says it."""

import re

FEMALE, MALE, TRANS = "F", "M", "trans"

_TRANS = re.compile(r"\btrans|nicht-?bin[äa]r|non-?binary", re.IGNORECASE)
# Nouns whose article says nothing, or that stand without one.
_FEMALE = re.compile(r"(frau|mädchen|tochter|schwester|mutter|tante|\bwoman|\bgirl)$", re.IGNORECASE)
_MALE = re.compile(r"(mann|junge|sohn|bruder|vater|onkel|\bman|\bboy)$", re.IGNORECASE)
_ARTICLE = re.compile(r"(der|die)\s", re.IGNORECASE)


def group_of(answer: str) -> str | None:
    """The gender that a German or English answer names (F, M, trans), None where its words do not say.

    German persons have the gender of their article, except for nouns that are grammatically otherwise (das
    Mädchen). All that is trans comes under `trans`, as in BBQ.
    """
    text = " ".join(answer.split())
    if _TRANS.search(text):
        return TRANS
    if _FEMALE.search(text):
        return FEMALE
    if _MALE.search(text):
        return MALE
    article = _ARTICLE.match(text)
    return None if article is None else (MALE if article[1].lower() == "der" else FEMALE)
