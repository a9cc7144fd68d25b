// RUN: run --show sum
// %sum = [ 0  8 16 24]
//
// Scratch memory: written, then read through a token chain. Every iteration of the loop has its own.
cuda_tile.module @tests {
  entry @k() {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %iota = iota : tile<4xi32>
    %sum = for %i in (%zero to %three, step %one) : tile<i32> iter_values(%s = %iota) -> (tile<4xi32>) {
      %m = alloca num_elem = 4, alignment = 16 : tile<ptr<i32>>
      %m1 = reshape %m : tile<ptr<i32>> -> tile<1xptr<i32>>
      %mb = broadcast %m1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
      %p = offset %mb, %iota : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
      %t = store_ptr_tko weak %p, %s : tile<4xptr<i32>>, tile<4xi32> -> token
      %f = memory_fence_alias_tko %t
      %v, %t2 = load_ptr_tko weak %p token=%f : tile<4xptr<i32>> -> tile<4xi32>, token
      %w = addi %v, %v : tile<4xi32>
      continue %w : tile<4xi32>
    }
    return
  }
}
