//! Registers: from element-wise operations to micro-operations.

use ir::{Op, Value};
use launch::EngineError;
use numerics::{Predicate, Scalar};
use rustc_hash::FxHashMap;

use super::facts::{Facts, Read, Root, Source};
use crate::frame::{ALIGN, Base, FrameSlot};
use crate::isa::Isa;
use crate::kernels::copy;
use crate::kernels::elementwise::Elementwise;
use crate::kernels::fold::Folding;
use crate::kernels::lane_size;
use crate::kernels::operation::{self, Operation};
use crate::map::IndexMap;
use crate::pattern::Pattern;
use crate::steps::fused::Fused;
use crate::steps::lanes::{
    Access, Below, Fold, Gather, Home, Lanes, Micro, Number, Point, Pointers, Register, Setup, Target,
};
use crate::steps::views::ViewTile;

/// The storage of a register.
#[derive(Clone, Copy, Debug)]
enum Where {
    /// In memory that belongs to the registers: lane size, and the number of the buffer.
    Scratch(u32),
    /// In a tile, with the bytes from one strip to the next.
    Tile(FrameSlot, u32),
}

/// Builds registers and code.
pub(super) struct LanesBuilder<'e, 'm> {
    facts: &'e Facts<'m>,
    isa: Isa,
    /// Lanes of a strip.
    strip: usize,
    registers: Vec<Where>,
    /// Lane sizes of the scratch buffers.
    buffers: Vec<u32>,
    /// Buffers that can be used again, with their lane sizes.
    free: Vec<u32>,
    setup: Vec<Setup>,
    code: Vec<Micro>,
    accesses: Vec<Access>,
    /// Registers that are loaded.
    loads: Vec<Register>,
    /// Registers of values that are made here.
    made: FxHashMap<Value, Register>,
    /// Registers of values from elsewhere: the same source is another register in another type.
    read: FxHashMap<(Source, Scalar), Register>,
}

/// A tile of a view to load, and the bits of elements outside of the tensor.
pub(super) struct LoadedTile {
    pub(super) tile: ViewTile,
    pub(super) padding: u64,
}

/// Finished lanes and what they need.
pub(super) struct Built {
    pub(super) lanes: Lanes,
    /// Bytes of scratch memory up to the end of the registers.
    pub(super) scratch: u64,
    /// Registers that move with the strips.
    advance: Vec<(Register, u32)>,
    accesses: Vec<Access>,
}

impl Built {
    /// The group of `strips` strips of `strip` lanes.
    pub(super) fn fused(self, strip: usize, strips: usize, isa: Isa) -> Fused {
        Fused::new(self.lanes, (strip, strips), self.advance.into(), self.accesses.into(), isa)
    }
}

impl<'e, 'm> LanesBuilder<'e, 'm> {
    pub(super) fn new(facts: &'e Facts<'m>, isa: Isa, strip: usize) -> LanesBuilder<'e, 'm> {
        LanesBuilder {
            facts,
            isa,
            strip,
            registers: Vec::new(),
            buffers: Vec::new(),
            free: Vec::new(),
            setup: Vec::new(),
            code: Vec::new(),
            accesses: Vec::new(),
            loads: Vec::new(),
            made: FxHashMap::default(),
            read: FxHashMap::default(),
        }
    }

    fn register(&mut self, home: Where) -> Register {
        self.registers.push(home);
        Register::try_from(self.registers.len() - 1).expect("a group has a bounded number of operations")
    }

    /// A register in a scratch buffer of its own.
    fn buffer(&mut self, size: usize) -> Register {
        self.buffers.push(size as u32);
        self.register(Where::Scratch(self.buffers.len() as u32 - 1))
    }

    /// A register in a scratch buffer that may have been used before.
    fn recycled(&mut self, size: usize) -> Register {
        let found = self.free.iter().position(|&buffer| self.buffers[buffer as usize] == size as u32);
        match found {
            Some(index) => {
                let buffer = self.free.swap_remove(index);
                self.register(Where::Scratch(buffer))
            }
            None => self.buffer(size),
        }
    }

    /// Says that nothing reads the value of a register any more.
    pub(super) fn release(&mut self, value: Value) {
        if let Some(&register) = self.made.get(&value)
            && !self.loads.contains(&register)
            && let Where::Scratch(buffer) = self.registers[register as usize]
        {
            self.free.push(buffer);
        }
    }

    /// A register that the caller points to its lanes.
    pub(super) fn input(&mut self, value: Value) -> Register {
        let register = self.buffer(0);
        self.made.insert(value, register);
        register
    }

    /// A register of coordinates: the places of a map.
    pub(super) fn coordinate(&mut self, value: Value, map: &IndexMap) {
        let dst = self.buffer(lane_size(self.facts.scalar(value)));
        let number = self.number(dst, value, map);
        self.code.push(Micro::Number(number));
        self.made.insert(value, dst);
    }

