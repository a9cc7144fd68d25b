//! Machine code against the kernels, bit for bit: operations one by one, chains of random ones, reductions.

#![allow(unsafe_code, reason = "machine code runs on raw memory")]

use ir::Op;
use numerics::math::Function;
use numerics::select::{FloatBinary, IntBinary};
use numerics::{NanRule, Predicate, Promise, Rounding, Scalar};
use smallvec::SmallVec;

use super::assemble::AREA;
use super::facts::Group;
use super::plan::compile;
use super::{Joined, Stage, operations};
use super::{LANES, VECTOR};
use crate::frame::{Base, FrameSlot, Tensor};
use crate::isa::Isa;
use crate::kernels::elementwise::Elementwise;
use crate::kernels::fold::{self, PARTS};
use crate::kernels::lane_size;
use crate::kernels::operation::Operation;
use crate::steps::lanes::{Access, Fold, Home, Lanes, Micro, Register, Setup, Target};
use crate::steps::views::ViewTile;

/// Lanes of a test.
const COUNT: usize = 1024;

/// Pseudo-random numbers: a counter, mixed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }
}

/// The kind of numbers of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Special ones, any bits, and such near one.
    Any,
    /// In the usual range of all functions that take negative ones.
    Usual,
    /// In the usual range of all functions.
    Positive,
}

/// Numbers of one kind.
fn lanes(scalar: Scalar, random: &mut Random, wanted: Kind) -> Vec<u64> {
    const SPECIAL: [u32; 20] = [
        0,
        0x8000_0000,
        1,
        0x8000_0001,
        0x007f_ffff,
        0x0080_0000,
        0x3f80_0000,
        0xbf80_0000,
        0x7f7f_ffff,
        0xff7f_ffff,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0xffc0_0000,
        0x7f80_0001,
        0xffff_ffff,
        0x42ac_0000,
        0x42af_0000,
        0xc2d0_0000,
        0x42f8_0000,
    ];
    let mut lane = |index: usize| {
        let (word, kind) = (random.next() as u32, random.below(4));
        match scalar {
            Scalar::I1 => u64::from(word & 1),
            Scalar::F16 | Scalar::BF16 => u64::from(word & 0xffff),
            _ if wanted == Kind::Positive => u64::from(word & 0x01ff_ffff | 0x3e00_0000),
            _ if wanted == Kind::Usual || kind == 0 => u64::from(word & 0x81ff_ffff | 0x3e00_0000),
            _ if index < SPECIAL.len() * 7 => u64::from(SPECIAL[index % SPECIAL.len()]),
            _ if kind == 1 => u64::from(SPECIAL[word as usize % SPECIAL.len()]),
            _ if kind == 2 => u64::from(word & 0x87ff_ffff | 0x4000_0000),
            _ => u64::from(word),
        }
    };
    (0..COUNT).map(&mut lane).collect()
}

