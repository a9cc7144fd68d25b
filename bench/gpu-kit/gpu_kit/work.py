"""Launches of the kit: their arguments in memory, and whether what they leave there is right."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

import numpy as np

from . import answers, numbers
from .driver import Driver, Memory
from .kit import Kit


class Case:
    """A launch of a test, with what the reference interpreter leaves in memory."""

    def __init__(self, kit: Kit, case: Dict[str, Any], memory: Memory) -> None:
        self.kit, self.case, self.memory = kit, case, memory
        self.grid: List[int] = case["grid"]
        self.before = [kit.read(buffer["before"]) for buffer in case["buffers"]]
        self.addresses = [memory.filled(data) for data in self.before]

    def arguments(self) -> List[int]:
        def one(argument: Dict[str, int]) -> int:
            return argument["bits"] if "bits" in argument else self.addresses[argument["buffer"]] + argument["offset"]

        return [one(argument) for argument in self.case["arguments"]]

    def reset(self) -> None:
        """Memory is as before a launch."""
        for address, data in zip(self.addresses, self.before):
            self.memory.write(address, data)

    def wrong(self) -> Optional[str]:
        """What is wrong in memory after a launch."""
        for number, (buffer, address, before) in enumerate(zip(self.case["buffers"], self.addresses, self.before)):
            if buffer["rule"] == "open":
                continue
            got = self.memory.read(address, len(before))
            want = self.kit.read(buffer["after"])
            found = numbers.difference(
                buffer["element"], want, got, buffer["compared"], buffer["undefined"], buffer["ulps"]
            )
            if found:
                return f"buffer {number}: {found}"
        return None


class Timed:
    """A launch of a kernel that is timed, on data made from a seed."""

    def __init__(self, kind: str, launch: Dict[str, Any], memory: Memory, seed: int = 1) -> None:
        self.kind, self.launch, self.memory = kind, launch, memory
        #: Computed when it is first asked for.
        self.answer: Optional[answers.Answer] = None
        self.grid: List[int] = launch["grid"]
        self.buffers = [argument for argument in launch["arguments"] if "buffer" in argument]
        self.host = {
            buffer["buffer"]: numbers.filled(buffer, seed + number) for number, buffer in enumerate(self.buffers)
        }
        self.addresses = {name: memory.filled(bits.tobytes()) for name, bits in self.host.items()}

    def arguments(self) -> List[int]:
        def one(argument: Dict[str, Any]) -> int:
            return self.addresses[argument["buffer"]] if "buffer" in argument else argument["bits"]

        return [one(argument) for argument in self.launch["arguments"]]

    def reset(self) -> None:
        """What a kernel writes is as before a launch."""
        for buffer in self.buffers:
            if buffer["fill"] == "zeros":
                name = buffer["buffer"]
                self.memory.write(self.addresses[name], self.host[name].tobytes())

    def element(self, name: str) -> str:
        return next(buffer["element"] for buffer in self.buffers if buffer["buffer"] == name)

    def wrong(self) -> Optional[str]:
        """What is wrong in some rows of the result."""
        if self.answer is None:
            inputs = {key: numbers.values(self.host[key], self.element(key)) for key in answers.INPUTS[self.kind]}
            self.answer = answers.Answer(self.kind, self.launch["shape"], inputs)
        result = next(buffer for buffer in self.buffers if buffer["fill"] == "zeros")
        name, element = result["buffer"], result["element"]
        size = self.host[name].nbytes // self.answer.rows
        for row, want in self.answer.wanted.items():
            data = self.memory.read(self.addresses[name] + row * size, size)
            found = numbers.values(np.frombuffer(data, numbers.bits_of(element)), element)
            if not answers.is_close(want, found):
                far, most = np.abs(found - want).max(), np.abs(want).max()
                return f"row {row} is off by up to {far:.3g}, and its largest element is {most:.3g}"
        return None


def open_driver(kit: Kit, stand_in: Optional[List[str]]) -> Driver:
    """The driver of this machine, or the one that stands in for it: its command, and before it the target."""
    if not stand_in:
        from .driver import system

        return Driver(system())
    from .stand_in import StandIn

    number = int("".join(c for c in stand_in[0] if c.isdigit()))
    return Driver(StandIn(kit, stand_in[1:], (number // 10, number % 10)))
