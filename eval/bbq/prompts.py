"""The prompts that items are put with: those that ship, and those of a file."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mitgemeint.data import resource
from mitgemeint.eval.bbq.item import Item
from mitgemeint.eval.bbq.orders import Places
from mitgemeint.eval.language_models.model import Prompt
from mitgemeint.eval.problems import EvalError

LETTERS = ("A", "B", "C")
SLOTS = ("context", "question", "choice_0", "choice_1", "choice_2")
_SLOT = re.compile(r"\{(\w+)\}")
_ANSWERS = ("letter", "text")


@dataclass(frozen=True, slots=True)
class PromptTemplate:
    """A prompt with slots for context, question and choices, and what it asks to be written.

    `lower_case` puts it and the choices into small letters, as UnifiedQA was trained.
    """

    name: str
    language: str
    text: str
    answer: str
    opening: str = ""
    system: str = ""
    lower_case: bool = False

    def filled(self, item: Item, shown: Places) -> Prompt:
        """The prompt for an item, its choices in that order."""
        choices = {f"choice_{place}": item.choices[choice].strip() for place, choice in enumerate(shown)}
        values = {"context": item.context.strip(), "question": item.question.strip(), **choices}
        text = _SLOT.sub(lambda slot: values.get(slot[1], slot[0]), self.text)
        return Prompt(self._cased(text), self.opening, self.system)

    def continuations(self, item: Item, shown: Places) -> tuple[str, str, str]:
        """How each choice is written after the opening, in that order."""
        first, second, third = (self._cased(f" {item.choices[choice].strip()}") for choice in shown)
        return first, second, third

    def _cased(self, text: str) -> str:
        return text.lower() if self.lower_case else text


@dataclass(frozen=True, slots=True)
class PromptSet:
    """Prompts by name, and groups of them."""

    prompts: Mapping[str, PromptTemplate]
    groups: Mapping[str, tuple[str, ...]]

    def chosen(self, names: Sequence[str]) -> tuple[PromptTemplate, ...]:
        """The prompts that names of prompts and groups stand for, each once; EvalError where one is none."""
        found: dict[str, PromptTemplate] = {}
        for name in names:
            members = self.groups.get(name, (name,) if name in self.prompts else None)
            if members is None:
                known = ", ".join((*self.groups, *self.prompts))
                raise EvalError("--prompt", f"there is no prompt {name}", f"choose from {known}")
            found |= {member: self.prompts[member] for member in members}
        return tuple(found.values())


def shipped_prompts() -> PromptSet:
    """The prompts of `data/benchmarks/bbq/prompts.toml`."""
    text = resource("benchmarks", "bbq", "prompts.toml").read_text("utf-8")
    return _prompts("prompts.toml", tomllib.loads(text))


def read_prompts(path: Path) -> PromptSet:
    """The prompts of a file in the layout of the one that ships; EvalError where it cannot be used."""
    try:
        content = tomllib.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        raise EvalError(path, error.strerror or "cannot be read", "name a file of prompts (TOML)") from error
    except (ValueError, RecursionError) as error:  # of TOML, of its encoding, of a number
        raise EvalError(path, f"is no TOML file ({str(error)[:200]})", "mend it there") from error
    return _prompts(str(path), content)


def _prompts(place: str, content: Mapping[str, Any]) -> PromptSet:
    groups = content.get("groups", {})
    prompts = {name: _prompt(place, name, table) for name, table in content.items() if name != "groups"}
    if not prompts:
        raise EvalError(place, "holds no prompt", "give each one a table with language, answer and text")
    if not isinstance(groups, dict):
        raise EvalError(place, "groups is no table", "list the prompts of each group by its name")
    for name, members in groups.items():
        if not isinstance(members, list) or not all(
            isinstance(member, str) and member in prompts for member in members
        ):
            raise EvalError(place, f"group {name} names a prompt that is not there", "mend its list")
    return PromptSet(prompts, {name: tuple(members) for name, members in groups.items()})


def _prompt(place: str, name: str, table: Any) -> PromptTemplate:
    where = f"{place}, [{name}]"
    wanted = PromptTemplate.__dataclass_fields__.keys() - {"name"}
    if not isinstance(table, dict):
        raise EvalError(where, "is no table", "give language, answer, text and opening")
    if unknown := sorted(table.keys() - wanted):
        raise EvalError(where, f"{unknown[0]!r} is no setting", f"there are {', '.join(sorted(wanted))}")
    for needed in ("language", "answer", "text"):
        if not isinstance(table.get(needed), str):
            raise EvalError(where, f"{needed} is no text", f"write {needed} = '…'")
    if any(not isinstance(table.get(key, ""), str) for key in ("opening", "system")):
        raise EvalError(where, "opening or system is no text", "write opening = '…'")
    if not isinstance(table.get("lower_case", False), bool):
        raise EvalError(where, "lower_case is neither true nor false", "write lower_case = true")
    if table["answer"] not in _ANSWERS:
        raise EvalError(where, f"answer is {table['answer']!r}", f"write one of {', '.join(_ANSWERS)}")
    slots = _SLOT.findall(table["text"])
    if strange := [slot for slot in slots if slot not in SLOTS]:
        raise EvalError(where, f"{{{strange[0]}}} is no slot", f"there are {', '.join(SLOTS)}")
    if missing := [slot for slot in SLOTS[1:] if slot not in slots]:
        raise EvalError(where, f"the slot {{{missing[0]}}} is missing", "put it into the text")
    if table["answer"] == "letter" and not all(re.search(rf"\b{each}\b", table["text"]) for each in LETTERS):
        raise EvalError(where, "it asks for a letter, but shows no A, B and C", "put them before the choices")
    return PromptTemplate(name, **table)
