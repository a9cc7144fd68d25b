// RUN: compile --emit=tileaa --target=sm_80 --passes=canonicalize,cse,licm,dce,plan-slices{shared=166912},split-tile-blocks,canonicalize,cse,licm,dce
// tileaa.module @tests {
//   func @transposed (%x: ptr, %y: ptr, %n: ptr) {
//     %0 = constant <value = 0> : i32
//     %1 = constant <value = 4> : i32
//     %2 = constant <value = 1> : i32
//     %a = make_memref %x : ptr -> memref<512x256xf32, [256, 1]>
//     %b = make_memref %y : ptr -> memref<256x512xf32, [512, 1]>
//     %3 = constant <value = 0> : i64
//     %4 = block_tile %a : memref<512x256xf32, [256, 1]> -> block_tile<[128, 256], memref<512x256xf32, [256, 1]>, step = [128, 256], dims = [0, 1]>
//     %5 = block_tile %b : memref<256x512xf32, [512, 1]> -> block_tile<[256, 128], memref<256x512xf32, [512, 1]>, step = [256, 128], dims = [0, 1]>
//     for %0, %1, %2 : i32, i32, i32 (%arg0: i32) {
//       %6 = exti %arg0 : i32 -> i64
//       %7 = addi %3, %6 : i64
//       %v, %t = tiled_load %4, [%7, %0] : block_tile<[128, 256], memref<512x256xf32, [256, 1]>, step = [128, 256], dims = [0, 1]>, i64, i32 -> tile<128x256xf32>, token
//       %w = permute %v <permutation = [1, 0]> : tile<128x256xf32> -> tile<256x128xf32>
//       %u = tiled_store %w, %5, [%0, %7] : tile<256x128xf32>, block_tile<[256, 128], memref<256x512xf32, [512, 1]>, step = [256, 128], dims = [0, 1]>, i32, i64 -> token
//       %8 = cmpi %arg0, %0 <predicate = equal> : i32, i32 -> i1
//       if %8 : i1 {
//         %s = store %n, %0 : ptr, i32 -> token
//         yield
//       } {
//         yield
//       }
//       continue
//     }
//     return
//   }
//   func @row (%x: ptr, %y: ptr) {
//     %zero = constant <value = 0> : i32
//     %a = make_memref %x : ptr -> memref<131072xf32, [1]>
//     %p = block_tile %a : memref<131072xf32, [1]> -> block_tile<[131072], memref<131072xf32, [1]>, step = [131072], dims = [0]>
//     %v, %t = tiled_load %p, [%zero] : block_tile<[131072], memref<131072xf32, [1]>, step = [131072], dims = [0]>, i32 -> tile<131072xf32>, token
//     %sum = reduce [%v] <dim = 0, identities = [0]> : tile<131072xf32> -> f32 (%acc: f32, %e: f32) {
//       %r = addf %e, %acc : f32
//       yield [%r] : f32
//     }
//     %one = view %sum : f32 -> tile<1xf32>
//     %all = broadcast %one : tile<1xf32> -> tile<131072xf32>
//     %d = subf %v, %all : tile<131072xf32>
//     %u = tiled_store %d, %p, [%zero], [%t] : tile<131072xf32>, block_tile<[131072], memref<131072xf32, [1]>, step = [131072], dims = [0]>, i32, token -> token
//     return
//   }
//   func @hinted <num_worker_warps_per_cta = 16> (%x: ptr, %y: ptr) {
//     %0 = constant <value = 0> : i32
//     %1 = constant <value = 4> : i32
//     %2 = constant <value = 1> : i32
//     %a = make_memref %x : ptr -> memref<512x256xf32, [256, 1]>
//     %b = make_memref %y : ptr -> memref<256x512xf32, [512, 1]>
//     %3 = constant <value = 0> : i64
//     %4 = block_tile %a : memref<512x256xf32, [256, 1]> -> block_tile<[128, 256], memref<512x256xf32, [256, 1]>, step = [128, 256], dims = [0, 1]>
//     %5 = block_tile %b : memref<256x512xf32, [512, 1]> -> block_tile<[256, 128], memref<256x512xf32, [512, 1]>, step = [256, 128], dims = [0, 1]>
//     for %0, %1, %2 : i32, i32, i32 (%arg0: i32) {
//       %6 = exti %arg0 : i32 -> i64
//       %7 = addi %3, %6 : i64
//       %v, %t = tiled_load %4, [%7, %0] : block_tile<[128, 256], memref<512x256xf32, [256, 1]>, step = [128, 256], dims = [0, 1]>, i64, i32 -> tile<128x256xf32>, token
//       %w = permute %v <permutation = [1, 0]> : tile<128x256xf32> -> tile<256x128xf32>
//       %u = tiled_store %w, %5, [%0, %7] : tile<256x128xf32>, block_tile<[256, 128], memref<256x512xf32, [512, 1]>, step = [256, 128], dims = [0, 1]>, i32, i64 -> token
//       continue
//     }
//     return
//   }
//   func @small (%x: ptr, %y: ptr) {
//     %zero = constant <value = 0> : i32
//     %a = make_memref %x : ptr -> memref<128x128xf32, [128, 1]>
//     %b = make_memref %y : ptr -> memref<128x128xf32, [128, 1]>
//     %p = block_tile %a : memref<128x128xf32, [128, 1]> -> block_tile<[128, 128], memref<128x128xf32, [128, 1]>, step = [128, 128], dims = [0, 1]>
//     %q = block_tile %b : memref<128x128xf32, [128, 1]> -> block_tile<[128, 128], memref<128x128xf32, [128, 1]>, step = [128, 128], dims = [0, 1]>
//     %v, %t = tiled_load %p, [%zero, %zero] : block_tile<[128, 128], memref<128x128xf32, [128, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32 -> tile<128x128xf32>, token
//     %w = permute %v <permutation = [1, 0]> : tile<128x128xf32>
//     %u = tiled_store %w, %q, [%zero, %zero] : tile<128x128xf32>, block_tile<[128, 128], memref<128x128xf32, [128, 1]>, step = [128, 128], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
// }
//
// A tile of 512 rows of 256 floats takes 512 registers of each of 256 threads. `transposed` has a loop over quarters of it, of 128
// registers each, and does what is of one number in the first iteration. `row` has as many elements in one row: its sum needs all of
// them, and no dimension is left to cut. `hinted` has twice the threads, which can have half the registers each, and is cut alike.
// `small` fits.
cuda_tile.module @tests {
  entry @transposed(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %n: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a = make_tensor_view %x, shape = [512, 256], strides = [256, 1] : tensor_view<512x256xf32, strides=[256,1]>
    %b = make_tensor_view %y, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf32, strides=[512,1]>
    %p = make_partition_view %a : partition_view<tile=(512x256), tensor_view<512x256xf32, strides=[256,1]>>
    %q = make_partition_view %b : partition_view<tile=(256x512), tensor_view<256x512xf32, strides=[512,1]>>
    %v, %t = load_view_tko weak %p[%zero, %zero] : partition_view<tile=(512x256), tensor_view<512x256xf32, strides=[256,1]>>, tile<i32> -> tile<512x256xf32>, token
    %w = permute %v [1, 0] : tile<512x256xf32> -> tile<256x512xf32>
    %u = store_view_tko weak %w, %q[%zero, %zero] : tile<256x512xf32>, partition_view<tile=(256x512), tensor_view<256x512xf32, strides=[512,1]>>, tile<i32> -> token
    %s = store_ptr_tko weak %n, %zero : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @row(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a = make_tensor_view %x, shape = [131072], strides = [1] : tensor_view<131072xf32, strides=[1]>
    %p = make_partition_view %a : partition_view<tile=(131072), tensor_view<131072xf32, strides=[1]>>
    %v, %t = load_view_tko weak %p[%zero] : partition_view<tile=(131072), tensor_view<131072xf32, strides=[1]>>, tile<i32> -> tile<131072xf32>, token
    %sum = reduce %v dim=0 identities=[0.000000e+00 : f32] : tile<131072xf32> -> tile<f32> (%e: tile<f32>, %acc: tile<f32>) {
      %r = addf %e, %acc : tile<f32>
      yield %r : tile<f32>
    }
    %one = reshape %sum : tile<f32> -> tile<1xf32>
    %all = broadcast %one : tile<1xf32> -> tile<131072xf32>
    %d = subf %v, %all : tile<131072xf32>
    %u = store_view_tko weak %d, %p[%zero] token = %t : tile<131072xf32>, partition_view<tile=(131072), tensor_view<131072xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  entry @hinted(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) optimization_hints=<default = {num_worker_warps_per_cta = 16}> {
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
  entry @small(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %a = make_tensor_view %x, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %b = make_tensor_view %y, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xf32, strides=[128,1]>
    %p = make_partition_view %a : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %q = make_partition_view %b : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>
    %v, %t = load_view_tko weak %p[%zero, %zero] : partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> tile<128x128xf32>, token
    %w = permute %v [1, 0] : tile<128x128xf32> -> tile<128x128xf32>
    %u = store_view_tko weak %w, %q[%zero, %zero] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
