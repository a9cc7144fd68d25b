"""What a child does: its items one after the other, each result a line. After a fault it ends, since the context is gone."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, Callable, List, Optional

from . import calibration, correctness, questions, timing
from .driver import NOT_SUPPORTED, DriverError
from .kit import Kit
from .work import open_driver

#: The steps, in their order.
STEPS = {"questions": questions, "correctness": correctness, "calibration": calibration, "timing": timing}


def serve(kit: Kit, step: str, stand_in: Optional[List[str]]) -> int:
    """Does the items that standard input lists."""
    say = own_output()
    asked = json.load(sys.stdin)
    kit.broken.update(asked["broken"])
    driver = open_driver(kit, stand_in)
    target = kit.target(*driver.capability)
    say({"ready": True})
    for item in asked["items"]:
        try:
            result = STEPS[step].do(kit, driver, target, item)
        except DriverError as error:
            state = "not run" if error.status == NOT_SUPPORTED else "failed"
            say({"item": item, "result": {"state": state, "why": str(error)}})
            if not driver.is_sound():
                return 0
        except Exception as error:  # One item must not end the others, whatever is wrong with it.
            say({"item": item, "result": {"state": "failed", "why": f"{type(error).__name__}: {error}"}})
            return 0
        else:
            say({"item": item, "result": result})
    return 0


def own_output() -> Callable[[Any], None]:
    """Standard output for results alone: kernels that print do so to the process's, which leads nowhere from now on."""
    channel = os.fdopen(os.dup(1), "w")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)

    def say(words: Any) -> None:
        channel.write(json.dumps(words) + "\n")
        channel.flush()

    return say
