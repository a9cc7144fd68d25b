//! Counters of a tile program that the emulator executed, by the lines of the program.

use cuda_tile::Module;
use diag::{Place as At, Source, Span};
use ir::Origin;
use ptx_emu::{Counters, Place};

use crate::emulate::counters::Report;
use crate::emulate::source_lines::Lines;
use crate::engine::Compiled;

/// Counters of the threads of a compiled program.
#[derive(Debug)]
pub struct Counted {
    pub(crate) compiled: Compiled,
    pub(crate) counters: Counters,
}

impl Counted {
    /// Shows a report: by the lines of the text that the program was read from, or of bytecode by those of its PTX.
    pub fn report<T>(&self, module: &Module, source: &Source, show: impl FnOnce(&Report<'_>) -> T) -> T {
        report((module, &self.compiled), source, &self.counters, show)
    }
}

/// Shows a report of a module and the PTX that was compiled from it.
pub(crate) fn report<T>(
    (module, compiled): (&Module, &Compiled),
    source: &Source,
    counters: &Counters,
    show: impl FnOnce(&Report<'_>) -> T,
) -> T {
    let lines = ProgramLines { module, compiled };
    let source = if module.origin == Origin::Text { source } else { compiled.text() };
    show(&Report::new(&lines, source, counters))
}

struct ProgramLines<'a> {
    module: &'a Module,
    compiled: &'a Compiled,
}

impl Lines for ProgramLines<'_> {
    fn span(&self, place: Place) -> Option<Span> {
        if self.module.origin != Origin::Text {
            return self.compiled.span(place);
        }
        match self.module.place(self.compiled.op(place)?)? {
            At::Span(span) => Some(span),
            At::Byte(_) | At::Location(_) => None,
        }
    }

    fn origin(&self, place: Place) -> Option<String> {
        let op = self.compiled.op(place)?;
        let at = self.module.file_location(self.module.body.loc(op))?;
        Some(format!("{}:{}:{}", at.file, at.line, at.column))
    }
}
