"""`mitgemeint-eval bbq translate`: templates are translated into a draft, which people review."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from mitgemeint.eval.bbq.draft import Entry, Problem, State, read_draft, write_draft
from mitgemeint.eval.bbq.template import Template, read_templates
from mitgemeint.eval.bbq.translation import Check, translate
from mitgemeint.eval.bbq.translator import Languages, load_translator
from mitgemeint.eval.command import as_path
from mitgemeint.eval.files import check_folder, write
from mitgemeint.eval.journal import Journal
from mitgemeint.eval.problems import EvalError, readable
from mitgemeint.eval.progress import Bars
from mitgemeint.eval.provenance import provenance


def add(parts: Any) -> None:
    """Declare the command."""
    parser = parts.add_parser("translate", help="translate templates by a model", description=__doc__)
    templates = "a CSV file of templates, of GG-BBQ or English BBQ"
    parser.add_argument("templates", type=as_path, metavar="TEMPLATES", help=templates)
    model = (
        "a translation model of transformers by hub id or folder (facebook/nllb-200-3.3B, Marian, M2M100, T5)"
    )
    parser.add_argument("--model", required=True, metavar="MODEL", help=model)
    parser.add_argument("--revision", metavar="COMMIT", help="the revision of the model on the hub")
    languages = "as the model calls it: eng_Latn and deu_Latn (NLLB), en and de (M2M100)"
    parser.add_argument("--from", dest="source", default="eng_Latn", metavar="CODE", help=languages)
    parser.add_argument("--to", dest="target", default="deu_Latn", metavar="CODE", help=languages)
    prefix = "what stands before every text, as 'translate English to German: ' (what the model's files say)"
    parser.add_argument("--prefix", metavar="TEXT", help=prefix)
    parser.add_argument("--beams", type=int, default=4, metavar="N", help="of the beam search (4)")
    whole = "translate each text as a whole, not sentence by sentence"
    parser.add_argument("--whole-texts", action="store_true", help=whole)
    parser.add_argument("--dtype", default="float32", help="number type of the model (float32)")
    parser.add_argument("--device", default="cpu", help="where the model runs (cpu)")
    parser.add_argument("--offline", action="store_true", help="never download a model")
    out = "the draft; beside it a journal, with which a killed run goes on, and what the model was"
    parser.add_argument("--out", type=as_path, required=True, metavar="FILE", help=out)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    check_folder(arguments.out.parent)
    _check_draft(arguments.out)
    templates = read_templates(arguments.templates)
    bars = Bars()
    bars.load(readable(arguments.model))
    translator = load_translator(
        arguments.model,
        Languages(arguments.source, arguments.target),
        revision=arguments.revision,
        prefix=arguments.prefix,
        beams=arguments.beams,
        dtype=arguments.dtype,
        device=arguments.device,
        local_only=arguments.offline,
    )
    journal = Journal[str](_beside(arguments.out, "journal.jsonl"), str, _text)
    check = _neutrality() if arguments.target.startswith("de") else None
    entries = translate(templates, translator, journal, bars, whole_texts=arguments.whole_texts, check=check)
    told = {
        "provenance": provenance(),
        "translator": {name: readable(value) for name, value in translator.settings.items()},
        "whole_texts": arguments.whole_texts,
        "templates": {
            "file": readable(arguments.templates.name),
            "sha256": sha256(arguments.templates.read_bytes()).hexdigest(),
            "number": len(templates),
        },
    }
    try:
        write_draft(arguments.out, entries)
        write(_beside(arguments.out, "provenance.json"), json.dumps(told, ensure_ascii=False, indent=2))
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise EvalError(arguments.out, reason, "name another file with --out") from error
    for line in _summary(entries):
        print(line)
    print(f"Written to {arguments.out}", file=sys.stderr)
    return 0


def _check_draft(path: Path) -> None:
    """EvalError where a draft that somebody has worked on would be lost, or another file."""
    if not path.exists():
        return
    entries = read_draft(path)
    if any(entry.state is not State.OPEN or entry.versions or entry.comment for entry in entries):
        raise EvalError(path, "holds reviewed templates", "name another file with --out, or move it away")


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(f"{path.stem}.{ending}")


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("a text is wanted")
    return value


def _neutrality() -> Check:
    """Loaded when it is needed: with the analysis of German."""
    from mitgemeint.eval.bbq import neutrality

    def problems(source: Template, translation: Template) -> Sequence[Problem]:
        return neutrality.load().problems(source, translation)

    return problems


def _summary(entries: Sequence[Entry]) -> list[str]:
    counts = Counter(problem.code for entry in entries for problem in entry.problems)
    sound = sum(not entry.problems for entry in entries)
    return [
        f"{len(entries)} templates, {sound} without a problem",
        *(f"  {code}: {count}" for code, count in counts.most_common()),
    ]
