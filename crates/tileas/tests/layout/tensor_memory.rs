//! Tensor memory: the emulator multiplies and copies what the layouts place.

use ptx_emu::copy::swizzle::Swizzle as Permutation;
use ptx_emu::matrix::instruction::{Form, Instruction, Kind};
use ptx_emu::matrix::shared_operand::{Layout, Shared};
use ptx_emu::matrix::tcgen05::{Member, Mma, Source};
use ptx_emu::matrix::tcgen05_copy::Copy;
use ptx_emu::matrix::tensor_memory::TensorMemory;
use tileas::layout::{Major, MatrixDescriptor, Shape, SharedLayout, Swizzle, TensorAccess, TensorLayout};

use crate::random::Random;

pub(crate) fn shape(rows: u32, columns: u32) -> Shape {
    Shape::new(&[rows, columns]).expect("powers of two")
}

fn memory() -> TensorMemory {
    let mut memory = TensorMemory::default();
    memory.allocate(512).expect("a power of two");
    memory
}

/// Every part, column and lane with its coordinate.
fn places(layout: &TensorLayout) -> impl Iterator<Item = ([u64; 3], u64)> {
    let (parts, columns) = (1 << layout.part_bits(), u64::from(layout.columns()));
    let all = (0..parts).flat_map(move |part| (0..columns).map(move |column| (part, column)));
    let all = all.flat_map(|(part, column)| (0..128).map(move |lane| [part, column, lane]));
    all.map(|[part, column, lane]| ([part, column, lane], layout.apply(part, column, lane)))
}

/// Writes a tile whose elements take the given width.
fn write(
    memory: &mut TensorMemory,
    first: u32,
    layout: &TensorLayout,
    bits: u32,
    value: impl Fn(u64) -> u32,
) {
    for ([part, column, lane], coordinate) in places(layout) {
        let (lane, column, shift) = (lane as u32, first + column as u32, bits * part as u32);
        let others = memory.word(lane, column) & !((u32::MAX >> (32 - bits)) << shift);
        memory.set_word(lane, column, others | value(coordinate) << shift);
    }
}

/// A kind of product: its types in the instruction descriptor, and the codes of 0 to 3 in A and B.
#[derive(Clone, Copy)]
struct Types {
    kind: Kind,
    code: u32,
    /// Bits of an element: of A in tensor memory, of both in shared memory.
    bits: [u32; 2],
    codes: [[u32; 4]; 2],
}

const F16: Types =
    Types { kind: Kind::F16, code: 1 << 4, bits: [16; 2], codes: [[0, 0x3c00, 0x4000, 0x4200]; 2] };
const TF32: Types = Types {
    kind: Kind::Tf32,
    code: 2 << 7 | 2 << 10 | 1 << 4,
    bits: [32; 2],
    codes: [[0, 0x3f80_0000, 0x4000_0000, 0x4040_0000]; 2],
};
const E4M3: Types =
    Types { kind: Kind::F8f6f4, code: 1 << 4, bits: [8; 2], codes: [[0, 0x38, 0x40, 0x44]; 2] };
/// A of e2m1, which has a byte of tensor memory for each element.
const E2M1: Types = Types {
    kind: Kind::F8f6f4,
    code: 5 << 7 | 1 << 4,
    bits: [4, 8],
    codes: [[0, 2, 4, 5], [0, 0x38, 0x40, 0x44]],
};

/// An operand in shared memory with rows of `depth`.
struct Operand {
    layout: SharedLayout,
    descriptor: MatrixDescriptor,
    start: u32,
    bits: u32,
}

impl Operand {
    fn new(
        bytes: &mut [u8],
        start: u32,
        rows: u32,
        depth: u32,
        bits: u32,
        value: impl Fn(u64) -> u32,
    ) -> Operand {
        let shape = shape(rows, depth);
        let layout = MatrixDescriptor::layout(&shape, 0, bits, Major::K, Swizzle::B64).expect("64 bytes");
        let descriptor = MatrixDescriptor::of(&layout, 0, bits, rows).expect("it was asked for");
        for offset in 0..1 << shape.bits() {
            let width = bits as usize / 8;
            let at = start as usize + offset as usize * width;
            bytes[at..at + width].copy_from_slice(&value(layout.apply(offset)).to_le_bytes()[..width]);
        }
        Operand { layout, descriptor, start, bits }
    }

