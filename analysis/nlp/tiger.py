"""TIGER dependencies, which spaCy's German packages use, as Universal Dependencies.

Relations are renamed, and where TIGER makes the function word the head (preposition over noun,
auxiliary over full verb, conjunction over clause), the content word takes its place, so that the
matching sees the same trees whatever the analyzer.
"""

from collections.abc import Sequence
from dataclasses import replace

from mitgemeint.analysis.nlp.protocol import Token

_RELATIONS = {
    "sb": "nsubj",
    "sbp": "nsubj",
    "oa": "obj",
    "oa2": "obj",
    "da": "obl:arg",
    "og": "obl:arg",
    "op": "obl:arg",
    "pd": "xcomp",
    "mo": "advmod",
    "mnr": "nmod",
    "ag": "nmod",
    "pg": "nmod",
    "ams": "obl",
    "app": "appos",
    "par": "parataxis",
    "cj": "conj",
    "cd": "cc",
    "cm": "case",
    "cp": "mark",
    "ng": "advmod",
    "nmc": "nummod",
    "pm": "mark",
    "pnc": "flat:name",
    "svp": "compound:prt",
    "rc": "acl:relcl",
    "rs": "parataxis",
    "re": "acl",
    "oc": "ccomp",
    "ac": "case",
    "avc": "advmod",
    "cc": "nmod",
    "ep": "expl",
    "ju": "cc",
    "dm": "discourse",
    "dh": "discourse",
    "vo": "vocative",
    "uc": "flat",
    "adc": "flat",
    "ph": "expl",
    "cvc": "obl:arg",
    "punct": "punct",
    "root": "root",
}


def to_universal(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens with Universal relations; unchanged where they have them already."""
    if not any(token.relation in ("nk", "sb", "oc", "mo", "cj", "ag") for token in tokens):
        return tuple(tokens)
    heads = [token.head for token in tokens]
    relations = [_relation(token) for token in tokens]
    _raise_nouns(tokens, heads, relations)
    _raise_verbs(tokens, heads, relations)
    _join_conjuncts(tokens, heads, relations)
    return tuple(
        replace(token, head=heads[i], relation="root" if heads[i] == i else relations[i])
        for i, token in enumerate(tokens)
    )


def _relation(token: Token) -> str:
    if token.relation == "nk":
        by_pos = {"DET": "det", "ADJ": "amod", "NUM": "nummod", "PROPN": "appos", "NOUN": "appos"}
        return by_pos.get(token.pos, "det" if token.pos == "PRON" else "dep")
    return _RELATIONS.get(token.relation, token.relation)


def _take_place(new: int, old: int, heads: list[int], relations: list[str], role: str) -> None:
    """`new`, a dependent of `old`, becomes the head, and `old` its dependent in `role`."""
    heads[new] = new if heads[old] == old else heads[old]
    relations[new] = relations[old]
    heads[old], relations[old] = new, role


def _raise_nouns(tokens: Sequence[Token], heads: list[int], relations: list[str]) -> None:
    for i, token in enumerate(tokens):
        if token.pos != "ADP":
            continue
        nouns = [j for j, t in enumerate(tokens) if heads[j] == i and t.relation == "nk" and j != i]
        if nouns:
            relation = "nmod" if tokens[heads[i]].pos in ("NOUN", "PROPN") else "obl"
            if relations[i] not in ("conj", "root"):
                relations[i] = relation
            _take_place(nouns[0], i, heads, relations, "case")


def _raise_verbs(tokens: Sequence[Token], heads: list[int], relations: list[str]) -> None:
    for i, token in enumerate(tokens):
        if token.pos != "AUX":
            continue
        content = [j for j, t in enumerate(tokens) if heads[j] == i and t.relation in ("oc", "pd") and j != i]
        if not content:
            continue
        new = content[0]
        _take_place(new, i, heads, relations, "aux" if tokens[new].relation == "oc" else "cop")
        for j in range(len(tokens)):
            if heads[j] == i and j != new:
                heads[j] = new


def _join_conjuncts(tokens: Sequence[Token], heads: list[int], relations: list[str]) -> None:
    """TIGER hangs a conjunct on the conjunction before it; UD on the first conjunct."""
    for i, token in enumerate(tokens):
        if token.relation != "cd" or relations[i] != "cc":
            continue
        conjuncts = [j for j in range(len(tokens)) if heads[j] == i and relations[j] == "conj" and j != i]
        if conjuncts:
            heads[conjuncts[0]] = heads[i]
            heads[i] = conjuncts[0]
