"""`mitgemeint models`: which linguistic analyzers are there, with the figures of the bundled one's card."""

import argparse
import json
from collections.abc import Iterator
from importlib.metadata import entry_points, version
from importlib.resources.abc import Traversable
from typing import Any

from mitgemeint.analysis.messages import Catalogue
from mitgemeint.data import resource
from mitgemeint.server.commands.context import NOTHING_FOUND, Context

META = "meta.json"
# The figures of spaCy's meta.json that are shown, in this order.
FIGURES = ("pos_acc", "tag_acc", "morph_acc", "lemma_acc", "dep_uas", "dep_las", "sents_f")


def add(parser: argparse.ArgumentParser, catalogue: Catalogue) -> None:
    """No arguments."""


def run(arguments: argparse.Namespace, context: Context) -> int:
    """List the analyzers, as the setting `analyzer` names them."""
    print(f"bundled  {context.text('models.bundled')}", file=context.out)
    for meta in _bundled():
        print(f"  {_described(meta, context)}", file=context.out)
    installed = sorted(
        entry.name for entry in entry_points(group="spacy_models") if entry.name.startswith("de_")
    )
    for name in installed:
        print(f"spacy:{name}  {context.text('models.installed', version=version(name))}", file=context.out)
    if not installed:
        print(context.text("models.none-installed"), file=context.out)
    return NOTHING_FOUND


def _bundled() -> Iterator[dict[str, Any]]:
    """The metadata of the models that ship."""
    for file in sorted(_files(resource("models")), key=str):
        if file.name == META:
            yield json.loads(file.read_text(encoding="utf-8"))


def _files(folder: Traversable) -> Iterator[Traversable]:
    """The files of a folder and of its folders, one level down."""
    for entry in folder.iterdir():
        if entry.is_file():
            yield entry
        else:
            yield from (child for child in entry.iterdir() if child.is_file())


def _described(meta: dict[str, Any], context: Context) -> str:
    figures = meta.get("performance", {})
    shown = [
        f"{context.text(f'models.figure.{name}')} {figures[name]:.3f}"
        for name in FIGURES
        if isinstance(figures.get(name), float)
    ]
    return ": ".join(filter(None, (f"{meta['lang']}_{meta['name']} {meta['version']}", ", ".join(shown))))
