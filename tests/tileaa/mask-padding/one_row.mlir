// RUN: opt --passes=mask-padding,canonicalize,cse,licm,dce
// tileaa.module @m {
//   func @row <agents> (%from: ptr, %to: ptr, %rows: i32, %width: i32, %count: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %row = get_program_id <axis = 0> : i32
//     %m = make_memref %from, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %0 = block_tile %m : memref<?x?xf16, [?, 1]> -> block_tile<[1, 1024], memref<?x?xf16, [?, 1]>, step = [1, 1024], dims = [0, 1], padding = zero>
//     %n = make_memref %to, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %out = block_tile %n : memref<?x?xf16, [?, 1]> -> block_tile<[1, 1024], memref<?x?xf16, [?, 1]>, step = [1, 1024], dims = [0, 1]>
//     %1 = constant <value = 1> : i64
//     %2 = constant <value = 0> : i64
//     %3 = exti %row : i32 -> i64
//     %4 = constant <value = 1024> : i64
//     %5 = make_range : tile<1024xi32>
//     %6 = view %5 : tile<1024xi32> -> tile<1x1024xi32>
//     %7 = constant <value = 0x7c00> : tile<1x1024xf16>
//     for %zero, %count, %one : i32, i32, i32 (%i: i32) {
//       %8:2 = tiled_load %0, [%row, %i] : block_tile<[1, 1024], memref<?x?xf16, [?, 1]>, step = [1, 1024], dims = [0, 1], padding = zero>, i32, i32 -> tile<1x1024xf16>, token
//       %9 = get_size %m <dim = 0> : memref<?x?xf16, [?, 1]> -> i64
//       %10 = subi %9, %3 : i64
//       %11 = maxi %10, %2 <signed> : i64
//       %12 = mini %11, %1 <signed> : i64
//       %13 = trunci %12 : i64 -> i32
//       %14 = get_size %m <dim = 1> : memref<?x?xf16, [?, 1]> -> i64
//       %15 = exti %i : i32 -> i64
//       %16 = muli %15, %4 : i64
//       %17 = subi %14, %16 : i64
//       %18 = maxi %17, %2 <signed> : i64
//       %19 = mini %18, %4 <signed> : i64
//       %20 = trunci %19 : i64 -> i32
//       %21 = cmpi %13, %zero <predicate = not_equal> : i32, i32 -> i1
//       %22 = select %21, %20, %zero : i1, i32, i32 -> i32
//       %23 = view %22 : i32 -> tile<1x1xi32>
//       %24 = broadcast %23 : tile<1x1xi32> -> tile<1x1024xi32>
//       %25 = cmpi %6, %24 <predicate = less_than, signed> : tile<1x1024xi32>, tile<1x1024xi32> -> tile<1x1024xi1>
//       %26 = select %25, %8#0, %7 : tile<1x1024xi1>, tile<1x1024xf16>, tile<1x1024xf16> -> tile<1x1024xf16>
//       %written = tiled_store %26, %out, [%row, %i] : tile<1x1024xf16>, block_tile<[1, 1024], memref<?x?xf16, [?, 1]>, step = [1, 1024], dims = [0, 1]>, i32, i32 -> token
//       continue
//     }
//     return
//   }
//   func @line <agents> (%from: ptr, %to: ptr, %rows: i32, %width: i32, %count: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %m = make_memref %from, [%width] : ptr, i32 -> memref<?xf32, [1]>
//     %0 = block_tile %m : memref<?xf32, [1]> -> block_tile<[1024], memref<?xf32, [1]>, step = [1024], dims = [0], padding = zero>
//     %n = make_memref %to, [%width] : ptr, i32 -> memref<?xf32, [1]>
//     %out = block_tile %n : memref<?xf32, [1]> -> block_tile<[1024], memref<?xf32, [1]>, step = [1024], dims = [0]>
//     %1 = constant <value = 1024> : i64
//     %2 = constant <value = 0> : i64
//     %3 = make_range : tile<1024xi32>
//     %4 = constant <value = -0.0> : tile<1024xf32>
//     for %zero, %count, %one : i32, i32, i32 (%i: i32) {
//       %5:2 = tiled_load %0, [%i] : block_tile<[1024], memref<?xf32, [1]>, step = [1024], dims = [0], padding = zero>, i32 -> tile<1024xf32>, token
//       %6 = get_size %m <dim = 0> : memref<?xf32, [1]> -> i64
//       %7 = exti %i : i32 -> i64
//       %8 = muli %7, %1 : i64
//       %9 = subi %6, %8 : i64
//       %10 = maxi %9, %2 <signed> : i64
//       %11 = mini %10, %1 <signed> : i64
//       %12 = trunci %11 : i64 -> i32
//       %13 = view %12 : i32 -> tile<1xi32>
//       %14 = broadcast %13 : tile<1xi32> -> tile<1024xi32>
//       %15 = cmpi %3, %14 <predicate = less_than, signed> : tile<1024xi32>, tile<1024xi32> -> tile<1024xi1>
//       %16 = select %15, %5#0, %4 : tile<1024xi1>, tile<1024xf32>, tile<1024xf32> -> tile<1024xf32>
//       %written = tiled_store %16, %out, [%i] : tile<1024xf32>, block_tile<[1024], memref<?xf32, [1]>, step = [1024], dims = [0]>, i32 -> token
//       continue
//     }
//     return
//   }
// }
//
// A tile of one row: the row is in bounds or not as a whole.
tileaa.module @m {
  func @row <agents> (%from: ptr, %to: ptr, %rows: i32, %width: i32, %count: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %row = get_program_id <axis = 0> : i32
    %m = make_memref %from, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %tiles = block_tile %m : memref<?x?xf16, [?, 1]> -> block_tile<[1, 1024], memref<?x?xf16, [?, 1]>, step = [1, 1024], dims = [0, 1], padding = pos_inf>
    %n = make_memref %to, [%rows, %width], [%width] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
    %out = block_tile %n : memref<?x?xf16, [?, 1]> -> block_tile<[1, 1024], memref<?x?xf16, [?, 1]>, step = [1, 1024], dims = [0, 1]>
    for %zero, %count, %one : i32, i32, i32 (%i: i32) {
      %x, %read = tiled_load %tiles, [%row, %i] : block_tile<[1, 1024], memref<?x?xf16, [?, 1]>, step = [1, 1024], dims = [0, 1], padding = pos_inf>, i32, i32 -> tile<1x1024xf16>, token
      %written = tiled_store %x, %out, [%row, %i] : tile<1x1024xf16>, block_tile<[1, 1024], memref<?x?xf16, [?, 1]>, step = [1, 1024], dims = [0, 1]>, i32, i32 -> token
      continue
    }
    return
  }
  func @line <agents> (%from: ptr, %to: ptr, %rows: i32, %width: i32, %count: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %row = get_program_id <axis = 0> : i32
    %m = make_memref %from, [%width] : ptr, i32 -> memref<?xf32, [1]>
    %tiles = block_tile %m : memref<?xf32, [1]> -> block_tile<[1024], memref<?xf32, [1]>, step = [1024], dims = [0], padding = neg_zero>
    %n = make_memref %to, [%width] : ptr, i32 -> memref<?xf32, [1]>
    %out = block_tile %n : memref<?xf32, [1]> -> block_tile<[1024], memref<?xf32, [1]>, step = [1024], dims = [0]>
    for %zero, %count, %one : i32, i32, i32 (%i: i32) {
      %x, %read = tiled_load %tiles, [%i] : block_tile<[1024], memref<?xf32, [1]>, step = [1024], dims = [0], padding = neg_zero>, i32 -> tile<1024xf32>, token
      %written = tiled_store %x, %out, [%i] : tile<1024xf32>, block_tile<[1024], memref<?xf32, [1]>, step = [1024], dims = [0]>, i32 -> token
      continue
    }
    return
  }
}
