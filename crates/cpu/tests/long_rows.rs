//! Rows that several groups read in memory, and the masks of their ends.

mod launching;

use cpu::Cpu;
use launch::{Argument, Buffer, DiscardOutput, Engine, Grid, Launch, Options};
use launching::{buffers, integers, kernel, launch};
use numerics::Scalar;

const LENGTH: usize = 4096;

/// `y[i] = x[i] + sum(x)`: the row is read for the sum, and again for what is stored.
const SUMMED: &str = "entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %xt = make_tensor_view %x, shape = [4096], strides = [1] : tensor_view<4096xi32, strides=[1]>
    %xv = make_partition_view %xt : partition_view<tile=(4096), tensor_view<4096xi32, strides=[1]>>
    %yt = make_tensor_view %y, shape = [4096], strides = [1] : tensor_view<4096xi32, strides=[1]>
    %yv = make_partition_view %yt : partition_view<tile=(4096), tensor_view<4096xi32, strides=[1]>>
    %row, %read = load_view_tko weak %xv[%zero] : partition_view<tile=(4096), tensor_view<4096xi32, strides=[1]>>, tile<i32> -> tile<4096xi32>, token
    %sum = reduce %row dim=0 identities=[0 : i32] : tile<4096xi32> -> tile<i32> (%element: tile<i32>, %so_far: tile<i32>) {
      %folded = addi %element, %so_far : tile<i32>
      yield %folded : tile<i32>
    }
    %sum_1 = reshape %sum : tile<i32> -> tile<1xi32>
    %sums = broadcast %sum_1 : tile<1xi32> -> tile<4096xi32>
    %result = addi %row, %sums : tile<4096xi32>
    %written = store_view_tko weak %result, %yv[%zero] token=%read : tile<4096xi32>, partition_view<tile=(4096), tensor_view<4096xi32, strides=[1]>>, tile<i32> -> token
    return
  }";

/// The buffer with the number of each element, from `first` on.
fn numbered(len: usize, first: i32) -> Buffer {
    let mut buffer = Buffer::zeroed(Scalar::I32, &[len as u64]).expect("small");
    for (number, bytes) in (first..).zip(buffer.bytes_mut().chunks_exact_mut(4)) {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
    buffer
}

/// A row and its result in one buffer, `apart` elements apart: the same ones, some of the same, or others.
#[test]
fn a_row_that_is_read_again_is_the_old_one() {
    let (engine, kernel) = (Cpu::default(), kernel(SUMMED));
    for (x, y) in [(0, 0), (0, 3), (3, 0), (0, LENGTH), (700, 0), (0, 1024)] {
        let mut buffer = numbered(2 * LENGTH, -1000);
        let before = integers(&buffer);
        let sum: i64 = before[x..x + LENGTH].iter().sum();
        let mut expected = before.clone();
        for place in 0..LENGTH {
            expected[y + place] = before[x + place] + sum;
        }
        let pointer = |place: usize| Argument::Pointer { buffer: 0, offset: 4 * place as u64 };
        let mut output = DiscardOutput;
        let mut launch = Launch {
            entry: "k",
            grid: Grid::new(1, 1, 1).expect("a small grid"),
            buffers: vec![buffer.view_mut()],
            args: vec![pointer(x), pointer(y)],
        };
        engine.launch(&kernel, &mut launch, &mut Options::new(&mut output)).expect("it ends well");
        assert!(integers(&buffer) == expected, "from {x} to {y}");
    }
}

/// `x[i] = x[i] + x[i]`, and then `y[i] = x[i] - 5` of what `x` was, or of what it has become where it is loaded again.
fn in_place(again: bool) -> String {
    let (load, second) = if again {
        let load = "%second, %r2 = load_view_tko weak %xv[%zero] token=%w : partition_view<tile=(4096), tensor_view<4096xi32, strides=[1]>>, tile<i32> -> tile<4096xi32>, token";
        (load, "%second")
    } else {
        ("", "%row")
    };
    format!(
        "entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {{
    %zero = constant <i32: 0> : tile<i32>
    %five = constant <i32: 5> : tile<4096xi32>
    %xt = make_tensor_view %x, shape = [4096], strides = [1] : tensor_view<4096xi32, strides=[1]>
    %xv = make_partition_view %xt : partition_view<tile=(4096), tensor_view<4096xi32, strides=[1]>>
    %yt = make_tensor_view %y, shape = [4096], strides = [1] : tensor_view<4096xi32, strides=[1]>
    %yv = make_partition_view %yt : partition_view<tile=(4096), tensor_view<4096xi32, strides=[1]>>
    %row, %r = load_view_tko weak %xv[%zero] : partition_view<tile=(4096), tensor_view<4096xi32, strides=[1]>>, tile<i32> -> tile<4096xi32>, token
    %twice = addi %row, %row : tile<4096xi32>
    %w = store_view_tko weak %twice, %xv[%zero] token=%r : tile<4096xi32>, partition_view<tile=(4096), tensor_view<4096xi32, strides=[1]>>, tile<i32> -> token
    {load}
    %less = subi {second}, %five : tile<4096xi32>
    %w2 = store_view_tko weak %less, %yv[%zero] : tile<4096xi32>, partition_view<tile=(4096), tensor_view<4096xi32, strides=[1]>>, tile<i32> -> token
    return
  }}"
    )
}

