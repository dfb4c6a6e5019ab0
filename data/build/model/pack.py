"""Strips a trained pipeline to what the analyzer needs and writes it with its provenance."""

import json
import shutil
from importlib.metadata import version
from pathlib import Path

from spacy.language import Language

META = {
    "name": "mitgemeint_bundled",
    "description": "Small German pipeline of mitgemeint: parts of speech, features, dependencies.",
    "author": "mitgemeint",
    "license": "CC BY-SA 4.0",
    "sources": [
        {
            "name": "UD German GSD (test and dev)",
            "license": "CC BY-SA 4.0",
            "url": "https://universaldependencies.org",
        },
        {
            "name": "UD German PUD (test)",
            "license": "CC BY-SA 3.0",
            "url": "https://universaldependencies.org",
        },
        {"name": "Full-form lexicon of mitgemeint (Wiktionary, Morphy)", "license": "CC BY-SA 4.0"},
    ],
    "recipe": "data/build/model/train.py",
}


def pack(nlp: Language, target: Path) -> None:
    """Writes the pipeline to `target`, replacing what is there."""
    nlp.meta.update(META, version=version("mitgemeint"))
    # Where the training texts lay says nothing to others.
    nlp.config["paths"].update(train=None, dev=None)
    if target.exists():
        shutil.rmtree(target)
    nlp.to_disk(target, exclude=["vectors", "lookups"])
    _keep_labels_only(nlp, target / "vocab" / "strings.json")


def _keep_labels_only(nlp: Language, path: Path) -> None:
    """Drops the words of the training texts from the model's strings; only labels are looked up."""
    labels = {"ROOT", "dep", "_"}
    for _, pipe in nlp.pipeline:
        for label in getattr(pipe, "labels", ()):
            labels.update(
                [label, *label.split("|"), *(part for item in label.split("|") for part in item.split("="))]
            )
    path.write_text(json.dumps(sorted(labels), ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
