//! Fragments: the emulator multiplies matrices that the layouts placed, one instruction and whole tiles of several warps.

use numerics::Rounding;
use ptx_emu::matrix::Row;
use ptx_emu::matrix::element::{Element, Packing};
use ptx_emu::matrix::ldmatrix::{Matrices, Shape as Matrix};
use ptx_emu::matrix::mma::{self, Sum};
use ptx_emu::matrix::mma_f64::MmaF64;
use tileas::layout::{
    Access, Input, MatrixAccess, MatrixForm, Mma, MmaWarps, Numbering, RegisterLayout, Shape, SharedLayout,
    SharedTrip, Swizzle,
};

use crate::random::Random;

fn shape(rows: u32, columns: u32) -> Shape {
    Shape::new(&[rows, columns]).expect("powers of two")
}

/// The 32-bit registers of a warp: elements are packed lowest first.
fn packed(layout: &RegisterLayout, warp: u32, bits: u32, element: impl Fn(u64) -> u32) -> Vec<Row> {
    let per_word = u64::from(32 / bits);
    let word = |register: u64, lane: u32| {
        (0..per_word).fold(0, |word, e| {
            let value = element(layout.apply(register * per_word + e, lane, warp));
            word | value << (e as u32 * bits)
        })
    };
    (0..layout.registers() / per_word).map(|r| std::array::from_fn(|lane| word(r, lane as u32))).collect()
}

/// The codes of 0, 1, 2 and 3 in a format, and what accumulates them.
fn codes(element: Element) -> ([u32; 4], Sum) {
    match element {
        Element::F16 => ([0, 0x3c00, 0x4000, 0x4200], Sum::F32),
        Element::Bf16 => ([0, 0x3f80, 0x4000, 0x4040], Sum::F32),
        Element::Tf32 => ([0, 0x3f80_0000, 0x4000_0000, 0x4040_0000], Sum::F32),
        Element::E4m3 => ([0, 0x38, 0x40, 0x44], Sum::F32),
        _ => ([0, 1, 2, 3], Sum::Wrapping),
    }
}

/// Multiplies a tile in the order of the instruction.
fn multiply(element: Element, rows: usize, k: usize, tile: [u32; 3], warps: MmaWarps) {
    multiply_in(Numbering::Plain, (element, rows, k), tile, warps);
}

/// Multiplies a tile with one instruction for each block of the result and of k, and compares with the plain product.
fn multiply_in(
    numbering: Numbering,
    (element, rows, k): (Element, usize, usize),
    tile: [u32; 3],
    warps: MmaWarps,
) {
    let mut random = Random::new(51);
    let packing: Packing = Element::dense(element);
    let bits = packing.pitch;
    let instruction = Mma { rows: rows as u32, k: k as u32, element_bits: bits };
    let [m, n, depth] = tile;
    let (codes, sum) = codes(element);
    let a: Vec<u32> = (0..m * depth).map(|_| random.below(4) as u32).collect();
    let b: Vec<u32> = (0..depth * n).map(|_| random.below(4) as u32).collect();
    let (a_shape, b_shape, c_shape) = (shape(m, depth), shape(depth, n), shape(m, n));
    let a_layout = instruction.left(&a_shape, warps, numbering).expect("enough k");
    let b_layout = instruction.right(&b_shape, warps, numbering).expect("enough k");
    let c_layout = instruction.sum(&c_shape, warps, numbering).expect("two dimensions");
    let form = mma::Mma { rows, depth: k, a: packing, b: packing, sum };
    let mut found = vec![None; (m * n) as usize];
    for warp in 0..c_layout.warps() {
        let a_words = packed(&a_layout, warp, bits, |place| codes[a[place as usize] as usize]);
        let b_words = packed(&b_layout, warp, bits, |place| codes[b[place as usize] as usize]);
        let of_block = form.c_registers() as u64;
        for block in 0..c_layout.registers() / of_block {
            // Which fragments of A and B make this block: those whose rows, columns and k match its.
            let [row, column] = [0, 1].map(|dim| c_shape.at(c_layout.apply(block * of_block, 0, warp), dim));
            let mut sums: Vec<Row> = vec![[0; 32]; form.c_registers()];
            for step in 0..(depth as usize / k) as u32 {
                let a_fragment = fragment(&a_layout, warp, [row, step * k as u32], form.a_registers(), bits);
                let b_fragment =
                    fragment(&b_layout, warp, [step * k as u32, column], form.b_registers(), bits);
                let a_rows: Vec<&Row> = (0..form.a_registers()).map(|r| &a_words[a_fragment + r]).collect();
                let b_rows: Vec<&Row> = (0..form.b_registers()).map(|r| &b_words[b_fragment + r]).collect();
                let before = sums.clone();
                form.execute(&a_rows, &b_rows, &before.iter().collect::<Vec<_>>(), &mut sums);
            }
            for (r, lane) in (0..of_block).flat_map(|r| (0..32).map(move |lane| (r, lane))) {
                let bits = sums[r as usize][lane as usize];
                let value = if sum == Sum::F32 { f32::from_bits(bits) as u32 } else { bits };
                let place = c_layout.apply(block * of_block + r, lane, warp) as usize;
                assert!(found[place].is_none_or(|other| other == value), "an element is held with one value");
                found[place] = Some(value);
            }
        }
    }
    for (place, value) in found.into_iter().enumerate() {
        let (row, column) = (place as u32 / n, place as u32 % n);
        let product = |i| a[(row * depth + i) as usize] * b[(i * n + column) as usize];
        assert_eq!(value, Some((0..depth).map(product).sum()), "{element:?} {tile:?} at ({row}, {column})");
    }
}

