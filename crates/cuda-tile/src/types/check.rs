//! Making types: every rule of the language about them, with the reference tools' key phrases.

use std::fmt::{self, Display};

use numerics::Scalar;
use smallvec::SmallVec;

use super::{
    DYNAMIC, Dims, Elem, MAX_TILE_ELEMENTS, Padding, PreviewType, PtrAttr, PtrType, TensorViewType, TileType,
    Type, ViewKind, ViewType,
};

/// Why a type cannot be: one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeError(pub String);

impl Display for TypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TypeError {}

fn ensure(condition: bool, message: impl FnOnce() -> String) -> Result<(), TypeError> {
    if condition { Ok(()) } else { Err(TypeError(message())) }
}

/// `3, 5, 9`, as messages show shapes.
fn list<T: Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

fn dims_list(dims: &[i64]) -> String {
    let show = |&d: &i64| if d == DYNAMIC { "?".to_owned() } else { d.to_string() };
    dims.iter().map(show).collect::<Vec<_>>().join(", ")
}

/// `f16 or bf16 or ...`: the numbers that memory can hold, in the order the reference tools list them.
pub(crate) const NUMBERS: &str = "f16 or bf16 or f32 or tf32 or f64 or f8E4M3FN or f8E5M2 or f8E8M0FNU or f4E2M1FN or fnv8E5M3FNU or i1 or i8 or i16 or i32 or i64";

impl PtrType {
    /// `ptr<pointee>`.
    ///
    /// # Errors
    /// i4 has no address.
    pub fn new(pointee: Scalar) -> Result<PtrType, TypeError> {
        ensure(pointee != Scalar::I4, || {
            format!("failed to verify 'pointeeType': {NUMBERS}, but got '{pointee}'")
        })?;
        Ok(PtrType { pointee, attr: None })
    }
}

impl TileType {
    /// `tile<shape x elem>`.
    ///
    /// # Errors
    /// Extents that are not positive powers of two, more than 2^24 elements, odd f4E2M1FN tiles.
    pub fn new(shape: &[i64], elem: Elem) -> Result<TileType, TypeError> {
        ensure(shape.iter().all(|&d| d > 0), || {
            format!("all dimensions must be positive constants, got {}", dims_list(shape))
        })?;
        ensure(shape.iter().all(|&d| d.count_ones() == 1), || {
            format!("all dimensions must be powers of two, got {}", dims_list(shape))
        })?;
        let count = shape.iter().try_fold(1u64, |n, &d| n.checked_mul(d as u64));
        ensure(count.is_some_and(|n| n <= MAX_TILE_ELEMENTS), || {
            format!("tile would exceed the maximum of {MAX_TILE_ELEMENTS} elements")
        })?;
        let even = shape.iter().any(|&d| d > 1);
        ensure(elem != Elem::Scalar(Scalar::F4E2M1FN) || even, || {
            "F4E2M1FN tiles must have an even number of elements".to_owned()
        })?;
        Ok(TileType { shape: shape.iter().map(|&d| d as u32).collect(), elem })
    }

    /// The same shape with another element type.
    ///
    /// # Errors
    /// As [`TileType::new`].
    pub fn with_elem(&self, elem: Elem) -> Result<TileType, TypeError> {
        let shape: SmallVec<[i64; 4]> = self.shape.iter().map(|&d| d.into()).collect();
        TileType::new(&shape, elem)
    }
}

impl Type {
    /// `tile<4xpreview$sym_t<T>>`: a tile whose element type the parameter `elem` stands for.
    ///
    /// # Errors
    /// As [`TileType::new`].
    pub fn symbolic_tile(shape: &[i64], elem: &str) -> Result<Type, TypeError> {
        // Any element type of a byte or more will do to check the shape.
        let TileType { shape, .. } = TileType::new(shape, Elem::Scalar(Scalar::I8))?;
        Ok(Type::Preview(Box::new(PreviewType::SymbolicTile { shape, elem: elem.into() })))
    }
}

impl TensorViewType {
    /// `tensor_view<shape x elem, strides=[..]>`; [`DYNAMIC`] extents and strides are determined at run time.
    ///
    /// # Errors
    /// Ranks that differ, extents or strides below 1, an element type that memory cannot hold.
    pub fn new(elem: Scalar, shape: &[i64], strides: &[i64]) -> Result<TensorViewType, TypeError> {
        ensure(elem != Scalar::I4, || {
            format!("failed to verify 'elementType': {NUMBERS}, but got '{elem}'")
        })?;
        ensure(shape.len() == strides.len(), || {
            format!(
                "expected shape and stride to be of same rank but got shape of rank {} and stride of rank {}",
                shape.len(),
                strides.len()
            )
        })?;
        let positive = |dims: &[i64]| dims.iter().all(|&d| d > 0 || d == DYNAMIC);
        ensure(positive(shape), || {
            format!("dimensions must have strictly positive constant sizes but got [{}]", dims_list(shape))
        })?;
        ensure(positive(strides), || {
            format!(
                "dimensions must have strictly positive constant strides but got [{}]",
                dims_list(strides)
            )
        })?;
        Ok(TensorViewType {
            elem,
            shape: Dims::from_slice(shape),
            strides: Dims::from_slice(strides),
            ptr_attr: None,
        })
    }

