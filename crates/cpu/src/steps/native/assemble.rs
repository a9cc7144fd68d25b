//! From instructions over values to machine code.
//!
//! The function is `extern "sysv64" fn(table, lanes, area, ahead, step)`: pointers to registers (or numbers that stand
//! for them), lanes to compute, memory for what does not fit the processor's registers, and which line of memory is
//! fetched in the first iteration, and how many bytes further in each next one. Code follows the constants that it
//! reads, so that it does not depend on where it is:
//!
//! ```text
//! constants
//! entry:   save registers, get pointers, fill what is kept
//! next:    quick code of each bundle of vectors; goes to its careful code where lanes are unusual
//! end:     next lanes, or store partial results and return
//! careful: careful code of each bundle, which comes back after the quick one
//! ```

mod compute;
mod frame;
mod operands;

use iced_x86::{Code, Encoder, IcedError, Instruction, MemoryOperand, Register as Cpu};

use self::operands::Operand;
use super::body::{Callee, Inst, Kept, Layout, Source};
use super::instructions::Vector;
use super::quotient;
use super::registers::{self, Number, Registers};
use super::{LANES, VECTOR};
use crate::steps::lanes::Register;

/// Vectors of the area.
pub(crate) const AREA: usize = 96;
/// Vectors at its end for calls: the registers, and the lanes of the call.
const SAVED: usize = registers::COUNT + 1;

/// Registers for pointers. The System V calling convention has the callee save all but the first [`SCRATCH_POINTERS`],
/// so these come last.
const POINTERS: [Cpu; 9] =
    [Cpu::R9, Cpu::R10, Cpu::R11, Cpu::RBX, Cpu::RBP, Cpu::R12, Cpu::R13, Cpu::R14, Cpu::R15];
/// Of [`POINTERS`], those that need not be saved: R9 to R11.
const SCRATCH_POINTERS: usize = 3;
const TABLE: Cpu = Cpu::RDI;
const COUNT: Cpu = Cpu::RSI;
const AREA_POINTER: Cpu = Cpu::RDX;
const AHEAD: Cpu = Cpu::RCX;
const STEP: Cpu = Cpu::R8;
const LANE: Cpu = Cpu::RAX;
/// Registers that a function may change, of those that are used.
const CHANGED: [Cpu; 9] =
    [TABLE, COUNT, AREA_POINTER, LANE, AHEAD, STEP, POINTERS[0], POINTERS[1], POINTERS[2]];
/// Values at a time from which on constants are loaded once for vectors side by side: most values go through memory
/// then, of which a processor loads fewer a cycle than it computes. With fewer values the further instructions cost as
/// much.
const HIGH_PRESSURE: usize = 2 * registers::COUNT;
/// A vector register without a kept value.
const TEMPORARY: Number = 1;

/// A block of micro-operations that is assembled.
pub(super) struct Block<'b> {
    pub(super) kept: &'b [Kept],
    /// Registers whose memory is read or written.
    pub(super) streams: &'b [Register],
    pub(super) bundles: &'b [Bundle],
    /// Vectors of an iteration.
    pub(super) vectors: usize,
    /// Lanes that count in a vector, when there are fewer than it has.
    pub(super) lanes: usize,
    /// Registers that are stored non-temporally.
    pub(super) non_temporal: &'b [Register],
}

/// Vectors that are computed side by side.
pub(super) struct Bundle {
    pub(super) quick: Vec<Inst>,
    /// The slow path for unusual lanes, if there may be some.
    pub(super) careful: Option<Vec<Inst>>,
}

/// Machine code and where it begins.
pub(super) struct Assembled {
    pub(super) code: Vec<u8>,
    pub(super) entry: usize,
}

/// Where a kept vector is.
#[derive(Clone, Copy)]
enum Where {
    Register(Number),
    /// Constants, from this byte on.
    Constant(usize),
    /// An entry of the area.
    Area(usize),
}

/// Assembles a block; `None` if it needs too many pointers or too much memory.
pub(super) fn assemble(block: &Block<'_>) -> Option<Assembled> {
    if block.streams.len() > POINTERS.len() {
        return None;
    }
    let mut assembler = Assembler::new(block);
    assembler.block().ok()?;
    let called = if assembler.calls { SAVED } else { 0 };
    let entries = assembler.area + usize::from(assembler.spilled) + called;
    if entries > AREA {
        return None;
    }
    let entry = assembler.pool.len();
    let mut code = assembler.pool;
    code.extend_from_slice(&assembler.encoder.take_buffer());
    // Jumps to careful code are emitted before their target is known. A distance counts from the end of the jump, whose
    // last four bytes it is.
    for (behind, target) in assembler.jumps {
        let distance = (target as i64 - behind as i64) as i32;
        code[behind - 4..behind].copy_from_slice(&distance.to_le_bytes());
    }
    Some(Assembled { code, entry })
}

