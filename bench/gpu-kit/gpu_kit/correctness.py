"""Step 2: every launch of the tests, in each form that it is compiled in, leaves in memory what the reference interpreter left."""

from __future__ import annotations

from typing import Any, Dict, List

from .driver import Driver, Memory
from .kernel import Kernel
from .kit import Kit
from .work import Case, Timed

#: Seconds for one launch.
LIMIT = 10.0


def items(kit: Kit, target: str) -> List[str]:
    """Launches of each kind of code that the target has; those of the kernels to be timed come first, on their smallest size."""
    timed = [f"timed {number} {form}" for number, one in enumerate(kit.timed) for form in sorted(one["code"].get(target, {}))]
    cases = [f"case {number} {form}" for number, one in enumerate(kit.cases) for form in sorted(one["code"].get(target, {}))]
    return timed + cases


def described(kit: Kit, item: str) -> Dict[str, str]:
    """What an item is, for the results."""
    kind, number, form = item.split(" ", 2)
    return {"name": listed(kit, kind)[int(number)]["name"], "form": form}


def listed(kit: Kit, kind: str) -> List[Dict[str, Any]]:
    return kit.timed if kind == "timed" else kit.cases


def do(kit: Kit, driver: Driver, target: str, item: str) -> Dict[str, Any]:
    """Launches once, and compares."""
    kind, number, form = item.split(" ", 2)
    one = listed(kit, kind)[int(number)]
    kernel = Kernel(driver, kit, one["code"][target][form])
    with Memory(driver) as memory:
        work = Timed(one["kind"], one["launches"][0], memory) if kind == "timed" else Case(kit, one, memory)
        kernel.launch(work.grid, kernel.parameters(work.arguments()))
        driver.synchronize()
        found = work.wrong()
    kernel.unload()
    return {"state": "wrong", "why": found} if found else {"state": "right"}
