//! Products compared with a plain loop over a plain description of the elements' positions.

use super::super::instruction::Form;
use super::*;
use crate::copy::swizzle::Swizzle;
use crate::matrix::element;

/// Small numbers whose sums are exact in every accumulator.
struct Numbers(u32);

impl Numbers {
    fn next(&mut self) -> i32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 24) as i32 % 4
    }
}

fn f16_bits(value: i32) -> u16 {
    element::to_f16(value as f32) as u16
}

fn bf16_bits(value: i32) -> u16 {
    ((value as f32).to_bits() >> 16) as u16
}

/// A small number as a code of a kind's first type.
fn code(kind: Kind, value: i32) -> Vec<u8> {
    match kind {
        Kind::F16 => f16_bits(value).to_le_bytes().to_vec(),
        Kind::Tf32 => (value as f32).to_bits().to_le_bytes().to_vec(),
        // e4m3 of 0, 1, 2 and 3.
        Kind::F8f6f4 | Kind::Mxf8f6f4 => vec![[0, 0x38, 0x40, 0x44][value as usize]],
        Kind::I8 => vec![value as u8],
        // e2m1 of 0, 1, 2 and 3, one nibble of two.
        Kind::Mxf4 | Kind::Mxf4nvf4 => vec![[0, 2, 4, 5][value as usize]],
    }
}

fn type_bits(kind: Kind) -> u32 {
    match kind {
        Kind::F16 | Kind::F8f6f4 => 1 << 4,
        Kind::Mxf8f6f4 => 1 << 23,
        Kind::Tf32 => 2 << 7 | 2 << 10 | 1 << 4,
        Kind::I8 => 2 << 4,
        Kind::Mxf4 => 1 << 7 | 1 << 10 | 1 << 23,
        Kind::Mxf4nvf4 => 1 << 7 | 1 << 10,
    }
}

struct Case {
    form: Form,
    m: u32,
    n: u32,
    swizzle: Swizzle,
}

impl Case {
    fn idesc(&self) -> u32 {
        type_bits(self.form.kind) | self.m >> 4 << 24 | self.n >> 3 << 17
    }

    /// The matrix of `rows` in shared memory from `start` on, K-major, 32 bytes a row, as one copy would leave it.
    fn lay(&self, bytes: &mut [u8], start: u32, rows: &[Vec<i32>]) -> Layout {
        let span = self.swizzle.span();
        let layout = Layout {
            start,
            leading: 128 * (rows.len() as u32 / 8),
            stride: span.map_or(128, |span| 8 * span),
            swizzle: self.swizzle,
            pattern: 0,
        };
        for (row, values) in (0..).zip(rows) {
            let mut packed: Vec<u8> = values.iter().flat_map(|&value| code(self.form.kind, value)).collect();
            if matches!(self.form.kind, Kind::Mxf4 | Kind::Mxf4nvf4) {
                packed = packed.chunks(2).map(|pair| pair[0] | pair[1] << 4).collect();
            }
            assert_eq!(packed.len(), 32);
            for chunk in 0..2 {
                let at = layout.chunk(row, chunk) as usize;
                bytes[at..at + 16].copy_from_slice(&packed[chunk as usize * 16..][..16]);
            }
        }
        layout
    }
}

fn matrix(numbers: &mut Numbers, rows: u32, k: u32) -> Vec<Vec<i32>> {
    (0..rows).map(|_| (0..k).map(|_| numbers.next()).collect()).collect()
}

fn word(sum: Accumulator, value: i32) -> u32 {
    match sum {
        Accumulator::F16 => u32::from(f16_bits(value)),
        Accumulator::F32 => (value as f32).to_bits(),
        Accumulator::Wrapping | Accumulator::Saturating => value as u32,
    }
}

