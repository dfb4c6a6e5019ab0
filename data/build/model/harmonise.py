"""Brings GSD and PUD to one set of labels: they annotate the same things in different ways.

GSD marks verb forms, PUD only by its tag (VBC, VBN, VB); PUD grades adverbs and divides some
relations further; GSD calls every adnominal clause `acl`, PUD relative clauses `acl:relcl`.
"""

from collections.abc import Mapping, Sequence

_VERB_FORMS = {"VBC": "Fin", "VBN": "Part", "VB": "Inf"}
_RELATIONS = {
    "flat:name": "flat",
    "obl:tmod": "obl",
    "obl:agent": "obl",
    "nmod:poss": "nmod",
    "expl:pv": "obj",
}
_RELATIVE_LEMMAS = frozenset({"der", "welcher"})


def features(pos: str, tag: str, feats: Mapping[str, str]) -> dict[str, str]:
    """The features of a word, with verb forms and pronoun types filled in."""
    result = dict(feats)
    if pos in ("VERB", "AUX"):
        form = _VERB_FORMS.get(tag)
        if "Person" in result:
            form = "Fin"
        if form and "VerbForm" not in result:
            result["VerbForm"] = form
    elif pos == "ADV":
        result.pop("Degree", None)
    elif pos == "PRON" and "Person" in result:
        result.setdefault("PronType", "Prs")
    return result


def relation(name: str) -> str:
    """The relation without the divisions that only one treebank makes."""
    return _RELATIONS.get(name, name)


def relative_clauses(heads: Sequence[int], lemmas: Sequence[str], tags: Sequence[str]) -> set[int]:
    """The verbs whose clause holds a relative pronoun before them."""
    found: set[int] = set()
    for i, (lemma, tag) in enumerate(zip(lemmas, tags, strict=True)):
        if lemma in _RELATIVE_LEMMAS and tag in ("PRELS", "PRELAT", "REL"):
            place = i
            while heads[place] != place:
                found.add(heads[place])
                if heads[place] > i and heads[heads[place]] < i:
                    break
                place = heads[place]
    return found
