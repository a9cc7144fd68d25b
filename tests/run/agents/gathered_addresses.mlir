// RUN: run --entry bounds --grid 2,2 --arg 'f16[90,136]=randint(-3,4,seed=1)' --arg 'f16[136,136]=randint(-3,4,seed=2)' --arg 'c:f32[200,136]=ones' --arg 'i32[200]=randint(-9,100,seed=5)' --arg 90 --arg 200 --arg 136 --arg 136 --print c
// c = [[ 44.  30. -90. ... -22. -50.  18.]
//      [-24.  50. -88. ...  36. -59.  39.]
//      [ -7. -37.   8. ...  20.  88.  43.]
//      ...
//      [-78. -72.  40. ...  69. -28.  47.]
//      [-17. -11.   4. ...  19. -53.  71.]
//      [ 39.  47. -23. ...  41.  30. -45.]]
// RUN: run --entry products --grid 1,1 --arg 'f16[90,72]=randint(-3,4,seed=1)' --arg 'f16[72,136]=randint(-3,4,seed=2)' --arg 'c:f32[120,136]=ones' --arg 'i32[120]=randint(-9,100,seed=5)' --arg 90 --arg 120 --arg 136 --arg 72 --print c
// c = [[ 27. -17. -17. ...   1.   1.   1.]
//      [ 15. -39. -28. ...   1.   1.   1.]
//      [-61. -37. -95. ...   1.   1.   1.]
//      ...
//      [ 28.  10.   1. ...   1.   1.   1.]
//      [  4.  24.  19. ...   1.   1.   1.]
//      [-38.  36. -20. ...   1.   1.   1.]]
// RUN: run --entry unmasked --grid 2,2 --arg 'f16[90,128]=randint(-3,4,seed=1)' --arg 'f16[128,136]=randint(-3,4,seed=2)' --arg 'c:f32[200,136]=ones' --arg 'i32[200]=randint(0,90,seed=5)' --arg 90 --arg 200 --arg 136 --arg 128 --print c
// c = [[ 12.   8.  49. ... -57.  47. -47.]
//      [-60.  44.  32. ...  30.  31.   2.]
//      [ 29.  48.  -7. ...   1. -14.  22.]
//      ...
//      [ 56.  -9.  31. ...  13.  -5.  36.]
//      [ 31.  -8. -18. ... -43. -45.  -5.]
//      [ 33.  25. -66. ... -44.  65. -53.]]
// RUN: run --entry unmasked --grid 1,1 --arg 'f16[90,0]=randint(-3,4,seed=1)' --arg 'f16[0,136]=randint(-3,4,seed=2)' --arg 'c:f32[100,136]=ones' --arg 'i32[100]=randint(0,90,seed=5)' --arg 90 --arg 100 --arg 136 --arg 0 --print c
// c = [[0. 0. 0. ... 1. 1. 1.]
//      [0. 0. 0. ... 1. 1. 1.]
//      [0. 0. 0. ... 1. 1. 1.]
//      ...
//      [0. 0. 0. ... 1. 1. 1.]
//      [0. 0. 0. ... 1. 1. 1.]
//      [0. 0. 0. ... 1. 1. 1.]]
// RUN: run --entry conditions --grid 2,2 --arg 'f16[90,136]=randint(-3,4,seed=1)' --arg 'f16[136,136]=randint(-3,4,seed=2)' --arg 'c:f32[200,136]=ones' --arg 'i32[200]=randint(-9,100,seed=5)' --arg 90 --arg 200 --arg 136 --arg 136 --print c
// c = [[ 44.  30. -90. ... -22. -50.  18.]
//      [-24.  50. -88. ...  36. -59.  39.]
//      [ -7. -37.   8. ...  20.  88.  43.]
//      ...
//      [-78. -72.  40. ...  69. -28.  47.]
//      [-17. -11.   4. ...  19. -53.  71.]
//      [ 39.  47. -23. ...  41.  30. -45.]]
//
// Rows that addresses pick, which `raise-gathers` makes rows of a view: offsets of 32 bits that do not wrap (`bounds`), or products of
// 32 bits (`products`), below the bounds of the memory; loads without a mask of numbers that the program says are not negative
// (`unmasked`); and rows that further conditions leave out (`conditions`).
cuda_tile.module @kernels {
  entry @bounds(%a_0: tile<ptr<f16>>, %b_0: tile<ptr<f16>>, %c_0: tile<ptr<f32>>, %rows_0: tile<ptr<i32>>, %h_0: tile<i32>, %m_0: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>) {
    %a = assume div_by<16>, %a_0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b_0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c_0 : tile<ptr<f32>>
    %n = assume div_by<8>, %n_0 : tile<i32>
    %k_1 = assume div_by<8>, %k_0 : tile<i32>
    %k = assume bounded<0, ?>, %k_1 : tile<i32>
    %h = assume bounded<0, ?>, %h_0 : tile<i32>
    %m = assume bounded<0, ?>, %m_0 : tile<i32>
    %row, %column, %z = get_tile_block_id : tile<i32>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %r_tensor = make_tensor_view %rows_0, shape = [%m], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %r_tiles = make_partition_view %r_tensor : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %loaded, %picked_read = load_view_tko weak %r_tiles[%row] : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
    %picked = assume bounded<?, ?>, %loaded : tile<128xi32>
    %tall = reshape %picked : tile<128xi32> -> tile<128x1xi32>
    %all = broadcast %tall : tile<128x1xi32> -> tile<128x64xi32>
    %ks_1 = reshape %k : tile<i32> -> tile<1x1xi32>
    %ks = broadcast %ks_1 : tile<1x1xi32> -> tile<128x64xi32>
    %hs_1 = reshape %h : tile<i32> -> tile<1x1xi32>
    %hs = broadcast %hs_1 : tile<1x1xi32> -> tile<128x64xi32>
    %starts = muli %all, %ks overflow<no_signed_wrap> : tile<128x64xi32>
    %a_1 = reshape %a : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %bases = broadcast %a_1 : tile<1x1xptr<f16>> -> tile<128x64xptr<f16>>
    %inner = iota : tile<64xi32>
    %padding = constant <f16: 0.0> : tile<128x64xf16>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %deep = constant <i32: 64> : tile<i32>
    %steps = divi %k, %deep signed rounding<positive_inf> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<128x128xf32>) {
      %at = muli %i, %deep : tile<i32>
      %at_1 = reshape %at : tile<i32> -> tile<1xi32>
      %ats = broadcast %at_1 : tile<1xi32> -> tile<64xi32>
      %columns = addi %ats, %inner : tile<64xi32>
      %flat = reshape %columns : tile<64xi32> -> tile<1x64xi32>
      %across = broadcast %flat : tile<1x64xi32> -> tile<128x64xi32>
      %offsets = addi %starts, %across overflow<no_signed_wrap> : tile<128x64xi32>
      %pointers = offset %bases, %offsets : tile<128x64xptr<f16>>, tile<128x64xi32> -> tile<128x64xptr<f16>>
      %is_row = cmpi less_than %all, %hs, unsigned : tile<128x64xi32> -> tile<128x64xi1>
      %is_column = cmpi less_than %across, %ks, unsigned : tile<128x64xi32> -> tile<128x64xi1>
      %inside = andi %is_row, %is_column : tile<128x64xi1>
      %a_tile, %a_read = load_ptr_tko weak %pointers, %inside, %padding : tile<128x64xptr<f16>>, tile<128x64xi1>, tile<128x64xf16> -> tile<128x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @products(%a_0: tile<ptr<f16>>, %b_0: tile<ptr<f16>>, %c_0: tile<ptr<f32>>, %rows_0: tile<ptr<i32>>, %h_0: tile<i32>, %m_0: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>) {
    %a = assume div_by<16>, %a_0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b_0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c_0 : tile<ptr<f32>>
    %n = assume div_by<8>, %n_0 : tile<i32>
    %k_1 = assume div_by<8>, %k_0 : tile<i32>
    %k = assume bounded<0, ?>, %k_1 : tile<i32>
    %h = assume bounded<0, ?>, %h_0 : tile<i32>
    %m = assume bounded<0, ?>, %m_0 : tile<i32>
    %row, %column, %z = get_tile_block_id : tile<i32>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %r_tensor = make_tensor_view %rows_0, shape = [%m], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %r_tiles = make_partition_view %r_tensor : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %loaded, %picked_read = load_view_tko weak %r_tiles[%row] : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
    %picked = assume bounded<?, ?>, %loaded : tile<128xi32>
    %tall = reshape %picked : tile<128xi32> -> tile<128x1xi32>
    %all = broadcast %tall : tile<128x1xi32> -> tile<128x64xi32>
    %ks_1 = reshape %k : tile<i32> -> tile<1x1xi32>
    %ks = broadcast %ks_1 : tile<1x1xi32> -> tile<128x64xi32>
    %hs_1 = reshape %h : tile<i32> -> tile<1x1xi32>
    %hs = broadcast %hs_1 : tile<1x1xi32> -> tile<128x64xi32>
    %starts = muli %all, %ks overflow<no_signed_wrap> : tile<128x64xi32>
    %a_1 = reshape %a : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %bases = broadcast %a_1 : tile<1x1xptr<f16>> -> tile<128x64xptr<f16>>
    %inner = iota : tile<64xi32>
    %padding = constant <f16: 0.0> : tile<128x64xf16>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %deep = constant <i32: 64> : tile<i32>
    %steps = divi %k, %deep signed rounding<positive_inf> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<128x128xf32>) {
      %at = muli %i, %deep : tile<i32>
      %at_1 = reshape %at : tile<i32> -> tile<1xi32>
      %ats = broadcast %at_1 : tile<1xi32> -> tile<64xi32>
      %columns = addi %ats, %inner : tile<64xi32>
      %flat = reshape %columns : tile<64xi32> -> tile<1x64xi32>
      %across = broadcast %flat : tile<1x64xi32> -> tile<128x64xi32>
      %starts_64 = exti %starts signed : tile<128x64xi32> -> tile<128x64xi64>
      %across_64 = exti %across signed : tile<128x64xi32> -> tile<128x64xi64>
      %offsets = addi %starts_64, %across_64 : tile<128x64xi64>
      %pointers = offset %bases, %offsets : tile<128x64xptr<f16>>, tile<128x64xi64> -> tile<128x64xptr<f16>>
      %is_row = cmpi less_than %all, %hs, unsigned : tile<128x64xi32> -> tile<128x64xi1>
      %is_column = cmpi less_than %across, %ks, unsigned : tile<128x64xi32> -> tile<128x64xi1>
      %inside = andi %is_row, %is_column : tile<128x64xi1>
      %a_tile, %a_read = load_ptr_tko weak %pointers, %inside, %padding : tile<128x64xptr<f16>>, tile<128x64xi1>, tile<128x64xf16> -> tile<128x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @unmasked(%a_0: tile<ptr<f16>>, %b_0: tile<ptr<f16>>, %c_0: tile<ptr<f32>>, %rows_0: tile<ptr<i32>>, %h_0: tile<i32>, %m_0: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>) {
    %a = assume div_by<16>, %a_0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b_0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c_0 : tile<ptr<f32>>
    %n = assume div_by<8>, %n_0 : tile<i32>
    %k_1 = assume div_by<8>, %k_0 : tile<i32>
    %k = assume bounded<0, ?>, %k_1 : tile<i32>
    %h = assume bounded<0, ?>, %h_0 : tile<i32>
    %m = assume bounded<0, ?>, %m_0 : tile<i32>
    %row, %column, %z = get_tile_block_id : tile<i32>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %r_tensor = make_tensor_view %rows_0, shape = [%m], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %r_tiles = make_partition_view %r_tensor : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %loaded, %picked_read = load_view_tko weak %r_tiles[%row] : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
    %picked = assume bounded<0, ?>, %loaded : tile<128xi32>
    %tall = reshape %picked : tile<128xi32> -> tile<128x1xi32>
    %all = broadcast %tall : tile<128x1xi32> -> tile<128x64xi32>
    %ks_1 = reshape %k : tile<i32> -> tile<1x1xi32>
    %ks = broadcast %ks_1 : tile<1x1xi32> -> tile<128x64xi32>
    %hs_1 = reshape %h : tile<i32> -> tile<1x1xi32>
    %hs = broadcast %hs_1 : tile<1x1xi32> -> tile<128x64xi32>
    %starts = muli %all, %ks overflow<no_signed_wrap> : tile<128x64xi32>
    %a_1 = reshape %a : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %bases = broadcast %a_1 : tile<1x1xptr<f16>> -> tile<128x64xptr<f16>>
    %inner = iota : tile<64xi32>
    %padding = constant <f16: 0.0> : tile<128x64xf16>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %deep = constant <i32: 64> : tile<i32>
    %steps = divi %k, %deep signed rounding<positive_inf> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<128x128xf32>) {
      %at = muli %i, %deep : tile<i32>
      %at_1 = reshape %at : tile<i32> -> tile<1xi32>
      %ats = broadcast %at_1 : tile<1xi32> -> tile<64xi32>
      %columns = addi %ats, %inner : tile<64xi32>
      %flat = reshape %columns : tile<64xi32> -> tile<1x64xi32>
      %across = broadcast %flat : tile<1x64xi32> -> tile<128x64xi32>
      %offsets = addi %starts, %across overflow<no_signed_wrap> : tile<128x64xi32>
      %pointers = offset %bases, %offsets : tile<128x64xptr<f16>>, tile<128x64xi32> -> tile<128x64xptr<f16>>
      %a_tile, %a_read = load_ptr_tko weak %pointers : tile<128x64xptr<f16>> -> tile<128x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @conditions(%a_0: tile<ptr<f16>>, %b_0: tile<ptr<f16>>, %c_0: tile<ptr<f32>>, %rows_0: tile<ptr<i32>>, %h_0: tile<i32>, %m_0: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>) {
    %a = assume div_by<16>, %a_0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b_0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c_0 : tile<ptr<f32>>
    %n = assume div_by<8>, %n_0 : tile<i32>
    %k_1 = assume div_by<8>, %k_0 : tile<i32>
    %k = assume bounded<0, ?>, %k_1 : tile<i32>
    %h = assume bounded<0, ?>, %h_0 : tile<i32>
    %m = assume bounded<0, ?>, %m_0 : tile<i32>
    %row, %column, %z = get_tile_block_id : tile<i32>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %r_tensor = make_tensor_view %rows_0, shape = [%m], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %r_tiles = make_partition_view %r_tensor : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %loaded, %picked_read = load_view_tko weak %r_tiles[%row] : partition_view<tile=(128), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<128xi32>, token
    %picked = assume bounded<?, ?>, %loaded : tile<128xi32>
    %tall = reshape %picked : tile<128xi32> -> tile<128x1xi32>
    %all = broadcast %tall : tile<128x1xi32> -> tile<128x64xi32>
    %ks_1 = reshape %k : tile<i32> -> tile<1x1xi32>
    %ks = broadcast %ks_1 : tile<1x1xi32> -> tile<128x64xi32>
    %hs_1 = reshape %h : tile<i32> -> tile<1x1xi32>
    %hs = broadcast %hs_1 : tile<1x1xi32> -> tile<128x64xi32>
    %starts = muli %all, %ks overflow<no_signed_wrap> : tile<128x64xi32>
    %a_1 = reshape %a : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %bases = broadcast %a_1 : tile<1x1xptr<f16>> -> tile<128x64xptr<f16>>
    %inner = iota : tile<64xi32>
    %padding = constant <f16: 0.0> : tile<128x64xf16>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %deep = constant <i32: 64> : tile<i32>
    %steps = divi %k, %deep signed rounding<positive_inf> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<128x128xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<128x128xf32>) {
      %at = muli %i, %deep : tile<i32>
      %at_1 = reshape %at : tile<i32> -> tile<1xi32>
      %ats = broadcast %at_1 : tile<1xi32> -> tile<64xi32>
      %columns = addi %ats, %inner : tile<64xi32>
      %flat = reshape %columns : tile<64xi32> -> tile<1x64xi32>
      %across = broadcast %flat : tile<1x64xi32> -> tile<128x64xi32>
      %offsets = addi %starts, %across overflow<no_signed_wrap> : tile<128x64xi32>
      %pointers = offset %bases, %offsets : tile<128x64xptr<f16>>, tile<128x64xi32> -> tile<128x64xptr<f16>>
      %high_1 = reshape %h : tile<i32> -> tile<1xi32>
      %highs = broadcast %high_1 : tile<1xi32> -> tile<128xi32>
      %is_token = cmpi less_than %picked, %highs, signed : tile<128xi32> -> tile<128xi1>
      %nought = constant <i32: 0> : tile<128x64xi32>
      %is_natural = cmpi greater_than_or_equal %all, %nought, signed : tile<128x64xi32> -> tile<128x64xi1>
      %token_1 = reshape %is_token : tile<128xi1> -> tile<128x1xi1>
      %tokens = broadcast %token_1 : tile<128x1xi1> -> tile<128x64xi1>
      %is_column = cmpi less_than %across, %ks, unsigned : tile<128x64xi32> -> tile<128x64xi1>
      %both = andi %tokens, %is_natural : tile<128x64xi1>
      %inside = andi %both, %is_column : tile<128x64xi1>
      %a_tile, %a_read = load_ptr_tko weak %pointers, %inside, %padding : tile<128x64xptr<f16>>, tile<128x64xi1>, tile<128x64xf16> -> tile<128x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      continue %next : tile<128x128xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