    /// The register of a value that is made here.
    pub(super) fn made(&self, value: Value) -> Option<Register> {
        self.made.get(&value).copied()
    }

    /// The register of an operand. `place` gives the slots of roots from outside of the group.
    pub(super) fn operand(&mut self, value: Value, place: impl Fn(Value) -> FrameSlot) -> Register {
        let source = self.facts.source(value);
        if let Root::Value(root) = source.root
            && let Some(&register) = self.made.get(&root)
        {
            return register;
        }
        let key = (source, self.facts.scalar(value));
        // A tile that several operations read in the same way is read once for each strip.
        if let Some(&register) = self.read.get(&key) {
            return register;
        }
        let source = &key.0;
        let size = lane_size(self.facts.scalar(value));
        let register = match source.root {
            Root::Value(root) => self.read_tile(place(root), &source.map, size),
            Root::Constant(from) => self.read_tile(from, &source.map, size),
            Root::Iota => {
                let dst = self.buffer(size);
                let number = self.number(dst, value, &source.map);
                // The same numbers in every strip are written once, before the strips.
                if number.strips.is_splat() {
                    self.setup.push(Setup::Number(number));
                } else {
                    self.code.push(Micro::Number(number));
                }
                dst
            }
        };
        self.read.insert(key, register);
        register
    }

    /// A register that reads a tile through a map.
    fn read_tile(&mut self, from: FrameSlot, map: &IndexMap, size: usize) -> Register {
        if map.is_splat() {
            if self.strip == 1 {
                return self.register(Where::Tile(from, 0));
            }
            let dst = self.buffer(size);
            let splat = copy::splat(size, self.isa);
            self.setup.push(Setup::Fill { dst, from, splat });
            return dst;
        }
        if map.len() < self.strip {
            // A body over lanes of another number: what it reads from outside is one element.
            unreachable!("a tile of fewer lanes than a strip is a scalar");
        }
        let (low, high) = (map.low(self.strip), map.high(self.strip));
        if low.is_identity() {
            if map.is_identity() {
                return self.register(Where::Tile(from, (self.strip * size) as u32));
            }
            let dst = self.register(Where::Tile(from, 0));
            if !high.is_splat() {
                self.code.push(Micro::Point(Box::new(Point { dst, from, strips: high, size: size as u8 })));
            }
            return dst;
        }
        let (dst, pattern) = (self.buffer(size), Pattern::new(&low, size));
        if high.is_splat() {
            self.setup.push(Setup::Repeat { dst, from, pattern: Box::new(pattern) });
        } else {
            let gather = Gather { dst, from, strips: high, pattern, size: size as u8 };
            self.code.push(Micro::Gather(Box::new(gather)));
        }
        dst
    }

    fn number(&self, dst: Register, value: Value, map: &IndexMap) -> Box<Number> {
        let scalar = self.facts.scalar(value);
        Box::new(Number {
            dst,
            strips: map.high(self.strip),
            lanes: map.low(self.strip),
            size: lane_size(scalar) as u8,
            mask: u64::MAX >> (64 - scalar.bits()),
        })
    }

    /// A register for a result: in a tile, if it has one.
    fn result(&mut self, value: Value, tile: Option<FrameSlot>) -> Register {
        let size = lane_size(self.facts.scalar(value));
        let register = match tile {
            Some(place) => self.register(Where::Tile(place, (self.strip * size) as u32)),
            None => self.recycled(size),
        };
        self.made.insert(value, register);
        register
    }

    /// A register for what is loaded. Its buffer is used for nothing else: strips are loaded before machine code runs,
    /// which may still read what the buffer held.
    fn loaded(&mut self, value: Value, tile: Option<FrameSlot>) -> Register {
        if tile.is_some() {
            return self.result(value, tile);
        }
        let register = self.buffer(lane_size(self.facts.scalar(value)));
        self.made.insert(value, register);
        self.loads.push(register);
        register
    }

    /// Adds an element-wise operation; the result goes to a tile, if it has one.
    pub(super) fn op(
        &mut self,
        op: Op,
        tile: Option<FrameSlot>,
        place: impl Fn(Value) -> FrameSlot,
    ) -> Result<(), EngineError> {
        let body = &self.facts.module.body;
        let operation = operation::of(self.facts.module, op).expect("an element-wise operation");
        if let Some(below) = self.below(operation, body.operands(op), &place) {
            let dst = self.result(body.result(op, 0), tile);
            self.code.push(Micro::Below(Box::new(Below { dst, ..below })));
            return Ok(());
        }
        let mut srcs = [0; 3];
        for (src, &operand) in srcs.iter_mut().zip(body.operands(op)) {
            *src = self.operand(operand, &place);
        }
        let work = Box::new(Elementwise::new(operation, self.isa));
        let dst = self.result(body.result(op, 0), tile);
        self.code.push(Micro::Run { work, dst, srcs });
        Ok(())
    }

