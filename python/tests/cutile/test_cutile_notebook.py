"""The notebook of the examples runs as it stands."""

from __future__ import annotations

import json
import linecache
from pathlib import Path

import programs
import pytest

NOTEBOOK = Path(__file__).parents[3] / "examples" / "cutile.ipynb"

assert programs.ct, "this test is skipped without cuTile"


def test_the_notebook_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("MPLBACKEND", "agg")
    names: dict[str, object] = {"__name__": "__main__"}
    cells = [cell for cell in json.loads(NOTEBOOK.read_text())["cells"] if cell["cell_type"] == "code"]
    try:
        for number, cell in enumerate(cells):
            text = "".join(cell["source"])
            # cuTile asks for the lines of kernels, as it does in a notebook.
            file = f"<cell {number}>"
            linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
            exec(compile(text, file, "exec", dont_inherit=True), names)
    finally:
        if "session" in names:
            names["session"].__exit__(None, None, None)
    printed = capsys.readouterr().out
    assert printed.count("right: True") == 3 and "E0571" in printed
