"""Finds masculine-feminine pairs of person nouns in the sources, with the evidence for each.

A feminine in -in that a source lists is led back to its masculine; masculines that a gloss defines as
persons get their feminine by rule where no source lists it. What comes out is raw: `curation` decides.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from mitgemeint.data.build.lexicon.lexicon_sources import Sources

_UMLAUTS = (("äu", "au"), ("ä", "a"), ("ö", "o"), ("ü", "u"), ("Ä", "A"), ("Ö", "O"), ("Ü", "U"))
_FEMALE = re.compile(r"\b[Ww]eibliche[rsn]?\b|\bFrau\b|\b[A-ZÄÖÜ][\w-]+in\b")
_FEMALE_ANIMAL = re.compile(
    r"weibliches (Tier|Exemplar|Individuum)|weiblicher? [\w-]+(tier|hund|bock|hahn)\b"
    r"|^weiblicher (Wolf|Hund|Hase|Fuchs|Löwe|Affe|Bär|Elefant|Esel|Tiger)"
)
_NEUTER_WORDS = re.compile(r"\b(Wein|Protein|Enzym|Alkaloid|Medizin|Stadt|Dorf|Gemeinde|Insel|Fluss)\b")
_PERSON = re.compile(
    r"^(?:[^|]*?: )?(?:\(?(?:männliche|früher|ehemalige|meist)\S*\)? )?"
    r"(?:(?:eine?|natürliche|männliche|junge|erwachsene|weibliche oder männliche) )*"
    r"(?:Person(?:en)?\b|jemand\b|[Ee]inwohner\b|Bewohner\b|Angehöriger\b|Mitglied\b|Anhänger\b|Staatsbürger\b"
    r"|Staatsangehöriger\b|Berufsbezeichnung\b|derjenige,|einer, der|Mensch\b|Bürger\b)"
)
_DEMONYM = re.compile(
    r"[Ee]inwohner|[Bb]ewohner (?:von|der|des|einer)|[Ss]taatsbürger|[Ss]taatsangehörige"
    r"|[Bb]ürger(?:in)? (?:von|der Stadt)|geborene|stammende|lebende (?:weibliche )?Person"
    r"|[Aa]ngehörige[rs]? (?:\S+ ){0,4}(?:Volk|Stamm|Ethnie)"
)
_KIN = (
    ("mann", "frau"),
    ("bruder", "schwester"),
    ("vater", "mutter"),
    ("sohn", "tochter"),
    ("onkel", "tante"),
)
_BEAMTIN = re.compile(r"beamt(er|in)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pair with what speaks for it: the sources of either word and how strongly they say "person"."""

    masculine: str
    feminine: str
    rule: str
    sources: str  # codes of SOURCES.md in which either word is a headword
    feminine_known: str  # the same for the feminine alone; "" where the feminine was formed by rule
    demonym: bool = False


def is_person_gloss(gloss: str) -> bool:
    """Whether the first sense of a masculine's gloss defines a person."""
    return bool(_PERSON.match(gloss))


def is_female_gloss(gloss: str) -> bool:
    """Whether a gloss defines a female person."""
    return (
        bool(_FEMALE.search(gloss)) and not _FEMALE_ANIMAL.search(gloss) and not _NEUTER_WORDS.search(gloss)
    )


def pairs(sources: Sources) -> tuple[Candidate, ...]:
    """All candidates, sorted; one masculine may come with several feminines."""
    found: dict[tuple[str, str], Candidate] = {}
    for candidate in (
        *_from_feminines(sources),
        *_nominalised(sources),
        *_mann_frau(sources),
    ):
        found.setdefault((candidate.masculine, candidate.feminine), candidate)
    paired = {masculine for masculine, _ in found}
    for candidate in _from_glosses(sources, paired):
        found.setdefault((candidate.masculine, candidate.feminine), candidate)
    return tuple(_with_demonym(found[key], sources) for key in sorted(found))


def _with_demonym(candidate: Candidate, sources: Sources) -> Candidate:
    """Mark the people of a place: the glosses of either word say so."""
    glosses = (
        sources.glosses.get(word, "").split(" | ")[0] for word in (candidate.masculine, candidate.feminine)
    )
    return replace(candidate, demonym=any(_DEMONYM.search(gloss) for gloss in glosses))


def form_feminine(masculine: str) -> str:
    """The feminine by rule: -in after a dropped e, -erer becomes -erin, and kin has its own words."""
    for male, female in _KIN:
        if masculine.endswith(male):
            return masculine.removesuffix(male) + female
    if masculine.endswith("erer"):
        return masculine.removesuffix("er") + "in"
    return masculine.removesuffix("e") + "in"


def _usable(word: str) -> bool:
    return len(word) > 2 and word[0].isupper() and word[-1].islower() and " " not in word and "." not in word


