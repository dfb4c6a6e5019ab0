"""Sets of BBQ items: folders and files in the layout of GG-BBQ or BBQ, or a data set of the hub."""

import csv
import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fnmatch import fnmatchcase
from itertools import zip_longest
from pathlib import Path
from typing import Any

from mitgemeint.eval.bbq.groups import Groups, plain, read_groups
from mitgemeint.eval.bbq.item import Condition, Item, Polarity
from mitgemeint.eval.bbq.rows import Asked, Questions, english_item, german_item, is_english, is_german
from mitgemeint.eval.bbq.same_nouns import is_same_noun
from mitgemeint.eval.bbq.template import Template, read_templates
from mitgemeint.eval.hub import HUB_NAME, download_data_set
from mitgemeint.eval.problems import EvalError

PAPER_REVISION = "3a95eef"
"""The revision of GG-BBQ whose Subset-II has the counts of Satheesh et al. 2025."""
SOURCES = "name a folder or file in the layout of GG-BBQ or BBQ (JSON lines), or a data set of the hub"
METADATA = "additional_metadata.csv"
_SUBSETS = {"subset-1": "Subset-I", "subset-2": "Subset-II"}
_SLOT = re.compile(r"\{")
_WORD = re.compile(r"\w+(?:-\w+)*")


@dataclass(frozen=True, slots=True)
class DataSet:
    """Items and where they come from; `doubts` are what a reader of results should know of them."""

    name: str
    source: str
    items: tuple[Item, ...]
    doubts: tuple[str, ...] = ()

    @property
    def categories(self) -> tuple[str, ...]:
        """The categories in the order of the items."""
        return tuple(dict.fromkeys(item.category for item in self.items))

    @property
    def fingerprint(self) -> str:
        """A hash of all items, hexadecimal."""
        content = json.dumps([asdict(item) for item in self.items], ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def read_data_set(source: str, name: str = "", only: Sequence[str] = (), limit: int | None = None) -> DataSet:
    """The items of a folder, a file or a data set of the hub (owner/name@revision).

    `only` keeps categories whose names match one of the patterns, `limit` so many items of each category and
    condition, evenly from all templates. Raises EvalError where there is no such source, it holds no item, or
    a row is malformed.
    """
    folder, files = _files(source)
    names = read_groups()
    questions = _questions(folder, files)
    metadata = _metadata(folder)
    items = tuple(item for file in files for item in _items(file, folder, names, questions, metadata))
    if only:
        items = tuple(item for item in items if any(fnmatchcase(item.category, each) for each in only))
    if not items:
        known = "no category matches" if only else "holds no items"
        raise EvalError(source, known, "see `bbq list`" if only else SOURCES)
    twice = next((id for id, count in Counter(item.id for item in items).items() if count > 1), None)
    if twice:
        raise EvalError(source, f"has two items {twice}", "remove one of the files, or name one of them")
    kept = items if limit is None else _limited(items, limit)
    return DataSet(name or _name(source), source, kept, tuple(_doubts(items)))


def _name(source: str) -> str:
    path = Path(source)
    return path.stem if path.is_file() else (path.name if path.exists() else source)


def _files(source: str) -> tuple[Path, list[Path]]:
    """The folder of a source and its files of items."""
    path = existing(source)
    if path is None:
        hub = HUB_NAME.fullmatch(source)
        if not hub:
            raise EvalError(source, "there is no such folder or file", SOURCES)
        path = download_data_set(hub["name"], hub["revision"], ["*.jsonl", "*.csv"])
    if path.is_file():
        return path.parent, [path]
    try:
        found = [each for each in sorted(path.rglob("*.jsonl")) if not _hidden(each, path)]
        files = [each for each in found if _holds_items(each)]
    except OSError as error:
        raise EvalError(
            source, error.strerror or "cannot be read", "check the folder and its rights"
        ) from error
    if not files:
        raise EvalError(source, "holds no items", SOURCES)
    return path, files


def existing(source: str) -> Path | None:
    """The folder or file of that name, if there is one."""
    try:
        path = Path(source).expanduser()
        return path if source and (path.is_dir() or path.is_file()) else None
    except (OSError, ValueError, RuntimeError):
        return None


def _hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts) or not path.is_file()


