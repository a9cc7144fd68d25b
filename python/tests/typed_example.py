"""A program as users write one; `mypy --strict` must be content with it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

import tilewright
from tilewright.build import Builder, Value

TEXT = """cuda_tile.module @m {
  entry @set(%x: tile<ptr<f32>>, %value: tile<f32>) {
    %done = store_ptr_tko weak %x, %value : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}"""


def run(value: float) -> npt.NDArray[np.float32]:
    """Store a number on the CPU engine, and look for mistakes."""
    module: tilewright.Module = tilewright.parse(TEXT, name="set.mlir")
    module.verify()
    kernel: tilewright.Kernel = module.kernel("set", engine="cpu")
    names: list[str | None] = [param.name for param in kernel.params]
    assert names == ["x", "value"]
    x = np.zeros(1, dtype=np.float32)
    kernel.launch((1, 1), (x, value), threads=2)
    report: tilewright.Report = tilewright.sanitize(module, 1, [x, value], schedules=1)
    for finding in report.findings:
        print(finding.code, finding.line, finding.fix)
    try:
        kernel.launch(1, (x, "text"))
    except tilewright.ArgumentError as error:
        found: tuple[tilewright.Diagnostic, ...] = error.diagnostics
        assert not found
    data: bytes = module.bytecode("13.1")
    assert tilewright.load(data).entries[0].params[0].type == "ptr<f32>"
    return x


def built() -> tilewright.Module:
    """The same program, op by op."""
    b = Builder("m")
    entry = b.entry("set", ["tile<ptr<f32>>", "tile<f32>"])
    with entry.body as (x, value):
        twice: Value = b.addf(value, value, rounding_mode="zero")
        half = b.mulf(twice, b.constant(0.5, result=value.type))
        done: Value = b.store_ptr_tko(x, half, memory_ordering_semantics="weak")
        assert done.type == "token"
    return b.module()


if __name__ == "__main__":
    print(run(2.5))
