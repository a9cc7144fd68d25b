"""What must not break anything: threads, forks, signals, the end of the interpreter, memory that goes away, leaks."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import tilewright
from conftest import SPIN, add, store

Arrays = tuple[np.ndarray, np.ndarray, np.ndarray]
TESTS = pathlib.Path(__file__).parent


def program(text: str, *, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """Runs a program of its own next to the tests."""
    paths = [str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.run(
        [sys.executable, "-c", text], env=environment, capture_output=True, text=True, timeout=timeout, check=False
    )


def test_eight_threads_launch_at_once(arrays: Arrays) -> None:
    kernel = add().kernel()
    failures = []

    def work(number: int) -> None:
        try:
            x = np.full(300, number, np.float32)
            z = np.zeros_like(x)
            for _ in range(200):
                kernel.launch(3, (x, x, z, 300))
                assert (z == 2 * number).all()
                z[:] = 0
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_other_threads_run_while_a_kernel_does() -> None:
    """The kernel waits for what another thread of Python writes."""
    stop = np.zeros(1, np.int32)
    thread = threading.Thread(target=tilewright.launch, args=(tilewright.parse(SPIN), 1, (stop,)))
    thread.start()
    time.sleep(0.05)
    assert thread.is_alive()
    stop[0] = 1
    thread.join(30)
    assert not thread.is_alive()


def test_arrays_stay_while_they_are_used() -> None:
    stop = np.zeros(4, np.int32)
    lent = bytearray(16)
    module = tilewright.parse(SPIN.replace("%x: tile<ptr<i32>>", "%x: tile<ptr<i32>>, %y: tile<ptr<i32>>"))
    view = memoryview(lent).cast("i")
    thread = threading.Thread(target=tilewright.launch, args=(module, 1, (stop, view)))
    del view
    thread.start()
    time.sleep(0.05)
    try:
        with pytest.raises(ValueError, match="resize"):
            stop.resize(1 << 20, refcheck=False)
        with pytest.raises(BufferError):
            lent.extend(bytes(1 << 20))
    finally:
        stop[0] = 1
        thread.join(30)
    # The last reference is that of the launch.
    kernel = add().kernel()
    kernel.launch(1, (np.ones(10, np.float32), np.ones(10, np.float32), np.ones(10, np.float32), 10))


def _child(kernel: tilewright.Kernel, results) -> None:
    x = np.arange(300, dtype=np.float32)
    z = np.zeros_like(x)
    for _ in range(3):
        kernel.launch(3, (x, x, z, 300))
    results.put(float(z.sum()))


@pytest.mark.parametrize("how", ["fork", "spawn"])
def test_children_launch_what_their_parent_prepared(how: str) -> None:
    kernel = add().kernel()
    x = np.ones(300, np.float32)
    kernel.launch(3, (x, x, x, 300))
    context = multiprocessing.get_context(how)
    results = context.Queue()
    children = [context.Process(target=_child, args=(kernel, results)) for _ in range(2)]
    for child in children:
        child.start()
    sums = [results.get(timeout=60) for _ in children]
    for child in children:
        child.join(60)
        assert child.exitcode == 0
    assert sums == [2 * sum(range(300))] * 2
    kernel.launch(3, (x, x, x, 300))


def test_a_fork_while_threads_launch() -> None:
    done = program("""
import os, threading, numpy as np
from conftest import add
kernel = add().kernel()
def work():
    x = np.ones(300, np.float32)
    z = np.zeros_like(x)
    while not stop:
        kernel.launch(3, (x, x, z, 300))
    return z
stop = False
threads = [threading.Thread(target=work) for _ in range(2)]
for thread in threads:
    thread.start()
for _ in range(20):
    child = os.fork()
    if child == 0:
        x = np.ones(300, np.float32)
        kernel.launch(3, (x, x, x, 300))
        os._exit(0 if (x == 2).all() else 1)
    assert os.waitpid(child, 0)[1] == 0
stop = True
for thread in threads:
    thread.join()
print("done")
""")
    assert (done.stdout, done.returncode) == ("done\n", 0), done.stderr


@pytest.mark.parametrize("engine", ["cpu", "reference"])
def test_control_c_ends_a_launch(engine: str) -> None:
    done = program(f"""
