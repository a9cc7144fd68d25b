// RUN: run --entry few_columns --grid 2,2 --arg 'f16[128,200]=randint(-3,4,seed=1)' --arg 'f16[200,64]=randint(-3,4,seed=2)' --arg 'c:f32[128,64]=ones' --arg 128 --arg 64 --arg 200 --arg 200 --arg 64 --arg 64 --print c
// c = [[  -2.   63.   16. ...  -46.   82.   95.]
//      [  25.  -41.  -14. ...  -72.  102. -103.]
//      [ -31.  -12.  -87. ... -112.    3.   26.]
//      ...
//      [ -34.  -14.   68. ...  -22.  -59.   39.]
//      [ -57.  -31.  -26. ...   22.  -41.   19.]
//      [  34.  -43.  -51. ...   13.   29.  -51.]]
// RUN: run --entry few_columns_converted --grid 2,1 --arg 'bf16[100,128]=randint(-3,4,seed=1)' --arg 'f32[128,32]=randint(-5000,5000,seed=2)' --arg 'c:f32[100,32]=ones' --arg 100 --arg 32 --arg 128 --arg 128 --arg 32 --arg 32 --arg 'r:f32[100]=ones' --print c --print r
// c = [[ -97404.   74856.  -37477. ...  102458. -156371.   48945.]
//      [  35666.   37748.    8683. ...  -91559.   45249.   -1067.]
//      [  75439.  -75935.    7320. ...  -49388.   46480.   21411.]
//      ...
//      [ -10986.  127399.  209893. ...  -19131.   65802.   -6975.]
//      [ -36175.  -18930.   35478. ...   -1382.  -22115.    2681.]
//      [  11871.  -20679.    8386. ...   17455.   56615. -121462.]]
// r = [494. 441. 504. 526. 484. 486. 463. 536. 541. 467. 511. 568. 551. 543.
//      508. 532. 544. 456. 451. 443. 503. 438. 513. 486. 555. 547. 557. 498.
//      568. 575. 522. 564. 438. 516. 473. 544. 493. 500. 514. 546. 549. 518.
//      541. 526. 482. 489. 557. 509. 521. 539. 540. 416. 517. 492. 497. 473.
//      505. 490. 503. 561. 538. 556. 544. 500. 602. 532. 476. 560. 516. 576.
//      488. 486. 599. 545. 444. 541. 567. 571. 467. 563. 468. 532. 537. 524.
//      513. 476. 538. 532. 504. 501. 560. 508. 519. 556. 526. 516. 558. 546.
//      485. 520.]
// RUN: run --entry few_rows --grid 2,1 --arg 'bf16[160,96]=randint(-3,4,seed=1)' --arg 'i8[96,64]=randint(-3,4,seed=2)' --arg 'c:f16[160,64]=ones' --arg 160 --arg 64 --arg 96 --arg 96 --arg 64 --arg 64 --print c
// c = [[  4.  17.   2. ... -54.  52.   0.]
//      [-13.  11. -66. ...   7.  39.  50.]
//      [-24.  13.  32. ...  82. -20. -40.]
//      ...
//      [ 30.   5. -31. ... -12. -18. -21.]
//      [ 19. -34.  46. ...   3. -26. -15.]
//      [  0. -35.  40. ...  20.  75.  -4.]]
// RUN: run --entry few_rows_of_many --grid 1,2 --arg 'f16[32,96]=randint(-3,4,seed=1)' --arg 'f16[96,256]=randint(-3,4,seed=2)' --arg 'c:f16[32,256]=ones' --arg 32 --arg 256 --arg 96 --arg 96 --arg 256 --arg 256 --print c
// c = [[-26. -13.   3. ...  12.  -4.  53.]
//      [ -4.  43. -31. ... -63. -13.  38.]
//      [ -2. -11. -13. ...  10. -25. -38.]
//      ...
//      [ 24.  33. 105. ... -19. -55.  44.]
//      [ 46. -17.  35. ...   3. -81.  -1.]
//      [ 13. -92.  33. ... -46. -31.  14.]]
//
// Sums of 32 rows or columns: tensor memory holds those of 32 rows and 64 or more columns, so that others are computed transposed.

