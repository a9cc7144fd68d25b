//! Options of a launch that are whole numbers, as types: each names itself and its range when it is given something else.

use std::num::NonZeroUsize;

use pyo3::prelude::*;

use crate::errors::Class;

/// A whole number from `least` on that fits 64 bits.
fn whole(value: &Bound<'_, PyAny>, option: &str, least: u64) -> PyResult<u64> {
    value.extract::<u64>().ok().filter(|&number| number >= least).ok_or_else(|| {
        let given = value.repr().map_or_else(|_| "this".to_owned(), |text| text.to_string());
        let text = format!("`{option}` is a whole number from {least} to {}, not {given}", u64::MAX);
        Class::Argument.says(value.py(), text)
    })
}

/// The limit of the steps of all tile blocks together.
#[derive(Clone, Copy)]
pub(crate) struct Steps(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Steps {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Steps> {
        whole(&value, "steps", 0).map(Steps)
    }
}

/// The seed of an order of tile blocks.
#[derive(Clone, Copy)]
pub(crate) struct Seed(pub(crate) u64);

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Seed> {
        whole(&value, "seed", 0).map(Seed)
    }
}

/// The maximum number of threads.
#[derive(Clone, Copy)]
pub(crate) struct Threads(pub(crate) NonZeroUsize);

impl<'py> FromPyObject<'_, 'py> for Threads {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Threads> {
        let number = usize::try_from(whole(&value, "threads", 1)?).unwrap_or(usize::MAX);
        Ok(Threads(NonZeroUsize::new(number).unwrap_or(NonZeroUsize::MIN)))
    }
}
