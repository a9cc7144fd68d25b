//! Products of warpgroups: `async.dot` and `async.dot_wait`.
//!
//! A warpgroup has 64 rows of a sum for each *atom*, one value of several registers in the order of the instruction's
//! fragment. A product is one instruction for each atom and each 32 bytes of k, in one group. Descriptors describe
//! matrices in shared memory. Instructions differ in the start address, so all descriptors share one word, and
//! constants are added to the other.

use std::rc::Rc;

use ir::{Op, Value};
use tileas::Opcode as From;
use tileas::ops::fields as from;
use tileas::types::{TileType, Type as FromType};

use super::descriptors::{DEPTH_BITS, Matrix};
use crate::Type;
use crate::attrs::ElementFormat;
use crate::from_tileas::buffers::buffer_bits;
use crate::from_tileas::coordinates::Places;
use crate::from_tileas::matrix::format;
use crate::from_tileas::{Held, Lower, Lowered, elements};
use crate::ops::Builders as _;
use crate::types::{Element, Registers};

/// Rows of an instruction.
const ROWS: u32 = 64;

/// The registers of the elements of a sum: of each atom, the registers of the tile in the order of the fragment.
struct Sums {
    atoms: Vec<Vec<usize>>,
    /// Columns of an instruction.
    columns: u32,
    /// Elements of a register of the instruction.
    packed: usize,
    element: Element,
}

impl Sums {
    fn of(tile: &TileType) -> Option<Sums> {
        let groups = tileas::warpgroups(tile)?;
        let shape = tile.layout.shape();
        let (rows, columns) = (shape.extent(0) >> groups.rows, shape.extent(1) >> groups.columns);
        let places = Places::of(&tile.layout, false);
        let atom = |first: u32| {
            // Two neighbours of a row, the same of the row 8 below, then the next 8 columns.
            let element = |at: u32| places.at(&[], first + 8 * (at >> 1 & 1), at / 4 * 8 + (at & 1));
            (0..columns / 2).map(element).collect::<Option<Vec<usize>>>()
        };
        // Fewer rows are repeated, in the registers of all warps.
        let atoms =
            (0..(rows / ROWS).max(1)).map(|number| atom(number * ROWS)).collect::<Option<Vec<_>>>()?;
        let (element, packed) = match elements::register(tile.elem) {
            Type::F16 => (Element::F16x2, 2),
            ty => (Element::of(ty)?, 1),
        };
        Some(Sums { atoms, columns, packed, element })
    }

    fn registers(&self) -> Registers {
        let count = self.columns as usize / 2 / self.packed;
        Registers::new(count as u16, self.element).expect("an instruction has 256 columns at most")
    }
}

/// Where `a` comes from.
enum Lhs {
    Shared(Matrix),
    Registers(Rc<Vec<Value>>, TileType),
}

