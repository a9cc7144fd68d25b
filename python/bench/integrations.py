"""What Python adds to a launch, and to the start of a program: figures as JSON for `cargo xtask bench integrations`.

The program to launch comes from standard input; it takes three arrays of 128 floats and their length.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

import tilewright

ROUNDS, LAUNCHES = 11, 5000


def microseconds(call: Callable[[], object]) -> float:
    """The median over rounds of the time of one call."""

    def one_round() -> float:
        start = time.perf_counter()
        for _ in range(LAUNCHES):
            call()
        return (time.perf_counter() - start) / LAUNCHES * 1e6

    one_round()
    return statistics.median(one_round() for _ in range(ROUNDS))


def milliseconds_to_import() -> float:
    """The median over processes of the time that `import tilewright` takes in one."""
    program = "import time; s = time.perf_counter(); import tilewright; print((time.perf_counter() - s) * 1e3)"
    runs = (subprocess.run([sys.executable, "-c", program], capture_output=True, check=True) for _ in range(ROUNDS + 1))
    return statistics.median([float(run.stdout) for run in runs][1:])


def main() -> None:
    kernel = tilewright.parse(sys.stdin.read()).kernel()
    x, y, z = (np.ones(128, np.float32) for _ in range(3))
    args = (x, y, z, 128)
    raw = [(array.ctypes.data, array.nbytes) for array in (x, y, z)] + [128]
    print(
        json.dumps({
            "launch": microseconds(lambda: kernel.launch(1, args)),
            "raw": microseconds(lambda: kernel.launch_raw(1, raw)),
            "import": milliseconds_to_import(),
        })
    )


main()