    /// The layout for an instruction that starts at k.
    fn at(&self, k: u32) -> Layout {
        let offset = self.layout.offsets().apply(self.layout.shape().pack(&[0, k])) as u32;
        let MatrixDescriptor { leading, stride, .. } = self.descriptor;
        let start = self.start + offset * self.bits / 8;
        Layout { start, leading, stride, swizzle: Permutation::B64, pattern: 0 }
    }
}

const DEPTH: u32 = 64;
/// Columns of A and of scales.
const A: u32 = 256;
const SCALES: [u32; 2] = [400, 450];

fn values(random: &mut Random, count: u32) -> Vec<u32> {
    (0..count).map(|_| random.below(4) as u32).collect()
}

/// Multiplies m rows (of all blocks) by n columns, and looks for each sum where the layout says.
fn multiply(types: Types, group: u32, ws: bool, a_in_tensor: bool, (m, n): (u32, u32)) {
    let mut random = Random::new(91);
    let (a, b) = (values(&mut random, m * DEPTH), values(&mut random, n * DEPTH));
    let form = Form { kind: types.kind, group, ws, parts: 0, a_in_tensor };
    let instruction = Instruction::decode(form, types.code | m >> 4 << 24 | n >> 3 << 17).expect("it exists");
    let (rows, columns) = (m / group, n / group);
    let blocks = group as usize;
    let (mut bytes, mut memories) = (vec![vec![0; 1 << 17]; blocks], Vec::new());
    let (mut a_shared, mut b_shared) = (None, None);
    for (rank, bytes) in (0..).zip(&mut bytes) {
        let a_code = |place: u64| types.codes[0][a[(rank * rows * DEPTH) as usize + place as usize] as usize];
        let b_code =
            |place: u64| types.codes[1][b[(rank * columns * DEPTH) as usize + place as usize] as usize];
        let mut memory = memory();
        if a_in_tensor {
            let layout = TensorLayout::rows(&shape(rows, DEPTH), types.bits[0]).expect("128 rows");
            assert!(layout.is_surjective());
            write(&mut memory, A, &layout, types.bits[0].max(8), a_code);
        } else {
            a_shared = Some(Operand::new(bytes, 0, rows, DEPTH, types.bits[0], a_code));
        }
        b_shared = Some(Operand::new(bytes, 1 << 16, columns, DEPTH, types.bits[1], b_code));
        memories.push(memory);
    }
    let b_shared = b_shared.expect("a block");
    for k in (0..DEPTH).step_by(instruction.k as usize) {
        let step = k / instruction.k;
        let a = a_shared.as_ref().map_or(Source::Tensor(A + 8 * step), |a| Source::Shared(a.at(k)));
        let (accumulates, disabled) = (k > 0, [0; 8]);
        let mma = Mma {
            instruction,
            d: 0,
            a,
            b: b_shared.at(k),
            accumulates,
            scale_d: 0,
            disabled,
            scales: [0; 2],
        };
        let all = bytes.iter().zip(&mut memories);
        let mut members: Vec<Member<'_>> =
            all.map(|(bytes, tensor)| Member { shared: Shared { bytes, first: 0 }, tensor }).collect();
        mma.execute(&mut members).expect("inside");
    }
    let sums = TensorLayout::accumulator(&shape(rows, n)).expect("a sum");
    assert!(sums.is_surjective() && sums.map().is_injective());
    for (rank, memory) in (0..).zip(&memories) {
        for ([_, column, lane], coordinate) in places(&sums) {
            let [row, n] = [0, 1].map(|dim| sums.shape().at(coordinate, dim));
            let at = |k| a[((rank * rows + row) * DEPTH + k) as usize] * b[(n * DEPTH + k) as usize];
            let sum: u32 = (0..DEPTH).map(at).sum();
            let found = f32::from_bits(memory.word(lane as u32, column as u32));
            assert_eq!(found, sum as f32, "{form:?} {sums}: block {rank}, ({row}, {n})");
        }
    }
}

