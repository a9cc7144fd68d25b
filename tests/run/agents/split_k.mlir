// RUN: run --entry addresses --grid 2,2,2 --arg 'f16[96,112]=randint(-3,4,seed=1)' --arg 'f16[112,128]=randint(-3,4,seed=2)' --arg 'c:f32[96,128]=ones' --arg 96 --arg 128 --arg 112 --print c
// c = [[ -30.    8.  -33. ...   48.   21.    6.]
//      [  -6.  -18.   38. ...   21.  -70.  -56.]
//      [ -71.  -28.  -31. ...   30.  -51.  -44.]
//      ...
//      [ -37.   44.  -82. ...  -31.   67.  -40.]
//      [ -46.  -68.  -45. ...  -14.   -5.  -27.]
//      [   3.  -30. -140. ...   57.    1.   16.]]
// RUN: run --entry view --grid 2,2,2 --arg 'f16[96,112]=randint(-3,4,seed=1)' --arg 'f16[112,128]=randint(-3,4,seed=2)' --arg 'c:f32[96,128]=ones' --arg 96 --arg 128 --arg 112 --print c
// c = [[ -30.    8.  -33. ...   48.   21.    6.]
//      [  -6.  -18.   38. ...   21.  -70.  -56.]
//      [ -71.  -28.  -31. ...   30.  -51.  -44.]
//      ...
//      [ -37.   44.  -82. ...  -31.   67.  -40.]
//      [ -46.  -68.  -45. ...  -14.   -5.  -27.]
//      [   3.  -30. -140. ...   57.    1.   16.]]
// RUN: run --entry workspace --grid 2,2,2 --arg 'f16[128,112]=randint(-3,4,seed=1)' --arg 'f16[112,128]=randint(-3,4,seed=2)' --arg 'c:f32[256,128]=ones' --arg 128 --arg 128 --arg 112 --arg 2 --print c
// c = [[-16.  -4. -31. ...  25.  40.  10.]
//      [ -6.  24.  18. ...  14. -66. -59.]
//      [-28. -48. -33. ...  20. -33.  -1.]
//      ...
//      [  6.  28. -32. ...   2. -13. -14.]
//      [-25.  12. -14. ... -29.   7. -24.]
//      [ 30. -22.  45. ...   0.   4. -13.]]
// RUN: run --entry last --grid 2,2,2 --arg 'f16[128,112]=randint(-3,4,seed=1)' --arg 'f16[112,128]=randint(-3,4,seed=2)' --arg 'c:f32[128,128]=ones' --arg 128 --arg 128 --arg 112 --arg 'f32[256,128]=zeros' --arg 'i32[4]=zeros' --arg 2 --arg 2 --print c
// c = [[ -31.    7.  -34. ...   47.   20.    5.]
//      [  -7.  -19.   37. ...   20.  -71.  -57.]
//      [ -72.  -29.  -32. ...   29.  -52.  -45.]
//      ...
//      [  -3.   78.  -43. ...   18.  -51.   15.]
//      [-108.  -17.  -45. ...  -68.   34.  -51.]
//      [  35.  -63.   -8. ...  -86.    4.   10.]]
//
// Programs that divide the inner dimension between thread blocks: parts of a sum are added by atomics, to addresses or to a view;
// stored side by side for another kernel; or added by the last thread block that has stored its part.