/// The first 32-bit register of the fragment whose first element, in lane 0, is at a coordinate.
fn fragment(layout: &RegisterLayout, warp: u32, at: [u32; 2], registers: usize, bits: u32) -> usize {
    let elements = registers as u64 * u64::from(32 / bits);
    let starts = (0..layout.registers()).step_by(elements as usize);
    let place = layout.shape().pack(&at);
    let first = starts
        .into_iter()
        .find(|&r| layout.apply(r, 0, warp) == place)
        .expect("the warp holds what it multiplies");
    (first * u64::from(bits) / 32) as usize
}

#[test]
fn every_instruction_multiplies_what_its_layouts_place() {
    let one = MmaWarps { rows: 0, columns: 0 };
    for (element, rows, k) in [
        (Element::F16, 16, 8),
        (Element::F16, 16, 16),
        (Element::Bf16, 16, 8),
        (Element::Bf16, 16, 16),
        (Element::Tf32, 16, 4),
        (Element::Tf32, 16, 8),
        (Element::S8, 8, 16),
        (Element::S8, 16, 16),
        (Element::S8, 16, 32),
        (Element::E4m3, 16, 16),
        (Element::E4m3, 16, 32),
        (Element::S4, 8, 32),
        (Element::S4, 16, 32),
        (Element::S4, 16, 64),
    ] {
        multiply(element, rows, k, [rows as u32, 8, k as u32], one);
    }
}

/// Warps that have 16 columns in turn multiply the same, load as many matrices, and have a part of each slice of columns.
#[test]
fn warps_have_columns_in_turn() {
    for (warps, [m, n, k]) in [((0, 1), [16, 64, 32]), ((1, 2), [64, 128, 32]), ((0, 0), [16, 16, 16])] {
        let warps = MmaWarps { rows: warps.0, columns: warps.1 };
        multiply_in(Numbering::Turns, (Element::F16, 16, 16), [m, n, k], warps);
        multiply_in(Numbering::Turns, (Element::S8, 16, 32), [m, n, 32.max(k)], warps);
        let mma = Mma { rows: 16, k: 16, element_bits: 16 };
        let loads = |numbering| {
            let layout = mma.right(&shape(k, n), warps, numbering).expect("enough columns");
            let shared = SharedLayout::for_rows(&shape(k, n), 1, 16, [0, 1, 2]);
            MatrixAccess::new(&layout, &shared, 16, MatrixForm::ALL)
                .map(|access| (access.count(), access.wavefronts()))
        };
        assert_eq!(loads(Numbering::Turns), loads(Numbering::Plain));
        let sum = mma.sum(&shape(m, n), warps, Numbering::Turns).expect("enough columns");
        let slice = 16u64 << warps.columns;
        let columns: Vec<u64> =
            (0..sum.registers()).map(|r| u64::from(sum.shape().at(sum.apply(r, 0, 0), 1)) / slice).collect();
        (0..u64::from(n) / slice).for_each(|number| assert!(columns.contains(&number)));
    }
    let mma = Mma { rows: 16, k: 16, element_bits: 16 };
    assert_eq!(mma.sum(&shape(64, 16), MmaWarps { rows: 0, columns: 1 }, Numbering::Turns), None);
}