#[test]
fn products_are_where_the_layouts_say() {
    for types in [F16, TF32, E4M3, E2M1] {
        multiply(types, 1, false, true, (128, 32));
        multiply(types, 1, true, true, (128, 64));
    }
    for types in [F16, TF32, E4M3] {
        multiply(types, 1, false, false, (128, 128));
        multiply(types, 1, true, false, (64, 128));
        multiply(types, 1, true, false, (32, 64));
        multiply(types, 1, true, false, (32, 256));
        multiply(types, 2, false, false, (128, 64));
        multiply(types, 2, false, false, (256, 64));
    }
}

/// Scales of A and B, four for each row, used by the four steps of k one after the other.
#[test]
fn scales_are_where_the_layouts_say() {
    let mut random = Random::new(92);
    let (m, n) = (128, 64);
    let form = Form { kind: Kind::Mxf8f6f4, group: 1, ws: false, parts: 1, a_in_tensor: false };
    let ones = |_: u64| 0x38;
    let mut bytes = vec![0; 1 << 17];
    let a = Operand::new(&mut bytes, 0, m, 128, 8, ones);
    let b = Operand::new(&mut bytes, 1 << 16, n, 128, 8, ones);
    let [a_scales, b_scales] = [m, n].map(|rows| values(&mut random, 4 * rows));
    let mut memory = memory();
    for (first, rows, scales) in [(SCALES[0], m, &a_scales), (SCALES[1], n, &b_scales)] {
        let layout = TensorLayout::scales(&shape(rows, 4)).expect("two dimensions");
        write(&mut memory, first, &layout, 8, |place| 127 + scales[place as usize]);
    }
    for step in 0..4 {
        let code = 1 << 23 | m >> 4 << 24 | n >> 3 << 17 | step << 29 | step << 4;
        let instruction = Instruction::decode(form, code).expect("it exists");
        let (a, b) = (Source::Shared(a.at(32 * step)), b.at(32 * step));
        let (accumulates, disabled) = (step > 0, [0; 8]);
        let mma = Mma { instruction, d: 0, a, b, accumulates, scale_d: 0, disabled, scales: SCALES };
        let shared = Shared { bytes: &bytes, first: 0 };
        mma.execute(&mut [Member { shared, tensor: &mut memory }]).expect("inside");
    }
    for (row, column) in (0..m).flat_map(|row| (0..n).map(move |column| (row, column))) {
        let step = |s: u32| 32 << (a_scales[(4 * row + s) as usize] + b_scales[(4 * column + s) as usize]);
        let sum: u32 = (0..4).map(step).sum();
        assert_eq!(f32::from_bits(memory.word(row, column)), sum as f32);
    }
}

/// The blocks in shared memory hold each scale where the copy takes it from (gpu-facts 7.6).
#[test]
fn blocks_hold_scales_in_order() {
    for (rows, scales) in [(128, 4), (256, 4), (128, 8), (256, 16)] {
        let layout = SharedLayout::scales(&shape(rows, scales)).expect("whole blocks");
        let offsets = layout.offsets();
        for (i, j) in (0..rows).flat_map(|i| (0..scales).map(move |j| (i, j))) {
            let block = j / 4 * (rows / 128) + i / 128;
            let wanted = 512 * block + i % 32 * 16 + i % 128 / 32 * 4 + j % 4;
            assert_eq!(offsets.apply(shape(rows, scales).pack(&[i, j])), u64::from(wanted));
        }
    }
    for (rows, scales) in [(64, 4), (128, 2)] {
        assert_eq!(SharedLayout::scales(&shape(rows, scales)), None);
    }
}

