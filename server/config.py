"""Settings from the user's file, the project's file and the client, over the defaults.

The project file is the nearest `.mitgemeint.toml`, or `pyproject.toml` with a table
`[tool.mitgemeint]`, from the folder upwards; the search ends at the root of the repository and at
the home folder. A broken source never stops the reading: it gives problems, its good keys count.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

from mitgemeint.analysis.messages import user_locale
from mitgemeint.analysis.policy import Policy, load_policy, policy_names
from mitgemeint.analysis.settings import Settings
from mitgemeint.server import reading
from mitgemeint.server.details import of_toml
from mitgemeint.server.options import BY_NAME, OPTIONS, MisfitError, ToolSettings, normalised
from mitgemeint.server.problems import Key, Level, Problem, ProblemError, shown_from_here

PROJECT_FILE = ".mitgemeint.toml"
PYPROJECT = "pyproject.toml"
TABLE = "mitgemeint"
TRUST = "trust_projects"
CLIENT = Key("place.editor")
COMMAND_LINE = Key("place.command-line")
# Options of the command line that have another name than their setting.
FLAGS = {"notations": "notation", "locale": "lang"}

T = TypeVar("T", Settings, ToolSettings)


class Origin(StrEnum):
    """Who has chosen a setting: nobody, the user's file, the project's, or an editor or the command line."""

    DEFAULT = "default"
    USER = "user"
    PROJECT = "project"
    CLIENT = "client"


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """Settings and where they came from.

    `root` is the folder that include and exclude patterns start from; `sources` are the files read,
    the farthest first; `policy_places` says for each own house rule where it stands, and `policy_origin`
    who has chosen the one that counts.
    """

    settings: Settings
    tool: ToolSettings
    sources: tuple[Path, ...]
    problems: tuple[Problem, ...]
    root: Path
    policy_places: Mapping[str, str | Key] = field(default_factory=dict)
    policy_origin: Origin = Origin.DEFAULT

    @property
    def known_policies(self) -> dict[str, Policy]:
        """The house rules that ship, and those of these settings, by name."""
        return {name: load_policy(name) for name in policy_names()} | dict(self.tool.policies)

    @property
    def broken(self) -> bool:
        """Whether a source has errors (not only warnings)."""
        return any(problem.level is Level.ERROR for problem in self.problems)


@dataclass(frozen=True, slots=True)
class Source:
    """Raw settings of one source. `place` names it for people, `base` is where its paths start.

    `text` is the file's, in which the settings begin at `start`.
    """

    place: str | Key
    values: Mapping[str, Any]
    base: Path
    path: Path | None = None
    text: str = ""
    start: int = 0
    problems: tuple[Problem, ...] = ()

    def place_of(self, key: str) -> str | Key:
        """File and line of a key (of `table.key` in a table), or the name of the source."""
        line = _line_of(self.text, key, self.start)
        return f"{self.place}:{line}" if line else self.place

    def name_of(self, key: str, value: object) -> str:
        """The key as the source has it: of the command line the option with its value."""
        if self.place != COMMAND_LINE:
            return key
        shown = ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        return f"--{FLAGS.get(key, key).replace('_', '-')} {shown}"


def user_file() -> Path:
    """The user's own settings file (it need not exist)."""
    return platformdirs.user_config_path("mitgemeint", appauthor=False) / "config.toml"


