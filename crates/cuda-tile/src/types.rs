//! Types of the language.
//!
//! A [`Type`] is a plain value that knows its whole structure: it prints without a module. Types are checked where
//! they are made: the constructors return [`TypeError`] with the message of the reference tools, so every `Type` in a
//! module is valid.

mod check;
mod display;
pub mod preview;

use ir::spec::{V13_1, V13_2, V13_3, V13_4, V13_5, Version};
use numerics::{Format, Scalar};
use smallvec::SmallVec;

pub(crate) use check::NUMBERS;
pub use check::TypeError;
pub use display::Qualified;
pub(crate) use display::separated;
pub use preview::PreviewType;

/// Extents of a tile, outermost first.
pub type Shape = SmallVec<[u32; 4]>;
/// Extents or strides of a tensor view; [`DYNAMIC`] where a value gives them at run time.
pub type Dims = SmallVec<[i64; 4]>;
/// An extent or stride that is known at run time only.
pub const DYNAMIC: i64 = i64::MIN;
/// Most elements that a tile may have.
pub const MAX_TILE_ELEMENTS: u64 = 1 << 24;

/// `ptr<T>`: the address of a `T` in global memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PtrType {
    /// The type that it points to.
    pub pointee: Scalar,
    /// `ptr<T, <none>>`: the pointer attribute, where the type spells it out.
    pub attr: Option<PtrAttr>,
}

/// Which memory a pointer addresses. A type that spells `none` out differs from one without the attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PtrAttr {
    /// Ordinary memory; since 13.4.
    None,
    /// Memory of one peer GPU; since 13.5.
    Unicast,
    /// A multicast mapping, which represents the same offset in the memory of several GPUs; since 13.5.
    Multicast,
}

impl PtrAttr {
    /// All of them, by their number in bytecode.
    pub const ALL: [PtrAttr; 3] = [PtrAttr::None, PtrAttr::Unicast, PtrAttr::Multicast];

    /// Its spelling.
    pub const fn name(self) -> &'static str {
        match self {
            PtrAttr::None => "none",
            PtrAttr::Unicast => "unicast",
            PtrAttr::Multicast => "multicast",
        }
    }

    /// First version that has it.
    pub const fn since(self) -> Version {
        match self {
            PtrAttr::None => V13_4,
            PtrAttr::Unicast | PtrAttr::Multicast => V13_5,
        }
    }
}

impl PtrType {
    /// True for an address in a multicast mapping.
    pub fn is_multicast(self) -> bool {
        self.attr == Some(PtrAttr::Multicast)
    }
}

/// Element of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Elem {
    /// A number.
    Scalar(Scalar),
    /// A pointer.
    Ptr(PtrType),
}

impl Elem {
    /// The number type, unless it is a pointer.
    pub fn scalar(self) -> Option<Scalar> {
        match self {
            Elem::Scalar(scalar) => Some(scalar),
            Elem::Ptr(_) => None,
        }
    }

    /// The pointer type, unless it is a number.
    pub fn ptr(self) -> Option<PtrType> {
        match self {
            Elem::Ptr(ptr) => Some(ptr),
            Elem::Scalar(_) => None,
        }
    }
}

/// `tile<4x8xf32>`: a value of static shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TileType {
    pub(crate) shape: Shape,
    pub(crate) elem: Elem,
}

impl TileType {
    /// Extents, each a power of two.
    pub fn shape(&self) -> &[u32] {
        &self.shape
    }

    /// Element type.
    pub fn elem(&self) -> Elem {
        self.elem
    }

    /// Number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.shape.iter().map(|&d| d as usize).product()
    }

    /// False: a tile has at least one element.
    pub fn is_empty(&self) -> bool {
        false
    }
}

/// `tensor_view<?x64xf32, strides=[?,1]>`: the description of a tensor in memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorViewType {
    pub(crate) elem: Scalar,
    pub(crate) shape: Dims,
    pub(crate) strides: Dims,
    pub(crate) ptr_attr: Option<PtrAttr>,
}

