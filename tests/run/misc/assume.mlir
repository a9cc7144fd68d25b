// RUN: run --arg 'f32[4]=zeros' --show b --show c
// %b = [  8   9  10  11 -16 -15 -14 -13]
// %c = [[1 1]
//       [2 2]]
//
// True promises change nothing.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>) {
    %i = constant <i32: [8, 9, 10, 11, -16, -15, -14, -13]> : tile<8xi32>
    %a = assume div_by<8, every 4 along 0>, %i : tile<8xi32>
    %b = assume bounded<-16, 11>, %a : tile<8xi32>
    %s = constant <i16: [[1, 1], [2, 2]]> : tile<2x2xi16>
    %c = assume same_elements<[1, 2]>, %s : tile<2x2xi16>
    %p = assume div_by<256>, %x : tile<ptr<f32>>
    %v = make_tensor_view %p, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
    %w = assume div_by<16>, %v : tensor_view<4xf32, strides=[1]>
    return
  }
}
