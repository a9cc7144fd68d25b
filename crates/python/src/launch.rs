//! A launch: the interpreter's lock is given back while it runs.

#![allow(unsafe_code, reason = "arguments are memory of arrays")]
#![allow(clippy::disallowed_methods, reason = "how often Python is asked for signals is measured in time")]

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use tilewright::driver::kernel::Cores;
use tilewright::kernel::{Failure, Kernel};
use tilewright::launch::{Grid, Options, Schedule};

use crate::argument::Arguments;
use crate::errors::{Class, failed};
use crate::option::{Seed, Steps, Threads};
use crate::output::Writer;
use crate::signals::Guard;

/// The engine's threads: one team for the whole process.
static CORES: Cores = Cores::new();

/// How often Python may run handlers of signals between tile blocks.
const ATTENTION: Duration = Duration::from_millis(50);

/// How a launch is run.
#[derive(Default)]
pub(crate) struct Settings {
    pub(crate) threads: Option<Threads>,
    pub(crate) steps: Option<Steps>,
    pub(crate) seed: Option<Seed>,
    pub(crate) output: Option<Py<PyAny>>,
}

/// A grid: a number, or up to three.
pub(crate) fn grid(grid: &Bound<'_, PyAny>) -> PyResult<Grid> {
    let py = grid.py();
    let list = match (grid.cast::<PyTuple>(), grid.cast::<PyList>()) {
        (Ok(tuple), _) => tuple.extract::<Vec<u64>>(),
        (_, Ok(list)) => list.extract::<Vec<u64>>(),
        (Err(_), Err(_)) => grid.extract::<u64>().map(|x| vec![x]),
    };
    let wrong = || {
        let text = format!(
            "a grid is a number of tile blocks from 1 on, or a tuple of one to three of them, not {}; write for example \
             `(64, 2)`",
            grid.repr().map_or_else(|_| "this".to_owned(), |text| text.to_string())
        );
        Class::Argument.says(py, text)
    };
    let list = list.map_err(|_| wrong())?;
    let mut axes = [1u32; 3];
    if list.is_empty() || list.len() > axes.len() {
        return Err(wrong());
    }
    for (axis, &extent) in axes.iter_mut().zip(&list) {
        *axis = u32::try_from(extent).unwrap_or(u32::MAX);
    }
    Grid::new(axes[0], axes[1], axes[2]).map_err(|error| Class::Argument.says(py, error.to_string()))
}

/// Runs a launch with options from settings, without the interpreter's lock, so that signals end it.
pub(crate) fn supervised<T: Send>(
    py: Python<'_>,
    settings: &mut Settings,
    run: impl FnOnce(&mut Options<'_>) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let guard = Guard::new();
    let mut writer = Writer::new(settings.output.take());
    let threads = settings.threads.map(|Threads(threads)| threads);
    let steps = settings.steps.map(|Steps(steps)| steps);
    let seed = settings.seed.map(|Seed(seed)| seed);
    let (ended, raised) = py.detach(|| {
        let raised = RefCell::new(None);
        let looked = Cell::new(None::<Instant>);
        let attend = |_, _| {
            let now = Instant::now();
            let long = looked.get().is_some_and(|last| now - last >= ATTENTION);
            if looked.get().is_none() || long {
                looked.set(Some(now));
            }
            if long && let Some(Err(error)) = Python::try_attach(|py| py.check_signals()) {
                guard.flag().store(true, std::sync::atomic::Ordering::Relaxed);
                raised.borrow_mut().get_or_insert(error);
            }
        };
        let mut options = Options {
            threads,
            step_budget: steps,
            schedule: seed.map_or(Schedule::InOrder, Schedule::Seeded),
            cancel: Some(guard.flag()),
            progress: guard.is_main().then_some(&attend),
            ..Options::new(&mut writer)
        };
        let ended = run(&mut options);
        (ended, raised.into_inner())
    });
    drop(guard);
    let written = writer.finish(py);
    if let Some(error) = raised {
        return Err(error);
    }
    if let Err(Failure::Cancelled(_)) = &ended {
        // The handler of the signal says what to raise; when it raises nothing, the launch says that it was cut short.
        py.check_signals()?;
    }
    let ended = ended.map_err(|failure| failed(py, &failure))?;
    written.map(|()| ended)
}

/// Runs all tile blocks of a kernel.
pub(crate) fn launch(
    py: Python<'_>,
    kernel: &Kernel,
    grid: Grid,
    arguments: Arguments,
    settings: &mut Settings,
) -> PyResult<()> {
    let given = arguments.given(&arguments.values);
    // SAFETY: `arguments` holds the memory of arrays until the launch has ended; that of raw addresses the caller
    // promised. Other threads of Python may write the arrays meanwhile: the engine looks at memory through raw pointers
    // only, like the language's other tile blocks.
    supervised(py, settings, |options| unsafe { kernel.launch_raw(CORES.get(), grid, given, options) })?;
    drop(arguments);
    Ok(())
}
