//! Tiles that move between registers and tensor memory, a lane for each thread.
//!
//! A column holds an element of a sum, or as many elements of a left factor of products as have room in 32 bits.

use ir::{Op, Value};
use tileas::layout::{Input, TensorAccess, TensorLayout};
use tileas::ops::fields as from;
use tileas::types::{TileType, Type as FromType};

use crate::Type;
use crate::from_tileas::{Lower, Lowered, elements};
use crate::ops::Builders as _;

/// Columns of an address; what is above is the lane.
const LANE_SHIFT: u32 = 16;
/// Registers that one op moves, at most.
const MOST_REGISTERS: usize = 128;

/// A tile that moves between registers and tensor memory.
struct Moved {
    /// The lanes that the warp reaches, and the first column of its warpgroup.
    address: Value,
    tile: TileType,
    /// Whether elements are the lower half of their columns: sums of f16.
    half: bool,
    /// The columns behind the address that are read, rising: each element once.
    columns: Vec<Column>,
    /// The columns that are written, of which some may repeat others.
    written: Vec<Column>,
}

/// A column, and the registers of its elements, the lowest first.
struct Column {
    number: u32,
    registers: Vec<usize>,
}

impl Lower<'_> {
    /// `tmem_load`: consecutive columns together.
    pub(super) fn tensor_load(&mut self, op: Op) -> Lowered<()> {
        let memory = self.from.operand(op, from::tensor_load::tensor);
        let moved = self.moved(op, (memory, self.from.body.result(op, 0)))?;
        let Moved { address, ref tile, half, ref columns, .. } = moved;
        if columns.iter().any(|column| column.registers.len() > 1) {
            return Err(self.refuse_agents(op));
        }
        let registers = tile.layout.registers();
        let ty = self.to.types.intern(if half { Type::I32 } else { elements::register(tile.elem) });
        let mut known: Vec<Option<Value>> = vec![None; registers as usize];
        for run in runs(columns) {
            let first = i64::from(run[0].number);
            let types = vec![ty; run.len()];
            let op = self.b().tmem_load().tensor(address).column(first).values(types).finish().op;
            let mut values: Vec<Value> = self.to.body.results(op).iter().collect();
            if half {
                values = values.into_iter().map(|word| self.lower_half(word)).collect();
            }
            run.iter().zip(values).for_each(|(column, value)| known[column.registers[0]] = Some(value));
        }
        let holders = tile.layout.holders();
        let of = |register| known[holders.apply(register) as usize].expect("each register has its column");
        let values: Vec<Value> = (0..registers).map(of).collect();
        self.hold(op, 0, values);
        Ok(())
    }

    /// `tmem_store`: likewise.
    pub(super) fn tensor_store(&mut self, op: Op) -> Lowered<()> {
        use from::tensor_store as f;
        let [memory, value] = [f::tensor, f::value].map(|field| self.from.operand(op, field));
        let moved = self.moved(op, (memory, value))?;
        let registers = self.registers(value);
        for run in runs(&moved.written) {
            let mut values: Vec<Value> = Vec::with_capacity(run.len());
            for column in run {
                values.push(self.column(column, &registers, moved.half));
            }
            let first = i64::from(run[0].number);
            self.b().tmem_store().tensor(moved.address).column(first).values(values).finish();
        }
        Ok(())
    }

    /// The 32 bits of a column.
    fn column(&mut self, column: &Column, registers: &[Value], half: bool) -> Value {
        match column.registers[..] {
            [one] if half => {
                let zero = self.bits(Type::F16, 0);
                self.word(&[registers[one], zero], 16, 32)
            }
            [one] => registers[one],
            ref several => {
                let values: Vec<Value> = several.iter().map(|&register| registers[register]).collect();
                self.word(&values, 32 / several.len() as u32, 32)
            }
        }
    }

    /// What moves between a tile of this agent and tensor memory: a lane for each thread.
    fn moved(&mut self, op: Op, (memory, tile): (Value, Value)) -> Lowered<Moved> {
        let (FromType::Tensor(tensor), FromType::Tile(tile)) =
            (self.from.ty(memory).clone(), self.from.ty(tile).clone())
        else {
            return Err(self.refuse_agents(op));
        };
        let by_rows = tensor.layout.access(&tile.layout) == Some(TensorAccess::Lanes32);
        let element = elements::register(tile.elem);
        let is_packed = tensor.layout.part_bits() > 0;
        let fits = is_packed || matches!(element, Type::F16 | Type::F32 | Type::I32);
        if !by_rows || !fits || !self.runner.first_warp.is_multiple_of(4) {
            return Err(self.refuse_agents(op));
        }
        let address = self.lanes_of_warp(self.tensor(memory), &tensor.layout, &tile);
        let columns = columns_of(&tensor.layout, &tile);
        let written = with_repeated(&tensor.layout, &tile, &columns);
        Ok(Moved { address, tile, half: element == Type::F16 && !is_packed, columns, written })
    }

    /// The float in the lower half of a word.
    fn lower_half(&mut self, word: Value) -> Value {
        let half = self.to.types.intern(Type::F16);
        let op = self.b().unpack().source(word).parts([half, half].as_slice()).finish().op;
        self.to.body.result(op, 0)
    }

    /// The address of the lanes that a warp reaches, and of the columns that its warpgroup has.
    fn lanes_of_warp(&mut self, base: Value, layout: &TensorLayout, tile: &TileType) -> Value {
        let warp = self.issuers().warp;
        let (three, shift) = (self.i32(3), self.i32(32 << LANE_SHIFT));
        let of_group = self.and(warp, three);
        let lanes = self.mul(of_group, shift);
        let mut address = self.add(base, lanes);
        let groups = tile.layout.columns(Input::Warp).get(2..).unwrap_or(&[]);
        let moved: Vec<u32> = groups.iter().map(|&image| column_of_group(layout, image)).collect();
        if let Some(columns) = self.of_warpgroup(&moved) {
            address = self.add(address, columns);
        }
        address
    }
}

