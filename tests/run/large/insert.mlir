// RUN: run --arg 'a:f32[256,256]=iota' --arg 'b:f32[64,64]=iota' --arg 'o:f32[256,256]=zeros' --print o
// o = [[0.0000e+00 1.0000e+00 2.0000e+00 ... 2.5300e+02 2.5400e+02 2.5500e+02]
//      [2.5600e+02 2.5700e+02 2.5800e+02 ... 5.0900e+02 5.1000e+02 5.1100e+02]
//      [5.1200e+02 5.1300e+02 5.1400e+02 ... 7.6500e+02 7.6600e+02 7.6700e+02]
//      ...
//      [6.4768e+04 6.4769e+04 6.4770e+04 ... 6.5021e+04 6.5022e+04 6.5023e+04]
//      [6.5024e+04 6.5025e+04 6.5026e+04 ... 6.5277e+04 6.5278e+04 6.5279e+04]
//      [6.5280e+04 6.5281e+04 6.5282e+04 ... 6.5533e+04 6.5534e+04 6.5535e+04]]
//
// A slice of a tile of 256 KiB is replaced at an index that is known at run time: threads that hold it load it, others keep what
// they have.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %o: tile<ptr<f32>>) {
    %z = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %at = make_tensor_view %a, shape = [256,256], strides = [256,1] : tensor_view<256x256xf32, strides=[256,1]>
    %ap = make_partition_view %at : partition_view<tile=(256x256), tensor_view<256x256xf32, strides=[256,1]>>
    %av, %ak = load_view_tko weak %ap[%z, %z] : partition_view<tile=(256x256), tensor_view<256x256xf32, strides=[256,1]>>, tile<i32> -> tile<256x256xf32>, token
    %bt = make_tensor_view %b, shape = [64,64], strides = [64,1] : tensor_view<64x64xf32, strides=[64,1]>
    %bp = make_partition_view %bt : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %bv, %bk = load_view_tko weak %bp[%z, %z] : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
    %x, %y, %w = get_tile_block_id : tile<i32>
    %row = addi %x, %one : tile<i32>
    %column = addi %row, %one : tile<i32>
    %p = insert %bv, %av[%row, %column] : tile<64x64xf32>, tile<256x256xf32>
    %ot = make_tensor_view %o, shape = [256,256], strides = [256,1] : tensor_view<256x256xf32, strides=[256,1]>
    %op = make_partition_view %ot : partition_view<tile=(256x256), tensor_view<256x256xf32, strides=[256,1]>>
    %ok = store_view_tko weak %p, %op[%z, %z] : tile<256x256xf32>, partition_view<tile=(256x256), tensor_view<256x256xf32, strides=[256,1]>>, tile<i32> -> token
    return
  }
}
