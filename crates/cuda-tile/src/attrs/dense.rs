//! Numbers of a constant tile.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ir::TypeId;
use numerics::Scalar;
use rustc_hash::FxHasher;

/// The elements of a tile constant or a global.
///
/// Row-major, little-endian, `ceil(bits / 8)` bytes an element in the width of the value: i1 and the 4-bit types one
/// byte (upper bits zero, i1 0 or 1), tf32 three. Equal elements are stored once, so equal constants are equal values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dense {
    /// The tile type.
    pub ty: TypeId,
    pub(super) elem: Scalar,
    pub(super) data: Data,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Data {
    /// One element, which represents all, and zeros after it.
    Splat([u8; 8]),
    /// All elements.
    All {
        /// Hash of the bytes, computed once: constants of one payload and many types stay cheap to intern.
        hash: u64,
        bytes: Arc<[u8]>,
    },
}

impl Hash for Dense {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let data = match self.data {
            Data::Splat(element) => u64::from_le_bytes(element),
            Data::All { hash, .. } => hash,
        };
        (self.ty, self.elem, data).hash(state);
    }
}

impl Dense {
    /// Bytes of one element.
    pub const fn elem_size(elem: Scalar) -> usize {
        elem.bits().div_ceil(8) as usize
    }

    /// A constant from the bytes of all elements, or of one that fills the tile.
    ///
    /// # Panics
    /// When `data` is empty or no whole number of elements.
    pub fn new(ty: TypeId, elem: Scalar, data: &[u8]) -> Dense {
        let size = Dense::elem_size(elem);
        assert!(!data.is_empty() && data.len().is_multiple_of(size), "whole elements");
        // All elements are equal when each is equal to the next.
        let data = if data[size..] == data[..data.len() - size] {
            let mut element = [0; 8];
            element[..size].copy_from_slice(&data[..size]);
            Data::Splat(element)
        } else {
            let mut hasher = FxHasher::default();
            data.hash(&mut hasher);
            Data::All { hash: hasher.finish(), bytes: data.into() }
        };
        Dense { ty, elem, data }
    }

    /// The same elements under another tile type of the same element type; the bytes are shared.
    pub fn with_type(&self, ty: TypeId) -> Dense {
        Dense { ty, ..self.clone() }
    }

    /// A constant whose elements are all `bits`.
    pub fn splat(ty: TypeId, elem: Scalar, bits: u64) -> Dense {
        Dense::new(ty, elem, &bits.to_le_bytes()[..Dense::elem_size(elem)])
    }

    /// Element type.
    pub fn elem(&self) -> Scalar {
        self.elem
    }

    /// True if one stored element represents all.
    pub fn is_splat(&self) -> bool {
        matches!(self.data, Data::Splat(_))
    }

    /// Stored bytes: one element or all.
    pub fn data(&self) -> &[u8] {
        match &self.data {
            Data::Splat(element) => &element[..Dense::elem_size(self.elem)],
            Data::All { bytes, .. } => bytes,
        }
    }

    /// Bits of element `index`.
    pub fn bits(&self, index: usize) -> u64 {
        match &self.data {
            Data::Splat(element) => u64::from_le_bytes(*element),
            Data::All { bytes, .. } => {
                let size = Dense::elem_size(self.elem);
                let mut element = [0; 8];
                element[..size].copy_from_slice(&bytes[index * size..][..size]);
                u64::from_le_bytes(element)
            }
        }
    }
}