/// Where the ISA's figures put a row (of all blocks) and column of D: block, lane, column.
fn figure(case: &Case, row: u32, column: u32) -> (usize, u32, u32) {
    let n = case.n;
    match (case.form.group, case.form.ws, case.m) {
        (1, false, 128) | (1, true, 128) => (0, row, column),
        (1, false, _) => (0, row % 16 + 32 * (row / 16), column),
        (1, _, 64) => (0, if column >= n / 2 { row + 64 } else { row }, column % (n / 2)),
        (1, _, _) => (0, row + 32 * (column / (n / 4)), column % (n / 4)),
        (_, _, 256) => ((row / 128) as usize, row % 128, column),
        (_, _, _) => ((row / 64) as usize, row % 64 + if column >= n / 2 { 64 } else { 0 }, column % (n / 2)),
    }
}

fn tensor() -> TensorMemory {
    let mut memory = TensorMemory::default();
    memory.allocate(512).expect("a power of two");
    memory
}

/// Computes twice, overwriting and adding; compares all of D with a plain loop.
fn check(case: &Case) {
    let instruction = Instruction::decode(case.form, case.idesc()).expect("it exists");
    let blocks = case.form.group;
    let mut numbers = Numbers(case.m + case.n);
    let a = matrix(&mut numbers, case.m, instruction.k);
    let b = matrix(&mut numbers, case.n, instruction.k);
    let mut bytes = vec![vec![0; 96 * 1024]; blocks as usize];
    let mut memories = vec![tensor(); blocks as usize];
    let (mut a_layout, mut b_layout) = (None, None);
    for (rank, bytes) in bytes.iter_mut().enumerate() {
        let share = |rows: &[Vec<i32>]| {
            rows[rank * rows.len() / blocks as usize..][..rows.len() / blocks as usize].to_vec()
        };
        a_layout = Some(case.lay(bytes, 0, &share(&a)));
        b_layout = Some(case.lay(bytes, 48 * 1024, &share(&b)));
        for row in 0..256 {
            // Scales of 1: exponent 127, or 0x38 as e4m3.
            let one = if case.form.kind == Kind::Mxf4nvf4 { 0x3838_3838 } else { 0x7f7f_7f7f };
            memories[rank].set_word(row % 32, 480 + row / 32, one);
            memories[rank].set_word(row % 32, 500 + row / 32, one);
        }
    }
    let mma = Mma {
        instruction,
        d: 8,
        a: Source::Shared(a_layout.expect("a block")),
        b: b_layout.expect("a block"),
        accumulates: false,
        scale_d: 0,
        disabled: [0; 8],
        scales: [480, 500],
    };
    for round in 1..=2 {
        let mut members: Vec<Member<'_>> = bytes
            .iter()
            .zip(&mut memories)
            .map(|(bytes, tensor)| Member { shared: Shared { bytes, first: 0 }, tensor })
            .collect();
        Mma { accumulates: round == 2, ..mma }.execute(&mut members).expect("inside");
        for (row, a) in (0..).zip(&a) {
            for (column, b) in (0..).zip(&b) {
                let (block, lane, place) = figure(case, row, column);
                let sum: i32 = a.iter().zip(b).map(|(a, b)| a * b).sum();
                let found = memories[block].word(lane, 8 + place);
                assert_eq!(found, word(instruction.sum, round * sum), "{:?}: {row} {column}", case.form);
            }
        }
    }
}

const FORM: Form = Form { kind: Kind::F16, group: 1, ws: false, parts: 0, a_in_tensor: false };

#[test]
fn every_kind_and_placement_agrees_with_a_plain_loop() {
    for (kind, parts) in [
        (Kind::F16, 0),
        (Kind::Tf32, 0),
        (Kind::F8f6f4, 0),
        (Kind::I8, 0),
        (Kind::Mxf8f6f4, 1),
        (Kind::Mxf4, 2),
        (Kind::Mxf4nvf4, 4),
    ] {
        for swizzle in [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128] {
            check(&Case { form: Form { kind, parts, ..FORM }, m: 128, n: 96, swizzle });
        }
        check(&Case { form: Form { kind, parts, group: 2, ..FORM }, m: 256, n: 64, swizzle: Swizzle::B128 });
        if parts == 0 {
            check(&Case { form: Form { kind, ..FORM }, m: 64, n: 48, swizzle: Swizzle::B128 });
            check(&Case { form: Form { kind, group: 2, ..FORM }, m: 128, n: 64, swizzle: Swizzle::B128 });
            for m in [32, 64, 128] {
                check(&Case { form: Form { kind, ws: true, ..FORM }, m, n: 64, swizzle: Swizzle::B128 });
            }
        }
    }
}