/// The columns that a thread reaches, with the registers of its tile.
fn columns_of(layout: &TensorLayout, tile: &TileType) -> Vec<Column> {
    let place = |register: u64| place_of(layout, tile.layout.apply(register, 0, 0));
    let mut places: Vec<((u32, u32), usize)> =
        (0..tile.layout.registers()).map(|register| (place(register), register as usize)).collect();
    places.sort_unstable();
    places.dedup_by_key(|&mut (place, _)| place);
    let in_column = places.chunk_by(|((one, _), _), ((other, _), _)| one == other);
    in_column
        .map(|places| Column {
            number: places[0].0.0,
            registers: places.iter().map(|&(_, register)| register).collect(),
        })
        .collect()
}

/// The columns that a warpgroup has, with those that repeat them: products add to all of them.
fn with_repeated(layout: &TensorLayout, tile: &TileType, columns: &[Column]) -> Vec<Column> {
    let repeating = repeating(layout);
    let is_of_groups = tile.layout.columns(Input::Warp).get(2..).unwrap_or(&[]).contains(&0);
    let further = repeating.filter(|_| !is_of_groups).into_iter();
    let offsets = std::iter::once(0).chain(further);
    let all = offsets.flat_map(|offset| {
        columns
            .iter()
            .map(move |column| Column { number: column.number + offset, registers: column.registers.clone() })
    });
    let mut all: Vec<Column> = all.collect();
    all.sort_by_key(|column| column.number);
    all
}

/// How far columns are behind those that they repeat, if there are any.
fn repeating(layout: &TensorLayout) -> Option<u32> {
    layout.column_basis().iter().position(|&image| image == 0).map(|bit| 1 << bit)
}

/// The first column of the warpgroups that a bit of their number chooses: the one that repeats others, or that of an element.
fn column_of_group(layout: &TensorLayout, image: u64) -> u32 {
    if image == 0 { repeating(layout).unwrap_or(0) } else { column_of(layout, image) }
}

/// The column of an element in the lowest lane that has it.
pub(super) fn column_of(layout: &TensorLayout, coordinate: u64) -> u32 {
    place_of(layout, coordinate).0
}

/// The same, and which element of its column it is.
fn place_of(layout: &TensorLayout, coordinate: u64) -> (u32, u32) {
    let places = (0..layout.columns()).flat_map(|column| {
        let parts = 0..1u32 << layout.part_bits();
        parts.map(move |part| (column, part))
    });
    let mut places =
        places.filter(|&(column, part)| layout.apply(part.into(), column.into(), 0) == coordinate);
    places.next().expect("an element is in a column")
}

/// Consecutive columns that one op moves: powers of two of them.
fn runs(columns: &[Column]) -> Vec<&[Column]> {
    let mut found = Vec::new();
    let mut rest = columns;
    while let Some(first) = rest.first().map(|column| column.number) {
        let side_by_side = (0u32..).zip(rest).take_while(|&(at, column)| column.number == first + at).count();
        let length = 1 << side_by_side.min(MOST_REGISTERS).ilog2();
        let (run, behind) = rest.split_at(length);
        found.push(run);
        rest = behind;
    }
    found
}
