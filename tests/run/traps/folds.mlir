// RUN: run --entry folds --arg 'c:f32[64,32]=randint(-9,10,seed=3)' --print c
// c = [[-11403.  -5044.  -9979. ...  -4121.  -6133.  -5371.]
//      [-11361.  -5001. -10101. ...  -4050.  -6090.  -5328.]
//      [-10697.  -4337.  -9273. ...  -3415.  -5427.  -4666.]
//      ...
//      [-10778.  -4418.  -9518. ...  -3467.  -5507.  -4745.]
//      [-10736.  -4377.  -9312. ...  -3454.  -5466.  -4705.]
//      [-10694.  -4335.  -9435. ...  -3383.  -5422.  -4661.]]
// RUN: run --entry scans --arg 'c:f32[64,32]=randint(-9,10,seed=3)' --print c
// c = [[   306. 148810.  23357. ... 161425.  87880.  88244.]
//      [   296. 148803.  23355. ... 161419.  87888.  88244.]
//      [   303. 148819.  23360. ... 161417.  87894.  88227.]
//      ...
//      [   296. 148820.  23371. ... 161411.  87890.  88229.]
//      [   294. 148805.  23362. ... 161420.  87891.  88242.]
//      [   296. 148805.  23366. ... 161410.  87881.  88243.]]
//
// What a run of a loop has warps exchange through shared memory is not overwritten by the next run, nor by the next exchange.
cuda_tile.module @traps {
  entry @folds(%c: tile<ptr<f32>>) {
    %ct = make_tensor_view %c, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf32, strides=[32,1]>
    %cv = make_partition_view %ct : partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %six = constant <i32: 6> : tile<i32>
    %start, %t0 = load_view_tko weak %cv[%zero, %zero] : partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>>, tile<i32> -> tile<64x32xf32>, token
    %small = constant <f32: 0.125> : tile<32xf32>
    %end = for %i in (%zero to %six, step %one) : tile<i32> iter_values(%v = %start) -> (tile<64x32xf32>) {
      %columns = reduce %v dim=0 identities=[0.0 : f32] : tile<64x32xf32> -> tile<32xf32> (%l: tile<f32>, %r: tile<f32>) {
        %s = addf %l, %r : tile<f32>
        yield %s : tile<f32>
      }
      %rows = reduce %v dim=1 identities=[0xFF800000 : f32] : tile<64x32xf32> -> tile<64xf32> (%l: tile<f32>, %r: tile<f32>) {
        %s = maxf %l, %r : tile<f32>
        yield %s : tile<f32>
      }
      %least = mulf %columns, %small : tile<32xf32>
      %whole = floor %least : tile<32xf32>
      %columns_2d = reshape %whole : tile<32xf32> -> tile<1x32xf32>
      %columns_all = broadcast %columns_2d : tile<1x32xf32> -> tile<64x32xf32>
      %rows_2d = reshape %rows : tile<64xf32> -> tile<64x1xf32>
      %rows_all = broadcast %rows_2d : tile<64x1xf32> -> tile<64x32xf32>
      %turned = permute %v [1, 0] : tile<64x32xf32> -> tile<32x64xf32>
      %cut = reshape %turned : tile<32x64xf32> -> tile<64x32xf32>
      %a = subf %rows_all, %columns_all : tile<64x32xf32>
      %b = subf %cut, %a : tile<64x32xf32>
      %half = constant <f32: 0.5> : tile<64x32xf32>
      %halved = mulf %b, %half : tile<64x32xf32>
      %next = floor %halved : tile<64x32xf32>
      continue %next : tile<64x32xf32>
    }
    %done = store_view_tko weak %end, %cv[%zero, %zero] token=%t0 : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }

  entry @scans(%c: tile<ptr<f32>>) {
    %ct = make_tensor_view %c, shape = [64, 32], strides = [32, 1] : tensor_view<64x32xf32, strides=[32,1]>
    %cv = make_partition_view %ct : partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %six = constant <i32: 6> : tile<i32>
    %start, %t0 = load_view_tko weak %cv[%zero, %zero] : partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>>, tile<i32> -> tile<64x32xf32>, token
    %small = constant <f32: 0.125> : tile<64x32xf32>
    %end = for %i in (%zero to %six, step %one) : tile<i32> iter_values(%v = %start) -> (tile<64x32xf32>) {
      %down = scan %v dim=0 reverse=false identities=[0.0 : f32] : tile<64x32xf32> -> tile<64x32xf32> (%l: tile<f32>, %r: tile<f32>) {
        %s = addf %l, %r : tile<f32>
        yield %s : tile<f32>
      }
      %less = mulf %down, %small : tile<64x32xf32>
      %whole = floor %less : tile<64x32xf32>
      %back = scan %whole dim=0 reverse=true identities=[0xFF800000 : f32] : tile<64x32xf32> -> tile<64x32xf32> (%l: tile<f32>, %r: tile<f32>) {
        %s = maxf %l, %r : tile<f32>
        yield %s : tile<f32>
      }
      %next = subf %back, %v : tile<64x32xf32>
      continue %next : tile<64x32xf32>
    }
    %done = store_view_tko weak %end, %cv[%zero, %zero] token=%t0 : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<64x32xf32, strides=[32,1]>>, tile<i32> -> token
    return
  }
}
