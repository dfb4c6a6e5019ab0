"""Templates translated by a model, with their slots protected, as a draft for people to review.

GG-BBQ was made so: machine translation by NLLB, then review by hand (Satheesh et al. 2025, section 3). Texts
are translated sentence by sentence; a sentence whose slots do not come out as often as they went in is
translated again with placeholders of the next kind.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from mitgemeint.eval.bbq.draft import Entry, Problem
from mitgemeint.eval.bbq.placeholders import AS_IT_IS, Kind, kinds, lost, placeholders, protected, restored
from mitgemeint.eval.bbq.slot_checks import slot_problems
from mitgemeint.eval.bbq.template import SLOT, Template
from mitgemeint.eval.bbq.translator import Translator
from mitgemeint.eval.journal import Journal
from mitgemeint.eval.progress import Bars

Check = Callable[[Template, Template], Iterable[Problem]]
"""Looks for problems of a translation, given the source and the translation."""

_LETTERS = re.compile(r"[^\W\d_]")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[\"“‘(]*(?:[A-ZÄÖÜ]|\{\{))")
_ABBREVIATION = re.compile(r"\b(?:[A-Z]|Dr|Mr|Mrs|Ms|Prof|St|vs|etc|e\.g|i\.e)\.$")


def translate(
    templates: Sequence[Template],
    translator: Translator,
    journal: Journal[str],
    bars: Bars,
    *,
    whole_texts: bool = False,
    check: Check | None = None,
) -> tuple[Entry, ...]:
    """The templates with their translations, each with what a person should look at.

    `whole_texts` does not split texts into sentences. What the journal holds is not translated again. Raises
    EvalError for a text that is too long for the model.
    """
    split = (lambda text: [text.strip()]) if whole_texts else sentences
    wanted = dict.fromkeys(
        sentence for template in templates for text in _texts(template) for sentence in split(text)
    )
    translations = _translations([each for each in wanted if _is_language(each)], translator, journal, bars)

    def translated(text: str) -> str:
        return " ".join(translations.get(sentence, sentence) for sentence in split(text))

    entries = []
    for template in templates:
        translation = _translated(template, translated)
        problems = (*slot_problems(template, translation), *(check(template, translation) if check else ()))
        entries.append(Entry(template, translation, problems))
    return tuple(entries)


def sentences(text: str) -> list[str]:
    """The sentences of a text without the blanks between them; an abbreviation ends none."""
    found: list[str] = []
    for part in _SENTENCE_END.split(text.strip()):
        if found and _ABBREVIATION.search(found[-1]):
            found[-1] = f"{found[-1]} {part}"
        else:
            found.append(part)
    return found


def _translations(
    wanted: Sequence[str], translator: Translator, journal: Journal[str], bars: Bars
) -> dict[str, str]:
    """The best translation of each sentence: with all slots, else with the fewest lost."""
    best: dict[str, str] = {}
    pending = list(wanted)
    for kind in (*kinds(translator.spare_tokens), AS_IT_IS):
        words = {sentence: placeholders(sentence, kind, translator.keeps) for sentence in pending}
        tried = {sentence: each for sentence, each in words.items() if each is not None}
        texts = {sentence: protected(sentence, each) for sentence, each in tried.items()}
        written = _written(list(dict.fromkeys(texts.values())), kind, translator, journal, bars)
        for sentence, each in tried.items():
            candidate = _as_ended(sentence, restored(written[texts[sentence]], each))
            if sentence not in best or len(lost(sentence, candidate)) < len(lost(sentence, best[sentence])):
                best[sentence] = candidate
        pending = [sentence for sentence in pending if sentence not in best or lost(sentence, best[sentence])]
        if not pending:
            break
    return best


def _written(
    texts: Sequence[str], kind: Kind, translator: Translator, journal: Journal[str], bars: Bars
) -> dict[str, str]:
    """What the model writes for texts, from the journal where it is known."""
    keys = {text: sha256(f"{translator.fingerprint}/{text}".encode()).hexdigest() for text in texts}
    known = {text: each for text, key in keys.items() if (each := journal.find(key)) is not None}
    missing = [text for text in texts if text not in known]
    if not missing:
        return known
    translator.check_lengths(missing)
    bars.begin(translator.name, f"sentences (slots as {kind.name})", len(texts))
    bars.advance(len(known))

    def note(done: int, batch: Mapping[int, str]) -> None:
        journal.add_all({keys[missing[place]]: text for place, text in batch.items()})
        bars.advance(len(known) + done)

    try:
        found = translator.translate(missing, note)
    finally:
        bars.end()
    return {**known, **dict(zip(missing, found, strict=True))}


def _texts(template: Template) -> Iterator[str]:
    """All that is translated of a template: its texts, and the words for its slots."""
    yield from template.texts.values()
    for words in (*template.variants.values(), *template.names.values()):
        yield from words


def _translated(template: Template, translated: Callable[[str], str]) -> Template:
    changed: dict[str, Any] = {name: translated(text) for name, text in template.texts.items()}
    changed |= {
        name: {slot: _once(map(translated, each)) for slot, each in getattr(template, name).items()}
        for name in ("variants", "names")
    }
    return replace(template, **changed)


def _once(words: Iterable[str]) -> tuple[str, ...]:
    """Words without those that have become the same in translation (therapist, counselor)."""
    return tuple(dict.fromkeys(words))


def _is_language(sentence: str) -> bool:
    """Whether there is anything to translate beside slots."""
    return _LETTERS.search(SLOT.sub("", sentence)) is not None


def _as_ended(source: str, translation: str) -> str:
    """A translation without the full stop that models add to words and answers."""
    return translation if source.rstrip().endswith((".", "!", "?")) else translation.removesuffix(".")
