//! Writing locations and debug information, and what a version of bytecode cannot store.

use cranelift_entity::EntityRef;
use ir::entity::UNKNOWN_LOC;
use ir::{DebugInfo, DiId, Loc, LocId, StrId};
use rustc_hash::FxHashMap;

use super::{
    CALL_SITE, COMPILE_UNIT, DECLARATION, FILE, Kind, LEXICAL_BLOCK, LOCATION, SUBPROGRAM, UNKNOWN, has_flags,
};
use crate::Module;
use crate::bytecode::container::{TableWriter, Width};
use crate::bytecode::wire::Put;
use crate::bytecode::write::Tables;

/// Debug attributes being written.
#[derive(Clone, Default)]
pub(in crate::bytecode) struct DebugWriter {
    pub(in crate::bytecode) items: Vec<DebugItem>,
    /// Position of each location; its debug index is one more.
    pub(in crate::bytecode) locs: FxHashMap<LocId, u32>,
    /// Position of each attribute that is not a location.
    pub(in crate::bytecode) infos: FxHashMap<DiId, u32>,
    /// First index of each function that has locations.
    pub(in crate::bytecode) functions: Vec<u32>,
    /// Debug indices of all functions.
    pub(in crate::bytecode) indices: Vec<u64>,
}

/// An attribute to be written: its strings get their numbers during layout.
#[derive(Clone)]
pub(in crate::bytecode) enum DebugItem {
    /// Bytes as they were found.
    Kept(Box<[u8]>),
    /// Tag and fields.
    Fields(Vec<Field>),
}

/// One field of an attribute.
#[derive(Clone, Copy)]
pub(in crate::bytecode) enum Field {
    /// Tag, line, column or debug index.
    Number(u64),
    /// A string.
    Text(StrId),
}

/// Why each location cannot be written, if it cannot.
pub(in crate::bytecode) fn unstorable(module: &Module) -> Vec<Option<&'static str>> {
    let scopes = bad_scopes(module);
    let mut found: Vec<Option<&'static str>> = Vec::with_capacity(module.locs.len());
    // Parts have smaller ids than the whole, so one pass is enough however they are shared.
    for (_, loc) in module.locs.iter() {
        let problem = match loc {
            // Plain positions are written as unknown, as the reference writer does.
            Loc::Unknown | Loc::File { .. } => None,
            Loc::Name { .. } => Some("unsupported location, got NameLoc, expected DILocAttr or CallSiteLoc"),
            Loc::Fused { .. } => {
                Some("unsupported location, got FusedLoc, expected DILocAttr or CallSiteLoc")
            }
            Loc::CallSite { callee, caller } => found[callee.index()].or(found[caller.index()]),
            Loc::Scoped { loc, scope } => match module.locs.get(*loc) {
                Loc::File { .. } => scopes[scope.index()],
                Loc::Unknown
                | Loc::Name { .. }
                | Loc::CallSite { .. }
                | Loc::Fused { .. }
                | Loc::Scoped { .. } => Some("the location in a scope is not a file position"),
            },
        };
        found.push(problem);
    }
    found
}

/// Why each attribute of the debug information cannot be a scope, if it cannot.
fn bad_scopes(module: &Module) -> Vec<Option<&'static str>> {
    let is = |id: DiId, kind: Kind| kind.admits(module.debug.get(id));
    let mut found: Vec<Option<&'static str>> = Vec::with_capacity(module.debug.len());
    for (_, info) in module.debug.iter() {
        let problem = match info {
            DebugInfo::File { .. } | DebugInfo::CompileUnit { .. } => {
                Some("the scope of a location is not a subprogram or lexical block")
            }
            DebugInfo::LexicalBlock { file, .. } | DebugInfo::Subprogram { file, .. }
                if !is(*file, Kind::File) =>
            {
                Some("the file of a scope is not a file")
            }
            DebugInfo::LexicalBlock { scope, .. } => found[scope.index()],
            DebugInfo::Subprogram { compile_unit, .. } => match module.debug.get(*compile_unit) {
                DebugInfo::CompileUnit { file } if is(*file, Kind::File) => None,
                DebugInfo::CompileUnit { .. } => Some("the file of a compile unit is not a file"),
                DebugInfo::File { .. } | DebugInfo::LexicalBlock { .. } | DebugInfo::Subprogram { .. } => {
                    Some("the compile unit of a subprogram is not a compile unit")
                }
            },
        };
        found.push(problem);
    }
    found
}

