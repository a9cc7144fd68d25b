// RUN: opt --passes=mask-padding,canonicalize,cse,licm,dce
// tileaa.module @m {
//   func @threads (%from: ptr, %to: ptr, %rows: i32, %width: i32, %count: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %row = get_program_id <axis = 0> : i32
//     %m = make_memref %from, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %tiles = block_tile %m : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = neg_inf>
//     %n = make_memref %to, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %out = block_tile %n : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>
//     for %zero, %count, %one : i32, i32, i32 (%i: i32) {
//       %x, %read = tiled_load %tiles, [%row, %i] : block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = neg_inf>, i32, i32 -> tile<8x128xf32>, token
//       %written = tiled_store %x, %out, [%row, %i] : tile<8x128xf32>, block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>, i32, i32 -> token
//       continue
//     }
//     return
//   }
//   func @zeros <agents> (%from: ptr, %to: ptr, %rows: i32, %width: i32, %count: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %row = get_program_id <axis = 0> : i32
//     %m = make_memref %from, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %tiles = block_tile %m : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = zero>
//     %n = make_memref %to, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %out = block_tile %n : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>
//     for %zero, %count, %one : i32, i32, i32 (%i: i32) {
//       %x, %read = tiled_load %tiles, [%row, %i] : block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<8x128xf32>, token
//       %written = tiled_store %x, %out, [%row, %i] : tile<8x128xf32>, block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>, i32, i32 -> token
//       continue
//     }
//     return
//   }
//   func @wide <agents> (%from: ptr, %to: ptr, %rows: i32, %width: i32, %count: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %row = get_program_id <axis = 0> : i32
//     %m = make_memref %from, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %tiles = block_tile %m : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = neg_inf>
//     %n = make_memref %to, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %out = block_tile %n : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>
//     %row64 = exti %row : i32 -> i64
//     for %zero, %count, %one : i32, i32, i32 (%i: i32) {
//       %x, %read = tiled_load %tiles, [%row64, %row64] : block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = neg_inf>, i64, i64 -> tile<8x128xf32>, token
//       %written = tiled_store %x, %out, [%row64, %row64] : tile<8x128xf32>, block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>, i64, i64 -> token
//       continue
//     }
//     return
//   }
// }
//
// Loads that stay as they are: a kernel without agents, whose threads pad for nothing (`threads`), padding with zeros, as tensor maps do
// (`zeros`), and an index of 64 bits, with which the place of a tile may overflow (`wide`).
tileaa.module @m {
  func @threads (%from: ptr, %to: ptr, %rows: i32, %width: i32, %count: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %row = get_program_id <axis = 0> : i32
    %m = make_memref %from, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %tiles = block_tile %m : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = neg_inf>
    %n = make_memref %to, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %out = block_tile %n : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>
    for %zero, %count, %one : i32, i32, i32 (%i: i32) {
      %x, %read = tiled_load %tiles, [%row, %i] : block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = neg_inf>, i32, i32 -> tile<8x128xf32>, token
      %written = tiled_store %x, %out, [%row, %i] : tile<8x128xf32>, block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>, i32, i32 -> token
      continue
    }
    return
  }
  func @zeros <agents> (%from: ptr, %to: ptr, %rows: i32, %width: i32, %count: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %row = get_program_id <axis = 0> : i32
    %m = make_memref %from, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %tiles = block_tile %m : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = zero>
    %n = make_memref %to, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %out = block_tile %n : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>
    for %zero, %count, %one : i32, i32, i32 (%i: i32) {
      %x, %read = tiled_load %tiles, [%row, %i] : block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<8x128xf32>, token
      %written = tiled_store %x, %out, [%row, %i] : tile<8x128xf32>, block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>, i32, i32 -> token
      continue
    }
    return
  }
  func @wide <agents> (%from: ptr, %to: ptr, %rows: i32, %width: i32, %count: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %row = get_program_id <axis = 0> : i32
    %m = make_memref %from, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %tiles = block_tile %m : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = neg_inf>
    %n = make_memref %to, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %out = block_tile %n : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>
    %row64 = exti %row : i32 -> i64
    for %zero, %count, %one : i32, i32, i32 (%i: i32) {
      %x, %read = tiled_load %tiles, [%row64, %row64] : block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = neg_inf>, i64, i64 -> tile<8x128xf32>, token
      %written = tiled_store %x, %out, [%row64, %row64] : tile<8x128xf32>, block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>, i64, i64 -> token
      continue
    }
    return
  }
}
