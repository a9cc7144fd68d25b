// RUN: run --arg 'x:i32[2,512]=iota' --arg 'y:i32[3]=zeros' --print y
// y = [ 130816  392960 -261632]
//
// What was loaded before a store is what was there before it, however late it is used: row 0 becomes row 1, and less its
// largest element after that.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %v = make_tensor_view %x, shape = [2, 512], strides = [512, 1] : tensor_view<2x512xi32, strides=[512,1]>
    %p = make_partition_view %v : partition_view<tile=(1x512), tensor_view<2x512xi32, strides=[512,1]>>
    %a, %t1 = load_view_tko weak %p[%zero, %zero] : partition_view<tile=(1x512), tensor_view<2x512xi32, strides=[512,1]>>, tile<i32> -> tile<1x512xi32>, token
    %b, %t2 = load_view_tko weak %p[%one, %zero] : partition_view<tile=(1x512), tensor_view<2x512xi32, strides=[512,1]>>, tile<i32> -> tile<1x512xi32>, token
    %t3 = join_tokens %t1, %t2 : token
    %t4 = store_view_tko weak %b, %p[%zero, %zero] token=%t3 : tile<1x512xi32>, partition_view<tile=(1x512), tensor_view<2x512xi32, strides=[512,1]>>, tile<i32> -> token
    %c, %t5 = load_view_tko weak %p[%zero, %zero] token=%t4 : partition_view<tile=(1x512), tensor_view<2x512xi32, strides=[512,1]>>, tile<i32> -> tile<1x512xi32>, token
    %old = reduce %a dim=1 identities=[0 : i32] : tile<1x512xi32> -> tile<1xi32>
    (%e: tile<i32>, %acc: tile<i32>) {
      %s = addi %e, %acc : tile<i32>
      yield %s : tile<i32>
    }
    %new = reduce %c dim=1 identities=[0 : i32] : tile<1x512xi32> -> tile<1xi32>
    (%e: tile<i32>, %acc: tile<i32>) {
      %s = addi %e, %acc : tile<i32>
      yield %s : tile<i32>
    }
    %top = reduce %c dim=1 identities=[-2147483648 : i32] : tile<1x512xi32> -> tile<1xi32>
    (%e: tile<i32>, %acc: tile<i32>) {
      %m = maxi %e, %acc signed : tile<i32>
      yield %m : tile<i32>
    }
    %top_11 = reshape %top : tile<1xi32> -> tile<1x1xi32>
    %tops = broadcast %top_11 : tile<1x1xi32> -> tile<1x512xi32>
    %below = subi %c, %tops : tile<1x512xi32>
    %t6 = store_view_tko weak %below, %p[%zero, %zero] token=%t5 : tile<1x512xi32>, partition_view<tile=(1x512), tensor_view<2x512xi32, strides=[512,1]>>, tile<i32> -> token
    %d, %t7 = load_view_tko weak %p[%zero, %zero] token=%t6 : partition_view<tile=(1x512), tensor_view<2x512xi32, strides=[512,1]>>, tile<i32> -> tile<1x512xi32>, token
    %both = addi %d, %below : tile<1x512xi32>
    %twice = reduce %both dim=1 identities=[0 : i32] : tile<1x512xi32> -> tile<1xi32>
    (%e: tile<i32>, %acc: tile<i32>) {
      %s = addi %e, %acc : tile<i32>
      yield %s : tile<i32>
    }
    %yv = make_tensor_view %y, shape = [3], strides = [1] : tensor_view<3xi32, strides=[1]>
    %yp = make_partition_view %yv : partition_view<tile=(1), tensor_view<3xi32, strides=[1]>>
    %w1 = store_view_tko weak %old, %yp[%zero] : tile<1xi32>, partition_view<tile=(1), tensor_view<3xi32, strides=[1]>>, tile<i32> -> token
    %w2 = store_view_tko weak %new, %yp[%one] : tile<1xi32>, partition_view<tile=(1), tensor_view<3xi32, strides=[1]>>, tile<i32> -> token
    %w3 = store_view_tko weak %twice, %yp[%two] : tile<1xi32>, partition_view<tile=(1), tensor_view<3xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