#[test]
fn tiles_of_several_instructions_and_warps_multiply() {
    for warps in [(0, 0), (1, 0), (0, 1), (1, 2), (3, 0)] {
        let warps = MmaWarps { rows: warps.0, columns: warps.1 };
        multiply(Element::F16, 16, 16, [64, 64, 64], warps);
        multiply(Element::S8, 16, 32, [32, 16, 64], warps);
        multiply(Element::S8, 8, 16, [32, 32, 32], warps);
        // Fewer rows and columns than the instruction has, and fewer than there are warps.
        multiply(Element::Bf16, 16, 16, [4, 2, 32], warps);
        multiply(Element::Tf32, 16, 8, [1, 1, 8], warps);
    }
}

#[test]
fn f64_multiplies_what_its_layouts_place() {
    let mut random = Random::new(52);
    let one = MmaWarps { rows: 0, columns: 0 };
    for (rows, k) in [(8, 4), (16, 4), (16, 8), (16, 16)] {
        let instruction = Mma { rows, k, element_bits: 64 };
        let values =
            |random: &mut Random, count| (0..count).map(|_| random.below(9) as f64).collect::<Vec<_>>();
        let (a, b) = (values(&mut random, rows * k), values(&mut random, k * 8));
        let held = |layout: RegisterLayout, values: &[f64]| -> Vec<[u64; 32]> {
            let at = |r, lane: usize| values[layout.apply(r, lane as u32, 0) as usize].to_bits();
            (0..layout.registers()).map(|r| std::array::from_fn(|lane| at(r, lane))).collect()
        };
        let a_rows = held(instruction.left(&shape(rows, k), one, Numbering::Plain).expect("enough k"), &a);
        let b_rows = held(instruction.right(&shape(k, 8), one, Numbering::Plain).expect("enough k"), &b);
        let c_layout = instruction.sum(&shape(rows, 8), one, Numbering::Plain).expect("two dimensions");
        let zero = vec![[0u64; 32]; c_layout.registers() as usize];
        let mut d = zero.clone();
        let form = MmaF64 { rows: rows as usize, depth: k as usize, rounding: Rounding::NearestEven };
        let rows_of = |rows: &[[u64; 32]]| rows.to_vec();
        let (a_rows, b_rows) = (rows_of(&a_rows), rows_of(&b_rows));
        form.execute(
            &a_rows.iter().collect::<Vec<_>>(),
            &b_rows.iter().collect::<Vec<_>>(),
            &zero.iter().collect::<Vec<_>>(),
            &mut d,
        );
        for (r, lane) in (0..c_layout.registers()).flat_map(|r| (0..32).map(move |lane| (r, lane))) {
            let place = c_layout.apply(r, lane, 0) as u32;
            let (row, column) = (place / 8, place % 8);
            let sum: f64 = (0..k).map(|i| a[(row * k + i) as usize] * b[(i * 8 + column) as usize]).sum();
            assert_eq!(f64::from_bits(d[r as usize][lane as usize]), sum);
        }
    }
}

#[test]
fn too_little_k_has_no_fragment() {
    let warps = MmaWarps { rows: 0, columns: 0 };
    let mma = Mma { rows: 16, k: 16, element_bits: 16 };
    assert_eq!(mma.left(&shape(16, 8), warps, Numbering::Plain), None);
    assert_eq!(mma.right(&shape(8, 8), warps, Numbering::Plain), None);
    assert_eq!(mma.left(&Shape::new(&[16]).expect("a power of two"), warps, Numbering::Plain), None);
}

