//! The debug section: locations and debug information.

use cranelift_entity::EntityRef;
use ir::entity::UNKNOWN_LOC;
use ir::spec::{V13_5, V250_0, Version};
use ir::{DebugInfo, DiId, Loc, LocId, StrId};
use rustc_hash::FxHashMap;

use super::codes::{E_DEBUG, E_TABLE, E_TRUNCATED};
use super::container::{Names, Table, TableWriter, Width};
use super::strings::Strings;
use super::wire::{Cursor, Put, Result, failure};
use super::write::Tables;
use crate::Module;

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

/// How far an attribute has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Unread,
    Reading,
    /// A location, or an attribute of a kind that this reader does not know: unknown.
    Loc(LocId),
    Info(DiId),
}

/// The debug information of a file, read when it is first used.
#[derive(Clone)]
pub(super) struct Debug<'a> {
    /// First index of each function.
    functions: &'a [u8],
    /// Debug indices.
    indices: Cursor<'a>,
    pub(super) table: Table<'a>,
    pub(super) slots: Vec<Slot>,
    version: Version,
    /// Everything was read.
    pub(super) complete: bool,
}

impl<'a> Debug<'a> {
    /// The debug information of a file without the section.
    pub(super) fn none(nothing: Cursor<'a>) -> Debug<'a> {
        Debug {
            functions: &[],
            indices: nothing,
            table: Table::empty(nothing),
            slots: Vec::new(),
            version: Version::LATEST,
            complete: false,
        }
    }

    /// Reads the tables.
    pub(super) fn read(mut section: Cursor<'a>, version: Version) -> Result<Debug<'a>> {
        let base = section.offset();
        let count = section.count(4, "number of functions with locations")?;
        section.align(base, 4, "padding")?;
        let start = section.offset();
        let functions = section.bytes(4 * count, "first debug index of each function")?;
        let count = section.count(8, "number of debug indices")?;
        section.align(base, 8, "padding")?;
        let at = section.offset();
        section.bytes(8 * count, "debug indices")?;
        let indices = section.slice(at, section.offset());
        let table = if section.is_empty() {
            Table::empty(section)
        } else {
            Table::read(&mut section, base, Width::Short, NAMES)?
        };
        let slots = vec![Slot::Unread; table.len()];
        let debug = Debug { functions, indices, table, slots, version, complete: false };
        debug.check_functions(start, count)?;
        Ok(debug)
    }

    fn check_functions(&self, start: usize, count: usize) -> Result<()> {
        let mut last = 0;
        for index in 0..self.functions.len() / 4 {
            let first = self.first(index);
            if first < last || first > count {
                let message = format!("invalid debug indices: function {index} starts at {first} of {count}");
                return Err(failure(E_TABLE, start + 4 * index, message));
            }
            last = first;
        }
        Ok(())
    }

    fn first(&self, function: usize) -> usize {
        let bytes = self.functions[4 * function..4 * function + 4].try_into().expect("four bytes");
        u32::from_le_bytes(bytes) as usize
    }

    /// The maximum number of locations, if each is a separate line.
    pub(super) fn lines(&self) -> usize {
        self.slots.len().min(self.indices.remaining() / 8)
    }

    /// The debug indices of a function's location index, which is not 0.
    pub(super) fn of_function(&self, location: u64, at: usize, name: &str) -> Result<Cursor<'a>> {
        let count = self.functions.len() / 4;
        if location > count as u64 {
            let message = format!(
                "failed to read function location for '{name}': it has entry {location} of {count} in the debug section"
            );
            return Err(failure(E_DEBUG, at, message));
        }
        let function = location as usize - 1;
        let (base, end) = (self.indices.offset(), self.indices.end());
        let stop = if function + 1 < count { base + 8 * self.first(function + 1) } else { end };
        Ok(self.indices.slice(base + 8 * self.first(function), stop))
    }
}

/// Reads locations; borrows the parts of the decoder that they need.
pub(super) struct DebugReader<'r, 'a> {
    pub(super) debug: &'r mut Debug<'a>,
    pub(super) strings: &'r mut Strings<'a>,
    pub(super) module: &'r mut Module,
}

impl DebugReader<'_, '_> {
    /// Reads everything, if most of it can be what ops refer to: several threads share it then. When anything is wrong
    /// nothing is read: it is judged when it is used.
    pub(super) fn everything(&mut self) {
        let count = self.debug.slots.len();
        if count == 0 || count / 2 > self.debug.lines() {
            return;
        }
        // A line is a position in a file and the scope that it is in.
        self.module.locs.reserve(2 * count);
        self.debug.complete = true;
        for position in 0..count {
            let unread = self.debug.slots[position] == Slot::Unread;
            if unread && self.line(position).is_none() && self.resolve(position as u64 + 1, 0).is_err() {
                self.debug.slots.fill(Slot::Unread);
                self.debug.complete = false;
                return;
            }
        }
    }

