#!/usr/bin/env python3
"""Checks and times the kit's kernels on the GPU of this machine: `python3 run.py --help`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from gpu_kit.main import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
