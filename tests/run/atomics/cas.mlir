// RUN: run --arg 'x:f32[4]=zeros' --show old --print x
// %old = [ 0. nan  2.  3.]
// x = [ 0. 11. 12.  3.]
//
// Compare and swap looks at bits: -0 is not +0, and a NaN equals itself. A lane that is masked off returns what it would
// have compared with.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>) {
    %iota = iota : tile<4xi32>
    %x1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %xs = broadcast %x1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %p = offset %xs, %iota : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %init = constant <f32: [0.0, 0x7FC00000, 2.0, 3.0]> : tile<4xf32>
    %s = store_ptr_tko weak %p, %init : tile<4xptr<f32>>, tile<4xf32> -> token
    %cmp = constant <f32: [0x80000000, 0x7FC00000, 2.0, 3.0]> : tile<4xf32>
    %new = constant <f32: [10.0, 11.0, 12.0, 13.0]> : tile<4xf32>
    %mask = constant <i1: [true, true, true, false]> : tile<4xi1>
    %old, %t = atomic_cas_tko relaxed device %p, %cmp, %new, %mask token=%s : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> tile<4xf32>, token
    return
  }
}
