"""Writes word forms as a compact trie and a table of their readings."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import marisa_trie

Reading = tuple[str, str, str]
# How a lemma follows from its form: drop `length` letters at `position`, cut `cut` at the end, append.
Script = tuple[int, int, int, str]


def script(form: str, lemma: str) -> Script:
    """The edit that makes `lemma` of `form`, with as little to append as possible."""
    candidates = [(0, 0)]
    for inner in ("ge", "zu"):
        position = form.find(inner)
        if position >= 0:
            candidates.append((position, 2))
    return min(
        (_end_script(form, lemma, *candidate) for candidate in candidates), key=lambda s: (len(s[3]), s)
    )


def _end_script(form: str, lemma: str, position: int, length: int) -> Script:
    rest = form[:position] + form[position + length :]
    common = 0
    while common < min(len(rest), len(lemma)) and rest[common] == lemma[common]:
        common += 1
    return position, length, len(rest) - common, lemma[common:]


def apply(edit: Script, form: str) -> str:
    """The lemma that `edit` makes of `form`."""
    position, length, cut, ending = edit
    rest = form[:position] + form[position + length :]
    return rest[: len(rest) - cut] + ending


def write(forms: Mapping[str, Iterable[Reading]], folder: Path) -> dict[str, int]:
    """Writes forms.marisa and forms.json to `folder`, the same bytes for the same forms."""
    signatures = {form: _signature(form, readings) for form, readings in forms.items()}
    counts = Counter(signatures.values())
    order = sorted(counts, key=lambda signature: (-counts[signature], signature))
    number = {signature: i for i, signature in enumerate(order)}
    analyses = sorted({analysis for signature in order for analysis in signature})
    cells = sorted({analysis[2] for analysis in analyses})
    scripts = sorted({analysis[0] for analysis in analyses})
    script_id = {value: i for i, value in enumerate(scripts)}
    cell_id = {value: i for i, value in enumerate(cells)}
    analysis_id = {value: i for i, value in enumerate(analyses)}
    table = {
        "scripts": scripts,
        "cells": cells,
        "analyses": [[script_id[s], pos, cell_id[c]] for s, pos, c in analyses],
        "sets": [[analysis_id[a] for a in signature] for signature in order],
    }
    pairs = [(form, (number[signatures[form]],)) for form in sorted(signatures)]
    marisa_trie.RecordTrie("<H", pairs).save(str(folder / "forms.marisa"))
    text = json.dumps(table, ensure_ascii=False, separators=(",", ":")) + "\n"
    (folder / "forms.json").write_text(text, encoding="utf-8")
    return {"forms": len(pairs), "sets": len(order), "analyses": len(analyses), "scripts": len(scripts)}


def _signature(form: str, readings: Iterable[Reading]) -> tuple[tuple[Script, str, str], ...]:
    grouped: dict[tuple[str, str], set[str]] = {}
    for lemma, pos, cell in readings:
        grouped.setdefault((lemma, pos), set()).add(cell)
    result: list[tuple[Script, str, str]] = []
    for (lemma, pos), cells in grouped.items():
        edit = script(form, lemma)
        if apply(edit, form) != lemma:
            raise ValueError(f"no edit makes {lemma!r} of {form!r}")
        result.append((edit, pos, " ".join(sorted(cells))))
    return tuple(sorted(result))