#[test]
fn ldmatrix_leaves_what_the_layout_says() {
    for (transposed, form) in [(false, Matrix::M8n8), (true, Matrix::M8n8Trans)] {
        for (bits, count) in [(0, 1), (1, 2), (2, 4)] {
            let layout = RegisterLayout::ldmatrix(bits, transposed);
            let element = |matrix: usize, row: usize, column: usize| (matrix * 64 + row * 8 + column) as u32;
            let rows: Vec<[u32; 4]> = (0..8 * count)
                .map(|row| {
                    std::array::from_fn(|word| {
                        element(row / 8, row % 8, 2 * word) | element(row / 8, row % 8, 2 * word + 1) << 16
                    })
                })
                .collect();
            let mut registers = vec![[0; 32]; count];
            Matrices { shape: form, count, expand: None }.load(&rows, &mut registers);
            assert_eq!(packed(&layout, 0, 16, |place| place as u32), registers);
        }
    }
}

/// The `ldmatrix` of an access.
fn instruction_of(access: &MatrixAccess) -> Matrices {
    let (shape, of_matrix) = match access.form {
        MatrixForm::Rows => (Matrix::M8n8, 1),
        MatrixForm::Columns => (Matrix::M8n8Trans, 1),
        MatrixForm::ByteColumns => (Matrix::M16n16, 2),
    };
    Matrices { shape, count: (1 << access.word_bits) / of_matrix, expand: None }
}

/// Loads a whole tile by `ldmatrix`, as the access says, from memory that holds each element's coordinate.
fn load(layout: &RegisterLayout, shared: &SharedLayout, access: &MatrixAccess) {
    let matrices = instruction_of(access);
    let instructions = access.count();
    for (warp, instruction) in
        (0..u64::from(layout.warps())).flat_map(|w| (0..instructions).map(move |i| (w, i)))
    {
        let row = |lane: u64| {
            let first = access.rows.apply(lane | instruction << 5 | (warp * instructions) << 5);
            assert_eq!(first % 8, 0, "rows are aligned");
            let value = |i: u64| shared.apply(first + i) as u32;
            std::array::from_fn(|word| value(2 * word as u64) | value(2 * word as u64 + 1) << 16)
        };
        let rows: Vec<[u32; 4]> = (0..matrices.rows() as u64).map(row).collect();
        let mut registers = vec![[0; 32]; matrices.registers()];
        matrices.load(&rows, &mut registers);
        for (word, lane, half) in
            (0..1 << access.word_bits).flat_map(|w| (0..64).map(move |i| (w, i / 2, i % 2)))
        {
            let slot = half | word << 1 | instruction << (1 + access.word_bits);
            let register = access.registers.apply(slot);
            let value = registers[word as usize][lane as usize] >> (16 * half) & 0xffff;
            assert_eq!(u64::from(value), layout.apply(register, lane as u32, warp as u32));
        }
    }
}

#[test]
fn fragments_are_loaded_by_ldmatrix_from_swizzled_tiles() {
    let mma = Mma { rows: 16, k: 16, element_bits: 16 };
    let warps = MmaWarps { rows: 1, columns: 1 };
    let tile = shape(64, 64);
    for order in [[1, 0], [0, 1]] {
        let shared = SharedLayout::dense(&tile, &order).swizzled(Swizzle::B128, 16);
        for (operand, k_fastest) in [
            (mma.left(&tile, warps, Numbering::Plain), order[0] == 1),
            (mma.right(&tile, warps, Numbering::Plain), order[0] == 0),
        ] {
            let layout = operand.expect("enough k");
            let access = MatrixAccess::new(&layout, &shared, 16, MatrixForm::ALL).expect("rows of 16 bytes");
            assert_eq!(
                (access.form.is_transposed(), access.word_bits, access.wavefronts()),
                (!k_fastest, 2, 1)
            );
            assert_eq!(access.count(), layout.registers() / 8);
            load(&layout, &shared, &access);
        }
    }
    let blocked = RegisterLayout::coalesced_rows(&tile, 16, 2);
    assert_eq!(MatrixAccess::new(&blocked, &SharedLayout::row_major(&tile), 16, MatrixForm::ALL), None);
    let bytes =
        Mma { rows: 16, k: 32, element_bits: 8 }.left(&tile, warps, Numbering::Plain).expect("enough k");
    let shared = SharedLayout::row_major(&tile).swizzled(Swizzle::B64, 8);
    let access = MatrixAccess::new(&bytes, &shared, 8, MatrixForm::ALL).expect("rows of 16 bytes");
    assert_eq!(
        (access.form, access.word_bits, access.count()),
        (MatrixForm::Rows, 2, bytes.registers() / 16)
    );
    assert_eq!(bytes.free(Input::Warp), 0b10);
}

