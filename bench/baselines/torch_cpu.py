"""The same work in PyTorch on the CPU, for `cargo xtask bench cpu`.

Reads the name of a row from each line of standard input, does that work once, and prints the seconds that it took. Inputs
are made when a row is first named; `quit` or the end of input ends it.
"""

import sys
import time

import torch
import torch.nn.functional as F

M = 1 << 20
torch.manual_seed(0)


def gemm(size, dtype):
    a = torch.randn(size, size).to(dtype)
    b = torch.randn(size, size).to(dtype)
    out = torch.empty(size, size, dtype=dtype)
    return lambda: torch.mm(a, b, out=out)


def gemm_i8(size):
    a = torch.randint(-128, 128, (size, size), dtype=torch.int8)
    b = torch.randint(-128, 128, (size, size), dtype=torch.int8)
    return lambda: torch._int_mm(a, b)


def vector_add():
    x, y, z = torch.randn(64 * M), torch.randn(64 * M), torch.empty(64 * M)
    return lambda: torch.add(x, y, out=z)


def saxpy():
    x, y = torch.randn(64 * M), torch.randn(64 * M)
    return lambda: y.add_(x, alpha=0.5)


def unary(function):
    x = torch.randn(16 * M)
    return lambda: function(x)


def rows(function):
    x = torch.randn(4096, 4096)
    return lambda: function(x)


def layer_norm():
    gamma, beta = torch.randn(4096), torch.randn(4096)
    return rows(lambda x: F.layer_norm(x, (4096,), gamma, beta))


def rms_norm():
    gamma = torch.randn(4096)
    return rows(lambda x: F.rms_norm(x, (4096,), gamma))


def attention(dtype):
    q, k, v = (torch.randn(1, 8, 1024, 64).to(dtype) for _ in range(3))
    return lambda: F.scaled_dot_product_attention(q, k, v)


def histogram():
    x = torch.randint(0, 256, (16 * M,), dtype=torch.int32)
    return lambda: torch.bincount(x, minlength=256)


def gather():
    x, index = torch.randn(16 * M), torch.randint(0, 16 * M, (16 * M,), dtype=torch.int32)
    return lambda: torch.index_select(x, 0, index)


def scatter():
    x, index, y = torch.randn(16 * M), torch.randperm(16 * M), torch.zeros(16 * M)
    return lambda: y.scatter_(0, index, x)


def moe():
    """4096 tokens, 8 experts, 512 elements; which tokens go to which expert is known."""
    x, w, y = torch.randn(4096, 512), torch.randn(8, 512, 512), torch.empty(4096, 512)
    order = torch.randperm(4096).view(8, 512)

    def work():
        for expert in range(8):
            y[order[expert]] = x[order[expert]] @ w[expert]

    return work


ROWS = {
    "gemm_f32 1024": lambda: gemm(1024, torch.float32),
    "gemm_f32 2048": lambda: gemm(2048, torch.float32),
    "gemm_bf16 1024": lambda: gemm(1024, torch.bfloat16),
    "gemm_f16 1024": lambda: gemm(1024, torch.float16),
    "gemm_i8 1024": lambda: gemm_i8(1024),
    "vector_add": vector_add,
    "saxpy": saxpy,
    "softmax": lambda: rows(lambda x: F.softmax(x, dim=1)),
    "layer_norm": layer_norm,
    "rms_norm": rms_norm,
    "exp": lambda: unary(torch.exp),
    "tanh": lambda: unary(torch.tanh),
    "sin": lambda: unary(torch.sin),
    "gelu": lambda: unary(lambda x: F.gelu(x, approximate="tanh")),
    "transpose": lambda: rows(lambda x: x.t().contiguous()),
    "attention_f32": lambda: attention(torch.float32),
    "attention_f16": lambda: attention(torch.float16),
    "histogram": histogram,
    "prefix_sum": lambda: rows(lambda x: torch.cumsum(x, dim=1)),
    "gather": gather,
    "scatter": scatter,
    "moe": moe,
}


def main():
    made = {}
    print(f"torch {torch.__version__}, {torch.get_num_threads()} threads", flush=True)
    for line in sys.stdin:
        name = line.strip()
        if name == "quit":
            return
        if name not in made:
            made.clear()
            made[name] = ROWS[name]()
        start = time.perf_counter()
        made[name]()
        print(time.perf_counter() - start, flush=True)


if __name__ == "__main__":
    main()
