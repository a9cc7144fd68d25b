//! The sets of types that operands and results take.

use numerics::Scalar;

use crate::types::{Elem, TileType, Type, ViewKind};

/// Names a set of types. [`Constraint::admits`] tests membership, [`Constraint::describe`] describes it in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Constraint {
    /// Any type.
    Any,
    /// Any type that values of a tile program can have.
    TileIr,
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
    /// Tiles of i64.
    I64Tile,
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
    /// Tiles that `mmai` multiplies.
    MmaIntInputTile,
    /// Tiles that `mmai` accumulates in.
    MmaIntAccTile,
    /// Tiles that `mmai` results in.
    MmaIntResultTile,
    /// Tiles that `mmaf_scaled` multiplies.
    ScaledInputTile,
    /// Tiles that `mmaf_scaled` accumulates in.
    ScaledAccTile,
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

const BASE_FLOATS: &[Scalar] = &[Scalar::F16, Scalar::BF16, Scalar::F32, Scalar::F64];
const FLOATS: &[Scalar] = &[
    Scalar::F16,
    Scalar::BF16,
    Scalar::F32,
    Scalar::F64,
    Scalar::TF32,
    Scalar::F8E4M3FN,
    Scalar::F8E5M2,
    Scalar::F8E8M0FNU,
    Scalar::F4E2M1FN,
    Scalar::FNV8E5M3FNU,
];
const INTS: &[Scalar] = &[Scalar::I1, Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64];
const MMA_INPUTS: &[Scalar] =
    &[Scalar::F16, Scalar::BF16, Scalar::F32, Scalar::F64, Scalar::TF32, Scalar::F8E4M3FN, Scalar::F8E5M2];

