//! Values of a kernel on the emulator, compared with the reference interpreter's.
//!
//! Sums are added up in another order, and mathematical functions are approximations, so floats are compared within a part of
//! the greatest number of their buffer; integers must be equal.

use tilewright::Module;
use tilewright::driver::engine::Compiled;
use tilewright::driver::run::{EngineKind, Request, prepare};
use tilewright::launch::arg::Bound;
use tilewright::launch::{Buffer, Grid, Options};
use tilewright::numerics::{Scalar, convert};

use super::kernels::Program;
use super::sides::Ours;

/// Instructions of all threads that a launch may take; one that takes more is not compared. About a second of the
/// emulator.
const INSTRUCTIONS: u64 = 400_000_000;

/// The launch of a kernel, and what the reference interpreter makes of its memory.
pub(super) struct Expected {
    grid: Grid,
    before: Bound,
    after: Bound,
}

impl Expected {
    /// Runs the reference interpreter.
    ///
    /// # Errors
    /// The errors of the program.
    pub(super) fn of(program: &Program, module: &Module) -> Result<Expected, String> {
        let grid = Grid::new(program.grid[0], program.grid[1], program.grid[2])
            .map_err(|error| error.to_string())?;
        let request = Request {
            engine: Some(EngineKind::Reference),
            grid,
            args: program.args.clone(),
            ..Request::default()
        };
        let no_files = |path: &str| Err(path.to_owned());
        let prepared = prepare(module.ir(), &request, &no_files).map_err(|why| why.diagnostic.message)?;
        let before = prepared.bound().clone();
        let ran = prepared.launch(&mut String::new(), None).map_err(|why| why.diagnostic.message)?;
        Ok(Expected { grid, before, after: ran.bound })
    }

    /// Runs our PTX on the emulator, and compares memory.
    ///
    /// # Errors
    /// The first difference, or the fault.
    pub(super) fn compare(&self, ours: &Ours) -> Result<(), String> {
        let compiled = Compiled::of_ptx(&ours.text(), "k", &ours.made.kernels)
            .map_err(|found| found[0].message.clone())?;
        let mut found = self.before.clone();
        let mut printed = String::new();
        let mut options = Options { step_budget: Some(INSTRUCTIONS), ..Options::new(&mut printed) };
        compiled
            .launch(&mut found.launch("k", self.grid), &mut options)
            .map_err(|error| error.to_string())?;
        for (wanted, found) in self.after.buffers.iter().zip(&found.buffers) {
            buffers(&wanted.buffer, &found.buffer)?;
        }
        Ok(())
    }
}

fn buffers(wanted: &Buffer, found: &Buffer) -> Result<(), String> {
    let element = wanted.element();
    let bits = |buffer: &Buffer| -> Vec<u64> {
        let view = buffer.view();
        (0..view.len()).filter_map(|index| view.get(index)).collect()
    };
    let (wanted, found) = (bits(wanted), bits(found));
    let Some(part) = tolerance(element) else {
        let differs = wanted.iter().zip(&found).position(|(wanted, found)| wanted != found);
        return differs.map_or(Ok(()), |at| {
            Err(format!("element {at} of {element} is {:#x}, not {:#x}", found[at], wanted[at]))
        });
    };
    let number = |&bits: &u64| convert::to_f64(element, bits);
    let scale =
        wanted.iter().map(number).filter(|number| number.is_finite()).fold(0.0, |a: f64, b| a.max(b.abs()));
    for (at, (wanted, found)) in wanted.iter().map(number).zip(found.iter().map(number)).enumerate() {
        let equal = wanted == found || (wanted.is_nan() && found.is_nan());
        // False if a side is not a number.
        let near = (wanted - found).abs() <= part * scale;
        if !equal && !near {
            return Err(format!("element {at} of {element} is {found}, not {wanted}"));
        }
    }
    Ok(())
}

/// How far floats may be apart, as a part of the greatest of them: a few units of the last place. Integers must be equal.
fn tolerance(element: Scalar) -> Option<f64> {
    match element {
        Scalar::F64 => Some(1e-12),
        Scalar::F32 | Scalar::TF32 => Some(2e-5),
        Scalar::F16 => Some(1e-2),
        Scalar::BF16 => Some(6e-2),
        Scalar::F8E4M3FN => Some(0.125),
        Scalar::F8E5M2 => Some(0.25),
        _ => None,
    }
}
