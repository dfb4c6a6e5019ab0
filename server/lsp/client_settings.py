"""The settings of each document: those of the files and those the client has sent, joined."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pygls.uris import to_fs_path

from mitgemeint.server.config import LoadedSettings, load_settings, user_file
from mitgemeint.server.options import BY_NAME, normalised

SECTION = "mitgemeint"


class Configuration:
    """What the client has said about settings, and the settings of each folder, read once."""

    def __init__(self) -> None:
        self.locale: str | None = None
        """The language of the client's own menus."""

        self._general: Mapping[str, Any] = {}
        self._by_folder: dict[str, Mapping[str, Any]] = {}
        self._loaded: dict[tuple[Path, str], LoadedSettings] = {}

    def set_options(self, values: object) -> None:
        """Take over what `initialize` brings, which is all for this server."""
        self._general = (section(values) or values) if isinstance(values, Mapping) else {}
        self.reload()

    def set_general(self, values: object) -> None:
        """Take over settings that the client sends later, if there are any of this server in them."""
        self._general = section(values) or self._general
        self.reload()

    def set_folders(self, values: Mapping[str, object]) -> None:
        """Take over what the client answers for each workspace folder ("" for the whole workspace)."""
        self._by_folder = {folder: section(value) for folder, value in values.items()}
        self.reload()

    def reload(self) -> None:
        """Read the files again when they are next needed."""
        self._loaded.clear()

    def settings_for(self, uri: str, folders: Sequence[str]) -> LoadedSettings:
        """The settings of a document, given the URIs of the workspace folders."""
        owner = max((folder for folder in folders if contains(folder, uri)), key=len, default="")
        place = _folder_of(uri, owner, folders)
        key = (place, owner)
        if key not in self._loaded:
            values = {**self._general, **self._by_folder.get(owner, {})}
            environment = {"LANG": self.locale} if self.locale else None
            self._loaded[key] = load_settings(place, values, environment=environment, trusted=False)
        return self._loaded[key]


def project_of(uri: str, folders: Sequence[str]) -> tuple[Path, Path | None]:
    """Where the settings of a document are looked for, and the workspace folder, if there is one."""
    owner = max((folder for folder in folders if contains(folder, uri)), key=len, default="")
    root = to_fs_path(owner or folders[0]) if folders else None
    return _folder_of(uri, owner, folders), Path(root) if root else None


def section(values: object) -> Mapping[str, Any]:
    """This server's settings in what a client sends: alone, or beside those of others."""
    if not isinstance(values, Mapping):
        return {}
    inner = values.get(SECTION)
    if isinstance(inner, Mapping):
        return inner
    return values if any(normalised(str(key)) in BY_NAME for key in values) else {}


def contains(folder: str, uri: str) -> bool:
    """Whether a URI lies in a folder, or is the folder."""
    return uri == folder or uri.startswith(folder.rstrip("/") + "/")


def _folder_of(uri: str, owner: str, folders: Sequence[str]) -> Path:
    """Where to look for the settings files of a document, or of a workspace folder.

    Its own folder, if that lies in the workspace or there is no workspace; else the first workspace
    folder, so that nothing outside is read; and the user's settings alone for a text without a file.
    """
    own = to_fs_path(uri) if uri.startswith("file:") else None
    if own and (owner or not folders):
        return Path(own) if uri == owner else Path(own).parent
    first = next((path for folder in folders if (path := to_fs_path(folder))), None)
    return Path(first) if first else user_file().parent
