"""`python -m tilewright …`: the command `tilewright`. The wheel installs it under that name, too."""

from __future__ import annotations

import signal
import sys

from ._native import command


def main() -> int:
    """Runs the command line of this process, and returns the exit code."""
    # The interpreter only notes Ctrl-C and waits for the command; the command itself ends at once.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    return command(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
