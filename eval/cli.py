"""`mitgemeint-eval`: measures bias in language models, and inclusive rewriting. Each measure is a command.

Exit states: 0 done, 2 the input is wrong (one line on standard error says where and what to do), 130
interrupted.
"""

import argparse
import errno
import io
import os
import sys
from collections.abc import Sequence

from mitgemeint.eval.extras import EVAL, missing, remedy
from mitgemeint.eval.problems import EvalError

NEEDED = (
    *("scipy", "tqdm", "matplotlib", "torch", "transformers", "huggingface_hub"),
    *("jiwer", "sacremoses", "flask"),
)
"""Libraries of the extra `eval`. Help can be read without them."""

WRONG_INPUT = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status."""
    for stream in (sys.stdout, sys.stderr):  # a terminal without a letter shows something in its place
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    from mitgemeint.eval.association import command as association
    from mitgemeint.eval.bbq import command as bbq
    from mitgemeint.eval.inclusive import command as inclusive

    parser = argparse.ArgumentParser(
        prog="mitgemeint-eval", description="Measures bias in language models, and inclusive rewriting."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    association.add(commands)
    bbq.add(commands)
    inclusive.add(commands)
    chosen = parser.parse_args(arguments)
    if lacking := missing(*NEEDED):
        print(f"mitgemeint-eval: not installed: {', '.join(lacking)}; {remedy(EVAL)}", file=sys.stderr)
        return WRONG_INPUT
    try:
        status = int(chosen.run(chosen))
        sys.stdout.flush()
        return status
    except EvalError as error:
        print(f"mitgemeint-eval: {error}", file=sys.stderr)
        return WRONG_INPUT
    except KeyboardInterrupt:
        print("mitgemeint-eval: interrupted; the same command goes on where it was", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output has gone: nothing to say, and nobody to say it to
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRONG_INPUT
    except OSError as error:
        if error.filename is not None or error.errno not in (errno.ENOSPC, errno.EIO):
            raise
        print(f"mitgemeint-eval: standard output: {error.strerror}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRONG_INPUT


if __name__ == "__main__":
    sys.exit(main())
