// RUN: run --arg 'a:i32[1024]=randint(-50,50,seed=1)' --arg 'b:i32[1024]=randint(-50,50,seed=2)' --arg 'c:i32[8,64]=randint(-50,50,seed=3)' --arg 'd:i32[8,64]=randint(-50,50,seed=4)' --arg 'e:i32[4,16,32]=randint(-50,50,seed=5)' --arg 'f:i32[2]=randint(-50,50,seed=6)' --arg 'g:i32[64,64]=randint(-50,50,seed=7)' --arg 'h:i32[64,64]=randint(-50,50,seed=8)' --arg 'p:i32[2048,2]=randint(-50,50,seed=9)' \
//   --print a --print g --print p
// a = [  24   11    4 ... -765 -802 -798]
// g = [[ 49  48  46 ...  47  49  49]
//      [ 49  48  46 ...  47  49  49]
//      [ 49  48  46 ...  47  49  49]
//      ...
//      [ 20  10  29 ...  15  28  11]
//      [ 20   3  29 ...  15  26  11]
//      [ -7 -50 -17 ...  15   6  11]]
// p = [[  -30    -1]
//      [   14     6]
//      [   28    21]
//      ...
//      [-1455  -287]
//      [-1415  -299]
//      [-1420  -346]]
//
// Scans along every dimension, in both directions: lines within a thread, across lanes, and across warps; long, short and many.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %c: tile<ptr<i32>>, %d: tile<ptr<i32>>, %e: tile<ptr<i32>>, %f: tile<ptr<i32>>, %g: tile<ptr<i32>>, %h: tile<ptr<i32>>, %p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a_view = make_tensor_view %a, shape = [1024], strides = [1] : tensor_view<1024xi32, strides=[1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(1024), tensor_view<1024xi32, strides=[1]>>
    %a_in, %a_read = load_view_tko weak %a_tiles[%zero] : partition_view<tile=(1024), tensor_view<1024xi32, strides=[1]>>, tile<i32> -> tile<1024xi32>, token
    %a_out = scan %a_in dim=0 reverse=false identities=[0 : i32] : tile<1024xi32> -> tile<1024xi32> (%x: tile<i32>, %y: tile<i32>) {
      %z = addi %x, %y : tile<i32>
      yield %z : tile<i32>
    }
    %a_written = store_view_tko weak %a_out, %a_tiles[%zero] token = %a_read : tile<1024xi32>, partition_view<tile=(1024), tensor_view<1024xi32, strides=[1]>>, tile<i32> -> token
    %b_view = make_tensor_view %b, shape = [1024], strides = [1] : tensor_view<1024xi32, strides=[1]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(1024), tensor_view<1024xi32, strides=[1]>>
    %b_in, %b_read = load_view_tko weak %b_tiles[%zero] : partition_view<tile=(1024), tensor_view<1024xi32, strides=[1]>>, tile<i32> -> tile<1024xi32>, token
    %b_out = scan %b_in dim=0 reverse=true identities=[0 : i32] : tile<1024xi32> -> tile<1024xi32> (%x: tile<i32>, %y: tile<i32>) {
      %z = xori %x, %y : tile<i32>
      yield %z : tile<i32>
    }
    %b_written = store_view_tko weak %b_out, %b_tiles[%zero] token = %b_read : tile<1024xi32>, partition_view<tile=(1024), tensor_view<1024xi32, strides=[1]>>, tile<i32> -> token
    %c_view = make_tensor_view %c, shape = [8, 64], strides = [64, 1] : tensor_view<8x64xi32, strides=[64,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(8x64), tensor_view<8x64xi32, strides=[64,1]>>
    %c_in, %c_read = load_view_tko weak %c_tiles[%zero, %zero] : partition_view<tile=(8x64), tensor_view<8x64xi32, strides=[64,1]>>, tile<i32> -> tile<8x64xi32>, token
    %c_out = scan %c_in dim=0 reverse=false identities=[0 : i32] : tile<8x64xi32> -> tile<8x64xi32> (%x: tile<i32>, %y: tile<i32>) {
      %z = addi %x, %y : tile<i32>
      yield %z : tile<i32>
    }
    %c_written = store_view_tko weak %c_out, %c_tiles[%zero, %zero] token = %c_read : tile<8x64xi32>, partition_view<tile=(8x64), tensor_view<8x64xi32, strides=[64,1]>>, tile<i32> -> token
    %d_view = make_tensor_view %d, shape = [8, 64], strides = [64, 1] : tensor_view<8x64xi32, strides=[64,1]>
    %d_tiles = make_partition_view %d_view : partition_view<tile=(8x64), tensor_view<8x64xi32, strides=[64,1]>>
    %d_in, %d_read = load_view_tko weak %d_tiles[%zero, %zero] : partition_view<tile=(8x64), tensor_view<8x64xi32, strides=[64,1]>>, tile<i32> -> tile<8x64xi32>, token
    %d_out = scan %d_in dim=1 reverse=true identities=[0 : i32] : tile<8x64xi32> -> tile<8x64xi32> (%x: tile<i32>, %y: tile<i32>) {
      %z = addi %x, %y : tile<i32>
      yield %z : tile<i32>
    }
    %d_written = store_view_tko weak %d_out, %d_tiles[%zero, %zero] token = %d_read : tile<8x64xi32>, partition_view<tile=(8x64), tensor_view<8x64xi32, strides=[64,1]>>, tile<i32> -> token
    %e_view = make_tensor_view %e, shape = [4, 16, 32], strides = [512, 32, 1] : tensor_view<4x16x32xi32, strides=[512,32,1]>
    %e_tiles = make_partition_view %e_view : partition_view<tile=(4x16x32), tensor_view<4x16x32xi32, strides=[512,32,1]>>
    %e_in, %e_read = load_view_tko weak %e_tiles[%zero, %zero, %zero] : partition_view<tile=(4x16x32), tensor_view<4x16x32xi32, strides=[512,32,1]>>, tile<i32> -> tile<4x16x32xi32>, token
    %e_out = scan %e_in dim=1 reverse=false identities=[0 : i32] : tile<4x16x32xi32> -> tile<4x16x32xi32> (%x: tile<i32>, %y: tile<i32>) {
      %z = addi %x, %y : tile<i32>
      yield %z : tile<i32>
    }
    %e_written = store_view_tko weak %e_out, %e_tiles[%zero, %zero, %zero] token = %e_read : tile<4x16x32xi32>, partition_view<tile=(4x16x32), tensor_view<4x16x32xi32, strides=[512,32,1]>>, tile<i32> -> token
    %f_view = make_tensor_view %f, shape = [2], strides = [1] : tensor_view<2xi32, strides=[1]>
    %f_tiles = make_partition_view %f_view : partition_view<tile=(2), tensor_view<2xi32, strides=[1]>>
    %f_in, %f_read = load_view_tko weak %f_tiles[%zero] : partition_view<tile=(2), tensor_view<2xi32, strides=[1]>>, tile<i32> -> tile<2xi32>, token
    %f_out = scan %f_in dim=0 reverse=true identities=[0 : i32] : tile<2xi32> -> tile<2xi32> (%x: tile<i32>, %y: tile<i32>) {
      %z = addi %x, %y : tile<i32>
      yield %z : tile<i32>
    }
    %f_written = store_view_tko weak %f_out, %f_tiles[%zero] token = %f_read : tile<2xi32>, partition_view<tile=(2), tensor_view<2xi32, strides=[1]>>, tile<i32> -> token
    %g_view = make_tensor_view %g, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xi32, strides=[64,1]>
    %g_tiles = make_partition_view %g_view : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>
    %g_in, %g_read = load_view_tko weak %g_tiles[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>, tile<i32> -> tile<64x64xi32>, token
    %g_out = scan %g_in dim=0 reverse=true identities=[-2147483648 : i32] : tile<64x64xi32> -> tile<64x64xi32> (%x: tile<i32>, %y: tile<i32>) {
      %z = maxi %x, %y signed : tile<i32>
      yield %z : tile<i32>
    }
    %g_written = store_view_tko weak %g_out, %g_tiles[%zero, %zero] token = %g_read : tile<64x64xi32>, partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>, tile<i32> -> token
    %h_view = make_tensor_view %h, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xi32, strides=[64,1]>
    %h_tiles = make_partition_view %h_view : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>
    %h_in, %h_read = load_view_tko weak %h_tiles[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>, tile<i32> -> tile<64x64xi32>, token
    %h_out = scan %h_in dim=1 reverse=false identities=[0 : i32] : tile<64x64xi32> -> tile<64x64xi32> (%x: tile<i32>, %y: tile<i32>) {
      %z = ori %x, %y : tile<i32>
      yield %z : tile<i32>
    }
    %h_written = store_view_tko weak %h_out, %h_tiles[%zero, %zero] token = %h_read : tile<64x64xi32>, partition_view<tile=(64x64), tensor_view<64x64xi32, strides=[64,1]>>, tile<i32> -> token
    %p_view = make_tensor_view %p, shape = [2048, 2], strides = [2, 1] : tensor_view<2048x2xi32, strides=[2,1]>
    %p_tiles = make_partition_view %p_view : partition_view<tile=(2048x2), tensor_view<2048x2xi32, strides=[2,1]>>
    %p_in, %p_read = load_view_tko weak %p_tiles[%zero, %zero] : partition_view<tile=(2048x2), tensor_view<2048x2xi32, strides=[2,1]>>, tile<i32> -> tile<2048x2xi32>, token
    %p_out = scan %p_in dim=0 reverse=false identities=[0 : i32] : tile<2048x2xi32> -> tile<2048x2xi32> (%x: tile<i32>, %y: tile<i32>) {
      %z = addi %x, %y : tile<i32>
      yield %z : tile<i32>
    }
    %p_written = store_view_tko weak %p_out, %p_tiles[%zero, %zero] token = %p_read : tile<2048x2xi32>, partition_view<tile=(2048x2), tensor_view<2048x2xi32, strides=[2,1]>>, tile<i32> -> token
    return
  }
}
