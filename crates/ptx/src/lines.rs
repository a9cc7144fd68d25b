//! Line information: `.loc` gives file, line and column of the following statements, `.file` names files.
//!
//! A `.loc` applies until the next one of the function. Line 0 means that the source is unknown.

use std::fmt;

use crate::module::{FuncId, Item, Loc, Module, Statement};

/// A place in a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourcePlace<'m> {
    /// The file, as `.file` names it.
    pub file: &'m str,
    /// Its line.
    pub line: i64,
    /// Its column.
    pub column: i64,
}

/// Where a statement comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin<'m> {
    /// The place.
    pub place: SourcePlace<'m>,
    /// The call that the compiler replaced by the function in which the place is.
    pub inlined: Option<SourcePlace<'m>>,
}

impl Module {
    /// The source location of a statement of a function, if the module has it.
    pub fn origin(&self, function: FuncId, statement: usize) -> Option<Origin<'_>> {
        let body = self.functions.get(function)?.body.as_ref()?;
        let before = body.statements.get(..statement)?;
        let loc = before.iter().rev().find_map(|statement| match statement {
            Statement::Loc(loc) => Some(loc),
            _ => None,
        })?;
        self.origin_of(loc)
    }

    fn origin_of(&self, loc: &Loc) -> Option<Origin<'_>> {
        let inlined = loc.inlined.as_ref().and_then(|&(_, _, [file, line, column])| {
            Some(SourcePlace { file: self.file_name(file)?, line, column })
        });
        let place = SourcePlace { file: self.file_name(loc.file)?, line: loc.line, column: loc.column };
        (loc.line > 0).then_some(Origin { place, inlined })
    }

    fn file_name(&self, index: i64) -> Option<&str> {
        self.items.iter().find_map(|item| match item {
            Item::File(file) if file.index == index => Some(file.name.as_str()),
            _ => None,
        })
    }
}

impl fmt::Display for SourcePlace<'_> {
    /// `k.py:12:4`; without the column where it is 0.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)?;
        if self.column > 0 { write!(f, ":{}", self.column) } else { Ok(()) }
    }
}

impl fmt::Display for Origin<'_> {
    /// `k.py:12:4, inlined at k.py:30:8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.place)?;
        self.inlined.map_or(Ok(()), |call| write!(f, ", inlined at {call}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_loc_holds() {
        let text = ".version 8.7\n.target sm_90\n.address_size 64\n.entry k() {\n.reg .b32 %r<3>;\nmov.u32 %r1, 1;\n\
                    .loc 1 10 5\nmov.u32 %r2, 1;\nhere:\nadd.u32 %r1, %r1, %r2;\n\
                    .loc 2 3 0, function_name $f, inlined_at 1 12 4\nadd.u32 %r1, %r1, %r2;\n.loc 1 0 0\nret;\n}\n\
                    .file 1 \"k.py\"\n.file 2 \"math.py\"\n.section .debug_str {\n$f:\n.b8 102\n.b8 0\n}\n";
        let source = diag::Source::new("k.ptx", text);
        let module = crate::parse(&source).module;
        let k = module.function("k").expect("it is there");
        let body = module.functions[k].body.as_ref().expect("it is there");
        let instruction = |(index, statement): (usize, &Statement)| {
            matches!(statement, Statement::Instruction(_)).then_some(index)
        };
        let origins =
            body.statements.iter().enumerate().filter_map(instruction).map(|index| module.origin(k, index));
        let origins: Vec<String> =
            origins.map(|origin| origin.map_or("-".to_owned(), |origin| origin.to_string())).collect();
        assert_eq!(origins, ["-", "k.py:10:5", "k.py:10:5", "math.py:3, inlined at k.py:12:4", "-"]);
    }
}