    /// The comparison of neighbouring numbers of elements with one number, if an operation is that; its register is
    /// any.
    fn below(
        &self,
        operation: Operation,
        operands: &[Value],
        place: impl Fn(Value) -> FrameSlot,
    ) -> Option<Below> {
        let Operation::CompareI { scalar: Scalar::I32 | Scalar::I64, predicate, signed } = operation else {
            return None;
        };
        let &[left, right] = operands else { return None };
        let (left, right) = (self.facts.source(left), self.facts.source(right));
        let exchanged = right.root == Root::Iota;
        let (numbers, bound) = if exchanged { (right, left) } else { (left, right) };
        let bound_place = match bound.root {
            Root::Value(root) if self.made.contains_key(&root) => return None,
            Root::Value(root) => place(root),
            Root::Constant(from) => from,
            Root::Iota => return None,
        };
        let neighbours = numbers.root == Root::Iota && numbers.map.low(self.strip).is_identity();
        if !neighbours || !bound.map.is_splat() {
            return None;
        }
        // Whether the bound counts as below, and whether what is not below is asked for.
        let (inclusive, negated) = match (predicate, exchanged) {
            (Predicate::LessThan, false) | (Predicate::GreaterThan, true) => (false, false),
            (Predicate::LessThanOrEqual, false) | (Predicate::GreaterThanOrEqual, true) => (true, false),
            (Predicate::GreaterThanOrEqual, false) | (Predicate::LessThanOrEqual, true) => (false, true),
            (Predicate::GreaterThan, false) | (Predicate::LessThan, true) => (true, true),
            (Predicate::Equal | Predicate::NotEqual, _) => return None,
        };
        let size = lane_size(operation.signature().operands()[0]) as u8;
        let strips = numbers.map.high(self.strip);
        Some(Below { dst: 0, strips, bound: bound_place, size, signed, inclusive, negated })
    }

    /// Adds the making of a tile from its source, which has another slot.
    pub(super) fn copy(&mut self, value: Value, tile: FrameSlot, place: impl Fn(Value) -> FrameSlot) {
        let source = self.facts.source(value);
        let size = lane_size(self.facts.scalar(value));
        let dst = self.register(Where::Tile(tile, (self.strip * size) as u32));
        let from = match source.root {
            Root::Value(root) => place(root),
            Root::Constant(from) => from,
            Root::Iota => {
                let number = self.number(dst, value, &source.map);
                return self.code.push(Micro::Number(number));
            }
        };
        let pattern = Pattern::new(&source.map.low(self.strip), size);
        let strips = source.map.high(self.strip);
        self.code.push(Micro::Gather(Box::new(Gather { dst, from, strips, pattern, size: size as u8 })));
    }

    /// Adds a copy of a register to a tile.
    pub(super) fn copy_lanes(&mut self, value: Value, tile: FrameSlot, place: impl Fn(Value) -> FrameSlot) {
        let scalar = self.facts.scalar(value);
        let from = self.operand(value, place);
        let dst = self.register(Where::Tile(tile, (self.strip * lane_size(scalar)) as u32));
        let work = Box::new(Elementwise::new(Operation::Copy(scalar), self.isa));
        self.code.push(Micro::Run { work, dst, srcs: [from; 3] });
    }

    /// Adds a reduction of lines of `len` lanes, from the identity to the result, which have these slots.
    pub(super) fn fold(
        &mut self,
        value: Value,
        (identity, out): ((FrameSlot, u64), FrameSlot),
        len: usize,
        (operation, folding): (Operation, Folding),
        place: impl Fn(Value) -> FrameSlot,
    ) {
        let size = lane_size(self.facts.scalar(value));
        let lanes = self.operand(value, place);
        // A strip is at least as many lanes as there are partial results.
        let parts = self.buffer(size);
        let strips = len / self.strip;
        let (identity, identity_bits) = identity;
        let fold = Fold { operation, folding, lanes, parts, identity, identity_bits, out, strips, size };
        self.code.push(Micro::Fold(Box::new(fold)));
    }

    fn access(&mut self, access: Access) -> u16 {
        self.accesses.push(access);
        u16::try_from(self.accesses.len() - 1).expect("a group has a bounded number of operations")
    }

    /// Adds a load; the result goes to a tile, if it has one.
    pub(super) fn load(&mut self, op: Op, value: Value, place: Option<FrameSlot>, target: Target) {
        let register = self.loaded(value, place);
        let may_point = place.is_none();
        let access = Access {
            op,
            target,
            register,
            write: false,
            may_point,
            read_before_stores: false,
            non_temporal: false,
        };
        let index = self.access(access);
        self.code.push(Micro::Load(index));
    }

