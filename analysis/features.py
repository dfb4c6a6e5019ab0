"""Grammatical features of German nouns and their dependents."""

from enum import StrEnum


class Case(StrEnum):
    """The four German cases."""

    NOMINATIVE = "nom"
    GENITIVE = "gen"
    DATIVE = "dat"
    ACCUSATIVE = "acc"


class Number(StrEnum):
    """Grammatical number."""

    SINGULAR = "sg"
    PLURAL = "pl"


class Gender(StrEnum):
    """Grammatical gender (of words, never of people); `INCLUSIVE` is the fourth one of the De-e system."""

    MASCULINE = "masc"
    FEMININE = "fem"
    NEUTER = "neut"
    INCLUSIVE = "incl"
