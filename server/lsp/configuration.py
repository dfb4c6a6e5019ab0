"""Follows the client's settings and the settings files, and checks anew when they change."""

import asyncio
import logging
from typing import Any

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcException

from mitgemeint.server.lsp.client_settings import SECTION
from mitgemeint.server.lsp.server import Server

log = logging.getLogger(__name__)

ANSWER_TIME = 5.0
"""Seconds that a client has to say its settings; after that the files alone count."""

WATCHED = ("**/.mitgemeint.toml", "**/pyproject.toml")


def register(server: Server) -> None:
    """Add the handlers of this feature."""
    server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)(did_change_configuration)
    server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)(did_change_workspace_folders)
    server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)(did_change_watched_files)


async def did_change_configuration(ls: Server, params: types.DidChangeConfigurationParams) -> None:
    """Follow the client's settings, whether it sends them or wants to be asked."""
    ls.configuration.set_general(params.settings)
    await fetch(ls)
    ls.recheck()


async def did_change_workspace_folders(ls: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """A folder has come or gone: its documents may have other settings now."""
    await fetch(ls)
    ls.recheck()


def did_change_watched_files(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
    """A settings file has changed on disk."""
    ls.configuration.reload()
    ls.recheck()


def can_be_asked(server: Server) -> bool:
    """Whether the client answers `workspace/configuration`."""
    return bool(get_capability(server.client_capabilities, "workspace.configuration", False))


async def fetch(server: Server) -> None:
    """Ask the client for its settings of every folder, where it can be asked."""
    if not can_be_asked(server):
        return
    folders = server.folders or [""]
    items = [types.ConfigurationItem(scope_uri=folder or None, section=SECTION) for folder in folders]
    try:
        answer = await asyncio.wait_for(
            server.workspace_configuration_async(types.ConfigurationParams(items)), ANSWER_TIME
        )
    except (TimeoutError, JsonRpcException):
        log.warning("the client did not say its settings")
        return
    server.configuration.set_folders(dict(zip(folders, answer or (), strict=False)))


async def watch(server: Server) -> None:
    """Ask the client to tell of changes, where it wants to be asked for that."""
    registrations = []
    if _registers(server, "workspace.did_change_configuration"):
        options: Any = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
        registrations.append(
            types.Registration("configuration", types.WORKSPACE_DID_CHANGE_CONFIGURATION, options)
        )
    if _registers(server, "workspace.did_change_watched_files"):
        watchers = [types.FileSystemWatcher(glob_pattern=pattern) for pattern in WATCHED]
        options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        registrations.append(
            types.Registration("settings-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        )
    if registrations:
        try:
            await server.client_register_capability_async(types.RegistrationParams(registrations))
        except JsonRpcException:
            log.warning("the client refused to tell of changes")


def _registers(server: Server, capability: str) -> bool:
    return bool(get_capability(server.client_capabilities, f"{capability}.dynamic_registration", False))
