//! Global memory: addresses, bounds, loads, stores, atomics.

use ir::{Field, Op, Value};
use rustc_hash::FxHashMap;
use tile_core::arith::{ComparisonPredicate, MultimemReductionKind};
use tileaa::types::{BlockTileType, DYNAMIC, Elem};
use tileas::layout::RegisterLayout;
use tileas::ops::fields as from;
use tileas::types::Type as FromType;

use super::nibbles::Halves;
use super::vectors::{Place, memory_bits, shares_bytes};
use super::{Held, Lower, Lowered, Memory, elements};
use crate::Type;
use crate::ops::Builders as _;

/// The vectors of an access: their first registers, the elements of each, and where they are.
struct Vectors {
    leads: Vec<usize>,
    elements: usize,
    places: Vec<Place>,
}

/// Descriptions of memory.
impl Lower<'_> {
    pub(super) fn make_memref(&mut self, op: Op) -> Lowered<()> {
        let result = self.from.body.result(op, 0);
        let FromType::Memref(memref) = self.from.ty(result).clone() else { return Ok(()) };
        let base = self.single(self.from.operand(op, from::make_memref::base));
        let sizes = self.extents(op, from::make_memref::sizes, &memref.shape);
        let strides = self.extents(op, from::make_memref::strides, &memref.strides);
        self.held[result] = Held::Memory(Memory { base, sizes, strides });
        Ok(())
    }

    /// Numbers of a type, where it leaves them open those of the operands, which have no sign.
    fn extents(&mut self, op: Op, field: Field, known: &[i64]) -> Vec<Value> {
        let mut given = self.from.operands(op, field).to_vec().into_iter();
        let mut values = Vec::new();
        for &number in known {
            let open = if number == DYNAMIC { given.next() } else { None };
            let value = match open {
                Some(value) => {
                    let value = self.single(value);
                    self.natural(value)
                }
                None => self.i64(number),
            };
            values.push(value);
        }
        values
    }

    /// A size, a stride or an index, which have no sign, as a number of 64 bits.
    fn natural(&mut self, value: Value) -> Value {
        self.resize(value, Type::I64, false)
    }

    pub(super) fn get_size(&mut self, op: Op) -> Lowered<()> {
        let memory = self.memory(self.from.operand(op, from::get_size::memref));
        let dim = self.from.int(op, from::get_size::dim).unwrap_or(0) as usize;
        let ty = elements::register(self.tile(self.from.body.result(op, 0)).elem);
        let size = self.resize(memory.sizes[dim], ty, true);
        self.hold(op, 0, vec![size]);
        Ok(())
    }

    pub(super) fn get_tile_count(&mut self, op: Op) -> Lowered<()> {
        let tiles = self.from.operand(op, from::get_tile_count::tiles);
        let memory = self.memory(tiles);
        let FromType::BlockTile(ty) = self.from.ty(tiles).clone() else { return Ok(()) };
        let dim = self.from.int(op, from::get_tile_count::dim).unwrap_or(0) as usize;
        let size = memory.sizes[ty.dims[dim] as usize];
        // As many steps as begin inside.
        let step = ty.step[dim];
        let more = self.i64(step - 1);
        let sum = self.add(size, more);
        let step = self.i64(step);
        let id = self.to.types.intern(Type::I64);
        let count = self.b().divi().lhs(sum).rhs(step).signed(true).result(id).finish().value();
        let register = elements::register(self.tile(self.from.body.result(op, 0)).elem);
        let count = self.resize(count, register, true);
        self.hold(op, 0, vec![count]);
        Ok(())
    }
}

