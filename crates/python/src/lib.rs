//! Above every level: the native half of the Python package `tilewright`.
//!
//! Binding glue only: what a module, a kernel or a launch is, the facade says; classes that need nothing of it
//! (exceptions, findings) are written in Python, in `python/src/tilewright`.
//!
//! - Memory of arrays is borrowed for the time of a launch and never copied (`array`).
//! - The interpreter's lock is released while a kernel is prepared, runs, or is sanitized. Locks of this crate are taken
//!   only while it is held, so that `fork` finds them free.
//! - A child that `fork` made prepares its kernels again, and has threads of its own.

mod argument;
mod array;
mod buffer;
mod builder;
mod command;
mod compiled;
mod dlpack;
mod errors;
mod externs;
mod launch;
mod module;
mod option;
mod output;
mod report;
mod shaped;
mod signals;

use pyo3::prelude::*;

/// The native half of `tilewright`; use that package instead.
#[pymodule(gil_used = true)]
fn _native(native: &Bound<'_, PyModule>) -> PyResult<()> {
    native.add("__version__", env!("CARGO_PKG_VERSION"))?;
    native.add_class::<module::Module>()?;
    native.add_class::<module::kernel::Kernel>()?;
    native.add_class::<module::kernel::Launcher>()?;
    native.add_class::<compiled::Compiled>()?;
    native.add_class::<array::Multicast>()?;
    native.add_class::<builder::Builder>()?;
    native.add_class::<builder::Value>()?;
    native.add_function(wrap_pyfunction!(builder::rows, native)?)?;
    native.add_function(wrap_pyfunction!(compiled::compile_text, native)?)?;
    native.add_function(wrap_pyfunction!(compiled::targets, native)?)?;
    native.add_function(wrap_pyfunction!(command::command, native)?)?;
    native.add_function(wrap_pyfunction!(module::kernel::device_target, native)?)?;
    native.add_function(wrap_pyfunction!(module::kernel::target_named, native)?)?;
    native.add_function(wrap_pyfunction!(module::format, native)?)?;
    native.add_function(wrap_pyfunction!(module::parse, native)?)?;
    native.add_function(wrap_pyfunction!(module::from_bytecode, native)?)?;
    native.add_function(wrap_pyfunction!(signals::cancel_all, native)?)
}
