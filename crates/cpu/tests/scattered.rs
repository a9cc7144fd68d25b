//! Stores through pointers that follow from data.

mod launching;

use cpu::Cpu;
use launch::{Buffer, DiscardOutput, LaunchError, Options};
use launching::{buffers, integers, kernel, launch};
use numerics::Scalar;

/// Stores the number of each of 64 lanes to element `37 * lane % 64` of the first buffer, or of the second one after element 31
/// if `both`.
fn store(both: bool, sizes: [u64; 2]) -> (Result<(), LaunchError>, Vec<Buffer>) {
    let stored = if both { "%either" } else { "%first" };
    let text = format!(
        "entry @k(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>) {{
    %lane = iota : tile<64xi32>
    %factor = constant <i32: 37> : tile<64xi32>
    %last = constant <i32: 63> : tile<64xi32>
    %half = constant <i32: 32> : tile<64xi32>
    %product = muli %lane, %factor : tile<64xi32>
    %place = andi %product, %last : tile<64xi32>
    %low = cmpi less_than %place, %half, signed : tile<64xi32> -> tile<64xi1>
    %a1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b1 = reshape %b : tile<ptr<i32>> -> tile<1xptr<i32>>
    %a64 = broadcast %a1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %b64 = broadcast %b1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %first = offset %a64, %place : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %second = offset %b64, %place : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %either = select %low, %first, %second : tile<64xi1>, tile<64xptr<i32>>
    %done = store_ptr_tko weak {stored}, %lane : tile<64xptr<i32>>, tile<64xi32> -> token
    return
}}"
    );
    let mut memory = buffers(&sizes.map(|size| (Scalar::I32, size)));
    let mut output = DiscardOutput;
    let ended = launch(&Cpu::default(), &kernel(&text), 1, &mut memory, &mut Options::new(&mut output));
    (ended.map(|_| ()), memory)
}

/// The element at a place after the lanes below `lanes` have stored.
fn stored(place: i64, lanes: i64) -> i64 {
    (0..lanes).find(|lane| lane * 37 % 64 == place).unwrap_or(0)
}

#[test]
fn lanes_may_mean_several_buffers() {
    let (ended, memory) = store(true, [32, 64]);
    assert_eq!(ended, Ok(()));
    let first: Vec<i64> = (0..32).map(|place| stored(place, 64)).collect();
    let second: Vec<i64> = (0..64).map(|place| if place < 32 { 0 } else { stored(place, 64) }).collect();
    assert_eq!([integers(&memory[0]), integers(&memory[1])], [first, second]);
}

#[test]
fn the_first_lane_outside_ends_the_launch_and_those_before_it_have_stored() {
    let (ended, memory) = store(false, [40, 1]);
    let Err(LaunchError::Trap(trap)) = ended else { panic!("{ended:?}") };
    let outside = (0..64).find(|lane| lane * 37 % 64 >= 40).expect("some are");
    assert!(trap.to_string().contains(&format!("{outside}")), "{trap}");
    assert_eq!(integers(&memory[0]), (0..40).map(|place| stored(place, outside)).collect::<Vec<i64>>());
}
