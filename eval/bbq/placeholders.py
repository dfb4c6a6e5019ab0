"""Words that stand in the slots of a text while it is translated, and how they are found again.

A translation model knows no slots; `{{NAME1}}` comes out as anything. Names are kept best, as they fit into
the grammar; codes and tokens of the model's own are tried where names are lost.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from mitgemeint.eval.bbq.template import SLOT, slots

_NAMES = ("Kim", "Robin", "Toni", "Sascha", "Alex", "Chris", "Luca", "Noa")
_THINGS = ("Omega", "Sigma", "Delta", "Kappa", "Lambda", "Theta", "Zeta", "Epsilon")
_CODES = ("XA1", "XB2", "XC3", "XD4", "XE5", "XF6", "XG7", "XH8")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of placeholder: its name, and the words for slots of people and for others."""

    name: str
    people: Sequence[str]
    others: Sequence[str]


AS_IT_IS = Kind("they are", (), ())
"""The slots themselves, where every other kind was lost."""


def kinds(spare_tokens: Sequence[str]) -> tuple[Kind, ...]:
    """The kinds in the order in which they are tried; `spare_tokens` are those of the model for any use."""
    half = len(spare_tokens) // 2
    tokens = (Kind("token", spare_tokens[:half], spare_tokens[half:]),) if half else ()
    return (Kind("name", _NAMES, _THINGS), Kind("code", _CODES[:4], _CODES[4:]), *tokens)


def placeholders(text: str, kind: Kind, is_kept: Callable[[str], bool]) -> dict[str, str] | None:
    """The word for each slot of a text, by the slot; None where this kind has too few words.

    Words that the text has already, or that the model's tokenizer does not keep (`is_kept`), are left out.
    """
    if kind is AS_IT_IS:
        return {slot: f"{{{{{slot}}}}}" for slot in slots(text)}
    chosen: dict[str, str] = {}
    for slot in sorted(set(slots(text))):
        words = kind.people if slot.startswith("NAME") else kind.others
        # By the number of the slot, so that NAME1 has the same word in every text.
        first = (int(slot.lstrip(ascii_uppercase) or 1) - 1) % max(1, len(words))
        word = next(
            (
                word
                for word in (*words[first:], *words[:first])
                if word not in text and word not in chosen.values() and is_kept(word)
            ),
            None,
        )
        if word is None:
            return None
        chosen[slot] = word
    return chosen


def protected(text: str, words: Mapping[str, str]) -> str:
    """A text with words in its slots."""
    return SLOT.sub(lambda match: words[match[1]], text)


def restored(translation: str, words: Mapping[str, str]) -> str:
    """A translation with the slots in the place of their words; a genitive ending stays behind the slot."""
    for slot, word in words.items():
        pattern = rf"(?<![\w{{]){re.escape(word)}(?=(?:'s|’s|s|'|’)?(?!\w))"
        translation = re.sub(pattern, f"{{{{{slot}}}}}", translation)
    return translation


def lost(source: str, translation: str) -> tuple[str, ...]:
    """The slots that a translation has more or less often than the source; sorted, none where all is well."""
    wanted, found = Counter(slots(source)), Counter(slots(translation))
    return tuple(sorted(slot for slot in wanted.keys() | found.keys() if wanted[slot] != found[slot]))
