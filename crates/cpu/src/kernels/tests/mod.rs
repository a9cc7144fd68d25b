//! Every vector kernel against the definitions of `numerics`, for every instruction set of this machine.

#![allow(unsafe_code, reason = "kernels are called on raw memory")]

mod accuracy;
mod samples;

use numerics::select::{FloatBinary, IntBinary};
use numerics::{NanRule, Predicate, Promise, Rounding, Scalar, convert, int};

use super::elementwise::Elementwise;
use super::lanes;
use super::operation::Operation;
use crate::isa::Isa;
use samples::Column;

/// The types that the language computes floats in.
const FLOATS: [Scalar; 4] = [Scalar::F16, Scalar::BF16, Scalar::F32, Scalar::F64];

fn isas() -> impl Iterator<Item = Isa> {
    [Isa::Baseline, Isa::Avx2, Isa::Avx512].into_iter().filter(|&isa| isa <= Isa::detect())
}

/// Every operation in every type and mode whose result is fixed bit for bit.
fn exact_operations() -> Vec<Operation> {
    let mut all = Vec::new();
    for scalar in FLOATS {
        float_operations(scalar, &mut all);
    }
    for &scalar in Scalar::INTS {
        int_operations(scalar, &mut all);
    }
    conversions(&mut all);
    all.extend(Scalar::ALL.map(Operation::Select));
    all.extend(Scalar::ALL.map(Operation::Copy));
    all
}

/// Flush to zero only applies to f32.
fn flushes(scalar: Scalar) -> &'static [bool] {
    if scalar == Scalar::F32 { &[false, true] } else { &[false] }
}

fn float_operations(scalar: Scalar, all: &mut Vec<Operation>) {
    use Operation as O;
    for &flush in flushes(scalar) {
        for rounding in Rounding::ALL {
            for op in [FloatBinary::Add, FloatBinary::Sub, FloatBinary::Mul, FloatBinary::Div] {
                all.push(O::FloatBinary { op, scalar, rounding, flush });
            }
            all.push(O::Fma { scalar, rounding, flush });
            all.push(O::Sqrt { scalar, rounding, flush });
        }
        for rule in [NanRule::Number, NanRule::Propagate] {
            all.extend([O::MinF { scalar, rule, flush }, O::MaxF { scalar, rule, flush }]);
        }
    }
    for predicate in Predicate::ALL {
        all.extend([true, false].map(|ordered| O::CompareF { scalar, predicate, ordered }));
    }
    all.extend([O::RemF(scalar), O::AbsF(scalar), O::NegF(scalar), O::Floor(scalar), O::Ceil(scalar)]);
}

fn int_operations(scalar: Scalar, all: &mut Vec<Operation>) {
    use Operation as O;
    let promise = Promise::None;
    all.extend([IntBinary::Add, IntBinary::Sub, IntBinary::Mul].map(|op| O::IntBinary {
        op,
        scalar,
        promise,
    }));
    all.extend([
        O::MulHigh(scalar),
        O::AbsI(scalar),
        O::NegI { scalar, promise },
        O::ShiftLeft { scalar, promise },
    ]);
    all.extend([O::And(scalar), O::Or(scalar), O::Xor(scalar)]);
    for signed in [false, true] {
        for rounding in [Rounding::Zero, Rounding::NegativeInf, Rounding::PositiveInf] {
            all.push(O::DivI { scalar, signed, rounding });
        }
        all.extend([O::RemI { scalar, signed }, O::ShiftRight { scalar, signed }]);
        all.extend([O::MinI { scalar, signed }, O::MaxI { scalar, signed }]);
        all.extend(Predicate::ALL.map(|predicate| O::CompareI { scalar, predicate, signed }));
    }
    for pointee in [Scalar::I1, Scalar::F4E2M1FN, Scalar::F16, Scalar::F32, Scalar::F64] {
        all.push(O::Offset { pointee, offset: scalar });
    }
}

fn conversions(all: &mut Vec<Operation>) {
    use Operation as O;
    for &from in Scalar::INTS {
        for &to in Scalar::INTS {
            if from.bits() < to.bits() {
                all.extend([false, true].map(|signed| O::Extend { from, to, signed }));
            }
            if from.bits() > to.bits() {
                all.push(O::Truncate { from, to, promise: Promise::None });
            }
        }
        for &to in Scalar::FLOATS {
            for signed in [false, true] {
                all.push(O::IntToFloat { from, to, signed, rounding: Rounding::NearestEven });
                for saturating in [false, true] {
                    all.push(O::FloatToInt { from: to, to: from, signed, saturating });
                }
            }
        }
    }
    for &from in Scalar::FLOATS {
        for &to in Scalar::FLOATS {
            all.extend(Rounding::IEEE.map(|rounding| O::FloatToFloat { from, to, rounding }));
        }
    }
}

