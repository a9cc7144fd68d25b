//! Loops and branches, with their carried values register by register.

use ir::{Block, Field, Op, TypeId, Value};
use numerics::Scalar;
use tile_core::arith::ComparisonPredicate;
use tileaa::types::{BlockTileType, Elem, MemrefType};
use tileas::Opcode as From;
use tileas::types::Type as FromType;

use super::{Held, Lower, Lowered, Memory, elements};
use crate::Type;
use crate::ops::Opcode;
use crate::types::Space;

impl Lower<'_> {
    /// The registers that carry a value.
    fn flat(&self, value: Value) -> Vec<Value> {
        match &self.held[value] {
            Held::Tile(registers) => registers.clone(),
            Held::Memory(Memory { base, sizes, strides }) => {
                std::iter::once(base).chain(sizes).chain(strides).copied().collect()
            }
            Held::Pending(sums) => sums.clone(),
            Held::Iterator { index, parity } => vec![*index, *parity],
            Held::Buffer(value) | Held::Stage(value) | Held::Map(value) => vec![*value],
            Held::Fragments(_) | Held::Tensor(_) | Held::Pipeline(_) | Held::Nothing => Vec::new(),
        }
    }

    fn flat_types(&mut self, value: Value) -> Vec<TypeId> {
        let types: Vec<Type> = match self.from.ty(value) {
            FromType::Tile(tile) => vec![elements::register(tile.elem); tile.layout.registers() as usize],
            FromType::Memref(memref) => memory_types(memref.shape.len()),
            FromType::BlockTile(tiles) => memory_types(tiles.memref.shape.len()),
            FromType::Buffer(_) => vec![Type::Ptr(Space::Shared)],
            FromType::Pending(tile) => Self::pending_types(tile),
            FromType::Iterator(_) => vec![Type::I32; 2],
            FromType::Stage(_) => vec![Type::I32],
            FromType::Tensor(_) | FromType::TmaDesc(_) | FromType::Pipeline(_) | FromType::Token => {
                unreachable!("what makes values of these types was refused, or they are not carried")
            }
        };
        types.into_iter().map(|ty| self.to.types.intern(ty)).collect()
    }

    /// Takes the registers of a value off the front.
    fn unflatten(&mut self, value: Value, registers: &mut impl Iterator<Item = Value>) {
        let mut take = |count: usize| -> Vec<Value> { registers.by_ref().take(count).collect() };
        let held = match self.from.ty(value) {
            FromType::Tile(tile) => Held::Tile(take(tile.layout.registers() as usize)),
            FromType::Memref(MemrefType { shape, .. })
            | FromType::BlockTile(BlockTileType { memref: MemrefType { shape, .. }, .. }) => {
                let (base, rank) = (take(1)[0], shape.len());
                Held::Memory(Memory { base, sizes: take(rank), strides: take(rank) })
            }
            FromType::Buffer(_) => Held::Buffer(take(1)[0]),
            FromType::Pending(tile) => Held::Pending(take(Self::pending_types(tile).len())),
            FromType::Iterator(_) => {
                let both = take(2);
                Held::Iterator { index: both[0], parity: both[1] }
            }
            FromType::Stage(_) => Held::Stage(take(1)[0]),
            FromType::Tensor(_) | FromType::TmaDesc(_) | FromType::Pipeline(_) | FromType::Token => {
                unreachable!("what makes values of these types was refused, or they are not carried")
            }
        };
        self.held[value] = held;
    }

    /// `for`, `loop` or `if` with everything in it.
    pub(super) fn control(&mut self, op: Op) -> Lowered<()> {
        let opcode = match self.from.opcode(op) {
            From::For => Opcode::For,
            From::Loop => Opcode::Loop,
            _ => Opcode::If,
        };
        let results: Vec<Value> = self.from.body.results(op).iter().collect();
        let types: Vec<TypeId> = results.iter().flat_map(|&value| self.flat_types(value)).collect();
        let operands: Vec<Value> = self.from.body.operands(op).to_vec();
        let fixed = opcode.spec().operands.iter().filter(|o| o.arity == ir::spec::Arity::One).count();
        let (heads, inits) = operands.split_at(fixed);
        let inits: Vec<Value> = inits.iter().flat_map(|&value| self.flat(value)).collect();
        let unsigned = opcode == Opcode::For && self.from.flag(op, tileas::ops::fields::for_::unsigned);
        let heads: Vec<Value> = match opcode {
            Opcode::For => heads.iter().map(|&value| self.counted(value, unsigned)).collect(),
            _ => heads.iter().map(|&value| self.single(value)).collect(),
        };
        let mut builder = self.b();
        let mut draft = builder.draft(opcode as u16);
        for (index, value) in heads.into_iter().enumerate() {
            draft.operand(Field::Operand(index as u8), value);
        }
        if opcode != Opcode::If {
            draft.operand(Field::Operand(fixed as u8), inits);
        }
        if unsigned {
            draft.attr(crate::ops::fields::for_::unsigned, true);
        }
        draft.result(Field::Result(0), types);
        let new = draft.finish().op;
        for index in 0..self.from.body.regions(op).len() {
            let region = self.from.body.region(op, index);
            let Some(&old) = self.from.body.region_blocks(region).first() else { continue };
            self.region(old, new, index)?;
        }
        let mut registers = self.to.body.results(new).iter().collect::<Vec<Value>>().into_iter();
        for result in results {
            self.unflatten(result, &mut registers);
        }
        Ok(())
    }

    /// A bound or the step of a loop. What is held in more bits than it has is compared in 32, by its sign.
    fn counted(&mut self, value: Value, unsigned: bool) -> Value {
        let elem = self.tile(value).elem;
        let value = self.single(value);
        if elem == Elem::Scalar(Scalar::I1) {
            return self.resize(value, Type::I32, !unsigned);
        }
        if elements::is_narrow_int(elem) { self.widen_int(value, elem, !unsigned) } else { value }
    }

    /// The induction variable of a loop in its body.
    fn uncounted(&mut self, counter: Value, elem: Elem) -> Value {
        if elem == Elem::Scalar(Scalar::I1) {
            let none = self.i32(0);
            return self.compare(ComparisonPredicate::NotEqual, false, counter, none);
        }
        self.cut(counter, elem)
    }

    fn region(&mut self, old: Block, new: Op, index: usize) -> Lowered<()> {
        let arguments: Vec<Value> = self.from.body.block_args(old).iter().collect();
        let mut types: Vec<TypeId> = arguments.iter().flat_map(|&value| self.flat_types(value)).collect();
        let is_for = self.to.opcode(new) == Opcode::For;
        let counter = arguments.first().filter(|_| is_for).map(|&counter| (counter, self.tile(counter).elem));
        let counter =
            counter.filter(|&(_, elem)| elem == Elem::Scalar(Scalar::I1) || elements::is_narrow_int(elem));
        if counter.is_some() {
            types[0] = self.to.types.intern(Type::I32);
        }
        let region = self.to.body.region(new, index);
        let block = match self.to.body.region_blocks(region).first() {
            Some(&block) => {
                self.to.body.set_block_args(block, &types);
                block
            }
            None => self.to.body.create_block(region, &types),
        };
        let mut registers = self.to.body.block_args(block).iter().collect::<Vec<Value>>().into_iter();
        for argument in arguments {
            self.unflatten(argument, &mut registers);
            self.name(argument);
        }
        let outer = std::mem::replace(&mut self.block, block);
        if let Some((counter, elem)) = counter {
            let held = self.single(counter);
            let held = self.uncounted(held, elem);
            self.held[counter] = Held::Tile(vec![held]);
        }
        let lowered = self.ops(old);
        self.block = outer;
        lowered
    }

    /// `yield`, `continue` or `break` with what it carries on.
    pub(super) fn jump(&mut self, op: Op) {
        let opcode = match self.from.opcode(op) {
            From::Yield => Opcode::Yield,
            From::Continue => Opcode::Continue,
            _ => Opcode::Break,
        };
        let values: Vec<Value> =
            self.from.body.operands(op).iter().flat_map(|&value| self.flat(value)).collect();
        let mut builder = self.b();
        let mut draft = builder.draft(opcode as u16);
        draft.operand(Field::Operand(0), values);
        draft.finish();
    }

    /// The body of a reduction or scan on single elements: what it yields.
    pub(super) fn inline(&mut self, op: Op, arguments: &[Value]) -> Lowered<Vec<Value>> {
        let block = self.from.body.region_blocks(self.from.body.region(op, 0))[0];
        let old: Vec<Value> = self.from.body.block_args(block).iter().collect();
        for (argument, &value) in old.into_iter().zip(arguments) {
            self.held[argument] = Held::Tile(vec![value]);
        }
        let last = self.from.body.last_op(block).expect("a body ends in `yield`");
        for inner in self.from.body.block_ops(block).take_while(|&inner| inner != last) {
            self.op(inner)?;
        }
        Ok(self.from.body.operands(last).iter().map(|&value| self.single(value)).collect())
    }
}

/// An address, then extents and strides.
fn memory_types(rank: usize) -> Vec<Type> {
    std::iter::once(Type::Ptr(Space::Global)).chain(vec![Type::I64; 2 * rank]).collect()
}