def load_settings(
    folder: Path | None,
    client: Mapping[str, Any] | None = None,
    *,
    place: Key = CLIENT,
    user: Path | None = None,
    environment: Mapping[str, str] | None = None,
    trusted: bool = True,
) -> LoadedSettings:
    """The settings for files of `folder`, or without a project where it is None.

    Whoever calls the command line in a project trusts it; an editor opens anything. Where a project is not
    `trusted`, its file can neither choose an analyzer (which is a program) nor name word lists outside of it,
    unless the user's own settings say `trust_projects`.

    `client` are settings of an editor or of the command line (camelCase or snake_case), which come
    last; `place` names them for people. `user` stands in for the user's file, `environment` for `os.environ`.
    """
    found = [
        _read_file(user or user_file(), whole=True),
        find_project(folder) if folder else None,
        _client(client, folder or Path.home(), place),
    ]
    origins = {id(source): origin for source, origin in zip(found, tuple(Origin)[1:], strict=True)}
    sources = [source for source in found if source is not None]
    locale = user_locale(os.environ if environment is None else environment)
    values: dict[str, Any] = {"locale": locale}
    problems: list[Problem] = []
    chosen: list[tuple[Source, str]] = []
    places: dict[str, str | Key] = {}
    for source in sources:
        problems.extend(source.problems)
        doubted = source is found[1] and not (trusted or values.get(TRUST))
        for name, value in _checked(source, problems):
            if doubted and (name, value) != (allowed := _allowed(source, name, value)):
                problems.append(_not_trusted(source, name))
                if allowed[1] is None:
                    continue
                value = allowed[1]
            if name == "policy":
                chosen.append((source, str(value)))
                continue
            if name == "policies" and isinstance(value, Mapping):
                places.update((rule, source.place) for rule in value)
            values[name] = BY_NAME[name].join(values[name], value) if name in values else value
    policy, chooser = _policy(chosen, values.get("policies", {}), problems)
    values.update(policy)
    project = next((source for source in sources if source is found[1]), None)
    return LoadedSettings(
        _filled(Settings(), values),
        _filled(ToolSettings(), values),
        tuple(source.path for source in sources if source.path),
        tuple(problems),
        project.base if project else (_root(folder)),
        places,
        origins[id(chooser)] if chooser else Origin.DEFAULT,
    )


def _allowed(source: Source, name: str, value: object) -> tuple[str, object]:
    """What of a setting counts from a project that is not trusted; None for nothing of it."""
    if name == TRUST or (name == "analyzer" and value != Settings().analyzer):
        return name, None
    if name == "entries" and isinstance(value, tuple):
        root = source.base.resolve()
        return name, tuple(path for path in value if path.resolve().is_relative_to(root))
    return name, value


def _not_trusted(source: Source, name: str) -> Problem:
    values = {"place": source.place_of(name), "key": name, "file": shown_from_here(user_file())}
    return Problem("W207", values)


def find_project(folder: Path) -> Source | None:
    """The settings of the nearest project file from `folder` upwards."""
    for parent in _upwards(folder):
        for name in (PROJECT_FILE, PYPROJECT):
            source = _read_file(parent / name, whole=name == PROJECT_FILE)
            if source is not None:
                return source
    return None


def repository_root(folder: Path) -> Path | None:
    """The folder at or above `folder` that holds `.git`."""
    here = folder.absolute()
    return next((parent for parent in (here, *here.parents) if os.path.exists(parent / ".git")), None)


def _root(folder: Path | None) -> Path:
    return (repository_root(folder) or folder) if folder else Path.home()


def _upwards(folder: Path) -> Iterator[Path]:
    here, home = folder.absolute(), Path.home()
    for parent in (here, *here.parents):
        yield parent
        if parent == home or os.path.exists(parent / ".git"):
            return


def _read_file(path: Path, whole: bool) -> Source | None:
    """The settings in `path`: the whole file, or its table `tool.mitgemeint`; None if there are none."""
    if not os.path.exists(path):  # or it cannot be seen, which reading the texts beside it tells of
        return None
    try:
        text = reading.read_bytes(path).decode("utf-8-sig")
    except ProblemError as error:
        reason = error.problem.values.get("reason", Key(f"unread.{error.problem.code}"))
        return _broken(path, "E204", shown_from_here(path), reason) if whole else None
    except UnicodeDecodeError:
        return _broken(path, "E204", shown_from_here(path), Key("unread.encoding")) if whole else None
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # numbers too long for Python are a plain ValueError
        if not (whole or f"tool.{TABLE}" in text):
            return None
        return Source(str(path), {}, path.parent, path, problems=(toml_problem(path, text, error),))
    if whole:
        return Source(shown_from_here(path), values, path.parent, path, text)
    tool = values.get("tool")
    if not isinstance(tool, dict) or TABLE not in tool:
        return None
    table = tool[TABLE]
    if not isinstance(table, dict):
        return _no_table(path)
    return Source(shown_from_here(path), table, path.parent, path, text, _table_start(text))