/// Loads a tile of bytes by `ldmatrix`: from memory that holds the lower byte of each element's coordinate, then the upper.
fn load_bytes(layout: &RegisterLayout, shared: &SharedLayout, access: &MatrixAccess) {
    let matrices = instruction_of(access);
    let (warps, instructions) = (u64::from(layout.warps()), access.count());
    let all = (0..warps).flat_map(|w| (0..instructions).flat_map(move |i| [(w, i, 0), (w, i, 8)]));
    for (warp, instruction, shift) in all {
        let row = |lane: u64| {
            let first = access.rows.apply(lane | instruction << 5 | (warp * instructions) << 5);
            assert_eq!(first % 16, 0, "rows are aligned");
            let byte = |i: u64| (shared.apply(first + i) >> shift & 0xff) as u32;
            std::array::from_fn(|word| (0..4).fold(0, |all, i| all | byte(4 * word as u64 + i) << (8 * i)))
        };
        let rows: Vec<[u32; 4]> = (0..matrices.rows() as u64).map(row).collect();
        let mut registers = vec![[0; 32]; matrices.registers()];
        matrices.load(&rows, &mut registers);
        for (word, lane, byte) in
            (0..1 << access.word_bits).flat_map(|w| (0..128).map(move |i| (w, i / 4, i % 4)))
        {
            let slot = byte | word << 2 | instruction << (2 + access.word_bits);
            let register = access.registers.apply(slot);
            let value = registers[word as usize][lane as usize] >> (8 * byte) & 0xff;
            let expected = layout.apply(register, lane as u32, warp as u32) >> shift & 0xff;
            assert_eq!(u64::from(value), expected);
        }
    }
}

/// Two neighbours of a row in a lane: transposed bytes, and rows of every other column, each from a buffer without conflicts.
#[test]
fn bytes_are_loaded_in_pairs_of_columns() {
    let mma = Mma { rows: 16, k: 32, element_bits: 8 };
    for (k, columns) in [(64, 128), (32, 64), (128, 32), (64, 16)] {
        let tile = shape(k, columns);
        let warps = MmaWarps { rows: 1, columns: u32::from(columns > 16) };
        let layout = mma.right(&tile, warps, Numbering::Pairs).expect("enough k");
        for (fastest, rows) in [(1, [0, 2, 3]), (0, [1, 2, 3])] {
            let shared = SharedLayout::for_rows(&tile, fastest, 8, rows);
            let access = MatrixAccess::new(&layout, &shared, 8, MatrixForm::ALL).expect("rows of 16 bytes");
            let found = (access.form.is_transposed(), access.word_bits, access.wavefronts());
            assert_eq!(found, (fastest == 1, 2, 1), "{k}x{columns} along {fastest}");
            assert_eq!(access.count(), layout.registers() / 16);
            load_bytes(&layout, &shared, &access);
        }
    }
    // Sums hold four neighbours, which is what a store moves at once.
    let sum = mma.sum(&shape(64, 64), MmaWarps { rows: 1, columns: 1 }, Numbering::Pairs);
    assert_eq!(sum.expect("two dimensions").contiguous(1), 4);
}

