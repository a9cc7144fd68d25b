//! Products element by element, through `numerics`: every type, any strides.

use numerics::{Scalar, convert, int, mma, pack};

use super::{Factors, Operand, Operands, Product, element_size};

/// Adds the product to `acc`.
///
/// # Safety
/// As [`super::Mma::run`].
pub(super) unsafe fn run(product: &Product, acc: *mut u8, operands: &Operands) {
    let Product { batches, m, n, k, factors } = *product;
    for lane in 0..batches * m * n {
        let (batch, i, j) = (lane / (m * n), lane / n % m, lane % n);
        // SAFETY: the caller promises that all elements of acc and operands are valid.
        unsafe {
            let place = acc.add(lane * element_size(factors.acc()));
            let old = bits(factors.acc(), place);
            let new = match factors {
                Factors::Float { elem, acc } => {
                    let read = |operand, r, c| convert::to_f64(elem, element(operand, elem, batch, r, c));
                    let pairs = (0..k).map(|p| (read(&operands.lhs, i, p), read(&operands.rhs, p, j)));
                    mma::dot(acc, old, pairs)
                }
                Factors::Int { lhs_signed, rhs_signed } => (0..k).fold(old, |sum, p| {
                    let a = integer(element(&operands.lhs, Scalar::I8, batch, i, p), lhs_signed);
                    let b = integer(element(&operands.rhs, Scalar::I8, batch, p, j), rhs_signed);
                    sum.wrapping_add(a.wrapping_mul(b))
                }),
                Factors::Scaled { elem, scale, scale_k } => {
                    let [lhs_scale, rhs_scale] = operands.scales.expect("a scaled product has scales");
                    let block = k / scale_k;
                    let read = |operand, ty, r, c| convert::to_f64(ty, element(operand, ty, batch, r, c));
                    let pairs = (0..k).map(|p| {
                        let a = read(&operands.lhs, elem, i, p) * read(&lhs_scale, scale, i, p / block);
                        let b = read(&operands.rhs, elem, p, j) * read(&rhs_scale, scale, p / block, j);
                        (a, b)
                    });
                    mma::dot(Scalar::F32, old, pairs)
                }
            };
            set_bits(factors.acc(), place, new);
        }
    }
}

fn integer(bits: u64, signed: bool) -> u64 {
    if signed { int::sign_extend(Scalar::I8, bits) as u64 } else { bits }
}

/// # Safety
/// The element is valid for reads.
unsafe fn element(operand: &Operand, scalar: Scalar, batch: usize, row: usize, column: usize) -> u64 {
    let index =
        batch as isize * operand.batch + row as isize * operand.row + column as isize * operand.column;
    // SAFETY: as the caller promises.
    unsafe { bits(scalar, operand.base.offset(index * element_size(scalar) as isize)) }
}

/// # Safety
/// An element at `place` is valid for reads.
unsafe fn bits(scalar: Scalar, place: *const u8) -> u64 {
    // SAFETY: the element is valid for reads of its size.
    let image = unsafe {
        match element_size(scalar) {
            1 => u64::from(place.read()),
            2 => u64::from(place.cast::<u16>().read_unaligned()),
            4 => u64::from(place.cast::<u32>().read_unaligned()),
            _ => place.cast::<u64>().read_unaligned(),
        }
    };
    pack::from_storage(scalar, image)
}

/// # Safety
/// An element at `place` is valid for writes.
unsafe fn set_bits(scalar: Scalar, place: *mut u8, bits: u64) {
    let image = pack::to_storage(scalar, bits);
    // SAFETY: the element is valid for writes of its size.
    unsafe {
        match element_size(scalar) {
            1 => place.write(image as u8),
            2 => place.cast::<u16>().write_unaligned(image as u16),
            4 => place.cast::<u32>().write_unaligned(image as u32),
            _ => place.cast::<u64>().write_unaligned(image),
        }
    }
}
