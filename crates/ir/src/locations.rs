//! Debug-location propagation: ops that a conversion creates have the location and the source position of the original op.

use crate::entity::{DiId, LocId, Op, StrId, UNKNOWN_LOC};
use crate::level::Level;
use crate::level::module::Module;
use crate::loc::{DebugInfo, Loc};

/// The locations of a module, for one that is converted from it.
pub struct LocationPropagation {
    /// The locations of the new module by the numbers of the old.
    locs: Vec<LocId>,
}

impl LocationPropagation {
    /// Interns all locations of `from` in `to`, whose ops will be in the source of `from`.
    pub fn new<A: Level, B: Level>(from: &Module<A>, to: &mut Module<B>) -> LocationPropagation {
        to.origin = from.origin;
        LocationPropagation { locs: moved(from, to) }
    }

    /// The location of an op of the old module in the new one.
    pub fn loc<A: Level>(&self, from: &Module<A>, op: Op) -> LocId {
        self.locs[from.body.loc(op).as_u32() as usize]
    }

    /// Gives the location of `op` to the ops that were made since there were `first`, where they have none.
    pub fn propagate<A: Level, B: Level>(&self, from: &Module<A>, op: Op, to: &mut Module<B>, first: usize) {
        let (loc, span) = (self.loc(from, op), from.body.head(op));
        for index in first..to.body.op_count() {
            let new = Op::from_u32(index as u32);
            if to.body.loc(new) == UNKNOWN_LOC {
                to.body.set_loc(new, loc);
            }
            if let Some(span) = span.filter(|_| to.body.span(new).is_none()) {
                to.body.set_span(new, span);
            }
        }
    }
}

/// The location of the new module for each one of the old, by its number.
fn moved<A: Level, B: Level>(from: &Module<A>, to: &mut Module<B>) -> Vec<LocId> {
    // Interned locations come after their parts, so each part was moved before it is needed.
    let mut debug: Vec<DiId> = Vec::with_capacity(from.debug.len());
    for (_, info) in from.debug.iter() {
        let info = debug_info(from, to, &debug, info);
        debug.push(to.debug.intern(info));
    }
    let mut locs: Vec<LocId> = Vec::with_capacity(from.locs.len());
    for (_, loc) in from.locs.iter() {
        let loc = location(from, to, &debug, &locs, loc);
        locs.push(to.locs.intern(loc));
    }
    locs
}

fn string<A: Level, B: Level>(from: &Module<A>, to: &mut Module<B>, id: StrId) -> StrId {
    to.strings.intern_bytes(from.strings.get(id))
}

fn location<A: Level, B: Level>(
    from: &Module<A>,
    to: &mut Module<B>,
    debug: &[DiId],
    locs: &[LocId],
    loc: &Loc,
) -> Loc {
    let at = |id: LocId| locs[id.as_u32() as usize];
    match *loc {
        Loc::Unknown => Loc::Unknown,
        Loc::File { file, line, column, end } => {
            Loc::File { file: string(from, to, file), line, column, end }
        }
        Loc::Name { name, child } => Loc::Name { name: string(from, to, name), child: at(child) },
        Loc::CallSite { callee, caller } => Loc::CallSite { callee: at(callee), caller: at(caller) },
        Loc::Fused { metadata, ref parts } => Loc::Fused {
            metadata: metadata.map(|id| string(from, to, id)),
            parts: parts.iter().map(|&part| at(part)).collect(),
        },
        Loc::Scoped { loc, scope } => Loc::Scoped { loc: at(loc), scope: debug[scope.as_u32() as usize] },
    }
}

fn debug_info<A: Level, B: Level>(
    from: &Module<A>,
    to: &mut Module<B>,
    debug: &[DiId],
    info: &DebugInfo,
) -> DebugInfo {
    let at = |id: DiId| debug[id.as_u32() as usize];
    match *info {
        DebugInfo::File { name, directory } => {
            DebugInfo::File { name: string(from, to, name), directory: string(from, to, directory) }
        }
        DebugInfo::CompileUnit { file } => DebugInfo::CompileUnit { file: at(file) },
        DebugInfo::LexicalBlock { scope, file, line, column } => {
            DebugInfo::LexicalBlock { scope: at(scope), file: at(file), line, column }
        }
        DebugInfo::Subprogram { file, line, name, linkage_name, compile_unit, scope_line, declaration } => {
            DebugInfo::Subprogram {
                file: at(file),
                line,
                name: string(from, to, name),
                linkage_name: string(from, to, linkage_name),
                compile_unit: at(compile_unit),
                scope_line,
                declaration,
            }
        }
    }
}