/// A product of one block whose matrices are all ones of f16.
fn ones(change: impl Fn(&mut Mma, &mut TensorMemory)) -> TensorMemory {
    let case = Case { form: FORM, m: 128, n: 8, swizzle: Swizzle::None };
    let mut bytes = vec![0; 16 * 1024];
    let a = case.lay(&mut bytes, 0, &vec![vec![1; 16]; 128]);
    let b = case.lay(&mut bytes, 8192, &vec![vec![1; 16]; 8]);
    let mut memory = tensor();
    let mut mma = Mma {
        instruction: Instruction::decode(FORM, case.idesc()).expect("it exists"),
        d: 0,
        a: Source::Shared(a),
        b,
        accumulates: true,
        scale_d: 0,
        disabled: [0; 8],
        scales: [0; 2],
    };
    change(&mut mma, &mut memory);
    let member = Member { shared: Shared { bytes: &bytes, first: 0 }, tensor: &mut memory };
    mma.execute(&mut [member]).expect("inside");
    memory
}

fn floats(memory: &TensorMemory, lane: u32) -> [f32; 8] {
    std::array::from_fn(|column| f32::from_bits(memory.word(lane, column as u32)))
}

#[test]
fn operands_of_the_accumulator() {
    let old = |memory: &mut TensorMemory| memory.set_word(5, 1, 4f32.to_bits());
    assert_eq!(floats(&ones(|_, memory| old(memory)), 5), [16.0, 20.0, 16.0, 16.0, 16.0, 16.0, 16.0, 16.0]);
    let halved = ones(|mma, memory| {
        old(memory);
        mma.scale_d = 2;
    });
    assert_eq!(floats(&halved, 5)[..2], [16.0, 17.0]);
    let disabled = ones(|mma, memory| {
        old(memory);
        mma.disabled[0] = 1 << 5;
    });
    assert_eq!(floats(&disabled, 5)[..2], [0.0, 4.0]);
    assert_eq!(floats(&disabled, 6)[..2], [16.0, 16.0]);
    let negated = ones(|mma, _| mma.instruction.a.negated = true);
    assert_eq!(floats(&negated, 0)[0], -16.0);
    let halves = ones(|mma, _| mma.instruction.sum = Accumulator::F16);
    assert_eq!(halves.word(0, 0), 0x4c00);
}

#[test]
fn a_may_lie_in_tensor_memory() {
    let memory = ones(|mma, memory| {
        for lane in 0..128 {
            for word in 0..8 {
                let pair = u32::from(f16_bits(lane % 4)) | u32::from(f16_bits(1)) << 16;
                memory.set_word(lane as u32, 64 + word, pair);
            }
        }
        mma.a = Source::Tensor(64);
    });
    for lane in 0..128 {
        assert_eq!(floats(&memory, lane)[3], (8 * (lane % 4) + 8) as f32);
    }
}

