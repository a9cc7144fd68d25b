// RUN: compile --emit=tileaa
// tileaa.module @tests {
//   func @k (%x: ptr) {
//     %i = constant <values = [8, 9, 10, 11, -16, -15, -14, -13]> : tile<8xi32>
//     %a = assume %i <kind = div_by, numbers = [8, 4, 0, 1]> : tile<8xi32>
//     %b = assume %a <kind = bounded, numbers = [-16, 11]> : tile<8xi32>
//     %s = constant <values = [1, 1, 2, 2]> : tile<2x2xi16>
//     %c = assume %s <kind = same_elements, numbers = [1, 2]> : tile<2x2xi16>
//     %p = assume %x <kind = div_by, numbers = [256]> : ptr
//     %v = make_memref %p : ptr -> memref<4xf32, [1]>
//     %w = assume %v <kind = div_by, numbers = [16]> : memref<4xf32, [1]>
//     return
//   }
// }
//
// Promises are numbers: divisor, length, dimension and distance of groups; bounds; extents.
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
