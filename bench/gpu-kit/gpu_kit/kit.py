"""What a kit holds: `kit.json`, and the files that it names."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any, Dict, List, Optional, Set

#: What `kit.json` must say of itself.
FORMAT = 1


class Kit:
    """A folder that `cargo xtask gpu-kit` wrote."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = json.loads((folder / "kit.json").read_text())
        if listed["format"] != FORMAT:
            raise SystemExit(f"error: {folder} has format {listed['format']}, and this program reads {FORMAT}")
        self.listed: Dict[str, Any] = listed
        self.code: Dict[str, Dict[str, Any]] = listed["code"]
        self.cases: List[Dict[str, Any]] = listed["cases"]
        self.timed: List[Dict[str, Any]] = listed["timed"]
        #: Items of the step of correctness that are not right: they are not timed.
        self.broken: Set[str] = set()

    def read(self, name: str) -> bytes:
        """The bytes of a file."""
        return gzip.decompress((self.folder / name).read_bytes())

    def by_digest(self, cubin: bytes) -> List[Dict[str, Any]]:
        """The descriptions of machine code, one for each kernel."""
        digest = hashlib.sha256(len(cubin).to_bytes(8, "little") + cubin).hexdigest()
        return [code for code in self.code.values() if code["digest"] == digest]

    def target(self, major: int, minor: int) -> Optional[str]:
        """The target whose machine code runs on a device: that of its architecture, else an older one of the same generation."""
        targets = self.listed["targets"]
        own = [target for target in targets if target.rstrip("a") == f"sm_{major}{minor}"]
        # Code of a target with `a` runs on that architecture alone.
        older = [f"sm_{major}{older}" for older in range(minor, -1, -1)]
        return next(iter(own + [target for target in older if target in targets]), None)
