# Made from the op table by python/tools/build_stub.py.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from . import _native
from ._native import Value

#: A type, as the text writes it: "tile<4xf32>".
Type: TypeAlias = str
#: Elements of a tile: one for all, lists as deep as its rank, the bytes of all, or an array of NumPy; or a type and those.
Elements: TypeAlias = bool | int | float | bytes | Sequence[Any] | Any
#: For each target, names with numbers or words.
Hints: TypeAlias = Mapping[str, Mapping[str, int | bool | str]]

class Region:
    """A region of an op: `with` it, new ops go inside. Gives its arguments."""

    def __enter__(self) -> tuple[Value, ...]: ...
    def __exit__(self, *_exception: object) -> None: ...

class Op:
    """An op with regions. It has its results and its regions as attributes, under the names of the table."""

class EntryOp(Op):
    """Op `entry`."""

    body: Region

class ForOp(Op):
    """Op `for`."""

    resultValues: tuple[Value, ...]
    region: Region

class IfOp(Op):
    """Op `if`."""

    results: tuple[Value, ...]
    thenRegion: Region
    elseRegion: Region

class LoopOp(Op):
    """Op `loop`."""

    resultValues: tuple[Value, ...]
    region: Region

class ReduceOp(Op):
    """Op `reduce`."""

    results: tuple[Value, ...]
    body: Region

class ScanOp(Op):
    """Op `scan`."""

    results: tuple[Value, ...]
    body: Region

class ExperimentalGenerateOp(Op):
    """Op `experimental$generate`."""

    result: Value
    body: Region

class ExperimentalFuncOp(Op):
    """Op `experimental$func`."""

    body: Region

