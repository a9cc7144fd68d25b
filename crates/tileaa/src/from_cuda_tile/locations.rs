//! Locations and debug information, interned anew.

use ir::{DebugInfo, DiId, Loc, LocId, StrId};

use crate::Module;

/// The location of the new module for each one of the old, by its number.
pub(super) fn moved(from: &cuda_tile::Module, to: &mut Module) -> Vec<LocId> {
    // What is interned stands behind its parts, so each part has been moved before it is asked for.
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

fn string(from: &cuda_tile::Module, to: &mut Module, id: StrId) -> StrId {
    to.strings.intern_bytes(from.strings.get(id))
}

fn location(from: &cuda_tile::Module, to: &mut Module, debug: &[DiId], locs: &[LocId], loc: &Loc) -> Loc {
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

fn debug_info(from: &cuda_tile::Module, to: &mut Module, debug: &[DiId], info: &DebugInfo) -> DebugInfo {
    let at = |id: DiId| debug[id.as_u32() as usize];
    match *info {
        DebugInfo::File { name, directory } => {
            DebugInfo::File { name: string(from, to, name), directory: string(from, to, directory) }
        }
        DebugInfo::CompileUnit { file } => DebugInfo::CompileUnit { file: at(file) },
        DebugInfo::LexicalBlock { scope, file, line, column } => {
            DebugInfo::LexicalBlock { scope: at(scope), file: at(file), line, column }
        }
        DebugInfo::Subprogram { file, line, name, linkage_name, compile_unit, scope_line } => {
            DebugInfo::Subprogram {
                file: at(file),
                line,
                name: string(from, to, name),
                linkage_name: string(from, to, linkage_name),
                compile_unit: at(compile_unit),
                scope_line,
            }
        }
    }
}
