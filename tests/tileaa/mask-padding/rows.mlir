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
//     %1 = constant <value = 8> : i64
//     %2 = constant <value = 0> : i64
//     %3 = exti %row : i32 -> i64
//     %4 = muli %3, %1 : i64
//     %5 = make_range : tile<8xi32>
//     %6 = view %5 : tile<8xi32> -> tile<8x1xi32>
//     %7 = constant <value = 128> : i64
//     %8 = make_range : tile<128xi32>
//     %9 = view %8 : tile<128xi32> -> tile<1x128xi32>
//     %10 = constant <value = 0xff800000> : tile<8x128xf32>
//     for %zero, %count, %one : i32, i32, i32 (%i: i32) {
//       %11:2 = tiled_load %0, [%row, %i] : block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = zero>, i32, i32 -> tile<8x128xf32>, token
//       %12 = get_size %m <dim = 0> : memref<?x?xf32, [?, 1]> -> i64
//       %13 = subi %12, %4 : i64
//       %14 = maxi %13, %2 <signed> : i64
//       %15 = mini %14, %1 <signed> : i64
//       %16 = trunci %15 : i64 -> i32
//       %17 = view %16 : i32 -> tile<1x1xi32>
//       %18 = broadcast %17 : tile<1x1xi32> -> tile<8x1xi32>
//       %19 = cmpi %6, %18 <predicate = less_than, signed> : tile<8x1xi32>, tile<8x1xi32> -> tile<8x1xi1>
//       %20 = broadcast %19 : tile<8x1xi1> -> tile<8x128xi1>
//       %21 = get_size %m <dim = 1> : memref<?x?xf32, [?, 1]> -> i64
//       %22 = exti %i : i32 -> i64
//       %23 = muli %22, %7 : i64
//       %24 = subi %21, %23 : i64
//       %25 = maxi %24, %2 <signed> : i64
//       %26 = mini %25, %7 <signed> : i64
//       %27 = trunci %26 : i64 -> i32
//       %28 = view %27 : i32 -> tile<1x1xi32>
//       %29 = broadcast %28 : tile<1x1xi32> -> tile<1x128xi32>
//       %30 = cmpi %9, %29 <predicate = less_than, signed> : tile<1x128xi32>, tile<1x128xi32> -> tile<1x128xi1>
//       %31 = broadcast %30 : tile<1x128xi1> -> tile<8x128xi1>
//       %32 = andi %20, %31 : tile<8x128xi1>
//       %33 = select %32, %11#0, %10 : tile<8x128xi1>, tile<8x128xf32>, tile<8x128xf32> -> tile<8x128xf32>
//       %written = tiled_store %33, %out, [%row, %i] : tile<8x128xf32>, block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>, i32, i32 -> token
//       continue
//     }
//     return
//   }
// }
//
// Tiles of rows: both dimensions may end in a tile, and elements beyond them are replaced by -inf.
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
      %x, %read = tiled_load %tiles, [%row, %i] : block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1], padding = neg_inf>, i32, i32 -> tile<8x128xf32>, token
      %written = tiled_store %x, %out, [%row, %i] : tile<8x128xf32>, block_tile<[8, 128], memref<?x?xf32, [?, 1]>, step = [8, 128], dims = [0, 1]>, i32, i32 -> token
      continue
    }
    return
  }
}
