cuda_tile.module @bench {
  entry @k(%x: tile<ptr<f32>>) {
    %i = iota : tile<4096xi32>
    %x1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %xs = broadcast %x1 : tile<1xptr<f32>> -> tile<4096xptr<f32>>
    %p = offset %xs, %i : tile<4096xptr<f32>>, tile<4096xi32> -> tile<4096xptr<f32>>
    %v, %t = load_ptr_tko weak %p : tile<4096xptr<f32>> -> tile<4096xf32>, token
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %trips = constant <i32: 256> : tile<i32>
    %half = constant <f32: 0.5> : tile<4096xf32>
    %r = for %k in (%zero to %trips, step %one) : tile<i32> iter_values(%a = %v) -> (tile<4096xf32>) {
      %b = mulf %a, %half : tile<4096xf32>
      %c = addf %b, %half : tile<4096xf32>
      %d = maxf %c, %half : tile<4096xf32>
      %e = fma %d, %half, %v : tile<4096xf32>
      continue %e : tile<4096xf32>
    }
    %s = store_ptr_tko weak %p, %r token=%t : tile<4096xptr<f32>>, tile<4096xf32> -> token
    return
  }
}
