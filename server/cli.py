"""The command line `mitgemeint`: arguments, streams and exit states."""

import argparse
import errno
import os
import platform
import sys
from collections.abc import Sequence
from importlib.metadata import version
from io import BufferedReader, BufferedWriter, RawIOBase, TextIOWrapper
from types import ModuleType
from typing import Any, NoReturn, TextIO

from mitgemeint.analysis.messages import Catalogue, user_locale
from mitgemeint.server.analysing import load_pipeline
from mitgemeint.server.commands import check, explain, fix, lsp, models, policies
from mitgemeint.server.commands.context import COULD_NOT_RUN, NOTHING_FOUND, Context
from mitgemeint.server.details import of_os
from mitgemeint.server.problems import Problem, ProblemError
from mitgemeint.server.usage import translated

COMMANDS: dict[str, ModuleType] = {
    "check": check,
    "fix": fix,
    "explain": explain,
    "policies": policies,
    "models": models,
    "lsp": lsp,
}
INTERRUPTED, BROKEN_PIPE = 130, 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status."""
    words = sys.argv[1:] if argv is None else argv
    context = _context(words)
    try:
        status = _status(words, context)
        context.out.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _give_up(sys.stdout)
        return BROKEN_PIPE
    except OSError as error:
        _give_up(sys.stdout)
        context.out = _nowhere()
        context.tell(Problem("E902", {"reason": of_os(error)}))
        return COULD_NOT_RUN
    finally:
        try:
            context.err.flush()
        except OSError:
            _give_up(sys.stderr)


def _status(argv: Sequence[str], context: Context) -> int:
    """The exit status of a run, also of one that help or version end."""
    try:
        return run(argv, context)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else NOTHING_FOUND


def _give_up(stream: TextIO | None) -> None:
    """Nobody takes what we write there any more; the flush at exit must not complain about it."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")


def run(argv: Sequence[str], context: Context) -> int:
    """Run one command in given surroundings; SystemExit after help, version and wrong arguments."""
    try:
        arguments, unknown = _parser(context).parse_known_args(argv)
        if unknown:
            message = f"unrecognized arguments: {' '.join(unknown)}"
            command = f"mitgemeint {arguments.command}" if arguments.command else "mitgemeint"
            raise ProblemError(_usage(translated(message, context.catalogue), command))
        if arguments.command is None:
            raise ProblemError(_usage(context.text("cli.no-command"), "mitgemeint"))
        return int(COMMANDS[arguments.command].run(arguments, context))
    except ProblemError as error:
        context.tell(error.problem)
        return COULD_NOT_RUN


def _context(argv: Sequence[str]) -> Context:
    """The surroundings of this process. Streams that it was started without fail when they are used."""
    out, err = _writable(sys.stdout), _writable(sys.stderr)
    catalogue = Catalogue.load(_language(argv) or user_locale(os.environ))
    return Context(
        catalogue=catalogue,
        out=out,
        err=err,
        input=sys.stdin.buffer if sys.stdin else BufferedReader(_Closed()),
        output=out.buffer,
        make_pipeline=load_pipeline,
        environment=os.environ,
    )


class _Closed(RawIOBase):
    """A stream that this process was started without (`>&-`): whoever uses it learns that it is closed."""

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> NoReturn:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))

    def write(self, data: object) -> NoReturn:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def _writable(stream: TextIO | None) -> TextIO:
    """UTF-8 for files and programs; a terminal keeps its encoding, with escapes for what it lacks."""
    if stream is None:
        return TextIOWrapper(BufferedWriter(_Closed()), encoding="utf-8")
    if isinstance(stream, TextIOWrapper):
        if stream.isatty():
            stream.reconfigure(errors="backslashreplace")
        else:
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")
    return stream


def _language(argv: Sequence[str]) -> str | None:
    """What `--lang` says; needed before the parser is built, for its help is in that language."""
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    early.add_argument("--lang")
    try:
        language: str | None = early.parse_known_args(argv)[0].lang
    except argparse.ArgumentError:
        return None
    return language


def _usage(detail: str, command: str) -> Problem:
    return Problem("E001", {"detail": detail, "command": command})


class _Formatter(argparse.HelpFormatter):
    """Help with its fixed words in the user's language."""

    usage_word = ""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, f"{self.usage_word}: " if prefix is None else prefix)


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are problems, in the language of `catalogue`."""

    catalogue: Catalogue

    def print_help(self, file: Any = None) -> None:
        """Write the help; argparse would keep silent where that fails."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        raise ProblemError(_usage(translated(message, self.catalogue), self.prog))


def _parser(context: Context) -> argparse.ArgumentParser:
    text = context.text
    formatter = type("Formatter", (_Formatter,), {"usage_word": text("help.usage")})
    common: dict[str, Any] = {"add_help": False, "allow_abbrev": False, "formatter_class": formatter}
    kind = type("Parser", (_Parser,), {"catalogue": context.catalogue})
    parser: argparse.ArgumentParser = kind(
        "mitgemeint", description=text("help.mitgemeint"), epilog=text("help.exit-status"), **common
    )
    _general(parser, context, top=True)
    commands = parser.add_subparsers(
        dest="command", title=text("help.commands"), metavar=text("help.command")
    )
    for name, command in COMMANDS.items():
        short = text(f"help.{name}")
        child = commands.add_parser(name, help=short, description=short, **common)
        command.add(child, context.catalogue)
        _general(child, context, top=False)
    return parser


def _general(parser: argparse.ArgumentParser, context: Context, top: bool) -> None:
    """The options of every command. A `--lang` before the command is not undone by its parser."""
    group = parser.add_argument_group(context.text("help.general"))
    group.add_argument("-h", "--help", action="help", help=context.text("help.help"))
    default = None if top else argparse.SUPPRESS
    group.add_argument("--lang", choices=("de", "en"), default=default, help=context.text("help.lang"))
    if top:
        shown = f"mitgemeint {version('mitgemeint')} (Python {platform.python_version()})"
        group.add_argument("--version", action="version", version=shown, help=context.text("help.version"))


if __name__ == "__main__":
    sys.exit(main())
