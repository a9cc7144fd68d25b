"""The examples of docs/cutile.md, one after the other in a script."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

MANUAL = Path(__file__).parents[3] / "docs" / "cutile.md"


@pytest.mark.skipif(not MANUAL.exists(), reason="the manual is in the repository")
def test_the_examples_of_the_manual_run(tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", MANUAL.read_text(), re.DOTALL)
    script = tmp_path / "manual.py"
    script.write_text("\n".join(blocks))
    ran = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert len(blocks) >= 4
    assert ran.stdout.startswith("[]\n"), "the sanitizer finds nothing"
    assert ".target sm_90a" in ran.stdout
    assert "the launch was refused: the kernel may write array 3" in ran.stdout
    assert "outside of a session: " in ran.stdout and "cutile.cpu()" in ran.stdout
