// RUN: compile --emit=tileaa --target=sm_90a --passes=canonicalize,cse,licm,dce,plan-slices{shared=232448},split-tile-blocks,canonicalize,cse,licm,dce
// tileaa.module @tests {
//   func @square (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
//     %first = get_program_id <axis = 0> : i32
//     %blocks = get_num_programs <axis = 0> : i32
//     %a_16 = assume %a <kind = div_by, numbers = [16]> : ptr
//     %b_16 = assume %b <kind = div_by, numbers = [16]> : ptr
//     %c_16 = assume %c <kind = div_by, numbers = [16]> : ptr
//     %lda_8 = assume %lda <kind = div_by, numbers = [8]> : i32
//     %ldb_8 = assume %ldb <kind = div_by, numbers = [8]> : i32
//     %ldc_8 = assume %ldc <kind = div_by, numbers = [8]> : i32
//     %a_tensor = make_memref %a_16, [%m, %k], [%lda_8] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[256, 32], memref<?x?xf16, [?, 1]>, step = [256, 32], dims = [0, 1], padding = zero>
//     %b_tensor = make_memref %b_16, [%k, %n], [%ldb_8] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 256], memref<?x?xf16, [?, 1]>, step = [32, 256], dims = [0, 1], padding = zero>
//     %c_tensor = make_memref %c_16, [%m, %n], [%ldc_8] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %row_tiles = get_tile_count %a_tiles <dim = 0> : block_tile<[256, 32], memref<?x?xf16, [?, 1]>, step = [256, 32], dims = [0, 1], padding = zero> -> i32
//     %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[256, 32], memref<?x?xf16, [?, 1]>, step = [256, 32], dims = [0, 1], padding = zero> -> i32
//     %column_tiles = get_tile_count %b_tiles <dim = 1> : block_tile<[32, 256], memref<?x?xf16, [?, 1]>, step = [32, 256], dims = [0, 1], padding = zero> -> i32
//     %tiles = muli %row_tiles, %column_tiles : i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %start = create_mem_token : token
//     %0 = constant <value = 2> : i32
//     %1 = constant <value = 0.0> : tile<128x256xf32>
//     %2 = constant <value = 2> : i64
//     %3 = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
//     %4 = constant <value = 2> : i64
//     %5 = block_tile %c_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 256], memref<?x?xf16, [?, 1]>, step = [128, 256], dims = [0, 1]>
//     %end = for %first, %tiles, %blocks, [%start] : i32, i32, i32, token -> token (%tile: i32, %before: token) {
//       %row = divi %tile, %column_tiles <signed> : i32
//       %column = remi %tile, %column_tiles <signed> : i32
//       %6 = exti %row : i32 -> i64
//       %7 = muli %6, %2 : i64
//       %8 = exti %row : i32 -> i64
//       %9 = muli %8, %4 : i64
//       %10 = for %zero, %0, %one, [%start] : i32, i32, i32, token -> token (%arg0: i32, %arg1: token) {
//         %11 = exti %arg0 : i32 -> i64
//         %12 = addi %7, %11 : i64
//         %sum = for %zero, %k_tiles, %one, [%1] : i32, i32, i32, tile<128x256xf32> -> tile<128x256xf32> (%i: i32, %sum_so_far: tile<128x256xf32>) {
//           %a_tile, %a_read = tiled_load %3, [%12, %i] : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i64, i32 -> tile<128x32xf16>, token
//           %b_tile, %b_read = tiled_load %b_tiles, [%i, %column] : block_tile<[32, 256], memref<?x?xf16, [?, 1]>, step = [32, 256], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x256xf16>, token
//           %sum_next = dot %a_tile, %b_tile, %sum_so_far : tile<128x32xf16>, tile<32x256xf16>, tile<128x256xf32> -> tile<128x256xf32>
//           continue [%sum_next] : tile<128x256xf32>
//         }
//         %narrow = fp_to_fp %sum : tile<128x256xf32> -> tile<128x256xf16>
//         %13 = exti %arg0 : i32 -> i64
//         %14 = addi %9, %13 : i64
//         %written = tiled_store %narrow, %5, [%14, %column], [%before] : tile<128x256xf16>, block_tile<[128, 256], memref<?x?xf16, [?, 1]>, step = [128, 256], dims = [0, 1]>, i64, i32, token -> token
//         %15 = join_tokens [%arg1, %written] : token
//         continue [%15] : token
//       }
//       continue [%10] : token
//     }
//     return
//   }
//   func @wide (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
//     %first = get_program_id <axis = 0> : i32
//     %blocks = get_num_programs <axis = 0> : i32
//     %a_16 = assume %a <kind = div_by, numbers = [16]> : ptr
//     %b_16 = assume %b <kind = div_by, numbers = [16]> : ptr
//     %c_16 = assume %c <kind = div_by, numbers = [16]> : ptr
//     %lda_8 = assume %lda <kind = div_by, numbers = [8]> : i32
//     %ldb_8 = assume %ldb <kind = div_by, numbers = [8]> : i32
//     %ldc_8 = assume %ldc <kind = div_by, numbers = [8]> : i32
//     %a_tensor = make_memref %a_16, [%m, %k], [%lda_8] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
//     %b_tensor = make_memref %b_16, [%k, %n], [%ldb_8] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 512], memref<?x?xf16, [?, 1]>, step = [32, 512], dims = [0, 1], padding = zero>
//     %c_tensor = make_memref %c_16, [%m, %n], [%ldc_8] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %row_tiles = get_tile_count %a_tiles <dim = 0> : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero> -> i32
//     %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero> -> i32
//     %column_tiles = get_tile_count %b_tiles <dim = 1> : block_tile<[32, 512], memref<?x?xf16, [?, 1]>, step = [32, 512], dims = [0, 1], padding = zero> -> i32
//     %tiles = muli %row_tiles, %column_tiles : i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %start = create_mem_token : token
//     %0 = constant <value = 2> : i32
//     %1 = constant <value = 0.0> : tile<128x256xf32>
//     %2 = constant <value = 2> : i64
//     %3 = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 256], memref<?x?xf16, [?, 1]>, step = [32, 256], dims = [0, 1], padding = zero>
//     %4 = constant <value = 2> : i64
//     %5 = block_tile %c_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 256], memref<?x?xf16, [?, 1]>, step = [128, 256], dims = [0, 1]>
//     %end = for %first, %tiles, %blocks, [%start] : i32, i32, i32, token -> token (%tile: i32, %before: token) {
//       %row = divi %tile, %column_tiles <signed> : i32
//       %column = remi %tile, %column_tiles <signed> : i32
//       %6 = exti %column : i32 -> i64
//       %7 = muli %6, %2 : i64
//       %8 = exti %column : i32 -> i64
//       %9 = muli %8, %4 : i64
//       %10 = for %zero, %0, %one, [%start] : i32, i32, i32, token -> token (%arg0: i32, %arg1: token) {
//         %11 = exti %arg0 : i32 -> i64
//         %12 = addi %7, %11 : i64
//         %sum = for %zero, %k_tiles, %one, [%1] : i32, i32, i32, tile<128x256xf32> -> tile<128x256xf32> (%i: i32, %sum_so_far: tile<128x256xf32>) {
//           %a_tile, %a_read = tiled_load %a_tiles, [%row, %i] : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i32, i32 -> tile<128x32xf16>, token
//           %b_tile, %b_read = tiled_load %3, [%i, %12] : block_tile<[32, 256], memref<?x?xf16, [?, 1]>, step = [32, 256], dims = [0, 1], padding = zero>, i32, i64 -> tile<32x256xf16>, token
//           %sum_next = dot %a_tile, %b_tile, %sum_so_far : tile<128x32xf16>, tile<32x256xf16>, tile<128x256xf32> -> tile<128x256xf32>
//           continue [%sum_next] : tile<128x256xf32>
//         }
//         %narrow = fp_to_fp %sum : tile<128x256xf32> -> tile<128x256xf16>
//         %13 = exti %arg0 : i32 -> i64
//         %14 = addi %9, %13 : i64
//         %written = tiled_store %narrow, %5, [%row, %14], [%before] : tile<128x256xf16>, block_tile<[128, 256], memref<?x?xf16, [?, 1]>, step = [128, 256], dims = [0, 1]>, i32, i64, token -> token
//         %15 = join_tokens [%arg1, %written] : token
//         continue [%15] : token
//       }
//       continue [%10] : token
//     }
//     return
//   }
//   func @grouped (%a: ptr, %b: ptr, %c: ptr, %m: i32, %n: i32, %k: i32, %lda: i32, %ldb: i32, %ldc: i32) {
//     %first = get_program_id <axis = 0> : i32
//     %blocks = get_num_programs <axis = 0> : i32
//     %a_16 = assume %a <kind = div_by, numbers = [16]> : ptr
//     %b_16 = assume %b <kind = div_by, numbers = [16]> : ptr
//     %c_16 = assume %c <kind = div_by, numbers = [16]> : ptr
//     %lda_8 = assume %lda <kind = div_by, numbers = [8]> : i32
//     %ldb_8 = assume %ldb <kind = div_by, numbers = [8]> : i32
//     %ldc_8 = assume %ldc <kind = div_by, numbers = [8]> : i32
//     %a_tensor = make_memref %a_16, [%m, %k], [%lda_8] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %a_tiles = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[256, 32], memref<?x?xf16, [?, 1]>, step = [256, 32], dims = [0, 1], padding = zero>
//     %b_tensor = make_memref %b_16, [%k, %n], [%ldb_8] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %b_tiles = block_tile %b_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[32, 256], memref<?x?xf16, [?, 1]>, step = [32, 256], dims = [0, 1], padding = zero>
//     %c_tensor = make_memref %c_16, [%m, %n], [%ldc_8] : ptr, i32, i32, i32 -> memref<?x?xf16, [?, 1]>
//     %row_tiles = get_tile_count %a_tiles <dim = 0> : block_tile<[256, 32], memref<?x?xf16, [?, 1]>, step = [256, 32], dims = [0, 1], padding = zero> -> i32
//     %k_tiles = get_tile_count %a_tiles <dim = 1> : block_tile<[256, 32], memref<?x?xf16, [?, 1]>, step = [256, 32], dims = [0, 1], padding = zero> -> i32
//     %column_tiles = get_tile_count %b_tiles <dim = 1> : block_tile<[32, 256], memref<?x?xf16, [?, 1]>, step = [32, 256], dims = [0, 1], padding = zero> -> i32
//     %tiles = muli %row_tiles, %column_tiles : i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %start = create_mem_token : token
//     %0 = constant <value = 2> : i32
//     %1 = constant <value = 0.0> : tile<128x256xf32>
//     %2 = constant <value = 2> : i64
//     %3 = block_tile %a_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>
//     %4 = constant <value = 2> : i64
//     %5 = block_tile %c_tensor : memref<?x?xf16, [?, 1]> -> block_tile<[128, 256], memref<?x?xf16, [?, 1]>, step = [128, 256], dims = [0, 1]>
//     loop [%first, %start] : i32, token (%tile: i32, %before: token) {
//       %done = cmpi %tile, %tiles <predicate = greater_than_or_equal, signed> : i32, i32 -> i1
//       if %done : i1 {
//         break
//       }
//       %row = divi %tile, %column_tiles <signed> : i32
//       %column = remi %tile, %column_tiles <signed> : i32
//       %6 = exti %row : i32 -> i64
//       %7 = muli %6, %2 : i64
//       %8 = exti %row : i32 -> i64
//       %9 = muli %8, %4 : i64
//       %10 = for %zero, %0, %one, [%start] : i32, i32, i32, token -> token (%arg0: i32, %arg1: token) {
//         %11 = exti %arg0 : i32 -> i64
//         %12 = addi %7, %11 : i64
//         %sum = for %zero, %k_tiles, %one, [%1] : i32, i32, i32, tile<128x256xf32> -> tile<128x256xf32> (%i: i32, %sum_so_far: tile<128x256xf32>) {
//           %a_tile, %a_read = tiled_load %3, [%12, %i] : block_tile<[128, 32], memref<?x?xf16, [?, 1]>, step = [128, 32], dims = [0, 1], padding = zero>, i64, i32 -> tile<128x32xf16>, token
//           %b_tile, %b_read = tiled_load %b_tiles, [%i, %column] : block_tile<[32, 256], memref<?x?xf16, [?, 1]>, step = [32, 256], dims = [0, 1], padding = zero>, i32, i32 -> tile<32x256xf16>, token
//           %sum_next = dot %a_tile, %b_tile, %sum_so_far : tile<128x32xf16>, tile<32x256xf16>, tile<128x256xf32> -> tile<128x256xf32>
//           continue [%sum_next] : tile<128x256xf32>
//         }
//         %narrow = fp_to_fp %sum : tile<128x256xf32> -> tile<128x256xf16>
//         %13 = exti %arg0 : i32 -> i64
//         %14 = addi %9, %13 : i64
//         %written = tiled_store %narrow, %5, [%14, %column], [%before] : tile<128x256xf16>, block_tile<[128, 256], memref<?x?xf16, [?, 1]>, step = [128, 256], dims = [0, 1]>, i64, i32, token -> token
//         %15 = join_tokens [%arg1, %written] : token
//         continue [%15] : token
//       }
//       %next = addi %tile, %blocks : i32
//       continue [%next, %10] : i32, token
//     }
//     return
//   }
// }
//
// `square` has a loop over two halves of the rows inside of its loop over tiles: the store of a tile follows that of the tile before, in
// memory whose rows may overlap. `wide` is divided along the longer dimension. In `grouped`, the way out of the loop stays in front of
// the halves, and the number of the next tile is computed once.

