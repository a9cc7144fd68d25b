//! Loops of matrix products, which take several iterations at a time, with every instruction set of the machine.
//!
//! The numbers are small integers, so that every sum is exact and comes out the same in any order.

mod launching;

use cpu::{Cpu, Isa, Preparation, Prepared};
use launch::{Argument, Buffer, DiscardOutput, Engine, Grid, Launch, LaunchError, Options};
use launching::{integers, kernel, module};
use numerics::{Rounding, Scalar, convert};

/// C = A x B with tiles of 64x64, 32 along k; sizes are data, and need not be multiples.
fn program(factor: &str, sum: &str) -> String {
    let (product, zero) = match sum {
        "i32" => ("mmai %a_tile, %b_tile, %so_far signed signed", "0"),
        _ => ("mmaf %a_tile, %b_tile, %so_far", "0.0"),
    };
    let view = |elem: &str| format!("tensor_view<?x?x{elem}, strides=[?,1]>");
    let (in_view, out_view) = (view(factor), view(sum));
    let a_tiles = format!("partition_view<tile=(64x32), padding_value = zero, {in_view}>");
    let b_tiles = format!("partition_view<tile=(32x64), padding_value = zero, {in_view}>");
    let c_tiles = format!("partition_view<tile=(64x64), {out_view}>");
    format!(
        "entry @k(%a: tile<ptr<{factor}>>, %b: tile<ptr<{factor}>>, %c: tile<ptr<{sum}>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {{
    %column, %row, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> {in_view}
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> {in_view}
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> {out_view}
    %a_tiles = make_partition_view %a_tensor : {a_tiles}
    %b_tiles = make_partition_view %b_tensor : {b_tiles}
    %c_tiles = make_partition_view %c_tensor : {c_tiles}
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : {a_tiles} -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %nothing = constant <{sum}: {zero}> : tile<64x64x{sum}>
    %total = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<64x64x{sum}>) {{
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : {a_tiles}, tile<i32> -> tile<64x32x{factor}>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : {b_tiles}, tile<i32> -> tile<32x64x{factor}>, token
      %next = {product} : tile<64x32x{factor}>, tile<32x64x{factor}>, tile<64x64x{sum}>
      continue %next : tile<64x64x{sum}>
    }}
    %written = store_view_tko weak %total, %c_tiles[%row, %column] : tile<64x64x{sum}>, {c_tiles}, tile<i32> -> token
    return
  }}"
    )
}

