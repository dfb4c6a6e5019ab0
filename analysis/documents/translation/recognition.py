"""Which files are German translations: by their names and folders, and where these are silent by content."""

import re
from pathlib import PurePosixPath

from mitgemeint.analysis.documents.model import Candidate
from mitgemeint.analysis.documents.translation.locales import is_german_file, is_german_tag, language_of_file
from mitgemeint.analysis.documents.translation.locales import load as load_locales

_TS = re.compile(
    r"\A\ufeff?\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,2000}-->\s*)*(?:<!DOCTYPE\s+TS\b|<TS[\s>])"
)
_RESOURCES = re.compile(r"<resources[\s>/]")
_YAML_KEY = re.compile(r"(?m)^(?:\ufeff)?([\"']?)([A-Za-z][\w-]{1,20})\1[ \t]*:[ \t]*(?:#[^\r\n]*)?\r?$")
_VALUES = "values"


def in_no_other_language(candidate: Candidate) -> bool:
    """Whether nothing says that the file is in another language; what is inside may still say so."""
    return candidate.named or language_of_file(candidate.path) != "other"


def in_german(candidate: Candidate) -> bool:
    """Whether the name or a folder of the file says that it is German, or somebody has named it."""
    return candidate.named or is_german_file(candidate.path)


def below_german(candidate: Candidate) -> bool:
    """The same for formats that hold nothing but translations: any folder near may say it."""
    return candidate.named or language_of_file(candidate.path) == "de"


def german_yaml(candidate: Candidate) -> bool:
    """Whether a YAML file holds German translations: by its name, its folder or its first keys."""
    if in_german(candidate):
        return True
    keys = _YAML_KEY.finditer(candidate.content())
    return any(is_german_tag(key[2]) for key in keys)


def android(candidate: Candidate) -> bool:
    """Whether a file holds strings of Android: resources in a folder for German or for no language."""
    if candidate.named:
        return _RESOURCES.search(candidate.content()) is not None
    folder = PurePosixPath(candidate.path.replace("\\", "/")).parent.name
    name, *qualifiers = folder.split("-")
    if name != _VALUES or not all(map(_is_german_qualifier, qualifiers)):
        return False
    return _RESOURCES.search(candidate.content()) is not None


def _is_german_qualifier(qualifier: str) -> bool:
    """Whether a qualifier of a resource folder is German or says something else than a language."""
    if qualifier.startswith("b+"):
        return qualifier.split("+")[1] in load_locales().german
    return (
        qualifier in load_locales().german or not re.fullmatch(r"[a-z]{2,3}", qualifier) or qualifier == "car"
    )


def qt(candidate: Candidate) -> bool:
    """Whether a `.ts` is a translation of Qt, not a program in TypeScript."""
    return _TS.match(candidate.content()) is not None
