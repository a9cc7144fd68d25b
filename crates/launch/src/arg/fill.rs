//! The elements of a new buffer.

use super::error::Mistake;
use super::function::Function;
use super::number::{element_bits, float, integer, is_in_range};
use super::parsed::{Call, Literal};
use crate::buffer::Buffer;
use crate::element;
use crate::random::Random;
use numerics::{Format, Rounding, Scalar, convert, int};

/// Fills a buffer that is all zero bytes; `default_seed` serves where the call has none.
pub(super) fn fill(buffer: &mut Buffer, call: &Call, default_seed: u64) -> Result<(), Mistake> {
    let element = buffer.element();
    match call.function {
        Function::Zeros => check_value(element, "0", call).map(|_| ()),
        Function::Ones => check_value(element, "1", call).map(|bits| each(buffer, |_| bits)),
        Function::Full => {
            let bits = element_bits(element, required(call, 0))?;
            each(buffer, |_| bits);
            Ok(())
        }
        Function::Iota => progression(buffer, call, None),
        Function::Arange => progression(buffer, call, Some(required(call, 0))),
        Function::Uniform => uniform(buffer, call, default_seed),
        Function::Randint => randint(buffer, call, default_seed),
        Function::Randn => randn(buffer, call, default_seed),
    }
}

/// Writes every element from its row-major number.
fn each(buffer: &mut Buffer, value: impl Fn(u64) -> u64) {
    let (element, count) = (buffer.element(), buffer.view().len());
    let bytes = buffer.bytes_mut();
    for index in 0..count {
        element::store(element, bytes, index, value(index as u64));
    }
}

fn required(call: &Call, slot: usize) -> &Literal {
    call.slots[slot].as_ref().expect("the parser saw every required argument")
}

/// The bits of the constant that the function's name denotes.
fn check_value(element: Scalar, value: &str, call: &Call) -> Result<u64, Mistake> {
    element_bits(element, &Literal { text: value.into(), span: call.span.clone() })
}

fn seed(call: &Call, default_seed: u64) -> Result<Random, Mistake> {
    let Some(literal) = &call.slots[2] else { return Ok(Random::new(default_seed)) };
    let value = integer(literal, "a seed")?;
    let seed = u64::try_from(value).map_err(|_| {
        Mistake::new(literal.span.clone(), "a seed is a number from 0 to 2^64-1", "write for example seed=7")
    })?;
    Ok(Random::new(seed))
}

fn slot_float(call: &Call, slot: usize, default: f64) -> Result<f64, Mistake> {
    let Some(literal) = &call.slots[slot] else { return Ok(default) };
    let value = float(literal, call.function.name())?;
    if value.is_finite() {
        return Ok(value);
    }
    Err(Mistake::new(
        literal.span.clone(),
        format!("{} needs finite numbers", call.function.name()),
        "write for example 1",
    ))
}

/// The nearest element, the largest finite one for values beyond it where there is no infinity.
fn rounded(element: Scalar, value: f64) -> u64 {
    convert::float_to_float(Scalar::F64, element, value.to_bits(), Rounding::NearestEven)
}

/// `start + i * step`: integers wrap; floats are computed as doubles and rounded to the type.
fn progression(buffer: &mut Buffer, call: &Call, start: Option<&Literal>) -> Result<(), Mistake> {
    let element = buffer.element();
    let step = call.slots[1].as_ref();
    if element.is_int() {
        let start = start.map_or(Ok(0), |literal| element_bits(element, literal))?;
        let step = step.map_or(Ok(1), |literal| integer(literal, element.name()))?;
        each(buffer, |index| int::wrap(element, start.wrapping_add((step as u64).wrapping_mul(index))));
        return Ok(());
    }
    let start = slot_float(call, 0, 0.0)?;
    let step = slot_float(call, 1, 1.0)?;
    let value = |index: u64| start + index as f64 * step;
    let last = (buffer.view().len() as u64).saturating_sub(1);
    if let Some(index) = [0, last].into_iter().find(|&index| !is_in_range(element, value(index))) {
        let message = format!("element {index} would be {}, which {element} cannot hold", value(index));
        return Err(Mistake::new(call.span.clone(), message, "write a smaller step, or another type"));
    }
    each(buffer, |index| rounded(element, value(index)));
    Ok(())
}

fn uniform(buffer: &mut Buffer, call: &Call, default_seed: u64) -> Result<(), Mistake> {
    let element = buffer.element();
    needs_float(element, call)?;
    let (low, high) = (slot_float(call, 0, 0.0)?, slot_float(call, 1, 1.0)?);
    let random = seed(call, default_seed)?;
    check_bounds(element, call, [low, high])?;
    each(buffer, |index| rounded(element, low + (high - low) * random.unit(index)));
    Ok(())
}

fn randn(buffer: &mut Buffer, call: &Call, default_seed: u64) -> Result<(), Mistake> {
    let element = buffer.element();
    needs_float(element, call)?;
    if Format::of(element).is_some_and(|format| !format.signed) {
        let message = format!("{element} has no negative values, which randn would give");
        return Err(Mistake::new(call.span.clone(), message, "write for example uniform(0.5,2)"));
    }
    let (mean, deviation) = (slot_float(call, 0, 0.0)?, slot_float(call, 1, 1.0)?);
    let random = seed(call, default_seed)?;
    each(buffer, |index| rounded(element, mean + deviation * random.normal(index)));
    Ok(())
}

fn needs_float(element: Scalar, call: &Call) -> Result<(), Mistake> {
    if element.is_float() {
        return Ok(());
    }
    let message = format!("{} gives fractions, which {element} cannot hold", call.function.name());
    Err(Mistake::new(call.span.clone(), message, "write for example randint(0,10)"))
}

fn check_bounds(element: Scalar, call: &Call, bounds: [f64; 2]) -> Result<(), Mistake> {
    let Some(bad) = bounds.into_iter().find(|&bound| !is_in_range(element, bound)) else { return Ok(()) };
    let message = format!("{element} cannot hold the bound {bad}");
    Err(Mistake::new(call.span.clone(), message, "write bounds within the type, for example uniform(0.5,1)"))
}

fn randint(buffer: &mut Buffer, call: &Call, default_seed: u64) -> Result<(), Mistake> {
    let element = buffer.element();
    let bounds = [integer(required(call, 0), "randint")?, integer(required(call, 1), "randint")?];
    let random = seed(call, default_seed)?;
    let [low, high] = bounds;
    let count = high.checked_sub(low).and_then(|count| u64::try_from(count).ok()).filter(|&count| count > 0);
    let Some(count) = count else {
        let message = format!("there is no whole number from {low} up to, but not including, {high}");
        return Err(Mistake::new(
            call.span.clone(),
            message,
            "write the smaller bound first, for example randint(0,10)",
        ));
    };
    check_integer_bounds(element, call, [low, high - 1])?;
    each(buffer, |index| {
        let value = low + i128::from(random.below(index, count));
        if element.is_int() { int::wrap(element, value as u64) } else { rounded(element, value as f64) }
    });
    Ok(())
}

fn check_integer_bounds(element: Scalar, call: &Call, bounds: [i128; 2]) -> Result<(), Mistake> {
    let fits = |value: i128| match element.is_int() {
        true => (int::range(element, true).0..=int::range(element, false).1).contains(&value),
        false => is_in_range(element, value as f64),
    };
    let Some(bad) = bounds.into_iter().find(|&bound| !fits(bound)) else { return Ok(()) };
    let message = format!("{element} cannot hold {bad}");
    Err(Mistake::new(call.span.clone(), message, "write bounds within the type, for example randint(0,2)"))
}