def _from_feminines(sources: Sources) -> Iterator[Candidate]:
    for feminine, evidence in sorted(_feminines(sources).items()):
        for masculine, rule in _masculines(feminine):
            known = _masculine_evidence(masculine, sources)
            if known and _usable(masculine) and _personal(masculine, feminine, evidence, rule, sources):
                codes = "".join(code for code in "NWMC" if code in known or code in evidence)
                yield Candidate(masculine, feminine, rule, codes, evidence)


def _feminines(sources: Sources) -> Mapping[str, str]:
    evidence: dict[str, str] = {}
    for table, code in ((sources.nouns, "N"), (sources.morphy, "M")):
        for (lemma, gender), noun in table.items():
            plural = noun.table["nominativ", "plural"]
            if gender == "f" and lemma.endswith("in") and any(form.endswith("innen") for form in plural):
                evidence[lemma] = evidence.get(lemma, "") + code
    for lemma, gloss in sources.glosses.items():
        if lemma.endswith("in") and is_female_gloss(gloss):
            evidence[lemma] = evidence.get(lemma, "") + "W"
    for lemma in sources.lexemes:
        if lemma.endswith("in"):
            evidence[lemma] = evidence.get(lemma, "") + "C"
    return {lemma: codes for lemma, codes in evidence.items() if _usable(lemma) and len(lemma) > 4}


def _masculines(feminine: str) -> Iterator[tuple[str, str]]:
    stem = feminine.removesuffix("in")
    yield stem, "+in"
    yield stem + "e", "e>in"
    if stem.endswith("er"):
        yield stem + "er", "erer>erin"
    for plain in _without_umlaut(stem):
        yield plain, "+in+umlaut"
        yield plain + "e", "e>in+umlaut"


def _without_umlaut(stem: str) -> Iterator[str]:
    for changed, plain in _UMLAUTS:
        start = stem.rfind(changed)
        if start >= 0:
            yield stem[:start] + plain + stem[start + len(changed) :]


def _masculine_evidence(masculine: str, sources: Sources) -> str:
    codes = ""
    if (masculine, "m") in sources.nouns and not sources.nouns[masculine, "m"].name:
        codes += "N"
    if (masculine, "m") in sources.morphy:
        codes += "M"
    if not codes and any((masculine, g) in table for g in "fn" for table in (sources.nouns, sources.morphy)):
        return ""  # listed, but not as a masculine: Katze, Zimmer, Album
    if masculine in sources.glosses:
        codes += "W"
    if masculine in sources.lexemes:
        codes += "C"
    return codes


def _personal(masculine: str, feminine: str, evidence: str, rule: str, sources: Sources) -> bool:
    gloss = sources.glosses.get(feminine, "")
    if _FEMALE_ANIMAL.search(gloss) or (gloss and _NEUTER_WORDS.search(gloss) and "N" not in evidence):
        return False
    if "N" in evidence or "W" in evidence or "M" in evidence:
        return True
    if masculine not in sources.glosses:
        return masculine.endswith(
            ("er", "ist", "or", "ent", "ant", "eur", "oge", "at", "iker", "chef", "beauftragter")
        )
    return rule == "+in" and is_person_gloss(sources.glosses[masculine])


def _nominalised(sources: Sources) -> Iterator[Candidate]:
    for (lemma, gender), noun in sorted(sources.nouns.items()):
        if gender == "m" and noun.adjectival and not noun.name and lemma.endswith("er") and _usable(lemma):
            if _BEAMTIN.search(lemma):
                feminine, rule = lemma.removesuffix("er") + "in", "beamter>beamtin"
            else:
                feminine, rule = lemma.removesuffix("r"), "nominalised"
            yield Candidate(lemma, feminine, rule, sources.attested(lemma), sources.attested(feminine))


def _mann_frau(sources: Sources) -> Iterator[Candidate]:
    lemmas = {lemma for lemma, gender in (*sources.nouns, *sources.morphy) if gender == "m"}
    for masculine in sorted(lemmas):
        if masculine.endswith("mann") and _usable(masculine) and masculine != "Mann":
            feminine = masculine.removesuffix("mann") + "frau"
            known = sources.attested(feminine)
            if known:
                codes = "".join(c for c in "NWMC" if c in known or c in sources.attested(masculine))
                yield Candidate(masculine, feminine, "mann>frau", codes, known)


def _from_glosses(sources: Sources, paired: Iterable[str]) -> Iterator[Candidate]:
    known = set(paired)
    for (lemma, gender), noun in sorted(sources.nouns.items()):
        gloss = sources.glosses.get(lemma, "")
        if gender != "m" or lemma in known or noun.adjectival or noun.name or not _usable(lemma):
            continue
        if is_person_gloss(gloss) and not lemma.endswith(("ling", "mann", "leute")):
            yield Candidate(lemma, form_feminine(lemma), "gloss", sources.attested(lemma), "")