impl TensorViewType {
    /// Element type.
    pub fn elem(&self) -> Scalar {
        self.elem
    }

    /// Extents, [`DYNAMIC`] where unknown.
    pub fn shape(&self) -> &[i64] {
        &self.shape
    }

    /// Strides in elements, [`DYNAMIC`] where unknown.
    pub fn strides(&self) -> &[i64] {
        &self.strides
    }

    /// Number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The attribute of the pointer to the tensor, where the type spells it out.
    pub fn ptr_attr(&self) -> Option<PtrAttr> {
        self.ptr_attr
    }
}

/// The value of elements outside the tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Padding {
    /// +0.
    Zero,
    /// -0.
    NegZero,
    /// The canonical quiet NaN.
    Nan,
    /// Positive infinity.
    PosInf,
    /// Negative infinity.
    NegInf,
}

impl Padding {
    /// Every value; its position is its number in bytecode.
    pub const ALL: [Padding; 5] =
        [Padding::Zero, Padding::NegZero, Padding::Nan, Padding::PosInf, Padding::NegInf];

    /// Keyword.
    pub const fn name(self) -> &'static str {
        match self {
            Padding::Zero => "zero",
            Padding::NegZero => "neg_zero",
            Padding::Nan => "nan",
            Padding::PosInf => "pos_inf",
            Padding::NegInf => "neg_inf",
        }
    }

    /// The bits of an element with this value; 0 for types that are no floats. A format without infinity has its
    /// largest finite value instead, and one without NaN zero.
    pub fn bits(self, elem: Scalar) -> u64 {
        let Some(format) = Format::of(elem) else { return 0 };
        let infinity = format.infinity().unwrap_or(format.max_finite());
        match self {
            Padding::Zero => 0,
            Padding::NegZero => format.sign(true),
            Padding::Nan => format.nan().unwrap_or(0),
            Padding::PosInf => infinity,
            Padding::NegInf => infinity | format.sign(true),
        }
    }
}

/// How the tiles of a view are laid over the tensor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ViewKind {
    /// `partition_view`: a grid of tiles side by side.
    Partition {
        /// Tensor dimension of each tile dimension.
        dim_map: SmallVec<[i32; 4]>,
    },
    /// `strided_view`: tiles a fixed number of elements apart.
    Strided {
        /// Elements from one tile to the next, per tile dimension.
        traversal_strides: SmallVec<[i32; 4]>,
        /// Tensor dimension of each tile dimension.
        dim_map: SmallVec<[i32; 4]>,
    },
    /// `gather_scatter_view`: rows picked one by one along a dimension.
    GatherScatter {
        /// The dimension whose coordinates are picked.
        sparse_dim: u32,
    },
}

/// A view: tiles over a tensor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ViewType {
    pub(crate) tile: SmallVec<[i32; 4]>,
    pub(crate) tensor: TensorViewType,
    pub(crate) padding: Option<Padding>,
    pub(crate) kind: ViewKind,
}

impl ViewType {
    /// Tile extents.
    pub fn tile(&self) -> &[i32] {
        &self.tile
    }

    /// The tensor underneath.
    pub fn tensor(&self) -> &TensorViewType {
        &self.tensor
    }

    /// Padding, if any.
    pub fn padding(&self) -> Option<Padding> {
        self.padding
    }

    /// Kind of view.
    pub fn kind(&self) -> &ViewKind {
        &self.kind
    }

    /// Number of dimensions, of tiles and tensor alike.
    pub fn rank(&self) -> usize {
        self.tile.len()
    }

    /// Tensor dimension that tile dimension `d` runs along.
    pub fn tensor_dim(&self, d: usize) -> usize {
        match &self.kind {
            ViewKind::Partition { dim_map } | ViewKind::Strided { dim_map, .. } => dim_map[d] as usize,
            ViewKind::GatherScatter { .. } => d,
        }
    }

    /// The type of a tile of this view.
    pub fn tile_type(&self) -> TileType {
        TileType {
            shape: self.tile.iter().map(|&d| d as u32).collect(),
            elem: Elem::Scalar(self.tensor.elem),
        }
    }