class Ops:
    """The ops of the language."""

    _native: _native.Builder
    _files: dict[str, None]

    def absf(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Element-wise |x|."""

    def absi(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Element-wise integer |x|."""

    def addf(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        rounding_mode: Literal["nearest_even", "zero", "negative_inf", "positive_inf"] | None = None,
        flush_to_zero: bool | None = None,
        result: Type | None = None,
    ) -> Value:
        """Floating add."""

    def addi(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        overflow: Literal["none", "no_signed_wrap", "no_unsigned_wrap", "no_wrap"] | None = None,
        result: Type | None = None,
    ) -> Value:
        """Integer add."""

    def andi(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Bitwise and."""

    def assert_(
        self,
        /,
        condition: Value,
        *,
        message: str,
    ) -> None:
        """Runtime check."""

    def assume(
        self,
        /,
        value: Value,
        *,
        predicate: str,
        result: Type | None = None,
    ) -> Value:
        """Attach a fact to a value."""

    def atomic_cas_tko(
        self,
        /,
        pointers: Value,
        cmp: Value,
        val: Value,
        mask: Value | None = None,
        token: Value | None = None,
        *,
        memory_ordering_semantics: Literal["relaxed", "acquire", "release", "acq_rel"],
        memory_scope: Literal["tl_blk", "device", "sys"],
        result: Type | None = None,
        result_token: Type | None = None,
    ) -> tuple[Value, Value]:
        """Atomic compare-and-swap."""

    def atomic_rmw_tko(
        self,
        /,
        pointers: Value,
        arg: Value,
        mask: Value | None = None,
        token: Value | None = None,
        *,
        memory_ordering_semantics: Literal["relaxed", "acquire", "release", "acq_rel"],
        memory_scope: Literal["tl_blk", "device", "sys"],
        mode: Literal["and", "or", "xor", "add", "addf", "max", "min", "umax", "umin", "xchg"],
        result: Type | None = None,
        result_token: Type | None = None,
    ) -> tuple[Value, Value]:
        """Atomic read-modify-write."""

    def bitcast(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Reinterpret element bits."""

    def break_(
        self,
        /,
        operands: Sequence[Value] = (),
    ) -> None:
        """Leave the innermost loop."""

    def broadcast(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Stretch unit dimensions."""

    def cat(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        dim: int,
        result: Type | None = None,
    ) -> Value:
        """Concatenate two tiles."""

    def ceil(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Round up."""

    def cmpf(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        comparison_predicate: Literal["equal", "not_equal", "less_than", "less_than_or_equal", "greater_than", "greater_than_or_equal"],
        comparison_ordering: Literal["unordered", "ordered"],
        result: Type | None = None,
    ) -> Value:
        """Floating compare."""

    def cmpi(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        comparison_predicate: Literal["equal", "not_equal", "less_than", "less_than_or_equal", "greater_than", "greater_than_or_equal"],
        signedness: Literal["unsigned", "signed"],
        result: Type | None = None,
    ) -> Value:
        """Integer compare."""

    def constant(
        self,
        /,
        value: Elements,
        *,
        result: Type | None = None,
    ) -> Value:
        """Literal tile."""

    def continue_(
        self,
        /,
        operands: Sequence[Value] = (),
    ) -> None:
        """Next iteration."""

    def cos(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Cosine."""

    def cosh(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Hyperbolic cosine."""

    def divf(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        rounding_mode: Literal["nearest_even", "zero", "negative_inf", "positive_inf", "approx", "full"] | None = None,
        flush_to_zero: bool | None = None,
        result: Type | None = None,
    ) -> Value:
        """Floating divide."""

    def divi(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        signedness: Literal["unsigned", "signed"],
        rounding: Literal["zero", "negative_inf", "positive_inf"] | None = None,
        result: Type | None = None,
    ) -> Value:
        """Integer divide."""

    def entry(
        self,
        /,
        sym_name: str,
        function_type: Sequence[Type],
        *,
        arg_attrs: Sequence[Mapping[str, Any]] | None = None,
        res_attrs: Sequence[Mapping[str, Any]] | None = None,
        optimization_hints: Hints | None = None,
    ) -> EntryOp:
        """Kernel definition."""

    def exp(
        self,
        /,
        source: Value,
        *,
        rounding_mode: Literal["approx", "full"] | None = None,
        result: Type | None = None,
    ) -> Value:
        """Natural exponential."""

    def exp2(
        self,
        /,
        source: Value,
        *,
        flush_to_zero: bool | None = None,
        result: Type | None = None,
    ) -> Value:
        """Base-2 exponential."""

    def exti(
        self,
        /,
        from_: Value,
        *,
        signedness: Literal["unsigned", "signed"],
        to: Type | None = None,
    ) -> Value:
        """Widen integers."""

    def extract(
        self,
        /,
        source: Value,
        indices: Sequence[Value] = (),
        *,
        result: Type | None = None,
    ) -> Value:
        """Take one sub-tile."""

    def floor(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Round down."""

    def fma(
        self,
        /,
        lhs: Value,
        rhs: Value,
        acc: Value,
        *,
        rounding_mode: Literal["nearest_even", "zero", "negative_inf", "positive_inf"] | None = None,
        flush_to_zero: bool | None = None,
        result: Type | None = None,
    ) -> Value:
        """Fused multiply-add."""

    def for_(
        self,
        /,
        lowerBound: Value,
        upperBound: Value,
        step: Value,
        initValues: Sequence[Value] = (),
        *,
        unsignedCmp: bool | None = None,
        resultValues: Sequence[Type] | None = None,
    ) -> ForOp:
        """Counted loop."""

    def ftof(
        self,
        /,
        from_: Value,
        *,
        rounding_mode: Literal["nearest_even", "zero", "negative_inf", "positive_inf", "nearest_away"] | None = None,
        to: Type | None = None,
    ) -> Value:
        """Convert between float types."""

    def ftoi(
        self,
        /,
        from_: Value,
        *,
        signedness: Literal["unsigned", "signed"],
        rounding_mode: Literal["nearest_int_to_zero"] | None = None,
        saturating: bool | None = None,
        to: Type | None = None,
    ) -> Value:
        """Float to integer."""

    def get_global(
        self,
        /,
        name: str,
        *,
        result: Type | None = None,
    ) -> Value:
        """Address of a global."""

    def get_index_space_shape(
        self,
        /,
        src: Value,
        *,
        result: Sequence[Type] | None = None,
    ) -> tuple[Value, ...]:
        """Index space extents of a view."""

    def get_num_tile_blocks(
        self,
        /,
        *,
        gridSize_x: Type | None = None,
        gridSize_y: Type | None = None,
        gridSize_z: Type | None = None,
    ) -> tuple[Value, Value, Value]:
        """Grid size."""

    def get_tensor_shape(
        self,
        /,
        src: Value,
        *,
        result: Sequence[Type] | None = None,
    ) -> tuple[Value, ...]:
        """Extents of a tensor_view."""

    def get_tile_block_id(
        self,
        /,
        *,
        blockId_x: Type | None = None,
        blockId_y: Type | None = None,
        blockId_z: Type | None = None,
    ) -> tuple[Value, Value, Value]:
        """Block coordinates."""

    def global_(
        self,
        /,
        sym_name: str,
        value: Elements,
        *,
        alignment: int | None = None,
        constant: bool | None = None,
        symbol_visibility: Literal["public", "private"] | None = None,
    ) -> None:
        """Static global memory."""

    def if_(
        self,
        /,
        condition: Value,
        *,
        results: Sequence[Type] | None = None,
    ) -> IfOp:
        """Conditional."""

    def int_to_ptr(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """I64 to pointer."""

    def iota(
        self,
        /,
        *,
        result: Type | None = None,
    ) -> Value:
        """0..n-1."""

    def itof(
        self,
        /,
        from_: Value,
        *,
        signedness: Literal["unsigned", "signed"],
        rounding_mode: Literal["nearest_even"] | None = None,
        to: Type | None = None,
    ) -> Value:
        """Integer to float."""

    def join_tokens(
        self,
        /,
        tokens: Sequence[Value] = (),
        *,
        result: Type | None = None,
    ) -> Value:
        """Merge tokens."""

    def load_ptr_tko(
        self,
        /,
        source: Value,
        mask: Value | None = None,
        paddingValue: Value | None = None,
        token: Value | None = None,
        *,
        memory_ordering_semantics: Literal["weak", "relaxed", "acquire"],
        memory_scope: Literal["tl_blk", "device", "sys"] | None = None,
        optimization_hints: Hints | None = None,
        result: Type | None = None,
        result_token: Type | None = None,
    ) -> tuple[Value, Value]:
        """Gather through pointers."""

    def load_view_tko(
        self,
        /,
        view: Value,
        index: Sequence[Value] = (),
        token: Value | None = None,
        *,
        memory_ordering_semantics: Literal["weak", "relaxed", "acquire"],
        memory_scope: Literal["tl_blk", "device", "sys"] | None = None,
        optimization_hints: Hints | None = None,
        inbounds: Sequence[bool] | None = None,
        tile: Type | None = None,
        result_token: Type | None = None,
    ) -> tuple[Value, Value]:
        """Load a tile from a view."""

    def log(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Natural logarithm."""

    def log2(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Base-2 logarithm."""

    def loop_(
        self,
        /,
        initValues: Sequence[Value] = (),
        *,
        resultValues: Sequence[Type] | None = None,
    ) -> LoopOp:
        """Unbounded loop."""

    def make_partition_view(
        self,
        /,
        tensor_view: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Tile a tensor_view."""

    def make_tensor_view(
        self,
        /,
        base: Value,
        dynamicShape: Sequence[Value] = (),
        dynamicStrides: Sequence[Value] = (),
        *,
        result: Type | None = None,
    ) -> Value:
        """Describe a tensor in memory."""

    def make_token(
        self,
        /,
        *,
        result: Type | None = None,
    ) -> Value:
        """Fresh token."""

    def maxf(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        propagate_nan: bool | None = None,
        flush_to_zero: bool | None = None,
        result: Type | None = None,
    ) -> Value:
        """Floating maximum."""

    def maxi(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        signedness: Literal["unsigned", "signed"],
        result: Type | None = None,
    ) -> Value:
        """Integer maximum."""

    def minf(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        propagate_nan: bool | None = None,
        flush_to_zero: bool | None = None,
        result: Type | None = None,
    ) -> Value:
        """Floating minimum."""

    def mini(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        signedness: Literal["unsigned", "signed"],
        result: Type | None = None,
    ) -> Value:
        """Integer minimum."""

    def mmaf(
        self,
        /,
        lhs: Value,
        rhs: Value,
        acc: Value,
        *,
        fast_acc: bool | None = None,
        result: Type | None = None,
    ) -> Value:
        """Floating matrix multiply-accumulate."""

    def mmai(
        self,
        /,
        lhs: Value,
        rhs: Value,
        acc: Value,
        *,
        signedness_lhs: Literal["unsigned", "signed"],
        signedness_rhs: Literal["unsigned", "signed"],
        result: Type | None = None,
    ) -> Value:
        """Integer matrix multiply-accumulate."""

    def mulf(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        rounding_mode: Literal["nearest_even", "zero", "negative_inf", "positive_inf"] | None = None,
        flush_to_zero: bool | None = None,
        result: Type | None = None,
    ) -> Value:
        """Floating multiply."""

    def mulhii(
        self,
        /,
        x: Value,
        y: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Integer multiply (high half)."""

    def muli(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        overflow: Literal["none", "no_signed_wrap", "no_unsigned_wrap", "no_wrap"] | None = None,
        result: Type | None = None,
    ) -> Value:
        """Integer multiply (low half)."""

    def negf(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Floating negate."""

    def negi(
        self,
        /,
        source: Value,
        *,
        overflow: Literal["none", "no_signed_wrap", "no_unsigned_wrap", "no_wrap"] | None = None,
        result: Type | None = None,
    ) -> Value:
        """Integer negate."""

    def offset(
        self,
        /,
        ptr: Value,
        offset: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Pointer arithmetic."""

    def ori(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Bitwise or."""

    def permute(
        self,
        /,
        source: Value,
        *,
        permutation: Sequence[int],
        result: Type | None = None,
    ) -> Value:
        """Permute dimensions."""

    def pow(
        self,
        /,
        source: Value,
        exponent: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """X to the power y."""

    def print_tko(
        self,
        /,
        args: Sequence[Value] = (),
        token: Value | None = None,
        *,
        str: str,
        result_token: Type | None = None,
    ) -> Value:
        """Formatted debug print."""

    def ptr_to_int(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Pointer to i64."""

    def ptr_to_ptr(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Change pointee type."""

    def reduce(
        self,
        /,
        operands: Sequence[Value] = (),
        *,
        dim: int,
        identities: Sequence[bool | int | float],
        results: Sequence[Type] | None = None,
    ) -> ReduceOp:
        """Reduce one dimension."""

    def remf(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Floating remainder."""

    def remi(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        signedness: Literal["unsigned", "signed"],
        result: Type | None = None,
    ) -> Value:
        """Integer remainder."""

    def reshape(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Re-index."""

    def return_(
        self,
        /,
        operands: Sequence[Value] = (),
    ) -> None:
        """End the kernel."""

    def rsqrt(
        self,
        /,
        source: Value,
        *,
        flush_to_zero: bool | None = None,
        result: Type | None = None,
    ) -> Value:
        """Reciprocal square root."""

    def scan(
        self,
        /,
        operands: Sequence[Value] = (),
        *,
        dim: int,
        reverse: bool,
        identities: Sequence[bool | int | float],
        results: Sequence[Type] | None = None,
    ) -> ScanOp:
        """Inclusive prefix."""

    def select(
        self,
        /,
        cond: Value,
        val_if_true: Value,
        val_if_false: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Element-wise choice."""

    def shli(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        overflow: Literal["none", "no_signed_wrap", "no_unsigned_wrap", "no_wrap"] | None = None,
        result: Type | None = None,
    ) -> Value:
        """Shift left."""

    def shri(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        signedness: Literal["unsigned", "signed"],
        result: Type | None = None,
    ) -> Value:
        """Shift right."""

    def sin(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Sine."""

    def sinh(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Hyperbolic sine."""

    def sqrt(
        self,
        /,
        source: Value,
        *,
        rounding_mode: Literal["nearest_even", "zero", "negative_inf", "positive_inf", "approx"] | None = None,
        flush_to_zero: bool | None = None,
        result: Type | None = None,
    ) -> Value:
        """Square root."""

    def store_ptr_tko(
        self,
        /,
        destination: Value,
        value: Value,
        mask: Value | None = None,
        token: Value | None = None,
        *,
        memory_ordering_semantics: Literal["weak", "relaxed", "release"],
        memory_scope: Literal["tl_blk", "device", "sys"] | None = None,
        optimization_hints: Hints | None = None,
        result_token: Type | None = None,
    ) -> Value:
        """Scatter through pointers."""

    def store_view_tko(
        self,
        /,
        tile: Value,
        view: Value,
        index: Sequence[Value] = (),
        token: Value | None = None,
        *,
        memory_ordering_semantics: Literal["weak", "relaxed", "release"],
        memory_scope: Literal["tl_blk", "device", "sys"] | None = None,
        optimization_hints: Hints | None = None,
        inbounds: Sequence[bool] | None = None,
        result_token: Type | None = None,
    ) -> Value:
        """Store a tile to a view."""

    def subf(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        rounding_mode: Literal["nearest_even", "zero", "negative_inf", "positive_inf"] | None = None,
        flush_to_zero: bool | None = None,
        result: Type | None = None,
    ) -> Value:
        """Floating subtract."""

    def subi(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        overflow: Literal["none", "no_signed_wrap", "no_unsigned_wrap", "no_wrap"] | None = None,
        result: Type | None = None,
    ) -> Value:
        """Integer subtract."""

    def tan(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Tangent."""

    def tanh(
        self,
        /,
        source: Value,
        *,
        rounding_mode: Literal["approx", "full"] | None = None,
        result: Type | None = None,
    ) -> Value:
        """Hyperbolic tangent."""

    def trunci(
        self,
        /,
        from_: Value,
        *,
        overflow: Literal["none", "no_signed_wrap", "no_unsigned_wrap", "no_wrap"] | None = None,
        to: Type | None = None,
    ) -> Value:
        """Narrow integers."""

    def xori(
        self,
        /,
        lhs: Value,
        rhs: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Bitwise xor."""

    def yield_(
        self,
        /,
        operands: Sequence[Value] = (),
    ) -> None:
        """Give values to if/reduce/scan."""

    def atan2(
        self,
        /,
        x: Value,
        y: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Two-argument arc tangent."""

    def pack(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Tile to bytes."""

    def unpack(
        self,
        /,
        source: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Bytes to tile."""

    def alloca(
        self,
        /,
        num_elem: int,
        alignment: int,
        *,
        global_: bool | None = None,
        result: Type | None = None,
    ) -> Value:
        """Scratch memory."""

    def mmaf_scaled(
        self,
        /,
        lhs: Value,
        rhs: Value,
        acc: Value,
        lhs_scale: Value,
        rhs_scale: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Block-scaled matrix multiply-accumulate."""

    def make_gather_scatter_view(
        self,
        /,
        tensor_view: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Row-gathering view."""

    def make_strided_view(
        self,
        /,
        tensor_view: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Overlapping or spaced tiles."""

    def atomic_red_view_tko(
        self,
        /,
        view: Value,
        index: Sequence[Value],
        value: Value,
        token: Value | None = None,
        *,
        memory_ordering_semantics: Literal["relaxed"],
        memory_scope: Literal["tl_blk", "device", "sys"],
        mode: Literal["and", "or", "xor", "add", "addf", "max", "min", "umax", "umin", "xchg"],
        inbounds: Sequence[bool] | None = None,
        result_token: Type | None = None,
    ) -> Value:
        """Atomic reduction into a view."""

    def insert(
        self,
        /,
        source: Value,
        destination: Value,
        indices: Sequence[Value] = (),
        *,
        result: Type | None = None,
    ) -> Value:
        """Replace one sub-tile."""

    def gdc_launch_dependents_tko(
        self,
        /,
        token: Value | None = None,
        *,
        result_token: Type | None = None,
    ) -> Value:
        """Let dependent grids start."""

    def gdc_wait_tko(
        self,
        /,
        token: Value | None = None,
        *,
        result_token: Type | None = None,
    ) -> Value:
        """Wait for the prerequisite grids."""

    def fpowi(
        self,
        /,
        source: Value,
        exponent: Value,
        *,
        result: Type | None = None,
    ) -> Value:
        """Float to an integer power."""

    def memory_fence_alias_tko(
        self,
        /,
        token: Value,
        *,
        result_token: Type | None = None,
    ) -> Value:
        """Order aliasing accesses."""

    def experimental_generate(
        self,
        /,
        *,
        result: Type | None = None,
    ) -> ExperimentalGenerateOp:
        """Tile computed from indices (seed spelling)."""

    def experimental_extern_elementwise(
        self,
        /,
        args: Sequence[Value] = (),
        *,
        symbol: str,
        libname: str,
        libpath: str,
        pure: bool,
        result: Type | None = None,
    ) -> Value:
        """Element-wise call of a function that the caller supplies (seed spelling)."""

    def internal_optimization_barrier(
        self,
        /,
        source: Value,
        *,
        keep_axis_info: bool | None = None,
        result: Type | None = None,
    ) -> Value:
        """Identity that no pass looks through (seed spelling)."""

    def experimental_func(
        self,
        /,
        sym_name: str,
        function_type: Sequence[Type],
    ) -> ExperimentalFuncOp:
        """Function that kernels call (seed spelling)."""

    def experimental_call(
        self,
        /,
        args: Sequence[Value] = (),
        *,
        callee: str,
        outs: Sequence[Type] | None = None,
    ) -> tuple[Value, ...]:
        """Call of an `experimental$func` (seed spelling)."""

    def multimem_load_reduce_view_tko(
        self,
        /,
        view: Value,
        index: Sequence[Value] = (),
        token: Value | None = None,
        *,
        memory_ordering_semantics: Literal["weak", "relaxed", "acquire"],
        memory_scope: Literal["tl_blk", "device", "sys"] | None = None,
        reduction: Literal["add", "min", "max", "and", "or", "xor", "umin", "umax"] | None = None,
        inbounds: Sequence[bool] | None = None,
        reduced_values: Type | None = None,
        result_token: Type | None = None,
    ) -> tuple[Value, Value]:
        """Load a tile from a multicast view, reduced over the devices."""

    def multimem_reduce_view_tko(
        self,
        /,
        view: Value,
        tile: Value,
        index: Sequence[Value] = (),
        token: Value | None = None,
        *,
        memory_ordering_semantics: Literal["relaxed", "release"],
        memory_scope: Literal["tl_blk", "device", "sys"],
        reduction: Literal["add", "min", "max", "and", "or", "xor", "umin", "umax"] | None = None,
        inbounds: Sequence[bool] | None = None,
        result_token: Type | None = None,
    ) -> Value:
        """Atomic reduction into a multicast view."""

    def multimem_store_view_tko(
        self,
        /,
        view: Value,
        tile: Value,
        index: Sequence[Value] = (),
        token: Value | None = None,
        *,
        memory_ordering_semantics: Literal["weak", "relaxed", "release"],
        memory_scope: Literal["tl_blk", "device", "sys"] | None = None,
        inbounds: Sequence[bool] | None = None,
        result_token: Type | None = None,
    ) -> Value:
        """Store a tile to a multicast view."""
