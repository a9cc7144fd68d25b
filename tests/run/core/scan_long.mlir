// RUN: run --arg 'x:i16[2,32]=iota' --arg 'sums:i16[2,32]=zeros' --arg 'tops:f64[2,32]=zeros' --print sums --print tops
// sums = [[   0    1    3    6   10   15   21   28   36   45   55   66   78   91
//           105  120  136  153  171  190  210  231  253  276  300  325  351  378
//           406  435  465  496]
//         [  32   65   99  134  170  207  245  284  324  365  407  450  494  539
//           585  632  680  729  779  830  882  935  989 1044 1100 1157 1215 1274
//          1334 1395 1457 1520]]
// tops = [[ 0.  0.  0.  0.  0.  0.  0.  0.  0.  0.  0.  0.  0.  0.  0.  0.  0.  0.
//           0.  0.  0.  0.  0.  0.  0.  0.  0.  0.  0.  1.  2.  3.]
//         [nan nan nan nan nan nan nan nan nan  0.  0.  0.  0.  0.  0.  0.  0.  0.
//           0.  0.  0.  0.  0.  0.  0.  0.  0.  0.  0.  0.  0.  0.]]
//
// Lines of whole vectors are scanned from the first element on, or from the last.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i16>>, %sums: tile<ptr<i16>>, %tops: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %x, shape = [2, 32], strides = [32, 1] : tensor_view<2x32xi16, strides=[32,1]>
    %p = make_partition_view %v : partition_view<tile=(2x32), tensor_view<2x32xi16, strides=[32,1]>>
    %a, %t1 = load_view_tko weak %p[%zero, %zero] : partition_view<tile=(2x32), tensor_view<2x32xi16, strides=[32,1]>>, tile<i32> -> tile<2x32xi16>, token
    %sum = scan %a dim=1 reverse=false identities=[0 : i16] : tile<2x32xi16> -> tile<2x32xi16>
    (%e: tile<i16>, %acc: tile<i16>) {
      %s = addi %e, %acc : tile<i16>
      yield %s : tile<i16>
    }
    %sv = make_tensor_view %sums, shape = [2, 32], strides = [32, 1] : tensor_view<2x32xi16, strides=[32,1]>
    %sp = make_partition_view %sv : partition_view<tile=(2x32), tensor_view<2x32xi16, strides=[32,1]>>
    %w1 = store_view_tko weak %sum, %sp[%zero, %zero] : tile<2x32xi16>, partition_view<tile=(2x32), tensor_view<2x32xi16, strides=[32,1]>>, tile<i32> -> token
    // A saw tooth with a NaN in it.
    %seven = constant <i16: 7> : tile<2x32xi16>
    %rest = remi %a, %seven signed : tile<2x32xi16>
    %teeth = itof %rest signed : tile<2x32xi16> -> tile<2x32xf64>
    %forty = constant <i16: 40> : tile<2x32xi16>
    %is_hole = cmpi equal %a, %forty, signed : tile<2x32xi16> -> tile<2x32xi1>
    %none = constant <f64: 0x7FF8000000000000> : tile<2x32xf64>
    %holes = select %is_hole, %none, %teeth : tile<2x32xi1>, tile<2x32xf64>
    %top = scan %holes dim=1 reverse=true identities=[0x7FF0000000000000 : f64] : tile<2x32xf64> -> tile<2x32xf64>
    (%e: tile<f64>, %acc: tile<f64>) {
      %m = minf %e, %acc propagate_nan : tile<f64>
      yield %m : tile<f64>
    }
    %tv = make_tensor_view %tops, shape = [2, 32], strides = [32, 1] : tensor_view<2x32xf64, strides=[32,1]>
    %tp = make_partition_view %tv : partition_view<tile=(2x32), tensor_view<2x32xf64, strides=[32,1]>>
    %w2 = store_view_tko weak %top, %tp[%zero, %zero] : tile<2x32xf64>, partition_view<tile=(2x32), tensor_view<2x32xf64, strides=[32,1]>>, tile<i32> -> token
    return
  }
}