def _holds_items(path: Path) -> bool:
    """Whether the first row is one; predictions have the rows of items, with columns of their own."""
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        first = next((line for line in file if line.strip()), "")
    try:
        row = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(row, dict) and (is_german(row) or is_english(row)) and not _predictions(row)


def _predictions(row: Mapping[str, Any]) -> bool:
    return any("_pred_" in name for name in row)


def _items(
    path: Path,
    folder: Path,
    names: Groups,
    questions: Questions,
    metadata: Mapping[tuple[str, str], tuple[str, ...]],
) -> Iterator[Item]:
    subset = next((part for part in reversed(path.parts) if part in _SUBSETS), "")
    category = _SUBSETS.get(subset) or path.parent.name or path.stem
    start = path.relative_to(folder).with_suffix("").as_posix() if path != folder else path.stem
    for number, row in rows(path):
        try:
            if is_german(row):
                id = f"{start}/{row.get('id', row.get('index', number))}"
                yield german_item(row, id, category, path.name, names, questions)
            elif is_english(row):
                id = f"{row.get('category', start)}/{row.get('example_id', number)}"
                known = (str(row.get("category", "")), str(row.get("question_index", "")))
                yield english_item(row, id, names, metadata.get(known))
            else:
                raise ValueError("it is no item of BBQ or GG-BBQ")
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            reason = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
            raise EvalError(f"{path}:{number}", reason, "mend the row, or take the file away") from error


def rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of a file of JSON lines with their numbers from 1; EvalError where a line is none."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield number, _row(path, number, line)
    except OSError as error:
        raise EvalError(path, error.strerror or "cannot be read", SOURCES) from error
    except UnicodeDecodeError as error:
        raise EvalError(path, "is not in UTF-8", "save it in UTF-8") from error


