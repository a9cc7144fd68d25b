"""A product of matrices in Triton: tiles of fixed sizes, rows of tiles in groups, sums in f32."""

from __future__ import annotations

from typing import Any, Callable

import torch
import triton
import triton.language as tl

#: Rows and columns of a tile, depth of a step, rows of tiles of a group; warps, and stages of the pipeline.
TILE = {"ROWS": 128, "COLUMNS": 256, "DEPTH": 64, "GROUP": 8}
WARPS, STAGES = 8, 3
#: The same for fewer rows than those: steps wait for memory, so that more of them are in flight.
TILE_OF_FEW = {"ROWS": 16, "COLUMNS": 64, "DEPTH": 64, "GROUP": 8}
WARPS_OF_FEW, STAGES_OF_FEW = 4, 6


@triton.jit
def product(
    a, b, c, m, n, k, a_row, a_column, b_row, b_column, c_row,
    ROWS: tl.constexpr, COLUMNS: tl.constexpr, DEPTH: tl.constexpr, GROUP: tl.constexpr,
):  # fmt: skip
    """c = a b, for extents that are multiples of the tiles'."""
    wide = tl.cdiv(n, COLUMNS)
    group = tl.program_id(0) // (GROUP * wide)
    rows_of_group = tl.minimum(tl.cdiv(m, ROWS) - group * GROUP, GROUP)
    within = tl.program_id(0) % (GROUP * wide)
    rows = (group * GROUP + within % rows_of_group) * ROWS + tl.arange(0, ROWS)
    columns = within // rows_of_group * COLUMNS + tl.arange(0, COLUMNS)
    depth = tl.arange(0, DEPTH)
    left = a + rows[:, None] * a_row + depth[None, :] * a_column
    right = b + depth[:, None] * b_row + columns[None, :] * b_column
    total = tl.zeros((ROWS, COLUMNS), tl.float32)
    for _ in range(0, k, DEPTH):
        total = tl.dot(tl.load(left), tl.load(right), total)
        left += DEPTH * a_column
        right += DEPTH * b_row
    tl.store(c + rows[:, None] * c_row + columns[None, :], total.to(c.dtype.element_ty))


def launcher(a: Any, b: Any, element: str) -> Callable[[], Any]:
    """A call that multiplies two tensors."""
    (m, k), n = a.shape, b.shape[1]
    kind = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32}[element]
    c = torch.empty((m, n), device=a.device, dtype=kind)
    few = m < TILE["ROWS"]
    tile, warps, stages = (TILE_OF_FEW, WARPS_OF_FEW, STAGES_OF_FEW) if few else (TILE, WARPS, STAGES)
    grid = (triton.cdiv(m, tile["ROWS"]) * triton.cdiv(n, tile["COLUMNS"]),)
    strides = (a.stride(0), a.stride(1), b.stride(0), b.stride(1), c.stride(0))
    return lambda: product[grid](a, b, c, m, n, k, *strides, num_warps=warps, num_stages=stages, **tile)
