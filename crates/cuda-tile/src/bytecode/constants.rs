//! The constant section: elements of `constant` and `global`.

use ir::{AttrId, AttrSlot, TypeId};
use numerics::Scalar;
use rustc_hash::FxHashMap;

use super::codes::{E_CONSTANT, E_INDEX};
use super::container::{Names, Table, TableWriter, Width};
use super::wire::{Cursor, Put, Result, failure};
use crate::Module;
use crate::attrs::{Attr, Dense};
use crate::types::{TileType, Type};

const NAMES: Names = Names { count: "constant count", item: "constant" };

/// The constants of a file. An item has no type: each user determines it.
#[derive(Clone)]
pub(super) struct Constants<'a> {
    pub(super) table: Table<'a>,
    /// The attribute of each item for its first user. Nearly always, all its users are of one type.
    first: Vec<Option<(TypeId, AttrId)>>,
    /// The attributes of items for users of other types.
    others: FxHashMap<(u32, TypeId), AttrId>,
    /// Elements by item and element type, so that other users of several shapes share them.
    elements: FxHashMap<(u32, Scalar), Dense>,
}

impl<'a> Constants<'a> {
    /// Reads the table.
    pub(super) fn read(mut section: Cursor<'a>) -> Result<Constants<'a>> {
        let base = section.offset();
        let table = if section.is_empty() {
            Table::empty(section)
        } else {
            Table::read(&mut section, base, Width::Long, NAMES)?
        };
        let first = vec![None; table.len()];
        Ok(Constants { table, first, others: FxHashMap::default(), elements: FxHashMap::default() })
    }

    /// Every item that was read with what it became, by position.
    pub(super) fn found(&self) -> Vec<(u32, AttrId)> {
        let first = self.first.iter().enumerate();
        let first = first.filter_map(|(index, found)| found.map(|(_, id)| (index as u32, id)));
        let mut found: Vec<_> =
            first.chain(self.others.iter().map(|(&(index, _), &id)| (index, id))).collect();
        found.sort_unstable();
        found
    }

    /// Reads an index and gives the constant that it names, as one of type `ty`.
    pub(super) fn slot(
        &mut self,
        cursor: &mut Cursor<'_>,
        ty: TypeId,
        module: &mut Module,
    ) -> Result<AttrSlot> {
        let at = cursor.offset();
        let index = cursor.varint("constant index")?;
        let Some(&first) = usize::try_from(index).ok().and_then(|index| self.first.get(index)) else {
            return Err(NAMES.out_of_bounds(E_INDEX, at, index, self.table.len()));
        };
        let id = match first {
            Some((known, id)) if known == ty => id,
            Some(_) => self.other(index as u32, ty, at, module)?,
            None => {
                let (tile, elem) = numbers(ty, at, module)?;
                let dense = self.read_item(index as u32, ty, tile, elem)?;
                let id = module.attrs.intern(Attr::Dense(dense));
                self.first[index as usize] = Some((ty, id));
                id
            }
        };
        Ok(AttrSlot::interned(id))
    }

    /// The attribute of an item for a user of another type than that of the first user.
    fn other(&mut self, index: u32, ty: TypeId, at: usize, module: &mut Module) -> Result<AttrId> {
        if let Some(&id) = self.others.get(&(index, ty)) {
            return Ok(id);
        }
        let (tile, elem) = numbers(ty, at, module)?;
        let count = |dense: &Dense| module.types.get(dense.ty).as_tile().map(TileType::len);
        let dense = match self.elements.get(&(index, elem)) {
            Some(known) if count(known) == Some(tile.len()) => known.with_type(ty),
            Some(_) | None => {
                let dense = self.read_item(index, ty, tile, elem)?;
                self.elements.insert((index, elem), dense.clone());
                dense
            }
        };
        let id = module.attrs.intern(Attr::Dense(dense));
        self.others.insert((index, ty), id);
        Ok(id)
    }

    fn read_item(&self, index: u32, ty: TypeId, tile: &TileType, elem: Scalar) -> Result<Dense> {
        let mut item = self.table.item(index as usize);
        let start = item.offset();
        let size = item.count(1, "constant size")?;
        if size == 0 {
            return Err(failure(E_CONSTANT, start, format!("constant {index} is empty")));
        }
        let payload = item.bytes(size, "constant data")?;
        Table::finish(&item, NAMES, index as usize)?;
        if elem == Scalar::I1 {
            read_bits(payload, tile, ty, start)
        } else {
            read_elements(payload, tile, elem, ty, start)
        }
    }
}

/// The tile and element type of a constant's type.
fn numbers(ty: TypeId, at: usize, module: &Module) -> Result<(&TileType, Scalar)> {
    let ty = module.types.get(ty);
    ty.as_tile().and_then(|tile| Some((tile, tile.elem().scalar()?))).ok_or_else(|| no_constant_of(ty, at))
}

fn no_constant_of(ty: &Type, at: usize) -> super::wire::Failure {
    failure(E_CONSTANT, at, format!("a constant must be a tile of numbers, but its type is '{ty}'"))
}

/// Bits of the top byte of an element that belong to it.
fn top_mask(elem: Scalar) -> u8 {
    match elem.bits() % 8 {
        0 => 0xFF,
        bits => (1 << bits) - 1,
    }
}

fn read_elements(payload: &[u8], tile: &TileType, elem: Scalar, ty: TypeId, start: usize) -> Result<Dense> {
    let size = Dense::elem_size(elem);
    if payload.len() != size && payload.len() != size * tile.len() {
        let message = format!(
            "failed to validate buffer size and format: {} bytes are no constant of '{}' ({} bytes, or {size} for one value everywhere)",
            payload.len(),
            Type::Tile(tile.clone()),
            size * tile.len()
        );
        return Err(failure(E_CONSTANT, start, message));
    }
    let mask = top_mask(elem);
    if mask == 0xFF || payload.iter().skip(size - 1).step_by(size).all(|top| top & !mask == 0) {
        return Ok(Dense::new(ty, elem, payload));
    }
    let mut data = payload.to_vec();
    data.iter_mut().skip(size - 1).step_by(size).for_each(|top| *top &= mask);
    Ok(Dense::new(ty, elem, &data))
}

/// i1: bits packed from the lowest up, or, for more than eight equal elements, one byte whose lowest bit represents
/// all.
fn read_bits(payload: &[u8], tile: &TileType, ty: TypeId, start: usize) -> Result<Dense> {
    let count = tile.len();
    if payload.len() == 1 && count > 8 {
        return Ok(Dense::splat(ty, Scalar::I1, (payload[0] & 1).into()));
    }
    if payload.len() != count.div_ceil(8) {
        let message = format!(
            "i1 dense attribute payload size {} is not a recognized encoding for {count} elements",
            payload.len()
        );
        return Err(failure(E_CONSTANT, start, message));
    }
    let bits: Vec<u8> = (0..count).map(|i| payload[i / 8] >> (i % 8) & 1).collect();
    Ok(Dense::new(ty, Scalar::I1, &bits))
}

/// The payload of a constant: what the section stores after the byte count.
fn payload(dense: &Dense) -> Vec<u8> {
    if dense.elem() != Scalar::I1 {
        return dense.data().to_vec();
    }
    if dense.is_splat() {
        return vec![if dense.data()[0] == 0 { 0x00 } else { 0xFF }];
    }
    let pack = |bits: &[u8]| bits.iter().enumerate().fold(0, |byte, (i, bit)| byte | (bit & 1) << i);
    dense.data().chunks(8).map(pack).collect()
}

/// Constants being written.
#[derive(Clone, Default)]
pub(super) struct ConstantWriter {
    pub(super) table: TableWriter,
    pub(super) ids: FxHashMap<AttrId, u32>,
    /// Index of each item by its bytes, for the writer that shares constants of equal bytes; `None`: they are shared
    /// only if their types are also equal.
    pub(super) items: Option<FxHashMap<Box<[u8]>, u32>>,
}

impl ConstantWriter {
    /// Writes the index of a constant, which is added when it is new.
    pub(super) fn put(&mut self, out: &mut Vec<u8>, id: AttrId, dense: &Dense) {
        let index = match self.ids.get(&id) {
            Some(&index) => index,
            None => {
                let index = self.add(&payload(dense));
                self.ids.insert(id, index);
                index
            }
        };
        out.put_varint(index.into());
    }

    fn add(&mut self, payload: &[u8]) -> u32 {
        let mut item = Vec::with_capacity(payload.len() + 5);
        item.put_varint(payload.len() as u64);
        item.extend_from_slice(payload);
        let next = self.table.len() as u32;
        if let Some(items) = &mut self.items {
            if let Some(&index) = items.get(item.as_slice()) {
                return index;
            }
            items.insert(item.clone().into(), next);
        }
        self.table.push(&item);
        next
    }
}
