// RUN: run --arg 'out:i32[3]=iota' --show r --print out
// %r = [ 0 12  6  ?]
// out = [ 0 24 12]
//
// Undefined elements that nothing depends on are no mistake: a masked-off lane and its quotient are not stored, the
// divisor of a branch that is not chosen may be zero, and an element outside of the tensor is dropped again.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %o1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %os = broadcast %o1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %i = iota : tile<4xi32>
    %p = offset %os, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %three = constant <i32: 3> : tile<4xi32>
    %mask = cmpi less_than %i, %three, signed : tile<4xi32> -> tile<4xi1>
    %v, %t = load_ptr_tko weak %p, %mask : tile<4xptr<i32>>, tile<4xi1> -> tile<4xi32>, token
    %twelve = constant <i32: 12> : tile<4xi32>
    %q = divi %twelve, %v signed : tile<4xi32>
    %zero = constant <i32: 0> : tile<4xi32>
    %is_zero = cmpi equal %v, %zero, signed : tile<4xi32> -> tile<4xi1>
    %r = select %is_zero, %zero, %q : tile<4xi1>, tile<4xi32>
    %t2 = store_ptr_tko weak %p, %r, %mask token=%t : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token
    %tv = make_tensor_view %out, shape = [3], strides = [1] : tensor_view<3xi32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(4), tensor_view<3xi32, strides=[1]>>
    %k = constant <i32: 0> : tile<i32>
    %w, %t3 = load_view_tko weak %pv[%k] token = %t2 : partition_view<tile=(4), tensor_view<3xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %w2 = addi %w, %w : tile<4xi32>
    %t4 = store_view_tko weak %w2, %pv[%k] token = %t3 : tile<4xi32>, partition_view<tile=(4), tensor_view<3xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
