//! How far transcendental functions are from the exact ones: the table of `docs/cpu-accuracy.md`.
//!
//! The exact value is taken from `numerics` in f64, where it has more than 100 bits before it is rounded. Operands of
//! f16 and bf16 are all that there are, those of f32 and f64 dense samples. Instruction sets give the same bits, which
//! is checked here too, so one column is enough.

use std::fmt::Write;

use numerics::math::Function;
use numerics::{Format, Rounding, Scalar, convert, math};

use super::samples::{Column, Random};
use super::{FLOATS, isas, run};
use crate::kernels::elementwise::Elementwise;
use crate::kernels::operation::Operation;

/// The functions of one operand that the language has.
const FUNCTIONS: [(Function, &str); 11] = [
    (Function::Exp, "exp"),
    (Function::Exp2, "exp2"),
    (Function::Log, "log"),
    (Function::Log2, "log2"),
    (Function::Rsqrt, "rsqrt"),
    (Function::Sin, "sin"),
    (Function::Cos, "cos"),
    (Function::Tan, "tan"),
    (Function::Sinh, "sinh"),
    (Function::Cosh, "cosh"),
    (Function::Tanh, "tanh"),
];

/// Random operands of a wide type.
const SAMPLES: usize = 100_000;

/// Errors of many results.
#[derive(Default)]
struct Errors {
    /// The largest, in units in the last place.
    largest: f64,
    /// Results that are not the nearest.
    misrounded: usize,
    count: usize,
}

impl Errors {
    fn add(&mut self, scalar: Scalar, got: u64, exact: f64, context: &str) {
        let format = Format::of(scalar).expect("a float type");
        let nearest = convert::float_to_float(Scalar::F64, scalar, exact.to_bits(), Rounding::NearestEven);
        let value = convert::to_f64(scalar, got);
        self.count += 1;
        if got == nearest {
            // Rounding alone.
            if exact.is_finite() && value.is_finite() {
                self.largest = self.largest.max((value - exact).abs() / unit(&format, exact));
            }
            return;
        }
        self.misrounded += 1;
        assert!(value.is_finite() && exact.is_finite(), "{context}: {value:e} instead of {exact:e}");
        assert!(value.is_sign_negative() == exact.is_sign_negative(), "{context}: the sign");
        self.largest = self.largest.max((value - exact).abs() / unit(&format, exact));
    }

    fn cell(&self) -> String {
        let share = self.misrounded as f64 / self.count as f64 * 100.0;
        let share = if self.misrounded == 0 { "0".to_owned() } else { format!("{share:.4} %") };
        format!("{:.4} | {share}", self.largest)
    }
}

/// The unit in the last place of a type at a value.
fn unit(format: &Format, value: f64) -> f64 {
    let exponent = (value.to_bits() >> 52 & 0x7ff) as i32 - 1023;
    let exponent = exponent.max(format.min_exponent()) - format.mantissa_bits as i32;
    // Subnormal below 2^-1022.
    f64::from_bits(if exponent < -1022 { 1 << (exponent + 1074) } else { ((exponent + 1023) as u64) << 52 })
}

/// Operands: all, or random ones of which most are near 1.
fn operands(scalar: Scalar, seed: u64) -> Column {
    if scalar.bits() <= 16 {
        return Column::exhaustive(scalar);
    }
    let mut random = Random(seed);
    Column::new(scalar, (0..SAMPLES).map(|_| super::samples::random(scalar, &mut random)).collect())
}

/// Runs every instruction set, which must agree.
fn agreed(operation: Operation, columns: &[Column]) -> Vec<u64> {
    let results: Vec<Vec<u64>> = isas()
        .map(|isa| {
            let elementwise = Elementwise::new(operation, isa);
            run(&elementwise, columns, operation.signature().result, 0, columns[0].len())
        })
        .collect();
    for other in &results[1..] {
        let differs = results[0].iter().zip(other).position(|(a, b)| a != b);
        assert_eq!(
            differs, None,
            "{operation:?}: a lane of one instruction set differs from that of another"
        );
    }
    results.into_iter().next().expect("there is a baseline")
}

/// An operation of some type, and its exact value from f64 operands.
type Row = (&'static str, Box<dyn Fn(Scalar) -> Operation>, Box<dyn Fn(u64, u64) -> u64>);

fn rows() -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (function, name) in FUNCTIONS {
        rows.push((
            name,
            Box::new(move |scalar| Operation::Function { function, scalar, flush: false }),
            Box::new(move |x, _| math::unary(function, Scalar::F64, x, false)),
        ));
    }
    let exact = |x, y| math::pow(Scalar::F64, x, y);
    rows.push(("pow", Box::new(Operation::Pow), Box::new(exact)));
    let powi = |scalar| Operation::PowI { scalar, exponent: Scalar::I8 };
    let exact = |x, y| math::pow_int(Scalar::F64, x, y as i32);
    rows.push(("fpowi", Box::new(powi), Box::new(exact)));
    let exact = |y, x| math::atan2(Scalar::F64, y, x);
    rows.push(("atan2", Box::new(Operation::Atan2), Box::new(exact)));
    rows
}

fn measured(scalar: Scalar, (name, operation, exact): &Row) -> Errors {
    let operation = operation(scalar);
    let signature = operation.signature();
    let columns: Vec<Column> = match signature.operands() {
        [scalar] => vec![operands(*scalar, 1)],
        _ => super::samples::columns(signature.operands()),
    };
    let mut errors = Errors::default();
    for (lane, got) in agreed(operation, &columns).into_iter().enumerate() {
        let elements = super::samples::elements(&columns, lane);
        let wide = |index: usize| match signature.operands().get(index) {
            Some(&int) if int.is_int() => numerics::int::sign_extend(int, elements[index]) as u64,
            Some(&float) => convert::to_f64(float, elements[index]).to_bits(),
            None => 0,
        };
        let exact = f64::from_bits(exact(wide(0), wide(1)));
        errors.add(scalar, got, exact, &format!("{name} of {scalar} {elements:x?}"));
    }
    errors
}

const INTRODUCTION: &str = "\
# Accuracy of the CPU engine

Data movement, integer arithmetic, conversions and the operations that IEEE 754 defines (`addf`, `subf`, `mulf`, `divf`,
`fma`, `sqrt`, `remf`, `floor`, `ceil`, comparisons, minimum, maximum) give the bits that the language fixes, in every type
and rounding mode.

Mathematical functions give the same bits with every instruction set and on every machine. A test measures the table: f16 and
bf16 for all operands, f32 and f64 for fixed samples of them, each compared with a value of more than 100 bits. The first
column of a type is the largest error in units in the last place of the result (0.5 is a correctly rounded result). The
second column counts the results that are not the nearest ones. For f64, the table compares with the rounded value, so the
first column is the largest distance of two f64 numbers. `rounding<approx>` and `rounding<full>` give the same results.

";

#[test]
fn errors_of_functions_are_those_written_down() {
    let mut found = INTRODUCTION.to_owned();
    found += "| function | f16 | | bf16 | | f32 | | f64 | |\n|---|---|---|---|---|---|---|---|---|\n";
    for row in rows() {
        write!(found, "| `{}`", row.0).expect("a string takes everything");
        for scalar in FLOATS {
            write!(found, " | {}", measured(scalar, &row).cell()).expect("a string takes everything");
        }
        found += " |\n";
    }
    let path = real_tools::root().join("docs/cpu-accuracy.md");
    real_tools::golden::compare(&path, &found).unwrap_or_else(|stale| panic!("{stale}\nmeasured:\n{found}"));
}