    /// Reads the next location from a list of debug indices.
    pub(super) fn location(&mut self, list: &mut Cursor<'_>, op: usize) -> Result<LocId> {
        let at = list.offset();
        if list.is_empty() {
            let message = "failed to read operation location: the function has too few debug indices";
            return Err(failure(E_DEBUG, op, message));
        }
        let index = u64::from_le_bytes(list.array("debug index")?);
        if index == 0 {
            return Ok(UNKNOWN_LOC);
        }
        let known = match self.debug.slots.get((index - 1) as usize) {
            Some(&Slot::Loc(loc)) => Some(loc),
            Some(Slot::Unread) => self.line((index - 1) as usize),
            Some(Slot::Info(_) | Slot::Reading) | None => None,
        };
        match known {
            Some(loc) => Ok(loc),
            None => self.any_location(index, at),
        }
    }

    /// Reads an attribute if it is what nearly all are: a line in a scope that was read before. Of whatever is wrong with
    /// it no error is reported here.
    fn line(&mut self, position: usize) -> Option<LocId> {
        let mut item = self.debug.table.item(position);
        if item.short_varint()? != LOCATION {
            return None;
        }
        let scope = item.short_varint()?.checked_sub(1)?;
        let &Slot::Info(scope) = self.debug.slots.get(scope as usize)? else { return None };
        let file =
            usize::try_from(item.short_varint()?).ok().filter(|&file| file < self.strings.ids.len())?;
        let mut number = || item.varint("").ok().and_then(|number| u32::try_from(number).ok());
        let (line, column) = (number()?, number()?);
        if !item.is_empty() || !Kind::Scope.admits(self.module.debug.get(scope)) {
            return None;
        }
        let file = self.strings.intern(file, self.module);
        let loc = self.module.locs.intern(Loc::File { file, line, column, end: None });
        let loc = self.module.locs.intern(Loc::Scoped { loc, scope });
        self.debug.slots[position] = Slot::Loc(loc);
        Some(loc)
    }

    #[cold]
    fn any_location(&mut self, index: u64, at: usize) -> Result<LocId> {
        match self.resolve(index, at)? {
            Slot::Loc(loc) => Ok(loc),
            Slot::Info(_) | Slot::Unread | Slot::Reading => {
                let message = format!(
                    "failed to read operation location: debug attribute {} is not a location",
                    index - 1
                );
                Err(failure(E_DEBUG, at, message))
            }
        }
    }

    /// Reads an attribute after those that it refers to; nesting costs heap, not stack.
    fn resolve(&mut self, index: u64, at: usize) -> Result<Slot> {
        let wanted = self.position(index, at)?;
        let mut stack = vec![wanted];
        while let Some(&top) = stack.last() {
            if matches!(self.debug.slots[top], Slot::Loc(_) | Slot::Info(_)) {
                stack.pop();
                continue;
            }
            self.debug.slots[top] = Slot::Reading;
            let start = self.debug.table.item(top).offset();
            let raw = self.raw(top)?;
            let depth = stack.len();
            for part in raw.parts().into_iter().filter(|&part| part != 0) {
                let part = self.position(part, start)?;
                match self.debug.slots[part] {
                    Slot::Unread => stack.push(part),
                    Slot::Reading => {
                        let message = format!("debug attribute {part} refers to itself");
                        return Err(failure(E_DEBUG, start, message));
                    }
                    Slot::Loc(_) | Slot::Info(_) => {}
                }
            }
            if stack.len() == depth {
                self.debug.slots[top] = self.build(raw, start)?;
                stack.pop();
            }
        }
        Ok(self.debug.slots[wanted])
    }

