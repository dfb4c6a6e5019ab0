"""Subtitles: what is prose, what is left alone, and where the words stand."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mitgemeint.analysis.documents import read
from mitgemeint.analysis.documents.protection import THING
from mitgemeint.analysis.documents.registry import FORMATS_BY_NAME


def srt(*cues: str) -> str:
    times = "00:00:01,000 --> 00:00:02,000"
    return "\n".join(f"{number}\n{times}\n{cue}\n" for number, cue in enumerate(cues, start=1))


def vtt(*cues: str) -> str:
    return "\n\n".join(["WEBVTT", *(f"00:01.000 --> 00:02.000 align:start\n{cue}" for cue in cues)])


def texts(text: str, format: str) -> list[str]:
    return [segment.text for segment in read(text, format).segments]


BOTH = [
    (["Die Leser", "kommen.", "Alle."], ["Die Leser kommen.", "Alle."]),
    (["Eins\nzwei, drei"], ["Eins zwei, drei"]),
    (["- Wer?\n- Alle.", "– Gut."], ["Wer?", "Alle.", "Gut."]),
    (["-Wer", "ist das?"], ["Wer ist das?"]),
    (
        ["Und dann...", "...kamen alle.", "Wie…", "… immer…", "Er"],
        ["Und dann kamen alle.", "Wie immer…", "Er"],
    ),
    (["LESER: Guten Tag", "KIM: Hallo"], ["Guten Tag", "Hallo"]),
    (["Ein <i>Leser</i> und <b>al</b>le"], ["Ein Leser und alle"]),
    (["Wer kommt zum Wirt (zur Wirtin)", "der Hütte?"], ["Wer kommt zum Wirt (zur Wirtin) der Hütte?"]),
    (["(Musik)", "Er geht.)", "Ja"], ["(Musik)", "Er geht.)", "Ja"]),
    (["♪ La la", "♪ La", "[Lachen]", "Ja"], ["♪ La la", "♪ La", "[Lachen]", "Ja"]),
    (["<i>Er sagt:", "<i>Ja.</i>", "Nein"], ["Er sagt:", "Ja.", "Nein"]),
]


@pytest.mark.parametrize(("cues", "expected"), BOTH)
def test_sentences_run_over_cues(cues: list[str], expected: list[str]) -> None:
    assert texts(srt(*cues), "srt") == expected
    assert texts(vtt(*cues), "webvtt") == expected
    assert texts(srt(*cues).replace("\n", "\r\n"), "srt") == expected


SRT = [
    (srt('{\\an8}Die <font color="Leser">Leser</font> {i}da{/i}'), ["Die Leser da"]),
    (
        "Leser\n\n1\n00:00:01,000 --> 00:00:02,000 X1:1\nEins\n2\n00:00:02,000 --> 00:00:03,000\nzwei",
        ["Eins zwei"],
    ),
    ("1\n00:00:01,000 --> 00:00:02,000\n\nLeser", []),
    (srt("R&amp;D"), ["R&amp;D"]),
    ("Leser", []),
]


@pytest.mark.parametrize(("text", "expected"), SRT)
def test_srt(text: str, expected: list[str]) -> None:
    assert texts(text, "srt") == expected


VTT = [
    (
        vtt("<v Kim>Die Leser", "<v Kim>kommen", "<v.laut Robin>Ja", "<v Kim>Nein"),
        ["Die Leser kommen", "Ja", "Nein"],
    ),
    (vtt("R&amp;D&nbsp;und &lt;b&gt;"), ["R&D und <b>"]),
    (vtt("Ein <lang en>teacher</lang> und <lang de-AT>Leser</lang>"), [f"Ein {THING} und Leser"]),
    (vtt("Ein <lang en>teacher"), [f"Ein {THING}"]),
    (vtt("<lang en>The teacher</lang> und <i>Leser</i>"), [f"{THING} und Leser"]),
    (vtt("Alle <00:00:01.500>Leser <c.leser>da</c>"), ["Alle Leser da"]),
    ("\ufeffWEBVTT Leser\nKind: Leser\n\nSTYLE\nLeser\n\nleser-1\n00:01.000 --> 00:02.000\nda", ["da"]),
    ("WEBVTT\n\nNOTE Leser\n\nNOTE\nLeser\nLeser\n\n00:01.000 --> 00:02.000\nda", ["da"]),
]


@pytest.mark.parametrize(("text", "expected"), VTT)
def test_webvtt(text: str, expected: list[str]) -> None:
    assert texts(text, "webvtt") == expected


def test_escape() -> None:
    assert FORMATS_BY_NAME["webvtt"].escape("R&D <b> Leser*in") == "R&amp;D &lt;b&gt; Leser*in"
    assert FORMATS_BY_NAME["srt"].escape("R&D Leser*in") == "R&D Leser*in"


_WORDS = st.lists(
    st.sampled_from(["Lehrer*in", "R&D", "&amp;", "<b>", "<v Kim>", "-->", "a"]), min_size=1, max_size=8
)


@given(_WORDS.map(lambda words: "Der " + " ".join(words)))
def test_escaped_prose_reads_as_itself(text: str) -> None:
    assert texts(vtt(FORMATS_BY_NAME["webvtt"].escape(text)), "webvtt") == [text]


@pytest.mark.parametrize("new_word", ["Leser*in", "Leser_in", "Leser:in", "Leser/-in"])
@pytest.mark.parametrize(
    ("format", "text"),
    [("srt", srt(*cues)) for cues, _ in BOTH]
    + [("webvtt", vtt(*cues)) for cues, _ in BOTH]
    + [("srt", text) for text, _ in SRT]
    + [("webvtt", text) for text, _ in VTT],
)
def test_an_escaped_rewrite_of_any_word_leaves_the_markup_as_it_was(
    format: str, text: str, new_word: str, check_rewrites: Callable[[str, str, str], None]
) -> None:
    check_rewrites(text, format, new_word)


def test_switches_in_notes() -> None:
    text = vtt("Leser") + "\n\nNOTE mitgemeint: off\n\n00:01.000 --> 00:02.000\nHörer"
    ((start, end),) = read(text, "webvtt").suppressed
    assert text[start:end].startswith("NOTE mitgemeint: off")
    assert end == len(text)


_CUES = st.lists(
    st.sampled_from(["Hörer", "Hörer.", "- Hörer", "<i>Hörer</i>", "<v Kim>Hörer", "Hörer...", ""]),
    max_size=12,
)


@settings(max_examples=200, deadline=None)
@given(_CUES)
def test_all_text_of_cues_is_read(cues: list[str]) -> None:
    for text, format in ((srt(*cues), "srt"), (vtt(*cues), "webvtt")):
        assert " ".join(texts(text, format)).count("Hörer") == text.count("Hörer")
