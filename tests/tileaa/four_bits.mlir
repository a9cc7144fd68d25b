// RUN: compile --emit=tileaa
// tileaa.module @tests {
//   func @k (%x: ptr) {
//     %v = make_memref %x : ptr -> memref<8xf4E2M1FN, [1]>
//     %p = block_tile %v : memref<8xf4E2M1FN, [1]> -> block_tile<[4], memref<8xf4E2M1FN, [1]>, step = [4], dims = [0]>
//     %one = constant <value = 1> : i32
//     %zero = constant <value = 0> : i32
//     %a, %t = tiled_load %p, [%zero] : block_tile<[4], memref<8xf4E2M1FN, [1]>, step = [4], dims = [0]>, i32 -> tile<4xf4E2M1FN>, token
//     %low = fp_to_fp %a : tile<4xf4E2M1FN> -> tile<4xf32>
//     %b = constant <values = [0x1, 0xf, 0x2, 0x4]> : tile<4xf4E2M1FN>
//     %t2 = tiled_store %b, %p, [%one], [%t] : tile<4xf4E2M1FN>, block_tile<[4], memref<8xf4E2M1FN, [1]>, step = [4], dims = [0]>, i32, token -> token
//     return
//   }
// }
//
// Elements of four bits stay what they are; how they lie in bytes is the memory's business.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i8>>) {
    %x4 = ptr_to_ptr %x : tile<ptr<i8>> -> tile<ptr<f4E2M1FN>>
    %v = make_tensor_view %x4, shape = [8], strides = [1] : tensor_view<8xf4E2M1FN, strides=[1]>
    %p = make_partition_view %v : partition_view<tile=(4), tensor_view<8xf4E2M1FN, strides=[1]>>
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %a, %t = load_view_tko weak %p[%zero] : partition_view<tile=(4), tensor_view<8xf4E2M1FN, strides=[1]>>, tile<i32> -> tile<4xf4E2M1FN>, token
    %low = ftof %a : tile<4xf4E2M1FN> -> tile<4xf32>
    %b = constant <f4E2M1FN: [0.5, -6.0, 1.0, 2.0]> : tile<4xf4E2M1FN>
    %t2 = store_view_tko weak %b, %p[%one] token = %t : tile<4xf4E2M1FN>, partition_view<tile=(4), tensor_view<8xf4E2M1FN, strides=[1]>>, tile<i32> -> token
    return
  }
}