/// Transposed bytes in the order of the definition, from stages as tensor maps fill them: one instruction has a whole fragment
/// of the left operand, or those of 16 columns of the right one.
#[test]
fn bytes_are_transposed_sixteen_rows_at_a_time() {
    let mma = Mma { rows: 16, k: 32, element_bits: 8 };
    for (rows, k, columns, numbering) in [
        (64, 64, 64, Numbering::Plain),
        (128, 32, 32, Numbering::Plain),
        (16, 128, 16, Numbering::Plain),
        (32, 64, 64, Numbering::Turns),
    ] {
        let warps = MmaWarps { rows: u32::from(rows > 16), columns: u32::from(columns > 16) };
        let left = mma.left(&shape(rows, k), warps, numbering).expect("enough k");
        let right = mma.right(&shape(k, columns), warps, numbering).expect("enough k");
        for (layout, order) in [(left, [0, 1]), (right, [1, 0])] {
            let tile = layout.shape().clone();
            let swizzle = [(128, Swizzle::B128), (64, Swizzle::B64), (32, Swizzle::B32), (16, Swizzle::None)];
            let fills = |&(bytes, _): &(u32, Swizzle)| tile.extent(order[0]) >= bytes;
            let (_, swizzle) = swizzle.into_iter().find(fills).expect("rows of 16 bytes");
            let shared = SharedLayout::dense(&tile, &order).swizzled(swizzle, 8);
            let access = MatrixAccess::new(&layout, &shared, 8, MatrixForm::ALL).expect("rows of 16 bytes");
            let found = (access.form, access.word_bits, access.wavefronts());
            assert_eq!(found, (MatrixForm::ByteColumns, 2, 1), "{tile:?} along {}", order[0]);
            assert_eq!(access.count(), layout.registers() / 16);
            load_bytes(&layout, &shared, &access);
            assert_eq!(MatrixAccess::new(&layout, &shared, 8, MatrixForm::COMMON), None);
        }
    }
    // Parts of eight columns, and pairs of columns, are no halves of a row.
    let warps = MmaWarps { rows: 0, columns: 1 };
    let tile = shape(32, 16);
    let eight = mma.right(&tile, warps, Numbering::Plain).expect("enough k");
    assert_eq!(MatrixAccess::new(&eight, &SharedLayout::row_major(&tile), 8, MatrixForm::ALL), None);
    let tile = shape(64, 64);
    let pairs = mma.right(&tile, warps, Numbering::Pairs).expect("enough k");
    let shared = SharedLayout::for_rows(&tile, 1, 8, [0, 2, 3]);
    assert_eq!(MatrixAccess::new(&pairs, &shared, 8, &[MatrixForm::ByteColumns]), None);
}

/// The transposed product of bytes, element by element: its A is the right operand, with rows in pairs, its B the left one, with
/// 16 bytes along k in a lane. One load has each of these vectors, and `ldmatrix` transposes the right operand.
#[test]
fn transposed_products_take_rows_in_vectors() {
    let mma = Mma { rows: 16, k: 32, element_bits: 8 };
    let warps = MmaWarps { rows: 1, columns: 1 };
    let tiles = [shape(64, 128), shape(128, 64), shape(64, 64)];
    let left = mma.left(&tiles[0], warps, Numbering::Transposed).expect("enough k");
    let right = mma.right(&tiles[1], warps, Numbering::Transposed).expect("enough k");
    let sum = mma.sum(&tiles[2], warps, Numbering::Transposed).expect("two dimensions");
    let holds = |layout: &RegisterLayout, lane: u32, warp: u32, places: &[[u32; 2]]| {
        let held: Vec<u64> = (0..layout.registers()).map(|r| layout.apply(r, lane, warp)).collect();
        places.iter().all(|place| held.contains(&layout.shape().pack(place))) && held.len() == places.len()
    };
    for (warp, lane) in (0..4).flat_map(|warp| (0..32).map(move |lane| (warp, lane))) {
        // Warps along the columns count first, as rows of the instruction.
        let (down, across) = (32 * (warp / 2), 32 * (warp % 2));
        let (g, q) = (lane / 4, lane % 4);
        let ks: Vec<u32> = (0..2).flat_map(|part| (0..16).map(move |i| 64 * part + 16 * q + i)).collect();
        let rows: Vec<u32> = (0..4).map(|j| down + 8 * j + g).collect();
        let columns: Vec<u32> = (0..4).map(|j| across + 16 * (j / 2) + 2 * g + j % 2).collect();
        let of_left: Vec<[u32; 2]> = rows.iter().flat_map(|&row| ks.iter().map(move |&k| [row, k])).collect();
        let of_right: Vec<[u32; 2]> = ks.iter().flat_map(|&k| columns.iter().map(move |&c| [k, c])).collect();
        let sums = (0..8).map(|j| down + 8 * (j / 2) + 2 * q + j % 2);
        let of_sum: Vec<[u32; 2]> = sums.flat_map(|row| columns.iter().map(move |&c| [row, c])).collect();
        assert!(holds(&left, lane, warp, &of_left), "left, warp {warp}, lane {lane}");
        assert!(holds(&right, lane, warp, &of_right), "right, warp {warp}, lane {lane}");
        assert!(holds(&sum, lane, warp, &of_sum), "sum, warp {warp}, lane {lane}");
    }
    let shared = SharedLayout::for_rows(&tiles[1], 1, 8, [0, 4, 5]);
    let access = MatrixAccess::new(&right, &shared, 8, MatrixForm::ALL).expect("rows of 16 bytes");
    assert_eq!((access.form, access.word_bits, access.wavefronts()), (MatrixForm::Columns, 2, 1));
    load_bytes(&right, &shared, &access);
    let vectors = Access::new(&left, &SharedLayout::row_major(&tiles[0]), 8, 16);
    assert_eq!((vectors.bytes(), vectors.count()), (16, left.registers() / 16));
    // Rows of 128 bytes are copied there, too, without conflicts on either side.
    let trip = SharedTrip::between(&RegisterLayout::coalesced_rows(&tiles[0], 8, 2), &left, 8);
    for side in [&trip.store, &trip.load] {
        assert_eq!((side.bytes(), side.wavefronts().actual), (16, side.wavefronts().least));
    }
    // Numbers that an instruction cannot have: fewer rows or columns than lanes choose, other elements than bytes.
    let one = MmaWarps { rows: 0, columns: 0 };
    let half = Mma { rows: 16, k: 16, element_bits: 16 };
    for numbering in [Numbering::Pairs, Numbering::Transposed] {
        assert_eq!(mma.right(&shape(64, 8), one, numbering), None);
        assert_eq!(mma.right(&shape(64, 16), warps, numbering), None);
        assert_eq!(mma.sum(&shape(64, 8), one, numbering), None);
        assert_eq!(half.right(&shape(64, 64), one, numbering), None);
    }
    assert_eq!(mma.left(&shape(4, 64), one, Numbering::Transposed), None);
    assert_eq!(mma.sum(&shape(4, 64), one, Numbering::Transposed), None);
    // Less than 64 bytes along k are no vector for each lane of a quad.
    assert_eq!(mma.left(&shape(64, 32), warps, Numbering::Transposed), None);
    assert_eq!(mma.right(&shape(32, 64), warps, Numbering::Transposed), None);
}