/// The shape of a constraint: which values of which elements.
enum Set {
    Everything,
    Values,
    /// Tiles (rank 0 only when `scalar`) of these numbers, under this name.
    Tiles {
        name: &'static str,
        scalar: bool,
        elems: [&'static [Scalar]; 3],
    },
    Pointers {
        scalar: bool,
    },
    Tile,
    Token,
    TensorView,
    View(Option<&'static str>),
}

const fn tiles(elems: &'static [Scalar]) -> Set {
    Set::Tiles { name: "tile of", scalar: false, elems: [elems, &[], &[]] }
}

const fn named(name: &'static str, elems: &'static [Scalar]) -> Set {
    Set::Tiles { name, scalar: false, elems: [elems, &[], &[]] }
}

const fn scalars(elems: &'static [Scalar]) -> Set {
    Set::Tiles { name: "0D tile of", scalar: true, elems: [elems, &[], &[]] }
}

const fn joined(elems: [&'static [Scalar]; 3]) -> Set {
    Set::Tiles { name: "tile of", scalar: false, elems }
}

impl Constraint {
    /// Every constraint; its position is its number.
    pub const ALL: &'static [Constraint] = &[
        Constraint::Any,
        Constraint::TileIr,
        Constraint::FloatTile,
        Constraint::IntTile,
        Constraint::IntOrI4Tile,
        Constraint::ShortIntTile,
        Constraint::BoolTile,
        Constraint::I8Tile,
        Constraint::I64Tile,
        Constraint::AnyFloatTile,
        Constraint::NumberTile,
        Constraint::PackableTile,
        Constraint::PtrTile,
        Constraint::AnyTile,
        Constraint::MmaInputTile,
        Constraint::MmaAccTile,
        Constraint::MmaIntInputTile,
        Constraint::MmaIntAccTile,
        Constraint::MmaIntResultTile,
        Constraint::ScaledInputTile,
        Constraint::ScaledAccTile,
        Constraint::ScaleTile,
        Constraint::BoolScalar,
        Constraint::I32Scalar,
        Constraint::IntScalar,
        Constraint::PtrScalar,
        Constraint::Token,
        Constraint::TensorView,
        Constraint::TileView,
        Constraint::PartitionView,
        Constraint::StridedView,
        Constraint::GatherScatterView,
    ];

    const fn set(self) -> Set {
        match self {
            Constraint::Any => Set::Everything,
            Constraint::TileIr => Set::Values,
            Constraint::FloatTile => tiles(BASE_FLOATS),
            Constraint::IntTile => tiles(INTS),
            Constraint::IntOrI4Tile => joined([INTS, &[Scalar::I4], &[]]),
            Constraint::ShortIntTile => tiles(&[Scalar::I1, Scalar::I8, Scalar::I16, Scalar::I32]),
            Constraint::BoolTile => tiles(&[Scalar::I1]),
            Constraint::I8Tile => tiles(&[Scalar::I8]),
            Constraint::I64Tile => tiles(&[Scalar::I64]),
            Constraint::AnyFloatTile => tiles(FLOATS),
            Constraint::NumberTile => joined([INTS, FLOATS, &[]]),
            Constraint::PackableTile => joined([INTS, FLOATS, &[Scalar::I4]]),
            Constraint::PtrTile => Set::Pointers { scalar: false },
            Constraint::AnyTile => Set::Tile,
            Constraint::MmaInputTile => named("mmaf operand tile type of", MMA_INPUTS),
            Constraint::MmaAccTile => {
                named("mmaf acc/result tile type of", &[Scalar::F16, Scalar::F32, Scalar::F64])
            }
            Constraint::MmaIntInputTile => named("mmai operand tile type of", &[Scalar::I8]),
            Constraint::MmaIntAccTile => named("mmai acc tile type of", &[Scalar::I32]),
            Constraint::MmaIntResultTile => named("mmai result tile type of", &[Scalar::I32]),
            Constraint::ScaledInputTile => named(
                "mmaf_scaled operand tile type of",
                &[Scalar::F8E4M3FN, Scalar::F8E5M2, Scalar::F4E2M1FN],
            ),
            Constraint::ScaledAccTile => named("mmaf_scaled result tile type of", &[Scalar::F32]),
            Constraint::ScaleTile => named(
                "mmaf_scaled scale tile type of",
                &[Scalar::F8E4M3FN, Scalar::F8E8M0FNU, Scalar::FNV8E5M3FNU],
            ),
            Constraint::BoolScalar => scalars(&[Scalar::I1]),
            Constraint::I32Scalar => scalars(&[Scalar::I32]),
            Constraint::IntScalar => scalars(INTS),
            Constraint::PtrScalar => Set::Pointers { scalar: true },
            Constraint::Token => Set::Token,
            Constraint::TensorView => Set::TensorView,
            Constraint::TileView => Set::View(None),
            Constraint::PartitionView => Set::View(Some("partition view type")),
            Constraint::StridedView => Set::View(Some("strided view type")),
            Constraint::GatherScatterView => Set::View(Some("gather/scatter view type")),
        }
    }

    /// True when `ty` is in the set.
    pub fn admits(self, ty: &Type) -> bool {
        let tile = |scalar: bool, elem: &dyn Fn(Elem) -> bool| {
            ty.as_tile().is_some_and(|tile: &TileType| (!scalar || tile.rank() == 0) && elem(tile.elem()))
        };
        match self.set() {
            Set::Everything => true,
            Set::Values => !matches!(ty, Type::Scalar(_) | Type::Function(_) | Type::Preview(_)),
            Set::Tiles { scalar, elems, .. } => tile(scalar, &|elem| {
                elem.scalar().is_some_and(|s| elems.iter().any(|list| list.contains(&s)))
            }),
            Set::Pointers { scalar } => tile(scalar, &|elem| elem.ptr().is_some()),
            Set::Tile => tile(false, &|_| true),
            Set::Token => *ty == Type::Token,
            Set::TensorView => ty.as_tensor_view().is_some(),
            Set::View(None) => ty.as_view().is_some(),
            Set::View(Some(_)) => ty.as_view().is_some_and(|view| match view.kind() {
                ViewKind::Partition { .. } => self == Constraint::PartitionView,
                ViewKind::Strided { .. } => self == Constraint::StridedView,
                ViewKind::GatherScatter { .. } => self == Constraint::GatherScatterView,
            }),
        }
    }

    /// The set in the words of the reference tools: `tile of f16 or bf16 or f32 or f64 values`.
    pub fn describe(self) -> String {
        match self.set() {
            Set::Everything => "any type".to_owned(),
            Set::Values => "any Tile IR type".to_owned(),
            Set::Tiles { name, elems, .. } => {
                let names: Vec<&str> = elems.iter().flat_map(|list| list.iter()).map(|s| s.name()).collect();
                format!("{name} {} values", names.join(" or "))
            }
            Set::Pointers { scalar: false } => "tile of Pointer type values".to_owned(),
            Set::Pointers { scalar: true } => "0D tile of Pointer type values".to_owned(),
            Set::Tile => "Tile type".to_owned(),
            Set::Token => "cuda tile token type".to_owned(),
            Set::TensorView => "tensor view type".to_owned(),
            Set::View(None) => "TileView instance".to_owned(),
            Set::View(Some(name)) => name.to_owned(),
        }
    }
}
