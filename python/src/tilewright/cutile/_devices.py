"""`torch.cuda` without a GPU: one device, on which everything has happened when a call returns.

A graph records the launches of cuTile kernels and the operations of torch that its capture sees, and replays them in that
order into the same tensors. Launches do not run while they are captured; operations of torch do, because later ones need the
tensors that they make.
"""

from __future__ import annotations

import contextlib
import threading
import time
import types
from typing import Any, Callable, Iterator

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from . import _driver, _program
from ._settings import Handle, current

_state = threading.local()


class Stream(Handle):
    """A stream."""

    def __init__(self, device: Any = None, priority: int = 0, *, handle: int | None = None, **_options: Any) -> None:
        self.cuda_stream = _driver.create_stream() if handle is None else handle
        self.device = torch.device("cuda", 0)
        self.priority = priority

    def synchronize(self) -> None:
        """Nothing is pending, ever."""

    def query(self) -> bool:
        """All work is done."""
        return True

    def wait_stream(self, _stream: Any) -> None:
        """Its work is done."""

    def wait_event(self, _event: Any) -> None:
        """It has happened."""

    def record_event(self, event: Any = None) -> "Event":
        """Records an event now."""
        event = Event(enable_timing=True) if event is None else event
        event.record()
        return event

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stream) and other.cuda_stream == self.cuda_stream

    def __hash__(self) -> int:
        return hash(self.cuda_stream)

    def __enter__(self) -> "Stream":
        self._before = current_stream()
        _state.stream = self
        return self

    def __exit__(self, *_exception: Any) -> None:
        _state.stream = self._before


_DEFAULT = Stream(handle=0)


def default_stream(_device: Any = None) -> Stream:
    """The stream of number 0."""
    return _DEFAULT


def current_stream(_device: Any = None) -> Stream:
    """The stream that was chosen last in this thread."""
    return getattr(_state, "stream", _DEFAULT)


def set_stream(stream: Stream) -> None:
    """Chooses a stream."""
    _state.stream = stream


@contextlib.contextmanager
def stream_of(stream: Stream | None) -> Iterator[None]:
    """Chooses a stream for a while."""
    if stream is None:
        yield
        return
    with stream:
        yield


class Event:
    """A moment."""

    def __init__(self, enable_timing: bool = False, **_options: Any) -> None:
        self._time = 0.0
        self.cuda_event = id(self)

    def record(self, _stream: Any = None) -> None:
        """Remembers the time; in a graph, of each replay."""
        recorder = _program.recorder()
        if recorder is not None:
            recorder(self._now)
        self._now()

    def _now(self) -> None:
        self._time = time.perf_counter()

    def elapsed_time(self, end: "Event") -> float:
        """Milliseconds until another event."""
        return (end._time - self._time) * 1e3

    def synchronize(self) -> None:
        """It has happened."""

    def wait(self, _stream: Any = None) -> None:
        """It has happened."""

    def query(self) -> bool:
        """It has happened."""
        return True


class _Recorder(TorchDispatchMode):
    """Records operations of torch: what was called, on what, and where its results are."""

    def __init__(self, actions: list[Callable[[], Any]]) -> None:
        super().__init__()
        self._actions = actions

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        result = func(*args, **kwargs)

        def replay() -> None:
            again = func(*args, **kwargs)
            for old, new in zip(_tensors(result), _tensors(again)):
                if old.data_ptr() != new.data_ptr():
                    old.copy_(new)

        self._actions.append(replay)
        return result


def _tensors(value: Any) -> list[Any]:
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (tuple, list)):
        return [tensor for item in value for tensor in _tensors(item)]
    return []


class CUDAGraph:
    """A list of actions."""

    def __init__(self, *_options: Any, **_more: Any) -> None:
        self.actions: list[Callable[[], Any]] = []

    def replay(self) -> None:
        """Does them all again."""
        with torch.no_grad():
            for action in self.actions:
                action()

    def reset(self) -> None:
        """Forgets them."""
        self.actions.clear()

    def pool(self) -> tuple[int, int]:
        """Graphs share nothing."""
        return (0, 0)


@contextlib.contextmanager
def graph(cuda_graph: CUDAGraph, *_options: Any, stream: Stream | None = None, **_more: Any) -> Iterator[None]:
    """Captures a graph."""
    with stream_of(stream), _program.capture(cuda_graph.actions.append), _Recorder(cuda_graph.actions):
        yield


class _Device:
    """`torch.cuda.device`."""

    def __init__(self, device: Any) -> None:
        self.idx = 0

    def __enter__(self) -> "_Device":
        return self

    def __exit__(self, *_exception: Any) -> None:
        return None


def properties(_device: Any = None) -> types.SimpleNamespace:
    """What there is to know about the device."""
    major, minor = current().capability
    return types.SimpleNamespace(
        name="Tilewright CPU",
        major=major,
        minor=minor,
        multi_processor_count=current().multiprocessors,
        total_memory=8 << 30,
        L2_cache_size=32 << 20,
        warp_size=32,
        max_threads_per_multi_processor=2048,
        shared_memory_per_block=48 << 10,
        shared_memory_per_block_optin=227 << 10,
        shared_memory_per_multiprocessor=228 << 10,
        regs_per_multiprocessor=65536,
        is_integrated=True,
    )


def _always(answer: Any) -> Callable[..., Any]:
    """A function of its own that gives `answer`: `torch.compile` knows functions of `torch.cuda` by identity."""
    return lambda *_args, **_kwargs: answer


def namespace() -> dict[str, Any]:
    """What replaces names of `torch.cuda`."""
    memory = {name: _always(0) for name in ("memory_allocated", "max_memory_allocated", "memory_reserved", "max_memory_reserved")}
    quiet = {
        name: _always(None)
        for name in (
            "init",
            "synchronize",
            "empty_cache",
            "set_device",
            "reset_peak_memory_stats",
            "reset_max_memory_allocated",
            "ipc_collect",
        )
    }
    return {
        **memory,
        **quiet,
        "is_available": lambda: True,
        "is_initialized": lambda: True,
        "is_bf16_supported": _always(True),
        "is_current_stream_capturing": _program.is_capturing,
        "device_count": lambda: 1,
        "current_device": lambda: 0,
        "device": _Device,
        "get_device_capability": lambda _device=None: current().capability,
        "get_device_name": lambda _device=None: properties().name,
        "get_device_properties": properties,
        "mem_get_info": lambda _device=None: (8 << 30, 8 << 30),
        "manual_seed": lambda seed: torch.default_generator.manual_seed(seed),
        "manual_seed_all": lambda seed: torch.default_generator.manual_seed(seed),
        "get_rng_state": lambda device=None: torch.get_rng_state(),
        "get_rng_state_all": lambda: [torch.get_rng_state()],
        "set_rng_state": lambda state, device=None: torch.set_rng_state(state),
        "set_rng_state_all": lambda states: torch.set_rng_state(states[0]),
        "Stream": Stream,
        "Event": Event,
        "ExternalStream": lambda handle, **_options: Stream(handle=handle),
        "stream": stream_of,
        "set_stream": set_stream,
        "current_stream": current_stream,
        "default_stream": default_stream,
        "CUDAGraph": CUDAGraph,
        "graph": graph,
        "graph_pool_handle": lambda: (0, 0),
    }
