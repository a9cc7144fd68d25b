"""Step 4: how long kernels take, ours and those of others, by turns, on random data."""

from __future__ import annotations

import statistics
from typing import Any, Callable, Dict, List, Tuple

from . import rivals
from .clocks import Clocks
from .driver import Driver, Memory
from .kernel import Kernel
from .kit import Kit
from .work import Timed

#: Seconds for all contenders on one size of one kernel.
LIMIT = 90.0
#: Turns, and milliseconds of one turn of one contender.
TURNS, TURN = 11, 10.0
#: Launches before the first turn.
WARM_UP = 3

Contender = Callable[[], None]


def items(kit: Kit, target: str) -> List[str]:
    """Every size but the smallest of every kernel, the first size of all of them first."""
    sizes = max((len(timed["launches"]) for timed in kit.timed), default=0)
    return [
        f"{number} {size}"
        for size in range(1, sizes)
        for number, timed in enumerate(kit.timed)
        if size < len(timed["launches"]) and target in timed["code"]
    ]


def described(kit: Kit, item: str) -> Dict[str, str]:
    number, size = map(int, item.split())
    timed = kit.timed[number]
    return {"name": timed["name"], "size": timed["launches"][size]["size"]}


def do(kit: Kit, driver: Driver, target: str, item: str) -> Dict[str, Any]:
    """Times all contenders on one size."""
    number, size = map(int, item.split())
    quick = getattr(driver.library, "quick", False)
    timed = kit.timed[number]
    # Without a GPU the small size is enough to show that everything is called as it should be.
    launch = timed["launches"][0 if quick else size]
    absent: Dict[str, str] = {}
    with Memory(driver) as memory:
        work = Timed(timed["kind"], launch, memory)
        sound = {form: name for form, name in timed["code"][target].items() if f"timed {number} {form}" not in kit.broken}
        absent.update((form, "it is not right") for form in timed["code"][target] if form not in sound)
        contenders = ours(kit, driver, sound, work, absent)
        contenders.update(rivals.all_of(work, quick, absent))
        times, clocks = by_turns(driver, contenders, quick)
    amount = launch.get("operations"), launch.get("bytes")
    return {
        "state": "measured",
        "kind": timed["kind"],
        "operations": amount[0],
        "bytes": amount[1],
        "clock": clocks,
        "contenders": {name: summary(all_times, amount) for name, all_times in times.items()},
        "absent": absent,
    }


def ours(
    kit: Kit, driver: Driver, code: Dict[str, str], work: Timed, absent: Dict[str, str]
) -> Dict[str, Contender]:
    """The kernels of the kit that give the right result, each as a call that launches it."""
    contenders: Dict[str, Contender] = {}
    for form, name in sorted(code.items()):
        label = form if form == "tileiras" else f"ours, {form}"
        try:
            kernel = Kernel(driver, kit, name)
        except Exception as error:
            absent[label] = str(error)
            continue
        parameters = kernel.parameters(work.arguments())
        work.reset()
        kernel.launch(work.grid, parameters)
        driver.synchronize()
        found = work.wrong()
        if found:
            absent[label] = f"wrong: {found}"
        else:
            contenders[label] = lambda kernel=kernel, parameters=parameters: kernel.launch(work.grid, parameters)
    return contenders


def by_turns(
    driver: Driver, contenders: Dict[str, Contender], quick: bool
) -> Tuple[Dict[str, List[float]], Dict[str, float]]:
    """Milliseconds of a launch of each contender, in each turn, and what clocks said meanwhile."""
    first, last = driver.event(), driver.event()

    def turn(contender: Contender, launches: int) -> float:
        driver.record(first)
        for _ in range(launches):
            contender()
        driver.record(last)
        return driver.milliseconds(first, last) / launches

    counts = {}
    for name, contender in contenders.items():
        turn(contender, 1 if quick else WARM_UP)
        counts[name] = 1 if quick else max(1, min(1000, round(TURN / max(turn(contender, 1), 1e-3))))
    clocks = Clocks()
    times: Dict[str, List[float]] = {name: [] for name in contenders}
    names = list(contenders)
    for number in range(1 if quick else TURNS):
        # Who comes first changes, so that a clock that sinks is nobody's advantage.
        for name in names[number % max(len(names), 1) :] + names[: number % max(len(names), 1)]:
            times[name].append(turn(contenders[name], counts[name]))
            clocks.look()
    return times, clocks.said()


def summary(times: List[float], amount: Tuple[Any, Any]) -> Dict[str, Any]:
    """The median, how far turns are apart, and the speed."""
    median = statistics.median(times)
    operations, moved = amount
    speed = {"TFLOP/s": operations / median / 1e9} if operations else {"GB/s": moved / median / 1e6}
    return {"milliseconds": median, "least": min(times), "most": max(times), **speed}
