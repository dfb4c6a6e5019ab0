"""Which language a file holds, as its name, its folders and tags inside it say."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath

from mitgemeint.data import resource

_SEPARATOR = re.compile(r"[-_@]")
_TAG_BEFORE = re.compile(r"[._@-]")
_NEAREST_FOLDERS = 3


@dataclass(frozen=True, slots=True)
class Locales:
    """The data file."""

    german: frozenset[str]
    subtags: frozenset[str]
    folders: frozenset[str]
    others: frozenset[str]


@cache
def load() -> Locales:
    """The lists, read once."""
    data = tomllib.loads(resource("lexicon", "locales.toml").read_text(encoding="utf-8"))
    lists = (data["german"], data["subtags"], data["folders"], data["others"])
    return Locales(*map(frozenset, lists))


def is_german(tag: str) -> bool:
    """Whether a language tag inside a file means German: de, de-AT, de_DE.UTF-8, German."""
    return re.split(r"[-_@.]", tag.strip().lower(), maxsplit=1)[0] in load().german


def is_tag(text: str) -> bool:
    """Whether a key or a name is a language tag and nothing else."""
    return _language(text) is not None


def is_german_tag(text: str) -> bool:
    """Whether a key or a name is a tag for German and nothing else."""
    return _language(text) == "de"


def is_german_file(path: str) -> bool:
    """Whether the name of a file or one of its nearest folders says that it is German.

    A folder `de` says so for the files in it; farther up only below a folder of translations, since
    the packages of Java programs begin with `de` as well.
    """
    file = PurePosixPath(path.replace("\\", "/"))
    named = language_of_name(file.name)
    if named is not None:
        return named == "de"
    folders = file.parts[:-1][::-1]
    for distance, folder in enumerate(folders[:_NEAREST_FOLDERS]):
        language = _of_folder(folder)
        if language is not None and (distance == 0 or _is_translations(folders[distance + 1 :])):
            return language == "de"
    return False


def language_of_file(path: str) -> str | None:
    """`de`, or `other`, if the name of a file or any of its nearest folders says so; None if none does."""
    file = PurePosixPath(path.replace("\\", "/"))
    folders = file.parts[:-1][::-1][:_NEAREST_FOLDERS]
    named = (language_of_name(file.name), *map(_of_folder, folders))
    return next((language for language in named if language is not None), None)


def _of_folder(folder: str) -> str | None:
    return _language(folder.removesuffix(".lproj"))


def language_of_name(name: str) -> str | None:
    """The language in a file's name: `de` in messages_de.properties, de.common.json; None without one."""
    stem = name.rsplit(".", 1)[0] if "." in name else name
    whole = _language(stem)
    if whole is not None:
        return whole
    begin = _language(stem.split(".", 1)[0]) if "." in stem else None
    return begin or _at_the_end(stem)


def _at_the_end(stem: str) -> str | None:
    """The language of the longest tag after a separator at the end of a name.

    Other languages only after a full stop: `user_id` and `how-to` name none.
    """
    for found in list(_TAG_BEFORE.finditer(stem))[-4:]:
        language = _language(stem[found.end() :])
        if language == "de" or (language and found[0] == "."):
            return language
    return None


def _language(text: str) -> str | None:
    """`de` for a tag of German, `other` for one of another language, None for everything else."""
    if text.isupper() or len(text) > 40:
        return None
    first, *rest = _SEPARATOR.split(text)
    known, name = load(), first.lower()
    if name in known.german:
        return "de" if all(part.lower() in known.subtags for part in rest) else None
    if name in known.others and len(rest) <= 2 and all(2 <= len(part) <= 4 for part in rest):
        return "other"
    return None


def _is_translations(folders: tuple[str, ...]) -> bool:
    return bool(folders) and folders[0].lower() in load().folders
