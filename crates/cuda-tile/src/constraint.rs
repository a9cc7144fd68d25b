//! The sets of types that operands and results take.

/// Names a set of types. [`Constraint::admits`] decides, [`Constraint::describe`] says it in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// Any type.
    Any,
    /// Tiles of f16, bf16, f32, f64.
    FloatTile,
    /// Tiles of i1, i8, i16, i32, i64.
    IntTile,
    /// Tiles of integers, i4 among them.
    IntOrI4Tile,
    /// Tiles of i1, i8, i16, i32.
    ShortIntTile,
    /// Tiles of i1.
    BoolTile,
    /// Tiles of i8.
    I8Tile,
    /// Tiles of i32.
    I32Tile,
    /// Tiles of i64.
    I64Tile,
    /// Tiles of f32.
    F32Tile,
    /// Tiles of any float.
    AnyFloatTile,
    /// Tiles of any number but i4.
    NumberTile,
    /// Tiles of any number.
    PackableTile,
    /// Tiles of pointers.
    PtrTile,
    /// Tiles.
    AnyTile,
    /// Tiles that `mmaf` multiplies.
    MmaInputTile,
    /// Tiles that `mmaf` accumulates in.
    MmaAccTile,
    /// Tiles that `mmaf_scaled` multiplies.
    ScaledInputTile,
    /// Tiles of block scales.
    ScaleTile,
    /// Rank-0 tile of i1.
    BoolScalar,
    /// Rank-0 tile of i32.
    I32Scalar,
    /// Rank-0 tile of i1, i8, i16, i32 or i64.
    IntScalar,
    /// Rank-0 tile of a pointer.
    PtrScalar,
    /// The token type.
    Token,
    /// Tensor views.
    TensorView,
    /// Partition, strided and gather/scatter views.
    TileView,
    /// Partition views.
    PartitionView,
    /// Strided views.
    StridedView,
    /// Gather/scatter views.
    GatherScatterView,
}
