//! The streams of a command, so that tests run it in process.

use std::io::{Read, Write};
use std::num::NonZeroUsize;

use tilewright::driver::cache::Cache;

/// Standard input, output and error.
pub struct Io<'a> {
    /// Standard input.
    pub stdin: &'a mut dyn Read,
    /// Results.
    pub stdout: &'a mut dyn Write,
    /// Text for people.
    pub stderr: &'a mut dyn Write,
    /// Standard error takes colours.
    pub color: bool,
    /// Standard error is a terminal that someone watches.
    pub watched: bool,
    /// Threads that the environment asks for.
    pub threads: Option<NonZeroUsize>,
    /// Where machine code is kept.
    pub cache: Option<Cache>,
    /// Results of the SARIF log that the command writes in the end, where it was asked for one.
    pub sarif: Option<Vec<serde_json::Value>>,
}
