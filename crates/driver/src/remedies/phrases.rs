//! Suggested fixes, selected by the message of an error.

/// A piece of a sentence, and the remedy.
type Row = (&'static str, &'static str);

/// The remedy for an error that has none.
pub(super) fn of(message: &str) -> Option<&'static str> {
    find(REMEDIES, message)
}

/// A more detailed remedy than the one that an error has.
pub(super) fn better(message: &str) -> Option<&'static str> {
    find(BETTER, message)
}

/// The op of Tile IR that replaces an op of MLIR, Triton or cuTile.
pub(super) fn instead_of(name: &str) -> Option<&'static str> {
    FOREIGN.iter().find(|(foreign, _)| *foreign == name).map(|(_, instead)| *instead)
}

fn find(rows: &[Row], message: &str) -> Option<&'static str> {
    // All pieces of a row, which `..` separates, must be there.
    rows.iter()
        .find(|(phrase, _)| phrase.split("..").all(|piece| message.contains(piece)))
        .map(|(_, help)| *help)
}

const REMEDIES: &[Row] = &[
    (
        "expected 'comparison_predicate'",
        "`<` is `less_than`, `==` is `equal`: `cmpi less_than %a, %b, signed : tile<i32> -> tile<i1>`",
    ),
    (
        "expected 'comparison_ordering'",
        "it comes after the predicate: `cmpf less_than ordered %a, %b`; `ordered` is false where an operand is NaN",
    ),
    (
        "expected signedness to be one of",
        "integers have no sign of their own: write `signed` or `unsigned` after the operands",
    ),
    (
        "expected 'x' in dimension list",
        "extents are separated by `x`, and the element type comes last: `tile<4x4xf32>`",
    ),
    (
        "invalid memory_scope",
        "a scope comes after the ordering: `relaxed device`; `tl_blk` is this tile block, `device` the GPU, `sys` all devices and the host",
    ),
    ("unexpected decimal integer literal for a floating point", "write the number with a point: `1.0`"),
    (
        "expect element type to be one of..got 'index'",
        "there is no `index`: sizes and indices are i32 or i64",
    ),
    ("unknown type: index", "there is no `index`: sizes and indices are i32 or i64"),
    (
        "unknown type: memref",
        "a kernel takes a pointer, `tile<ptr<f32>>`, and extents, `tile<i32>`; `make_tensor_view` makes a view of them",
    ),
    (
        "unknown type: tensor",
        "values are tiles: `tile<4xf32>`, a scalar is `tile<f32>`; memory is a `tensor_view`",
    ),
    ("unknown type: vector", "values are tiles: `tile<4xf32>`, a scalar is `tile<f32>`"),
    (
        "result #0 must be tile of..but got '",
        "a value is a tile, and a scalar a tile without dimensions: `tile<i32>`",
    ),
    (
        "unsupported type in bytecode for entry argument..ptr<",
        "a pointer is a tile without dimensions too: `tile<ptr<f32>>`",
    ),
    (
        "tile would exceed the maximum",
        "cut it into tiles that a loop or the grid goes through; one of 128x128 is large already",
    ),
    (
        "op failed to verify that all of {source, result} have same rank",
        "`reshape` the source first, to extents of 1 where it is to be repeated: `tile<i32> -> tile<1xi32>`",
    ),
    (
        "types must be equal width, cannot convert",
        "`bitcast` keeps the bits; `ftof`, `ftoi`, `itof`, `exti` and `trunci` convert the value",
    ),
    ("extending to smaller or identical integer", "`trunci` makes integers narrower"),
    ("'cuda_tile.ftof' op operand #0 must be tile of f16..tile<i", "`itof` converts integers to floats"),
    ("'cuda_tile.ftof' op operand #0 must be tile of f16..xi", "`itof` converts integers to floats"),
    (
        "'cuda_tile.trunci' op operand #0 must be tile of i1",
        "`ftof` makes floats narrower, `ftoi` makes integers of them",
    ),
    (
        "expects result type to be 1-d tile",
        "make one dimension, then `reshape` it to extents of 1 and `broadcast` it over the others",
    ),
    (
        "is expected a pointer type of `result` type",
        "load the type that the pointer points to, and convert the tile afterwards (`ftof`, `exti`, ..)",
    ),
    (
        "is expected a pointer type of `value` type",
        "convert the tile to the type that the pointer points to (`ftof`, `trunci`, ..) before the store",
    ),
    (
        "type of 'paddingValue' must match the type of 'result'",
        "the mask comes before it, and is a tile of i1 that `cmpi` makes: `load_ptr_tko weak %pointers, %mask, %padding`",
    ),
    (
        "shape error: dim 1 of lhs",
        "a product is `tile<MxKxT>` by `tile<KxNxT>` into `tile<MxNxS>`; `permute` transposes an operand",
    ),
    (
        "'cuda_tile.mmaf' op operand #0 must be..values, but got..xi",
        "`mmai` multiplies integers, and sums them in i32",
    ),
    ("'cuda_tile.mmaf' op operand #2 must be", "sum in f32, and convert the result with `ftof`"),
    ("'cuda_tile.mmai' op operand #0 must be", "`mmaf` multiplies floats"),
    (
        "all of {lhs, rhs} have the same element type",
        "convert one operand to the type of the other before the product (`ftof`, `exti`)",
    ),
    (
        "all of {lhs, rhs, result} have same",
        "element-wise operands have one shape and one type: `broadcast` extents of 1, and convert types",
    ),
    (
        "all of {result, ptr} have same type",
        "make a tile of the pointer first: `reshape` it to `tile<1xptr<T>>`, then `broadcast`",
    ),
    (
        "to have the same number of elements",
        "`reshape` keeps every element; `extract` selects a part, `broadcast` repeats extents of 1",
    ),
    (
        "'cuda_tile.reduce' op inferred type(s)",
        "leave the dimension out of the result's type, and `reshape` the result where it is to have extent 1",
    ),
    (
        "index operands (based on view type)",
        "give one index for each dimension of the view; an index counts tiles, not elements",
    ),
    (
        "op expected tile type to be..(based on view type)",
        "the tile has the extents that the view's type says after `tile=`",
    ),
    (
        "to match, got tensor_view of rank",
        "`tile=(..)` has one extent for each dimension of the tensor; 1 where only one index is wanted",
    ),
    (
        "must be TileView instance, but got '!cuda_tile.tensor_view",
        "cut the tensor into tiles first: `make_partition_view %view : partition_view<tile=(16), ..>`",
    ),
    (
        "'cuda_tile.yield' op expects parent op",
        "a loop ends its iteration with `continue`; `if`, `reduce` and `scan` end with `yield`",
    ),
    (
        "'cuda_tile.continue' op expects parent op",
        "`if`, `reduce` and `scan` end with `yield`; `continue` ends an iteration of a loop",
    ),
    (
        "is missing a valid terminator. `continue`",
        "end the body with `continue %value, .. : type, ..`: one value for each that the loop carries, of its type",
    ),
    ("missing a valid terminator", "end the region with the op that is named, and one value for each result"),
];

