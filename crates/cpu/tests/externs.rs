//! Functions that the caller supplies, and what happens when it does not.

mod launching;

use cpu::{Cpu, Preparation, Prepared};
use launch::{DiscardOutput, Options};
use launching::{buffers, integers, launch, module};
use numerics::Scalar;

/// Calls a function on elements that were transposed and on a constant, in a loop.
const CALLS: &str = "entry @k(%out: tile<ptr<i16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %lanes = iota : tile<8xi16>
    %rows = reshape %lanes : tile<8xi16> -> tile<2x4xi16>
    %columns = permute %rows [1, 0] : tile<2x4xi16> -> tile<4x2xi16>
    %small = constant <i1: true> : tile<4x2xi1>
    %last = for %i in (%zero to %three, step %one) : tile<i32> iter_values(%x = %columns) -> (tile<4x2xi16>) {
      %y = experimental$extern_elementwise %x, %small {libname = \"\", libpath = \"\", pure = true, symbol = \"twice\"}
           : (tile<4x2xi16>, tile<4x2xi1>) -> tile<4x2xi16>
      continue %y : tile<4x2xi16>
    }
    %t = make_tensor_view %out, shape = [4, 2], strides = [2, 1] : tensor_view<4x2xi16, strides=[2,1]>
    %v = make_partition_view %t : partition_view<tile=(4x2), tensor_view<4x2xi16, strides=[2,1]>>
    %written = store_view_tko weak %last, %v[%zero, %zero] : tile<4x2xi16>, partition_view<tile=(4x2), tensor_view<4x2xi16, strides=[2,1]>>, tile<i32> -> token
    return
}";

#[test]
fn a_supplied_function_is_called_for_every_element() {
    let mut how = Preparation::default();
    let error = Prepared::new(&module(CALLS), "k", &how).expect_err("nobody supplied it").to_string();
    assert!(error.contains("external function `twice`") && error.contains("Externs::define"), "{error}");
    // The upper bits of what it returns do not count.
    how.externs.define("twice", |bits| (2 * bits[0] + bits[1]) | 0xABCD_0000);
    let kernel = Prepared::new(&module(CALLS), "k", &how).expect("the function is there");
    let mut memory = buffers(&[(Scalar::I16, 8)]);
    let mut output = DiscardOutput;
    launch(&Cpu::default(), &kernel, 1, &mut memory, &mut Options::new(&mut output)).expect("it ends well");
    assert_eq!(integers(&memory[0]), [0, 4, 1, 5, 2, 6, 3, 7].map(|x| 8 * x + 7));
}
