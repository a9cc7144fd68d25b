//! How a file was laid out: what a module does not say, but the same bytes need.

use std::sync::Arc;

use cranelift_entity::SecondaryMap;
use ir::spec::Version;
use rustc_hash::FxHashMap;

use super::attrs::Spelling;
use super::constants::ConstantWriter;
use super::container::{Container, SectionId, Table, TableWriter};
use super::debug::{self, DebugItem, DebugWriter};
use super::read::{FunctionTable, Reader};
use super::strings::StringWriter;
use super::types::{self, TypeWriter};

/// How a file was laid out: its tables, sections and spellings.
///
/// [`encode`](super::encode) starts from these tables, finds everything that is unchanged in its old place, and appends
/// what is new.
#[derive(Clone)]
pub struct Provenance {
    pub(super) version: Version,
    pub(super) tag: u16,
    /// Sections in order, with their alignment.
    pub(super) sections: Vec<(SectionId, usize)>,
    pub(super) strings: StringWriter,
    pub(super) types: TypeWriter,
    pub(super) constants: ConstantWriter,
    pub(super) debug: DebugWriter,
    pub(super) spelling: Spelling,
    pub(super) functions: FunctionTable,
}

impl std::fmt::Debug for Provenance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Provenance").field("version", &self.version).finish_non_exhaustive()
    }
}

impl Provenance {
    pub(super) fn new(
        container: &Container<'_>,
        reader: &Reader<'_, '_>,
        functions: FunctionTable,
    ) -> Arc<Provenance> {
        Arc::new(Provenance {
            version: container.header.version,
            tag: container.header.tag,
            sections: container.sections.iter().map(|s| (s.id, s.alignment)).collect(),
            strings: strings(reader),
            types: kept_types(reader),
            constants: constants(reader),
            debug: kept_debug(reader),
            spelling: reader.spelling.clone(),
            functions,
        })
    }
}

fn kept(table: &Table<'_>) -> TableWriter {
    let mut writer = TableWriter::default();
    for index in 0..table.len() {
        writer.push(table.item(index).rest());
    }
    writer
}

/// Positions of the items that were read, by what they turned out to be; of equal items the first.
fn positions<K: std::hash::Hash + Eq>(found: impl Iterator<Item = Option<K>>) -> FxHashMap<K, u32> {
    let mut map = FxHashMap::default();
    for (index, key) in found.enumerate() {
        if let Some(key) = key {
            map.entry(key).or_insert(index as u32);
        }
    }
    map
}

fn strings(reader: &Reader<'_, '_>) -> StringWriter {
    StringWriter::kept(kept(&reader.strings.table), positions(reader.strings.ids.iter().copied()))
}

fn kept_types(reader: &Reader<'_, '_>) -> TypeWriter {
    let table = &reader.types.table;
    let mut ids = SecondaryMap::new();
    for (index, slot) in reader.types.slots.iter().enumerate().rev() {
        match slot {
            types::Slot::Done(id) => ids[*id] = index as u32 + 1,
            types::Slot::Unread | types::Slot::Reading => {}
        }
    }
    let items = positions((0..table.len()).map(|index| Some(table.item(index).rest().into())));
    TypeWriter { table: kept(table), ids, items }
}

fn constants(reader: &Reader<'_, '_>) -> ConstantWriter {
    let table = &reader.constants.table;
    let mut ids = FxHashMap::default();
    for (index, id) in reader.constants.found() {
        ids.entry(id).or_insert(index);
    }
    let items = positions((0..table.len()).map(|index| Some(table.item(index).rest().into())));
    ConstantWriter { table: kept(table), ids, items: Some(items) }
}

fn kept_debug(reader: &Reader<'_, '_>) -> DebugWriter {
    let (table, slots) = (&reader.debug.table, &reader.debug.slots);
    let items = (0..table.len()).map(|index| DebugItem::Kept(table.item(index).rest().into()));
    let locs = positions(slots.iter().map(|slot| match slot {
        debug::Slot::Loc(id) => Some(*id),
        debug::Slot::Info(_) | debug::Slot::Unread | debug::Slot::Reading => None,
    }));
    let infos = positions(slots.iter().map(|slot| match slot {
        debug::Slot::Info(id) => Some(*id),
        debug::Slot::Loc(_) | debug::Slot::Unread | debug::Slot::Reading => None,
    }));
    DebugWriter { items: items.collect(), locs, infos, ..DebugWriter::default() }
}
