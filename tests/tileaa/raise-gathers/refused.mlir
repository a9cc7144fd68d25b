// RUN: opt --passes=raise-gathers,canonicalize,cse,licm,dce
// tileaa.module @m {
//   func @wraps <agents> (%base: ptr, %rows: ptr, %b: ptr, %c: ptr, %height: i32, %width: i32, %stride: i32, %count: i32) {
//     %h = assume %height <kind = bounded, numbers = [0, 9223372036854775807]> : i32
//     %w = assume %width <kind = bounded, numbers = [0, 9223372036854775807]> : i32
//     %s = assume %stride <kind = bounded, numbers = [0, 9223372036854775807]> : i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %deep = constant <value = 64> : i32
//     %steps = divi %w, %deep <signed, rounding = positive_inf> : i32
//     %rm = make_memref %rows, [%count] : ptr, i32 -> memref<?xi32, [1]>
//     %rt = block_tile %rm : memref<?xi32, [1]> -> block_tile<[128], memref<?xi32, [1]>, step = [128], dims = [0], padding = zero>
//     %x = get_program_id <axis = 0> : i32
//     %picked, %picked_read = tiled_load %rt, [%x] : block_tile<[128], memref<?xi32, [1]>, step = [128], dims = [0], padding = zero>, i32 -> tile<128xi32>, token
//     %tall = view %picked : tile<128xi32> -> tile<128x1xi32>
//     %all = broadcast %tall : tile<128x1xi32> -> tile<128x64xi32>
//     %h11 = view %h : i32 -> tile<1x1xi32>
//     %hs = broadcast %h11 : tile<1x1xi32> -> tile<128x64xi32>
//     %is_row = cmpi %all, %hs <predicate = less_than> : tile<128x64xi32>, tile<128x64xi32> -> tile<128x64xi1>
//     %s11 = view %s : i32 -> tile<1x1xi32>
//     %ss = broadcast %s11 : tile<1x1xi32> -> tile<128x64xi32>
//     %starts = muli %all, %ss : tile<128x64xi32>
//     %w11 = view %w : i32 -> tile<1x1xi32>
//     %ws = broadcast %w11 : tile<1x1xi32> -> tile<1x64xi32>
//     %base11 = view %base : ptr -> tile<1x1xptr>
//     %bases = broadcast %base11 : tile<1x1xptr> -> tile<128x64xptr>
//     %range = make_range : tile<64xi32>
//     %nothing = constant <value = 0x0> : tile<128x64xf16>
//     %sums = constant <value = 0.0> : tile<128x64xf32>
//     %bm = make_memref %b, [%w] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %bt = block_tile %bm : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
//     %sum = for %zero, %steps, %one, [%sums] : i32, i32, i32, tile<128x64xf32> -> tile<128x64xf32> (%i: i32, %so_far: tile<128x64xf32>) {
//       %at = muli %i, %deep : i32
//       %at1 = view %at : i32 -> tile<1xi32>
//       %at64 = broadcast %at1 : tile<1xi32> -> tile<64xi32>
//       %columns = addi %at64, %range : tile<64xi32>
//       %flat = view %columns : tile<64xi32> -> tile<1x64xi32>
//       %is_column1 = cmpi %flat, %ws <predicate = less_than> : tile<1x64xi32>, tile<1x64xi32> -> tile<1x64xi1>
//       %is_column = broadcast %is_column1 : tile<1x64xi1> -> tile<128x64xi1>
//       %inside = andi %is_row, %is_column : tile<128x64xi1>
//       %across = broadcast %flat : tile<1x64xi32> -> tile<128x64xi32>
//       %offsets = addi %starts, %across : tile<128x64xi32>
//       %pointers = addptr %bases, %offsets <bytes = 2> : tile<128x64xptr>, tile<128x64xi32> -> tile<128x64xptr>
//       %left, %left_read = load %pointers, [%inside], [%nothing] : tile<128x64xptr>, tile<128x64xi1>, tile<128x64xf16> -> tile<128x64xf16>, token
//       %right, %right_read = tiled_load %bt, [%i, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16>, token
//       %next = dot %left, %right, %so_far : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32> -> tile<128x64xf32>
//       continue [%next] : tile<128x64xf32>
//     }
//     %cm = make_memref %c, [%count] : ptr, i32 -> memref<?x64xf32, [64, 1]>
//     %ct = block_tile %cm : memref<?x64xf32, [64, 1]> -> block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
//     %stored = tiled_store %sum, %ct, [%x, %zero] : tile<128x64xf32>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
//   func @sign <agents> (%base: ptr, %rows: ptr, %b: ptr, %c: ptr, %height: i32, %width: i32, %stride: i32, %count: i32) {
//     %w = assume %width <kind = bounded, numbers = [0, 9223372036854775807]> : i32
//     %s = assume %stride <kind = bounded, numbers = [0, 9223372036854775807]> : i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %deep = constant <value = 64> : i32
//     %steps = divi %w, %deep <signed, rounding = positive_inf> : i32
//     %rm = make_memref %rows, [%count] : ptr, i32 -> memref<?xi32, [1]>
//     %rt = block_tile %rm : memref<?xi32, [1]> -> block_tile<[128], memref<?xi32, [1]>, step = [128], dims = [0], padding = zero>
//     %x = get_program_id <axis = 0> : i32
//     %picked, %picked_read = tiled_load %rt, [%x] : block_tile<[128], memref<?xi32, [1]>, step = [128], dims = [0], padding = zero>, i32 -> tile<128xi32>, token
//     %wide = exti %picked <signed> : tile<128xi32> -> tile<128xi64>
//     %tall = view %wide : tile<128xi64> -> tile<128x1xi64>
//     %all = broadcast %tall : tile<128x1xi64> -> tile<128x64xi64>
//     %s64 = exti %s <signed> : i32 -> i64
//     %s11 = view %s64 : i64 -> tile<1x1xi64>
//     %ss = broadcast %s11 : tile<1x1xi64> -> tile<128x64xi64>
//     %starts = muli %all, %ss : tile<128x64xi64>
//     %base11 = view %base : ptr -> tile<1x1xptr>
//     %bases = broadcast %base11 : tile<1x1xptr> -> tile<128x64xptr>
//     %range = make_range : tile<64xi32>
//     %sums = constant <value = 0.0> : tile<128x64xf32>
//     %bm = make_memref %b, [%w] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %bt = block_tile %bm : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
//     %sum = for %zero, %steps, %one, [%sums] : i32, i32, i32, tile<128x64xf32> -> tile<128x64xf32> (%i: i32, %so_far: tile<128x64xf32>) {
//       %at = muli %i, %deep : i32
//       %at1 = view %at : i32 -> tile<1xi32>
//       %at64 = broadcast %at1 : tile<1xi32> -> tile<64xi32>
//       %columns = addi %at64, %range : tile<64xi32>
//       %columns64 = exti %columns <signed> : tile<64xi32> -> tile<64xi64>
//       %flat = view %columns64 : tile<64xi64> -> tile<1x64xi64>
//       %across = broadcast %flat : tile<1x64xi64> -> tile<128x64xi64>
//       %offsets = addi %starts, %across : tile<128x64xi64>
//       %pointers = addptr %bases, %offsets <bytes = 2> : tile<128x64xptr>, tile<128x64xi64> -> tile<128x64xptr>
//       %left, %left_read = load %pointers : tile<128x64xptr> -> tile<128x64xf16>, token
//       %right, %right_read = tiled_load %bt, [%i, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16>, token
//       %next = dot %left, %right, %so_far : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32> -> tile<128x64xf32>
//       continue [%next] : tile<128x64xf32>
//     }
//     %cm = make_memref %c, [%count] : ptr, i32 -> memref<?x64xf32, [64, 1]>
//     %ct = block_tile %cm : memref<?x64xf32, [64, 1]> -> block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
//     %stored = tiled_store %sum, %ct, [%x, %zero] : tile<128x64xf32>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
//   func @either <agents> (%base: ptr, %rows: ptr, %b: ptr, %c: ptr, %height: i32, %width: i32, %stride: i32, %count: i32) {
//     %h = assume %height <kind = bounded, numbers = [0, 9223372036854775807]> : i32
//     %w = assume %width <kind = bounded, numbers = [0, 9223372036854775807]> : i32
//     %s = assume %stride <kind = bounded, numbers = [0, 9223372036854775807]> : i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %deep = constant <value = 64> : i32
//     %steps = divi %w, %deep <signed, rounding = positive_inf> : i32
//     %rm = make_memref %rows, [%count] : ptr, i32 -> memref<?xi32, [1]>
//     %rt = block_tile %rm : memref<?xi32, [1]> -> block_tile<[128], memref<?xi32, [1]>, step = [128], dims = [0], padding = zero>
//     %x = get_program_id <axis = 0> : i32
//     %picked, %picked_read = tiled_load %rt, [%x] : block_tile<[128], memref<?xi32, [1]>, step = [128], dims = [0], padding = zero>, i32 -> tile<128xi32>, token
//     %wide = exti %picked <signed> : tile<128xi32> -> tile<128xi64>
//     %tall = view %wide : tile<128xi64> -> tile<128x1xi64>
//     %all = broadcast %tall : tile<128x1xi64> -> tile<128x64xi64>
//     %h64 = exti %h <signed> : i32 -> i64
//     %h11 = view %h64 : i64 -> tile<1x1xi64>
//     %hs = broadcast %h11 : tile<1x1xi64> -> tile<128x64xi64>
//     %is_row = cmpi %all, %hs <predicate = less_than> : tile<128x64xi64>, tile<128x64xi64> -> tile<128x64xi1>
//     %s64 = exti %s <signed> : i32 -> i64
//     %s11 = view %s64 : i64 -> tile<1x1xi64>
//     %ss = broadcast %s11 : tile<1x1xi64> -> tile<128x64xi64>
//     %starts = muli %all, %ss : tile<128x64xi64>
//     %w64 = exti %w <signed> : i32 -> i64
//     %w11 = view %w64 : i64 -> tile<1x1xi64>
//     %ws = broadcast %w11 : tile<1x1xi64> -> tile<1x64xi64>
//     %base11 = view %base : ptr -> tile<1x1xptr>
//     %bases = broadcast %base11 : tile<1x1xptr> -> tile<128x64xptr>
//     %range = make_range : tile<64xi32>
//     %nothing = constant <value = 0x0> : tile<128x64xf16>
//     %sums = constant <value = 0.0> : tile<128x64xf32>
//     %bm = make_memref %b, [%w] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %bt = block_tile %bm : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
//     %sum = for %zero, %steps, %one, [%sums] : i32, i32, i32, tile<128x64xf32> -> tile<128x64xf32> (%i: i32, %so_far: tile<128x64xf32>) {
//       %at = muli %i, %deep : i32
//       %at1 = view %at : i32 -> tile<1xi32>
//       %at64 = broadcast %at1 : tile<1xi32> -> tile<64xi32>
//       %columns = addi %at64, %range : tile<64xi32>
//       %columns64 = exti %columns <signed> : tile<64xi32> -> tile<64xi64>
//       %flat = view %columns64 : tile<64xi64> -> tile<1x64xi64>
//       %is_column1 = cmpi %flat, %ws <predicate = less_than> : tile<1x64xi64>, tile<1x64xi64> -> tile<1x64xi1>
//       %is_column = broadcast %is_column1 : tile<1x64xi1> -> tile<128x64xi1>
//       %inside = ori %is_row, %is_column : tile<128x64xi1>
//       %across = broadcast %flat : tile<1x64xi64> -> tile<128x64xi64>
//       %offsets = addi %starts, %across : tile<128x64xi64>
//       %pointers = addptr %bases, %offsets <bytes = 2> : tile<128x64xptr>, tile<128x64xi64> -> tile<128x64xptr>
//       %left, %left_read = load %pointers, [%inside], [%nothing] : tile<128x64xptr>, tile<128x64xi1>, tile<128x64xf16> -> tile<128x64xf16>, token
//       %right, %right_read = tiled_load %bt, [%i, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16>, token
//       %next = dot %left, %right, %so_far : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32> -> tile<128x64xf32>
//       continue [%next] : tile<128x64xf32>
//     }
//     %cm = make_memref %c, [%count] : ptr, i32 -> memref<?x64xf32, [64, 1]>
//     %ct = block_tile %cm : memref<?x64xf32, [64, 1]> -> block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
//     %stored = tiled_store %sum, %ct, [%x, %zero] : tile<128x64xf32>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
//   func @ones <agents> (%base: ptr, %rows: ptr, %b: ptr, %c: ptr, %height: i32, %width: i32, %stride: i32, %count: i32) {
//     %h = assume %height <kind = bounded, numbers = [0, 9223372036854775807]> : i32
//     %w = assume %width <kind = bounded, numbers = [0, 9223372036854775807]> : i32
//     %s = assume %stride <kind = bounded, numbers = [0, 9223372036854775807]> : i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %deep = constant <value = 64> : i32
//     %steps = divi %w, %deep <signed, rounding = positive_inf> : i32
//     %rm = make_memref %rows, [%count] : ptr, i32 -> memref<?xi32, [1]>
//     %rt = block_tile %rm : memref<?xi32, [1]> -> block_tile<[128], memref<?xi32, [1]>, step = [128], dims = [0], padding = zero>
//     %x = get_program_id <axis = 0> : i32
//     %picked, %picked_read = tiled_load %rt, [%x] : block_tile<[128], memref<?xi32, [1]>, step = [128], dims = [0], padding = zero>, i32 -> tile<128xi32>, token
//     %wide = exti %picked <signed> : tile<128xi32> -> tile<128xi64>
//     %tall = view %wide : tile<128xi64> -> tile<128x1xi64>
//     %all = broadcast %tall : tile<128x1xi64> -> tile<128x64xi64>
//     %h64 = exti %h <signed> : i32 -> i64
//     %h11 = view %h64 : i64 -> tile<1x1xi64>
//     %hs = broadcast %h11 : tile<1x1xi64> -> tile<128x64xi64>
//     %is_row = cmpi %all, %hs <predicate = less_than> : tile<128x64xi64>, tile<128x64xi64> -> tile<128x64xi1>
//     %s64 = exti %s <signed> : i32 -> i64
//     %s11 = view %s64 : i64 -> tile<1x1xi64>
//     %ss = broadcast %s11 : tile<1x1xi64> -> tile<128x64xi64>
//     %starts = muli %all, %ss : tile<128x64xi64>
//     %w64 = exti %w <signed> : i32 -> i64
//     %w11 = view %w64 : i64 -> tile<1x1xi64>
//     %ws = broadcast %w11 : tile<1x1xi64> -> tile<1x64xi64>
//     %base11 = view %base : ptr -> tile<1x1xptr>
//     %bases = broadcast %base11 : tile<1x1xptr> -> tile<128x64xptr>
//     %range = make_range : tile<64xi32>
//     %nothing = constant <value = 0x3c00> : tile<128x64xf16>
//     %sums = constant <value = 0.0> : tile<128x64xf32>
//     %bm = make_memref %b, [%w] : ptr, i32 -> memref<?x64xf16, [64, 1]>
//     %bt = block_tile %bm : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
//     %sum = for %zero, %steps, %one, [%sums] : i32, i32, i32, tile<128x64xf32> -> tile<128x64xf32> (%i: i32, %so_far: tile<128x64xf32>) {
//       %at = muli %i, %deep : i32
//       %at1 = view %at : i32 -> tile<1xi32>
//       %at64 = broadcast %at1 : tile<1xi32> -> tile<64xi32>
//       %columns = addi %at64, %range : tile<64xi32>
//       %columns64 = exti %columns <signed> : tile<64xi32> -> tile<64xi64>
//       %flat = view %columns64 : tile<64xi64> -> tile<1x64xi64>
//       %is_column1 = cmpi %flat, %ws <predicate = less_than> : tile<1x64xi64>, tile<1x64xi64> -> tile<1x64xi1>
//       %is_column = broadcast %is_column1 : tile<1x64xi1> -> tile<128x64xi1>
//       %inside = andi %is_row, %is_column : tile<128x64xi1>
//       %across = broadcast %flat : tile<1x64xi64> -> tile<128x64xi64>
//       %offsets = addi %starts, %across : tile<128x64xi64>
//       %pointers = addptr %bases, %offsets <bytes = 2> : tile<128x64xptr>, tile<128x64xi64> -> tile<128x64xptr>
//       %left, %left_read = load %pointers, [%inside], [%nothing] : tile<128x64xptr>, tile<128x64xi1>, tile<128x64xf16> -> tile<128x64xf16>, token
//       %right, %right_read = tiled_load %bt, [%i, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16>, token
//       %next = dot %left, %right, %so_far : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32> -> tile<128x64xf32>
//       continue [%next] : tile<128x64xf32>
//     }
//     %cm = make_memref %c, [%count] : ptr, i32 -> memref<?x64xf32, [64, 1]>
//     %ct = block_tile %cm : memref<?x64xf32, [64, 1]> -> block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
//     %stored = tiled_store %sum, %ct, [%x, %zero] : tile<128x64xf32>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> token
//     return
//   }
// }
//
// Loads that stay as they are: an offset that may wrap at 32 bits (`wraps`), numbers without a bound that may be negative (`sign`), a mask
// that is none of bounds and conditions on rows (`either`), and masked-out elements other than zero (`ones`).
tileaa.module @m {
  func @wraps <agents> (%base: ptr, %rows: ptr, %b: ptr, %c: ptr, %height: i32, %width: i32, %stride: i32, %count: i32) {
    %h = assume %height <kind = bounded, numbers = [0, 9223372036854775807]> : i32
    %w = assume %width <kind = bounded, numbers = [0, 9223372036854775807]> : i32
    %s = assume %stride <kind = bounded, numbers = [0, 9223372036854775807]> : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %deep = constant <value = 64> : i32
    %steps = divi %w, %deep <signed, rounding = positive_inf> : i32
    %rm = make_memref %rows, [%count] : ptr, i32 -> memref<?xi32, [1]>
    %rt = block_tile %rm : memref<?xi32, [1]> -> block_tile<[128], memref<?xi32, [1]>, step = [128], dims = [0], padding = zero>
    %x = get_program_id <axis = 0> : i32
    %picked, %picked_read = tiled_load %rt, [%x] : block_tile<[128], memref<?xi32, [1]>, step = [128], dims = [0], padding = zero>, i32 -> tile<128xi32>, token
    %tall = view %picked : tile<128xi32> -> tile<128x1xi32>
    %all = broadcast %tall : tile<128x1xi32> -> tile<128x64xi32>
    %h11 = view %h : i32 -> tile<1x1xi32>
    %hs = broadcast %h11 : tile<1x1xi32> -> tile<128x64xi32>
    %is_row = cmpi %all, %hs <predicate = less_than> : tile<128x64xi32>, tile<128x64xi32> -> tile<128x64xi1>
    %s11 = view %s : i32 -> tile<1x1xi32>
    %ss = broadcast %s11 : tile<1x1xi32> -> tile<128x64xi32>
    %starts = muli %all, %ss : tile<128x64xi32>
    %w11 = view %w : i32 -> tile<1x1xi32>
    %ws = broadcast %w11 : tile<1x1xi32> -> tile<1x64xi32>
    %base11 = view %base : ptr -> tile<1x1xptr>
    %bases = broadcast %base11 : tile<1x1xptr> -> tile<128x64xptr>
    %range = make_range : tile<64xi32>
    %nothing = constant <value = 0x0> : tile<128x64xf16>
    %sums = constant <value = 0.0> : tile<128x64xf32>
    %bm = make_memref %b, [%w] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %bt = block_tile %bm : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %sum = for %zero, %steps, %one, [%sums] : i32, i32, i32, tile<128x64xf32> -> tile<128x64xf32> (%i: i32, %so_far: tile<128x64xf32>) {
      %at = muli %i, %deep : i32
      %at1 = view %at : i32 -> tile<1xi32>
      %at64 = broadcast %at1 : tile<1xi32> -> tile<64xi32>
      %columns = addi %at64, %range : tile<64xi32>
      %flat = view %columns : tile<64xi32> -> tile<1x64xi32>
      %is_column1 = cmpi %flat, %ws <predicate = less_than> : tile<1x64xi32>, tile<1x64xi32> -> tile<1x64xi1>
      %is_column = broadcast %is_column1 : tile<1x64xi1> -> tile<128x64xi1>
      %inside = andi %is_row, %is_column : tile<128x64xi1>
      %across = broadcast %flat : tile<1x64xi32> -> tile<128x64xi32>
      %offsets = addi %starts, %across : tile<128x64xi32>
      %pointers = addptr %bases, %offsets <bytes = 2> : tile<128x64xptr>, tile<128x64xi32> -> tile<128x64xptr>
      %left, %left_read = load %pointers, [%inside], [%nothing] : tile<128x64xptr>, tile<128x64xi1>, tile<128x64xf16> -> tile<128x64xf16>, token
      %right, %right_read = tiled_load %bt, [%i, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16>, token
      %next = dot %left, %right, %so_far : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32> -> tile<128x64xf32>
      continue [%next] : tile<128x64xf32>
    }
    %cm = make_memref %c, [%count] : ptr, i32 -> memref<?x64xf32, [64, 1]>
    %ct = block_tile %cm : memref<?x64xf32, [64, 1]> -> block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
    %stored = tiled_store %sum, %ct, [%x, %zero] : tile<128x64xf32>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> token
    return
  }
  func @sign <agents> (%base: ptr, %rows: ptr, %b: ptr, %c: ptr, %height: i32, %width: i32, %stride: i32, %count: i32) {
    %h = assume %height <kind = bounded, numbers = [0, 9223372036854775807]> : i32
    %w = assume %width <kind = bounded, numbers = [0, 9223372036854775807]> : i32
    %s = assume %stride <kind = bounded, numbers = [0, 9223372036854775807]> : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %deep = constant <value = 64> : i32
    %steps = divi %w, %deep <signed, rounding = positive_inf> : i32
    %rm = make_memref %rows, [%count] : ptr, i32 -> memref<?xi32, [1]>
    %rt = block_tile %rm : memref<?xi32, [1]> -> block_tile<[128], memref<?xi32, [1]>, step = [128], dims = [0], padding = zero>
    %x = get_program_id <axis = 0> : i32
    %picked, %picked_read = tiled_load %rt, [%x] : block_tile<[128], memref<?xi32, [1]>, step = [128], dims = [0], padding = zero>, i32 -> tile<128xi32>, token
    %wide = exti %picked <signed> : tile<128xi32> -> tile<128xi64>
    %tall = view %wide : tile<128xi64> -> tile<128x1xi64>
    %all = broadcast %tall : tile<128x1xi64> -> tile<128x64xi64>
    %h64 = exti %h <signed> : i32 -> i64
    %h11 = view %h64 : i64 -> tile<1x1xi64>
    %hs = broadcast %h11 : tile<1x1xi64> -> tile<128x64xi64>
    %is_row = cmpi %all, %hs <predicate = less_than> : tile<128x64xi64>, tile<128x64xi64> -> tile<128x64xi1>
    %s64 = exti %s <signed> : i32 -> i64
    %s11 = view %s64 : i64 -> tile<1x1xi64>
    %ss = broadcast %s11 : tile<1x1xi64> -> tile<128x64xi64>
    %starts = muli %all, %ss : tile<128x64xi64>
    %w64 = exti %w <signed> : i32 -> i64
    %w11 = view %w64 : i64 -> tile<1x1xi64>
    %ws = broadcast %w11 : tile<1x1xi64> -> tile<1x64xi64>
    %base11 = view %base : ptr -> tile<1x1xptr>
    %bases = broadcast %base11 : tile<1x1xptr> -> tile<128x64xptr>
    %range = make_range : tile<64xi32>
    %nothing = constant <value = 0x0> : tile<128x64xf16>
    %sums = constant <value = 0.0> : tile<128x64xf32>
    %bm = make_memref %b, [%w] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %bt = block_tile %bm : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %sum = for %zero, %steps, %one, [%sums] : i32, i32, i32, tile<128x64xf32> -> tile<128x64xf32> (%i: i32, %so_far: tile<128x64xf32>) {
      %at = muli %i, %deep : i32
      %at1 = view %at : i32 -> tile<1xi32>
      %at64 = broadcast %at1 : tile<1xi32> -> tile<64xi32>
      %columns = addi %at64, %range : tile<64xi32>
      %columns64 = exti %columns <signed> : tile<64xi32> -> tile<64xi64>
      %flat = view %columns64 : tile<64xi64> -> tile<1x64xi64>
      %is_column1 = cmpi %flat, %ws <predicate = less_than> : tile<1x64xi64>, tile<1x64xi64> -> tile<1x64xi1>
      %is_column = broadcast %is_column1 : tile<1x64xi1> -> tile<128x64xi1>
      %inside = andi %is_row, %is_column : tile<128x64xi1>
      %across = broadcast %flat : tile<1x64xi64> -> tile<128x64xi64>
      %offsets = addi %starts, %across : tile<128x64xi64>
      %pointers = addptr %bases, %offsets <bytes = 2> : tile<128x64xptr>, tile<128x64xi64> -> tile<128x64xptr>
      %left, %left_read = load %pointers : tile<128x64xptr> -> tile<128x64xf16>, token
      %right, %right_read = tiled_load %bt, [%i, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16>, token
      %next = dot %left, %right, %so_far : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32> -> tile<128x64xf32>
      continue [%next] : tile<128x64xf32>
    }
    %cm = make_memref %c, [%count] : ptr, i32 -> memref<?x64xf32, [64, 1]>
    %ct = block_tile %cm : memref<?x64xf32, [64, 1]> -> block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
    %stored = tiled_store %sum, %ct, [%x, %zero] : tile<128x64xf32>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> token
    return
  }
  func @either <agents> (%base: ptr, %rows: ptr, %b: ptr, %c: ptr, %height: i32, %width: i32, %stride: i32, %count: i32) {
    %h = assume %height <kind = bounded, numbers = [0, 9223372036854775807]> : i32
    %w = assume %width <kind = bounded, numbers = [0, 9223372036854775807]> : i32
    %s = assume %stride <kind = bounded, numbers = [0, 9223372036854775807]> : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %deep = constant <value = 64> : i32
    %steps = divi %w, %deep <signed, rounding = positive_inf> : i32
    %rm = make_memref %rows, [%count] : ptr, i32 -> memref<?xi32, [1]>
    %rt = block_tile %rm : memref<?xi32, [1]> -> block_tile<[128], memref<?xi32, [1]>, step = [128], dims = [0], padding = zero>
    %x = get_program_id <axis = 0> : i32
    %picked, %picked_read = tiled_load %rt, [%x] : block_tile<[128], memref<?xi32, [1]>, step = [128], dims = [0], padding = zero>, i32 -> tile<128xi32>, token
    %wide = exti %picked <signed> : tile<128xi32> -> tile<128xi64>
    %tall = view %wide : tile<128xi64> -> tile<128x1xi64>
    %all = broadcast %tall : tile<128x1xi64> -> tile<128x64xi64>
    %h64 = exti %h <signed> : i32 -> i64
    %h11 = view %h64 : i64 -> tile<1x1xi64>
    %hs = broadcast %h11 : tile<1x1xi64> -> tile<128x64xi64>
    %is_row = cmpi %all, %hs <predicate = less_than> : tile<128x64xi64>, tile<128x64xi64> -> tile<128x64xi1>
    %s64 = exti %s <signed> : i32 -> i64
    %s11 = view %s64 : i64 -> tile<1x1xi64>
    %ss = broadcast %s11 : tile<1x1xi64> -> tile<128x64xi64>
    %starts = muli %all, %ss : tile<128x64xi64>
    %w64 = exti %w <signed> : i32 -> i64
    %w11 = view %w64 : i64 -> tile<1x1xi64>
    %ws = broadcast %w11 : tile<1x1xi64> -> tile<1x64xi64>
    %base11 = view %base : ptr -> tile<1x1xptr>
    %bases = broadcast %base11 : tile<1x1xptr> -> tile<128x64xptr>
    %range = make_range : tile<64xi32>
    %nothing = constant <value = 0x0> : tile<128x64xf16>
    %sums = constant <value = 0.0> : tile<128x64xf32>
    %bm = make_memref %b, [%w] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %bt = block_tile %bm : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %sum = for %zero, %steps, %one, [%sums] : i32, i32, i32, tile<128x64xf32> -> tile<128x64xf32> (%i: i32, %so_far: tile<128x64xf32>) {
      %at = muli %i, %deep : i32
      %at1 = view %at : i32 -> tile<1xi32>
      %at64 = broadcast %at1 : tile<1xi32> -> tile<64xi32>
      %columns = addi %at64, %range : tile<64xi32>
      %columns64 = exti %columns <signed> : tile<64xi32> -> tile<64xi64>
      %flat = view %columns64 : tile<64xi64> -> tile<1x64xi64>
      %is_column1 = cmpi %flat, %ws <predicate = less_than> : tile<1x64xi64>, tile<1x64xi64> -> tile<1x64xi1>
      %is_column = broadcast %is_column1 : tile<1x64xi1> -> tile<128x64xi1>
      %inside = ori %is_row, %is_column : tile<128x64xi1>
      %across = broadcast %flat : tile<1x64xi64> -> tile<128x64xi64>
      %offsets = addi %starts, %across : tile<128x64xi64>
      %pointers = addptr %bases, %offsets <bytes = 2> : tile<128x64xptr>, tile<128x64xi64> -> tile<128x64xptr>
      %left, %left_read = load %pointers, [%inside], [%nothing] : tile<128x64xptr>, tile<128x64xi1>, tile<128x64xf16> -> tile<128x64xf16>, token
      %right, %right_read = tiled_load %bt, [%i, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16>, token
      %next = dot %left, %right, %so_far : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32> -> tile<128x64xf32>
      continue [%next] : tile<128x64xf32>
    }
    %cm = make_memref %c, [%count] : ptr, i32 -> memref<?x64xf32, [64, 1]>
    %ct = block_tile %cm : memref<?x64xf32, [64, 1]> -> block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
    %stored = tiled_store %sum, %ct, [%x, %zero] : tile<128x64xf32>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> token
    return
  }
  func @ones <agents> (%base: ptr, %rows: ptr, %b: ptr, %c: ptr, %height: i32, %width: i32, %stride: i32, %count: i32) {
    %h = assume %height <kind = bounded, numbers = [0, 9223372036854775807]> : i32
    %w = assume %width <kind = bounded, numbers = [0, 9223372036854775807]> : i32
    %s = assume %stride <kind = bounded, numbers = [0, 9223372036854775807]> : i32
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %deep = constant <value = 64> : i32
    %steps = divi %w, %deep <signed, rounding = positive_inf> : i32
    %rm = make_memref %rows, [%count] : ptr, i32 -> memref<?xi32, [1]>
    %rt = block_tile %rm : memref<?xi32, [1]> -> block_tile<[128], memref<?xi32, [1]>, step = [128], dims = [0], padding = zero>
    %x = get_program_id <axis = 0> : i32
    %picked, %picked_read = tiled_load %rt, [%x] : block_tile<[128], memref<?xi32, [1]>, step = [128], dims = [0], padding = zero>, i32 -> tile<128xi32>, token
    %wide = exti %picked <signed> : tile<128xi32> -> tile<128xi64>
    %tall = view %wide : tile<128xi64> -> tile<128x1xi64>
    %all = broadcast %tall : tile<128x1xi64> -> tile<128x64xi64>
    %h64 = exti %h <signed> : i32 -> i64
    %h11 = view %h64 : i64 -> tile<1x1xi64>
    %hs = broadcast %h11 : tile<1x1xi64> -> tile<128x64xi64>
    %is_row = cmpi %all, %hs <predicate = less_than> : tile<128x64xi64>, tile<128x64xi64> -> tile<128x64xi1>
    %s64 = exti %s <signed> : i32 -> i64
    %s11 = view %s64 : i64 -> tile<1x1xi64>
    %ss = broadcast %s11 : tile<1x1xi64> -> tile<128x64xi64>
    %starts = muli %all, %ss : tile<128x64xi64>
    %w64 = exti %w <signed> : i32 -> i64
    %w11 = view %w64 : i64 -> tile<1x1xi64>
    %ws = broadcast %w11 : tile<1x1xi64> -> tile<1x64xi64>
    %base11 = view %base : ptr -> tile<1x1xptr>
    %bases = broadcast %base11 : tile<1x1xptr> -> tile<128x64xptr>
    %range = make_range : tile<64xi32>
    %nothing = constant <value = 0x3c00> : tile<128x64xf16>
    %sums = constant <value = 0.0> : tile<128x64xf32>
    %bm = make_memref %b, [%w] : ptr, i32 -> memref<?x64xf16, [64, 1]>
    %bt = block_tile %bm : memref<?x64xf16, [64, 1]> -> block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>
    %sum = for %zero, %steps, %one, [%sums] : i32, i32, i32, tile<128x64xf32> -> tile<128x64xf32> (%i: i32, %so_far: tile<128x64xf32>) {
      %at = muli %i, %deep : i32
      %at1 = view %at : i32 -> tile<1xi32>
      %at64 = broadcast %at1 : tile<1xi32> -> tile<64xi32>
      %columns = addi %at64, %range : tile<64xi32>
      %columns64 = exti %columns <signed> : tile<64xi32> -> tile<64xi64>
      %flat = view %columns64 : tile<64xi64> -> tile<1x64xi64>
      %is_column1 = cmpi %flat, %ws <predicate = less_than> : tile<1x64xi64>, tile<1x64xi64> -> tile<1x64xi1>
      %is_column = broadcast %is_column1 : tile<1x64xi1> -> tile<128x64xi1>
      %inside = andi %is_row, %is_column : tile<128x64xi1>
      %across = broadcast %flat : tile<1x64xi64> -> tile<128x64xi64>
      %offsets = addi %starts, %across : tile<128x64xi64>
      %pointers = addptr %bases, %offsets <bytes = 2> : tile<128x64xptr>, tile<128x64xi64> -> tile<128x64xptr>
      %left, %left_read = load %pointers, [%inside], [%nothing] : tile<128x64xptr>, tile<128x64xi1>, tile<128x64xf16> -> tile<128x64xf16>, token
      %right, %right_read = tiled_load %bt, [%i, %zero] : block_tile<[64, 64], memref<?x64xf16, [64, 1]>, step = [64, 64], dims = [0, 1], padding = zero>, i32, i32 -> tile<64x64xf16>, token
      %next = dot %left, %right, %so_far : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32> -> tile<128x64xf32>
      continue [%next] : tile<128x64xf32>
    }
    %cm = make_memref %c, [%count] : ptr, i32 -> memref<?x64xf32, [64, 1]>
    %ct = block_tile %cm : memref<?x64xf32, [64, 1]> -> block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>
    %stored = tiled_store %sum, %ct, [%x, %zero] : tile<128x64xf32>, block_tile<[128, 64], memref<?x64xf32, [64, 1]>, step = [128, 64], dims = [0, 1]>, i32, i32 -> token
    return
  }
}
