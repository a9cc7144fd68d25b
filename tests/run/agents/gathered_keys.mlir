// RUN: run --entry product --grid 2,2 --arg 'f16[100,72]=randint(-3,4,seed=1)' --arg 'f16[100,72]=randint(-3,4,seed=2)' --arg 'c:f32[100,80]=ones' --arg 'i32[80]=randint(0,100,seed=5)' --arg 100 --arg 80 --arg 72 --print c
// c = [[ 39. -42. -11. ... -13. -34.  11.]
//      [ 11. -15.  28. ...  60. -29.  46.]
//      [ 42.  24.  23. ...   3. -47.   9.]
//      ...
//      [  6.   2.  11. ...  -9. -36.  38.]
//      [ 28.  38.  59. ... -19.   0.  11.]
//      [ 25.   5. -53. ...  64. -13.  -7.]]
// RUN: run --entry attention --grid 2 --arg 'f16[128,64]=randint(-2,3,seed=1)' --arg 'f16[300,128]=randint(-2,3,seed=2)' --arg 'o:f16[128,64]=ones' --arg 'i32[150]=randint(0,300,seed=5)' --arg 128 --arg 150 --print o
// o = [[ 0.146     0.154    -0.1573   ...  0.04678  -0.1624   -0.1929  ]
//      [ 0.04147   0.3083   -0.0592   ...  0.005997 -0.2018   -0.171   ]
//      [ 0.06824   0.1598   -0.1466   ...  0.0861   -0.1055   -0.1941  ]
//      ...
//      [ 0.1283    0.2349   -0.0675   ...  0.008965 -0.1493   -0.2413  ]
//      [ 0.1556    0.27     -0.1484   ... -0.01327  -0.161    -0.1559  ]
//      [ 0.09436   0.263    -0.0995   ...  0.0275   -0.225    -0.2184  ]]
//
// Rows that are gathered are multiplied transposed: as right operands of a product, and as the keys of attention over some of the
// keys, whose values are in the same rows.