/// Writing: every location was checked to be storable.
impl Tables<'_> {
    /// The debug index of a location, which is added after its parts when it is new.
    pub(in crate::bytecode) fn debug_loc(&mut self, wanted: LocId) -> u64 {
        match self.known_loc(wanted) {
            Some(index) => index,
            None => self.new_loc(wanted),
        }
    }

    fn new_loc(&mut self, wanted: LocId) -> u64 {
        // Locations are interned after their parts; nesting costs heap, not stack.
        let mut stack = vec![wanted];
        while let Some(&id) = stack.last() {
            if self.known_loc(id).is_some() {
                stack.pop();
                continue;
            }
            let fields = match self.module.locs.get(id) {
                Loc::Scoped { loc, scope } => self.scoped_fields(*loc, *scope),
                Loc::CallSite { callee, caller } => {
                    match (self.known_loc(*callee), self.known_loc(*caller)) {
                        (None, _) => {
                            stack.push(*callee);
                            continue;
                        }
                        (_, None) => {
                            stack.push(*caller);
                            continue;
                        }
                        (Some(callee), Some(caller)) => {
                            vec![Field::Number(CALL_SITE), Field::Number(callee), Field::Number(caller)]
                        }
                    }
                }
                Loc::Unknown | Loc::File { .. } | Loc::Name { .. } | Loc::Fused { .. } => {
                    unreachable!("these have index 0")
                }
            };
            let position = self.push_debug(fields);
            self.debug.locs.insert(id, position);
            stack.pop();
        }
        self.known_loc(wanted).expect("the location was added")
    }

    fn scoped_fields(&mut self, loc: LocId, scope: DiId) -> Vec<Field> {
        let scope = self.debug_info(scope);
        let Loc::File { file, line, column, .. } = self.module.locs.get(loc) else {
            unreachable!("the location in a scope was checked to be a file")
        };
        vec![
            Field::Number(LOCATION),
            Field::Number(scope),
            Field::Text(*file),
            Field::Number((*line).into()),
            Field::Number((*column).into()),
        ]
    }

    fn known_loc(&self, id: LocId) -> Option<u64> {
        if id == UNKNOWN_LOC {
            return Some(0);
        }
        match self.module.locs.get(id) {
            Loc::Scoped { .. } | Loc::CallSite { .. } => {
                self.debug.locs.get(&id).map(|&at| u64::from(at) + 1)
            }
            Loc::Unknown | Loc::File { .. } | Loc::Name { .. } | Loc::Fused { .. } => Some(0),
        }
    }

    /// The debug index of debug information; scopes nest, so the innermost unknown one is written first.
    fn debug_info(&mut self, wanted: DiId) -> u64 {
        let mut stack = vec![wanted];
        while let Some(&id) = stack.last() {
            if let DebugInfo::LexicalBlock { scope, .. } = self.module.debug.get(id)
                && !self.debug.infos.contains_key(&id)
                && !self.debug.infos.contains_key(scope)
            {
                stack.push(*scope);
                continue;
            }
            self.flat_info(id);
            stack.pop();
        }
        self.known_info(wanted)
    }

    fn known_info(&self, id: DiId) -> u64 {
        u64::from(self.debug.infos[&id]) + 1
    }

    /// Adds an attribute whose scope, if it has one, is there already.
    fn flat_info(&mut self, id: DiId) -> u64 {
        if self.debug.infos.contains_key(&id) {
            return self.known_info(id);
        }
        let number = |n: u32| Field::Number(n.into());
        let fields = match self.module.debug.get(id) {
            DebugInfo::File { name, directory } => {
                vec![Field::Number(FILE), Field::Text(*name), Field::Text(*directory)]
            }
            DebugInfo::CompileUnit { file } => {
                vec![Field::Number(COMPILE_UNIT), Field::Number(self.flat_info(*file))]
            }
            DebugInfo::LexicalBlock { scope, file, line, column } => vec![
                Field::Number(LEXICAL_BLOCK),
                Field::Number(self.known_info(*scope)),
                Field::Number(self.flat_info(*file)),
                number(*line),
                number(*column),
            ],
            DebugInfo::Subprogram {
                file,
                line,
                name,
                linkage_name,
                compile_unit,
                scope_line,
                declaration,
            } => {
                let file = self.flat_info(*file);
                let unit = self.flat_info(*compile_unit);
                let mut fields = vec![
                    Field::Number(SUBPROGRAM),
                    Field::Number(file),
                    number(*line),
                    Field::Text(*name),
                    Field::Text(*linkage_name),
                    Field::Number(unit),
                    number(*scope_line),
                ];
                if has_flags(self.version) {
                    fields.push(Field::Number(if *declaration { DECLARATION } else { 0 }));
                }
                fields
            }
        };
        let position = self.push_debug(fields);
        self.debug.infos.insert(id, position);
        self.known_info(id)
    }

    /// Adds an attribute and gives its position.
    fn push_debug(&mut self, fields: Vec<Field>) -> u32 {
        if self.layout.strings_of_debug_at_once() {
            for field in &fields {
                if let Field::Text(id) = field {
                    self.strings.index(*id, self.module);
                }
            }
        }
        self.debug.items.push(DebugItem::Fields(fields));
        self.debug.items.len() as u32 - 1
    }

    /// Adds the strings of attributes that have waited for the end.
    pub(in crate::bytecode) fn add_debug_strings(&mut self) {
        for item in &self.debug.items {
            if let DebugItem::Fields(fields) = item {
                for field in fields {
                    if let Field::Text(id) = field {
                        self.strings.index(*id, self.module);
                    }
                }
            }
        }
    }

    /// The payload of the debug section.
    pub(in crate::bytecode) fn debug_payload(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        out.put_varint(self.debug.functions.len() as u64);
        out.pad_to(4);
        out.extend(self.debug.functions.iter().flat_map(|first| first.to_le_bytes()));
        out.put_varint(self.debug.indices.len() as u64);
        out.pad_to(8);
        out.extend(self.debug.indices.iter().flat_map(|index| index.to_le_bytes()));
        let mut table = TableWriter::default();
        for item in &self.debug.items {
            match item {
                DebugItem::Kept(bytes) => table.push(bytes),
                DebugItem::Fields(fields) => {
                    let mut bytes = Vec::new();
                    for field in fields {
                        match field {
                            Field::Number(number) => bytes.put_varint(*number),
                            Field::Text(id) => self.strings.put(&mut bytes, *id, self.module),
                        }
                    }
                    table.push(&bytes);
                }
            }
        }
        if table.len() == 0 {
            // An empty table cannot be read by every reader, so producers write one unknown attribute.
            table.push(&[UNKNOWN as u8]);
        }
        table.write(&mut out, Width::Short);
        out
    }
}