#[test]
fn a_row_that_is_overwritten_was_read_before() {
    let engine = Cpu::default();
    for again in [false, true] {
        let kernel = kernel(&in_place(again));
        let mut buffers = [numbered(LENGTH, -1000), numbered(LENGTH, 0)];
        let before = integers(&buffers[0]);
        let mut output = DiscardOutput;
        launch(&engine, &kernel, 1, &mut buffers, &mut Options::new(&mut output)).expect("it ends well");
        let factor = if again { 2 } else { 1 };
        assert!(integers(&buffers[0]).iter().zip(&before).all(|(now, old)| *now == 2 * old));
        assert!(integers(&buffers[1]).iter().zip(&before).all(|(now, old)| *now == factor * old - 5));
    }
}

/// `y[b, i] = x[i] + b` for every block b.
const BLOCKS: &str = "entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %b, %by, %bz = get_tile_block_id : tile<i32>
    %xt = make_tensor_view %x, shape = [4096], strides = [1] : tensor_view<4096xi32, strides=[1]>
    %xv = make_partition_view %xt : partition_view<tile=(4096), tensor_view<4096xi32, strides=[1]>>
    %yt = make_tensor_view %y, shape = [2048, 4096], strides = [4096, 1] : tensor_view<2048x4096xi32, strides=[4096,1]>
    %yv = make_partition_view %yt : partition_view<tile=(1x4096), tensor_view<2048x4096xi32, strides=[4096,1]>>
    %row, %read = load_view_tko weak %xv[%zero] : partition_view<tile=(4096), tensor_view<4096xi32, strides=[1]>>, tile<i32> -> tile<4096xi32>, token
    %b_1 = reshape %b : tile<i32> -> tile<1xi32>
    %bs = broadcast %b_1 : tile<1xi32> -> tile<4096xi32>
    %sum = addi %row, %bs : tile<4096xi32>
    %sum_row = reshape %sum : tile<4096xi32> -> tile<1x4096xi32>
    %written = store_view_tko weak %sum_row, %yv[%b, %zero] : tile<1x4096xi32>, partition_view<tile=(1x4096), tensor_view<2048x4096xi32, strides=[4096,1]>>, tile<i32> -> token
    return
  }";