const BETTER: &[Row] = &[
    (
        "'cuda_tile.iota' op result #0",
        "make a tile of i32 and convert it: `itof %i signed : tile<8xi32> -> tile<8xf32>`",
    ),
    (
        "expects different type than prior uses: '!cuda_tile.tile<i1>' vs",
        "a condition is an i1: make one with `cmpi` or `cmpf`",
    ),
    ("'cuda_tile.offset' op operand #1", "an offset counts elements, in an integer: convert it with `ftoi`"),
];

const FOREIGN: &[Row] = &[
    ("program_id", "`%x, %y, %z = get_tile_block_id : tile<i32>`"),
    ("bid", "`%x, %y, %z = get_tile_block_id : tile<i32>`"),
    ("block_id", "`%x, %y, %z = get_tile_block_id : tile<i32>`"),
    (
        "thread_id",
        "nothing for it: a kernel is written for a whole tile block, and the compiler divides tiles among threads",
    ),
    ("get_program_id", "`%x, %y, %z = get_tile_block_id : tile<i32>`"),
    ("num_programs", "`%x, %y, %z = get_num_tile_blocks : tile<i32>`"),
    ("get_num_programs", "`%x, %y, %z = get_num_tile_blocks : tile<i32>`"),
    ("num_blocks", "`%x, %y, %z = get_num_tile_blocks : tile<i32>`"),
    ("arange", "`iota`"),
    ("make_range", "`iota`"),
    ("splat", "`reshape` to extents of 1, then `broadcast`"),
    ("expand_dims", "`reshape`, with an extent of 1 where the dimension is to be"),
    ("dot", "`mmaf` for floats and `mmai` for integers"),
    ("matmul", "`mmaf` for floats and `mmai` for integers"),
    ("where", "`select`"),
    ("trans", "`permute`"),
    ("transpose", "`permute`"),
    ("load", "`load_view_tko` for a view and `load_ptr_tko` for pointers"),
    ("store", "`store_view_tko` for a view and `store_ptr_tko` for pointers"),
    ("addptr", "`offset`"),
    ("gather", "`load_ptr_tko` with a tile of pointers, or a `gather_scatter_view`"),
    ("atomic_add", "`atomic_rmw_tko`, with the mode `add` or `addf`"),
    ("sum", "`reduce`, with the op in its body"),
    ("max", "`maxf` or `maxi` element by element, `reduce` along a dimension"),
    ("min", "`minf` or `mini` element by element, `reduce` along a dimension"),
    ("zeros", "`constant <f32: 0.0> : tile<4x4xf32>`"),
    ("full", "`constant <f32: 1.0> : tile<4x4xf32>`; a value that is not constant is reshaped and broadcast"),
    ("sitofp", "`itof %x signed`"),
    ("uitofp", "`itof %x unsigned`"),
    ("fptosi", "`ftoi %x signed`"),
    ("truncf", "`ftof`"),
    ("extf", "`ftof`"),
    ("extsi", "`exti %x signed`"),
    ("extui", "`exti %x unsigned`"),
    ("divsi", "`divi %a, %b signed`"),
    ("for", "`for %i in (%lower to %upper, step %step) : tile<i32> { .. }`"),
    ("while", "`loop`, which `break` ends"),
    ("sync_threads", "nothing for it: tokens order accesses to memory, and there are no threads"),
    ("barrier", "nothing for it: tokens order accesses to memory, and there are no threads"),
    ("print", "`print_tko \"%f\", %x : tile<f32>`"),
];
