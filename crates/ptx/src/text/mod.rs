//! PTX as text: [`parse`] and [`print()`].

mod body;
mod cursor;
mod declare;
mod header;
mod instruction;
mod items;
mod lexer;
mod operand;
mod scopes;
mod section;

use cranelift_entity::SecondaryMap;
use diag::{Diagnostic, Source, Span};
use smallvec::SmallVec;

use crate::module::{FuncId, Module, Var};

pub use crate::print::print;
pub(crate) use instruction::{MODIFIERS_NOT_COVERED, NOT_COVERED};

/// The result of reading: a module with all parts that could be read, their source locations, and the errors.
#[derive(Debug)]
pub struct Parsed {
    /// The module; what could not be read is left out.
    pub module: Module,
    /// Places of its statements.
    pub map: SourceMap,
    /// Mistakes, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Positions in the text.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    /// `.version` and `.target`.
    pub(crate) header: Span,
    pub(crate) functions: SecondaryMap<FuncId, FunctionSpans>,
    pub(crate) variables: SecondaryMap<Var, Span>,
}

/// Where a function and its statements stand.
#[derive(Clone, Debug, Default)]
pub(crate) struct FunctionSpans {
    pub(crate) name: Span,
    pub(crate) statements: Vec<StatementSpans>,
}

/// Where a statement and its operands stand.
#[derive(Clone, Debug, Default)]
pub(crate) struct StatementSpans {
    pub(crate) head: Span,
    pub(crate) operands: SmallVec<[Span; 4]>,
}

impl SourceMap {
    /// Where a statement of a function is; `None` for a module that was built.
    pub fn statement(&self, function: FuncId, index: usize) -> Option<Span> {
        self.functions[function].statements.get(index).map(|spans| spans.head)
    }

    /// Where an operand of a statement is, else the statement.
    pub fn operand(&self, function: FuncId, index: usize, operand: usize) -> Option<Span> {
        let spans = self.functions[function].statements.get(index)?;
        Some(spans.operands.get(operand).copied().unwrap_or(spans.head))
    }

    /// Where the name of a function stands.
    pub fn function(&self, function: FuncId) -> Option<Span> {
        Some(self.functions[function].name).filter(|span| span.end > 0)
    }

    /// Where a variable is declared.
    pub fn variable(&self, variable: Var) -> Option<Span> {
        Some(self.variables[variable]).filter(|span| span.end > 0)
    }

    /// The source locations of version and target.
    pub fn header(&self) -> Option<Span> {
        Some(self.header).filter(|span| span.end > 0)
    }
}

/// Reads a file of PTX; reports its errors and continues after each of them.
pub fn parse(source: &Source) -> Parsed {
    cursor::Parser::new(source.text()).run()
}