/// Places.
impl Lower<'_> {
    /// Where the elements of some registers are, of a tile at an index.
    pub(super) fn tile_places(
        &mut self,
        op: Op,
        tiles: Value,
        index: &[Value],
        layout: &RegisterLayout,
        registers: &[usize],
    ) -> Lowered<Vec<Place>> {
        let memory = self.memory(tiles);
        let FromType::BlockTile(ty) = self.from.ty(tiles).clone() else {
            return Err(self.refuse(op, "needs memory that is cut into tiles"));
        };
        let elem = Elem::Scalar(ty.memref.elem);
        let spec = self.from.spec(op);
        let inbounds = spec.attrs.iter().position(|attr| attr.name == "inbounds");
        let inbounds: Vec<i64> =
            inbounds.map_or_else(Vec::new, |at| self.from.ints(op, Field::Attr(at as u8)).to_vec());
        let mut offsets: Vec<Option<Value>> = vec![None; registers.len()];
        let mut insides: Vec<Option<Value>> = vec![None; registers.len()];
        for dim in 0..ty.tile.len() {
            let coordinates = self.memory_coordinates(&ty, index, layout, dim, registers);
            let (size, stride) = (memory.sizes[ty.dims[dim] as usize], memory.strides[ty.dims[dim] as usize]);
            let checked = !inbounds.contains(&(dim as i64));
            // Registers that differ in other dimensions share what is computed for this one.
            let mut known: FxHashMap<Value, (Value, Option<Value>)> = FxHashMap::default();
            for (at, &coordinate) in coordinates.iter().enumerate() {
                let along = || self.along(coordinate, size, stride, checked);
                let (offset, inside) = *known.entry(coordinate).or_insert_with(along);
                offsets[at] = Some(offsets[at].map_or(offset, |sum| self.add(sum, offset)));
                insides[at] = match (insides[at], inside) {
                    (Some(a), Some(b)) => Some(self.and(a, b)),
                    (a, b) => a.or(b),
                };
            }
        }
        let zero = self.i64(0);
        let mut places = Vec::new();
        for (offset, inside) in offsets.into_iter().zip(insides) {
            let offset = offset.unwrap_or(zero);
            places.push(if shares_bytes(elem) {
                self.half_place(memory.base, offset, inside)
            } else {
                Place { inside, ..Place::at(self.advance(memory.base, offset, memory_bits(elem) / 8)) }
            });
        }
        Ok(places)
    }

    /// The offset in elements of a coordinate, and whether it is inside.
    fn along(
        &mut self,
        coordinate: Value,
        size: Value,
        stride: Value,
        checked: bool,
    ) -> (Value, Option<Value>) {
        let offset = self.mul(coordinate, stride);
        // A negative coordinate is a large one without sign.
        let inside = checked.then(|| self.compare(ComparisonPredicate::LessThan, false, coordinate, size));
        (offset, inside)
    }

    /// The coordinates in memory along a dimension of the tile, as 64-bit numbers, of some registers: equal coordinates
    /// are equal values. Indices have no sign.
    fn memory_coordinates(
        &mut self,
        ty: &BlockTileType,
        index: &[Value],
        layout: &RegisterLayout,
        dim: usize,
        registers: &[usize],
    ) -> Vec<Value> {
        if ty.gather == Some(dim as u32) {
            let picked = self.registers(index[dim]);
            return registers.iter().map(|&at| self.natural(picked[at])).collect();
        }
        let index = self.single(index[dim]);
        let index = self.natural(index);
        let step = self.i64(ty.step[dim]);
        let start = self.mul(index, step);
        let mut known: FxHashMap<Value, Value> = FxHashMap::default();
        let mut all = Vec::new();
        for coordinate in self.coordinates_of(layout, dim, registers) {
            let value = match known.get(&coordinate) {
                Some(&value) => value,
                None => {
                    let wide = self.resize(coordinate, Type::I64, false);
                    self.add(start, wide)
                }
            };
            known.insert(coordinate, value);
            all.push(value);
        }
        all
    }
}

