//! How close what an engine computes must be to what the reference interpreter computes.

use tilewright::cuda_tile::Module;
use tilewright::ir::{Value, ValueDef};
use tilewright::numerics::{Format, Scalar, convert};

use super::exactness::Taint;
use super::facts::Facts;
use super::products::{self, Terms};

/// How far the results of mathematical functions may be apart, in units of the last place. Each of two engines may be off
/// by 2.
pub const ULPS: u64 = 4;

/// How close a value must be.
pub(super) enum Closeness<'f> {
    /// Equal bits.
    Equal,
    /// Within [`ULPS`]: a function of equal operands.
    Function,
    /// Within what the order of a sum may change.
    Sum(&'f Terms),
    /// It depends on what engines may disagree about.
    Open,
}

impl<'f> Closeness<'f> {
    /// How close `value` must be, given what was seen of a run.
    pub(super) fn of(module: &Module, taint: &Taint, facts: &'f Facts<'_>, value: Value) -> Closeness<'f> {
        if !taint.value(value) {
            return Closeness::Equal;
        }
        if matches!(module.body.def(value), ValueDef::Result(op, _) if taint.is_first(module, op)) {
            return Closeness::Function;
        }
        match facts.terms(value) {
            Some(terms)
                if !taint.control() && products::is_sum(module, value, &|value| !taint.value(value)) =>
            {
                Closeness::Sum(terms)
            }
            _ => Closeness::Open,
        }
    }

    /// Whether an element that differs is still correct.
    pub(super) fn admits(&self, scalar: Scalar, index: usize, want: u64, got: u64) -> bool {
        match self {
            Closeness::Equal => false,
            Closeness::Function => ulps(scalar, want, got) <= ULPS,
            Closeness::Sum(terms) => terms.admit(scalar, index, want, got),
            Closeness::Open => true,
        }
    }
}

/// Distance of two floats in units of the last place; NaN is at 0 from NaN and far from everything else.
pub(super) fn ulps(elem: Scalar, one: u64, other: u64) -> u64 {
    let Some(format) = Format::of(elem) else { return u64::MAX };
    let place = |bits: u64| {
        let magnitude = (bits & !format.sign(true)) as i64;
        if bits & format.sign(true) == 0 { magnitude } else { -magnitude }
    };
    let nan = |bits: u64| convert::to_f64(elem, bits).is_nan();
    match (nan(one), nan(other)) {
        (true, true) => 0,
        (false, false) => place(one).abs_diff(place(other)),
        _ => u64::MAX,
    }
}
