//! Buffers that are results: printed, written, as JSON.

use std::path::Path;

use diag::Diagnostic;
use diag::suggest::before;
use launch::arg::Bound;
use launch::{Buffer, npy};
use serde_json::{Map, Value, json};
use tilewright::driver::emulate::counters::Report;

use super::options::misfit;
use super::{unwritable, write_result};
use crate::Stop;
use crate::args::{CountersForm, DiagnosticsForm};
use crate::io::Io;

/// The buffers that are results, by their numbers.
pub(super) struct Wanted<'a> {
    printed: Vec<(&'a str, usize)>,
    files: Vec<(&'a str, usize)>,
}

impl<'a> Wanted<'a> {
    /// Those that the options `--print` and `-o` name.
    pub(super) fn new(
        print: &'a [String],
        output: &'a [String],
        bound: &Bound,
    ) -> Result<Wanted<'a>, Diagnostic> {
        let printed = print.iter().map(|name| Ok((name.as_str(), number(bound, "--print", name)?)));
        let files = output.iter().map(|output| {
            let (name, path) = output.split_once('=').ok_or_else(|| {
                misfit(
                    format!("`-o {output}`: expected a buffer and a file"),
                    "write for example `-o C=c.npy`",
                )
            })?;
            check_folder(path)?;
            Ok((path, number(bound, "-o", name)?))
        });
        Ok(Wanted { printed: printed.collect::<Result<_, _>>()?, files: files.collect::<Result<_, _>>()? })
    }

    /// Says which of the results a trap has left incomplete.
    pub(super) fn partial(&self, outputs: &[usize]) -> Vec<String> {
        let partial = self.printed.iter().filter(|(_, number)| outputs.contains(number));
        let notes =
            [(list(partial), "incomplete, and not printed"), (list(self.files.iter()), "not written")];
        let notes = notes.into_iter().filter(|(names, _)| !names.is_empty());
        notes
            .map(|(names, what)| {
                let verb = if names.contains(", ") { "are" } else { "is" };
                format!("the launch ended early: {names} {verb} {what}")
            })
            .collect()
    }

    /// The buffers to print, with their names.
    pub(super) fn printed<'b>(&self, bound: &'b Bound) -> Vec<(&'a str, &'b Buffer)> {
        self.printed.iter().map(|&(name, number)| (name, &bound.buffers[number].buffer)).collect()
    }

    /// Prints buffers as NumPy does.
    pub(super) fn show(&self, bound: &Bound, io: &mut Io<'_>) -> Result<(), Stop> {
        for (name, buffer) in self.printed(bound) {
            writeln!(io.stdout, "{name} = {}", indented(&launch::display::array(buffer.view()), name))?;
        }
        Ok(())
    }

    /// Writes the files.
    pub(super) fn write(&self, bound: &Bound, form: DiagnosticsForm, io: &mut Io<'_>) -> Result<(), Stop> {
        for &(path, number) in &self.files {
            write_result(Some(path), &npy::write(bound.buffers[number].buffer.view()), form, io)?;
        }
        Ok(())
    }

    /// Buffers as JSON, by name.
    pub(super) fn json(&self, bound: &Bound) -> Map<String, Value> {
        self.printed(bound).into_iter().map(|(name, buffer)| (name.to_owned(), array(buffer))).collect()
    }
}

/// Names of buffers or files, as a list.
fn list<'a>(names: impl Iterator<Item = &'a (&'a str, usize)>) -> String {
    names.map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// A long run must not end with the news that its result has no place.
fn check_folder(path: &str) -> Result<(), Diagnostic> {
    match Path::new(path).parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            Err(unwritable(path, &std::io::ErrorKind::NotFound.into()))
        }
        Some(_) | None => Ok(()),
    }
}

/// The number of a buffer that an option names.
pub(super) fn number(bound: &Bound, option: &str, name: &str) -> Result<usize, Diagnostic> {
    let named = |buffer: &launch::arg::NamedBuffer| buffer.name.as_deref() == Some(name);
    bound.buffers.iter().position(named).ok_or_else(|| {
        let known = || bound.buffers.iter().filter_map(|buffer| buffer.name.as_deref());
        let names: Vec<String> = known().map(|name| format!("`{name}`")).collect();
        let help = if bound.buffers.is_empty() {
            "the entry takes no buffer; `--show` prints values inside it".to_owned()
        } else if names.is_empty() {
            "name one in its argument: `--arg 'C:f32[8]=zeros'`".to_owned()
        } else {
            before(name, known(), &format!("the buffers are {}", names.join(", ")))
        };
        misfit(format!("`{option} {name}`: no buffer has this name"), help)
    })
}

/// Later lines of an array stand below its first bracket; empty ones stay empty.
pub(super) fn indented(text: &str, name: &str) -> String {
    let blanks = " ".repeat(name.chars().count() + 3);
    text.replace('\n', &format!("\n{blanks}")).replace(&format!("\n{blanks}\n"), "\n\n")
}

/// Counters in the form that is asked for.
pub(super) fn show_counters(report: &Report<'_>, form: CountersForm) -> String {
    match form {
        CountersForm::Table => report.table(),
        CountersForm::Listing => report.listing(),
        CountersForm::Json => format!("{}\n", report.json()),
    }
}

/// Element type, shape and elements in row-major order; floats as numbers where JSON has them, else as text.
fn array(buffer: &Buffer) -> Value {
    let (element, view) = (buffer.element(), buffer.view());
    let number = |bits: u64| {
        if element.is_int() {
            return json!(signed(element, bits));
        }
        let value = tilewright::numerics::convert::to_f64(element, bits);
        if value.is_finite() { json!(value) } else { json!(value.to_string()) }
    };
    let elements: Vec<Value> = (0..view.len()).filter_map(|index| view.get(index)).map(number).collect();
    json!({ "type": element.name(), "shape": buffer.shape(), "elements": elements })
}

/// Integers are signed, i1 is 0 or 1.
fn signed(element: tilewright::Scalar, bits: u64) -> i64 {
    match element.bits() {
        1 => (bits & 1) as i64,
        width => ((bits << (64 - width)) as i64) >> (64 - width),
    }
}