#[test]
fn matrices_may_be_mn_major() {
    let mut bytes = vec![0; 64 * 1024];
    let swizzle = Swizzle::B128;
    // A: k rows of 64 values, two blocks; B: k rows of 64 values.
    let a = Layout { start: 0, leading: 2048, stride: 1024, swizzle, pattern: 0 };
    let b = Layout { start: 8192, leading: 2048, stride: 1024, swizzle, pattern: 0 };
    let (value_a, value_b) = (|m: u32, k: u32| (m + k) % 4, |n: u32, k: u32| (2 * n + k) % 3);
    for k in 0..16 {
        for m in 0..128 {
            let at = a.element(m, k, 2) as usize;
            bytes[at..at + 2].copy_from_slice(&bf16_bits(value_a(m, k) as i32).to_le_bytes());
        }
        for n in 0..64 {
            let at = b.element(n, k, 2) as usize;
            bytes[at..at + 2].copy_from_slice(&bf16_bits(value_b(n, k) as i32).to_le_bytes());
        }
    }
    let idesc = 8 << 24 | 8 << 17 | 1 << 4 | 1 << 7 | 1 << 10 | 1 << 15 | 1 << 16;
    let mma = Mma {
        instruction: Instruction::decode(FORM, idesc).expect("it exists"),
        d: 0,
        a: Source::Shared(a),
        b,
        accumulates: false,
        scale_d: 0,
        disabled: [0; 8],
        scales: [0; 2],
    };
    let mut memory = tensor();
    mma.execute(&mut [Member { shared: Shared { bytes: &bytes, first: 0 }, tensor: &mut memory }])
        .expect("inside");
    for m in 0..128 {
        for n in 0..64 {
            let sum: u32 = (0..16).map(|k| value_a(m, k) * value_b(n, k)).sum();
            assert_eq!(f32::from_bits(memory.word(m, n)), sum as f32, "{m} {n}");
        }
    }
}

#[test]
fn scales_multiply_their_part_of_k() {
    let form = Form { kind: Kind::Mxf8f6f4, parts: 1, ..FORM };
    let case = Case { form, m: 128, n: 64, swizzle: Swizzle::B128 };
    let mut bytes = vec![0; 32 * 1024];
    let a = case.lay(&mut bytes, 0, &vec![vec![1; 32]; 128]);
    let b = case.lay(&mut bytes, 16384, &vec![vec![1; 32]; 64]);
    let mut memory = tensor();
    for row in 0..128 {
        memory.set_word(row % 32, 480 + row / 32, (127 + row % 5) << 16);
        memory.set_word(row % 32, 500 + row / 32, (127 - row % 3) << 8);
    }
    let mut mma = Mma {
        instruction: Instruction::decode(form, case.idesc() | 2 << 29 | 1 << 4).expect("it exists"),
        d: 0,
        a: Source::Shared(a),
        b,
        accumulates: false,
        scale_d: 0,
        disabled: [0; 8],
        scales: [480, 500],
    };
    mma.execute(&mut [Member { shared: Shared { bytes: &bytes, first: 0 }, tensor: &mut memory }])
        .expect("inside");
    for (m, n) in [(0, 0), (4, 1), (37, 2), (127, 63)] {
        let wanted = 32.0 * 2f32.powi(m as i32 % 5 - n as i32 % 3);
        assert_eq!(f32::from_bits(memory.word(m, n)), wanted, "{m} {n}");
    }
    mma.scales[0] = 510;
    let member = Member { shared: Shared { bytes: &bytes, first: 0 }, tensor: &mut memory };
    let problem = mma.execute(&mut [member]).expect_err("it reaches column 512");
    assert!(problem.to_string().starts_with("the scales of A"), "{problem}");
}

#[test]
fn operands_outside_are_named() {
    let case = Case { form: FORM, m: 128, n: 8, swizzle: Swizzle::None };
    let mut bytes = vec![0; 16 * 1024];
    let layout = case.lay(&mut bytes, 0, &vec![vec![1; 16]; 128]);
    let mma = Mma {
        instruction: Instruction::decode(FORM, case.idesc()).expect("it exists"),
        d: 0,
        a: Source::Shared(layout),
        b: Layout { start: 16384 - 64, ..layout },
        accumulates: false,
        scale_d: 0,
        disabled: [0; 8],
        scales: [0; 2],
    };
    let run = |mma: &Mma| {
        let mut memory = tensor();
        let member = Member { shared: Shared { bytes: &bytes, first: 0 }, tensor: &mut memory };
        mma.execute(&mut [member]).expect_err("outside").to_string()
    };
    assert!(run(&mma).starts_with("the descriptor of B reaches shared address 0x4"), "{}", run(&mma));
    let lane = run(&Mma { d: 8 << 16, ..mma });
    assert_eq!(lane, "D: the address has lane 8, and must have 0");
    assert!(run(&Mma { d: 508, ..mma }).starts_with("D: an access from 0x1fc on reaches column 512"));
}
