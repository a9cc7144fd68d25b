//! Registers: from element-wise operations to micro-operations.

use ir::{Op, Value};
use launch::EngineError;
use rustc_hash::FxHashMap;

use super::facts::{Facts, Read, Root, Source};
use crate::fused::{Gather, Home, Lanes, Micro, Number, Point, Register, Setup};
use crate::isa::Isa;
use crate::kernels::elementwise::Elementwise;
use crate::kernels::lane_size;
use crate::kernels::operation::Operation;
use crate::map::IndexMap;
use crate::pattern::Pattern;
use crate::program::{ALIGN, Base, Place};

/// Where a register lies.
#[derive(Clone, Copy, Debug)]
enum Where {
    /// In memory that belongs to the registers: lane size, and the number of the buffer.
    Scratch(u32),
    /// In a tile, with the bytes from one strip to the next.
    Tile(Place, u32),
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
    /// Registers of values that are made here.
    made: FxHashMap<Value, Register>,
    /// Registers of values from elsewhere.
    read: FxHashMap<Source, Register>,
}

/// Finished lanes and what they need.
pub(super) struct Built {
    pub(super) lanes: Lanes,
    /// Bytes of scratch memory up to the end of the registers.
    pub(super) scratch: u64,
    /// Registers that move with the strips.
    pub(super) advance: Vec<(Register, u32)>,
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

    /// The register of an operand. `place` says where roots from elsewhere lie.
    pub(super) fn operand(&mut self, value: Value, place: impl Fn(Value) -> Place) -> Register {
        let source = self.facts.source(value);
        if let Root::Value(root) = source.root
            && let Some(&register) = self.made.get(&root)
        {
            return register;
        }
        if let Some(&register) = self.read.get(&source) {
            return register;
        }
        let size = lane_size(self.facts.scalar(value));
        let register = match source.root {
            Root::Value(root) => self.read_tile(place(root), &source.map, size),
            Root::Constant(from) => self.read_tile(from, &source.map, size),
            Root::Iota => {
                let dst = self.buffer(size);
                let number = self.number(dst, value, &source.map);
                if number.strips.is_splat() {
                    self.setup.push(Setup::Number(number));
                } else {
                    self.code.push(Micro::Number(number));
                }
                dst
            }
        };
        self.read.insert(source, register);
        register
    }

    /// A register that reads a tile through a map.
    fn read_tile(&mut self, from: Place, map: &IndexMap, size: usize) -> Register {
        if map.is_splat() {
            if self.strip == 1 {
                return self.register(Where::Tile(from, 0));
            }
            let dst = self.buffer(size);
            self.setup.push(Setup::Fill { dst, from, size: size as u8 });
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
    fn result(&mut self, value: Value, tile: Option<Place>) -> Register {
        let size = lane_size(self.facts.scalar(value));
        let register = match tile {
            Some(place) => self.register(Where::Tile(place, (self.strip * size) as u32)),
            None => self.recycled(size),
        };
        self.made.insert(value, register);
        register
    }

    /// Adds an element-wise operation; the result goes to a tile, if it has one.
    pub(super) fn op(
        &mut self,
        op: Op,
        tile: Option<Place>,
        place: impl Fn(Value) -> Place,
    ) -> Result<(), EngineError> {
        let body = &self.facts.module.body;
        let mut srcs = [0; 3];
        for (src, &operand) in srcs.iter_mut().zip(body.operands(op)) {
            *src = self.operand(operand, &place);
        }
        let operation = Operation::of(self.facts.module, op).ok_or_else(|| {
            EngineError::Unsupported(
                "the program calls an external function, which only the reference interpreter knows: use \
                 `--engine=reference` and define it in its table of external functions (`Externs::define`)"
                    .into(),
            )
        })?;
        let work = Box::new(Elementwise::new(operation, self.isa));
        let dst = self.result(body.result(op, 0), tile);
        self.code.push(Micro::Run { work, dst, srcs });
        Ok(())
    }

    /// Adds the making of a tile from its source, which lies elsewhere.
    pub(super) fn copy(&mut self, value: Value, tile: Place, place: impl Fn(Value) -> Place) {
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
    pub(super) fn copy_lanes(&mut self, value: Value, tile: Place, place: impl Fn(Value) -> Place) {
        let scalar = self.facts.scalar(value);
        let from = self.operand(value, place);
        let dst = self.register(Where::Tile(tile, (self.strip * lane_size(scalar)) as u32));
        let work = Box::new(Elementwise::new(Operation::Copy(scalar), self.isa));
        self.code.push(Micro::Run { work, dst, srcs: [from; 3] });
    }

    /// Lays out registers in scratch memory from `start` on, a multiple of [`ALIGN`].
    pub(super) fn finish(self, start: u64) -> Built {
        let align = ALIGN as u64;
        let mut end = start + (8 * self.registers.len() as u64).next_multiple_of(align);
        let mut offsets = Vec::with_capacity(self.buffers.len());
        for &size in &self.buffers {
            offsets.push(end);
            end += (u64::from(size) * self.strip as u64).next_multiple_of(align);
        }
        let scratch = |offset: u64| Place { base: Base::Scratch, offset: offset as u32 };
        let home = |home: &Where| match *home {
            Where::Scratch(buffer) => Home { place: scratch(offsets[buffer as usize]), step: 0 },
            Where::Tile(place, step) => Home { place, step },
        };
        let homes: Box<[Home]> = self.registers.iter().map(home).collect();
        let moving = homes.iter().enumerate().filter(|(_, home)| home.step > 0);
        let advance = moving.map(|(register, home)| (register as Register, home.step)).collect();
        let lanes = Lanes { table: scratch(start), homes, setup: self.setup.into(), code: self.code.into() };
        Built { lanes, scratch: end, advance }
    }
}