/// The number at a place: from -3 to 3.
fn number(seed: u64, place: u64) -> i64 {
    ((place + seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as i64 % 7 - 3
}

fn bits(scalar: Scalar, number: i64) -> u64 {
    match scalar.is_float() {
        true => convert::int_to_float(Scalar::I64, scalar, number as u64, true, Rounding::NearestEven),
        false => number as u64,
    }
}

fn filled(scalar: Scalar, seed: u64, rows: u64, columns: u64) -> Buffer {
    let mut buffer = Buffer::zeroed(scalar, &[rows, columns]).expect("small");
    let size = (scalar.bits() / 8) as usize;
    for (place, bytes) in (0..).zip(buffer.bytes_mut().chunks_exact_mut(size)) {
        bytes.copy_from_slice(&bits(scalar, number(seed, place)).to_le_bytes()[..size]);
    }
    buffer
}

/// All elements of the product, as bits.
fn product(sum: Scalar, [m, n, k]: [u64; 3]) -> Vec<u64> {
    let columns: Vec<Vec<i64>> =
        (0..n).map(|column| (0..k).map(|i| number(2, i * n + column)).collect()).collect();
    let mut all = Vec::new();
    for row in 0..m {
        let row: Vec<i64> = (0..k).map(|i| number(1, row * k + i)).collect();
        all.extend(columns.iter().map(|column| {
            let total: i64 = row.iter().zip(column).map(|(a, b)| a * b).sum();
            bits(sum, total) & (u64::MAX >> (64 - sum.bits()))
        }));
    }
    all
}

/// Launches a kernel on three matrices and their sizes.
fn run(
    kernel: &Prepared,
    memory: &mut [Buffer],
    sizes: [u64; 3],
    [x, y]: [u64; 2],
    threads: usize,
) -> Result<(), LaunchError> {
    let scalars = sizes.map(|size| Argument::Scalar { ty: Scalar::I32, bits: size });
    let args = (0..3).map(|buffer| Argument::Pointer { buffer, offset: 0 }).chain(scalars).collect();
    let grid = Grid::new(x as u32, y as u32, 1).expect("a small grid");
    let buffers = memory.iter_mut().map(Buffer::view_mut).collect();
    let mut output = DiscardOutput;
    let mut options = Options { threads: std::num::NonZeroUsize::new(threads), ..Options::new(&mut output) };
    let mut launch = Launch { entry: "k", grid, buffers, args };
    Cpu::default().launch(kernel, &mut launch, &mut options).map(drop)
}

fn check(factor: Scalar, sum: Scalar, isa: Isa, sizes: [u64; 3], threads: usize) {
    let how = Preparation::default().with_isa(isa).expect("the machine has it");
    let text = program(&factor.to_string(), &sum.to_string());
    let kernel = Prepared::new(&module(&text), "k", &how).unwrap_or_else(|error| panic!("{error}"));
    let [m, n, k] = sizes;
    let mut memory = [filled(factor, 1, m, k), filled(factor, 2, k, n), filled(sum, 3, m, n)];
    let blocks = [n.div_ceil(64), m.div_ceil(64)];
    run(&kernel, &mut memory, sizes, blocks, threads).expect("it ends well");
    let view = memory[2].view();
    let found = (0..view.len()).map(|index| view.get(index).expect("inside"));
    let wrong = found.zip(product(sum, sizes)).position(|(found, wanted)| found != wanted);
    assert_eq!(
        wrong, None,
        "{factor} to {sum}, {isa:?}, {sizes:?}, {threads} threads: the first wrong element"
    );
}

/// The instruction sets that this machine has.
fn isas() -> impl Iterator<Item = Isa> {
    let all = [Isa::Baseline, Isa::Avx2, Isa::Avx512];
    all.into_iter().filter(|&isa| Preparation::default().with_isa(isa).is_some())
}

const TYPES: [(Scalar, Scalar); 7] = [
    (Scalar::F32, Scalar::F32),
    (Scalar::F64, Scalar::F64),
    (Scalar::F16, Scalar::F32),
    (Scalar::F16, Scalar::F16),
    (Scalar::BF16, Scalar::F32),
    (Scalar::F8E4M3FN, Scalar::F32),
    (Scalar::I8, Scalar::I32),
];

#[test]
fn every_type_and_instruction_set() {
    for isa in isas() {
        for (factor, sum) in TYPES {
            for sizes in [[64, 64, 32], [64, 64, 320], [130, 75, 97], [1, 1, 1000], [65, 200, 31]] {
                // Sums of f16 stay below 2048.
                let sizes = if sum == Scalar::F16 { sizes.map(|size| size.min(200)) } else { sizes };
                check(factor, sum, isa, sizes, 2);
            }
        }
    }
}

#[test]
fn large_sizes() {
    for isa in isas() {
        for (factor, sum) in
            [(Scalar::F32, Scalar::F32), (Scalar::BF16, Scalar::F32), (Scalar::I8, Scalar::I32)]
        {
            check(factor, sum, isa, [320, 257, 2100], 2);
        }
    }
}

#[test]
fn a_second_launch_multiplies_with_what_is_there_then() {
    let kernel = kernel(&program("i8", "i32"));
    let sizes = [256, 256, 96];
    let mut memory =
        [filled(Scalar::I8, 1, 256, 96), filled(Scalar::I8, 2, 96, 256), filled(Scalar::I32, 3, 256, 256)];
    run(&kernel, &mut memory, sizes, [4, 4], 1).expect("it ends well");
    assert!(integers(&memory[2]).iter().any(|&sum| sum != 0));
    memory[1].bytes_mut().fill(0);
    run(&kernel, &mut memory, sizes, [4, 4], 1).expect("it ends well");
    assert!(integers(&memory[2]).iter().all(|&sum| sum == 0), "no number of the first launch is left");
}

/// Blocks of a column run one after another; the first one that traps is not that of the lowest number.
#[test]
fn the_lowest_block_that_traps_is_reported_in_any_order() {
    let kernel = kernel(&program("f32", "f32"));
    for threads in [1, 2, 5] {
        let matrix = |seed| filled(Scalar::F32, seed, 128, 128);
        let mut memory = [matrix(1), matrix(2), matrix(3)];
        let Err(LaunchError::Trap(trap)) = run(&kernel, &mut memory, [128; 3], [3, 4], threads) else {
            panic!("blocks lie outside of the matrices");
        };
        assert_eq!(trap.block, [2, 0, 0], "{threads} threads");
    }
}

/// C[t] = A x B, and then all of B becomes 1: for t = 0 and 1.
const OVERWRITING: &str = "entry @k(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>) {
    %a_tensor = make_tensor_view %a, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xi8, strides=[32,1]>
    %b_tensor = make_tensor_view %b, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xi8, strides=[32,1]>
    %c_tensor = make_tensor_view %c, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xi32, strides=[32,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(32x32), tensor_view<32x32xi8, strides=[32,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x32), tensor_view<32x32xi8, strides=[32,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(32x32), tensor_view<64x32xi32, strides=[32,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %nothing = constant <i32: 0> : tile<32x32xi32>
    %ones = constant <i8: 1> : tile<32x32xi8>
    for %t in (%zero to %two, step %one) : tile<i32> {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%zero, %zero] : partition_view<tile=(32x32), tensor_view<32x32xi8, strides=[32,1]>>, tile<i32> -> tile<32x32xi8>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%zero, %zero] : partition_view<tile=(32x32), tensor_view<32x32xi8, strides=[32,1]>>, tile<i32> -> tile<32x32xi8>, token
      %sum = mmai %a_tile, %b_tile, %nothing signed signed : tile<32x32xi8>, tile<32x32xi8>, tile<32x32xi32>
      %written = store_view_tko weak %sum, %c_tiles[%t, %zero] : tile<32x32xi32>, partition_view<tile=(32x32), tensor_view<64x32xi32, strides=[32,1]>>, tile<i32> -> token
      %changed = store_view_tko weak %ones, %b_tiles[%zero, %zero] : tile<32x32xi8>, partition_view<tile=(32x32), tensor_view<32x32xi8, strides=[32,1]>>, tile<i32> -> token
      continue
    }
    return
  }";

#[test]
fn a_block_multiplies_with_what_it_has_written() {
    let kernel = kernel(OVERWRITING);
    let mut memory =
        [filled(Scalar::I8, 1, 32, 32), filled(Scalar::I8, 2, 32, 32), filled(Scalar::I32, 3, 64, 32)];
    let options = &mut DiscardOutput;
    launching::launch(&Cpu::default(), &kernel, 1, &mut memory, &mut Options::new(options))
        .expect("it ends well");
    let sums = integers(&memory[2]);
    let first: Vec<i64> =
        product(Scalar::I32, [32, 32, 32]).iter().map(|&sum| i64::from(sum as i32)).collect();
    let rows = (0..32).map(|row| (0..32).map(|i| number(1, row * 32 + i)).sum::<i64>());
    let second: Vec<i64> = rows.flat_map(|sum| [sum; 32]).collect();
    assert_eq!(sums, [first, second].concat());
}
