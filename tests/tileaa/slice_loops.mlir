// RUN: compile --emit=tileaa --target=sm_80 --passes=canonicalize,cse,licm,dce,slice-loops{shared=166912},canonicalize,cse,licm,dce
// tileaa.module @tests {
//   func @deep (%x: ptr, %y: ptr, %z: ptr, %n: i32) {
//     %zero = constant <value = 0> : i32
//     %av = make_memref %x : ptr -> memref<64x2048xf16, [2048, 1]>
//     %bv = make_memref %y : ptr -> memref<64x2048xf16, [2048, 1]>
//     %cv = make_memref %z : ptr -> memref<64x64xf32, [64, 1]>
//     %c = block_tile %cv : memref<64x64xf32, [64, 1]> -> block_tile<[64, 64], memref<64x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
//     %start = constant <value = 0.0> : tile<64x64xf32>
//     %0 = constant <value = 8> : i64
//     %1 = constant <value = 1> : i64
//     %2 = constant <value = 0> : i64
//     %3 = exti %n <signed> : i32 -> i64
//     %4 = muli %3, %0 : i64
//     %5 = block_tile %av : memref<64x2048xf16, [2048, 1]> -> block_tile<[64, 128], memref<64x2048xf16, [2048, 1]>, step = [64, 128], dims = [0, 1]>
//     %6 = block_tile %bv : memref<64x2048xf16, [2048, 1]> -> block_tile<[64, 128], memref<64x2048xf16, [2048, 1]>, step = [64, 128], dims = [0, 1]>
//     %sum = for %2, %4, %1, [%start] : i64, i64, i64, tile<64x64xf32> -> tile<64x64xf32> (%i: i64, %acc: tile<64x64xf32>) {
//       %at, %ta = tiled_load %5, [%zero, %i] : block_tile<[64, 128], memref<64x2048xf16, [2048, 1]>, step = [64, 128], dims = [0, 1]>, i32, i64 -> tile<64x128xf16>, token
//       %bt, %tb = tiled_load %6, [%zero, %i] : block_tile<[64, 128], memref<64x2048xf16, [2048, 1]>, step = [64, 128], dims = [0, 1]>, i32, i64 -> tile<64x128xf16>, token
//       %br = permute %bt <permutation = [1, 0]> : tile<64x128xf16> -> tile<128x64xf16>
//       %next = dot %at, %br, %acc : tile<64x128xf16>, tile<128x64xf16>, tile<64x64xf32> -> tile<64x64xf32>
//       continue [%next] : tile<64x64xf32>
//     }
//     %u = tiled_store %sum, %c, [%zero, %zero] : tile<64x64xf32>, block_tile<[64, 64], memref<64x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
//   func @printed (%x: ptr, %y: ptr, %z: ptr, %n: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %av = make_memref %x : ptr -> memref<64x2048xf16, [2048, 1]>
//     %bv = make_memref %y : ptr -> memref<64x2048xf16, [2048, 1]>
//     %cv = make_memref %z : ptr -> memref<64x64xf32, [64, 1]>
//     %a = block_tile %av : memref<64x2048xf16, [2048, 1]> -> block_tile<[64, 1024], memref<64x2048xf16, [2048, 1]>, step = [64, 1024], dims = [0, 1]>
//     %b = block_tile %bv : memref<64x2048xf16, [2048, 1]> -> block_tile<[64, 1024], memref<64x2048xf16, [2048, 1]>, step = [64, 1024], dims = [0, 1]>
//     %c = block_tile %cv : memref<64x64xf32, [64, 1]> -> block_tile<[64, 64], memref<64x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>
//     %start = constant <value = 0.0> : tile<64x64xf32>
//     %sum = for %zero, %n, %one, [%start] : i32, i32, i32, tile<64x64xf32> -> tile<64x64xf32> (%i: i32, %acc: tile<64x64xf32>) {
//       %at, %ta = tiled_load %a, [%zero, %i] : block_tile<[64, 1024], memref<64x2048xf16, [2048, 1]>, step = [64, 1024], dims = [0, 1]>, i32, i32 -> tile<64x1024xf16>, token
//       %bt, %tb = tiled_load %b, [%zero, %i] : block_tile<[64, 1024], memref<64x2048xf16, [2048, 1]>, step = [64, 1024], dims = [0, 1]>, i32, i32 -> tile<64x1024xf16>, token
//       %br = permute %bt <permutation = [1, 0]> : tile<64x1024xf16> -> tile<1024x64xf16>
//       %next = dot %at, %br, %acc : tile<64x1024xf16>, tile<1024x64xf16>, tile<64x64xf32> -> tile<64x64xf32>
//       %p = print [%i] <format = "%i"> : i32 -> token
//       continue [%next] : tile<64x64xf32>
//     }
//     %u = tiled_store %sum, %c, [%zero, %zero] : tile<64x64xf32>, block_tile<[64, 64], memref<64x64xf32, [64, 1]>, step = [64, 64], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
//   func @scaled (%x: ptr, %y: ptr, %xs: ptr, %ys: ptr, %z: ptr, %n: i32) {
//     %zero = constant <value = 0> : i32
//     %av = make_memref %x : ptr -> memref<128x2048xf4E2M1FN, [2048, 1]>
//     %bv = make_memref %y : ptr -> memref<2048x256xf4E2M1FN, [1, 2048]>
//     %sv = make_memref %xs : ptr -> memref<128x64xf8E8M0FNU, [64, 1]>
//     %tv = make_memref %ys : ptr -> memref<64x256xf8E8M0FNU, [1, 64]>
//     %cv = make_memref %z : ptr -> memref<128x256xf32, [256, 1]>
//     %c = block_tile %cv : memref<128x256xf32, [256, 1]> -> block_tile<[128, 256], memref<128x256xf32, [256, 1]>, step = [128, 256], dims = [0, 1]>
//     %start = constant <value = 0.0> : tile<128x256xf32>
//     %0 = constant <value = 2> : i64
//     %1 = constant <value = 1> : i64
//     %2 = constant <value = 0> : i64
//     %3 = exti %n <signed> : i32 -> i64
//     %4 = muli %3, %0 : i64
//     %5 = block_tile %av : memref<128x2048xf4E2M1FN, [2048, 1]> -> block_tile<[128, 256], memref<128x2048xf4E2M1FN, [2048, 1]>, step = [128, 256], dims = [0, 1]>
//     %6 = block_tile %bv : memref<2048x256xf4E2M1FN, [1, 2048]> -> block_tile<[256, 256], memref<2048x256xf4E2M1FN, [1, 2048]>, step = [256, 256], dims = [0, 1]>
//     %7 = block_tile %sv : memref<128x64xf8E8M0FNU, [64, 1]> -> block_tile<[128, 8], memref<128x64xf8E8M0FNU, [64, 1]>, step = [128, 8], dims = [0, 1]>
//     %8 = block_tile %tv : memref<64x256xf8E8M0FNU, [1, 64]> -> block_tile<[8, 256], memref<64x256xf8E8M0FNU, [1, 64]>, step = [8, 256], dims = [0, 1]>
//     %sum = for %2, %4, %1, [%start] : i64, i64, i64, tile<128x256xf32> -> tile<128x256xf32> (%i: i64, %acc: tile<128x256xf32>) {
//       %at, %ta = tiled_load %5, [%zero, %i] : block_tile<[128, 256], memref<128x2048xf4E2M1FN, [2048, 1]>, step = [128, 256], dims = [0, 1]>, i32, i64 -> tile<128x256xf4E2M1FN>, token
//       %bt, %tb = tiled_load %6, [%i, %zero] : block_tile<[256, 256], memref<2048x256xf4E2M1FN, [1, 2048]>, step = [256, 256], dims = [0, 1]>, i64, i32 -> tile<256x256xf4E2M1FN>, token
//       %st, %ts = tiled_load %7, [%zero, %i] : block_tile<[128, 8], memref<128x64xf8E8M0FNU, [64, 1]>, step = [128, 8], dims = [0, 1]>, i32, i64 -> tile<128x8xf8E8M0FNU>, token
//       %tt, %tt_read = tiled_load %8, [%i, %zero] : block_tile<[8, 256], memref<64x256xf8E8M0FNU, [1, 64]>, step = [8, 256], dims = [0, 1]>, i64, i32 -> tile<8x256xf8E8M0FNU>, token
//       %next = dot_scaled %at, %bt, %acc, %st, %tt : tile<128x256xf4E2M1FN>, tile<256x256xf4E2M1FN>, tile<128x256xf32>, tile<128x8xf8E8M0FNU>, tile<8x256xf8E8M0FNU> -> tile<128x256xf32>
//       continue [%next] : tile<128x256xf32>
//     }
//     %u = tiled_store %sum, %c, [%zero, %zero] : tile<128x256xf32>, block_tile<[128, 256], memref<128x256xf32, [256, 1]>, step = [128, 256], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
// }
//
// Both operands of `deep` are 256 KiB in an iteration, and two stages of that have no room in 163 KiB: an iteration becomes eight, of 128 of
// the 1024 numbers that it sums over. `printed` prints in each iteration, and is left alone. Operands and scales of
// `scaled` are 108 KiB, and become halves.
cuda_tile.module @tests {
  entry @deep(%x: tile<ptr<f16>>, %y: tile<ptr<f16>>, %z: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %av = make_tensor_view %x, shape = [64, 2048], strides = [2048, 1] : tensor_view<64x2048xf16, strides=[2048,1]>
    %bv = make_tensor_view %y, shape = [64, 2048], strides = [2048, 1] : tensor_view<64x2048xf16, strides=[2048,1]>
    %cv = make_tensor_view %z, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %a = make_partition_view %av : partition_view<tile=(64x1024), tensor_view<64x2048xf16, strides=[2048,1]>>
    %b = make_partition_view %bv : partition_view<tile=(64x1024), tensor_view<64x2048xf16, strides=[2048,1]>>
    %c = make_partition_view %cv : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %start = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %start) -> (tile<64x64xf32>) {
      %at, %ta = load_view_tko weak %a[%zero, %i] : partition_view<tile=(64x1024), tensor_view<64x2048xf16, strides=[2048,1]>>, tile<i32> -> tile<64x1024xf16>, token
      %bt, %tb = load_view_tko weak %b[%zero, %i] : partition_view<tile=(64x1024), tensor_view<64x2048xf16, strides=[2048,1]>>, tile<i32> -> tile<64x1024xf16>, token
      %br = permute %bt [1, 0] : tile<64x1024xf16> -> tile<1024x64xf16>
      %next = mmaf %at, %br, %acc : tile<64x1024xf16>, tile<1024x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %u = store_view_tko weak %sum, %c[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @printed(%x: tile<ptr<f16>>, %y: tile<ptr<f16>>, %z: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %av = make_tensor_view %x, shape = [64, 2048], strides = [2048, 1] : tensor_view<64x2048xf16, strides=[2048,1]>
    %bv = make_tensor_view %y, shape = [64, 2048], strides = [2048, 1] : tensor_view<64x2048xf16, strides=[2048,1]>
    %cv = make_tensor_view %z, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %a = make_partition_view %av : partition_view<tile=(64x1024), tensor_view<64x2048xf16, strides=[2048,1]>>
    %b = make_partition_view %bv : partition_view<tile=(64x1024), tensor_view<64x2048xf16, strides=[2048,1]>>
    %c = make_partition_view %cv : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %start = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %start) -> (tile<64x64xf32>) {
      %at, %ta = load_view_tko weak %a[%zero, %i] : partition_view<tile=(64x1024), tensor_view<64x2048xf16, strides=[2048,1]>>, tile<i32> -> tile<64x1024xf16>, token
      %bt, %tb = load_view_tko weak %b[%zero, %i] : partition_view<tile=(64x1024), tensor_view<64x2048xf16, strides=[2048,1]>>, tile<i32> -> tile<64x1024xf16>, token
      %br = permute %bt [1, 0] : tile<64x1024xf16> -> tile<1024x64xf16>
      %next = mmaf %at, %br, %acc : tile<64x1024xf16>, tile<1024x64xf16>, tile<64x64xf32>
      %p = print_tko "%i", %i : tile<i32> -> token
      continue %next : tile<64x64xf32>
    }
    %u = store_view_tko weak %sum, %c[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @scaled(%x: tile<ptr<f4E2M1FN>>, %y: tile<ptr<f4E2M1FN>>, %xs: tile<ptr<f8E8M0FNU>>, %ys: tile<ptr<f8E8M0FNU>>, %z: tile<ptr<f32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %av = make_tensor_view %x, shape = [128, 2048], strides = [2048, 1] : tensor_view<128x2048xf4E2M1FN, strides=[2048,1]>
    %bv = make_tensor_view %y, shape = [2048, 256], strides = [1, 2048] : tensor_view<2048x256xf4E2M1FN, strides=[1,2048]>
    %sv = make_tensor_view %xs, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf8E8M0FNU, strides=[64,1]>
    %tv = make_tensor_view %ys, shape = [64, 256], strides = [1, 64] : tensor_view<64x256xf8E8M0FNU, strides=[1,64]>
    %cv = make_tensor_view %z, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xf32, strides=[256,1]>
    %a = make_partition_view %av : partition_view<tile=(128x512), tensor_view<128x2048xf4E2M1FN, strides=[2048,1]>>
    %b = make_partition_view %bv : partition_view<tile=(512x256), tensor_view<2048x256xf4E2M1FN, strides=[1,2048]>>
    %s = make_partition_view %sv : partition_view<tile=(128x16), tensor_view<128x64xf8E8M0FNU, strides=[64,1]>>
    %t = make_partition_view %tv : partition_view<tile=(16x256), tensor_view<64x256xf8E8M0FNU, strides=[1,64]>>
    %c = make_partition_view %cv : partition_view<tile=(128x256), tensor_view<128x256xf32, strides=[256,1]>>
    %start = constant <f32: 0.0> : tile<128x256xf32>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %start) -> (tile<128x256xf32>) {
      %at, %ta = load_view_tko weak %a[%zero, %i] : partition_view<tile=(128x512), tensor_view<128x2048xf4E2M1FN, strides=[2048,1]>>, tile<i32> -> tile<128x512xf4E2M1FN>, token
      %bt, %tb = load_view_tko weak %b[%i, %zero] : partition_view<tile=(512x256), tensor_view<2048x256xf4E2M1FN, strides=[1,2048]>>, tile<i32> -> tile<512x256xf4E2M1FN>, token
      %st, %ts = load_view_tko weak %s[%zero, %i] : partition_view<tile=(128x16), tensor_view<128x64xf8E8M0FNU, strides=[64,1]>>, tile<i32> -> tile<128x16xf8E8M0FNU>, token
      %tt, %tt_read = load_view_tko weak %t[%i, %zero] : partition_view<tile=(16x256), tensor_view<64x256xf8E8M0FNU, strides=[1,64]>>, tile<i32> -> tile<16x256xf8E8M0FNU>, token
      %next = mmaf_scaled %at, %bt, %acc, %st, %tt : tile<128x512xf4E2M1FN>, tile<512x256xf4E2M1FN>, tile<128x256xf32>, tile<128x16xf8E8M0FNU>, tile<16x256xf8E8M0FNU>
      continue %next : tile<128x256xf32>
    }
    %u = store_view_tko weak %sum, %c[%zero, %zero] : tile<128x256xf32>, partition_view<tile=(128x256), tensor_view<128x256xf32, strides=[256,1]>>, tile<i32> -> token
    return
  }
}
