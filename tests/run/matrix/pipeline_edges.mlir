// Copies ahead at the edges: what is outside of memory is zeros, and so are elements that are masked. The number of runs is
// known only at launch, down to none.
//
// RUN: run --entry views --grid 3,2 --arg 'a:f16[40,100]=randint(-4,5,seed=1)' --arg 'b:f16[100,48]=randint(-4,5,seed=2)' --arg 'c:f32[40,48]=zeros' --arg 40 --arg 48 --arg 100 --print c
// c = [[  72.   -6.  -23. ...   75.  -57.  -70.]
//      [  38.   33.  -79. ...    8.   75.  -67.]
//      [ -24.  -92.  -55. ...   -5.  -58.   12.]
//      ...
//      [-103.  -55.  -19. ...  -27.  134. -175.]
//      [  67. -187.  -45. ...   18.   27.    0.]
//      [ -72.   19.  -11. ...  -12.   58.    8.]]
// RUN: run --entry views --grid 1,1 --arg 'a:f16[16,16]=ones' --arg 'b:f16[16,32]=ones' --arg 'c:f32[16,32]=ones' --arg 16 --arg 32 --arg 0 --print c
// c = [[0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//       0. 0. 0. 0. 0. 0. 0. 0.]
//      [0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//       0. 0. 0. 0. 0. 0. 0. 0.]
//      [0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//       0. 0. 0. 0. 0. 0. 0. 0.]
//      [0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//       0. 0. 0. 0. 0. 0. 0. 0.]
//      [0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//       0. 0. 0. 0. 0. 0. 0. 0.]
//      [0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//       0. 0. 0. 0. 0. 0. 0. 0.]
//      [0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//       0. 0. 0. 0. 0. 0. 0. 0.]
//      [0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//       0. 0. 0. 0. 0. 0. 0. 0.]
//      [0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//       0. 0. 0. 0. 0. 0. 0. 0.]
//      [0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//       0. 0. 0. 0. 0. 0. 0. 0.]
//      [0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//       0. 0. 0. 0. 0. 0. 0. 0.]
//      [0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//       0. 0. 0. 0. 0. 0. 0. 0.]
//      [0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//       0. 0. 0. 0. 0. 0. 0. 0.]
//      [0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//       0. 0. 0. 0. 0. 0. 0. 0.]
//      [0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//       0. 0. 0. 0. 0. 0. 0. 0.]
//      [0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0.
//       0. 0. 0. 0. 0. 0. 0. 0.]]
// RUN: run --entry addresses --grid 2,2 --arg 'a:f16[24,72]=randint(-4,5,seed=1)' --arg 'b:f16[72,40]=randint(-4,5,seed=2)' --arg 'c:f32[24,40]=zeros' --arg 24 --arg 40 --arg 72 --print c
// c = [[  -8.   47.  113.   18.  -42.  -51.   43.   91.  -38.   32.  -50.  -31.
//          1.  110.   26.  -56.   -3.   81.  -31.   12.   99.   17.  -25.  -37.
//         46.   81.  -13.  -21.   20.  -22.  -64.  -43.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [ -22.   33.  116.   79.   -2.   -5.   14.   11.   50.   43.  -48.  -35.
//         10.   24.    2.   52.  -32.  -30.    2.   24.  -72.   21.    4.   44.
//         74.  -51.   53.   25.   15.  -44.  147.  -32.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [ -16.    8.  -42.   -9.   18.   48.   96.  -49.   95.   56.  -28.  107.
//         53.  103. -105.   -4.  -23.   96.   35.    8.   -1.   27.  -15.  -44.
//          3.   16.  -44.   -7.   35.   38.   19.   14.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [  17.   44.   78. -101.  -72.    1.  113.   85. -115.  -93.  -20.  -16.
//         15.   60.   -1.    8.   94.  -49.  -12.    2.   48.  -35.  -45.   33.
//          0.  -20.   83.  -48.  -29.    6.  -35.   19.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [ -19.   56.   50.  125.  122.   23.  -85.   -6.   36.   64. -100.    5.
//         -7.   29.   -8.   10.    0.  -64.  -82.  -41.   52.  -36.  -47.   25.
//         85.  -16.  -13.  -35.   49.  -69.  -13.   43.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [  74.   20. -108.  -66.   27.   21.   31.   21.  -76.  -61.  -72.   -1.
//          5.  -71.  -27.   42.  -80.  -32.  -38.  -64.  -49.  -50.   28.  -14.
//          0.  -34.   89.  -39.  -26.  -15.   -4. -103.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [ -22.   10.   74.  -63.   17.   -3.   16.   12.    0.  -34.  -57. -136.
//         57.  -22.  -25.    5.    4.  -43.   -2.   26.   37.  -39.  -19.   -1.
//         -2.   33.  130.   25.   25.  -70.   57.   41.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [  12.  -45.   29.  -90.   51.  -72.  -45.   24.  -62.  124.  -20.  -85.
//         70.  -20.  -26.    0. -128.   83.  -35.  -53.   18.   74.  -26.  -67.
//        -42.    9.  -15.   61.   51.  -28.  -65.  -97.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [  87.  -88.   31.   56.   17.  -28.   24.  -14.    2.   43.  -31.   16.
//         76.  -38.   54.    7.   83.  -74.   26. -106.   58.   -9.   -6.   51.
//         -9.   12.  -42.   -2.  -93.   61.  -24.  -67.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [ -28.  -80.   87.   92.  -11.   86.   26.   62.   13.  -22.  -17.   81.
//         -9.  -37.   37.  -25.   21.    3.   27.    4.  -37.  -67.   28.   54.
//         48.    4.  -74.    0.  -45.   61.    2.   31.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [  38.  -41.   49.  -39.   36.   10.   55.    5.   -1.   35.  -24.  -70.
//         74.   63.  -85.  -72.  -24.   39.   71.  -15.  -21.   32.  -72.    0.
//         20. -103.  -32.  105.   13.   23.   25.  -56.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [ -65.   20.  -54.   26.    0.   72.   -4.  -15.   19.   38.   42.    6.
//         12.   74.   57.  129.  -32.  -17.  -94.   26.  -31. -119.   -1.   -5.
//         48.  -98.  -14.  -90.   12.   14.  -78.   65.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [  14.   -9.  -65.   46.   40.  129.  -36.   13.    4.  -33.    5.  125.
//        -23.   43.   23.  113.   36.   43.  -18.   28.   -4.   31.  -27.   93.
//         53.  -54.  -19.  -49.   66.   66.   44.   63.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [ 123.  -43.   46.   11.  -17.  -85.   70.  -23.   46.  107.   86.    6.
//         -9. -110.    3.  -49. -120.  -68.   37.    7.   -2.   -6.   43.  -15.
//        -10. -108.  -88.   21.  -68.  -92.    7.  -36.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [ 107.   10. -112.  -60.   20.   93.  -89.    8.  -11.  -24.   88.   57.
//         36.  -14.  -32.  -35.    3.   33.  124.   -9.  -22.    7.   12.   26.
//        -13.  -35.   75.   35.  -54.   68.   70.  -98.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [ -20.  -20.   13.   90.   55.  -65.  -25.  -18.   60.   24.  115.   15.
//        -67.  -19.   81.   98.  -53.  -36.   29.  105.   42.   -8.    5.   56.
//        -85.   55.   91.  -17.  -10.   73. -120.   38.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [   0.  -31.  -37.  -12.   82.   50.  -31.  -67.    4.   17.  -23.  -52.
//        -96.  -78.  108.   88. -110.  -34.  -71.  -49.    4.  -23.   -4.   60.
//         34.  -65.  -11.  -38.   25.  -47.   22.    3.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [  25.   -6.    5.    7.   50.  -16. -108.   -8.   25.   24.  -79.   28.
//          5. -132.   76.   66.  -94.  -53.  -29.   -6. -107.   53.   28.  -65.
//         52.  -53. -159.    6.   67.   21.  -17.   39.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [ -11.   84.   39.  -96.    2.   11.   42.    1.  -32.  -77.  -39.   25.
//         11.   25.   -6.   25.   29. -101.  -20.  -82.   60.  -81.   -6.   42.
//        -12.  -17.  123.  -53.  -16.  -43.  -13.   35.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [  54.   55.  -10.   -1.   99.  -19.  -82.  -27.   -4.    1. -130.   11.
//        -64.  -90.  -60.   65.  -80.  -55.   33.   19.  -67.   53.  -24.  -35.
//         28.  -56.  -34.  -21.   35.    4.  -33.   25.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [  56.  -42.  -79.  118. -111.    8.   33.  -65.  -20.    2. -108.   35.
//        -17.  -77.    5. -169.   39.   -7.   66. -123.   -4.   18.   52. -155.
//        -84.  -22.   63.    4.  -12.  -31.  111.  -32.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [  50.  139.  -54.   33.  -92.  -35.   55.    8. -109.  101.   31. -112.
//         -9.  -59.   27.   20.  -78.  -37.   -7.   45.   81.  -67.  -19.   15.
//        -10.   26.   56.  -52.   86.  -56. -112.   85.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [  31.  198.  -18.  -25.   28.   -9.  -51.   85.  -14.   -1.   -3.   19.
//         23.  174.   28.   26.   31.   19.   75.   45.   31.  -49. -122.   46.
//         46.   50.   79.   -9.   39.    2.   28.  -31.    0.    0.    0.    0.
//          0.    0.    0.    0.]
//      [ -63.  -84.   45.  -83.   15.  -14.  -40.  -26.   30.   16.  -91.  -48.
//         -9.   43.   -2. -127.  -19.    0.   19.   22.   51.  -40.  -74. -121.
//        -65.   73.  -50.   96.  -73.   60.  -40.  -22.    0.    0.    0.    0.
//          0.    0.    0.    0.]]