/// The formulas of the PTX ISA for `wgmma` and `tcgen05.ld`, element by element.
#[test]
fn warpgroups_hold_what_the_formulas_say() {
    let one = MmaWarps { rows: 0, columns: 0 };
    let sums = RegisterLayout::wgmma_accumulator(&shape(64, 128), one).expect("two dimensions");
    let a = RegisterLayout::wgmma_a(&shape(64, 16), 16, one).expect("enough k");
    let rows = RegisterLayout::tensor_memory_rows(&shape(128, 64), one).expect("two dimensions");
    assert_eq!((sums.registers(), a.registers(), rows.registers()), (64, 8, 64));
    for (warp, lane) in (0..4).flat_map(|warp| (0..32).map(move |lane| (warp, lane))) {
        let (g, q) = (lane / 4, lane % 4);
        for i in 0..64u32 {
            let expected = [16 * warp + g + 8 * (i / 2 % 2), 8 * (i / 4) + 2 * q + i % 2];
            assert_eq!(sums.shape().unpack(sums.apply(u64::from(i), lane, warp)).as_slice(), expected);
            let expected = [32 * warp + lane, i];
            assert_eq!(rows.shape().unpack(rows.apply(u64::from(i), lane, warp)).as_slice(), expected);
        }
        for (r, e) in (0..4u32).flat_map(|r| [(r, 0), (r, 1)]) {
            let expected = [16 * warp + g + 8 * (r % 2), 2 * q + e + 8 * (r / 2)];
            assert_eq!(a.shape().unpack(a.apply(u64::from(2 * r + e), lane, warp)).as_slice(), expected);
        }
    }
    // Two groups share a tile; more rows than they have repeat in registers.
    let groups = MmaWarps { rows: 1, columns: 0 };
    let large = RegisterLayout::wgmma_accumulator(&shape(256, 64), groups).expect("two dimensions");
    assert!(large.is_injective() && large.is_surjective());
    assert_eq!(large.shape().unpack(large.apply(0, 0, 4)).as_slice(), [128, 0]);
    assert_eq!(RegisterLayout::wgmma_a(&shape(64, 8), 16, one), None);
}
