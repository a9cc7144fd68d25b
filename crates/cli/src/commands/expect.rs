//! `run --expect`: results compared with files.

use diag::{Diagnostic, Source};
use launch::arg::Bound;
use launch::{Buffer, BufferRef, npy};
use serde_json::{Value, json};
use tilewright::Scalar;
use tilewright::driver::codes;
use tilewright::driver::input::reason;
use tilewright::numerics::convert;

use super::options::misfit;
use super::results::number;
use crate::args::RunArgs;

/// How far floats may be from what is expected: `|found - expected| <= atol + rtol * |expected|`, as `numpy.allclose`
/// has it.
#[derive(Clone, Copy)]
struct Tolerance {
    rtol: f64,
    atol: f64,
}

/// A buffer of the launch, and what it must hold in the end.
struct Expected<'a> {
    name: &'a str,
    path: &'a str,
    number: usize,
    values: Buffer,
}

/// The expected results, from the options `--expect`.
pub(super) struct Expectations<'a> {
    all: Vec<Expected<'a>>,
    tolerance: Tolerance,
}

impl<'a> Expectations<'a> {
    /// Reads the files; a file that cannot be compared is reported before the launch.
    pub(super) fn read(args: &'a RunArgs, bound: &Bound) -> Result<Expectations<'a>, Diagnostic> {
        let all = args.expect.iter().map(|option| expected(option, bound)).collect::<Result<_, _>>()?;
        Ok(Expectations { all, tolerance: Tolerance { rtol: args.rtol, atol: args.atol } })
    }

    /// Every buffer that does not hold what it must.
    pub(super) fn differences(&self, bound: &Bound) -> Vec<Diagnostic> {
        self.all
            .iter()
            .filter_map(|expected| self.compare(expected, &bound.buffers[expected.number].buffer))
            .collect()
    }

    /// The result of each comparison, by the name of the buffer.
    pub(super) fn json(&self, bound: &Bound) -> Value {
        let each = self.all.iter().map(|expected| {
            let difference = self.compare(expected, &bound.buffers[expected.number].buffer);
            let said = difference.map(|difference| difference.message);
            json!({ "name": expected.name, "file": expected.path, "difference": said })
        });
        each.collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    fn compare(&self, expected: &Expected<'_>, buffer: &Buffer) -> Option<Diagnostic> {
        let (found, wanted) = (buffer.view(), expected.values.view());
        let elements = (0..found.len()).filter_map(|index| {
            let pair = (found.get(index)?, wanted.get(index)?);
            let far = self.tolerance.apart(found.element(), pair, wanted.element())?;
            Some((index, pair, far))
        });
        let mut different = elements.peekable();
        let &(first, pair, _) = different.peek()?;
        let (count, farthest) =
            different.fold((0usize, 0f64), |(count, most), (_, _, far)| (count + 1, most.max(far)));
        let (name, path) = (expected.name, expected.path);
        let message = format!("`{name}` differs from `{path}` in {count} of {} elements", found.len());
        let at = index(found, first);
        let is = format!(
            "the first is {name}[{at}]: {}, and {} is expected",
            shown(found.element(), pair.0),
            shown(wanted.element(), pair.1)
        );
        let far = if farthest.is_finite() {
            format!("; the largest difference is {farthest}")
        } else {
            String::new()
        };
        let Tolerance { rtol, atol } = self.tolerance;
        Some(Diagnostic::error(codes::DIFFERS, message).note(format!("{is}{far}")).help(format!(
            "`--rtol` ({rtol}) and `--atol` ({atol}) say how far floats may be from what is expected"
        )))
    }
}

impl Tolerance {
    /// How far two elements are apart, if that is too far.
    fn apart(self, found: Scalar, (left, right): (u64, u64), wanted: Scalar) -> Option<f64> {
        if !found.is_float() {
            return (left != right).then(|| (signed(found, left) as f64 - signed(found, right) as f64).abs());
        }
        let (left, right) = (convert::to_f64(found, left), convert::to_f64(wanted, right));
        let same = left == right || (left.is_nan() && right.is_nan());
        // A distance from NaN is NaN, which is close to nothing.
        let far = (left - right).abs();
        let close = far <= self.atol + self.rtol * right.abs();
        (!same && !close).then_some(far)
    }
}

/// One option: a buffer, and what it must hold.
fn expected<'a>(option: &'a str, bound: &Bound) -> Result<Expected<'a>, Diagnostic> {
    let (name, path) = option.split_once('=').ok_or_else(|| {
        misfit(
            format!("`--expect {option}`: expected a buffer and a file"),
            "write for example `--expect C=c.npy`",
        )
    })?;
    let number = number(bound, "--expect", name)?;
    let buffer = &bound.buffers[number].buffer;
    let wrong = |why: String, help: &str| misfit(format!("`--expect {option}`: {why}"), help);
    let file = std::fs::read(path).map_err(|error| {
        wrong(format!("the file cannot be read: {}", reason(&error)), "name a file that `numpy.save` wrote")
    })?;
    let (values, _) = npy::read_for(&file, Some(buffer.element()))
        .map_err(|error| wrong(error.to_string(), "name a file that `numpy.save` wrote"))?;
    let (has, wants) = (buffer.element(), values.element());
    if has != wants && !(has.is_float() && wants.is_float()) {
        let help = format!("convert what is expected to {has}, for example with `a.astype`");
        return Err(wrong(format!("`{name}` holds {has}, but the file holds {wants}"), &help));
    }
    if buffer.shape() != values.shape() {
        let text =
            format!("`{name}` has the extents {:?}, but the file has {:?}", buffer.shape(), values.shape());
        return Err(wrong(text, "give the buffer the extents of what is expected, or reshape that"));
    }
    Ok(Expected { name, path, number, values })
}

/// The coordinates of an element: `1,2`.
fn index(view: BufferRef<'_>, element: usize) -> String {
    let mut rest = element as u64;
    let coordinates = view.strides().into_iter().map(|stride| {
        let coordinate = rest / stride.max(1);
        rest %= stride.max(1);
        coordinate.to_string()
    });
    coordinates.collect::<Vec<_>>().join(",")
}

fn signed(element: Scalar, bits: u64) -> i64 {
    let unused = 64 - element.bits();
    ((bits << unused) as i64) >> unused
}

fn shown(element: Scalar, bits: u64) -> String {
    if element.is_float() {
        convert::to_f64(element, bits).to_string()
    } else {
        signed(element, bits).to_string()
    }
}

/// The source of reported differences, which is not the program.
pub(super) fn results() -> Source {
    Source::new("results", "")
}