cuda_tile.module @split_k {
  entry @addresses(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_8 = assume div_by<8>, %k : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %row, %column, %part = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%m, %k_8], strides = [%k_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_8, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %rows, %all = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %c2 = constant <i32: 2> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %first = muli %part, %c2 : tile<i32>
    %after = addi %first, %c2 : tile<i32>
    %end = mini %after, %all signed : tile<i32>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%first to %end, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<64x64xf32>) {
      %x, %x_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %y, %y_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %next = mmaf %x, %y, %so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    // The addresses of the tile of the sum.
    %c64 = constant <i32: 64> : tile<i32>
    %lane = iota : tile<64xi32>
    %r0 = muli %row, %c64 : tile<i32>
    %r0_1 = reshape %r0 : tile<i32> -> tile<1xi32>
    %r0_64 = broadcast %r0_1 : tile<1xi32> -> tile<64xi32>
    %r = addi %r0_64, %lane : tile<64xi32>
    %r_2 = reshape %r : tile<64xi32> -> tile<64x1xi32>
    %r_64 = broadcast %r_2 : tile<64x1xi32> -> tile<64x64xi32>
    %q0 = muli %column, %c64 : tile<i32>
    %q0_1 = reshape %q0 : tile<i32> -> tile<1xi32>
    %q0_64 = broadcast %q0_1 : tile<1xi32> -> tile<64xi32>
    %q = addi %q0_64, %lane : tile<64xi32>
    %q_2 = reshape %q : tile<64xi32> -> tile<1x64xi32>
    %q_64 = broadcast %q_2 : tile<1x64xi32> -> tile<64x64xi32>
    %n_1 = reshape %n : tile<i32> -> tile<1x1xi32>
    %n_64 = broadcast %n_1 : tile<1x1xi32> -> tile<64x64xi32>
    %m_1 = reshape %m : tile<i32> -> tile<1x1xi32>
    %m_64 = broadcast %m_1 : tile<1x1xi32> -> tile<64x64xi32>
    %in_rows = cmpi less_than %r_64, %m_64, signed : tile<64x64xi32> -> tile<64x64xi1>
    %in_columns = cmpi less_than %q_64, %n_64, signed : tile<64x64xi32> -> tile<64x64xi1>
    %inside = andi %in_rows, %in_columns : tile<64x64xi1>
    %row_start = muli %r_64, %n_64 : tile<64x64xi32>
    %place = addi %row_start, %q_64 : tile<64x64xi32>
    %c_1 = reshape %c_16 : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %c_64 = broadcast %c_1 : tile<1x1xptr<f32>> -> tile<64x64xptr<f32>>
    %places = offset %c_64, %place : tile<64x64xptr<f32>>, tile<64x64xi32> -> tile<64x64xptr<f32>>
    %before, %added = atomic_rmw_tko relaxed device %places, addf, %sum, %inside : tile<64x64xptr<f32>>, tile<64x64xf32>, tile<64x64xi1> -> tile<64x64xf32>, token
    return
  }

  entry @view(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_8 = assume div_by<8>, %k : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %row, %column, %part = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%m, %k_8], strides = [%k_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_8, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %rows, %all = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %c2 = constant <i32: 2> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %first = muli %part, %c2 : tile<i32>
    %after = addi %first, %c2 : tile<i32>
    %end = mini %after, %all signed : tile<i32>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%first to %end, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<64x64xf32>) {
      %x, %x_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %y, %y_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %next = mmaf %x, %y, %so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %c_view = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %added = atomic_red_view_tko relaxed device %c_tiles[%row, %column], addf, %sum : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @workspace(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %parts: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_8 = assume div_by<8>, %k : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %row, %column, %part = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%m, %k_8], strides = [%k_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_8, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %rows, %all = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %c2 = constant <i32: 2> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %first = muli %part, %c2 : tile<i32>
    %after = addi %first, %c2 : tile<i32>
    %end = mini %after, %all signed : tile<i32>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%first to %end, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<64x64xf32>) {
      %x, %x_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %y, %y_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %next = mmaf %x, %y, %so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %w_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %all_rows = muli %m, %parts : tile<i32>
    %w_view = make_tensor_view %w_16, shape = [%all_rows, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %w_tiles = make_partition_view %w_view : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %w_first = muli %part, %rows : tile<i32>
    %w_row = addi %w_first, %row : tile<i32>
    %stored = store_view_tko weak %sum, %w_tiles[%w_row, %column] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @last(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %w: tile<ptr<f32>>, %counters: tile<ptr<i32>>, %parts: tile<i32>, %columns: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_8 = assume div_by<8>, %k : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %row, %column, %part = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%m, %k_8], strides = [%k_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_view = make_tensor_view %b_16, shape = [%k_8, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %rows, %all = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %c2 = constant <i32: 2> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %first = muli %part, %c2 : tile<i32>
    %after = addi %first, %c2 : tile<i32>
    %end = mini %after, %all signed : tile<i32>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%first to %end, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<64x64xf32>) {
      %x, %x_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %y, %y_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      %next = mmaf %x, %y, %so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %w_16 = assume div_by<16>, %w : tile<ptr<f32>>
    %all_rows = muli %m, %parts : tile<i32>
    %w_view = make_tensor_view %w_16, shape = [%all_rows, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %w_tiles = make_partition_view %w_view : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
    %w_first = muli %part, %rows : tile<i32>
    %w_row = addi %w_first, %row : tile<i32>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %stored = store_view_tko weak %sum, %w_tiles[%w_row, %column] : tile<64x64xf32>, partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    %tile_row = muli %row, %columns : tile<i32>
    %tile = addi %tile_row, %column : tile<i32>
    %counter = offset %counters, %tile : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %old, %counted = atomic_rmw_tko acq_rel device %counter, add, %one token=%stored : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %others = addi %old, %one : tile<i32>
    %is_last = cmpi equal %others, %parts, signed : tile<i32> -> tile<i1>
    if %is_last {
      %total = for %p in (%zero to %parts, step %one) : tile<i32> iter_values(%t = %none) -> (tile<64x64xf32>) {
        %p_first = muli %p, %rows : tile<i32>
        %p_row = addi %p_first, %row : tile<i32>
        %z, %z_read = load_view_tko weak %w_tiles[%p_row, %column] token=%counted : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<64x64xf32>, token
        %t_next = addf %t, %z rounding<nearest_even> : tile<64x64xf32>
        continue %t_next : tile<64x64xf32>
      }
      %written = store_view_tko weak %total, %c_tiles[%row, %column] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    }
    return
  }
}