/// Every operation that is known, with the types that it may have.
fn known_operations() -> Vec<Operation> {
    use Operation as O;
    let (scalar, rounding) = (Scalar::F32, Rounding::NearestEven);
    let mut all = vec![O::AbsF(scalar), O::NegF(scalar), O::Select(scalar), O::Copy(scalar)];
    all.extend([O::Floor(scalar), O::Ceil(scalar)]);
    for flush in [false, true] {
        for op in [FloatBinary::Add, FloatBinary::Sub, FloatBinary::Mul, FloatBinary::Div] {
            all.push(O::FloatBinary { op, scalar, rounding, flush });
        }
        all.extend([O::Fma { scalar, rounding, flush }, O::Sqrt { scalar, rounding, flush }]);
        for rule in [NanRule::Number, NanRule::Propagate] {
            all.extend([O::MinF { scalar, rule, flush }, O::MaxF { scalar, rule, flush }]);
        }
        for function in [
            Function::Exp,
            Function::Exp2,
            Function::Tanh,
            Function::Rsqrt,
            Function::Sin,
            Function::Cos,
            Function::Log,
            Function::Log2,
        ] {
            all.push(O::Function { function, scalar, flush });
        }
    }
    for predicate in Predicate::ALL {
        all.extend([true, false].map(|ordered| O::CompareF { scalar, predicate, ordered }));
        all.extend([true, false].map(|signed| O::CompareI { scalar: Scalar::I32, predicate, signed }));
    }
    let (scalar, promise) = (Scalar::I32, Promise::None);
    all.extend([IntBinary::Add, IntBinary::Sub, IntBinary::Mul].map(|op| O::IntBinary {
        op,
        scalar,
        promise,
    }));
    for signed in [false, true] {
        all.extend([O::MinI { scalar, signed }, O::MaxI { scalar, signed }]);
        all.push(O::ShiftRight { scalar, signed });
        all.push(O::Extend { from: Scalar::I1, to: scalar, signed });
        all.push(O::IntToFloat { from: Scalar::I1, to: Scalar::F32, signed, rounding });
    }
    for scalar in [Scalar::I1, Scalar::I32] {
        all.extend([O::And(scalar), O::Or(scalar), O::Xor(scalar)]);
    }
    all.extend([O::AbsI(scalar), O::NegI { scalar, promise }, O::ShiftLeft { scalar, promise }]);
    all.push(O::Truncate { from: scalar, to: Scalar::I1, promise });
    all.push(O::FloatToInt { from: Scalar::F32, to: scalar, signed: true, saturating: true });
    all.push(O::IntToFloat { from: scalar, to: Scalar::F32, signed: true, rounding });
    for narrow in [Scalar::F16, Scalar::BF16] {
        all.push(O::FloatToFloat { from: narrow, to: Scalar::F32, rounding });
        all.push(O::FloatToFloat { from: Scalar::F32, to: narrow, rounding });
    }
    all.retain(|&operation| operations::is_known(operation));
    all
}

/// Memory of registers: whole vectors.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(32))]
struct Words([u64; VECTOR / 8]);

/// Registers in memory of their own, and micro-operations over them.
struct Program {
    memory: Vec<Vec<Words>>,
    scalars: Vec<Scalar>,
    code: Vec<Micro>,
    /// Registers that hold one element.
    splats: Vec<Register>,
}

impl Program {
    fn new() -> Program {
        Program { memory: Vec::new(), scalars: Vec::new(), code: Vec::new(), splats: Vec::new() }
    }

    fn register(&mut self, scalar: Scalar, bits: &[u64]) -> Register {
        let size = lane_size(scalar);
        let mut words = vec![Words([0; VECTOR / 8]); COUNT / (VECTOR / 8) + 2];
        let bytes = words.as_mut_ptr().cast::<u8>();
        for (lane, &bits) in bits.iter().enumerate() {
            // SAFETY: a lane has at most 8 bytes, and there are as many words as lanes.
            unsafe { bytes.add(lane * size).copy_from_nonoverlapping(bits.to_le_bytes().as_ptr(), size) }
        }
        self.memory.push(words);
        self.scalars.push(scalar);
        (self.memory.len() - 1) as Register
    }

    fn run(&mut self, operation: Operation, operands: &[Register]) -> Register {
        let dst = self.register(operation.signature().result, &[]);
        let mut srcs = [0; 3];
        srcs[..operands.len()].copy_from_slice(operands);
        let work = Box::new(Elementwise::new(operation, Isa::Baseline));
        self.code.push(Micro::Run { work, dst, srcs });
        dst
    }

    fn table(&mut self) -> Vec<*mut u8> {
        self.memory.iter_mut().map(|words| words.as_mut_ptr().cast()).collect()
    }

