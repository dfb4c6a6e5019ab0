"""Throughput: characters a second, memory and soundness of the pipeline on a folder of texts.

Run it as `python -m mitgemeint.eval.throughput FOLDER` on one core (`taskset -c 0` on Linux). Time is
processor time, so that other programs on the machine do not count; memory is the process's peak.
"""

import argparse
import json
import resource
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

FORMATS = {".md": "markdown", ".txt": "plaintext"}
# ru_maxrss counts kilobytes on Linux and bytes on macOS.
RSS_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True)
class Throughput:
    """What was measured. Times in seconds of processor time, memory in megabytes (10^6 bytes)."""

    files: int
    characters: int
    findings: int
    suggestions: int
    wrong_slices: int
    load_seconds: float
    seconds: float
    characters_per_second: int
    peak_megabytes: int


def measure(paths: Sequence[Path]) -> Throughput:
    """Analyse every file once with a fresh pipeline."""
    begin = time.process_time()
    from mitgemeint.analysis import Pipeline, Settings

    pipeline = Pipeline(Settings())
    loaded = time.process_time()
    characters = findings = suggestions = wrong = 0
    for path in paths:
        text = path.read_text("utf-8")
        found = pipeline.analyze(text, format=FORMATS[path.suffix]).findings
        characters += len(text)
        findings += len(found)
        suggestions += sum(len(item.suggestions) for item in found)
        wrong += sum(item.text != text[item.start : item.end] for item in found)
    seconds = time.process_time() - loaded
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * RSS_UNIT
    return Throughput(
        files=len(paths),
        characters=characters,
        findings=findings,
        suggestions=suggestions,
        wrong_slices=wrong,
        load_seconds=round(loaded - begin, 2),
        seconds=round(seconds, 2),
        characters_per_second=round(characters / seconds) if seconds else 0,
        peak_megabytes=round(peak / 1e6),
    )


def main() -> int:
    """Print the measurement of a folder as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    paths = sorted(path for path in folder.glob("*") if path.suffix in FORMATS)
    if not paths:
        parser.error(f"{folder} holds no text: *.md or *.txt")
    print(json.dumps(asdict(measure(paths)), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
