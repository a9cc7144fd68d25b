// RUN: opt --passes=mask-padding,canonicalize,cse,licm,dce
// tileaa.module @m {
//   func @rows <agents> (%from: ptr, %to: ptr, %rows: i32, %width: i32, %count: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %row = get_program_id <axis = 0> : i32
//     %m = make_memref %from, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %0 = block_tile %m : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = zero>
//     %n = make_memref %to, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %out = block_tile %n : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>
//     %1 = constant <value = 128> : i64
//     %2 = constant <value = 0> : i64
//     %3 = make_range : tile<128xi32>
//     %4 = view %3 : tile<128xi32> -> tile<1x128xi32>
//     %5 = constant <value = 0xff800000> : tile<8x128xf32>
//     for %zero, %count, %one : i32, i32, i32 (%i: i32) {
//       %6:2 = tiled_load %0, [%row, %i] <inbounds = [0]> : block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<8x128xf32>, token
//       %7 = get_size %m <dim = 1> : memref<?x?xf32, [?, 1]> -> i64
//       %8 = exti %i : i32 -> i64
//       %9 = muli %8, %1 : i64
//       %10 = subi %7, %9 : i64
//       %11 = maxi %10, %2 <signed> : i64
//       %12 = mini %11, %1 <signed> : i64
//       %13 = trunci %12 : i64 -> i32
//       %14 = view %13 : i32 -> tile<1x1xi32>
//       %15 = broadcast %14 : tile<1x1xi32> -> tile<1x128xi32>
//       %16 = cmpi %4, %15 <predicate = less_than, signed> : tile<1x128xi32>, tile<1x128xi32> -> tile<1x128xi1>
//       %17 = broadcast %16 : tile<1x128xi1> -> tile<8x128xi1>
//       %18 = select %17, %6#0, %5 : tile<8x128xi1>, tile<8x128xf32>, tile<8x128xf32> -> tile<8x128xf32>
//       %written = tiled_store %18, %out, [%row, %i] : tile<8x128xf32>, block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>, i32, i32 -> token
//       continue
//     }
//     return
//   }
//   func @whole <agents> (%from: ptr, %to: ptr, %rows: i32, %width: i32, %count: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %row = get_program_id <axis = 0> : i32
//     %m = make_memref %from, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %0 = block_tile %m : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = zero>
//     %n = make_memref %to, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %out = block_tile %n : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>
//     for %zero, %count, %one : i32, i32, i32 (%i: i32) {
//       %1:2 = tiled_load %0, [%row, %i] <inbounds = [0, 1]> : block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<8x128xf32>, token
//       %written = tiled_store %1#0, %out, [%row, %i] : tile<8x128xf32>, block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>, i32, i32 -> token
//       continue
//     }
//     return
//   }
// }
//
// Dimensions that the program says are in bounds need no mask; where all are, no element is padded.
tileaa.module @m {
  func @rows <agents> (%from: ptr, %to: ptr, %rows: i32, %width: i32, %count: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %row = get_program_id <axis = 0> : i32
    %m = make_memref %from, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %tiles = block_tile %m : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = neg_inf>
    %n = make_memref %to, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %out = block_tile %n : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>
    for %zero, %count, %one : i32, i32, i32 (%i: i32) {
      %x, %read = tiled_load %tiles, [%row, %i] <inbounds = [0]> : block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = neg_inf>, i32, i32 -> tile<8x128xf32>, token
      %written = tiled_store %x, %out, [%row, %i] : tile<8x128xf32>, block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>, i32, i32 -> token
      continue
    }
    return
  }
  func @whole <agents> (%from: ptr, %to: ptr, %rows: i32, %width: i32, %count: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %row = get_program_id <axis = 0> : i32
    %m = make_memref %from, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %tiles = block_tile %m : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = neg_inf>
    %n = make_memref %to, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
    %out = block_tile %n : memref<?x?xf32, [?, 1]> -> block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>
    for %zero, %count, %one : i32, i32, i32 (%i: i32) {
      %x, %read = tiled_load %tiles, [%row, %i] <inbounds = [0, 1]> : block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = neg_inf>, i32, i32 -> tile<8x128xf32>, token
      %written = tiled_store %x, %out, [%row, %i] : tile<8x128xf32>, block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>, i32, i32 -> token
      continue
    }
    return
  }
}