impl Lower<'_> {
    /// The types of the registers that hold a sum in flight.
    pub(in crate::from_tileas) fn pending_types(tile: &TileType) -> Vec<Type> {
        Sums::of(tile).map_or_else(Vec::new, |sums| vec![Type::Pending(sums.registers()); sums.atoms.len()])
    }

    /// `async.dot_begin`: the registers of a tile, handed over to the tensor core.
    pub(super) fn dot_begin(&mut self, op: Op) -> Lowered<()> {
        let result = self.from.body.result(op, 0);
        let FromType::Pending(tile) = self.from.ty(result).clone() else { return Ok(()) };
        let Some(sums) = Sums::of(&tile) else { return Err(self.refuse_agents(op)) };
        let before = self.sums_of(self.from.operand(op, from::dot_begin::acc), &sums);
        self.held[result] = Held::Pending(self.fence_sums(&before));
        Ok(())
    }

    /// `async.dot`: one group of products.
    pub(super) fn async_dot(&mut self, op: Op) -> Lowered<()> {
        use from::async_dot as f;
        let result = self.from.body.result(op, 0);
        let FromType::Pending(tile) = self.from.ty(result).clone() else { return Ok(()) };
        let Some(sums) = Sums::of(&tile) else { return Err(self.refuse_agents(op)) };
        let [lhs, rhs, acc] = [f::lhs, f::rhs, f::acc].map(|field| self.from.operand(op, field));
        self.is_in_flight_here(op, acc)?;
        let signs = [f::signed_lhs, f::signed_rhs].map(|field| self.from.flag(op, field));
        let formats = [(lhs, signs[0]), (rhs, signs[1])].map(|(value, signed)| self.format_of(value, signed));
        let [Some(a_format), Some(b_format)] = formats else { return Err(self.refuse_agents(op)) };
        let before = self.sums_of(acc, &sums);
        let a = self.left_of(op, lhs, &tile)?;
        let FromType::Buffer(buffer) = self.from.ty(rhs).clone() else { return Ok(()) };
        let b = self.matrix(op, rhs, &buffer, (1, sums.columns), Some(&tile.layout))?;
        let (steps, depth) = b.steps();
        // Registers of `a` are written before the fence, too.
        let mut rows = match &a {
            Lhs::Shared(_) => Vec::new(),
            Lhs::Registers(registers, tile) => {
                self.fragments_of_rows((registers, tile), (steps, depth), sums.atoms.len())
            }
        }
        .into_iter();
        let formats = [a_format, b_format];
        let mut now = self.fence_sums(&before);
        let fresh = self.starts_at_zero(acc).then(|| self.bits(Type::I1, 0));
        for step in 0..steps {
            let from_b = self.descriptor(&b, 0, step * depth);
            for (atom, sum) in now.iter_mut().enumerate() {
                let (from_a, transpose_a) = match &a {
                    Lhs::Shared(matrix) => {
                        (self.descriptor(matrix, atom as u32 * ROWS, step * depth), matrix.transposed)
                    }
                    Lhs::Registers(..) => (rows.next().expect("each instruction has rows"), false),
                };
                let factors = [(from_a, transpose_a), (from_b, b.transposed)];
                let scale_d = fresh.filter(|_| step == 0);
                *sum = self.wgmma(factors, (*sum, scale_d), (formats, sums.columns));
            }
        }
        self.b().wgmma_commit().finish();
        if matches!(a, Lhs::Registers(..)) && !self.is_waited_for_here(result) {
            // Registers that the product reads may be written as soon as they are used no more.
            self.b().wgmma_wait().finish();
        }
        self.held[result] = Held::Pending(now);
        Ok(())
    }

    /// Where `a` of a product with this sum comes from.
    fn left_of(&mut self, op: Op, lhs: Value, sum: &TileType) -> Lowered<Lhs> {
        match self.from.ty(lhs).clone() {
            FromType::Buffer(buffer) => {
                let rows = buffer.layout.shape().extent(0).min(ROWS);
                Ok(Lhs::Shared(self.matrix(op, lhs, &buffer, (0, rows), Some(&sum.layout))?))
            }
            FromType::Tile(tile) => Ok(Lhs::Registers(Rc::new(self.registers(lhs)), tile)),
            _ => Err(self.refuse_agents(op)),
        }
    }

    /// An instruction: factors, and whether each is transposed; what it adds onto, and whether it does; formats and
    /// columns.
    fn wgmma(
        &mut self,
        [(a, transpose_a), (b, transpose_b)]: [(Value, bool); 2],
        (sums, scale_d): (Value, Option<Value>),
        ([a_format, b_format], columns): ([ElementFormat; 2], u32),
    ) -> Value {
        let ty = self.to.body.ty(sums);
        let mut builder = self.b();
        let mut product = builder.wgmma().a(a).b(b).sums(sums).n(i64::from(columns));
        if let Some(scale_d) = scale_d {
            product = product.scale_d(scale_d);
        }
        let product = product.a_format(a_format).b_format(b_format);
        product.transpose_a(transpose_a).transpose_b(transpose_b).result(ty).finish().value()
    }

    /// Whether a sum is zeros everywhere: then the first product is the sum, without them.
    fn starts_at_zero(&self, acc: Value) -> bool {
        let constant = self.from.body.def_op(acc).filter(|&op| self.from.opcode(op) == From::Constant);
        constant.and_then(|op| self.from.number(op, from::constant::value)) == Some(0)
    }

    /// Whether a product in flight is waited for in the block where it is begun, once bodies of reads are part of it.
    fn is_waited_for_here(&self, product: Value) -> bool {
        let (mut value, mut block) = (product, self.from.body.def_block(product));
        while let Some(here) = block {
            let mut users =
                self.from.body.block_ops(here).filter(|&op| self.from.body.operands(op).contains(&value));
            let Some(user) = users.next() else { return false };
            if self.from.opcode(user) == From::DotWait {
                return matches!(self.from.ty(self.from.body.result(user, 0)), FromType::Tile(_));
            }
            let owner = self.from.body.block_op(here);
            let read = owner.filter(|&owner| self.from.opcode(owner) == From::PipelineRead);
            let place = self.from.body.operands(user).iter().position(|&other| other == value);
            let Some((read, place)) = read.zip(place) else { return false };
            if self.from.opcode(user) != From::PipelineYield {
                return false;
            }
            value = self.from.body.result(read, place + 1);
            block = self.from.body.parent_block(read);
        }
        false
    }

    /// `async.dot_wait`: the tile that was in flight, or the product as it is where it may go on.
    pub(super) fn dot_wait(&mut self, op: Op) -> Lowered<()> {
        use from::dot_wait as f;
        let pending =
            self.from.int(op, f::pending).unwrap_or(0).min(i64::from(super::pipelines::MOST_GROUPS));
        let source = self.from.operand(op, f::acc);
        self.is_in_flight_here(op, source)?;
        if self.from.flag(op, f::late) {
            self.look_again(source);
        }
        let Held::Pending(values) = self.held[source].clone() else {
            panic!("a verified wait has a product in flight")
        };
        let result = self.from.body.result(op, 0);
        let FromType::Tile(tile) = self.from.ty(result).clone() else {
            self.b().wgmma_wait().pending(pending).finish();
            self.held[result] = Held::Pending(values);
            return Ok(());
        };
        let sums = Sums::of(&tile).expect("what is in flight was begun");
        let id = self.to.types.intern(Type::Registers(sums.registers()));
        let types = vec![id; values.len()];
        let ended = self.b().wgmma_wait().sums(values.as_slice()).pending(pending).results(types).finish().op;
        let ended: Vec<Value> = self.to.body.results(ended).iter().collect();
        let registers = self.tile_of_sums(&tile, &sums, &ended);
        self.hold(op, 0, registers);
        Ok(())
    }

    /// Looks again at the barrier of the stage that a product reads, which succeeds immediately, since no consumer has
    /// released it. `ptxas` moves waits for products up over all that does not need them, but not out of their basic
    /// block, and the loop around `mbarrier.try_wait` ends that.
    fn look_again(&mut self, product: Value) {
        let defined =
            |value: Value| self.from.body.def_op(value).expect("a verified late wait has its stage");
        let stage = self.from.operand(defined(product), from::pipeline_read::stage);
        self.wait_for_full(defined(stage));
    }

    /// A branch would have to pass on registers that the tensor core writes, also where it does nothing with them.
    fn is_in_flight_here(&mut self, op: Op, value: Value) -> Lowered<()> {
        let made = self.block_of_code(self.from.body.def_block(value));
        let used = self.block_of_code(self.from.body.parent_block(op));
        let is_pending = matches!(self.from.ty(value), FromType::Pending(_));
        if !is_pending || made == used {
            return Ok(());
        }
        let text =
            "uses a product in flight of another block; wait for it before the branch, or start it there";
        Err(self.refuse(op, text))
    }

    /// The block that becomes one of level 4: bodies of reads and writes are part of the block around them.
    fn block_of_code(&self, block: Option<ir::Block>) -> Option<ir::Block> {
        let mut block = block;
        while let Some(owner) = block.and_then(|block| self.from.body.block_op(block)) {
            if !matches!(self.from.opcode(owner), From::PipelineRead | From::PipelineWrite) {
                break;
            }
            block = self.from.body.parent_block(owner);
        }
        block
    }

    /// Registers handed over to the tensor core.
    fn fence_sums(&mut self, sums: &[Value]) -> Vec<Value> {
        let types: Vec<Type> = sums
            .iter()
            .map(|&sum| Type::Pending(self.type_of(sum).registers().expect("sums have registers")))
            .collect();
        let types: Vec<ir::TypeId> = types.into_iter().map(|ty| self.to.types.intern(ty)).collect();
        let fence = self.b().wgmma_fence().sums(sums).results(types).finish().op;
        self.to.body.results(fence).iter().collect()
    }

    /// The accumulator of a product, atom by atom.
    fn sums_of(&mut self, acc: Value, sums: &Sums) -> Vec<Value> {
        if let Held::Pending(values) = &self.held[acc] {
            return values.clone();
        }
        let registers = self.registers(acc);
        let id = self.to.types.intern(Type::Registers(sums.registers()));
        let mut values = Vec::new();
        for atom in &sums.atoms {
            let elements: Vec<Value> = atom.iter().map(|&register| registers[register]).collect();
            let parts: Vec<Value> = match sums.packed {
                1 => elements,
                _ => elements.chunks(2).map(|pair| self.packed(pair, Type::F16x2)).collect(),
            };
            values.push(self.b().regs().parts(parts).result(id).finish().value());
        }
        values
    }

    /// The registers of a tile whose products have ended.
    fn tile_of_sums(&mut self, tile: &TileType, sums: &Sums, atoms: &[Value]) -> Vec<Value> {
        let element = self.to.types.intern(sums.element.ty());
        let half = self.to.types.intern(Type::F16);
        let mut known: Vec<Option<Value>> = vec![None; tile.layout.registers() as usize];
        for (&value, places) in atoms.iter().zip(&sums.atoms) {
            for (index, places) in places.chunks(sums.packed).enumerate() {
                let part = self.b().reg().source(value).index(index as i64).result(element).finish().value();
                let parts: Vec<Value> = match places {
                    [_, _] => {
                        let op = self.b().unpack().source(part).parts([half, half].as_slice()).finish().op;
                        self.to.body.results(op).iter().collect()
                    }
                    _ => vec![part],
                };
                for (&place, part) in places.iter().zip(parts) {
                    known[place] = Some(part);
                }
            }
        }
        let holders = tile.layout.holders();
        let of = |register| known[holders.apply(register) as usize].expect("atoms have every element");
        (0..tile.layout.registers()).map(of).collect()
    }

    pub(super) fn format_of(&self, value: Value, signed: bool) -> Option<ElementFormat> {
        let elem = match self.from.ty(value) {
            FromType::Buffer(buffer) => buffer.elem,
            FromType::Tile(tile) => tile.elem,
            FromType::Tensor(tensor) => tensor.elem,
            _ => return None,
        };
        format(elem, signed)
    }

    /// The fragments of `a` in registers, step by step along k, atom by atom.
    fn fragments_of_rows(
        &mut self,
        (registers, tile): (&[Value], &TileType),
        (steps, depth): (u32, u32),
        atoms: usize,
    ) -> Vec<Value> {
        let places =
            (0..steps).flat_map(|step| (0..atoms as u32).map(move |atom| (atom * ROWS, step * depth)));
        places.map(|(row, k)| self.fragment_of_rows(registers, tile, row, k)).collect()
    }

    /// A fragment of `a` in registers, for the atom from a row on, at a place along k.
    fn fragment_of_rows(&mut self, registers: &[Value], tile: &TileType, row: u32, k: u32) -> Value {
        let bits = buffer_bits(tile.elem);
        let (packed, depth) = (32 / bits, DEPTH_BITS / bits);
        let places = Places::of(&tile.layout, false);
        let mut words = Vec::new();
        for register in 0..4 {
            let (row, k) = (row + 8 * (register & 1), k + depth / 2 * (register >> 1));
            let elements: Vec<Value> = (0..packed)
                .map(|at| places.at(&[], row, k + at).expect("a verified product has fragments"))
                .map(|register| registers[register])
                .collect();
            words.push(match bits {
                32 => elements[0],
                _ => self.word(&elements, bits, 32),
            });
        }
        let element = Element::of(self.type_of(words[0])).expect("words are registers of 32 bits");
        let ty = Type::Registers(Registers::new(4, element).expect("four are registers"));
        let ty = self.to.types.intern(ty);
        self.b().regs().parts(words).result(ty).finish().value()
    }

    pub(super) fn packed(&mut self, parts: &[Value], ty: Type) -> Value {
        let id = self.to.types.intern(ty);
        self.b().pack().parts(parts).result(id).finish().value()
    }
}
