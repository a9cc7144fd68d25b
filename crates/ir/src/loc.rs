//! Locations and debug information: the origin of an op, as the program states it.
//!
//! This is data of the program (`loc(...)`, the debug section of bytecode). The position of an op in the parsed file is
//! separate: [`crate::Storage::span`].

use crate::entity::{DiId, LocId, StrId};

/// A location.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Loc {
    /// `loc(unknown)`; always the location with id 0.
    Unknown,
    /// `loc("file":line:column)`, with the end of a range where one was written.
    File {
        /// File name.
        file: StrId,
        /// 1-based line.
        line: u32,
        /// Column.
        column: u32,
        /// End line and column of a range.
        end: Option<(u32, u32)>,
    },
    /// `loc("name")` or `loc("name"(child))`.
    Name {
        /// The name.
        name: StrId,
        /// The location that it names; unknown if none was written.
        child: LocId,
    },
    /// `loc(callsite(callee at caller))`: inlined code.
    CallSite {
        /// Location inside the inlined function.
        callee: LocId,
        /// Location of the call.
        caller: LocId,
    },
    /// `loc(fused[a, b])`, with its metadata kept as text.
    Fused {
        /// The attribute between `<` and `>`, as written.
        metadata: Option<StrId>,
        /// The parts.
        parts: Box<[LocId]>,
    },
    /// `loc(#cuda_tile.di_loc<loc in #scope>)`: a file location in a scope of the debug information.
    Scoped {
        /// The file location.
        loc: LocId,
        /// A subprogram or lexical block.
        scope: DiId,
    },
}

/// A debug-information attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DebugInfo {
    /// `#cuda_tile.di_file<"name" in "directory">`.
    File {
        /// File name.
        name: StrId,
        /// Directory.
        directory: StrId,
    },
    /// `#cuda_tile.di_compile_unit<file = #f>`.
    CompileUnit {
        /// Its main file.
        file: DiId,
    },
    /// `#cuda_tile.di_lexical_block<scope = #s, file = #f, line = 3, column = 4>`.
    LexicalBlock {
        /// Enclosing subprogram or lexical block.
        scope: DiId,
        /// File.
        file: DiId,
        /// Line.
        line: u32,
        /// Column; 0 when not given.
        column: u32,
    },
    /// `#cuda_tile.di_subprogram<file = #f, line = 1, name = "n", linkageName = "k", compileUnit = #cu, scopeLine = 2>`.
    Subprogram {
        /// File.
        file: DiId,
        /// Line.
        line: u32,
        /// Source name.
        name: StrId,
        /// Symbol of the entry.
        linkage_name: StrId,
        /// Compile unit.
        compile_unit: DiId,
        /// First line of the body; 0 when not given.
        scope_line: u32,
        /// The subprogram is declared here and defined elsewhere; since 13.5.
        declaration: bool,
    },
}