cuda_tile.module @few_columns {
  entry @few_columns(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<8>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x32), tensor_view<?x?xf32, strides=[?,1]>>
    %rows, %steps = get_index_space_shape %a_tiles : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x32xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum_0) -> (tile<64x32xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%x, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %y] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %next = mmaf %a_tile, %b_tile, %acc : tile<64x64xf16>, tile<64x32xf16>, tile<64x32xf32>
      continue %next : tile<64x32xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%x, %y] : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @few_columns_converted(%a: tile<ptr<bf16>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>, %r: tile<ptr<f32>>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<bf16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f32>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<4>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x32), tensor_view<?x?xf32, strides=[?,1]>>
    %rows, %steps = get_index_space_shape %a_tiles : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x32xf32>
    %norm_0 = constant <f32: 0.0> : tile<64xf32>
    %sum:2 = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum_0, %norms = %norm_0) -> (tile<64x32xf32>, tile<64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%x, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<64x64xbf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %y] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<64x32xf32>, token
      %left = ftof %a_tile : tile<64x64xbf16> -> tile<64x64xtf32>
      %right = ftof %b_tile : tile<64x32xf32> -> tile<64x32xtf32>
      %next = mmaf %left, %right, %acc : tile<64x64xtf32>, tile<64x32xtf32>, tile<64x32xf32>
      %wide = ftof %a_tile : tile<64x64xbf16> -> tile<64x64xf32>
      %square = mulf %wide, %wide : tile<64x64xf32>
      %of_rows = reduce %square dim=1 identities=[0.0 : f32] : tile<64x64xf32> -> tile<64xf32> (%p: tile<f32>, %q: tile<f32>) {
        %pq = addf %p, %q : tile<f32>
        yield %pq : tile<f32>
      }
      %norms_next = addf %norms, %of_rows : tile<64xf32>
      continue %next, %norms_next : tile<64x32xf32>, tile<64xf32>
    }
    %written = store_view_tko weak %sum#0, %c_tiles[%x, %y] : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    %r_tensor = make_tensor_view %r, shape = [%m], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %r_tiles = make_partition_view %r_tensor : partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>
    %r_written = store_view_tko weak %sum#1, %r_tiles[%x] : tile<64xf32>, partition_view<tile=(64), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }

  entry @few_rows(%a: tile<ptr<bf16>>, %b: tile<ptr<i8>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<bf16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<i8>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<16>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>
    %rows, %steps = get_index_space_shape %a_tiles : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<32x64xf32>
    for %row in (%x to %rows, step %two) : tile<i32> {
      %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum_0) -> (tile<32x64xf32>) {
        %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<32x64xbf16>, token
        %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %y] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<64x64xi8>, token
        %right = itof %b_tile signed : tile<64x64xi8> -> tile<64x64xbf16>
        %next = mmaf %a_tile, %right, %acc : tile<32x64xbf16>, tile<64x64xbf16>, tile<32x64xf32>
        continue %next : tile<32x64xf32>
      }
      %out = ftof %sum : tile<32x64xf32> -> tile<32x64xf16>
      %written = store_view_tko weak %out, %c_tiles[%row, %y] : tile<32x64xf16>, partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
      continue
    }
    return
  }

  entry @few_rows_of_many(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<8>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(32x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(32x128), tensor_view<?x?xf16, strides=[?,1]>>
    %rows, %steps = get_index_space_shape %a_tiles : partition_view<tile=(32x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<32x128xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum_0) -> (tile<32x128xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%x, %i] : partition_view<tile=(32x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %y] : partition_view<tile=(32x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x128xf16>, token
      %next = mmaf %a_tile, %b_tile, %acc : tile<32x32xf16>, tile<32x128xf16>, tile<32x128xf32>
      continue %next : tile<32x128xf32>
    }
    %out = ftof %sum : tile<32x128xf32> -> tile<32x128xf16>
    %written = store_view_tko weak %out, %c_tiles[%x, %y] : tile<32x128xf16>, partition_view<tile=(32x128), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