    /// Computes `n` lanes by kernels.
    fn by_kernels(&mut self, n: usize) {
        let table = self.table();
        for micro in &self.code {
            match micro {
                Micro::Run { work, dst, srcs } => {
                    let srcs = srcs.map(|src| table[src as usize].cast_const());
                    // SAFETY: every register has memory for all lanes.
                    unsafe { work.run(table[*dst as usize], srcs, n) }
                }
                Micro::Fold(fold) => {
                    let lanes = [table[fold.lanes as usize].cast_const(); 3];
                    // SAFETY: as before.
                    unsafe { fold.folding.add.run(table[fold.parts as usize], lanes, n) }
                }
                _ => unreachable!("tests are made of these"),
            }
        }
    }

    /// Computes `n` lanes by machine code; every result is stored, non-temporally if asked to.
    fn by_machine(mut self, n: usize, use_non_temporal: bool) -> Vec<Vec<Words>> {
        let place = FrameSlot { base: Base::Scratch, offset: 0 };
        let homes = vec![Home { place, step: 4 }; self.memory.len()].into();
        let mut table = self.table();
        let code: Box<[Micro]> = std::mem::take(&mut self.code).into();
        let accesses: Vec<Access> = code.iter().filter_map(|micro| self.store(micro)).collect();
        let setup = self.splats.iter().map(|&dst| Setup::Point { dst, from: place }).collect();
        let lanes = Lanes { table: place, homes, setup, code };
        let group = Group { lanes: &lanes, accesses: &accesses, strip: n, strips: 1 };
        let native = compile(group).expect("operations that are known");
        let can_be_non_temporal = |access: &Access| access.elem() != Scalar::I1 && n >= LANES;
        let non_temporal =
            accesses.iter().filter(|access| can_be_non_temporal(access)).map(|access| access.register);
        assert_eq!(native.non_temporal, non_temporal.collect::<Vec<_>>());
        let mut area = [0u8; AREA * VECTOR];
        for stage in &native.stages {
            let Stage::Code(code) = stage else { unreachable!("all of it is machine code") };
            assert_eq!(
                code.function(true) as usize == code.function(false) as usize,
                native.non_temporal.is_empty()
            );
            let prefetcher = table.as_ptr().cast();
            // SAFETY: every register has memory for all lanes, at a multiple of a vector.
            unsafe { code.function(use_non_temporal)(table.as_mut_ptr(), n, &raw mut area, prefetcher, 64) }
        }
        crate::non_temporal::finish();
        self.memory
    }

    /// An access that stores what an operation computes.
    fn store(&self, micro: &Micro) -> Option<Access> {
        let Micro::Run { dst, .. } = micro else { return None };
        let place = FrameSlot { base: Base::Scratch, offset: 0 };
        let elem = self.scalars[*dst as usize];
        let tile = ViewTile {
            view: Tensor { place, rank: 0 },
            elem,
            indices: SmallVec::new(),
            dims: SmallVec::new(),
        };
        Some(Access {
            op: Op::from_u32(0),
            target: Target::View(Box::new(tile), 0),
            register: *dst,
            write: true,
            may_point: true,
            read_before_stores: false,
            non_temporal: false,
        })
    }
}

fn has_machine_code() -> bool {
    Isa::detect() >= Isa::Avx2
}

/// Compares what both ways leave in memory.
fn check(make: impl Fn() -> Program, n: usize, context: &str) {
    let mut kernels = make();
    kernels.by_kernels(n);
    for use_non_temporal in [false, true] {
        let machine = make().by_machine(n, use_non_temporal);
        for (register, (expected, found)) in kernels.memory.iter().zip(&machine).enumerate() {
            let words = |lines: &[Words]| lines.iter().flat_map(|line| line.0).collect::<Vec<_>>();
            let (expected, found) = (words(expected), words(found));
            let differs = expected.iter().zip(&found).position(|(a, b)| a != b);
            if let Some(word) = differs {
                let (a, b) = (expected[word], found[word]);
                panic!(
                    "{context}, {n} lanes, use_non_temporal the caches: {use_non_temporal}: word {word} of register {register} is {b:#x} instead \
                     of {a:#x}"
                );
            }
        }
    }
}

