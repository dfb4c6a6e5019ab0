"""`inclusive mine`: which texts are kept and in which order, whatever the number of processes or of runs."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.eval.inclusive.benchmark_set import INCLUSIVE_STYLES, Style
from mitgemeint.eval.inclusive.corpora import chunks as chunking
from mitgemeint.eval.inclusive.corpora import scanning
from mitgemeint.eval.inclusive.corpora.chunks import Chunk, Format, Per
from mitgemeint.eval.inclusive.corpora.texts import Layout
from mitgemeint.eval.inclusive.corpora.unfinished import State, Unfinished
from mitgemeint.eval.inclusive.mining import Miner, Mining, mine, mined_lines
from mitgemeint.eval.problems import EvalError

Run = Callable[..., int]

CORPUS = {
    "Schüler*innen und Lehrer*innen treffen sich in der großen und alten Aula dort.": Style.ABBREVIATED,
    "Alle Bürgerinnen und Bürger und alle Wählerinnen und Wähler sind eingeladen.": Style.PAIR,
    "Studierende und Lehrende.": Style.NEUTRAL,
    # one match of a style is too few, and so is one of each
    "Die Schüler*innen schreiben.": None,
    "Die Schüler*innen und die Studierenden lernen, und Leserinnen und Leser lesen.": None,
    "Die Lehrer sind müde.": None,
    # another language, with German words in it
    "The students (Studierende) and the teachers (Lehrende) agree with the rules of this school.": None,
}


def written(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.txt"
    path.write_text("\n\n".join(CORPUS), "utf-8")
    return path


def test_the_densest_texts_come_first(tmp_path: Path, corpus: Path, run: Run) -> None:
    assert run("mine", corpus, "--out", tmp_path / "o", "--jobs", 1) == 0
    found = written(tmp_path / "o")
    assert {each["text"]: Style(each["style"]) for each in found} == {
        text: style for text, style in CORPUS.items() if style
    }
    assert [each["text"][:10] for each in found] == ["Studierend", "Alle Bürge", "Schüler*in"]
    densities = [each["density"] for each in found]
    assert densities == [
        pytest.approx(2 / 3, abs=1e-6),
        pytest.approx(2 / 11, abs=1e-6),
        pytest.approx(2 / 12, abs=1e-6),
    ]
    assert densities == sorted(densities, reverse=True)
    first = found[0]
    assert first["matches"] == [
        {"start": 0, "end": 11, "text": "Studierende"},
        {"start": 16, "end": 24, "text": "Lehrende"},
    ]
    assert first["metadata"] == {"url": "", "date": "", "source": f"{corpus}, line 5"}
    assert len({each["id"] for each in found}) == 3


def test_what_is_written_beside(tmp_path: Path, corpus: Path, run: Run) -> None:
    run("mine", corpus, "--out", tmp_path / "o", "--jobs", 1, "--texts", 2)
    beside = json.loads((tmp_path / "o.provenance.json").read_text("utf-8"))
    assert beside["counts"] == {"bytes": corpus.stat().st_size, "texts": len(CORPUS)}
    assert beside["settings"]["texts"] == 2
    assert beside["corpora"] == [{"name": str(corpus), "bytes": corpus.stat().st_size}]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["corpus.txt", "o", "o.provenance.json"]


def test_a_number_of_texts_and_a_style(tmp_path: Path, corpus: Path, run: Run) -> None:
    run("mine", corpus, "--out", tmp_path / "o", "--jobs", 1, "--texts", 1)
    assert [each["style"] for each in written(tmp_path / "o")] == ["neutral"]
    run("mine", corpus, "--out", tmp_path / "o", "--jobs", 1, "--style", "pair")
    assert [each["style"] for each in written(tmp_path / "o")] == ["pair"]


def test_sentences(tmp_path: Path, run: Run) -> None:
    text = "Guten Tag. 𝕏 Die Schüler*innen lernen. Nichts. Die Lehrer*innen und Ärzt*innen auch."
    (tmp_path / "c").write_text(json.dumps({"text": text, "url": "u"}), "utf-8")
    run("mine", tmp_path / "c", "--out", tmp_path / "o", "--jobs", 1, "--sentences")
    found = written(tmp_path / "o")
    assert [each["text"] for each in found] == [
        "𝕏 Die Schüler*innen lernen.",
        "Die Lehrer*innen und Ärzt*innen auch.",
    ]
    for each in found:
        assert [each["text"][m["start"] : m["end"]] for m in each["matches"]] == [
            m["text"] for m in each["matches"]
        ]
        assert each["metadata"]["url"] == "u"
        assert each["density"] == pytest.approx(len(each["matches"]) / len(each["text"].split()), abs=1e-6)
    assert len({each["id"] for each in found}) == 2


def test_equal_texts_are_one_wherever_they_stand(
    tmp_path: Path, corpus: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.txt", "b.txt", "c.txt"):
        spaces = {"a.txt": " ", "b.txt": "  ", "c.txt": "\t"}[name]
        (tmp_path / name).write_text("\n\n".join(CORPUS).replace(" ", spaces), "utf-8")
    monkeypatch.setattr(scanning, "CHUNKS_A_PART", 2)
    monkeypatch.setattr(chunking, "CHUNK", 200)
    files = [tmp_path / name for name in ("b.txt", "a.txt", "c.txt")]
    run("mine", *files, "--out", tmp_path / "o", "--jobs", 1)
    found = written(tmp_path / "o")
    assert len(found) == 3
    assert all(each["metadata"]["source"].startswith(str(tmp_path / "b.txt")) for each in found)


def many(number: int) -> Iterator[str]:
    for index in range(number):
        end = "Forschende " * (index % 3)
        yield f"Text {index}: {'Wort ' * (index % 7)}Studierende und Lehrende und {end}."


def test_two_processes_find_what_one_finds(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "c").write_text("\n\n".join(many(900)), "utf-8")
    monkeypatch.setattr(chunking, "CHUNK", 4000)
    for jobs in (1, 2):
        assert (
            run("mine", tmp_path / "c", "--out", tmp_path / f"o{jobs}", "--jobs", jobs, "--texts", 300) == 0
        )
    assert (tmp_path / "o1").read_bytes() == (tmp_path / "o2").read_bytes()
    assert len(written(tmp_path / "o1")) == 300


LETTER_TEXTS = st.lists(st.sampled_from([*CORPUS, *many(9)]), max_size=30)


@pytest.fixture(scope="module")
def miner() -> Miner:
    return Miner(INCLUSIVE_STYLES, Layout())


@settings(max_examples=30, deadline=None)
@given(LETTER_TEXTS, st.integers(1, 9), st.integers(1, 4), st.integers(1, 5))
def test_the_best_of_all_are_found_in_any_parts(
    miner: Miner, tmp_path_factory: pytest.TempPathFactory, corpus: list[str], most: int, size: int, part: int
) -> None:
    """Merging part by part gives what sorting everything would give."""
    chunks = [
        Chunk("c", Format.PLAIN, Per.LINE, start + 1, "\n".join(corpus[start : start + size]).encode())
        for start in range(0, len(corpus), size)
    ]
    unfinished = Unfinished(tmp_path_factory.getbasetemp() / "any", "fingerprint")
    unfinished.remove()
    looked_for = Mining(INCLUSIVE_STYLES, Layout(), most)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scanning, "CHUNKS_A_PART", part)
        patch.setattr(scanning, "scan", lambda chunks, start, jobs: map(miner, chunks))
        state = mine(chunks, looked_for, unfinished, 1)
    assert state.chunks == len(chunks)
    found = [json.loads(line) for line in mined_lines(unfinished)]
    kinds = {text for text in corpus if CORPUS.get(text, Style.NEUTRAL) is not None}
    assert len(found) == min(most, len(kinds))
    densities = [each["density"] for each in found]
    assert densities == sorted(densities, reverse=True)
    best = sorted((len(each["matches"]) / len(each["text"].split()) for each in found), reverse=True)
    assert [round(density, 6) for density in best] == densities


def test_a_run_goes_on_where_it_was(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was scanned before is not scanned again, and the result is that of a run without a break."""
    (tmp_path / "c").write_text("\n\n".join(many(200)), "utf-8")
    monkeypatch.setattr(chunking, "CHUNK", 1000)
    monkeypatch.setattr(scanning, "CHUNKS_A_PART", 2)
    command = ("mine", tmp_path / "c", "--jobs", 1, "--texts", 40)
    run(*command, "--out", tmp_path / "whole")

    scanned: list[int] = []
    judge = Miner.__call__

    def interrupted(self: Miner, chunk: Chunk) -> Any:
        scanned.append(chunk.line)
        if len(scanned) == 6:
            raise KeyboardInterrupt
        return judge(self, chunk)

    monkeypatch.setattr(Miner, "__call__", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(*command, "--out", tmp_path / "o")
    assert not (tmp_path / "o").exists()
    before = list(scanned)
    assert run(*command, "--out", tmp_path / "o") == 0
    assert scanned[6] == before[4]  # four chunks are saved
    assert (tmp_path / "o").read_bytes() == (tmp_path / "whole").read_bytes()
    assert not list(tmp_path.glob(".*"))


def test_the_unfinished_work_of_another_command_is_kept(tmp_path: Path, corpus: Path, run: Run) -> None:
    Unfinished(tmp_path / "o", "another").save(State(5), ["found"])
    with pytest.raises(EvalError, match=r"\.o\.unfinished: is the unfinished work of another command"):
        run("mine", corpus, "--out", tmp_path / "o", "--jobs", 1)
    (tmp_path / ".o.unfinished").write_text("{}", "utf-8")
    with pytest.raises(EvalError, match=r"\.o\.unfinished: cannot be read; remove it"):
        run("mine", corpus, "--out", tmp_path / "o", "--jobs", 1)


SCRIPT = """
import argparse, sys
from mitgemeint.eval.inclusive import mine_command
from mitgemeint.eval.inclusive.corpora import chunks
if __name__ == "__main__":
    chunks.CHUNK = 10_000
    parser = argparse.ArgumentParser()
    mine_command.add(parser.add_subparsers())
    chosen = parser.parse_args()
    sys.exit(chosen.run(chosen))
"""


def begun(tmp_path: Path, *arguments: object) -> "subprocess.Popen[bytes]":
    (tmp_path / "script.py").write_text(SCRIPT, "utf-8")
    command = [sys.executable, str(tmp_path / "script.py"), "mine", *map(str, arguments)]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def children(process: int) -> list[int]:
    """The processes that a process has begun."""
    path = Path(f"/proc/{process}/task/{process}/children")
    try:
        return [int(each) for each in path.read_text("ascii").split()]
    except OSError:
        return []


def is_running(process: int) -> bool:
    try:
        state = (
            Path(f"/proc/{process}/stat").read_text("ascii", errors="replace").rpartition(")")[2].split()[0]
        )
    except OSError:
        return False
    return state != "Z"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to see processes")
def test_a_killed_run_leaves_no_process_and_goes_on(tmp_path: Path, run: Run) -> None:
    (tmp_path / "c").write_text("\n\n".join(many(8_000)), "utf-8")
    arguments = (tmp_path / "c", "--out", tmp_path / "o", "--jobs", 2, "--texts", 50)
    first = begun(tmp_path, *arguments)
    wait_until(lambda: (tmp_path / ".o.unfinished").exists())
    started = children(first.pid)
    first.send_signal(signal.SIGKILL)
    first.wait(20)
    assert len(started) >= 2
    wait_until(lambda: not any(map(is_running, started)), 20)
    assert not (tmp_path / "o").exists()
    done = json.loads((tmp_path / ".o.unfinished").read_text("utf-8").splitlines()[0])
    assert done["chunks"] % scanning.CHUNKS_A_PART == 0
    assert begun(tmp_path, *arguments).wait(100) == 0
    run("mine", tmp_path / "c", "--out", tmp_path / "again", "--jobs", 1, "--texts", 50)
    assert (tmp_path / "o").read_bytes() == (tmp_path / "again").read_bytes()


def test_a_process_that_is_ended_is_told_of(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    chunk = Chunk("c", Format.PLAIN, Per.LINE, 1, b"")
    with pytest.raises(EvalError, match="--jobs: a process was ended from outside"):
        list(scanning.scan([chunk] * 3, ending_worker, 2))


def ending_worker() -> Callable[[Chunk], None]:
    """A worker that the system ends, as one that wants too much memory."""
    return _end


def _end(chunk: Chunk) -> None:
    os._exit(9)


WRONG = {
    ("--texts", "0"): "--texts: 0 is no number of texts",
    ("--jobs", "0"): "--jobs: 0 is no number of processes",
    ("--encoding", "utf-16"): "--encoding: 'utf-16' is no encoding for German",
    ("--encoding", "utf-7"): "--encoding: 'utf-7' is no encoding for German",
    ("--encoding", "idna"): "--encoding: 'idna' is no encoding for German",
    ("--encoding", "iso2022_jp"): "--encoding: 'iso2022_jp' is no encoding for German",
    ("--encoding", "klingon"): "--encoding: 'klingon' is no encoding",
    ("--format", "json"): "corpus.txt, line 1: it is no JSON; see the options --format",
    ("--format", "warc"): "corpus.txt: it does not begin as a WARC file",
}


@pytest.mark.parametrize(("options", "message"), WRONG.items(), ids=[" ".join(each) for each in WRONG])
def test_wrong_options(
    tmp_path: Path, corpus: Path, run: Run, options: tuple[str, str], message: str
) -> None:
    with pytest.raises(EvalError, match=message):
        run(
            "mine", corpus, "--out", tmp_path / "o", *(() if "--jobs" in options else ("--jobs", 1)), *options
        )
    assert not (tmp_path / "o").exists()


@pytest.mark.parametrize("command", [("mine",), ("pairs",), ("discover", "Lehrer", "--corpus")])
def test_a_result_takes_no_place_of_a_corpus_or_a_device(
    tmp_path: Path, corpus: Path, run: Run, command: tuple[str, ...]
) -> None:
    before = corpus.read_bytes()
    other = tmp_path / "same"
    other.hardlink_to(corpus)
    for out in (corpus, other):
        with pytest.raises(EvalError, match="is the corpus itself"):
            run(*command, corpus, "--out", out, "--jobs", 1)
    assert corpus.read_bytes() == before
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(EvalError, match="is no file but a device or a pipe"):
        run(*command, corpus, "--out", tmp_path / "pipe", "--jobs", 1)
    assert (tmp_path / "pipe").is_fifo()


def test_a_result_in_the_folder_of_its_corpus_is_not_read_again(
    tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.txt").write_text("Schüler*innen und Lehrer*innen lernen viel.\n", "utf-8")
    results = []
    for _ in range(2):
        run("mine", folder, "--out", folder / "out.jsonl", "--jobs", 1)
        assert "1 texts read" in capsys.readouterr().err
        results.append((folder / "out.jsonl").read_bytes())
    assert results[0] == results[1]


def test_texts_with_several_matches_in_a_word_come_first(tmp_path: Path, run: Run) -> None:
    form = "Lehrer*innen,Schüler*innen"
    texts = [",".join([form] * number) for number in (1, 3, 2)] + [f"{form} sind heute hier."]
    (tmp_path / "c").write_text("\n\n".join(texts), "utf-8")
    run("mine", tmp_path / "c", "--out", tmp_path / "o.jsonl", "--jobs", 1)
    densities = [each["density"] for each in written(tmp_path / "o.jsonl")]
    assert densities == sorted(densities, reverse=True) == [6.0, 4.0, 2.0, 0.5]


def test_a_damaged_file_leaves_nothing_half_written(tmp_path: Path, corpus: Path, run: Run) -> None:
    import gzip

    packed = gzip.compress(corpus.read_bytes() * 500)
    (tmp_path / "c.gz").write_bytes(packed[:-30])
    with pytest.raises(EvalError, match=r"c\.gz, after \d+ bytes of text: the packed data is damaged"):
        run("mine", corpus, tmp_path / "c.gz", "--out", tmp_path / "o", "--jobs", 1)
    assert not (tmp_path / "o").exists()


def test_where_nothing_can_be_written(tmp_path: Path, corpus: Path, run: Run) -> None:
    with pytest.raises(EvalError, match="is a folder; name a file with --out"):
        run("mine", corpus, "--out", tmp_path, "--jobs", 1)
    with pytest.raises(EvalError, match="is no folder"):
        run("mine", corpus, "--out", corpus / "o", "--jobs", 1)


def test_standard_input_leaves_nothing_behind(
    tmp_path: Path, corpus: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from types import SimpleNamespace

    with corpus.open("rb") as file:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=file))
        assert run("mine", "-", "--out", tmp_path / "o", "--jobs", 1) == 0
    assert len(written(tmp_path / "o")) == 3
    with (tmp_path / "c").open("w+b") as file:
        file.write(b"{\n" * 4)
        file.seek(0)
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=file))
        with pytest.raises(EvalError, match="standard input, line 1: it is no JSON"):
            run("mine", "-", "--out", tmp_path / "p", "--jobs", 1)
    assert not list(tmp_path.glob(".*"))