def toml_problem(path: Path, text: str, error: Exception) -> Problem:
    """What `tomllib` has against a settings file, with the line where it can be seen (E201)."""
    line, reason = of_toml(error, text)
    place = f"{shown_from_here(path)}:{line}" if line else shown_from_here(path)
    return Problem("E201", {"place": place, "reason": reason})


def _table_start(text: str) -> int:
    header = re.search(rf"^\s*\[tool\.{TABLE}", text, re.MULTILINE)
    return header.start() if header else 0


def _broken(path: Path, code: str, place: str, reason: object) -> Source:
    return Source(
        str(path), {}, path.parent, path, problems=(Problem(code, {"place": place, "reason": reason}),)
    )


def _no_table(path: Path) -> Source:
    values = {"place": shown_from_here(path), "key": f"tool.{TABLE}", "expected": Key("expected.table")}
    return Source(shown_from_here(path), {}, path.parent, path, problems=(Problem("E202", values),))


def _client(client: Mapping[str, Any] | None, folder: Path, place: Key) -> Source | None:
    if not client:
        return None
    inner = client.get(TABLE)
    values = inner if isinstance(inner, Mapping) else client
    return Source(place, {key: value for key, value in values.items() if value is not None}, folder)


def _checked(source: Source, problems: list[Problem]) -> Iterator[tuple[str, object]]:
    """The good values of a source by the names of the options; what is wrong is added to `problems`."""
    for key, value in source.values.items():
        option = BY_NAME.get(normalised(key))
        if option is None:
            problems.append(_unknown(source, key))
            continue
        try:
            read = option.read(value, source.base)
        except MisfitError as misfit:
            inside = f"{key}.{misfit.inside}" if misfit.inside else key
            named = source.name_of(inside, value)
            values = {"place": source.place_of(inside), "key": named, "expected": misfit.expected}
            problems.append(Problem("E202", values))
            continue
        if option.name == "entries" and isinstance(read, tuple):
            read = tuple(_regular(read, problems))
        yield option.name, read


def _policy(
    chosen: Iterable[tuple[Source, str]], own: Mapping[str, Policy], problems: list[Problem]
) -> tuple[dict[str, str | Policy], Source | None]:
    """The policy that the nearest source chooses, by its name or as the house rule of that name; and that
    source.
    """
    found: dict[str, str | Policy] = {}
    chooser = None
    for source, name in chosen:
        if name in own or name in policy_names():
            found["policy"] = own.get(name, name)
            chooser = source
        else:
            problems.append(Problem("E203", {"place": source.place_of("policy"), "policy": name}))
    return found, chooser


def _regular(paths: Iterable[Path], problems: list[Problem]) -> Iterator[Path]:
    """The word lists without pipes and devices, which the analysis would wait for."""
    for path in paths:
        if os.path.exists(path) and not os.path.isfile(path):
            values = {"place": shown_from_here(path), "reason": Key("unread.E112")}
            problems.append(Problem("W302", values))
        else:
            yield path


def _unknown(source: Source, key: str) -> Problem:
    near = get_close_matches(normalised(key), [option.name for option in OPTIONS], n=1)
    values = {"place": source.place_of(key), "key": key}
    return Problem("W206", {**values, "nearest": near[0]}) if near else Problem("W205", values)


def _line_of(text: str, key: str, start: int) -> int:
    """The line on which `key` is set, 0 where it cannot be seen (the parser does not tell).

    Of a key in tables (policies.haus.allowed) the line of the innermost one that can be seen.
    """
    outer, dot, key = key.rpartition(".")
    table = re.search(
        rf"""^[ \t]*\[.*{re.escape(outer.rpartition(".")[2])}["']?\]""", text[start:], re.MULTILINE
    )
    if dot and table:
        start += table.start()
    setting = re.compile(
        rf"""^[ \t]*(?:\[+(?:.*\.)?)?[ \t]*["']?{re.escape(key)}["']?[ \t]*[=.\]]""", re.MULTILINE
    )
    found = setting.search(text, start) or (table if dot else None)
    if found is None:
        return _line_of(text, outer, 0) if dot else 0
    return text.count("\n", 0, found.start()) + 1


def _filled(defaults: T, values: Mapping[str, Any]) -> T:
    names = {entry.name for entry in fields(defaults)}
    return replace(defaults, **{name: value for name, value in values.items() if name in names})