/// Whether the language defines the result of the operation for these elements.
fn is_defined(operation: Operation, [a, b, _]: [u64; 3]) -> bool {
    use Operation as O;
    match operation {
        O::DivI { scalar, signed, rounding } => int::div(scalar, a, b, signed, rounding).is_some(),
        O::RemI { scalar, signed } => int::rem(scalar, a, b, signed).is_some(),
        O::ShiftLeft { scalar, .. } | O::ShiftRight { scalar, .. } => b < scalar.bits().into(),
        O::FloatToInt { from, to, signed, saturating: false } => {
            convert::float_to_int(from, to, a, signed).is_some()
        }
        O::Offset { pointee, .. } => pointee.storage_bits() != 4 || b.is_multiple_of(2),
        _ => true,
    }
}

/// Elements for each operand: all there are if the operation has one small operand, else many.
fn columns(operation: Operation) -> Vec<Column> {
    let signature = operation.signature();
    match signature.operands() {
        [scalar] if scalar.bits() <= 16 => vec![Column::exhaustive(*scalar)],
        operands => samples::columns(operands),
    }
}

/// The bits of every lane of a result.
fn run(
    elementwise: &Elementwise,
    columns: &[Column],
    result: Scalar,
    start: usize,
    count: usize,
) -> Vec<u64> {
    const GUARD: u8 = 0xA5;
    let size = elementwise.result();
    let mut out = vec![0u64; (count * size).div_ceil(8) + 2];
    let bytes = out.as_mut_ptr().cast::<u8>();
    let mut srcs = [std::ptr::null(); 3];
    for (src, (column, size)) in srcs.iter_mut().zip(columns.iter().zip(elementwise.operands())) {
        *src = column.at(start, *size);
    }
    // SAFETY: columns hold `start + count` lanes, `out` has room for `count` and a guard after them.
    unsafe {
        bytes.add(count * size).write(GUARD);
        elementwise.run(bytes, srcs, count);
        assert_eq!(bytes.add(count * size).read(), GUARD, "wrote beyond the last lane");
        (0..count).map(|lane| lanes::read_image(size, bytes, lane)).map(|image| raw(result, image)).collect()
    }
}

/// The lane as it is in memory must be what its type allows.
fn raw(scalar: Scalar, image: u64) -> u64 {
    let bits = numerics::pack::from_storage(scalar, image);
    assert_eq!(numerics::pack::to_storage(scalar, bits), image, "{image:#x} is no lane of {scalar}");
    bits
}

fn check(operation: Operation, isa: Isa, fast: &Elementwise, slow: &[u64], columns: &[Column]) {
    let result = operation.signature().result;
    let count = slow.len();
    let compare = |start: usize, got: &[u64]| {
        for (lane, &bits) in got.iter().enumerate() {
            let elements = samples::elements(columns, start + lane);
            let expected = slow[start + lane];
            assert!(
                bits == expected || !is_defined(operation, elements),
                "{operation:?} {isa:?} of {elements:x?}: {bits:#x} instead of {expected:#x}",
            );
        }
    };
    compare(0, &run(fast, columns, result, 0, count));
    for length in 0..=70.min(count) {
        let start = (count - length) / 2;
        compare(start, &run(fast, columns, result, start, length));
    }
}

#[test]
fn vector_kernels_give_the_bits_of_numerics() {
    for operation in exact_operations() {
        let fast: Vec<_> = isas().map(|isa| (isa, Elementwise::new(operation, isa))).collect();
        if !fast.iter().any(|(_, elementwise)| elementwise.is_fast()) {
            continue;
        }
        let columns = columns(operation);
        let result = operation.signature().result;
        let slow = run(&Elementwise::slow(operation), &columns, result, 0, columns[0].len());
        for (isa, elementwise) in fast {
            check(operation, isa, &elementwise, &slow, &columns);
        }
    }
}

#[test]
fn results_may_replace_an_operand() {
    let operation = Operation::FloatBinary {
        op: FloatBinary::Sub,
        scalar: Scalar::F32,
        rounding: Rounding::NearestEven,
        flush: false,
    };
    let (a, b): (Vec<f32>, Vec<f32>) = (0..3000).map(|i| (i as f32, (3 * i) as f32)).unzip();
    for isa in isas() {
        let elementwise = Elementwise::new(operation, isa);
        for replaced in 0..2 {
            let mut operands = [a.clone(), b.clone()];
            let dst = operands[replaced].as_mut_ptr().cast::<u8>();
            let mut srcs = [operands[0].as_ptr().cast(), operands[1].as_ptr().cast(), std::ptr::null()];
            srcs[replaced] = dst.cast_const();
            // SAFETY: 3000 lanes each; the result is exactly one of the operands.
            unsafe { elementwise.run(dst, srcs, 3000) };
            assert!(operands[replaced].iter().enumerate().all(|(i, &x)| x == -2.0 * i as f32), "{isa:?}");
        }
    }
}
