//! Tiles of views that are outside of their tensors as a whole.

mod launching;

use cpu::{Cpu, Preparation, Prepared};
use launch::{DiscardOutput, LaunchError, Options};
use launching::{buffers, integers, launch, module};
use numerics::Scalar;

/// Each block copies its tile of four elements, plus one; there are two tiles.
const COPY: &str = "entry @k(%in: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %from = make_tensor_view %in, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %to = make_tensor_view %out, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %a = make_partition_view %from : partition_view<tile=(4), padding_value = zero, tensor_view<4xi32, strides=[1]>>
    %b = make_partition_view %to : partition_view<tile=(4), tensor_view<8xi32, strides=[1]>>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %v, %t1 = load_view_tko weak %a[%x] : partition_view<tile=(4), padding_value = zero, tensor_view<4xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %one = constant <i32: 1> : tile<4xi32>
    %w = addi %v, %one : tile<4xi32>
    %t2 = store_view_tko weak %w, %b[%x] token=%t1 : tile<4xi32>, partition_view<tile=(4), tensor_view<8xi32, strides=[1]>>, tile<i32> -> token
    return
}";

fn run(pad_outside: bool) -> (Result<(), LaunchError>, Vec<i64>) {
    let mut how = Preparation::default();
    how.pad_outside = pad_outside;
    let kernel = Prepared::new(&module(COPY), "k", &how).expect("it can be prepared");
    let mut memory = buffers(&[(Scalar::I32, 4), (Scalar::I32, 8)]);
    let mut output = DiscardOutput;
    let mut options = Options { step_budget: Some(1 << 20), ..Options::new(&mut output) };
    let ended = launch(&Cpu::default(), &kernel, 3, &mut memory, &mut options);
    (ended.map(|_| ()), integers(&memory[1]))
}

#[test]
fn they_end_the_launch() {
    let (ended, _) = run(false);
    let Err(LaunchError::Trap(trap)) = ended else { panic!("{ended:?}") };
    assert_eq!(trap.code, "E0541");
}

#[test]
fn they_are_padded_and_dropped_on_request() {
    // The second block reads outside, and the third writes outside too.
    assert_eq!(run(true), (Ok(()), vec![1; 8]));
}