/// Blocks of 512 bytes that `tcgen05.cp.32x128b.warpx4` copies hold 128 rows of four scales (gpu-facts 7.6).
#[test]
fn scales_are_what_copies_leave() {
    let copy = Copy::named("32x128b", Some("warpx4"), None).expect("a shape");
    for (rows, scales) in [(32, 4), (64, 4), (128, 4), (256, 4), (128, 8), (256, 16), (128, 1), (32, 2)] {
        let layout = TensorLayout::scales(&shape(rows, scales)).expect("two dimensions");
        assert!(layout.is_surjective());
        let blocks = rows.div_ceil(128);
        let value = |i: u32, j: u32| (i + 37 * j) as u8;
        let mut memory = memory();
        for (group, block) in (0..scales.div_ceil(4)).flat_map(|g| (0..blocks).map(move |b| (g, b))) {
            let mut bytes = vec![0; 512];
            for (i, j) in (0..rows.min(128)).flat_map(|i| (0..scales.min(4)).map(move |j| (i, j))) {
                bytes[(i % 32 * 16 + i / 32 * 4 + j) as usize] = value(128 * block + i, 4 * group + j);
            }
            let source = Layout { start: 0, leading: 0, stride: 128, swizzle: Permutation::None, pattern: 0 };
            let mut member = Member { shared: Shared { bytes: &bytes, first: 0 }, tensor: &mut memory };
            let column = rows.div_ceil(32) * group + 4 * block;
            copy.execute(&mut member, column, source).expect("inside");
        }
        for ([part, column, lane], coordinate) in places(&layout) {
            let [i, j] = [0, 1].map(|dim| layout.shape().at(coordinate, dim));
            let word = memory.word(lane as u32, column as u32);
            assert_eq!((word >> (8 * part)) as u8, value(i, j), "{layout}: row {i}, scale {j}");
        }
    }
}

/// Layouts that hold everything once.
pub(crate) fn layouts() -> Vec<TensorLayout> {
    let sums = [(128, 16), (128, 2), (128, 1), (64, 32), (32, 64), (32, 4)];
    let sums = sums.map(|(rows, columns)| TensorLayout::accumulator(&shape(rows, columns)));
    let rows = [(16, 16), (32, 8), (8, 32), (16, 4)];
    let rows = rows.map(|(k, bits)| TensorLayout::rows(&shape(128, k), bits));
    sums.into_iter().chain(rows).map(|layout| layout.expect("there is one")).collect()
}

#[test]
fn only_some_shapes_lie_in_tensor_memory() {
    for (rows, columns) in [(16, 64), (512, 64), (256, 512), (64, 1), (32, 2), (64, 512), (128, 1024)] {
        assert_eq!(TensorLayout::accumulator(&shape(rows, columns)), None);
    }
    assert_eq!(TensorLayout::accumulator(&Shape::new(&[128]).expect("a power of two")), None);
    assert!(TensorLayout::accumulator(&shape(128, 512)).is_some());
    // Rows beyond 128 are columns after those of the first ones.
    let two = TensorLayout::accumulator(&shape(256, 64)).expect("two sums of 128 rows");
    assert_eq!((two.columns(), two.apply(0, 64, 0)), (128, shape(256, 64).pack(&[128, 0])));
    for (rows, k, bits) in [(64, 64, 16), (128, 1, 16), (128, 64, 64), (128, 64, 12), (128, 2048, 16)] {
        assert_eq!(TensorLayout::rows(&shape(rows, k), bits), None);
    }
    assert_eq!(TensorLayout::scales(&shape(1 << 12, 32)), None);
    assert_eq!(TensorLayout::scales(&Shape::default()), None);
}

#[test]
fn small_sums_repeat_their_rows_and_columns() {
    // 16 rows in 128 lanes; 8 columns in 16; 256 rows are two sums.
    for (rows, columns, all) in
        [(16, 32, 32), (128, 8, 16), (64, 8, 16), (8, 8, 16), (32, 64, 64), (256, 8, 32)]
    {
        let sum = TensorLayout::repeated(&shape(rows, columns)).expect("a small sum");
        assert_eq!((sum.columns(), sum.is_repeated(), sum.is_surjective()), (all, true, true));
        let own = columns.max(16);
        for ([_, column, lane], coordinate) in places(&sum) {
            let (part, column) = (column / u64::from(own), column % u64::from(own));
            let wanted = [(part as u32 * 128 + lane as u32) % rows, column as u32 % columns];
            assert_eq!(coordinate, shape(rows, columns).pack(&wanted), "{rows}x{columns}: {column} {lane}");
        }
        let registers = sum.by_rows(0).expect("a warpgroup reads them");
        assert_eq!(registers.registers(), u64::from(columns * (rows / 128).max(1)));
        assert_eq!(sum.access(&registers), Some(TensorAccess::Lanes32));
    }
    for (rows, columns) in [(128, 16), (4, 64), (64, 4), (16, 128), (512, 8)] {
        assert_eq!(TensorLayout::repeated(&shape(rows, columns)), None, "{rows}x{columns}");
    }
    assert!(!TensorLayout::accumulator(&shape(64, 64)).expect("a sum").is_repeated());
}

