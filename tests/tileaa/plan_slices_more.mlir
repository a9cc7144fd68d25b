// RUN: compile --emit=tileaa --target=sm_120a --passes=canonicalize,cse,licm,dce,plan-slices{shared=101376},split-tile-blocks,canonicalize,cse,licm,dce
// tileaa.module @tests {
//   func @in_rounds (%x: ptr, %y: ptr) {
//     %0 = constant <value = 0> : i32
//     %1 = constant <value = 8> : i32
//     %2 = constant <value = 1> : i32
//     %a = make_memref %x : ptr -> memref<512x256xf32, [256, 1]>
//     %b = make_memref %y : ptr -> memref<256x512xf32, [512, 1]>
//     %3 = constant <value = 0> : i64
//     %4 = block_tile %a : memref<512x256xf32, [256, 1]> -> block_tile<[64, 256], memref<512x256xf32, [256, 1]>, step = [64, 256], dims = [0, 1]>
//     %5 = block_tile %b : memref<256x512xf32, [512, 1]> -> block_tile<[256, 64], memref<256x512xf32, [512, 1]>, step = [256, 64], dims = [0, 1]>
//     for %0, %1, %2 : i32, i32, i32 (%arg0: i32) {
//       %6 = exti %arg0 : i32 -> i64
//       %7 = addi %3, %6 : i64
//       %v, %t = tiled_load %4, [%7, %0] : block_tile<[64, 256], memref<512x256xf32, [256, 1]>, step = [64, 256], dims = [0, 1]>, i64, i32 -> tile<64x256xf32>, token
//       %w = permute %v <permutation = [1, 0]> : tile<64x256xf32> -> tile<256x64xf32>
//       %u = tiled_store %w, %5, [%0, %7] : tile<256x64xf32>, block_tile<[256, 64], memref<256x512xf32, [512, 1]>, step = [256, 64], dims = [0, 1]>, i32, i64 -> token
//       continue
//     }
//     return
//   }
//   func @called (%x: ptr, %y: ptr) {
//     %0 = constant <value = 0> : i32
//     %1 = constant <value = 2> : i32
//     %2 = constant <value = 1> : i32
//     %a = make_memref %x : ptr -> memref<16384xf64, [1]>
//     %b = make_memref %y : ptr -> memref<16384xf64, [1]>
//     %3 = constant <value = 0> : i64
//     %4 = block_tile %a : memref<16384xf64, [1]> -> block_tile<[8192], memref<16384xf64, [1]>, step = [8192], dims = [0]>
//     %5 = block_tile %b : memref<16384xf64, [1]> -> block_tile<[8192], memref<16384xf64, [1]>, step = [8192], dims = [0]>
//     for %0, %1, %2 : i32, i32, i32 (%arg0: i32) {
//       %6 = exti %arg0 : i32 -> i64
//       %7 = addi %3, %6 : i64
//       %v, %t = tiled_load %4, [%7] : block_tile<[8192], memref<16384xf64, [1]>, step = [8192], dims = [0]>, i64 -> tile<8192xf64>, token
//       %w, %r = tiled_load %5, [%7] : block_tile<[8192], memref<16384xf64, [1]>, step = [8192], dims = [0]>, i64 -> tile<8192xf64>, token
//       %d = divf %v, %w : tile<8192xf64>
//       %s = addf %d, %v : tile<8192xf64>
//       %u = tiled_store %s, %5, [%7], [%r] : tile<8192xf64>, block_tile<[8192], memref<16384xf64, [1]>, step = [8192], dims = [0]>, i64, token -> token
//       continue
//     }
//     return
//   }
// }
//
// Slices that are smaller than registers alone ask for: a transposed slice has room in shared memory as a whole, and the operands of a
// quotient of 64 bits, which is a call, are live for all elements.
cuda_tile.module @tests {
  entry @in_rounds(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a = make_tensor_view %x, shape = [512, 256], strides = [256, 1] : tensor_view<512x256xf32, strides=[256,1]>
    %b = make_tensor_view %y, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf32, strides=[512,1]>
    %p = make_partition_view %a : partition_view<tile=(512x256), tensor_view<512x256xf32, strides=[256,1]>>
    %q = make_partition_view %b : partition_view<tile=(256x512), tensor_view<256x512xf32, strides=[512,1]>>
    %v, %t = load_view_tko weak %p[%zero, %zero] : partition_view<tile=(512x256), tensor_view<512x256xf32, strides=[256,1]>>, tile<i32> -> tile<512x256xf32>, token
    %w = permute %v [1, 0] : tile<512x256xf32> -> tile<256x512xf32>
    %u = store_view_tko weak %w, %q[%zero, %zero] : tile<256x512xf32>, partition_view<tile=(256x512), tensor_view<256x512xf32, strides=[512,1]>>, tile<i32> -> token
    return
  }
  entry @called(%x: tile<ptr<f64>>, %y: tile<ptr<f64>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a = make_tensor_view %x, shape = [16384], strides = [1] : tensor_view<16384xf64, strides=[1]>
    %b = make_tensor_view %y, shape = [16384], strides = [1] : tensor_view<16384xf64, strides=[1]>
    %p = make_partition_view %a : partition_view<tile=(16384), tensor_view<16384xf64, strides=[1]>>
    %q = make_partition_view %b : partition_view<tile=(16384), tensor_view<16384xf64, strides=[1]>>
    %v, %t = load_view_tko weak %p[%zero] : partition_view<tile=(16384), tensor_view<16384xf64, strides=[1]>>, tile<i32> -> tile<16384xf64>, token
    %w, %r = load_view_tko weak %q[%zero] : partition_view<tile=(16384), tensor_view<16384xf64, strides=[1]>>, tile<i32> -> tile<16384xf64>, token
    %d = divf %v, %w : tile<16384xf64>
    %s = addf %d, %v : tile<16384xf64>
    %u = store_view_tko weak %s, %q[%zero] token = %r : tile<16384xf64>, partition_view<tile=(16384), tensor_view<16384xf64, strides=[1]>>, tile<i32> -> token
    return
  }
}
