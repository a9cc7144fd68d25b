// RUN: run --grid 2 --arg 'x:f32[8,64]=randint(-4,5,seed=3)' --arg 'y:f32[8,64]=zeros' --arg 'z:f32[8]=zeros' --print z
// z = [-262. -256. -250. -303. -252. -224. -291. -215.]
//
// Rows are shared out, four to a tile; a row stays in one thread block. The sums are stored under another shape.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %z: tile<ptr<f32>>) optimization_hints=<default = {num_cta_in_cga = 4}> {
    %xt = make_tensor_view %x, shape = [8, 64], strides = [64, 1] : tensor_view<8x64xf32, strides=[64,1]>
    %yt = make_tensor_view %y, shape = [8, 64], strides = [64, 1] : tensor_view<8x64xf32, strides=[64,1]>
    %zt = make_tensor_view %z, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %xp = make_partition_view %xt : partition_view<tile=(4x64), tensor_view<8x64xf32, strides=[64,1]>>
    %yp = make_partition_view %yt : partition_view<tile=(4x64), tensor_view<8x64xf32, strides=[64,1]>>
    %zp = make_partition_view %zt : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
    %i, %j, %l = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %v, %t0 = load_view_tko weak %xp[%i, %zero] : partition_view<tile=(4x64), tensor_view<8x64xf32, strides=[64,1]>>, tile<i32> -> tile<4x64xf32>, token
    %most = reduce %v dim=1 identities=[0xFF800000 : f32] : tile<4x64xf32> -> tile<4xf32> (%e: tile<f32>, %s: tile<f32>) {
      %r = maxf %e, %s : tile<f32>
      yield %r : tile<f32>
    }
    %most_1 = reshape %most : tile<4xf32> -> tile<4x1xf32>
    %most_all = broadcast %most_1 : tile<4x1xf32> -> tile<4x64xf32>
    %below = subf %v, %most_all : tile<4x64xf32>
    %sum = reduce %below dim=1 identities=[0.0 : f32] : tile<4x64xf32> -> tile<4xf32> (%e: tile<f32>, %s: tile<f32>) {
      %r = addf %e, %s : tile<f32>
      yield %r : tile<f32>
    }
    %sum_1 = reshape %sum : tile<4xf32> -> tile<4x1xf32>
    %sum_all = broadcast %sum_1 : tile<4x1xf32> -> tile<4x64xf32>
    %result = mulf %below, %sum_all : tile<4x64xf32>
    %t1 = store_view_tko weak %result, %yp[%i, %zero] : tile<4x64xf32>, partition_view<tile=(4x64), tensor_view<8x64xf32, strides=[64,1]>>, tile<i32> -> token
    %t2 = store_view_tko weak %sum, %zp[%i] : tile<4xf32>, partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
