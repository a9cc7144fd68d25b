//! Choosing types.

use cuda_tile::attrs::{Attr, Dense};
use cuda_tile::types::{Elem, PtrAttr, PtrType, TileType, scalar_since};
use cuda_tile::{Module, Type};
use ir::{TypeId, Version};
use numerics::{Scalar, convert};

use crate::rng::Rng;

/// Shapes of generated tiles, small so that programs are quick.
const SHAPES: &[&[i64]] =
    &[&[], &[1], &[4], &[16], &[32], &[1, 1], &[2, 4], &[4, 4], &[8, 2], &[2, 2, 4], &[1, 8, 2]];

/// A tile type that is known to be valid.
pub(crate) fn tile(shape: &[i64], elem: Elem) -> Type {
    Type::Tile(TileType::new(shape, elem).expect("generated shapes are small powers of two"))
}

/// A tile of numbers.
pub(crate) fn number_tile(shape: &[i64], scalar: Scalar) -> Type {
    tile(shape, Elem::Scalar(scalar))
}

/// A rank-0 tile of a pointer.
pub(crate) fn pointer_tile(scalar: Scalar) -> Type {
    pointers(&[], scalar)
}

/// A pointer to memory of several devices.
pub(crate) fn multicast_tile(scalar: Scalar) -> Type {
    let pointer = PtrType { attr: Some(PtrAttr::Multicast), ..PtrType::new(scalar).expect("not i4") };
    tile(&[], Elem::Ptr(pointer))
}

/// A tile of pointers.
pub(crate) fn pointers(shape: &[i64], scalar: Scalar) -> Type {
    tile(shape, Elem::Ptr(PtrType::new(scalar).expect("not i4")))
}

/// A random shape that tiles of `scalar` may have.
pub(crate) fn shape(rng: &mut Rng, scalar: Scalar) -> Vec<i64> {
    loop {
        let shape = rng.pick(SHAPES);
        // f4E2M1FN tiles need an even number of elements.
        if scalar != Scalar::F4E2M1FN || shape.iter().any(|&d| d > 1) {
            return shape.to_vec();
        }
    }
}

/// The members of `scalars` that `version` has.
pub(crate) fn known(scalars: &[Scalar], version: Version) -> Vec<Scalar> {
    scalars.iter().copied().filter(|&scalar| scalar_since(scalar) <= version).collect()
}

/// Extents of a tile type.
pub(crate) fn extents(ty: &TileType) -> Vec<i64> {
    ty.shape().iter().map(|&d| d.into()).collect()
}

/// A random constant of a tile of numbers; small values, so that promises about overflow hold.
pub(crate) fn constant(rng: &mut Rng, module: &mut Module, ty: TypeId, whole: bool) -> Attr {
    let tile = module.types.get(ty).as_tile().expect("constants are tiles").clone();
    let scalar = tile.elem().scalar().expect("constants are numbers");
    let count = if rng.one_in(2) { 1 } else { tile.len() };
    let size = Dense::elem_size(scalar);
    let bits = |rng: &mut Rng| if whole { whole_bits(rng, scalar) } else { small_bits(rng, scalar) };
    let data: Vec<u8> = (0..count).flat_map(|_| bits(rng).to_le_bytes().into_iter().take(size)).collect();
    Attr::Dense(Dense::new(ty, scalar, &data))
}

/// Bits of a small number: integers 1 to 5 (1 for i1), floats of moderate size.
fn small_bits(rng: &mut Rng, scalar: Scalar) -> u64 {
    match scalar {
        Scalar::I1 => 1,
        Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => 1 + rng.below(5) as u64,
        Scalar::F16 => rng.pick(&[0x3C00, 0x3800, 0xC000, 0x4248]),
        Scalar::BF16 => rng.pick(&[0x3F80, 0x3F00, 0xC000, 0x4049]),
        Scalar::F32 => u64::from(rng.pick(&[1.0f32, 0.5, -2.0, 3.25]).to_bits()),
        Scalar::TF32 => u64::from(rng.pick(&[1.0f32, 0.5, -2.0, 3.25]).to_bits() >> 13),
        Scalar::F64 => rng.pick(&[1.0f64, 0.5, -2.0, 3.25]).to_bits(),
        Scalar::F8E4M3FN => rng.pick(&[0x38, 0x30, 0xC0, 0x45]),
        Scalar::F8E5M2 => rng.pick(&[0x3C, 0x38, 0xC0, 0x42]),
        Scalar::F8E8M0FNU => rng.pick(&[0x7F, 0x7E, 0x80]),
        Scalar::F4E2M1FN => rng.pick(&[0x2, 0x1, 0xC, 0x5]),
        Scalar::FNV8E5M3FNU => rng.pick(&[0x78, 0x70, 0x7C]),
    }
}

/// Bits of a small whole number, drawn like [`small_bits`]: integers 1 to 5 (1 for i1), floats 1, 2, -2 and 3.
fn whole_bits(rng: &mut Rng, scalar: Scalar) -> u64 {
    if scalar.is_int() {
        return small_bits(rng, scalar);
    }
    let number = match scalar {
        // Without a sign, and the first of them only powers of two.
        Scalar::F8E8M0FNU => rng.pick(&[1.0, 2.0, 4.0]),
        Scalar::FNV8E5M3FNU => rng.pick(&[1.0, 2.0, 3.0]),
        _ => rng.pick(&[1.0, 2.0, -2.0, 3.0]),
    };
    convert::from_f64(scalar, number)
}