#[test]
fn a_descriptor_repeats_one_group_of_rows() {
    let repeats = |rows: u32, k: u32, major: Major, swizzle: Swizzle| {
        let layout = MatrixDescriptor::layout(&shape(rows, k), 0, 16, major, swizzle).expect("a buffer");
        MatrixDescriptor::of(&layout, 0, 16, rows).expect("it is described").repeats()
    };
    assert!(repeats(8, 64, Major::K, Swizzle::B128) && repeats(8, 16, Major::K, Swizzle::None));
    assert!(!repeats(16, 64, Major::K, Swizzle::B128));
    let lines = [(8, Swizzle::None), (16, Swizzle::B32), (32, Swizzle::B64), (64, Swizzle::B128)];
    for (rows, swizzle) in lines {
        assert!(repeats(rows, 16, Major::Mn, swizzle), "{rows}");
        assert!(!repeats(2 * rows, 16, Major::Mn, swizzle), "{rows}");
    }
}

#[test]
fn layouts_of_tensor_memory_print_and_parse_back() {
    let mut random = Random::new(94);
    let text =
        "part=[(0,1)] column=[(0,2),(0,4)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(32,0),(64,0)] of 128x8";
    assert_eq!(TensorLayout::rows(&shape(128, 8), 16).expect("128 rows").to_string(), text);
    let scales = TensorLayout::scales(&shape(64, 2)).expect("two dimensions").to_string();
    let expected = "part=[(0,1)] column=[(32,0)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0),(0,0),(0,0)] of 64x2";
    assert_eq!(scales, expected);
    for layout in layouts() {
        assert_eq!(layout.to_string().parse(), Ok(layout.clone()));
        for _ in 0..300 {
            let mut damaged = layout.to_string().into_bytes();
            for _ in 0..=random.below(3) {
                let at = random.below(damaged.len() as u64) as usize;
                damaged[at] = b"0123456789()[],=x partcolumnef"[random.below(30) as usize];
            }
            let damaged = String::from_utf8(damaged).expect("ASCII");
            let parsed = damaged.parse::<TensorLayout>();
            let _ = parsed.map(|layout| assert_eq!(layout.to_string().parse(), Ok(layout)));
        }
    }
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    let error = |text: &str| text.parse::<TensorLayout>().expect_err("wrong").to_string();
    let lanes = "lane=[1,2,4,8,0,0,0]";
    assert_eq!(error(&format!("column=[] {lanes} of 16")), "expected `part` at byte 0 of the layout");
    assert_eq!(
        error("part=[] column=[] lane=[1,2,4,8,0] of 16"),
        "tensor memory has 128 lanes: `lane` lists 7 coordinates, not 5"
    );
    let many = "0,".repeat(9);
    assert_eq!(
        error(&format!("part=[] column=[{many}0] {lanes} of 16")),
        "tensor memory has 512 columns: `column` lists at most 9 coordinates, not 10"
    );
    assert_eq!(
        error(&format!("part=[0,0,0,0,0,0] column=[] {lanes} of 16")),
        "a column of tensor memory has 32 bits: `part` lists at most 5 coordinates, not 6"
    );
    assert_eq!(
        error(&format!("part=[16] column=[] {lanes} of 16")),
        "coordinate (16) does not lie in a tile of 16"
    );
    assert!(error(&format!("part=[] column=[] {lanes} of 15")).starts_with("`15` is no shape of a tile"));
}