cuda_tile.module @pipeline_edges {
  entry @views(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>) {
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %ap = assume div_by<16>, %a : tile<ptr<f16>>
    %bp = assume div_by<16>, %b : tile<ptr<f16>>
    %n = assume div_by<8>, %n_0 : tile<i32>
    %k = assume div_by<4>, %k_0 : tile<i32>
    %at = make_tensor_view %ap, shape = [%m, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %bt = make_tensor_view %bp, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %ct = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %av = make_partition_view %at : partition_view<tile=(16x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(16x32), tensor_view<?x?xf32, strides=[?,1]>>
    %rows, %runs = get_index_space_shape %av : partition_view<tile=(16x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %none = constant <f32: 0.0> : tile<16x32xf32>
    %sum = for %i in (%zero to %runs, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<16x32xf32>) {
      %x, %t0 = load_view_tko weak %av[%block_row, %i] : partition_view<tile=(16x16), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<16x16xf16>, token
      %y, %t1 = load_view_tko weak %bv[%i, %block_col] : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<16x32xf16>, token
      %next = mmaf %x, %y, %so_far : tile<16x16xf16>, tile<16x32xf16>, tile<16x32xf32>
      continue %next : tile<16x32xf32>
    }
    %t2 = store_view_tko weak %sum, %cv[%block_row, %block_col] : tile<16x32xf32>, partition_view<tile=(16x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  // The addresses are carried, so that the copies carry theirs, some runs ahead.
  entry @addresses(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>) {
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %ap = assume div_by<16>, %a : tile<ptr<f16>>
    %bp = assume div_by<16>, %b : tile<ptr<f16>>
    %n = assume div_by<8>, %n_0 : tile<i32>
    %k = assume div_by<8>, %k_0 : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %width = constant <i32: 16> : tile<i32>
    %lanes = iota : tile<16xi32>
    %lanes_16x1 = reshape %lanes : tile<16xi32> -> tile<16x1xi32>
    %lanes_1x16 = reshape %lanes : tile<16xi32> -> tile<1x16xi32>
    %down = broadcast %lanes_16x1 : tile<16x1xi32> -> tile<16x16xi32>
    %across = broadcast %lanes_1x16 : tile<1x16xi32> -> tile<16x16xi32>
    %row_0 = muli %block_row, %width : tile<i32>
    %row_1x1 = reshape %row_0 : tile<i32> -> tile<1x1xi32>
    %row_all = broadcast %row_1x1 : tile<1x1xi32> -> tile<16x16xi32>
    %row = addi %row_all, %down : tile<16x16xi32>
    %col_0 = muli %block_col, %width : tile<i32>
    %col_1x1 = reshape %col_0 : tile<i32> -> tile<1x1xi32>
    %col_all = broadcast %col_1x1 : tile<1x1xi32> -> tile<16x16xi32>
    %col = addi %col_all, %across : tile<16x16xi32>
    %m_1x1 = reshape %m : tile<i32> -> tile<1x1xi32>
    %m_all = broadcast %m_1x1 : tile<1x1xi32> -> tile<16x16xi32>
    %n_1x1 = reshape %n : tile<i32> -> tile<1x1xi32>
    %n_all = broadcast %n_1x1 : tile<1x1xi32> -> tile<16x16xi32>
    %k_1x1 = reshape %k : tile<i32> -> tile<1x1xi32>
    %k_all = broadcast %k_1x1 : tile<1x1xi32> -> tile<16x16xi32>
    %row_inside = cmpi less_than %row, %m_all, signed : tile<16x16xi32> -> tile<16x16xi1>
    %col_inside = cmpi less_than %col, %n_all, signed : tile<16x16xi32> -> tile<16x16xi1>
    %a_row = muli %row, %k_all : tile<16x16xi32>
    %a_index = addi %a_row, %across : tile<16x16xi32>
    %a_1x1 = reshape %ap : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %a_base = broadcast %a_1x1 : tile<1x1xptr<f16>> -> tile<16x16xptr<f16>>
    %a_first = offset %a_base, %a_index : tile<16x16xptr<f16>>, tile<16x16xi32> -> tile<16x16xptr<f16>>
    %b_row = muli %down, %n_all : tile<16x16xi32>
    %b_index = addi %b_row, %col : tile<16x16xi32>
    %b_1x1 = reshape %bp : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %b_base = broadcast %b_1x1 : tile<1x1xptr<f16>> -> tile<16x16xptr<f16>>
    %b_first = offset %b_base, %b_index : tile<16x16xptr<f16>>, tile<16x16xi32> -> tile<16x16xptr<f16>>
    %a_step = constant <i32: 16> : tile<16x16xi32>
    %b_step = muli %a_step, %n_all : tile<16x16xi32>
    %none = constant <f32: 0.0> : tile<16x16xf32>
    %outside = constant <f16: 0.0> : tile<16x16xf16>
    %sum, %a_end, %b_end = for %k_at in (%zero to %k, step %width) : tile<i32> iter_values(%so_far = %none, %a_ptrs = %a_first, %b_ptrs = %b_first) -> (tile<16x16xf32>, tile<16x16xptr<f16>>, tile<16x16xptr<f16>>) {
      %at_1x1 = reshape %k_at : tile<i32> -> tile<1x1xi32>
      %at_all = broadcast %at_1x1 : tile<1x1xi32> -> tile<16x16xi32>
      %a_k = addi %at_all, %across : tile<16x16xi32>
      %a_k_inside = cmpi less_than %a_k, %k_all, signed : tile<16x16xi32> -> tile<16x16xi1>
      %a_inside = andi %a_k_inside, %row_inside : tile<16x16xi1>
      %x, %t0 = load_ptr_tko weak %a_ptrs, %a_inside, %outside : tile<16x16xptr<f16>>, tile<16x16xi1>, tile<16x16xf16> -> tile<16x16xf16>, token
      %b_k = addi %at_all, %down : tile<16x16xi32>
      %b_k_inside = cmpi less_than %b_k, %k_all, signed : tile<16x16xi32> -> tile<16x16xi1>
      %b_inside = andi %b_k_inside, %col_inside : tile<16x16xi1>
      %y, %t1 = load_ptr_tko weak %b_ptrs, %b_inside, %outside : tile<16x16xptr<f16>>, tile<16x16xi1>, tile<16x16xf16> -> tile<16x16xf16>, token
      %next = mmaf %x, %y, %so_far : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf32>
      %a_next = offset %a_ptrs, %a_step : tile<16x16xptr<f16>>, tile<16x16xi32> -> tile<16x16xptr<f16>>
      %b_next = offset %b_ptrs, %b_step : tile<16x16xptr<f16>>, tile<16x16xi32> -> tile<16x16xptr<f16>>
      continue %next, %a_next, %b_next : tile<16x16xf32>, tile<16x16xptr<f16>>, tile<16x16xptr<f16>>
    }
    %c_row = muli %row, %n_all : tile<16x16xi32>
    %c_index = addi %c_row, %col : tile<16x16xi32>
    %c_1x1 = reshape %c : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %c_base = broadcast %c_1x1 : tile<1x1xptr<f32>> -> tile<16x16xptr<f32>>
    %c_ptrs = offset %c_base, %c_index : tile<16x16xptr<f32>>, tile<16x16xi32> -> tile<16x16xptr<f32>>
    %c_inside = andi %row_inside, %col_inside : tile<16x16xi1>
    %t2 = store_ptr_tko weak %c_ptrs, %sum, %c_inside : tile<16x16xptr<f32>>, tile<16x16xf32>, tile<16x16xi1> -> token
    return
  }
}