    /// Adds a store.
    pub(super) fn store(&mut self, op: Op, value: Value, target: Target, place: impl Fn(Value) -> FrameSlot) {
        let register = self.operand(value, place);
        // An operation that computes into scratch memory can compute into memory instead.
        let computed = |micro: &Micro| matches!(micro, Micro::Run { dst, .. } if *dst == register);
        let made = self.code.iter().position(computed);
        let made = made.filter(|_| matches!(self.registers[register as usize], Where::Scratch(_)));
        let aimed = self.accesses.iter().any(|access| access.write && access.register == register);
        let made = made.filter(|_| !aimed);
        let may_point = made.is_some();
        let access = Access {
            op,
            target,
            register,
            write: true,
            may_point,
            read_before_stores: false,
            non_temporal: false,
        };
        let index = self.access(access);
        if let Some(made) = made {
            self.code.insert(made, Micro::Aim(index));
        }
        self.code.push(Micro::Store(index));
    }

    /// Adds an access through pointers. `operands` are pointers, mask, and padding or what is stored.
    pub(super) fn pointers(
        &mut self,
        (op, elem): (Op, Scalar),
        [pointers, mask, third]: [Option<Value>; 3],
        loaded: Option<(Value, Option<FrameSlot>)>,
        place: impl Fn(Value) -> FrameSlot,
    ) {
        let mut register = |value: Option<Value>| value.map(|value| self.operand(value, &place));
        let (pointers, mask, third) = (register(pointers), register(mask), register(third));
        let (lanes, padding, write) = match loaded {
            Some((value, tile)) => (Some(self.result(value, tile)), third, false),
            None => (third, None, true),
        };
        if let (Some(pointers), Some(lanes)) = (pointers, lanes) {
            let access = Pointers { op, elem, pointers, mask, padding, lanes, write };
            self.code.push(Micro::Pointers(Box::new(access)));
        }
    }

    /// Notes the loads that nothing reads any more, and that are made, when the first lane is stored.
    fn note_early_reads(&mut self) {
        let stores = |micro: &Micro| match micro {
            Micro::Store(_) => true,
            Micro::Pointers(pointers) => pointers.write,
            _ => false,
        };
        let first_store = self.code.iter().position(stores).unwrap_or(self.code.len());
        let (before, behind) = self.code.split_at(first_store);
        for index in 0..self.accesses.len() {
            let Access { register, write, .. } = self.accesses[index];
            let loaded =
                before.iter().any(|micro| matches!(micro, Micro::Load(load) if *load as usize == index));
            let read = behind.iter().any(|micro| self.reads(micro, register));
            self.accesses[index].read_before_stores = !write && loaded && !read;
        }
    }

    /// Whether a micro-operation may read a register.
    fn reads(&self, micro: &Micro, register: Register) -> bool {
        match micro {
            Micro::Run { srcs, .. } => srcs.contains(&register),
            Micro::Store(index) => self.accesses[*index as usize].register == register,
            Micro::Fold(fold) => fold.lanes == register,
            Micro::Pointers(access) => {
                [Some(access.pointers), access.mask, access.padding, Some(access.lanes)]
                    .contains(&Some(register))
            }
            Micro::Point(_)
            | Micro::Gather(_)
            | Micro::Number(_)
            | Micro::Below(_)
            | Micro::Load(_)
            | Micro::Aim(_) => false,
        }
    }

    /// Lays out registers in scratch memory from `start` on, a multiple of [`ALIGN`].
    pub(super) fn finish(mut self, start: u64) -> Built {
        self.note_early_reads();
        let align = ALIGN as u64;
        let mut end = start + (8 * self.registers.len() as u64).next_multiple_of(align);
        let mut offsets = Vec::with_capacity(self.buffers.len());
        for &size in &self.buffers {
            offsets.push(end);
            end += (u64::from(size) * self.strip as u64).next_multiple_of(align);
        }
        let scratch = |offset: u64| FrameSlot { base: Base::Scratch, offset: offset as u32 };
        let home = |home: &Where| match *home {
            Where::Scratch(buffer) => Home { place: scratch(offsets[buffer as usize]), step: 0 },
            Where::Tile(place, step) => Home { place, step },
        };
        let homes: Box<[Home]> = self.registers.iter().map(home).collect();
        let moving = homes.iter().enumerate().filter(|(_, home)| home.step > 0);
        let advance = moving.map(|(register, home)| (register as Register, home.step)).collect();
        let lanes = Lanes { table: scratch(start), homes, setup: self.setup.into(), code: self.code.into() };
        Built { lanes, scratch: end, advance, accesses: self.accesses }
    }
}