    /// The same view of memory that a pointer with this attribute addresses.
    pub fn with_ptr_attr(self, ptr_attr: Option<PtrAttr>) -> TensorViewType {
        TensorViewType { ptr_attr, ..self }
    }
}

impl ViewType {
    /// A view of `kind` with tiles of the given extents over `tensor`.
    ///
    /// # Errors
    /// Every rule for views: ranks, tile extents, maps, strides, padding of non-floats.
    pub fn new(
        tile: &[i32],
        tensor: TensorViewType,
        padding: Option<Padding>,
        kind: ViewKind,
    ) -> Result<ViewType, TypeError> {
        let rank = tile.len();
        ensure(rank > 0, || "0-dimension tile shape is not supported".to_owned())?;
        ensure(tensor.rank() == rank, || {
            format!(
                "expected tensor_view rank and tile rank to match, got tensor_view of rank {} and tiles of rank {rank}",
                tensor.rank()
            )
        })?;
        check_kind(&kind, rank)?;
        ensure(tile.iter().all(|&d| d > 0), || {
            format!("tile shape dimensions must have positive length but got [{}]", list(tile))
        })?;
        ensure(tile.iter().all(|&d| d.count_ones() == 1), || {
            format!("tile shape dimensions must have power of two length but got [{}]", list(tile))
        })?;
        if let ViewKind::Partition { dim_map } | ViewKind::Strided { dim_map, .. } = &kind {
            check_dim_map(dim_map, rank)?;
        }
        let shape: SmallVec<[i64; 4]> = tile.iter().map(|&d| d.into()).collect();
        TileType::new(&shape, Elem::Scalar(tensor.elem))?;
        check_padding(padding, tensor.elem)?;
        Ok(ViewType { tile: SmallVec::from_slice(tile), tensor, padding, kind })
    }
}

fn check_kind(kind: &ViewKind, rank: usize) -> Result<(), TypeError> {
    let maps_all = |dim_map: &[i32]| {
        ensure(dim_map.len() == rank, || {
            format!(
                "expected dim_map to map exactly all {rank} dimensions of the tile, got {} mappings",
                dim_map.len()
            )
        })
    };
    match kind {
        ViewKind::Partition { dim_map } => maps_all(dim_map),
        ViewKind::Strided { traversal_strides, dim_map } => {
            maps_all(dim_map)?;
            ensure(traversal_strides.len() == rank, || {
                format!("expected {rank} traversal strides, got {}", traversal_strides.len())
            })?;
            ensure(traversal_strides.iter().all(|&s| s > 0), || {
                format!("traversal strides must be strictly positive but got [{}]", list(traversal_strides))
            })
        }
        ViewKind::GatherScatter { sparse_dim } => ensure((*sparse_dim as usize) < rank, || {
            format!(
                "gather dimension is outside of tensor view dimensions, expected strictly less than {rank}, got {sparse_dim}"
            )
        }),
    }
}

fn check_dim_map(dim_map: &[i32], rank: usize) -> Result<(), TypeError> {
    // Tile dimension that each tensor dimension was mapped by.
    let mut mapped: SmallVec<[Option<usize>; 4]> = SmallVec::from_elem(None, rank);
    for (i, &target) in dim_map.iter().enumerate() {
        ensure(target >= 0, || format!("target dimension must not be negative, got {target}"))?;
        ensure((target as usize) < rank, || {
            format!(
                "target dimension is outside of tensor view dimensions, expected strictly less than {rank}, got {target}"
            )
        })?;
        let first = mapped[target as usize].replace(i);
        ensure(first.is_none(), || {
            let first = first.unwrap_or(0);
            format!("target dimension {target} mapped at least twice (for tile dimensions {first} and {i})")
        })?;
    }
    Ok(())
}

fn check_padding(padding: Option<Padding>, elem: Scalar) -> Result<(), TypeError> {
    match padding {
        None | Some(Padding::Zero) => Ok(()),
        Some(value) => ensure(elem.is_float(), || {
            format!(
                "padding_value {} can only be used with floating point element types, got '{elem}'",
                value.name()
            )
        }),
    }
}
