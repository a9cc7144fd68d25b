"""Steps in child processes: a kernel that hangs or faults ends its child, and the next child goes on with what is left."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional

Result = Dict[str, Any]
Done = Callable[[str, Result], None]

#: Seconds that a child may take until its driver and its libraries are there.
READY = 120.0


def run(
    command: List[str],
    items: List[str],
    broken: List[str],
    limit: float,
    deadline: float,
    done: Done,
    hopeless: Callable[[str], bool],
) -> None:
    """Has children do items, in their order, each within a limit of seconds, until the deadline. Every item gets a result."""
    left = list(items)
    while left and time.monotonic() < deadline:
        for item in [item for item in left if hopeless(item)]:
            left.remove(item)
            done(item, {"state": "not run", "why": "others of this form hang"})
        if not left:
            return
        before = len(left)
        end = child(command, left, broken, limit, deadline, done)
        # A child that does nothing at all would be started again and again.
        if len(left) == before:
            for item in left:
                done(item, {"state": "failed", "why": end or "the process did nothing"})
            return
    for item in left:
        done(item, {"state": "out of time"})


def child(
    command: List[str],
    left: List[str],
    broken: List[str],
    limit: float,
    deadline: float,
    done: Done,
) -> Optional[str]:
    """One child. Items that are done are taken off the list; why it ended, unless it did all of them."""
    # A group of its own, so that what it started ends with it.
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, start_new_session=True)
    assert process.stdin and process.stdout
    process.stdin.write(json.dumps({"items": left, "broken": broken}))
    process.stdin.close()
    lines: queue.Queue[Optional[str]] = queue.Queue()
    threading.Thread(target=read, args=(process.stdout, lines), daemon=True).start()
    allowed, ended = READY, None
    try:
        while True:
            line = lines.get(timeout=max(min(allowed, deadline - time.monotonic()), 0.0))
            if line is None:
                break
            allowed = limit
            said = json.loads(line)
            if "item" in said:
                left.remove(said["item"])
                done(said["item"], said["result"])
    except queue.Empty:
        os.killpg(process.pid, signal.SIGKILL)
        late = time.monotonic() >= deadline
        ended = "out of time" if late else "timed out"
        if left and allowed == limit:
            done(left.pop(0), {"state": ended})
    code = process.wait()
    if ended is None and code and left:
        ended = f"the process of the kernel ended with code {code}"
    return ended


def read(stream: Any, lines: queue.Queue[Optional[str]]) -> None:
    """Hands over the lines of a child; none at its end."""
    for line in stream:
        lines.put(line)
    lines.put(None)


def words(step: str, folder: Path, stand_in: Optional[List[str]]) -> List[str]:
    """The command of a child."""
    run_py = Path(__file__).resolve().parent.parent / "run.py"
    more = ["--stand-in", *stand_in] if stand_in else []
    return [sys.executable, str(run_py), "--kit", str(folder), "--child", step, *more]
