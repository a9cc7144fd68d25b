//! Values: the elements of a level-3 value that a thread holds, and the level-4 values that hold them.

use std::rc::Rc;

use ir::{Op, Value};
use tileas::types::TileType;

use super::{Lower, agents, fragments};

/// The representation of a value of level 3 in a thread.
#[derive(Clone, Debug, Default)]
pub(super) enum Held {
    /// Nothing yet.
    #[default]
    Nothing,
    /// A tile: its registers.
    Tile(Vec<Value>),
    /// Fragments of a product's operand, which are loaded where the product needs them; only products use them.
    Fragments(Rc<fragments::Fragments>),
    /// Memory with a shape.
    Memory(Memory),
    /// Shared memory: where it starts.
    Buffer(Value),
    /// Tensor memory: where it starts.
    Tensor(Value),
    /// Sums of products in flight, one value for each atom of rows.
    Pending(Vec<Value>),
    /// A pipeline between agents.
    Pipeline(Rc<agents::Pipeline>),
    /// The number of a stage, and the parity of the round that is waited for.
    Iterator { index: Value, parity: Value },
    /// The number of a stage.
    Stage(Value),
    /// A tensor map: its address.
    Map(Value),
}

/// Memory with a shape: its address, and its extents and strides in elements as 64-bit numbers.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub(super) base: Value,
    pub(super) sizes: Vec<Value>,
    pub(super) strides: Vec<Value>,
}

impl Lower<'_> {
    pub(super) fn tile(&self, value: Value) -> &TileType {
        self.from.ty(value).tile().expect("a verified op has tiles there")
    }

    /// The registers of a tile.
    pub(super) fn registers(&self, value: Value) -> Vec<Value> {
        match &self.held[value] {
            Held::Tile(registers) => registers.clone(),
            _ => panic!("a verified op has tiles there"),
        }
    }

    /// The only register of a tile of rank 0.
    pub(super) fn single(&self, value: Value) -> Value {
        self.registers(value)[0]
    }

    pub(super) fn memory(&self, value: Value) -> Memory {
        match &self.held[value] {
            Held::Memory(memory) => memory.clone(),
            _ => panic!("a verified op has memory there"),
        }
    }

    pub(super) fn buffer(&self, value: Value) -> Value {
        match &self.held[value] {
            Held::Buffer(base) => *base,
            _ => panic!("a verified op has a buffer there"),
        }
    }

    pub(super) fn tensor(&self, value: Value) -> Value {
        match &self.held[value] {
            Held::Tensor(base) => *base,
            _ => panic!("a verified op has tensor memory there"),
        }
    }

    /// The result of an op is a tile of these registers.
    pub(super) fn hold(&mut self, op: Op, index: usize, registers: Vec<Value>) {
        let result = self.from.body.result(op, index);
        self.held[result] = Held::Tile(registers);
    }

    /// The registers of a tile bear its name, unless they bear that of another.
    pub(super) fn name(&mut self, value: Value) {
        let (Some(name), Held::Tile(registers)) = (self.from.body.name(value), &self.held[value]) else {
            return;
        };
        let to = &mut self.emitter.to;
        let name = to.strings.intern_bytes(self.from.strings.get(name));
        for &register in registers {
            if to.body.name(register).is_none() {
                to.body.set_name(register, Some(name));
            }
        }
    }
}