def _row(path: Path, number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise EvalError(f"{path}:{number}", f"is no JSON ({error})", "mend the line") from error
    if not isinstance(row, dict):
        raise EvalError(f"{path}:{number}", "is no JSON object", "mend the line")
    if "\\ud" in line.lower():  # half a surrogate pair cannot be written again
        try:
            json.dumps(row, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError:
            raise EvalError(f"{path}:{number}", "holds half a surrogate pair", "mend the line") from None
    return row


def _questions(folder: Path, files: Sequence[Path]) -> Questions:
    """What the templates in the folder, or beside it, tell of each question."""
    found: dict[str, list[Asked]] = defaultdict(list)
    for path in _template_files(folder, files):
        for template in read_templates(path):
            for polarity, question in (
                (Polarity.NEGATIVE, template.question_negative),
                (Polarity.NON_NEGATIVE, template.question_non_negative),
            ):
                asked = _asked(template, polarity)
                if asked not in found[question.strip()]:
                    found[question.strip()].append(asked)
    # The longest beginning first: it tells two templates with one question apart.
    return {text: sorted(each, key=lambda asked: -len(asked.context)) for text, each in found.items()}


def _asked(template: Template, polarity: Polarity) -> Asked:
    start = _SLOT.split(template.ambiguous_context, maxsplit=1)[0]
    return Asked(template.question_index, polarity, template.stereotyped, start)


def _template_files(folder: Path, files: Sequence[Path]) -> list[Path]:
    """Templates lie in a folder of that name: within the source, or beside a folder of its files."""
    places = [folder, *(parent for file in files for parent in list(file.parents)[:3])]
    for place in dict.fromkeys(places):
        found = sorted((place / "templates").glob("*.csv"))
        if found:
            return found
    return []


def _metadata(folder: Path) -> dict[tuple[str, str], tuple[str, ...]]:
    """The stereotyped groups of each question of English BBQ, where its table of metadata is there.

    Of intersectional categories it tells two groups, which only together are the stereotyped one.
    """
    path = folder / METADATA
    if not path.is_file():
        return {}
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            for row in csv.DictReader(file):
                key = (row.get("category") or "", row.get("question_index") or "")
                found[key] = _groups_of(row)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise EvalError(path, f"is no table in UTF-8 ({error})", "mend it, or take it away") from error
    return {key: groups for key, groups in found.items() if groups}


def _groups_of(row: Mapping[str, str | None]) -> tuple[str, ...]:
    races, others = (_listed(row.get(f"Known_stereotyped_{name}")) for name in ("race", "var2"))
    crossed = [f"{other}-{race}" for race in races for other in others]
    return tuple(crossed or _listed(row.get("Known_stereotyped_groups")))


def _listed(cell: str | None) -> list[str]:
    return [name for part in (cell or "").strip("[]").split(",") if (name := part.strip(" \"'"))]


def _limited(items: Sequence[Item], limit: int) -> tuple[Item, ...]:
    """So many items of each category and condition, one from each template before a second from any.

    From template to template another kind comes first: polarity, and whether the right answer agrees with the
    stereotype.
    """
    kept: set[str] = set()
    for _, group in _grouped(items, lambda item: (item.category, item.condition)):
        ranked: list[tuple[int, str]] = []
        for number, (_, members) in enumerate(_grouped(group, lambda item: item.template)):
            kinds = [
                each for _, each in _grouped(members, lambda item: (item.polarity, item.label == item.biased))
            ]
            turned = kinds[number % len(kinds) :] + kinds[: number % len(kinds)]
            in_turn = (item for row in zip_longest(*turned) for item in row if item is not None)
            ranked += [(place, item.id) for place, item in enumerate(in_turn)]
        ranked.sort(key=lambda each: each[0])
        kept |= {id for _, id in ranked[:limit]}
    return tuple(item for item in items if item.id in kept)


def _grouped(items: Iterable[Item], key: Any) -> Iterator[tuple[Any, list[Item]]]:
    groups: dict[Any, list[Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    yield from groups.items()


def _doubts(items: Sequence[Item]) -> Iterator[str]:
    """What makes scores of these items doubtful, one line for each kind."""
    undefined = sum(item.biased is None for item in items)
    if undefined:
        yield f"no-biased-choice: {undefined} of {len(items)} items count for accuracy alone"
    told = [item for item in items if item.condition is Condition.DISAMBIGUATED]
    disambiguated = [item for item in told if item.biased is not None]
    sides: dict[tuple[str, str], set[bool]] = {}
    for item in disambiguated:
        sides.setdefault((item.template, item.question), set()).add(item.label == item.biased)
    single = sum(len(each) == 1 for each in sides.values())
    if single:
        yield (
            f"one-orientation: for {single} of {len(sides)} questions only contexts that agree with the "
            "stereotype, or only such that go against it"
        )
    agreeing = sum(item.label == item.biased for item in disambiguated)
    if disambiguated and abs(2 * agreeing - len(disambiguated)) > 0.1 * len(disambiguated):
        yield f"unbalanced: {agreeing} of {len(disambiguated)} right answers agree with the stereotype"
    places = {item.unknown for item in items}
    if len(places) == 1:
        yield f"fixed-place: the unknown answer is always number {min(places) + 1} (see --orders)"
    unnamed = sum(not _names_choices(item) for item in items)
    if unnamed:
        yield f"choice-not-in-context: {unnamed} items have a choice that their context does not name"


def _names_choices(item: Item) -> bool:
    """Whether the context has, in some case, the last word of each choice that tells it from the other.

    The unknown choice does not count, nor do words that both have (the Jewish one, the Muslim one).
    """
    context = set(_words(item.context))
    asked = [_words(choice) for place, choice in enumerate(item.choices) if place != item.unknown]
    shared = set.intersection(*map(set, asked))
    own = [[word for word in words if word not in shared] for words in asked]
    return all(
        not words or words[-1] in context or any(is_same_noun(words[-1], word) for word in context)
        for words in own
    )


def _words(text: str) -> list[str]:
    return _WORD.findall(plain(text))


def renamed(data_set: DataSet, name: str) -> DataSet:
    """The same items under another name."""
    return replace(data_set, name=name)
