"""`mitgemeint-eval inclusive annotate`: write exclusive versions of inclusive sentences on a local page."""

import argparse
from typing import Any

from mitgemeint.eval.command import as_path
from mitgemeint.eval.local_page import options
from mitgemeint.eval.problems import EvalError, readable

HEAD = ("name", "version", "licence")


def add(parts: Any) -> None:
    """Declare the command."""
    parser = parts.add_parser(
        "annotate",
        help="make a set of the benchmark from inclusive sentences, on a local web page",
        description="Opens a page on this machine that shows one inclusive sentence at a time: discard it, "
        "keep it, or write its exclusive version and mark the exclusive phrases. Every decision is saved at "
        "once; the same command goes on where it was.",
    )
    texts = "a text file with a sentence in each line, or the JSON lines of `inclusive mine` (.jsonl)"
    parser.add_argument("texts", type=as_path, metavar="TEXTS", help=texts)
    parser.add_argument("--out", type=as_path, required=True, metavar="FILE", help="the set, as JSON")
    matching = "of texts that were mined, show the sentences with a match only"
    parser.add_argument("--matching", action="store_true", help=matching)
    for name, what in zip(HEAD, ("its file's", "1", "none stated"), strict=True):
        parser.add_argument(f"--set-{name}", metavar="TEXT", help=f"{name} of the set ({what})")
    options.add(parser)
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    options.check_installed()
    # Only now: they load the lexicon, and a library that may be missing.
    from mitgemeint.eval.inclusive.annotation import Annotation, SetFile
    from mitgemeint.eval.inclusive.annotation_page import annotation_pages, summary
    from mitgemeint.eval.inclusive.phrase_spans import MalformedError
    from mitgemeint.eval.inclusive.sentence_reader import SentenceReader
    from mitgemeint.eval.inclusive.sentence_sources import read_sentences
    from mitgemeint.eval.inclusive.set_files import checked_name
    from mitgemeint.eval.local_page.serving import serve

    catalogue = options.catalogue(arguments)
    given = {name: getattr(arguments, f"set_{name}") for name in HEAD}
    if given["name"] is not None:
        try:
            checked_name(given["name"])
        except MalformedError as error:
            raise EvalError("--set-name", str(error), "give another") from error
    file = SetFile(
        arguments.out, {name: readable(value) for name, value in given.items() if value is not None}
    )
    reader = SentenceReader()
    sentences = read_sentences(arguments.texts, reader.sentences, matching=arguments.matching)
    work = Annotation(sentences, file)

    def told() -> str:
        return f"{arguments.out}: {summary(work, catalogue)}"

    return serve(annotation_pages(work, reader, catalogue), arguments, catalogue, told)