    fn position(&self, index: u64, at: usize) -> Result<usize> {
        let size = self.debug.slots.len();
        if index > size as u64 {
            let message =
                format!("failed to read operation location: debug index {index} out of bounds (size={size})");
            return Err(failure(E_DEBUG, at, message));
        }
        Ok(index as usize - 1)
    }

    fn raw(&mut self, index: usize) -> Result<Raw> {
        let mut item = self.debug.table.item(index);
        let raw = self.fields(&mut item)?;
        if !matches!(raw, Raw::Unknown) {
            Table::finish(&item, NAMES, index)?;
        }
        Ok(raw)
    }

    fn fields(&mut self, item: &mut Cursor<'_>) -> Result<Raw> {
        let index = |item: &mut Cursor<'_>| item.varint("debug index");
        Ok(match item.varint("debug attribute tag")? {
            COMPILE_UNIT => Raw::CompileUnit { file: index(item)? },
            FILE => Raw::File { name: self.string(item)?, directory: self.string(item)? },
            LEXICAL_BLOCK => Raw::LexicalBlock {
                scope: index(item)?,
                file: index(item)?,
                line: number(item)?,
                column: number(item)?,
            },
            LOCATION => Raw::Location {
                scope: index(item)?,
                file: self.string(item)?,
                line: number(item)?,
                column: number(item)?,
            },
            SUBPROGRAM => Raw::Subprogram {
                file: index(item)?,
                line: number(item)?,
                name: self.string(item)?,
                linkage_name: self.string(item)?,
                unit: index(item)?,
                scope_line: number(item)?,
                declaration: self.is_declaration(item)?,
            },
            CALL_SITE => Raw::CallSite { callee: index(item)?, caller: index(item)? },
            // Kinds of later versions read as unknown, as tag 0 does.
            _ => Raw::Unknown,
        })
    }

    /// The flags of a subprogram, which it has since 13.5.
    fn is_declaration(&self, item: &mut Cursor<'_>) -> Result<bool> {
        if !has_flags(self.debug.version) {
            return Ok(false);
        }
        let at = item.offset();
        let flags = item
            .varint("flags")
            .map_err(|_| failure(E_DEBUG, at, "failed to read flags when parsing DISubprogramAttr"))?;
        if flags & !DECLARATION != 0 {
            let message = format!("unrecognized flag bits ({flags:#X}) when parsing DISubprogramAttr");
            return Err(failure(E_DEBUG, at, message));
        }
        Ok(flags & DECLARATION != 0)
    }

    fn string(&mut self, item: &mut Cursor<'_>) -> Result<StrId> {
        self.strings.id(item, self.module, "string index of a debug attribute")
    }