/// Results for a buffer of more than 32 MiB are stored non-temporally, vector by vector or, from a misaligned address on, by copy.
#[test]
fn a_large_buffer_gets_every_result() {
    let (engine, kernel) = (Cpu::default(), kernel(BLOCKS));
    for skipped in [0usize, 8, 1] {
        let mut x = numbered(LENGTH, -1000);
        let mut y = Buffer::zeroed(Scalar::I32, &[2049 * LENGTH as u64]).expect("some memory");
        let mut output = DiscardOutput;
        let mut launch = Launch {
            entry: "k",
            grid: Grid::new(2048, 1, 1).expect("a small grid"),
            buffers: vec![x.view_mut(), y.view_mut()],
            args: vec![
                Argument::Pointer { buffer: 0, offset: 0 },
                Argument::Pointer { buffer: 1, offset: 4 * skipped as u64 },
            ],
        };
        engine.launch(&kernel, &mut launch, &mut Options::new(&mut output)).expect("it ends well");
        let word =
            |place: usize| i32::from_le_bytes(y.bytes()[4 * place..][..4].try_into().expect("4 bytes"));
        for place in 0..2048 * LENGTH {
            let (block, lane) = (place / LENGTH, place % LENGTH);
            assert_eq!(word(skipped + place), lane as i32 - 1000 + block as i32, "{place} behind {skipped}");
        }
        assert!((0..skipped).chain(skipped + 2048 * LENGTH..2049 * LENGTH).all(|place| word(place) == 0));
    }
}

/// The transposed matrix, by tiles of 64 x 64, of which those at two edges are not whole.
const TURNED: &str = "entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %xt = make_tensor_view %x, shape = [2912, 3216], strides = [3216, 1] : tensor_view<2912x3216xi32, strides=[3216,1]>
    %xv = make_partition_view %xt : partition_view<tile=(64x64), tensor_view<2912x3216xi32, strides=[3216,1]>>
    %yt = make_tensor_view %y, shape = [3216, 2912], strides = [2912, 1] : tensor_view<3216x2912xi32, strides=[2912,1]>
    %yv = make_partition_view %yt : partition_view<tile=(64x64), tensor_view<3216x2912xi32, strides=[2912,1]>>
    %tile, %read = load_view_tko weak %xv[%by, %bx] : partition_view<tile=(64x64), tensor_view<2912x3216xi32, strides=[3216,1]>>, tile<i32> -> tile<64x64xi32>, token
    %turned = permute %tile [1, 0] : tile<64x64xi32> -> tile<64x64xi32>
    %written = store_view_tko weak %turned, %yv[%bx, %by] : tile<64x64xi32>, partition_view<tile=(64x64), tensor_view<3216x2912xi32, strides=[2912,1]>>, tile<i32> -> token
    return
  }";

/// Rows of tiles of a buffer of more than 32 MiB are stored non-temporally where they are whole lines, and prefetched.
#[test]
fn a_large_matrix_is_transposed() {
    const ROWS: usize = 2912;
    const COLUMNS: usize = 3216;
    let (engine, kernel) = (Cpu::default(), kernel(TURNED));
    let mut x = numbered(ROWS * COLUMNS, -1000);
    for skipped in [0usize, 1] {
        let mut y = Buffer::zeroed(Scalar::I32, &[(ROWS * COLUMNS + 16) as u64]).expect("some memory");
        let mut output = DiscardOutput;
        let mut launch = Launch {
            entry: "k",
            grid: Grid::new(COLUMNS.div_ceil(64) as u32, ROWS.div_ceil(64) as u32, 1).expect("a small grid"),
            buffers: vec![x.view_mut(), y.view_mut()],
            args: vec![
                Argument::Pointer { buffer: 0, offset: 0 },
                Argument::Pointer { buffer: 1, offset: 4 * skipped as u64 },
            ],
        };
        engine.launch(&kernel, &mut launch, &mut Options::new(&mut output)).expect("it ends well");
        let words: Vec<i32> = y
            .bytes()
            .chunks_exact(4)
            .map(|word| i32::from_le_bytes(word.try_into().expect("4 bytes")))
            .collect();
        for (place, &word) in words.iter().enumerate() {
            let turned = place.checked_sub(skipped).filter(|place| *place < ROWS * COLUMNS);
            let expected = turned.map_or(0, |place| (place % ROWS * COLUMNS + place / ROWS) as i32 - 1000);
            assert_eq!(word, expected, "{place} behind {skipped}");
        }
    }
}