cuda_tile.module @tests {
  entry @square(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %first, %unused_y, %unused_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x256), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %b_rows, %column_tiles = get_index_space_shape %b_tiles : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %tiles = muli %row_tiles, %column_tiles : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<256x256xf32>
    %start = make_token : token
    %end = for %tile in (%first to %tiles, step %blocks) : tile<i32> iter_values(%before = %start) -> (token) {
      %row = divi %tile, %column_tiles signed rounding<zero> : tile<i32>
      %column = remi %tile, %column_tiles signed : tile<i32>
      %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<256x256xf32>) {
        %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x32xf16>, token
        %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x256xf16>, token
        %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<256x32xf16>, tile<32x256xf16>, tile<256x256xf32>
        continue %sum_next : tile<256x256xf32>
      }
      %narrow = ftof %sum : tile<256x256xf32> -> tile<256x256xf16>
      %written = store_view_tko weak %narrow, %c_tiles[%row, %column] token = %before : tile<256x256xf16>, partition_view<tile=(256x256), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
      continue %written : token
    }
    return
  }
  entry @wide(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %first, %unused_y, %unused_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x512), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x512), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %b_rows, %column_tiles = get_index_space_shape %b_tiles : partition_view<tile=(32x512), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %tiles = muli %row_tiles, %column_tiles : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x512xf32>
    %start = make_token : token
    %end = for %tile in (%first to %tiles, step %blocks) : tile<i32> iter_values(%before = %start) -> (token) {
      %row = divi %tile, %column_tiles signed rounding<zero> : tile<i32>
      %column = remi %tile, %column_tiles signed : tile<i32>
      %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x512xf32>) {
        %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x32xf16>, token
        %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(32x512), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x512xf16>, token
        %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<128x32xf16>, tile<32x512xf16>, tile<128x512xf32>
        continue %sum_next : tile<128x512xf32>
      }
      %narrow = ftof %sum : tile<128x512xf32> -> tile<128x512xf16>
      %written = store_view_tko weak %narrow, %c_tiles[%row, %column] token = %before : tile<128x512xf16>, partition_view<tile=(128x512), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
      continue %written : token
    }
    return
  }
  entry @grouped(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %first, %unused_y, %unused_z = get_tile_block_id : tile<i32>
    %blocks, %blocks_y, %blocks_z = get_num_tile_blocks : tile<i32>
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_8 = assume div_by<8>, %lda : tile<i32>
    %ldb_8 = assume div_by<8>, %ldb : tile<i32>
    %ldc_8 = assume div_by<8>, %ldc : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n], strides = [%ldc_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(256x256), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %b_rows, %column_tiles = get_index_space_shape %b_tiles : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %tiles = muli %row_tiles, %column_tiles : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<256x256xf32>
    %start = make_token : token
    %last, %end = loop iter_values(%tile = %first, %before = %start) : tile<i32>, token -> tile<i32>, token {
      %done = cmpi greater_than_or_equal %tile, %tiles, signed : tile<i32> -> tile<i1>
      if %done {
        break %tile, %before : tile<i32>, token
      }
      %row = divi %tile, %column_tiles signed rounding<zero> : tile<i32>
      %column = remi %tile, %column_tiles signed : tile<i32>
      %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<256x256xf32>) {
        %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(256x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<256x32xf16>, token
        %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(32x256), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x256xf16>, token
        %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<256x32xf16>, tile<32x256xf16>, tile<256x256xf32>
        continue %sum_next : tile<256x256xf32>
      }
      %narrow = ftof %sum : tile<256x256xf32> -> tile<256x256xf16>
      %written = store_view_tko weak %narrow, %c_tiles[%row, %column] token = %before : tile<256x256xf16>, partition_view<tile=(256x256), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
      %next = addi %tile, %blocks : tile<i32>
      continue %next, %written : tile<i32>, token
    }
    return
  }
}
