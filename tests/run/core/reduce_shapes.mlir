// RUN: run --arg 'a:i32[1024]=randint(-50,50,seed=1)' --arg 'b:i32[8,64]=randint(-50,50,seed=2)' --arg 'c:i32[8,64]=randint(-50,50,seed=3)' --arg 'd:i32[64,32]=randint(-50,50,seed=4)' --arg 'e:i32[4,16,32]=randint(-50,50,seed=5)' --arg 'f:i32[32,256]=randint(-50,50,seed=6)' --arg 'g:i32[2,4]=randint(-50,50,seed=7)' --arg 'h:i32[4096]=randint(-50,50,seed=8)' --arg 'p:i32[16,512]=randint(-50,50,seed=9)' \
//   --arg 'ao:i32[1]=zeros' --arg 'bo:i32[8]=zeros' --arg 'co:i32[64]=zeros' --arg 'do:i32[64]=zeros' --arg 'eo:i32[128]=zeros' --arg 'fo:i32[32]=zeros' --arg 'go:i32[4]=zeros' --arg 'ho:i32[1]=zeros' --arg 'po:i32[16]=zeros' \
//   --print ao --print fo --print ho
// ao = [-798]
// fo = [-1 -1 -1 -2 -1 -1 -1 -1 -1 -1 -1 -1 -2 -1 -1 -2 -1 -1 -1 -1 -2 -2 -1 -1
//       -1 -1 -1 -1 -1 -1 -1 -1]
// ho = [0]
//
// Reductions of integers along every dimension: where a whole warp holds a line, one instruction may combine its lanes.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %c: tile<ptr<i32>>, %d: tile<ptr<i32>>, %e: tile<ptr<i32>>, %f: tile<ptr<i32>>, %g: tile<ptr<i32>>, %h: tile<ptr<i32>>, %p: tile<ptr<i32>>, %ao: tile<ptr<i32>>, %bo: tile<ptr<i32>>, %co: tile<ptr<i32>>, %do: tile<ptr<i32>>, %eo: tile<ptr<i32>>, %fo: tile<ptr<i32>>, %go: tile<ptr<i32>>, %ho: tile<ptr<i32>>, %po: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a_view = make_tensor_view %a, shape = [1024], strides = [1] : tensor_view<1024xi32, strides=[1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(1024), tensor_view<1024xi32, strides=[1]>>
    %ao_view = make_tensor_view %ao, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
    %ao_tiles = make_partition_view %ao_view : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
    %a_in, %a_read = load_view_tko weak %a_tiles[%zero] : partition_view<tile=(1024), tensor_view<1024xi32, strides=[1]>>, tile<i32> -> tile<1024xi32>, token
    %a_out = reduce %a_in dim=0 identities=[0 : i32] : tile<1024xi32> -> tile<i32> (%x: tile<i32>, %y: tile<i32>) {
      %z = addi %x, %y : tile<i32>
      yield %z : tile<i32>
    }
    %a_flat = reshape %a_out : tile<i32> -> tile<1xi32>
    %a_written = store_view_tko weak %a_flat, %ao_tiles[%zero] : tile<1xi32>, partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> token
    %b_view = make_tensor_view %b, shape = [8, 64], strides = [64, 1] : tensor_view<8x64xi32, strides=[64,1]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(8x64), tensor_view<8x64xi32, strides=[64,1]>>
    %bo_view = make_tensor_view %bo, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %bo_tiles = make_partition_view %bo_view : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>
    %b_in, %b_read = load_view_tko weak %b_tiles[%zero, %zero] : partition_view<tile=(8x64), tensor_view<8x64xi32, strides=[64,1]>>, tile<i32> -> tile<8x64xi32>, token
    %b_out = reduce %b_in dim=1 identities=[2147483647 : i32] : tile<8x64xi32> -> tile<8xi32> (%x: tile<i32>, %y: tile<i32>) {
      %z = mini %x, %y signed : tile<i32>
      yield %z : tile<i32>
    }
    %b_written = store_view_tko weak %b_out, %bo_tiles[%zero] : tile<8xi32>, partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>, tile<i32> -> token
    %c_view = make_tensor_view %c, shape = [8, 64], strides = [64, 1] : tensor_view<8x64xi32, strides=[64,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(8x64), tensor_view<8x64xi32, strides=[64,1]>>
    %co_view = make_tensor_view %co, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %co_tiles = make_partition_view %co_view : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %c_in, %c_read = load_view_tko weak %c_tiles[%zero, %zero] : partition_view<tile=(8x64), tensor_view<8x64xi32, strides=[64,1]>>, tile<i32> -> tile<8x64xi32>, token
    %c_out = reduce %c_in dim=0 identities=[-2147483648 : i32] : tile<8x64xi32> -> tile<64xi32> (%x: tile<i32>, %y: tile<i32>) {
      %z = maxi %x, %y signed : tile<i32>
      yield %z : tile<i32>
    }
    %c_written = store_view_tko weak %c_out, %co_tiles[%zero] : tile<64xi32>, partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    %d_view = make_tensor_view %d, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xi32, strides=[32,1]>
    %d_tiles = make_partition_view %d_view : partition_view<tile=(64x32), tensor_view<64x32xi32, strides=[32,1]>>
    %do_view = make_tensor_view %do, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
    %do_tiles = make_partition_view %do_view : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
    %d_in, %d_read = load_view_tko weak %d_tiles[%zero, %zero] : partition_view<tile=(64x32), tensor_view<64x32xi32, strides=[32,1]>>, tile<i32> -> tile<64x32xi32>, token
    %d_out = reduce %d_in dim=1 identities=[-1 : i32] : tile<64x32xi32> -> tile<64xi32> (%x: tile<i32>, %y: tile<i32>) {
      %z = andi %x, %y : tile<i32>
      yield %z : tile<i32>
    }
    %d_written = store_view_tko weak %d_out, %do_tiles[%zero] : tile<64xi32>, partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
    %e_view = make_tensor_view %e, shape = [4, 16, 32], strides = [512, 32, 1] : tensor_view<4x16x32xi32, strides=[512,32,1]>
    %e_tiles = make_partition_view %e_view : partition_view<tile=(4x16x32), tensor_view<4x16x32xi32, strides=[512,32,1]>>
    %eo_view = make_tensor_view %eo, shape = [128], strides = [1] : tensor_view<128xi32, strides=[1]>
    %eo_tiles = make_partition_view %eo_view : partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>
    %e_in, %e_read = load_view_tko weak %e_tiles[%zero, %zero, %zero] : partition_view<tile=(4x16x32), tensor_view<4x16x32xi32, strides=[512,32,1]>>, tile<i32> -> tile<4x16x32xi32>, token
    %e_out = reduce %e_in dim=1 identities=[0 : i32] : tile<4x16x32xi32> -> tile<4x32xi32> (%x: tile<i32>, %y: tile<i32>) {
      %z = xori %x, %y : tile<i32>
      yield %z : tile<i32>
    }
    %e_flat = reshape %e_out : tile<4x32xi32> -> tile<128xi32>
    %e_written = store_view_tko weak %e_flat, %eo_tiles[%zero] : tile<128xi32>, partition_view<tile=(128), tensor_view<128xi32, strides=[1]>>, tile<i32> -> token
    %f_view = make_tensor_view %f, shape = [32, 256], strides = [256, 1] : tensor_view<32x256xi32, strides=[256,1]>
    %f_tiles = make_partition_view %f_view : partition_view<tile=(32x256), tensor_view<32x256xi32, strides=[256,1]>>
    %fo_view = make_tensor_view %fo, shape = [32], strides = [1] : tensor_view<32xi32, strides=[1]>
    %fo_tiles = make_partition_view %fo_view : partition_view<tile=(32), tensor_view<32xi32, strides=[1]>>
    %f_in, %f_read = load_view_tko weak %f_tiles[%zero, %zero] : partition_view<tile=(32x256), tensor_view<32x256xi32, strides=[256,1]>>, tile<i32> -> tile<32x256xi32>, token
    %f_out = reduce %f_in dim=1 identities=[0 : i32] : tile<32x256xi32> -> tile<32xi32> (%x: tile<i32>, %y: tile<i32>) {
      %z = maxi %x, %y unsigned : tile<i32>
      yield %z : tile<i32>
    }
    %f_written = store_view_tko weak %f_out, %fo_tiles[%zero] : tile<32xi32>, partition_view<tile=(32), tensor_view<32xi32, strides=[1]>>, tile<i32> -> token
    %g_view = make_tensor_view %g, shape = [2, 4], strides = [4, 1] : tensor_view<2x4xi32, strides=[4,1]>
    %g_tiles = make_partition_view %g_view : partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>
    %go_view = make_tensor_view %go, shape = [4], strides = [1] : tensor_view<4xi32, strides=[1]>
    %go_tiles = make_partition_view %go_view : partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>
    %g_in, %g_read = load_view_tko weak %g_tiles[%zero, %zero] : partition_view<tile=(2x4), tensor_view<2x4xi32, strides=[4,1]>>, tile<i32> -> tile<2x4xi32>, token
    %g_out = reduce %g_in dim=0 identities=[1 : i32] : tile<2x4xi32> -> tile<4xi32> (%x: tile<i32>, %y: tile<i32>) {
      %z = muli %x, %y : tile<i32>
      yield %z : tile<i32>
    }
    %g_written = store_view_tko weak %g_out, %go_tiles[%zero] : tile<4xi32>, partition_view<tile=(4), tensor_view<4xi32, strides=[1]>>, tile<i32> -> token
    %h_view = make_tensor_view %h, shape = [4096], strides = [1] : tensor_view<4096xi32, strides=[1]>
    %h_tiles = make_partition_view %h_view : partition_view<tile=(4096), tensor_view<4096xi32, strides=[1]>>
    %ho_view = make_tensor_view %ho, shape = [1], strides = [1] : tensor_view<1xi32, strides=[1]>
    %ho_tiles = make_partition_view %ho_view : partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>
    %h_in, %h_read = load_view_tko weak %h_tiles[%zero] : partition_view<tile=(4096), tensor_view<4096xi32, strides=[1]>>, tile<i32> -> tile<4096xi32>, token
    %h_out = reduce %h_in dim=0 identities=[-1 : i32] : tile<4096xi32> -> tile<i32> (%x: tile<i32>, %y: tile<i32>) {
      %z = mini %x, %y unsigned : tile<i32>
      yield %z : tile<i32>
    }
    %h_flat = reshape %h_out : tile<i32> -> tile<1xi32>
    %h_written = store_view_tko weak %h_flat, %ho_tiles[%zero] : tile<1xi32>, partition_view<tile=(1), tensor_view<1xi32, strides=[1]>>, tile<i32> -> token
    %p_view = make_tensor_view %p, shape = [16, 512], strides = [512, 1] : tensor_view<16x512xi32, strides=[512,1]>
    %p_tiles = make_partition_view %p_view : partition_view<tile=(16x512), tensor_view<16x512xi32, strides=[512,1]>>
    %po_view = make_tensor_view %po, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    %po_tiles = make_partition_view %po_view : partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>
    %p_in, %p_read = load_view_tko weak %p_tiles[%zero, %zero] : partition_view<tile=(16x512), tensor_view<16x512xi32, strides=[512,1]>>, tile<i32> -> tile<16x512xi32>, token
    %p_out = reduce %p_in dim=1 identities=[0 : i32] : tile<16x512xi32> -> tile<16xi32> (%x: tile<i32>, %y: tile<i32>) {
      %z = ori %x, %y : tile<i32>
      yield %z : tile<i32>
    }
    %p_written = store_view_tko weak %p_out, %po_tiles[%zero] : tile<16xi32>, partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