cuda_tile.module @gathered_keys {
  entry @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %rows: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %k_8 = assume div_by<8>, %k : tile<i32>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %x, %y, %unused = get_tile_block_id : tile<i32>
    %a_view = make_tensor_view %a_16, shape = [%m, %k_8], strides = [%k_8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_view = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%n_8, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %unused_2, %all = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %c64 = constant <i32: 64> : tile<i32>
    %c32 = constant <i32: 32> : tile<i32>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %zeros = constant <f16: 0.0> : tile<64x32xf16>
    // The rows of `b` that this thread block multiplies.
    %lane = iota : tile<64xi32>
    %first = muli %y, %c64 : tile<i32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_64 = broadcast %first_1 : tile<1xi32> -> tile<64xi32>
    %numbers = addi %first_64, %lane : tile<64xi32>
    %n_1 = reshape %n : tile<i32> -> tile<1xi32>
    %n_64 = broadcast %n_1 : tile<1xi32> -> tile<64xi32>
    %is_row = cmpi less_than %numbers, %n_64, signed : tile<64xi32> -> tile<64xi1>
    %rows_1 = reshape %rows : tile<ptr<i32>> -> tile<1xptr<i32>>
    %rows_64 = broadcast %rows_1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %row_at = offset %rows_64, %numbers : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %no_row = constant <i32: 0> : tile<64xi32>
    %row, %row_read = load_ptr_tko weak %row_at, %is_row, %no_row : tile<64xptr<i32>>, tile<64xi1>, tile<64xi32> -> tile<64xi32>, token
    %columns = iota : tile<32xi32>
    %is_row_2 = reshape %is_row : tile<64xi1> -> tile<64x1xi1>
    %is_row_32 = broadcast %is_row_2 : tile<64x1xi1> -> tile<64x32xi1>
    %sum = for %i in (%zero to %all, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<64x64xf32>) {
      %l, %l_read = load_view_tko weak %a_tiles[%x, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %k0 = muli %i, %c32 : tile<i32>
      %k0_1 = reshape %k0 : tile<i32> -> tile<1xi32>
      %k0_32 = broadcast %k0_1 : tile<1xi32> -> tile<32xi32>
      %ks = addi %k0_32, %columns : tile<32xi32>
      %k_1 = reshape %k_8 : tile<i32> -> tile<1xi32>
      %k_32 = broadcast %k_1 : tile<1xi32> -> tile<32xi32>
      %is_k = cmpi less_than %ks, %k_32, signed : tile<32xi32> -> tile<32xi1>
      %is_k_2 = reshape %is_k : tile<32xi1> -> tile<1x32xi1>
      %is_k_64 = broadcast %is_k_2 : tile<1x32xi1> -> tile<64x32xi1>
      %inside = andi %is_row_32, %is_k_64 : tile<64x32xi1>
      %at_r2 = reshape %row : tile<64xi32> -> tile<64x1xi32>
      %at_r = broadcast %at_r2 : tile<64x1xi32> -> tile<64x32xi32>
      %at_s1 = reshape %k_8 : tile<i32> -> tile<1x1xi32>
      %at_s = broadcast %at_s1 : tile<1x1xi32> -> tile<64x32xi32>
      %at_c2 = reshape %ks : tile<32xi32> -> tile<1x32xi32>
      %at_c = broadcast %at_c2 : tile<1x32xi32> -> tile<64x32xi32>
      %at_start = muli %at_r, %at_s : tile<64x32xi32>
      %at_at = addi %at_start, %at_c : tile<64x32xi32>
      %at_b1 = reshape %b_16 : tile<ptr<f16>> -> tile<1x1xptr<f16>>
      %at_b = broadcast %at_b1 : tile<1x1xptr<f16>> -> tile<64x32xptr<f16>>
      %at = offset %at_b, %at_at : tile<64x32xptr<f16>>, tile<64x32xi32> -> tile<64x32xptr<f16>>
      %keys, %keys_read = load_ptr_tko weak %at, %inside, %zeros : tile<64x32xptr<f16>>, tile<64x32xi1>, tile<64x32xf16> -> tile<64x32xf16>, token
      %r = permute %keys [1, 0] : tile<64x32xf16> -> tile<32x64xf16>
      %next = mmaf %l, %r, %so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %stored = store_view_tko weak %sum, %c_tiles[%x, %y] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @attention(%q: tile<ptr<f16>>, %kv: tile<ptr<f16>>, %o: tile<ptr<f16>>, %chosen: tile<ptr<i32>>, %heads: tile<i32>, %count: tile<i32>) {
    %q_16 = assume div_by<16>, %q : tile<ptr<f16>>
    %kv_16 = assume div_by<16>, %kv : tile<ptr<f16>>
    %o_16 = assume div_by<16>, %o : tile<ptr<f16>>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %q_view = make_tensor_view %q_16, shape = [%heads, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf16, strides=[64,1]>
    %q_tiles = make_partition_view %q_view : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>
    %o_view = make_tensor_view %o_16, shape = [%heads, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf16, strides=[64,1]>
    %o_tiles = make_partition_view %o_view : partition_view<tile=(64x64), tensor_view<?x64xf16, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %c64 = constant <i32: 64> : tile<i32>
    %c63 = constant <i32: 63> : tile<i32>
    %c128 = constant <i32: 128> : tile<i32>
    %more = addi %count, %c63 : tile<i32>
    %blocks = divi %more, %c64 signed : tile<i32>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %zeros = constant <f16: 0.0> : tile<64x64xf16>
    %least = constant <f32: -1.0e30> : tile<64x1xf32>
    %nothing = constant <f32: 0.0> : tile<64x1xf32>
    %masked = constant <f32: -1.0e30> : tile<64x64xf32>
    %scale = constant <f32: 0.03125> : tile<64x64xf32>
    %lane = iota : tile<64xi32>
    %c64_64 = constant <i32: 64> : tile<64xi32>
    %later = addi %lane, %c64_64 : tile<64xi32>
    %queries, %q_read = load_view_tko weak %q_tiles[%x, %zero] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %m_end, %l_end, %sum = for %i in (%zero to %blocks, step %one) : tile<i32> iter_values(%m = %least, %l = %nothing, %so_far = %none) -> (tile<64x1xf32>, tile<64x1xf32>, tile<64x64xf32>) {
      %j0 = muli %i, %c64 : tile<i32>
      %j0_1 = reshape %j0 : tile<i32> -> tile<1xi32>
      %j0_64 = broadcast %j0_1 : tile<1xi32> -> tile<64xi32>
      %js = addi %j0_64, %lane : tile<64xi32>
      %count_1 = reshape %count : tile<i32> -> tile<1xi32>
      %count_64 = broadcast %count_1 : tile<1xi32> -> tile<64xi32>
      %is_key = cmpi less_than %js, %count_64, signed : tile<64xi32> -> tile<64xi1>
      %chosen_1 = reshape %chosen : tile<ptr<i32>> -> tile<1xptr<i32>>
      %chosen_64 = broadcast %chosen_1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
      %chosen_at = offset %chosen_64, %js : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
      %no_key = constant <i32: 0> : tile<64xi32>
      %key, %key_read = load_ptr_tko weak %chosen_at, %is_key, %no_key : tile<64xptr<i32>>, tile<64xi1>, tile<64xi32> -> tile<64xi32>, token
      %is_key_2 = reshape %is_key : tile<64xi1> -> tile<64x1xi1>
      %inside = broadcast %is_key_2 : tile<64x1xi1> -> tile<64x64xi1>
      %k_at_r2 = reshape %key : tile<64xi32> -> tile<64x1xi32>
      %k_at_r = broadcast %k_at_r2 : tile<64x1xi32> -> tile<64x64xi32>
      %k_at_s1 = reshape %c128 : tile<i32> -> tile<1x1xi32>
      %k_at_s = broadcast %k_at_s1 : tile<1x1xi32> -> tile<64x64xi32>
      %k_at_c2 = reshape %lane : tile<64xi32> -> tile<1x64xi32>
      %k_at_c = broadcast %k_at_c2 : tile<1x64xi32> -> tile<64x64xi32>
      %k_at_start = muli %k_at_r, %k_at_s : tile<64x64xi32>
      %k_at_at = addi %k_at_start, %k_at_c : tile<64x64xi32>
      %k_at_b1 = reshape %kv_16 : tile<ptr<f16>> -> tile<1x1xptr<f16>>
      %k_at_b = broadcast %k_at_b1 : tile<1x1xptr<f16>> -> tile<64x64xptr<f16>>
      %k_at = offset %k_at_b, %k_at_at : tile<64x64xptr<f16>>, tile<64x64xi32> -> tile<64x64xptr<f16>>
      %keys, %keys_read = load_ptr_tko weak %k_at, %inside, %zeros : tile<64x64xptr<f16>>, tile<64x64xi1>, tile<64x64xf16> -> tile<64x64xf16>, token
      %keys_t = permute %keys [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
      %products = mmaf %queries, %keys_t, %none : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      %scaled = mulf %products, %scale rounding<nearest_even> : tile<64x64xf32>
      %is_key_row = reshape %is_key : tile<64xi1> -> tile<1x64xi1>
      %is_column = broadcast %is_key_row : tile<1x64xi1> -> tile<64x64xi1>
      %scores = select %is_column, %scaled, %masked : tile<64x64xi1>, tile<64x64xf32>
      %max = reduce %scores dim=1 identities=[-1.0e30 : f32] : tile<64x64xf32> -> tile<64xf32> (%p: tile<f32>, %p2: tile<f32>) {
        %larger = maxf %p, %p2 : tile<f32>
        yield %larger : tile<f32>
      }
      %max_1 = reshape %max : tile<64xf32> -> tile<64x1xf32>
      %m_next = maxf %m, %max_1 : tile<64x1xf32>
      %m_64 = broadcast %m_next : tile<64x1xf32> -> tile<64x64xf32>
      %less = subf %scores, %m_64 rounding<nearest_even> : tile<64x64xf32>
      %weights = exp2 %less : tile<64x64xf32>
      %m_less = subf %m, %m_next rounding<nearest_even> : tile<64x1xf32>
      %factor = exp2 %m_less : tile<64x1xf32>
      %added = reduce %weights dim=1 identities=[0.0 : f32] : tile<64x64xf32> -> tile<64xf32> (%p: tile<f32>, %p2: tile<f32>) {
        %both = addf %p, %p2 rounding<nearest_even> : tile<f32>
        yield %both : tile<f32>
      }
      %added_1 = reshape %added : tile<64xf32> -> tile<64x1xf32>
      %l_less = mulf %l, %factor rounding<nearest_even> : tile<64x1xf32>
      %l_next = addf %l_less, %added_1 rounding<nearest_even> : tile<64x1xf32>
      %factor_64 = broadcast %factor : tile<64x1xf32> -> tile<64x64xf32>
      %rescaled = mulf %so_far, %factor_64 rounding<nearest_even> : tile<64x64xf32>
      %v_at_r2 = reshape %key : tile<64xi32> -> tile<64x1xi32>
      %v_at_r = broadcast %v_at_r2 : tile<64x1xi32> -> tile<64x64xi32>
      %v_at_s1 = reshape %c128 : tile<i32> -> tile<1x1xi32>
      %v_at_s = broadcast %v_at_s1 : tile<1x1xi32> -> tile<64x64xi32>
      %v_at_c2 = reshape %later : tile<64xi32> -> tile<1x64xi32>
      %v_at_c = broadcast %v_at_c2 : tile<1x64xi32> -> tile<64x64xi32>
      %v_at_start = muli %v_at_r, %v_at_s : tile<64x64xi32>
      %v_at_at = addi %v_at_start, %v_at_c : tile<64x64xi32>
      %v_at_b1 = reshape %kv_16 : tile<ptr<f16>> -> tile<1x1xptr<f16>>
      %v_at_b = broadcast %v_at_b1 : tile<1x1xptr<f16>> -> tile<64x64xptr<f16>>
      %v_at = offset %v_at_b, %v_at_at : tile<64x64xptr<f16>>, tile<64x64xi32> -> tile<64x64xptr<f16>>
      %values, %values_read = load_ptr_tko weak %v_at, %inside, %zeros : tile<64x64xptr<f16>>, tile<64x64xi1>, tile<64x64xf16> -> tile<64x64xf16>, token
      %weights_16 = ftof %weights rounding<nearest_even> : tile<64x64xf32> -> tile<64x64xf16>
      %next = mmaf %weights_16, %values, %rescaled : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %m_next, %l_next, %next : tile<64x1xf32>, tile<64x1xf32>, tile<64x64xf32>
    }
    %l_all = broadcast %l_end : tile<64x1xf32> -> tile<64x64xf32>
    %result = divf %sum, %l_all rounding<nearest_even> : tile<64x64xf32>
    %result_16 = ftof %result rounding<nearest_even> : tile<64x64xf32> -> tile<64x64xf16>
    %stored = store_view_tko weak %result_16, %o_tiles[%x, %zero] : tile<64x64xf16>, partition_view<tile=(64x64), tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