    fn build(&mut self, raw: Raw, start: usize) -> Result<Slot> {
        let info = match raw {
            Raw::Unknown => return Ok(Slot::Loc(UNKNOWN_LOC)),
            Raw::Location { scope, file, line, column } => {
                let loc = self.module.locs.intern(Loc::File { file, line, column, end: None });
                let scope = self.needed(scope, start, Kind::Scope)?;
                return Ok(Slot::Loc(self.module.locs.intern(Loc::Scoped { loc, scope })));
            }
            Raw::CallSite { callee, caller } => {
                let (callee, caller) = (self.loc(callee, start)?, self.loc(caller, start)?);
                return Ok(Slot::Loc(self.module.locs.intern(Loc::CallSite { callee, caller })));
            }
            Raw::File { name, directory } => DebugInfo::File { name, directory },
            Raw::CompileUnit { file } => {
                DebugInfo::CompileUnit { file: self.needed(file, start, Kind::File)? }
            }
            Raw::LexicalBlock { scope, file, line, column } => DebugInfo::LexicalBlock {
                scope: self.needed(scope, start, Kind::Scope)?,
                file: self.needed(file, start, Kind::File)?,
                line,
                column,
            },
            Raw::Subprogram { file, line, name, linkage_name, unit, scope_line, declaration } => {
                DebugInfo::Subprogram {
                    file: self.needed(file, start, Kind::File)?,
                    line,
                    name,
                    linkage_name,
                    compile_unit: self.needed(unit, start, Kind::CompileUnit)?,
                    scope_line,
                    declaration,
                }
            }
        };
        Ok(Slot::Info(self.module.debug.intern(info)))
    }

    fn needed(&self, index: u64, start: usize, kind: Kind) -> Result<DiId> {
        self.info(index, start, kind)?.ok_or_else(|| {
            failure(
                E_DEBUG,
                start,
                format!("debug attribute refers to nothing where {} is expected", kind.name()),
            )
        })
    }

    fn info(&self, index: u64, start: usize, kind: Kind) -> Result<Option<DiId>> {
        if index == 0 {
            return Ok(None);
        }
        match self.debug.slots[self.position(index, start)?] {
            Slot::Info(id) if kind.admits(self.module.debug.get(id)) => Ok(Some(id)),
            Slot::Loc(UNKNOWN_LOC) => Ok(None),
            Slot::Info(_) | Slot::Loc(_) | Slot::Unread | Slot::Reading => {
                let message = format!("debug attribute {} is not {}", index - 1, kind.name());
                Err(failure(E_DEBUG, start, message))
            }
        }
    }

    fn loc(&self, index: u64, start: usize) -> Result<LocId> {
        if index == 0 {
            return Ok(UNKNOWN_LOC);
        }
        match self.debug.slots[self.position(index, start)?] {
            Slot::Loc(loc) => Ok(loc),
            Slot::Info(_) | Slot::Unread | Slot::Reading => {
                Err(failure(E_DEBUG, start, format!("debug attribute {} is not a location", index - 1)))
            }
        }
    }
}

fn number(item: &mut Cursor<'_>) -> Result<u32> {
    let at = item.offset();
    let value = item.varint("line or column")?;
    u32::try_from(value)
        .map_err(|_| failure(E_TRUNCATED, at, format!("line or column {value} does not fit in 32 bits")))
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

/// Debug attributes being written.
#[derive(Clone, Default)]
pub(super) struct DebugWriter {
    pub(super) items: Vec<DebugItem>,
    /// Position of each location; its debug index is one more.
    pub(super) locs: FxHashMap<LocId, u32>,
    /// Position of each attribute that is not a location.
    pub(super) infos: FxHashMap<DiId, u32>,
    /// First index of each function that has locations.
    pub(super) functions: Vec<u32>,
    /// Debug indices of all functions.
    pub(super) indices: Vec<u64>,
}

/// An attribute to be written: its strings get their numbers during layout.
#[derive(Clone)]
pub(super) enum DebugItem {
    /// Bytes as they were found.
    Kept(Box<[u8]>),
    /// Tag and fields.
    Fields(Vec<Field>),
}

/// One field of an attribute.
#[derive(Clone, Copy)]
pub(super) enum Field {
    /// Tag, line, column or debug index.
    Number(u64),
    /// A string.
    Text(StrId),
}

/// Why each location cannot be written, if it cannot.
pub(super) fn unstorable(module: &Module) -> Vec<Option<&'static str>> {
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
    pub(super) fn debug_loc(&mut self, wanted: LocId) -> u64 {
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
    pub(super) fn add_debug_strings(&mut self) {
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
    pub(super) fn debug_payload(&mut self) -> Vec<u8> {
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
