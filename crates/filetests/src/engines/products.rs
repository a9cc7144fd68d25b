//! How far results of float products may be apart.
//!
//! The language leaves open in which order a product is summed, and whether a multiplication is rounded before its addition.
//! Each way errs by at most γ(n)·Σ|a·b| for n terms, with γ(n) = n·u / (1 − n·u) and u half a unit in the last place of 1. What
//! loops add up is one sum of all terms.

use libtest_mimic::{Failed, Trial};
use tilewright::cuda_tile::Module;
use tilewright::cuda_tile::ops::{Opcode, fields as f};
use tilewright::ir::{Op, Value, ValueDef};
use tilewright::numerics::{Format, Scalar, convert};

/// Bits of a sum that are kept.
pub(super) fn precision(scalar: Scalar) -> i32 {
    match scalar {
        Scalar::F64 => 53,
        Scalar::F32 => 24,
        Scalar::F16 => 11,
        Scalar::BF16 => 8,
        // Integers wrap: their sums are exact.
        _ if scalar.is_int() => i32::MAX,
        _ => 0,
    }
}

/// The terms of the elements of a sum of products.
#[derive(Clone)]
pub(super) struct Terms {
    /// Number of terms of each element.
    count: f64,
    /// The sum of their magnitudes, for each element.
    magnitudes: Vec<f64>,
}

impl Terms {
    /// The terms of `acc + lhs x rhs`, of matrices of numbers with `k` columns of lhs; `before` are those of the accumulator.
    pub(super) fn of_product(lhs: &[f64], rhs: &[f64], k: usize, before: Terms) -> Option<Terms> {
        let mut magnitudes = before.magnitudes;
        // Of all batches.
        let (rows, columns) = (lhs.len().checked_div(k)?, rhs.len().checked_div(k)?);
        let batches = (rows * columns).checked_div(magnitudes.len()).filter(|&batches| batches > 0)?;
        let (rows, columns) = (rows / batches, columns / batches);
        for (row, sums) in magnitudes.chunks_exact_mut(columns).enumerate() {
            let rhs = &rhs[row / rows * k * columns..];
            for (i, lhs) in lhs[row * k..][..k].iter().enumerate() {
                for (sum, rhs) in sums.iter_mut().zip(&rhs[i * columns..][..columns]) {
                    *sum += (lhs * rhs).abs();
                }
            }
        }
        Some(Terms { count: before.count + k as f64, magnitudes })
    }

    /// An accumulator that is not a product.
    pub(super) fn of_numbers(numbers: &[f64]) -> Terms {
        Terms { count: 1.0, magnitudes: numbers.iter().map(|number| number.abs()).collect() }
    }

    /// Whether two results of one element can both be right.
    pub(super) fn admit(&self, scalar: Scalar, index: usize, one: u64, other: u64) -> bool {
        let (Some(&magnitude), Some(format)) = (self.magnitudes.get(index), Format::of(scalar)) else {
            return false;
        };
        let unit = 2f64.powi(-precision(scalar));
        let error = self.count * unit;
        let largest = convert::to_f64(scalar, format.max_finite());
        let (one, other) = (convert::to_f64(scalar, one), convert::to_f64(scalar, other));
        // A sum that may overflow in between, or has a term that is not finite, may have any value.
        if error >= 1.0 || !magnitude.is_finite() || magnitude >= largest {
            return true;
        }
        // Subnormal terms are rounded to the smallest normal number, term by term.
        let subnormal = self.count * convert::to_f64(scalar, 1);
        // Both of them err.
        (one - other).abs() <= 2.0 * (error / (1.0 - error) * magnitude + subnormal)
    }
}

/// The sources of a loop-carried value: its value before the loop, and the one that an iteration passes to the next.
pub(super) fn carried(module: &Module, value: Value) -> Option<[Value; 2]> {
    let (op, number) = match module.body.def(value) {
        ValueDef::Result(op, number) => (op, number),
        ValueDef::Arg(block, number) => {
            (module.body.parent_op(module.body.last_op(block)?)?, number.checked_sub(1)?)
        }
    };
    if module.opcode(op) != Opcode::For {
        return None;
    }
    let body = *module.body.region_blocks(module.body.region(op, 0)).first()?;
    let next = *module.body.operands(module.body.last_op(body)?).get(number as usize)?;
    let first = *module.operands(op, f::for_::initValues).get(number as usize)?;
    Some([first, next])
}

/// Whether a value is a sum of products of what every engine computes alike, so that [`Terms`] bound it.
pub(super) fn is_sum(module: &Module, value: Value, alike: &dyn Fn(Value) -> bool) -> bool {
    let (mut open, mut seen) = (vec![value], Vec::new());
    while let Some(value) = open.pop() {
        if alike(value) || seen.contains(&value) {
            continue;
        }
        seen.push(value);
        match (carried(module, value), module.body.def(value)) {
            (Some(sources), _) => open.extend(sources),
            (None, ValueDef::Result(op, _)) if product(module, op).is_some() => {
                let operands = module.body.operands(op);
                if !alike(operands[0]) || !alike(operands[1]) {
                    return false;
                }
                open.push(operands[2]);
            }
            (None, _) => return false,
        }
    }
    true
}

/// The columns of lhs, if an op is a plain product of floats.
pub(super) fn product(module: &Module, op: Op) -> Option<usize> {
    let lhs = (module.opcode(op) == Opcode::MmaF).then(|| module.body.operands(op)[0])?;
    module.ty(lhs).as_tile()?.shape().last().map(|&k| k as usize)
}

/// One test: any order is admitted, and a wrong term is not.
pub(super) fn trials() -> Vec<Trial> {
    vec![Trial::test("bound of sums of products", bound)]
}

fn bound() -> Result<(), Failed> {
    let product = |lhs: &[f64], rhs: &[f64], acc: f64| {
        Terms::of_product(lhs, rhs, lhs.len(), Terms::of_numbers(&[acc])).ok_or("no product")
    };
    let admits = |terms: &Terms, one: f32, other: f32| {
        terms.admit(Scalar::F32, 0, one.to_bits().into(), other.to_bits().into())
    };
    // 2^24 + 1 + 1: each of the small terms is lost, or both count.
    let lost = product(&[16_777_216.0, 1.0, 1.0], &[1.0; 3], 0.0)?;
    // Terms that cancel leave an error of the size of their magnitudes, not of the sum's.
    let cancelled = product(&[1e8, -1e8], &[1.0; 2], 1.0)?;
    // Sums that may overflow are not predicted.
    let overflowing = product(&[3e38, 3e38], &[1.0, -1.0], 0.0)?;
    let cases = [
        (&lost, 16_777_216.0, 16_777_218.0, true),
        (&lost, 16_777_216.0, 16_777_240.0, false),
        (&cancelled, 0.0, 1.0, true),
        (&cancelled, 0.0, 1000.0, false),
        (&overflowing, f32::INFINITY, 0.0, true),
    ];
    for (terms, one, other, right) in cases {
        if admits(terms, one, other) != right {
            return Err(format!("{one} and {other}: admitted is {}", !right).into());
        }
    }
    Ok(())
}
