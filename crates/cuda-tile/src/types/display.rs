//! Printing types.
//!
//! [`Type`] prints as inside Tile IR text (`tile<4xf32>`); [`Qualified`] prints the prefixed form that messages and
//! the generic form use (`!cuda_tile.tile<4xf32>`).

use std::fmt::{self, Display, Formatter, Write};

use super::{DYNAMIC, Elem, PtrType, TensorViewType, TileType, Type, ViewKind, ViewType};

/// A type with the dialect's prefix in front, where it has one.
pub struct Qualified<'a>(pub &'a Type);

impl Display for Qualified<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Type::Scalar(scalar) => scalar.fmt(f),
            Type::Function(function) => {
                let list =
                    |f: &mut Formatter<'_>, types: &[Type]| separated(f, ", ", types.iter().map(Qualified));
                f.write_char('(')?;
                list(f, &function.params)?;
                f.write_str(") -> ")?;
                match &function.results[..] {
                    // A function as the only result would read as the rest of this one.
                    [result] if !matches!(result, Type::Function(_)) => Qualified(result).fmt(f),
                    results => {
                        f.write_char('(')?;
                        list(f, results)?;
                        f.write_char(')')
                    }
                }
            }
            Type::Ptr(_) | Type::Tile(_) | Type::TensorView(_) | Type::View(_) | Type::Token => {
                write!(f, "!cuda_tile.{}", self.0)
            }
            Type::Preview(preview) => preview.write_qualified(f),
        }
    }
}

/// Prints `items` with `separator` between them.
pub(crate) fn separated<T: Display>(
    f: &mut Formatter<'_>,
    separator: &str,
    items: impl Iterator<Item = T>,
) -> fmt::Result {
    for (i, item) in items.enumerate() {
        if i > 0 {
            f.write_str(separator)?;
        }
        item.fmt(f)?;
    }
    Ok(())
}

struct Dim(i64);

impl Display for Dim {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0 == DYNAMIC { f.write_char('?') } else { self.0.fmt(f) }
    }
}

impl Display for PtrType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.attr {
            Some(attr) => write!(f, "ptr<{}, <{}>>", self.pointee, attr.name()),
            None => write!(f, "ptr<{}>", self.pointee),
        }
    }
}

impl Display for Elem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Elem::Scalar(scalar) => scalar.fmt(f),
            Elem::Ptr(ptr) => ptr.fmt(f),
        }
    }
}

impl Display for TileType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("tile<")?;
        for extent in &self.shape {
            write!(f, "{extent}x")?;
        }
        write!(f, "{}>", self.elem)
    }
}

impl Display for TensorViewType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("tensor_view<")?;
        for &extent in &self.shape {
            write!(f, "{}x", Dim(extent))?;
        }
        self.elem.fmt(f)?;
        if !self.shape.is_empty() {
            f.write_str(", strides=[")?;
            separated(f, ",", self.strides.iter().map(|&s| Dim(s)))?;
            f.write_char(']')?;
        }
        match self.ptr_attr {
            Some(attr) => write!(f, ", #cuda_tile.ptr_attr<{}>>", attr.name()),
            None => f.write_char('>'),
        }
    }
}

impl Display for ViewType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}<tile=(", self.keyword())?;
        separated(f, "x", self.tile.iter())?;
        f.write_char(')')?;
        if let ViewKind::Strided { traversal_strides, .. } = &self.kind {
            f.write_str(", traversal_strides=[")?;
            separated(f, ",", traversal_strides.iter())?;
            f.write_char(']')?;
        }
        if let Some(padding) = self.padding {
            write!(f, ", padding_value = {}", padding.name())?;
        }
        write!(f, ", {}", self.tensor)?;
        match &self.kind {
            ViewKind::Partition { dim_map } | ViewKind::Strided { dim_map, .. } => {
                if dim_map.iter().enumerate().any(|(i, &d)| i as i32 != d) {
                    f.write_str(", dim_map=[")?;
                    separated(f, ", ", dim_map.iter())?;
                    f.write_char(']')?;
                }
            }
            ViewKind::GatherScatter { sparse_dim } => write!(f, ", sparse_dim={sparse_dim}")?,
        }
        f.write_char('>')
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Type::Scalar(scalar) => scalar.fmt(f),
            Type::Ptr(ptr) => ptr.fmt(f),
            Type::Tile(tile) => tile.fmt(f),
            Type::TensorView(view) => view.fmt(f),
            Type::View(view) => view.fmt(f),
            Type::Token => f.write_str("token"),
            Type::Function(_) => Qualified(self).fmt(f),
            Type::Preview(preview) => preview.fmt(f),
        }
    }
}
