"""How much faster likelihoods are with shared computation: all ways in one run, on the same questions.

`python -m mitgemeint.eval.language_models.speed --data FOLDER --model MODEL` asks for the likelihoods of the
three choices of every item and prints a table. Items are read from the .jsonl files of the folder, such
as Subset-I of GG-BBQ (fields context, question, choice_0 to choice_2). The ways:

- alone: every choice with its prompt in a forward pass of its own;
- in batches: the same, inputs of similar length together, padded;
- shared: what inputs begin with once, as `likelihoods` does it, with the check that comes before.

All ways compute logits of the choices' tokens alone. Times are of the processor, so that other work on the
machine counts less.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from mitgemeint.eval.language_models.chat_template import Chat
from mitgemeint.eval.language_models.model import Continuations, Prompt
from mitgemeint.eval.language_models.scoring import CheckedScores, Done, Logs
from mitgemeint.eval.language_models.token_tree import TokenSequence
from mitgemeint.eval.language_models.transformers_model import (
    TransformersLanguageModel,
    load_transformers_model,
)
from mitgemeint.eval.models.place import split_revision
from mitgemeint.eval.problems import EvalError
from mitgemeint.eval.progress import Bars

PROMPT = "Lies den Text und beantworte die Frage.\n\nText: {context}\nFrage: {question}"
OPENING = "Antwort:"
CHOICES = ("choice_0", "choice_1", "choice_2")

Way = Callable[[Sequence[TokenSequence], Done], Logs]


@dataclass(frozen=True, slots=True)
class Timing:
    """One way to compute all likelihoods: seconds of the processor, and the likelihoods."""

    way: str
    seconds: float
    logs: Logs


def read_requests(folder: Path, items: int | None = None) -> list[Continuations]:
    """The questions of the .jsonl files in a folder, of each file the first `items`; EvalError where there
    are none.
    """
    remedy = "name a folder with GG-BBQ's jsonl files, such as subset-1"
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise EvalError(str(folder), "it has no .jsonl files", remedy)
    found: list[Continuations] = []
    for file in files:
        for number, line in enumerate(file.read_text("utf-8").splitlines()[:items], 1):
            try:
                found.append(_request(json.loads(line)))
            except (ValueError, KeyError, TypeError) as error:
                raise EvalError(f"{file}:{number}", f"it is no item ({error})", remedy) from error
    return found


def measure(
    model: TransformersLanguageModel, sequences: Sequence[TokenSequence], bars: Bars
) -> Iterator[Timing]:
    """All ways, one after the other; EvalError where the model shares nothing."""
    model.scorer.plain(sequences[:1], lambda _: None)  # what is loaded at first use
    checked = CheckedScores(model.scorer)
    ways: dict[str, Way] = {
        "alone": lambda all_of_them, done: _alone(model, all_of_them, done),
        "in batches": model.scorer.plain,
        "shared": checked.scores,
    }
    for name, way in ways.items():
        yield _timed(name, way, sequences, bars)
    if checked.sharing != "yes":
        raise EvalError(model.name, f"it shares nothing ({checked.sharing})", "choose another model")


def table(timings: Iterator[Timing]) -> Iterator[str]:
    """The timings as lines of a Markdown table, compared with the first; each as soon as it is there."""
    yield "| way | processor, s | times faster | largest difference |"
    yield "|---|---:|---:|---:|"
    first = None
    for timing in timings:
        first = first or timing
        difference = np.abs(timing.logs - first.logs).max(initial=0)
        times = first.seconds / timing.seconds
        yield f"| {timing.way} | {timing.seconds:.1f} | {times:.1f} | {difference:.1e} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    chosen = _parser().parse_args(arguments)
    try:
        requests = read_requests(chosen.data, chosen.items)
        name, revision = split_revision(chosen.model)
        model = load_transformers_model(
            name,
            revision=revision,
            dtype=chosen.dtype,
            device=chosen.device,
            chat=chosen.chat,
            batch_tokens=chosen.batch_tokens,
        )
        sequences = list(dict.fromkeys(model.sequences(requests)))
        print(f"{len(requests)} questions, {len(sequences)} different inputs\n")
        for line in table(measure(model, sequences, Bars())):
            print(line, flush=True)
    except EvalError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m mitgemeint.eval.language_models.speed",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--data", type=Path, required=True, metavar="FOLDER", help="with .jsonl files")
    parser.add_argument("--model", required=True, help="of transformers: hub id, folder or .gguf file")
    parser.add_argument("--items", type=int, metavar="N", help="the first N items of each file (all)")
    parser.add_argument("--chat", type=Chat, choices=list(Chat), default=Chat.AUTO, help="(auto)")
    parser.add_argument("--dtype", default="float32", help="a floating type of torch, or auto (float32)")
    parser.add_argument("--device", default="cpu", help="(cpu)")
    parser.add_argument("--batch-tokens", type=int, metavar="N", help="tokens of a forward pass")
    return parser


def _request(item: dict[str, str]) -> Continuations:
    prompt = PROMPT.format(context=item["context"], question=item["question"])
    return Continuations(Prompt(prompt, OPENING), tuple(f" {item[choice]}" for choice in CHOICES))


def _alone(model: TransformersLanguageModel, sequences: Sequence[TokenSequence], done: Done) -> Logs:
    parts = []
    for place, one in enumerate(sequences):
        parts.append(model.scorer.plain([one], lambda _: None))
        done([place])
    return np.concatenate(parts)


def _timed(name: str, way: Way, sequences: Sequence[TokenSequence], bars: Bars) -> Timing:
    finished = 0

    def done(places: Sequence[int]) -> None:
        nonlocal finished
        finished += len(places)
        bars.advance(finished)

    bars.begin(name, "inputs", len(sequences))
    start = time.process_time()
    logs = way(sequences, done)
    seconds = time.process_time() - start
    bars.end()
    return Timing(name, seconds, logs)


if __name__ == "__main__":
    sys.exit(main())