struct Assembler<'b> {
    block: &'b Block<'b>,
    encoder: Encoder,
    pool: Vec<u8>,
    /// Bytes of constants and code so far.
    position: usize,
    kept: Vec<Where>,
    pinned: u16,
    /// Entries of the area that hold what is kept.
    area: usize,
    /// Entries after them that values were moved to.
    spilled: u16,
    /// Functions are called, with vectors saved at the end of the area.
    calls: bool,
    registers: Registers,
    /// Jumps to places that were not known: the position after each, and the place.
    jumps: Vec<(usize, usize)>,
    /// Of the bundle that is assembled: positions after jumps to its careful code.
    checks: Vec<usize>,
}

fn ymm(number: Number) -> Cpu {
    Cpu::YMM0 + u32::from(number)
}

fn xmm(number: Number) -> Cpu {
    Cpu::XMM0 + u32::from(number)
}

fn vector(number: Number, full: bool) -> Cpu {
    if full { ymm(number) } else { xmm(number) }
}

fn at(base: Cpu, displacement: usize) -> MemoryOperand {
    MemoryOperand::with_base_displ_size(base, displacement as i64, 1)
}

type Encoded = Result<(), IcedError>;

impl<'b> Assembler<'b> {
    fn new(block: &'b Block<'b>) -> Assembler<'b> {
        let mut assembler = Assembler {
            block,
            encoder: Encoder::new(64),
            pool: Vec::new(),
            position: 0,
            kept: Vec::new(),
            pinned: 0,
            area: 0,
            spilled: 0,
            calls: false,
            registers: Registers::new(&[], 0),
            jumps: Vec::new(),
            checks: Vec::new(),
        };
        assembler.place_kept();
        assembler.position = assembler.pool.len();
        assembler
    }

    /// Decides where kept vectors are: in as many registers as values leave, those that are used most, first of all
    /// those that change.
    fn place_kept(&mut self) {
        let bundles = self.block.bundles;
        let codes = || bundles.iter().flat_map(|bundle| bundle.careful.iter().chain([&bundle.quick]));
        let most = codes().map(|code| registers::pressure(code)).max().unwrap_or(0);
        // One for what an instruction needs besides.
        let free = registers::COUNT.saturating_sub(most + 1).min(registers::COUNT - 5);
        let mut uses = vec![0; self.block.kept.len()];
        for source in bundles.iter().flat_map(|bundle| &bundle.quick).flat_map(Inst::sources) {
            if let Source::Kept(kept) = source {
                uses[kept as usize] += if self.block.kept[kept as usize].changes() { 1000 } else { 1 };
            }
        }
        let mut order: Vec<usize> = (0..uses.len()).collect();
        order.sort_by_key(|&kept| std::cmp::Reverse(uses[kept]));
        self.kept = vec![Where::Area(0); uses.len()];
        for (rank, kept) in order.into_iter().enumerate() {
            self.kept[kept] = if rank < free {
                let number = (registers::COUNT - 1 - rank) as Number;
                self.pinned |= 1 << number;
                Where::Register(number)
            } else {
                self.in_memory(self.block.kept[kept])
            };
        }
        // Whatever is not read from there all the time is filled from there.
        for &kept in self.block.kept {
            self.constant(kept);
        }
    }

    fn in_memory(&mut self, kept: Kept) -> Where {
        match kept {
            Kept::Constant(_) | Kept::Wide(_) => Where::Constant(self.constant(kept)),
            Kept::Element(_)
            | Kept::Reciprocal(_)
            | Kept::Greatest(_)
            | Kept::Number(_)
            | Kept::Lanes
            | Kept::Partial(..) => {
                self.area += 1;
                Where::Area(self.area - 1)
            }
        }
    }

    /// The place of a constant among the constants; of others, 0.
    fn constant(&mut self, kept: Kept) -> usize {
        let bytes: [u8; VECTOR] = match kept {
            Kept::Constant(bits) => repeated(&bits.to_le_bytes()),
            Kept::Wide(bits) => repeated(&bits.to_le_bytes()),
            Kept::Lanes => std::array::from_fn(|byte| if byte % 4 == 0 { (byte / 4) as u8 } else { 0 }),
            Kept::Reciprocal(_) => repeated(&1f32.to_le_bytes()),
            Kept::Greatest(_) => return self.constants_of_quotients()[0],
            Kept::Element(_) | Kept::Number(_) | Kept::Partial(..) => return 0,
        };
        if let Some(known) = self.pool.chunks(VECTOR).position(|chunk| chunk == bytes) {
            return known * VECTOR;
        }
        self.pool.extend_from_slice(&bytes);
        self.pool.len() - VECTOR
    }

    /// Where the constants of [`super::quotient`] are, in its order.
    fn constants_of_quotients(&mut self) -> [usize; 3] {
        quotient::CONSTANTS.map(|bits| self.constant(Kept::Constant(bits)))
    }

    fn emit(&mut self, instruction: Result<Instruction, IcedError>) -> Encoded {
        self.position += self.encoder.encode(&instruction?, self.position as u64)?;
        Ok(())
    }

    fn memory(&self, place: Where) -> MemoryOperand {
        match place {
            Where::Constant(offset) => MemoryOperand::with_base_displ(Cpu::RIP, offset as i64),
            Where::Area(entry) => at(AREA_POINTER, entry * VECTOR),
            Where::Register(_) => unreachable!("it is in a register"),
        }
    }

    fn load(&mut self, to: Number, from: MemoryOperand) -> Encoded {
        self.emit(Instruction::with2(Code::VEX_Vmovups_ymm_ymmm256, ymm(to), from))
    }

    fn save(&mut self, to: MemoryOperand, from: Number) -> Encoded {
        self.emit(Instruction::with2(Code::VEX_Vmovups_ymmm256_ymm, to, ymm(from)))
    }

    fn pointer(&self, register: Register) -> Cpu {
        let position = self.block.streams.iter().position(|&stream| stream == register);
        POINTERS[position.expect("all memory that is read or written is among the streams")]
    }

    fn saved(&self) -> &'static [Cpu] {
        &POINTERS[SCRATCH_POINTERS.min(self.block.streams.len())..self.block.streams.len()]
    }

    fn block(&mut self) -> Encoded {
        self.prologue()?;
        let next = self.position;
        let mut careful = Vec::new();
        for bundle in self.block.bundles {
            self.code(&bundle.quick)?;
            careful.push((std::mem::take(&mut self.checks), self.position));
        }
        // The careful code comes after the return, outside of the loop: it rarely runs, and the loop stays
        // short.
        self.iterate(next)?;
        self.epilogue()?;
        for (bundle, (checks, back)) in self.block.bundles.iter().zip(careful) {
            let here = self.position;
            self.jumps.extend(checks.into_iter().map(|behind| (behind, here)));
            if let Some(code) = &bundle.careful {
                self.code(code)?;
                self.emit(Instruction::with_branch(Code::Jmp_rel32_64, back as u64))?;
            }
        }
        Ok(())
    }

    fn code(&mut self, code: &[Inst]) -> Encoded {
        let crowded = registers::pressure(code) >= HIGH_PRESSURE;
        let shared = if crowded { self.with_shared_loads(code) } else { Vec::new() };
        let code = if crowded { &shared } else { code };
        self.registers = Registers::new(code, self.pinned);
        for (position, inst) in code.iter().enumerate() {
            self.inst(inst, position)?;
            self.registers.advance(inst, position);
        }
        self.spilled = self.spilled.max(self.registers.spilled);
        Ok(())
    }

    /// The code with what vectors side by side read from memory loaded once for them.
    fn with_shared_loads(&self, code: &[Inst]) -> Vec<Inst> {
        let mut next = code.iter().filter_map(Inst::result).max().map_or(0, |last| last + 1);
        let (mut shared, mut done) = (Vec::with_capacity(code.len()), 0);
        while done < code.len() {
            let alike = code[done..].iter().take_while(|inst| inst.is_like(&code[done])).count().max(1);
            let mut run = code[done..done + alike].to_vec();
            done += alike;
            for operand in 0..run[0].operands_mut().len() {
                let Source::Kept(kept) = run[0].operands_mut()[operand] else { continue };
                // A register loaded once for all vectors costs less than an operand from memory in each; with one
                // vector there is nothing to gain.
                if run.len() > 1 && self.is_read_from_memory(kept) {
                    shared.push(Inst::Hold { dst: next, kept });
                    run.iter_mut().for_each(|inst| inst.operands_mut()[operand] = Source::Value(next));
                    next += 1;
                }
            }
            shared.extend(run);
        }
        shared
    }

    fn inst(&mut self, inst: &Inst, position: usize) -> Encoded {
        match *inst {
            Inst::Compute { op, dst, srcs, imm } => {
                // Operands are read before the result has a register, which may be one of theirs.
                let operands = self.operands(op, srcs)?;
                self.release(inst, position);
                let to = self.take()?;
                self.registers.hold(to, dst);
                self.compute(op, to, operands, imm)
            }
            // The other order: the result overwrites an operand, which must not be released first.
            Inst::MulAdd { op, dst, srcs } => {
                let to = self.mul_add(op, srcs, position)?;
                self.release(inst, position);
                self.registers.hold(to, dst);
                Ok(())
            }
            Inst::Load { layout, dst, from, vector } => {
                let to = self.take()?;
                self.registers.hold(to, dst);
                let from = self.lanes(from, layout, vector);
                self.emit(Instruction::with2(self.moves(layout).0, self.moves(layout).2(to), from))
            }
            Inst::Hold { dst, kept } => {
                let from = self.memory(self.kept[kept as usize]);
                let to = self.take()?;
                self.registers.hold(to, dst);
                self.load(to, from)
            }
            Inst::Store { layout, src, to, vector } => {
                let from = self.in_register(src)?;
                self.store(layout, from, to, vector)
            }
            Inst::Join { op, kept, src } => self.join(op, kept, src),
            Inst::Check { src } => self.check(src),
            Inst::Call { function, dst, src } => {
                // The callee takes its lanes in memory, as kernels do.
                let lanes = at(AREA_POINTER, (AREA - 1) * VECTOR);
                let from = self.in_register(src)?;
                self.save(lanes, from)?;
                self.call(function, lanes)?;
                self.release(inst, position);
                let to = self.take()?;
                self.registers.hold(to, dst);
                self.load(to, lanes)
            }
        }
    }

    fn store(&mut self, layout: Layout, from: Number, to: Register, vector: u8) -> Encoded {
        let memory = self.lanes(to, layout, vector);
        let code = match layout {
            Layout::Words if self.block.non_temporal.contains(&to) => Code::VEX_Vmovntps_m256_ymm,
            Layout::Halves if self.block.non_temporal.contains(&to) => Code::VEX_Vmovntps_m128_xmm,
            Layout::Words | Layout::Halves | Layout::Bytes => self.moves(layout).1,
        };
        self.emit(Instruction::with2(code, memory, self.moves(layout).2(from)))
    }

    /// The branch goes to the careful code of the bundle, whose place is not known yet.
    fn check(&mut self, src: Source) -> Encoded {
        let mask = ymm(self.in_register(src)?);
        self.emit(Instruction::with2(Code::VEX_Vtestps_ymm_ymmm256, mask, mask))?;
        self.emit(Instruction::with_branch(Code::Jne_rel32_64, self.position as u64))?;
        self.checks.push(self.position);
        Ok(())
    }

    /// Calls a function, which may change all registers but those that are saved anyway.
    fn call(&mut self, function: Callee, lanes: MemoryOperand) -> Encoded {
        self.calls = true;
        let saved = |number: Number| at(AREA_POINTER, (AREA - SAVED + number as usize) * VECTOR);
        for number in 0..registers::COUNT as Number {
            self.save(saved(number), number)?;
        }
        for register in CHANGED {
            self.emit(Instruction::with1(Code::Push_r64, register))?;
        }
        // The stack of a function begins at a multiple of 16 bytes, where the address to return to is after it.
        let odd = (1 + self.saved().len() + CHANGED.len()) % 2;
        if odd == 1 {
            self.emit(Instruction::with1(Code::Push_r64, LANE))?;
        }
        self.emit(Instruction::with2(Code::Lea_r64_m, Cpu::RDI, lanes))?;
        self.emit(Instruction::with2(Code::Mov_r64_imm64, LANE, function as usize as u64))?;
        self.emit(Ok(Instruction::with(Code::VEX_Vzeroupper)))?;
        self.emit(Instruction::with1(Code::Call_rm64, LANE))?;
        if odd == 1 {
            self.emit(Instruction::with1(Code::Pop_r64, LANE))?;
        }
        for register in CHANGED.into_iter().rev() {
            self.emit(Instruction::with1(Code::Pop_r64, register))?;
        }
        for number in 0..registers::COUNT as Number {
            self.load(number, saved(number))?;
        }
        Ok(())
    }

    fn join(&mut self, op: Vector, kept: u16, src: Source) -> Encoded {
        let place = self.kept[kept as usize];
        let from = self.in_register(src)?;
        if let Where::Register(number) = place {
            return self.compute(
                op,
                number,
                [Operand::Register(from), Operand::Register(number), Operand::Register(0)],
                0,
            );
        }
        let memory = self.memory(place);
        let to = self.take()?;
        self.compute(op, to, [Operand::Register(from), Operand::Memory(memory), Operand::Register(0)], 0)?;
        self.save(memory, to)
    }

    /// The memory of a vector of a register.
    fn lanes(&self, register: Register, layout: Layout, vector: u8) -> MemoryOperand {
        let size = layout.size();
        let displacement = vector as usize * LANES * size;
        let pointer = self.pointer(register);
        MemoryOperand::with_base_index_scale_displ_size(pointer, LANE, size as u32, displacement as i64, 1)
    }
}

fn repeated<const N: usize>(bytes: &[u8; N]) -> [u8; VECTOR] {
    std::array::from_fn(|byte| bytes[byte % N])
}
