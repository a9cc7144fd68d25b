//! Types of the preview `simt`, which signatures of external functions use.
//!
//! Symbolic numbers ([`Expr`]) stand for parameters of a function; a [`Layout`] maps numbers to numbers; a [`Fragment`]
//! is the part of a tile that one thread of a function holds. All of them are checked where they are made, as other
//! types are.

mod display;
mod expr;
mod fragment;
mod layout;

pub use display::FullForm;
pub use expr::{BinaryOp, Expr, Name};
pub use fragment::Fragment;
pub use layout::Layout;

use super::{Shape, Type};

/// A type that only the preview `simt` has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PreviewType {
    /// `preview$sym_t<T>`: a parameter that stands for a type.
    Symbol(Name),
    /// `tile<4xpreview$sym_t<T>>`: a tile whose element type is a parameter.
    SymbolicTile {
        /// Extents, each a power of two.
        shape: Shape,
        /// The parameter.
        elem: Name,
    },
    /// `preview$fragment<..>`.
    Fragment(Box<Fragment>),
    /// `preview$Datatype`: the type of parameters that stand for types.
    Datatype,
    /// `preview$shape`: the type of parameters that stand for shapes.
    Shape,
    /// `preview$string`: the type of parameters that stand for texts.
    String,
    /// `index`: the type of parameters that stand for numbers.
    Index,
    /// `none`.
    None,
}

impl Type {
    /// The fragment type, if it is one.
    pub fn as_fragment(&self) -> Option<&Fragment> {
        match self.as_preview() {
            Some(PreviewType::Fragment(fragment)) => Some(fragment),
            Some(_) | None => None,
        }
    }

    /// The type of the preview, if it is one.
    #[allow(clippy::wildcard_enum_match_arm, reason = "asks for one kind")]
    pub fn as_preview(&self) -> Option<&PreviewType> {
        match self {
            Type::Preview(preview) => Some(preview),
            _ => None,
        }
    }

    /// True for a tile, of a known element type or of one that a parameter stands for.
    pub(crate) fn is_any_tile(&self) -> bool {
        self.as_tile().is_some() || matches!(self.as_preview(), Some(PreviewType::SymbolicTile { .. }))
    }

    /// The first parameter that the type refers to.
    pub(crate) fn variable(&self) -> Option<&str> {
        self.find_variable(&|_| true)
    }

    /// The first parameter that the type refers to and that is `sought`.
    pub(crate) fn find_variable(&self, sought: &dyn Fn(&str) -> bool) -> Option<&str> {
        match self {
            Type::Preview(preview) => match &**preview {
                PreviewType::Symbol(name) | PreviewType::SymbolicTile { elem: name, .. } => {
                    Some(&**name).filter(|name| sought(name))
                }
                PreviewType::Fragment(fragment) => fragment.find_variable(sought),
                PreviewType::Datatype
                | PreviewType::Shape
                | PreviewType::String
                | PreviewType::Index
                | PreviewType::None => None,
            },
            Type::Function(function) => {
                function.params.iter().chain(function.results.iter()).find_map(|ty| ty.find_variable(sought))
            }
            Type::Scalar(_)
            | Type::Ptr(_)
            | Type::Tile(_)
            | Type::TensorView(_)
            | Type::View(_)
            | Type::Token => None,
        }
    }
}