#[test]
fn every_operation_has_the_bits_of_its_kernel() {
    if !has_machine_code() {
        return;
    }
    for (seed, operation) in known_operations().into_iter().enumerate() {
        let signature = operation.signature();
        let words = |&scalar: &Scalar| lane_size(scalar) == 4;
        let scalars = signature.operands().iter().chain([&signature.result]);
        let fewest = if scalars.clone().all(words) { 1 } else { LANES };
        let kinds = |n| [(n, Kind::Any), (n, Kind::Usual), (n, Kind::Positive)];
        for (n, kind) in [1, 2, 4, 8, 16, 32, 64, COUNT].into_iter().flat_map(kinds) {
            if n < fewest {
                continue;
            }
            let make = || {
                let mut random = Random((seed * 64 + n) as u64);
                let mut program = Program::new();
                let operands: Vec<Register> = (signature.operands().iter())
                    .map(|&scalar| {
                        let lanes = lanes(scalar, &mut random, kind);
                        program.register(scalar, &lanes[..n])
                    })
                    .collect();
                program.run(operation, &operands);
                program
            };
            check(make, n, &format!("{operation:?}"));
        }
    }
}

/// A chain of random operations.
fn chain(seed: u64, length: usize, operations: &[Operation]) -> Program {
    let mut random = Random(seed);
    let mut program = Program::new();
    let kind = if seed.is_multiple_of(2) { Kind::Usual } else { Kind::Any };
    for scalar in [Scalar::F32, Scalar::F32, Scalar::I32, Scalar::I1, Scalar::F16, Scalar::BF16] {
        let lanes = lanes(scalar, &mut random, kind);
        program.register(scalar, &lanes);
    }
    for _ in 0..length {
        let operation = operations[random.below(operations.len())];
        let operands: Vec<Register> = (operation.signature().operands().iter())
            .map(|&scalar| {
                let fitting: Vec<usize> =
                    (0..program.scalars.len()).filter(|&r| program.scalars[r] == scalar).collect();
                // Mostly what was made last.
                let back = random.below(fitting.len()).min(random.below(fitting.len()));
                fitting[fitting.len() - 1 - back] as Register
            })
            .collect();
        program.run(operation, &operands);
    }
    program
}

#[test]
fn chains_keep_their_values_apart() {
    if !has_machine_code() {
        return;
    }
    let operations = known_operations();
    for seed in 0..300 {
        // Every result is stored, by a pointer of its own, of which there are few.
        check(|| chain(seed, 4, &operations), COUNT, &format!("chain {seed}"));
    }
}

#[test]
fn reductions_add_in_the_order_of_kernels() {
    if !has_machine_code() {
        return;
    }
    let operation = Operation::FloatBinary {
        op: FloatBinary::Add,
        scalar: Scalar::F32,
        rounding: Rounding::NearestEven,
        flush: false,
    };
    let folding = fold::select(operation, Isa::Baseline).expect("sums have kernels");
    for n in [64, 256, COUNT] {
        let make = || {
            let mut random = Random(n as u64);
            let mut program = Program::new();
            let line = lanes(Scalar::F32, &mut random, Kind::Usual);
            let a = program.register(Scalar::F32, &line);
            let parts = program.register(Scalar::F32, &line[..PARTS]);
            let function = Function::Exp;
            let b = program.run(Operation::Function { function, scalar: Scalar::F32, flush: false }, &[a]);
            let place = FrameSlot { base: Base::Scratch, offset: 0 };
            let (identity, out, strips, size) = (place, place, 1, 4);
            let fold =
                Fold { operation, folding, lanes: b, parts, identity, identity_bits: 0, out, strips, size };
            program.code.push(Micro::Fold(Box::new(fold)));
            program
        };
        check(make, n, "a sum");
    }
}

