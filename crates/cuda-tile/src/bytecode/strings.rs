//! The string section.

use ir::StrId;
use rustc_hash::FxHashMap;

use super::codes::E_INDEX;
use super::container::{Names, Table, TableWriter, Width};
use super::wire::{Cursor, Put, Result};
use crate::Module;

pub(super) const NAMES: Names = Names { count: "string count", item: "string" };

/// The strings of a file, interned when they are first used.
#[derive(Clone)]
pub(super) struct Strings<'a> {
    pub(super) table: Table<'a>,
    pub(super) ids: Vec<Option<StrId>>,
    /// Position of each string in sorted order; computed for the first dictionary.
    ranks: Vec<u32>,
}

impl<'a> Strings<'a> {
    /// Reads the table.
    pub(super) fn read(mut section: Cursor<'a>) -> Result<Strings<'a>> {
        let base = section.offset();
        let table = Table::read(&mut section, base, Width::Short, NAMES)?;
        Ok(Strings { table, ids: vec![None; table.len()], ranks: Vec::new() })
    }

    /// Reads an index and gives the string that it names.
    pub(super) fn id(&mut self, cursor: &mut Cursor<'_>, module: &mut Module, what: &str) -> Result<StrId> {
        self.index(cursor, what).map(|index| self.intern(index, module))
    }

    /// Reads an index that names a string.
    pub(super) fn index(&self, cursor: &mut Cursor<'_>, what: &str) -> Result<usize> {
        let at = cursor.offset();
        let index = cursor.varint(what)?;
        if index >= self.table.len() as u64 {
            return Err(NAMES.out_of_bounds(E_INDEX, at, index, self.table.len()));
        }
        Ok(index as usize)
    }

    /// The string of an index that [`Strings::index`] gave.
    pub(super) fn intern(&mut self, index: usize, module: &mut Module) -> StrId {
        *self.ids[index].get_or_insert_with(|| module.strings.intern_bytes(self.table.item(index).rest()))
    }

    /// The position of a string in the order of bytes: equal strings have equal positions.
    pub(super) fn rank(&mut self, index: usize) -> u32 {
        if self.ranks.is_empty() {
            let bytes = |i: u32| self.table.item(i as usize).rest();
            let mut order: Vec<u32> = (0..self.table.len() as u32).collect();
            order.sort_by_key(|&i| bytes(i));
            self.ranks = vec![0; order.len()];
            for pair in order.windows(2) {
                let step = u32::from(bytes(pair[0]) != bytes(pair[1]));
                self.ranks[pair[1] as usize] = self.ranks[pair[0] as usize] + step;
            }
        }
        self.ranks[index]
    }
}

/// Strings being written.
#[derive(Clone, Default)]
pub(super) struct StringWriter {
    pub(super) table: TableWriter,
    pub(super) ids: FxHashMap<StrId, u32>,
    /// Index of each string by its bytes, for strings that [`StringWriter::put_text`] has visited.
    texts: FxHashMap<Box<[u8]>, u32>,
    looked_at: usize,
}

impl StringWriter {
    /// The strings of a file that are kept: its table, and the index of each string that was read.
    pub(super) fn kept(table: TableWriter, ids: FxHashMap<StrId, u32>) -> StringWriter {
        StringWriter { table, ids, ..StringWriter::default() }
    }

    /// The index of a string, which is added when it is new.
    pub(super) fn index(&mut self, id: StrId, module: &Module) -> u64 {
        let index = *self.ids.entry(id).or_insert_with(|| {
            let text = module.strings.get(id);
            self.texts.get(text).copied().unwrap_or_else(|| {
                self.table.push(text);
                self.table.len() as u32 - 1
            })
        });
        index.into()
    }

    /// Writes the index of a string.
    pub(super) fn put(&mut self, out: &mut Vec<u8>, id: StrId, module: &Module) {
        out.put_varint(self.index(id, module));
    }

    /// Writes the index of a text that the module need not have interned.
    pub(super) fn put_text(&mut self, out: &mut Vec<u8>, text: &str) {
        for index in self.looked_at..self.table.len() {
            self.texts.entry(self.table.item(index).into()).or_insert(index as u32);
        }
        let index = *self.texts.entry(text.as_bytes().into()).or_insert_with(|| {
            self.table.push(text.as_bytes());
            self.table.len() as u32 - 1
        });
        self.looked_at = self.table.len();
        out.put_varint(index.into());
    }
}
