"""How fast mining is, and how much memory it takes: megabytes a minute and core, for corpora of two sizes.

`python -m mitgemeint.eval.inclusive.mining_speed [TEXTS]` prints a table. TEXTS is a folder of German texts
to make the corpora of (laws, say); without it they are made of sentences that stand here. Each paragraph gets
a number, so that none is a duplicate, and some get an inclusive sentence. Each corpus is mined by one process
on one core; time is processor time, so that other work on the machine counts less, and memory is the peak of
the process.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

MEGABYTE = 1_000_000
SIZES = (20, 200)
FEWEST_WORDS = 8
# One paragraph in so many gets a sentence of the second list: more than in texts of the web.
INCLUSIVE_EVERY = 20

PLAIN = (
    "Der Antrag ist bei der zuständigen Behörde einzureichen, die in drei Monaten über ihn entscheidet.",
    "Am Abend zogen Gewitter über die Stadt, und die Feuerwehr rückte zu mehr als vierzig Einsätzen aus.",
    "Die Anlage besteht aus zwei Pumpen, einem Verteiler und einem Regler, der den Druck konstant hält.",
    "Wer teilnehmen möchte, meldet sich bis zum 15. März um 12:30 Uhr an; Näheres steht im Programm.",
    "Der Trainer lobte seine Mannschaft nach dem Spiel, das die Gäste mit 3:2 gewonnen hatten.",
    "Die Bürger der Gemeinde stimmten über den Haushalt ab, den der Kämmerer im Herbst vorgelegt hatte.",
)
INCLUSIVE = (
    "Alle Schüler*innen und ihre Lehrer*innen sind eingeladen, Eltern und Freund*innen ebenso.",
    "Die Bürgerinnen und Bürger wählen, die Kandidatinnen und Kandidaten stellen sich vor.",
    "Studierende und Lehrende beraten gemeinsam, die Forschenden berichten von ihrer Arbeit.",
)


@dataclass(frozen=True, slots=True)
class Measured:
    """What mining a corpus took; sizes in millions of bytes, time in seconds of the processor."""

    megabytes: float
    texts: int
    found: int
    seconds: float
    start: float
    peak: float

    @property
    def per_minute(self) -> float:
        """Megabytes a minute, without what starting takes."""
        return 60 * self.megabytes / (self.seconds - self.start)


def paragraphs(folder: Path | None) -> list[str]:
    """The paragraphs that the corpora are made of."""
    if folder is None:
        return [" ".join((*PLAIN[at:], *PLAIN[:at])) for at in range(len(PLAIN))]
    texts = [path.read_text("utf-8") for path in sorted(folder.rglob("*")) if path.suffix in (".txt", ".md")]
    found = [part for text in texts for part in text.split("\n\n") if len(part.split()) >= FEWEST_WORDS]
    return found or paragraphs(None)


def corpus(parts: Sequence[str], size: int) -> Iterator[bytes]:
    """Different paragraphs of at least `size` bytes together."""
    written = 0
    for number in count():
        part = parts[number % len(parts)]
        if number % INCLUSIVE_EVERY == 0:
            part += f" {INCLUSIVE[number // INCLUSIVE_EVERY % len(INCLUSIVE)]}"
        data = f"{number}. {part}\n\n".encode()
        yield data
        written += len(data)
        if written >= size:
            return


def measure(path: Path) -> Measured:
    """Mines a corpus in this process."""
    from mitgemeint.eval.inclusive.benchmark_set import INCLUSIVE_STYLES
    from mitgemeint.eval.inclusive.corpora.chunks import Cutting, chunks
    from mitgemeint.eval.inclusive.corpora.opening import find_sources
    from mitgemeint.eval.inclusive.corpora.texts import Layout
    from mitgemeint.eval.inclusive.corpora.unfinished import Unfinished
    from mitgemeint.eval.inclusive.mining import Miner, Mining, mine

    Miner(INCLUSIVE_STYLES, Layout())  # some of what it loads is loaded once
    begin = time.process_time()
    Miner(INCLUSIVE_STYLES, Layout())
    start = time.process_time() - begin
    unfinished = Unfinished(path.with_name("found"), "speed")
    begin = time.process_time()
    state = mine(
        chunks(find_sources([str(path)]), Cutting()),
        Mining(INCLUSIVE_STYLES, Layout(), 10_000),
        unfinished,
        1,
    )
    seconds = time.process_time() - begin
    found = sum(1 for _ in unfinished.lines())
    unfinished.remove()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return Measured(
        state.counts["bytes"] / MEGABYTE, state.counts["texts"], found, seconds, start, peak / MEGABYTE
    )


def table(measured: Sequence[Measured]) -> str:
    """The measurements as a Markdown table, and how memory grows."""
    lines = [
        "| corpus, MB | texts | kept | MB a minute and core | peak memory, MB |",
        "|---:|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {m.megabytes:.0f} | {m.texts:,} | {m.found:,} | {m.per_minute:.0f} | {m.peak:.0f} |"
        for m in measured
    ]
    ratio = measured[-1].peak / measured[0].peak
    return "\n".join((*lines, "", f"Memory of the largest to that of the smallest: {ratio:.2f}"))


def _alone(path: Path) -> Measured:
    """The same in a process of its own, for its peak."""
    command = [sys.executable, "-m", "mitgemeint.eval.inclusive.mining_speed", "--measure", str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return Measured(**json.loads(done.stdout))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m mitgemeint.eval.inclusive.mining_speed", description=__doc__
    )
    parser.add_argument("texts", nargs="?", type=Path, metavar="TEXTS", help="a folder of German texts")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="MB", help="of the corpora")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.measure:
        measured = measure(options.measure)
        print(json.dumps({name: getattr(measured, name) for name in Measured.__dataclass_fields__}))
        return 0
    parts, found = paragraphs(options.texts), []
    with tempfile.TemporaryDirectory() as folder:
        for size in options.sizes:
            path = Path(folder, "corpus.txt")
            with path.open("wb") as file:
                file.writelines(corpus(parts, size * MEGABYTE))
            found.append(_alone(path))
            os.unlink(path)
    print(table(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
