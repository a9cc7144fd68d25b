//! Numbers of interned objects in another module.

use cranelift_entity::EntityRef;

use crate::entity::{AttrId, DiId, LocId, StrId, TypeId};
use crate::loc::{DebugInfo, Loc};

/// A map from ids of interned objects of one module to those of another.
#[derive(Default)]
pub struct Renumbering {
    /// Types.
    pub types: Vec<TypeId>,
    /// Attributes.
    pub attrs: Vec<AttrId>,
    /// Strings.
    pub strings: Vec<StrId>,
    /// Locations.
    pub locs: Vec<LocId>,
    /// Debug information.
    pub debug: Vec<DiId>,
    /// Locations of ops have the ids of the other module already.
    pub(crate) placed: bool,
}

impl Renumbering {
    /// The location of an op.
    #[inline]
    pub(crate) fn place(&self, loc: LocId) -> LocId {
        if self.placed { loc } else { self.locs[loc.index()] }
    }

    fn string(&self, id: StrId) -> StrId {
        self.strings[id.index()]
    }

    pub(crate) fn loc(&self, loc: Loc) -> Loc {
        let known = |id: LocId| self.locs[id.index()];
        match loc {
            Loc::Unknown => Loc::Unknown,
            Loc::File { file, line, column, end } => Loc::File { file: self.string(file), line, column, end },
            Loc::Name { name, child } => Loc::Name { name: self.string(name), child: known(child) },
            Loc::CallSite { callee, caller } => {
                Loc::CallSite { callee: known(callee), caller: known(caller) }
            }
            Loc::Fused { metadata, parts } => Loc::Fused {
                metadata: metadata.map(|text| self.string(text)),
                parts: parts.iter().map(|&part| known(part)).collect(),
            },
            Loc::Scoped { loc, scope } => Loc::Scoped { loc: known(loc), scope: self.debug[scope.index()] },
        }
    }

    pub(crate) fn info(&self, info: DebugInfo) -> DebugInfo {
        // A part of a debug location was added before it, so its new number is known.
        let known = |id: DiId| self.debug[id.index()];
        match info {
            DebugInfo::File { name, directory } => {
                DebugInfo::File { name: self.string(name), directory: self.string(directory) }
            }
            DebugInfo::CompileUnit { file } => DebugInfo::CompileUnit { file: known(file) },
            DebugInfo::LexicalBlock { scope, file, line, column } => {
                DebugInfo::LexicalBlock { scope: known(scope), file: known(file), line, column }
            }
            DebugInfo::Subprogram {
                file,
                line,
                name,
                linkage_name,
                compile_unit,
                scope_line,
                declaration,
            } => DebugInfo::Subprogram {
                file: known(file),
                line,
                name: self.string(name),
                linkage_name: self.string(linkage_name),
                compile_unit: known(compile_unit),
                scope_line,
                declaration,
            },
        }
    }
}
