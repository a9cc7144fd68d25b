"""`python -m tilewright.cutile script.py …`: runs a script, or `-m module`, inside of a session."""

from __future__ import annotations

import argparse
import re
import runpy
import sys
from pathlib import Path
from typing import NoReturn

from .._options import did_you_mean
from . import _children, _engine, cpu
from ._settings import ENGINES, capability
from ._tuning import MODES


class _Parser(argparse.ArgumentParser):
    """A parser that names the option that is nearest to an unknown one."""

    def error(self, message: str) -> NoReturn:
        """Ends the program with what is wrong."""
        unknown = re.match(r"unrecognized arguments: (--[^\s=]+)", message)
        near = did_you_mean(unknown[1], self._option_string_actions) if unknown else ""
        super().error(message + near)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m tilewright.cutile",
        description="Runs a Python script that uses cuTile, on the CPU.",
        allow_abbrev=False,
    )
    parser.add_argument("--engine", choices=ENGINES, default="cpu", help="what executes kernels (default: cpu)")
    parser.add_argument("--target", metavar="SM", help="what ptx-emu compiles for (default: sm_90a)")
    parser.add_argument("--checks", action="store_true", help="run on ptx-emu under the checks of the emulator")
    parser.add_argument("--steps", type=int, metavar="N", help="steps that a launch may take (default: no limit)")
    parser.add_argument("--sanitize", action="store_true", help="look for everything undefined that kernels do")
    parser.add_argument("--pretend-cuda", action="store_true", help='let torch take device="cuda" for the CPU')
    parser.add_argument(
        "--compute-capability",
        type=capability,
        metavar="X.Y",
        help="what queries answer (default: that of the target, or 10.0)",
    )
    parser.add_argument("--threads", type=int, metavar="N", help="threads to use at most")
    parser.add_argument(
        "--tune", choices=MODES, default="quick", help="how often configurations run in a search (default: quick)"
    )
    parser.add_argument("-m", dest="module", action="store_true", help="the script is the name of a module")
    parser.add_argument("script", help="the script, or the module")
    parser.add_argument("args", nargs=argparse.REMAINDER, help="its arguments")
    return parser


def main(argv: list[str] | None = None) -> int:
    """Runs the command line; returns the exit code: 1 when the sanitizer or the checks found something."""
    parser = _parser()
    options = parser.parse_args(argv)
    try:
        session = cpu(
            engine=options.engine,
            target=options.target,
            checks=options.checks,
            steps=options.steps,
            sanitize=options.sanitize,
            pretend_cuda=options.pretend_cuda,
            compute_capability=options.compute_capability,
            threads=options.threads,
            tune=options.tune,
            on_finding=_engine.show,
        )
    except ValueError as error:
        parser.error(str(error))
    _children.invite(session.settings)
    sys.argv = [options.script, *options.args]
    with session:
        if options.module:
            runpy.run_module(options.script, run_name="__main__", alter_sys=True)
        else:
            sys.path.insert(0, str(Path(options.script).resolve().parent))
            runpy.run_path(options.script, run_name="__main__")
    _children.collect(session.settings)
    return 1 if session.findings else 0


if __name__ == "__main__":
    sys.exit(main())
