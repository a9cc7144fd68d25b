"""A mixture of experts: rows gathered by token, times the weights of the expert that owns the tile, scattered back.

Tokens are sorted by expert, and each expert's are filled up to whole tiles. A tile block computes TILE_M rows of that order by
TILE_N columns; the order of blocks keeps groups of rows together, so that weights stay in the cache.

    python fused_moe.py fused_moe.tileirbc
"""

import sys
from pathlib import Path

import cuda.tile as ct
from cuda.tile.compilation import ArrayConstraint, CallingConvention, KernelSignature, ScalarConstraint, export_kernel

GROUP = 8
TILE_M, TILE_N, TILE_K = 64, 64, 32


@ct.kernel
def fused_moe(tokens, experts, out, weights, sorted_tokens, expert_of_tile, replicas):
    """C[t] = (A[t // replicas] · B[expert of t's tile]ᵀ) * weight[t], for the tokens t of a tile."""
    tiles_m = ct.cdiv(sorted_tokens.shape[0], TILE_M)
    tiles_n = ct.cdiv(experts.shape[1], TILE_N)
    per_group = GROUP * tiles_n
    first = ct.bid(0) // per_group * GROUP
    rows_of_group = min(tiles_m - first, GROUP)
    m = first + ct.bid(0) % per_group % rows_of_group
    n = ct.bid(0) % per_group // rows_of_group

    token = ct.gather(sorted_tokens, m * TILE_M + ct.arange(TILE_M, dtype=ct.int32))
    row = token // replicas
    expert = ct.load(expert_of_tile, m, 1).item()
    total = ct.zeros((TILE_M, TILE_N), ct.float32)
    for k in range(ct.cdiv(tokens.shape[1], TILE_K)):
        column = k * TILE_K + ct.arange(TILE_K, dtype=ct.int32)
        a = ct.gather(tokens, (row[:, None], column[None, :]))
        b = ct.load(experts, (expert, k, n), (1, TILE_K, TILE_N), order=(0, 2, 1)).reshape((TILE_K, TILE_N))
        total = ct.mma(a, b, total)
    total = total * ct.gather(weights, token)[:, None]
    column = n * TILE_N + ct.arange(TILE_N, dtype=ct.int32)
    ct.scatter(out, (token[:, None], column[None, :]), ct.astype(total, out.dtype))


def array(dtype, rank):
    """A row-major array as frameworks allocate it."""
    per_16_bytes = 128 // dtype.bitwidth
    return ArrayConstraint(
        dtype,
        rank,
        index_dtype=ct.int32,
        stride_constant=[None] * (rank - 1) + [1],
        stride_lower_bound_incl=0,
        base_addr_divisible_by=16,
        stride_divisible_by=[per_16_bytes] * (rank - 1) + [1],
        shape_divisible_by=per_16_bytes,
        alias_groups=(),
        may_alias_internally=False,
    )


def main():
    """Write the kernel as bytecode."""
    half, single, index = ct.bfloat16, ct.float32, ct.int32
    parameters = (array(half, 2), array(half, 3), array(half, 2), array(single, 1), array(index, 1), array(index, 1))
    convention = CallingConvention.cutile_python_v2()
    signature = KernelSignature((*parameters, ScalarConstraint(index)), convention, "fused_moe")
    with Path(sys.argv[1]).open("wb") as file:
        export_kernel(fused_moe, [signature], file, output_format="tileir_bytecode", bytecode_version="13.4")


if __name__ == "__main__":
    main()
