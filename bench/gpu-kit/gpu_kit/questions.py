"""Step 1: how our code can be launched. Each question launches a kernel of the kit in one way and looks at what it leaves in memory."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

from .driver import CLUSTER, OVERLAPPED, Driver, DriverError, Memory
from .kernel import Graph, Kernel, Parameters
from .kit import Kit
from .work import Case, Timed

#: Seconds for one question.
LIMIT = 20.0
#: Shared memory that every launch has without asking.
SMALL = 48 << 10

Code = Dict[str, Any]
Launch = Callable[[Kernel, List[int], Parameters], None]


class Question(NamedTuple):
    """What is asked, which code answers it, and how that is launched."""

    text: str
    fits: Callable[[Code], bool]
    launch: Launch
    #: It is against the rules: the answer says what happens then.
    against_rules: bool = False


def is_drop_in(code: Code) -> bool:
    return code["form"] == "drop-in" and code["by"] == "tilewright"


def is_single(code: Code) -> bool:
    return is_drop_in(code) and code["cluster"] in (None, 1) and code["shared"] <= SMALL


def plain(kernel: Kernel, grid: List[int], parameters: Parameters) -> None:
    kernel.launch(grid, parameters)


def extended(*attributes: Tuple[int, List[int]]) -> Launch:
    return lambda kernel, grid, parameters: kernel.launch_extended(grid, parameters, attributes)


def captured(kernel: Kernel, grid: List[int], parameters: Parameters) -> None:
    graph = Graph(kernel, grid, parameters)
    # Its stream does not wait for the copies that filled the buffers.
    kernel.driver.synchronize()
    graph.launch()
    kernel.driver.synchronize()


def one_thread(kernel: Kernel, grid: List[int], parameters: Parameters) -> None:
    kernel.launch(grid, parameters, block=1)


QUESTIONS = [
    Question("`.blocksareclusters`, block (1,1,1), `cuLaunchKernel`", is_single, plain),
    Question("the same, `cuLaunchKernelEx` without attributes", is_single, extended()),
    Question("the same with the cluster attribute, (1,1,1)", is_single, extended((CLUSTER, [1, 1, 1]))),
    Question("the same with programmatic stream serialisation", is_single, extended((OVERLAPPED, [1]))),
    Question("the same, captured in a graph", is_single, captured),
    Question(
        "more than 48 KiB of static shared memory, no dynamic shared memory",
        lambda code: is_drop_in(code) and code["shared"] > SMALL,
        plain,
    ),
    Question(
        "clusters of several thread blocks, block (1,1,1)", lambda code: is_drop_in(code) and (code["cluster"] or 1) > 1, plain
    ),
    Question(
        "the launcher form, block of the metadata", lambda code: code["form"] == "launcher" and code["dynamic_shared"] == 0, plain
    ),
    Question("dynamic shared memory of more than 48 KiB", lambda code: code["dynamic_shared"] > SMALL, plain),
    Question("tensor maps as parameters", lambda code: bool(code["tensor_maps"]), plain),
    Question(
        "tensor maps that the kernel makes itself, block (1,1,1)", lambda code: code["form"] == "drop-in agents", plain
    ),
    Question(
        "the launcher form with block (1,1,1), contrary to its `.reqntid`",
        lambda code: code["form"] == "launcher" and not code["counts_clusters"] and code["block"] > 1,
        one_thread,
        against_rules=True,
    ),
    Question("a cubin of tileiras, block (1,1,1)", lambda code: code["by"] == "tileiras", plain),
]


def items(_kit: Kit, _target: str) -> List[str]:
    return [str(number) for number in range(len(QUESTIONS))]


def described(_kit: Kit, item: str) -> Dict[str, str]:
    return {"name": QUESTIONS[int(item)].text}


def do(kit: Kit, driver: Driver, target: str, item: str) -> Dict[str, Any]:
    """Asks a question."""
    question = QUESTIONS[int(item)]
    found = code_for(kit, target, question)
    if found is None:
        return {"state": "not run", "why": f"the kit has no such code for {target}"}
    kind, one, name = found
    kernel = Kernel(driver, kit, name)
    with Memory(driver) as memory:
        work = Timed(one["kind"], one["launches"][0], memory) if kind == "timed" else Case(kit, one, memory)
        try:
            question.launch(kernel, work.grid, kernel.parameters(work.arguments()))
        except DriverError as error:
            if question.against_rules:
                return {"state": "answered", "why": f"refused: {error}", "kernel": one["name"]}
            raise
        driver.synchronize()
        wrong = work.wrong()
    kernel.unload()
    if question.against_rules:
        return {"state": "answered", "why": f"launched, and the result is {'wrong' if wrong else 'right'}", "kernel": one["name"]}
    return {"state": "wrong" if wrong else "right", "why": wrong, "kernel": one["name"]}


def code_for(kit: Kit, target: str, question: Question) -> Optional[Tuple[str, Dict[str, Any], str]]:
    """The first launch whose code answers a question and that leaves something to be compared, and the code's name."""
    of_cases = [("case", case) for case in kit.cases if any(buffer["rule"] != "open" for buffer in case["buffers"])]
    for kind, one in [*(("timed", timed) for timed in kit.timed), *of_cases]:
        for name in one["code"].get(target, {}).values():
            if question.fits(kit.code[name]):
                return kind, one, name
    return None
