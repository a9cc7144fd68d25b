//! Reading locations and debug information.

use ir::entity::UNKNOWN_LOC;
use ir::spec::Version;
use ir::{DebugInfo, DiId, Loc, LocId, StrId};

use super::{
    CALL_SITE, COMPILE_UNIT, DECLARATION, FILE, Kind, LEXICAL_BLOCK, LOCATION, NAMES, Raw, SUBPROGRAM,
    has_flags,
};
use crate::Module;
use crate::bytecode::codes::{E_DEBUG, E_TABLE, E_TRUNCATED};
use crate::bytecode::container::{Table, Width};
use crate::bytecode::strings::Strings;
use crate::bytecode::wire::{Cursor, Result, failure};

/// How far an attribute has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::bytecode) enum Slot {
    Unread,
    Reading,
    /// A location, or an attribute of a kind that this reader does not know: unknown.
    Loc(LocId),
    Info(DiId),
}

/// The debug information of a file, read when it is first used.
#[derive(Clone)]
pub(in crate::bytecode) struct Debug<'a> {
    /// First index of each function.
    pub(super) functions: &'a [u8],
    /// Debug indices.
    pub(super) indices: Cursor<'a>,
    pub(in crate::bytecode) table: Table<'a>,
    pub(in crate::bytecode) slots: Vec<Slot>,
    pub(super) version: Version,
    /// Everything was read.
    pub(in crate::bytecode) complete: bool,
}

impl<'a> Debug<'a> {
    /// The debug information of a file without the section.
    pub(in crate::bytecode) fn none(nothing: Cursor<'a>) -> Debug<'a> {
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
    pub(in crate::bytecode) fn read(mut section: Cursor<'a>, version: Version) -> Result<Debug<'a>> {
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
    pub(in crate::bytecode) fn lines(&self) -> usize {
        self.slots.len().min(self.indices.remaining() / 8)
    }

    /// The debug indices of a function's location index, which is not 0.
    pub(in crate::bytecode) fn of_function(
        &self,
        location: u64,
        at: usize,
        name: &str,
    ) -> Result<Cursor<'a>> {
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
pub(in crate::bytecode) struct DebugReader<'r, 'a> {
    pub(in crate::bytecode) debug: &'r mut Debug<'a>,
    pub(in crate::bytecode) strings: &'r mut Strings<'a>,
    pub(in crate::bytecode) module: &'r mut Module,
}

impl DebugReader<'_, '_> {
    /// Reads everything, if most of it can be what ops refer to: several threads share it then. When anything is wrong
    /// nothing is read: it is judged when it is used.
    pub(in crate::bytecode) fn everything(&mut self) {
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
    pub(in crate::bytecode) fn location(&mut self, list: &mut Cursor<'_>, op: usize) -> Result<LocId> {
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

    /// Reads an attribute if it is what nearly all are: a line in a scope that was read before. Of whatever is wrong
    /// with it no error is reported here.
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

pub(super) fn number(item: &mut Cursor<'_>) -> Result<u32> {
    let at = item.offset();
    let value = item.varint("line or column")?;
    u32::try_from(value)
        .map_err(|_| failure(E_TRUNCATED, at, format!("line or column {value} does not fit in 32 bits")))
}
