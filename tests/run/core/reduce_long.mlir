// RUN: run --arg 'x:i32[3,500]=iota' --arg 'sums:i32[4]=zeros' --arg 'tops:f32[4]=zeros' --arg 'strict:f32[4]=zeros' \
//   --print sums --print tops --print strict
// sums = [124750 374750 624750      0]
// tops = [ 499.  999. 1499.    0.]
// strict = [nan nan nan nan]
//
// Rows of several strips are folded while they are loaded; the edge of the view is padded, and so is the last row. A
// maximum passes NaN over, or keeps it.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>, %sums: tile<ptr<i32>>, %tops: tile<ptr<f32>>, %strict: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %x, shape = [3, 500], strides = [500, 1] : tensor_view<3x500xi32, strides=[500,1]>
    %p = make_partition_view %v : partition_view<tile=(4x512), padding_value = zero, tensor_view<3x500xi32, strides=[500,1]>>
    %a, %t1 = load_view_tko weak %p[%zero, %zero] : partition_view<tile=(4x512), padding_value = zero, tensor_view<3x500xi32, strides=[500,1]>>, tile<i32> -> tile<4x512xi32>, token
    %sum = reduce %a dim=1 identities=[0 : i32] : tile<4x512xi32> -> tile<4xi32>
    (%e: tile<i32>, %acc: tile<i32>) {
      %s = addi %e, %acc : tile<i32>
      yield %s : tile<i32>
    }
    %f = itof %a signed : tile<4x512xi32> -> tile<4x512xf32>
    %three = constant <i32: 3> : tile<4x512xi32>
    %none = constant <f32: 0x7FC00000> : tile<4x512xf32>
    %lanes = iota : tile<512xi32>
    %row = reshape %lanes : tile<512xi32> -> tile<1x512xi32>
    %column = broadcast %row : tile<1x512xi32> -> tile<4x512xi32>
    %third = cmpi equal %column, %three, signed : tile<4x512xi32> -> tile<4x512xi1>
    %holes = select %third, %none, %f : tile<4x512xi1>, tile<4x512xf32>
    %top = reduce %holes dim=1 identities=[0xFF800000 : f32] : tile<4x512xf32> -> tile<4xf32>
    (%e: tile<f32>, %acc: tile<f32>) {
      %m = maxf %e, %acc : tile<f32>
      yield %m : tile<f32>
    }
    %kept = reduce %holes dim=1 identities=[0xFF800000 : f32] : tile<4x512xf32> -> tile<4xf32>
    (%e: tile<f32>, %acc: tile<f32>) {
      %m = maxf %acc, %e propagate_nan : tile<f32>
      yield %m : tile<f32>
    }
    %sv = make_tensor_view %sums, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %sp = make_partition_view %sv : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %w1 = store_view_tko weak %sum, %sp[%zero] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    %tv = make_tensor_view %tops, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %tp = make_partition_view %tv : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %w2 = store_view_tko weak %top, %tp[%zero] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    %kv = make_tensor_view %strict, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %kp = make_partition_view %kv : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
    %w3 = store_view_tko weak %kept, %kp[%zero] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