/// Loads and stores.
impl Lower<'_> {
    pub(super) fn load(&mut self, op: Op) -> Lowered<()> {
        let tile = self.tile(self.from.body.result(op, 0)).clone();
        let elements = self.vector_elements(op, &tile, [from::load::contiguity, from::load::divisibility]);
        let pointers = self.registers(self.from.operand(op, from::load::source));
        let mask = self.from.operand_opt(op, from::load::mask).map(|value| self.registers(value));
        let other = self.from.operand_opt(op, from::load::other).map(|value| self.registers(value));
        let leads = Self::leads(&tile.layout, elements);
        let places = leads.iter().map(|&lead| Place::at(pointers[lead])).collect();
        self.load_places(op, Vectors { leads, elements, places }, mask, other)
    }

    pub(super) fn tiled_load(&mut self, op: Op) -> Lowered<()> {
        use from::tiled_load as f;
        let tiles = self.from.operand(op, f::tiles);
        let index = self.from.operands(op, f::index).to_vec();
        let tile = self.tile(self.from.body.result(op, 0)).clone();
        let said = [f::contiguity, f::divisibility];
        let elements = match self.from.attr(op, f::multimem).is_present() {
            true => self.multimem_elements(op, &tile, said)?,
            false => self.vector_elements(op, &tile, said),
        };
        let leads = Self::leads(&tile.layout, elements);
        let places = self.tile_places(op, tiles, &index, &tile.layout, &leads)?;
        let padding = self.from.ty(tiles).block_tile().and_then(|ty| ty.padding);
        let other = padding.map(|padding| {
            let scalar = tile.elem.scalar().expect("padding is a number");
            let bits = super::movement::padding_bits(scalar, padding);
            let value = self.bits(elements::register(tile.elem), bits);
            vec![value; tile.layout.registers() as usize]
        });
        self.load_places(op, Vectors { leads, elements, places }, None, other)
    }

    fn load_places(
        &mut self,
        op: Op,
        vectors: Vectors,
        mask: Option<Vec<Value>>,
        other: Option<Vec<Value>>,
    ) -> Lowered<()> {
        let tile = self.tile(self.from.body.result(op, 0)).clone();
        // Memory that others may write at the same time is read once, so that all threads continue with the same value.
        let shares = !self.is_weak(op) && self.free_threads(&tile.layout) != 0;
        let owner = if shares { self.owns(&tile.layout) } else { None };
        let reduction = self.reduction(op);
        let mut loaded: Vec<Option<Value>> = vec![None; tile.layout.registers() as usize];
        for (&lead, place) in vectors.leads.iter().zip(&vectors.places) {
            let mask = self.both(mask.as_ref().map(|mask| mask[lead]), owner);
            let registers = lead..lead + vectors.elements;
            let other = other.as_ref().map(|other| &other[registers.clone()]);
            let values = match reduction {
                Some(kind) => {
                    self.load_reduced(op, place, mask, (tile.elem, kind), (vectors.elements, other))
                }
                None => self.load_vector(op, place, mask, tile.elem, (vectors.elements, other)),
            };
            registers.zip(values).for_each(|(register, value)| loaded[register] = Some(value));
        }
        // Registers that repeat others have what those have.
        let holders = tile.layout.holders();
        let held = |register| loaded[holders.apply(register) as usize].expect("holders are loaded");
        let mut values: Vec<Value> = (0..tile.layout.registers()).map(held).collect();
        if shares {
            values = self.share(&tile.layout, owner, values);
        }
        self.hold(op, 0, values);
        Ok(())
    }

    /// How the elements of several devices are combined, where that is what a load reads.
    fn reduction(&self, op: Op) -> Option<MultimemReductionKind> {
        let is_tiled = self.from.opcode(op) == tileas::Opcode::TiledLoad;
        let slot = is_tiled.then(|| self.from.attr(op, from::tiled_load::multimem))?;
        MultimemReductionKind::from_slot(slot)
    }

    pub(super) fn store(&mut self, op: Op) -> Lowered<()> {
        use from::store as f;
        let tile = self.tile(self.from.operand(op, f::value)).clone();
        let elements = self.vector_elements(op, &tile, [f::contiguity, f::divisibility]);
        let pointers = self.registers(self.from.operand(op, f::destination));
        let mask = self.from.operand_opt(op, f::mask).map(|value| self.registers(value));
        let leads = Self::leads(&tile.layout, elements);
        let places = leads.iter().map(|&lead| Place::at(pointers[lead])).collect();
        self.store_places(op, f::value, Vectors { leads, elements, places }, mask)
    }

    pub(super) fn tiled_store(&mut self, op: Op) -> Lowered<()> {
        use from::tiled_store as f;
        let tiles = self.from.operand(op, f::tiles);
        let index = self.from.operands(op, f::index).to_vec();
        let tile = self.tile(self.from.operand(op, f::value)).clone();
        let said = [f::contiguity, f::divisibility];
        let elements = match self.from.flag(op, f::multimem) {
            true => self.multimem_elements(op, &tile, said)?,
            false => self.vector_elements(op, &tile, said),
        };
        let leads = Self::leads(&tile.layout, elements);
        let places = self.tile_places(op, tiles, &index, &tile.layout, &leads)?;
        self.store_places(op, f::value, Vectors { leads, elements, places }, None)
    }

    fn store_places(
        &mut self,
        op: Op,
        value: Field,
        vectors: Vectors,
        mask: Option<Vec<Value>>,
    ) -> Lowered<()> {
        let value = self.from.operand(op, value);
        let tile = self.tile(value).clone();
        let values = self.registers(value);
        if shares_bytes(tile.elem) {
            let mut types = self.from.body.operands(op).iter().map(|&operand| self.from.ty(operand));
            let tiles = types.find_map(FromType::block_tile).map(|ty| Self::how_halves_lie(ty, &tile.layout));
            let placed: Vec<(usize, Place)> = vectors.leads.into_iter().zip(vectors.places).collect();
            let halves = tiles.unwrap_or(Halves::Alone);
            self.store_halves(op, &placed, mask.as_deref(), (&values, &tile.layout), halves);
            return Ok(());
        }
        let on_devices = self.from.opcode(op) == tileas::Opcode::TiledStore
            && self.from.flag(op, from::tiled_store::multimem);
        let owner = self.owns(&tile.layout);
        for (&lead, place) in vectors.leads.iter().zip(&vectors.places) {
            let mask = self.both(mask.as_ref().map(|mask| mask[lead]), owner);
            let values = &values[lead..lead + vectors.elements];
            match on_devices {
                true => self.store_on_devices(op, place, mask, (tile.elem, values)),
                false => self.store_vector(op, place, mask, tile.elem, values),
            }
        }
        Ok(())
    }
}
