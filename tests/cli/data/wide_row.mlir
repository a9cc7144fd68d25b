// The softmax of a row of 131072 elements, whose terms no thread block holds in registers.
cuda_tile.module @wide_row {
  entry @wide_row(%row: tile<ptr<f32>>) {
    %at = iota : tile<131072xi32>
    %first = reshape %row : tile<ptr<f32>> -> tile<1xptr<f32>>
    %firsts = broadcast %first : tile<1xptr<f32>> -> tile<131072xptr<f32>>
    %places = offset %firsts, %at : tile<131072xptr<f32>>, tile<131072xi32> -> tile<131072xptr<f32>>
    %x, %read = load_ptr_tko weak %places : tile<131072xptr<f32>> -> tile<131072xf32>, token
    %largest = reduce %x dim=0 identities=[0xFF800000 : f32] : tile<131072xf32> -> tile<f32> (%l: tile<f32>, %r: tile<f32>) {
      %m = maxf %l, %r : tile<f32>
      yield %m : tile<f32>
    }
    %largest_1 = reshape %largest : tile<f32> -> tile<1xf32>
    %largest_all = broadcast %largest_1 : tile<1xf32> -> tile<131072xf32>
    %below = subf %x, %largest_all : tile<131072xf32>
    %terms = exp %below : tile<131072xf32>
    %sum = reduce %terms dim=0 identities=[0.0 : f32] : tile<131072xf32> -> tile<f32> (%l: tile<f32>, %r: tile<f32>) {
      %s = addf %l, %r : tile<f32>
      yield %s : tile<f32>
    }
    %sum_1 = reshape %sum : tile<f32> -> tile<1xf32>
    %sum_all = broadcast %sum_1 : tile<1xf32> -> tile<131072xf32>
    %shares = divf %terms, %sum_all : tile<131072xf32>
    %written = store_ptr_tko weak %places, %shares : tile<131072xptr<f32>>, tile<131072xf32> -> token
    return
  }
}
