//! Tensor maps, encoded by the driver.

#![allow(unsafe_code, reason = "calls of a C library")]

use std::ffi::{c_int, c_uint, c_void};

use nvvm::attrs::MapElement;

use super::api::{Address, Api};
use crate::tensor_maps::Resolved;

/// `CU_TENSOR_MAP_L2_PROMOTION_L2_128B`: whole lines of the L2 cache are loaded.
const PROMOTION: c_int = 2;

/// The 128 bytes of a tensor map, with the alignment that the driver requires.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Encoded([u64; 16]);

impl Encoded {
    /// The address of the bytes, as an argument of a launch.
    pub(super) fn as_argument(&mut self) -> *mut c_void {
        std::ptr::from_mut(self).cast()
    }
}

/// `CUtensorMapDataType`.
fn data_type(element: MapElement) -> c_int {
    match element {
        MapElement::U8 => 0,
        MapElement::U16 => 1,
        MapElement::U32 => 2,
        MapElement::S32 => 3,
        MapElement::U64 => 4,
        MapElement::S64 => 5,
        MapElement::F16 => 6,
        MapElement::F32 => 7,
        MapElement::F64 => 8,
        MapElement::BF16 => 9,
        MapElement::TF32 => 11,
        MapElement::B4X16 => 13,
    }
}

/// Encodes a map of the memory at an address of the device.
pub(super) fn encode(api: &Api, map: &Resolved, address: Address) -> Result<Encoded, String> {
    let mut encoded = Encoded([0; 16]);
    let ones = [1; 5];
    // Zeros stand for a stride that the driver does not read.
    let strides: Vec<u64> = map.strides.iter().copied().chain([0]).collect();
    let swizzle = match map.swizzle {
        32 => 1,
        64 => 2,
        128 => 3,
        _ => 0,
    };
    let rank = c_uint::try_from(map.extents.len().min(ones.len())).unwrap_or_default();
    // SAFETY: the map has 128 bytes and is aligned; the lists have as many elements as dimensions, which are five at most, and
    // live across the call.
    let status = unsafe {
        (api.encode_map)(
            encoded.as_argument(),
            data_type(map.element),
            rank,
            address,
            map.extents.as_ptr(),
            strides.as_ptr(),
            map.box_shape.as_ptr(),
            ones.as_ptr(),
            0,
            swizzle,
            PROMOTION,
            c_int::from(map.nan),
        )
    };
    api.check("a tensor map cannot be made of these arguments", status)?;
    Ok(encoded)
}
