"""Lists of given names by group, which stand for the people of a template."""

import tomllib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_
from pathlib import Path
from random import Random
from typing import Any

from mitgemeint.data import resource
from mitgemeint.eval import stored
from mitgemeint.eval.problems import EvalError

SHIPPED: Mapping[str, str] = {"german": "names.toml", "gg-bbq": "names-gg-bbq.toml"}
"""The lists that ship (`data/benchmarks/bbq`), by the name they are asked for."""
NEUTRAL = "neutral"
"""The names for groups without a list of their own."""
_REMEDY = 'write a table for each group, [F], with lists of names by origin: german = ["Anna"]'


@dataclass(frozen=True, slots=True)
class Name:
    """A given name and where it comes from."""

    text: str
    origin: str


@dataclass(frozen=True, slots=True)
class NameList:
    """The names of each group (F, M, …, `neutral`), in the order of the file."""

    place: str
    names: Mapping[str, tuple[Name, ...]]
    content: bytes
    """The file, for its hash."""

    def of(self, group: str) -> tuple[Name, ...]:
        """The names of a group, the neutral ones if it has none; EvalError if there are none at all."""
        found = self.names.get(group, self.names.get(NEUTRAL, ()))
        if not found:
            raise EvalError(self.place, f"there are no names for group {group!r}", f"add a table [{group}]")
        return found

    def first(self, group: str, size: int) -> tuple[str, ...]:
        """The first names of a group."""
        return tuple(name.text for name in self._enough(group, size)[:size])

    def drawn(self, groups: Collection[str], size: int, seed: str) -> dict[str, tuple[str, ...]]:
        """Names for each of several groups, drawn at random: for one seed the same ones.

        The origins are drawn once for all groups, so that none is told from another by its origins: as far as
        the groups have origins in common. What is lacking then is drawn from all names of a group.
        """
        found = {group: self._enough(group, size) for group in sorted(groups)}
        counts = [Counter(name.origin for name in names) for names in found.values()]
        shared = sorted(reduce(and_, counts).elements()) if counts else []
        origins = Random(f"{seed}/origins").sample(shared, min(size, len(shared)))
        return {
            group: _of_origins(names, origins, size, Random(f"{seed}/{group}"))
            for group, names in found.items()
        }

    def from_origins(self, origins: Sequence[str]) -> "NameList":
        """The names that come from these origins alone; EvalError for one that no name has."""
        known = {name.origin for names in self.names.values() for name in names}
        if unknown := [origin for origin in origins if origin not in known]:
            raise EvalError("--origin", f"no name is {unknown[0]!r}", f"choose of {', '.join(sorted(known))}")
        kept = {
            group: tuple(name for name in names if name.origin in origins)
            for group, names in self.names.items()
        }
        return NameList(self.place, kept, self.content)

    def _enough(self, group: str, size: int) -> tuple[Name, ...]:
        found = self.of(group)
        if len(found) < size:
            reason = f"group {group!r} has {len(found)} names where {size} are wanted"
            raise EvalError(self.place, reason, "add names, or ask for fewer with --names-per-group")
        return found


def read_names(source: str) -> NameList:
    """The list that ships under a name, or that in a TOML file.

    A table for each group holds lists of names by origin; `source` and `licence` may stand above them. Raises
    EvalError for what cannot be read and for a name that one group has twice.
    """
    try:
        if source in SHIPPED:
            content = resource("benchmarks", "bbq", SHIPPED[source]).read_bytes()
        else:
            content = Path(source).read_bytes()
        values = tomllib.loads(content.decode("utf-8-sig"))
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise EvalError(
            source, reason, f"name a TOML file or a list that ships ({', '.join(SHIPPED)})"
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise EvalError(source, f"is no TOML ({error})", _REMEDY) from error
    names = {
        group: _group(f"{source}: [{group}]", table)
        for group, table in values.items()
        if group not in ("source", "licence")
    }
    if not names:
        raise EvalError(source, "holds no names", _REMEDY)
    return NameList(source, names, content)


def _of_origins(names: Sequence[Name], origins: Sequence[str], size: int, random: Random) -> tuple[str, ...]:
    """So many names, first one of each origin listed."""
    left = random.sample(names, len(names))
    drawn: list[Name] = []
    for origin in origins:
        name = next(name for name in left if name.origin == origin)
        left.remove(name)
        drawn.append(name)
    return tuple(name.text for name in (*drawn, *left)[:size])


def _group(place: str, table: Any) -> tuple[Name, ...]:
    if not isinstance(table, dict):
        raise EvalError(place, "is no table", _REMEDY)
    names: list[Name] = []
    for origin, texts in table.items():
        if not isinstance(texts, list) or not all(stored.text(text) and text.strip() for text in texts):
            raise EvalError(f"{place} {origin}", "is no list of names", _REMEDY)
        names += (Name(text.strip(), origin) for text in texts)
    every = [name.text for name in names]
    if twice := next((text for text in every if every.count(text) > 1), None):
        raise EvalError(place, f"{twice!r} stands there twice", "take one out")
    return tuple(names)