import os, signal, threading, time, numpy as np, tilewright
from conftest import SPIN
# Shells start jobs in the background with the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
kernel = tilewright.parse(SPIN).kernel(engine={engine!r})
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    kernel.launch(100, (np.zeros(1, np.int32),))
except KeyboardInterrupt:
    print("interrupted")
x = np.ones(1, np.int32)
kernel.launch(100, (x,))
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    time.sleep(20)
except KeyboardInterrupt:
    print("interrupted again")
""")
    assert done.stdout == "interrupted\nTrue\ninterrupted again\n", done.stderr


def test_a_handler_that_raises_nothing_leaves_an_error() -> None:
    done = program("""
import os, signal, threading, numpy as np, tilewright
from conftest import SPIN
signal.signal(signal.SIGINT, lambda *_: print("handled", flush=True))
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    tilewright.launch(tilewright.parse(SPIN), 1, (np.zeros(1, np.int32),))
except tilewright.CancelledError as error:
    print([found.code for found in error.diagnostics])
""")
    assert done.stdout == "handled\n['E0605']\n", done.stderr


def test_other_signals_are_handled_between_tile_blocks() -> None:
    done = program("""
import os, signal, threading, numpy as np, tilewright
from conftest import store
def alarm(*_):
    raise TimeoutError("too long")
signal.signal(signal.SIGALRM, alarm)
signal.setitimer(signal.ITIMER_REAL, 0.3)
try:
    store("i32").kernel().launch((1 << 23, 1 << 20), (np.zeros(1, np.int32), 1))
except TimeoutError as error:
    print(error)
""")
    assert done.stdout == "too long\n", done.stderr


@pytest.mark.parametrize("daemon", [True, False])
def test_the_interpreter_ends_during_a_launch(daemon: bool) -> None:
    """A daemon thread is left behind; Python waits for others, so those are told to stop by what they wait for."""
    done = program(f"""
import threading, time, numpy as np, tilewright
from conftest import SPIN
x = np.zeros(1, np.int32)
threading.Thread(target=tilewright.launch, args=(tilewright.parse(SPIN), 4, (x,)), daemon={daemon}).start()
time.sleep(0.3)
if not {daemon}:
    threading.Timer(0.2, lambda: x.__setitem__(0, 1)).start()
print("the end")
""")
    assert (done.stdout, done.stderr, done.returncode) == ("the end\n", "", 0)


def test_many_errors_at_once_do_no_harm(arrays: Arrays) -> None:
    x, y, z = arrays
    kernel = add().kernel()
    for _ in range(200):
        with pytest.raises(tilewright.TrapError):
            kernel.launch(3, (x, y[:299], z, 300))
        with pytest.raises(tilewright.ArgumentError):
            kernel.launch(3, (x, y, z, "n"))
    kernel.launch(3, (x, y, z, 300))
    np.testing.assert_array_equal(z, x + y)


def resident() -> int:
    """Bytes of this process that are in memory."""
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is measured as Linux tells it")
def test_nothing_leaks_over_100000_launches(arrays: Arrays) -> None:
    x, y, z = arrays
    kernel = add().kernel()
    module = add()

    def batch(count: int) -> None:
        for _ in range(count):
            kernel.launch(3, (x, y, z, 300))

    batch(2000)
    references = [sys.getrefcount(a) for a in arrays]
    before = resident()
    batch(100_000)
    assert resident() - before < 4 << 20
    assert [sys.getrefcount(a) for a in arrays] == references
    # Errors, raw launches and sanitized ones keep nothing either.
    raw = [(a.ctypes.data, a.nbytes, a) for a in arrays] + [300]
    for round_ in range(2):
        for _ in range(1000):
            kernel.launch_raw(3, raw)
            tilewright.launch(module, 3, (x, y, z, 300))
            with pytest.raises(tilewright.ArgumentError):
                kernel.launch(3, (x, y, z, 2.5))
        for _ in range(10):
            kernel.sanitize(3, (x, y, z, 300))
        gc.collect()
        if round_ == 0:
            before = resident()
    assert resident() - before < 4 << 20
    del raw
    assert [sys.getrefcount(a) for a in arrays] == references


def test_a_kernel_outlives_its_module() -> None:
    x = np.zeros(1, np.int32)
    module = store("i32")
    kernel = module.kernel()
    del module
    gc.collect()
    kernel.launch(1, (x, 5))
    assert x[0] == 5
