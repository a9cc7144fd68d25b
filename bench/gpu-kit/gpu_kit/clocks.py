"""The clock and the power of the GPU while it works, from the management library, where that is installed."""

from __future__ import annotations

import ctypes
import statistics
from typing import Dict, List

#: `NVML_CLOCK_SM`
OF_MULTIPROCESSORS = 1


class Clocks:
    """What was seen, look by look."""

    def __init__(self) -> None:
        self.clocks: List[int] = []
        self.power: List[int] = []
        self.device = ctypes.c_void_p()
        try:
            self.library = ctypes.CDLL("libnvidia-ml.so.1")
            self.there = not self.library.nvmlInit_v2()
            self.there = self.there and not self.library.nvmlDeviceGetHandleByIndex_v2(0, ctypes.byref(self.device))
        except (OSError, AttributeError):
            self.there = False

    def look(self) -> None:
        if not self.there:
            return
        clock, power = ctypes.c_uint(), ctypes.c_uint()
        if not self.library.nvmlDeviceGetClockInfo(self.device, OF_MULTIPROCESSORS, ctypes.byref(clock)):
            self.clocks.append(clock.value)
        if not self.library.nvmlDeviceGetPowerUsage(self.device, ctypes.byref(power)):
            self.power.append(power.value)

    def said(self) -> Dict[str, float]:
        """Medians: megahertz, and watts."""
        said = {}
        if self.clocks:
            said["MHz"] = float(statistics.median(self.clocks))
        if self.power:
            said["W"] = statistics.median(self.power) / 1000
        return said