    /// The keyword of its kind: `partition_view`, `strided_view` or `gather_scatter_view`.
    pub fn keyword(&self) -> &'static str {
        match self.kind {
            ViewKind::Partition { .. } => "partition_view",
            ViewKind::Strided { .. } => "strided_view",
            ViewKind::GatherScatter { .. } => "gather_scatter_view",
        }
    }
}

/// A function type: parameters and results of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// Parameter types.
    pub params: Box<[Type]>,
    /// Result types; entries have none.
    pub results: Box<[Type]>,
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A bare number type, as attributes name it.
    Scalar(Scalar),
    /// A bare pointer type.
    Ptr(PtrType),
    /// A tile.
    Tile(TileType),
    /// A tensor view.
    TensorView(TensorViewType),
    /// A partition, strided or gather/scatter view.
    View(ViewType),
    /// A token.
    Token,
    /// A function type.
    Function(FunctionType),
    /// A type of the preview `simt`.
    Preview(Box<PreviewType>),
}

impl Type {
    /// The tile type, if it is one.
    #[allow(clippy::wildcard_enum_match_arm, reason = "asks for one kind")]
    pub fn as_tile(&self) -> Option<&TileType> {
        match self {
            Type::Tile(tile) => Some(tile),
            _ => None,
        }
    }

    /// The tensor view type, if it is one.
    #[allow(clippy::wildcard_enum_match_arm, reason = "asks for one kind")]
    pub fn as_tensor_view(&self) -> Option<&TensorViewType> {
        match self {
            Type::TensorView(view) => Some(view),
            _ => None,
        }
    }

    /// The view type, if it is one.
    #[allow(clippy::wildcard_enum_match_arm, reason = "asks for one kind")]
    pub fn as_view(&self) -> Option<&ViewType> {
        match self {
            Type::View(view) => Some(view),
            _ => None,
        }
    }

    /// A rank-0 tile of `scalar`.
    pub fn scalar_tile(scalar: Scalar) -> Type {
        Type::Tile(TileType { shape: Shape::new(), elem: Elem::Scalar(scalar) })
    }

    /// First version that can hold this type.
    pub fn since(&self) -> Version {
        match self {
            Type::Scalar(scalar) => scalar_since(*scalar),
            Type::Ptr(ptr) => ptr_since(*ptr),
            Type::Tile(tile) => match tile.elem {
                Elem::Scalar(scalar) => scalar_since(scalar),
                Elem::Ptr(ptr) => ptr_since(ptr),
            },
            Type::TensorView(view) => view.since(),
            Type::View(view) => {
                let own = match view.kind {
                    ViewKind::Partition { .. } => V13_1,
                    ViewKind::Strided { .. } | ViewKind::GatherScatter { .. } => V13_3,
                };
                own.max(view.tensor.since())
            }
            Type::Token => V13_1,
            Type::Function(f) => {
                f.params.iter().chain(f.results.iter()).map(Type::since).max().unwrap_or(V13_1)
            }
            Type::Preview(_) => V13_5,
        }
    }
}

impl TensorViewType {
    fn since(&self) -> Version {
        let own = self.ptr_attr.map_or(V13_1, PtrAttr::since);
        own.max(scalar_since(self.elem))
    }
}

fn ptr_since(ptr: PtrType) -> Version {
    let own = ptr.attr.map_or(V13_1, PtrAttr::since);
    own.max(scalar_since(ptr.pointee))
}

/// First version that has an element type.
pub const fn scalar_since(scalar: Scalar) -> Version {
    match scalar {
        Scalar::F8E8M0FNU => V13_2,
        Scalar::I4 | Scalar::F4E2M1FN => V13_3,
        Scalar::FNV8E5M3FNU => V13_4,
        Scalar::I1
        | Scalar::I8
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64
        | Scalar::F16
        | Scalar::BF16
        | Scalar::F32
        | Scalar::TF32
        | Scalar::F64
        | Scalar::F8E4M3FN
        | Scalar::F8E5M2 => V13_1,
    }
}
