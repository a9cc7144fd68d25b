"""What this package raises is a `tilewright.Error`, with the exceptions that docs/python.md names."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright
from conftest import add, store
from tilewright import cutile


class Raises:
    """An object that fails when it is asked for its memory."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def __dlpack__(self, **_options: object) -> object:
        raise self._error


@pytest.mark.parametrize("error", [BufferError("lent"), ValueError("no"), AttributeError("x"), MemoryError()], ids=repr)
def test_what_an_array_raises_is_the_cause(error: Exception) -> None:
    with pytest.raises(tilewright.ArgumentError, match=r"argument 1 \(`%x`\) does not lend its memory: ") as caught:
        tilewright.launch(store("i32"), 1, (Raises(error), 1))
    assert caught.value.__cause__ is error


def test_what_stops_a_program_passes() -> None:
    with pytest.raises(KeyboardInterrupt):
        tilewright.launch(store("i32"), 1, (Raises(KeyboardInterrupt()), 1))


def test_no_argument_makes_a_launch_raise_anything_else() -> None:
    class NoView:
        dtype = np.dtype("float32")

    class Broken:
        @property
        def dtype(self) -> object:
            raise RuntimeError("no type")

    released = memoryview(bytearray(4)).cast("i")
    released.release()
    for wrong in (None, "text", b"1234", object(), NoView(), Broken(), released, {}, 1.5, 1 << 70, np.zeros(1, object)):
        with pytest.raises(tilewright.Error):
            tilewright.launch(store("i32"), 1, (wrong, 1))
        with pytest.raises(tilewright.Error):
            tilewright.launch(store("i32"), 1, (np.zeros(1, np.int32), wrong))
        with pytest.raises(tilewright.Error):
            tilewright.launch(store("i32"), wrong, (np.zeros(1, np.int32), 1))
        with pytest.raises(tilewright.Error):
            tilewright.launch(store("i32"), 1, wrong)


def test_options_that_do_not_fit() -> None:
    x = (np.zeros(1, np.int32), 1)
    for options in ({"engine": "gpu"}, {"entry": "other"}, {"target": "sm_90a"}, {"engine": "ptx-emu", "target": "sm_1"}):
        with pytest.raises(tilewright.Error):
            tilewright.launch(store("i32"), 1, x, **options)
    for options in ({"checks": "nothing"}, {"entry": "other"}):
        with pytest.raises(tilewright.Error):
            tilewright.sanitize(store("i32"), 1, x, **options)
    with pytest.raises(tilewright.Error):
        add().bytecode("99.9")


def test_a_builder() -> None:
    from tilewright.build import Builder

    b = Builder("m")
    for wrong in (lambda: b.addi(), lambda: b.addi(1, 2), lambda: b.constant(1), lambda: b.constant(1, result="tile<")):
        with pytest.raises(tilewright.ArgumentError):
            wrong()


def test_the_classes_of_cutile() -> None:
    for kind in (cutile.DriverInUse, cutile.ReadOnlyArray, cutile.UnsupportedArgument, cutile.UnsupportedCuTile):
        assert issubclass(kind, tilewright.Error)
    with pytest.raises(tilewright.ArgumentError):
        cutile.cpu(engine="gpu")


def test_calls_that_are_no_calls_and_files_that_are_not_there(tmp_path) -> None:
    """Python's own mistakes stay Python's."""
    with pytest.raises(TypeError) as caught:
        tilewright.launch(store("i32"), 1, (), colour="red")
    assert not isinstance(caught.value, tilewright.Error)
    with pytest.raises(TypeError):
        tilewright.parse(1)
    with pytest.raises(FileNotFoundError):
        tilewright.load(tmp_path / "nothing.mlir")
