// A program with a mistake: it sums a vector through a view without a padding value. The lanes outside of the vector
// have no value; adding them up is not yet wrong, but the sum has no value either, and storing it is. The interpreter
// says where the value got lost and where that began to matter. The remedy is `padding_value = zero` in the view's type.
//
// RUN: run --engine=reference --arg 'x:f32[5]=iota' --arg 'sum:f32[1]=zeros' --arg 'x.shape[0]' --print sum
// TRAP: loaded without padding

cuda_tile.module @unpadded_sum {
  entry @sum(%x: tile<ptr<f32>>, %sum: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %x_tensor = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
    %values, %read = load_view_tko weak %x_tiles[%zero] : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
    %total = reduce %values dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32> (%element: tile<f32>, %so_far: tile<f32>) {
      %partial = addf %element, %so_far : tile<f32>
      yield %partial : tile<f32>
    }
    %written = store_ptr_tko weak %sum, %total : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