/// Which numbers of 2048 lanes compare with a number in memory.
fn masked(elem: &str, comparison: &str) -> String {
    format!(
        "entry @k(%n: tile<ptr<{elem}>>, %y: tile<ptr<i32>>) {{
    %zero = constant <i32: 0> : tile<i32>
    %bound, %t = load_ptr_tko weak %n : tile<ptr<{elem}>> -> tile<{elem}>, token
    %bound_1 = reshape %bound : tile<{elem}> -> tile<1x1x{elem}>
    %bounds = broadcast %bound_1 : tile<1x1x{elem}> -> tile<4x512x{elem}>
    %iota = iota : tile<512x{elem}>
    %row = reshape %iota : tile<512x{elem}> -> tile<1x512x{elem}>
    %numbers = broadcast %row : tile<1x512x{elem}> -> tile<4x512x{elem}>
    %holds = cmpi {comparison} : tile<4x512x{elem}> -> tile<4x512xi1>
    %yes = constant <i32: 7> : tile<4x512xi32>
    %no = constant <i32: -7> : tile<4x512xi32>
    %result = select %holds, %yes, %no : tile<4x512xi1>, tile<4x512xi32>
    %yt = make_tensor_view %y, shape = [4, 512], strides = [512, 1] : tensor_view<4x512xi32, strides=[512,1]>
    %yv = make_partition_view %yt : partition_view<tile=(4x512), tensor_view<4x512xi32, strides=[512,1]>>
    %written = store_view_tko weak %result, %yv[%zero, %zero] : tile<4x512xi32>, partition_view<tile=(4x512), tensor_view<4x512xi32, strides=[512,1]>>, tile<i32> -> token
    return
  }}"
    )
}

#[test]
fn numbers_of_elements_compare_with_a_bound() {
    let engine = Cpu::default();
    type Holds = fn(i128, i128) -> bool;
    let predicates: [(&str, Holds); 6] = [
        ("less_than", |a, b| a < b),
        ("less_than_or_equal", |a, b| a <= b),
        ("greater_than", |a, b| a > b),
        ("greater_than_or_equal", |a, b| a >= b),
        ("equal", |a, b| a == b),
        ("not_equal", |a, b| a != b),
    ];
    for ((elem, scalar), signed) in
        [("i32", Scalar::I32), ("i64", Scalar::I64)].into_iter().flat_map(|e| [(e, true), (e, false)])
    {
        for ((predicate, holds), exchanged) in predicates.into_iter().flat_map(|p| [(p, false), (p, true)]) {
            let operands = if exchanged { "%bounds, %numbers" } else { "%numbers, %bounds" };
            let sign = if signed { "signed" } else { "unsigned" };
            let kernel = kernel(&masked(elem, &format!("{predicate} {operands}, {sign}")));
            for bound in [0, 1, -1, 300, 511, 512, 513, i64::MAX, i64::MIN] {
                let mut memory = buffers(&[(scalar, 1), (Scalar::I32, 2048)]);
                let size = memory[0].bytes().len();
                memory[0].bytes_mut().copy_from_slice(&bound.to_le_bytes()[..size]);
                let mut output = DiscardOutput;
                launch(&engine, &kernel, 1, &mut memory, &mut Options::new(&mut output))
                    .expect("it ends well");
                let value = match (scalar, signed) {
                    (Scalar::I32, true) => i128::from(bound as i32),
                    (Scalar::I32, false) => i128::from(bound as u32),
                    (_, true) => i128::from(bound),
                    (_, false) => i128::from(bound as u64),
                };
                let expected: Vec<i64> = (0..2048)
                    .map(|lane| {
                        let number = lane % 512;
                        let (a, b) = if exchanged { (value, number) } else { (number, value) };
                        if holds(a, b) { 7 } else { -7 }
                    })
                    .collect();
                assert!(integers(&memory[1]) == expected, "{elem} {predicate} {operands} {sign} {bound}");
            }
        }
    }
}
