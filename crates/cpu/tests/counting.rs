//! Histograms: privatised transactions have all been carried out when a launch ends.

mod launching;

use std::num::NonZeroUsize;

use cpu::Cpu;
use launch::{DiscardOutput, LaunchError, Options};
use launching::{buffers, integers, kernel, launch};
use numerics::Scalar;

/// Each block counts 128 numbers of `%x` in `%counts`, with 1 or 3 more each time; `TAIL` may look at the counts.
fn counting(elem: &str, tail: &str) -> String {
    format!(
        "entry @k(%x: tile<ptr<i32>>, %counts: tile<ptr<{elem}>>) {{
    %block, %by, %bz = get_tile_block_id : tile<i32>
    %t = make_tensor_view %x, shape = [25600], strides = [1] : tensor_view<25600xi32, strides=[1]>
    %v = make_partition_view %t : partition_view<tile=(128), tensor_view<25600xi32, strides=[1]>>
    %value, %read = load_view_tko weak %v[%block] : partition_view<tile=(128), tensor_view<25600xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
    %c1 = reshape %counts : tile<ptr<{elem}>> -> tile<1xptr<{elem}>>
    %cs = broadcast %c1 : tile<1xptr<{elem}>> -> tile<128xptr<{elem}>>
    %places = offset %cs, %value : tile<128xptr<{elem}>>, tile<128xi32> -> tile<128xptr<{elem}>>
    %one = constant <{elem}: 1> : tile<128x{elem}>
    %three = constant <{elem}: 3> : tile<128x{elem}>
    %even = constant <i32: 1> : tile<128xi32>
    %bit = andi %value, %even : tile<128xi32>
    %nothing = constant <i32: 0> : tile<128xi32>
    %is_even = cmpi equal %bit, %nothing, signed : tile<128xi32> -> tile<128xi1>
    %o1, %t1 = atomic_rmw_tko relaxed device %places, add, %one : tile<128xptr<{elem}>>, tile<128x{elem}> -> tile<128x{elem}>, token
    %o2, %t2 = atomic_rmw_tko relaxed device %places, add, %three, %is_even token=%t1 : tile<128xptr<{elem}>>, tile<128x{elem}>, tile<128xi1> -> tile<128x{elem}>, token
    {tail}
    return
  }}"
    )
}

/// Adds the first count to the last one, in the order of the block.
const LOOKS: &str = "%now, %t3 = load_ptr_tko relaxed device %counts token=%t2 : tile<ptr<i32>> -> tile<i32>, token
    %last_place = constant <i32: 299> : tile<i32>
    %last = offset %counts, %last_place : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %o4, %t4 = atomic_rmw_tko relaxed device %last, add, %now token=%t3 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token";

const BLOCKS: u32 = 200;

fn number(place: u32) -> u32 {
    place.wrapping_mul(0x9E37_79B1) >> 16 & 255
}

#[test]
fn all_counts_arrive() {
    let engine = Cpu::default();
    for (elem, scalar) in [("i32", Scalar::I32), ("i64", Scalar::I64)] {
        // A table of the counts is kept for the first size, and not for the second one.
        for size in [256, 5000] {
            let kernel = kernel(&counting(elem, ""));
            for threads in [1, 2, 5] {
                let mut memory = buffers(&[(Scalar::I32, 25600), (scalar, size)]);
                for (place, bytes) in (0..).zip(memory[0].bytes_mut().chunks_exact_mut(4)) {
                    bytes.copy_from_slice(&number(place).to_le_bytes());
                }
                let mut output = DiscardOutput;
                let mut options =
                    Options { threads: NonZeroUsize::new(threads), ..Options::new(&mut output) };
                let mut expected = vec![0i64; size as usize];
                for round in 1..=2 {
                    launch(&engine, &kernel, BLOCKS, &mut memory, &mut options).expect("it ends well");
                    for place in 0..25600 {
                        let value = number(place);
                        expected[value as usize] += if value & 1 == 0 { 4 } else { 1 };
                    }
                    assert_eq!(integers(&memory[1]), expected, "{elem}, {size}, {threads} threads, {round}");
                }
            }
        }
    }
}

#[test]
fn a_block_that_looks_sees_its_own_counts() {
    let (engine, kernel) = (Cpu::default(), kernel(&counting("i32", LOOKS)));
    // All numbers are 0.
    let mut memory = buffers(&[(Scalar::I32, 25600), (Scalar::I32, 300)]);
    let mut output = DiscardOutput;
    let mut options = Options { threads: NonZeroUsize::new(1), ..Options::new(&mut output) };
    launch(&engine, &kernel, 3, &mut memory, &mut options).expect("it ends well");
    let found = integers(&memory[1]);
    assert_eq!((found[0], found[299]), (3 * 512, 512 + 1024 + 1536));
}

#[test]
fn counts_before_a_stray_one_are_there() {
    let (engine, kernel) = (Cpu::default(), kernel(&counting("i32", "")));
    let mut memory = buffers(&[(Scalar::I32, 25600), (Scalar::I32, 256)]);
    // Lane 100 of block 2.
    memory[0].bytes_mut()[4 * 356] = 0xff;
    memory[0].bytes_mut()[4 * 356 + 1] = 0xff;
    let mut output = DiscardOutput;
    let mut options = Options { threads: NonZeroUsize::new(1), ..Options::new(&mut output) };
    let Err(LaunchError::Trap(trap)) = launch(&engine, &kernel, BLOCKS, &mut memory, &mut options) else {
        panic!("one number is too large")
    };
    assert_eq!((trap.code, trap.block, trap.element), ("E0520", [2, 0, 0], Some(vec![100])));
    assert_eq!(integers(&memory[1])[0], 2 * 512 + 100);
}