#[test]
fn extremes_know_nan_and_the_signs_of_zeros() {
    if !has_machine_code() {
        return;
    }
    let lines: [&[f32]; 8] = [
        &[f32::NAN],
        &[-0.0],
        &[-0.0, 0.0],
        &[0.0, -0.0],
        &[f32::NAN, -1.0, 7.0, -0.0],
        &[-1.0, -0.0, f32::NAN],
        &[1.0, 0.0, -f32::NAN],
        &[f32::INFINITY, f32::NEG_INFINITY],
    ];
    for (line, greatest) in lines.iter().flat_map(|line| [(line, true), (line, false)]) {
        let (scalar, rule, flush) = (Scalar::F32, NanRule::Number, false);
        let (operation, identity) = match greatest {
            true => (Operation::MaxF { scalar, rule, flush }, f32::NEG_INFINITY),
            false => (Operation::MinF { scalar, rule, flush }, f32::INFINITY),
        };
        let folding = fold::select(operation, Isa::Baseline).expect("extremes have kernels");
        let joined = Joined::of(operation, identity.to_bits().into()).expect("it is known");
        let bits: Vec<u64> = (0..COUNT).map(|lane| line[lane % line.len()].to_bits().into()).collect();
        let mut program = Program::new();
        let lanes = program.register(Scalar::F32, &bits);
        let first = joined.first().expect("extremes").map(|part| part.to_bits().into());
        let parts = program.register(Scalar::F32, &first);
        let place = FrameSlot { base: Base::Scratch, offset: 0 };
        let identity_bits = identity.to_bits().into();
        let (identity_place, out, strips, size) = (place, place, 1, 4);
        let fold = Fold {
            operation,
            folding,
            lanes,
            parts,
            identity: identity_place,
            identity_bits,
            out,
            strips,
            size,
        };
        program.code.push(Micro::Fold(Box::new(fold)));
        let memory = program.by_machine(COUNT, false);
        // SAFETY: the register has memory for 24 lanes.
        let found = unsafe { memory[parts as usize].as_ptr().cast::<[f32; 24]>().read() };
        let found = joined.last(&found);
        let (mut expected, mut keys) = (0.0f32, [0u64; PARTS]);
        let keys_at = keys.as_mut_ptr().cast::<u8>();
        // SAFETY: partial results take as many bytes as elements.
        unsafe {
            folding.begin.run(keys_at, [(&raw const identity).cast(); 3], 1);
            folding.add.run(keys_at, [memory[lanes as usize].as_ptr().cast(); 3], COUNT);
            folding.end.run((&raw mut expected).cast(), [keys_at.cast_const(); 3], 1);
        }
        assert_eq!(found.to_bits(), expected.to_bits(), "{operation:?} of {line:?}");
    }
}

#[test]
fn quotients_by_one_divisor_are_exact() {
    if !has_machine_code() {
        return;
    }
    let divisors = lanes(Scalar::F32, &mut Random(7), Kind::Any);
    for (seed, divisor) in divisors.into_iter().enumerate().step_by(3) {
        for flush in [false, true] {
            let make = || {
                let mut random = Random(seed as u64);
                let mut program = Program::new();
                let kind = if seed.is_multiple_of(5) { Kind::Any } else { Kind::Usual };
                let dividends = lanes(Scalar::F32, &mut random, kind);
                let a = program.register(Scalar::F32, &dividends);
                let b = program.register(Scalar::F32, &vec![divisor; COUNT]);
                program.splats.push(b);
                let (scalar, rounding) = (Scalar::F32, Rounding::NearestEven);
                let op = FloatBinary::Div;
                program.run(Operation::FloatBinary { op, scalar, rounding, flush }, &[a, b]);
                program
            };
            check(make, COUNT, &format!("a quotient by {divisor:#x}"));
        }
    }
}
