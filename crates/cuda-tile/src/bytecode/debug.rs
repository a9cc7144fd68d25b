//! The debug section: locations and debug information.

mod read;
mod write;

use ir::spec::{V13_5, V250_0, Version};
use ir::{DebugInfo, StrId};

use super::container::Names;

pub(super) use self::read::{Debug, DebugReader, Slot};
pub(super) use self::write::{DebugItem, DebugWriter, unstorable};

const NAMES: Names = Names { count: "debug attribute count", item: "debug attribute" };

/// Tag and fields of one attribute; numbers of other attributes are debug indices (0 unknown, k attribute k-1).
#[derive(Clone, Copy)]
enum Raw {
    Unknown,
    CompileUnit {
        file: u64,
    },
    File {
        name: StrId,
        directory: StrId,
    },
    LexicalBlock {
        scope: u64,
        file: u64,
        line: u32,
        column: u32,
    },
    Location {
        scope: u64,
        file: StrId,
        line: u32,
        column: u32,
    },
    Subprogram {
        file: u64,
        line: u32,
        name: StrId,
        linkage_name: StrId,
        unit: u64,
        scope_line: u32,
        declaration: bool,
    },
    CallSite {
        callee: u64,
        caller: u64,
    },
}

/// Tags of entries of debug information, as the format numbers them: no information.
const UNKNOWN: u64 = 0;
const COMPILE_UNIT: u64 = 1; // the unit that a producer compiled
const FILE: u64 = 2; // a source file
const LEXICAL_BLOCK: u64 = 3; // a block of a function
const LOCATION: u64 = 4; // a line and column in a scope
const SUBPROGRAM: u64 = 5; // a function
const CALL_SITE: u64 = 6; // a location that was inlined at another

/// Flag of a subprogram: it is declared here and defined elsewhere.
const DECLARATION: u64 = 1;

/// True for versions whose subprograms have flags.
fn has_flags(version: Version) -> bool {
    version >= V13_5 && version < V250_0
}

impl Raw {
    /// The attributes that this one refers to; 0 if there is none.
    fn parts(self) -> [u64; 2] {
        match self {
            Raw::Unknown | Raw::File { .. } => [0, 0],
            Raw::CompileUnit { file } => [file, 0],
            Raw::LexicalBlock { scope, file, .. } => [scope, file],
            Raw::Location { scope, .. } => [scope, 0],
            Raw::Subprogram { file, unit, .. } => [file, unit],
            Raw::CallSite { callee, caller } => [callee, caller],
        }
    }
}

/// The required kind of an attribute that another one refers to.
#[derive(Clone, Copy)]
enum Kind {
    File,
    CompileUnit,
    Scope,
}

impl Kind {
    fn admits(self, info: &DebugInfo) -> bool {
        match (self, info) {
            (Kind::File, DebugInfo::File { .. })
            | (Kind::CompileUnit, DebugInfo::CompileUnit { .. })
            | (Kind::Scope, DebugInfo::LexicalBlock { .. } | DebugInfo::Subprogram { .. }) => true,
            (Kind::File | Kind::CompileUnit | Kind::Scope, _) => false,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Kind::File => "a file",
            Kind::CompileUnit => "a compile unit",
            Kind::Scope => "a subprogram or lexical block",
        }
    }
}
