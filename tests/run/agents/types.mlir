// RUN: run --entry tf32 --grid 1 --arg 'tf32[64,72]=randint(-3,4,seed=1)' --arg 'tf32[64,72]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 72 --arg 72 --arg 72 --arg 64 --print c
// c = [[-14.  21.  73. ... -28.  21. -11.]
//      [ -3. -46.  -1. ... -44.  -2. -43.]
//      [ -8. -61. -11. ...  28. -83.   0.]
//      ...
//      [ 28.  34. -19. ... -15. -16.  54.]
//      [-34.  -2.  -9. ...  17.  -7. -69.]
//      [  3.  88.   6. ...  10.  52.  24.]]
// RUN: run --entry tf32_atoms --grid 1 --arg 'tf32[128,24]=randint(-3,4,seed=1)' --arg 'tf32[32,24]=randint(-3,4,seed=2)' --arg 'c:f32[128,32]=ones' --arg 128 --arg 32 --arg 24 --arg 24 --arg 24 --arg 32 --print c
// c = [[-11. -18.  -1. ...  -2.  27.  -9.]
//      [-23.  12.  22. ...  -4. -12. -15.]
//      [ -2. -23. -15. ...  40.  30.  -3.]
//      ...
//      [ 28. -27. -16. ...  49.   1.   1.]
//      [ -1. -16.  11. ...  32.  28. -14.]
//      [ 22. -14.  29. ...   9. -40.  17.]]
// RUN: run --entry signed --grid 2,1 --arg 'i8[128,160]=randint(-128,128,seed=1)' --arg 'i8[64,160]=randint(-128,128,seed=2)' --arg 'c:i32[128,64]=ones' --arg 128 --arg 64 --arg 160 --arg 160 --arg 160 --arg 64 --print c
// c = [[ -27574  114917  108208 ...    5095  -82094  -53396]
//      [  -3013  141681   60464 ...  -15907    8731  -52710]
//      [  48698    8980   16825 ...  -45273   35435   -3776]
//      ...
//      [ 100065  -73021   49979 ... -147877  134212  -81251]
//      [  53463  -42777    7058 ...   91886  -70714 -118947]
//      [ -21820  -89386  100409 ...   36626   16290  -24803]]
// RUN: run --entry unsigned --grid 1 --arg 'i8[64,144]=randint(-128,128,seed=1)' --arg 'i8[32,144]=randint(-128,128,seed=2)' --arg 'c:i32[64,32]=ones' --arg 64 --arg 32 --arg 144 --arg 144 --arg 144 --arg 32 --print c
// c = [[2400819 2479695 2481820 ... 2449432 2691174 2201682]
//      [2387094 2494792 2622386 ... 2285560 2633245 2284477]
//      [2432789 2282578 2491239 ... 2297069 2448865 2270244]
//      ...
//      [2290817 2266898 2420455 ... 2196764 2352129 2159203]
//      [2241633 2325118 2319472 ... 2258203 2389061 2293674]
//      [2314813 2526823 2419897 ... 2428227 2603032 2343261]]
// RUN: run --entry mixed_signs --grid 1 --arg 'i8[128,96]=randint(-128,128,seed=1)' --arg 'i8[16,96]=randint(-128,128,seed=2)' --arg 'c:i32[128,16]=ones' --arg 128 --arg 16 --arg 96 --arg 96 --arg 96 --arg 16 --print c
// c = [[  62562  -33192  -16861 ...   58742   18013    9633]
//      [ -97894  -78235  -70701 ...  -76008   31748  -87174]
//      [  11477   38140  -49996 ...  -73574  -18792  -12717]
//      ...
//      [ -36376  -35896  -66053 ... -159872  -82489    3825]
//      [ -13550   -5164  -55943 ...   42389  -85462  -26234]
//      [  14356  -84658 -149689 ...  -22459  -80277 -104249]]
// RUN: run --entry other_signs --grid 1 --arg 'i8[64,64]=randint(-128,128,seed=1)' --arg 'i8[8,64]=randint(-128,128,seed=2)' --arg 'c:i32[64,8]=ones' --arg 64 --arg 8 --arg 64 --arg 64 --arg 64 --arg 8 --print c
// c = [[ -90565  108412  -73561   30312  -29106  -54721   56792 -106811]
//      [ -50233  -53526  -99283   48177    1372 -213597   48497 -128638]
//      [ -87238  -43569 -123230   53713   42194 -144260   36672 -156036]
//      [ -65544 -111165  -25988  -18622   -2122  -78479  115657  -35346]
//      [ -45815   -3119 -127808   20145  -93006 -133636  187458 -122163]
//      [ -48188  -49226 -148434   16054  104983 -108558  189173  -99409]
//      [ -44119  -62366  -33493   85925   -1993 -125538  158991 -103583]
//      [ -81547  -97483  -60300    5624  165950 -149564   78347 -150719]
//      [ -62317  -18370  -95017   35764  -16879 -121217   80661 -127521]
//      [ -60400 -116593 -102541  167128   29697 -166747  206538 -131931]
//      [-124928   26761  -80997   48465   94955  -87565  151030 -154750]
//      [ -66153  -59105  -51755  106735  -19554  -40370  144447  -42059]
//      [  -1615  -38095  -80669   68482   58117  -23638  119651 -115880]
//      [ -38473  -64891 -179837   75949    5881 -108002  133796 -130898]
//      [-145392  -89934 -161792  157137   -5330 -129758  140807  -99386]
//      [ -41553   38065 -123322   16431   23169  -57638  128077  -56988]
//      [  -9844  -21822  -77512  -13586  100297 -141957  145208  -94366]
//      [ -36498  -44920  -16616   -4080  124971  -88018  110514 -162288]
//      [ -53096 -109904   -9508   -8077   33895 -161411   41584 -175440]
//      [ -10106   14851 -138408   44992   62029  -25687  121226 -143340]
//      [ -38415  -77155  -32283  -33611  137593 -211740   99194 -132376]
//      [   1597   -4037  -26685   19876   74629 -171170   41485 -188205]
//      [ -15458   24376  -93135  -21856   82804 -221705   31652 -118735]
//      [ -10143   16917  -27251    -957   57807 -137425  102850 -132771]
//      [ -34255    3089  -96904   59939    3314 -120151   94036   -5135]
//      [-130481   -1171  -29253   79360   47159 -119141  -13614  -99975]
//      [  -8049    6186 -194433   68678   -8368 -144505   70178 -129563]
//      [-101622   -9996  -59039   77286   95219 -128967  128442 -145732]
//      [ -82011 -100190 -141173  123974   92324  -48324  163748  -89132]
//      [ -22161   57869  -57840   -2097   -7348  -54746   78386  -65486]
//      [-102387  -42895 -127273   28282   -7440 -137261   77904  -93282]
//      [ -82601  -42263  -29529   54103   -1977 -136658  131187 -105016]
//      [ -17317 -138162  -45939  -14496   40797 -158997  149508 -185159]
//      [-135245  -30283  -57356   17765    5319  -62361  113450 -112121]
//      [ -98776  -98943  -74712   62899   19394  -51159  138202 -101004]
//      [-127046  -63070  -59196   19664   18984 -157225   48039  -79167]
//      [ -35380 -111580  -47481  105333   47672 -143026   73228  -49623]
//      [ -37046  -38606 -143492  122857   66408 -140146  135033 -145843]
//      [ -14948  -55648 -126513  -11399   30757  -14993  128680  -85389]
//      [ -29021   18763 -143926   64424   -9201  -26729  144565 -123960]
//      [  -4012  -24310  -66569   45889   64057 -108750  110231 -141525]
//      [   4738  -21174 -204280    2113   85309  -52427  196976  -89175]
//      [-153638    2081  -50895  -24517   30820 -137029    4505 -162599]
//      [-138635  -14036  -29760   -6075   35804 -159048   60639 -170018]
//      [ -72643   43682  -87919  132635   44144 -160096   14236 -115018]
//      [  -7861  -44073  -51903    1852   59564 -151731  100543  -93667]
//      [ -24087   13088  -66046  -25897   19180 -150906   79222  -70404]
//      [ -80829   28582 -103542   50661   91103 -200278   84960  -27200]
//      [ -23536 -104073  -45860   99412   66745  -22188   37151  -93955]
//      [ -98512 -112733 -126894  109792   41929 -162576   69640 -132016]
//      [ -22899   26607 -126616   96449   61425  -67578  131911 -135301]
//      [  37000  -78326  -33866   62696  -17606 -170188   66587 -141364]
//      [ -14837   -1871 -125073   70494   80509 -164174   73455 -161299]
//      [ -25996    9009  -36587   45073   75837 -174957   69306 -207617]
//      [-122403  -56625  -62063   56396  132022  -94902  138999  -98854]
//      [ -55915  -13506  -73094    9897   54468 -114769  104506 -128193]
//      [  28018  -47105  -53553  117330    8109 -132697   34492 -154561]
//      [  34340     177 -122532  120799  -22080 -143438   76086  -97591]
//      [   1546  -71740  -93009  100234   45085  -36425  124145 -116704]
//      [ -61784    4588  -53111   91393   88133 -129824  139091 -130910]
//      [ -42542  -76726  -41677   58051   91270 -133275   92163  -47960]
//      [  -4244   -7558  -43804  150662   42763 -101797   74682  -42724]
//      [ -89378  -39514 -104363   36923   19541  -73241  124533  -78547]
//      [ -39358  -80213  -62983  131349   78932 -141270   82737  -60205]]
// RUN: run --entry half_sum --grid 1 --arg 'f16[64,96]=randint(-3,4,seed=1)' --arg 'f16[32,96]=randint(-3,4,seed=2)' --arg 'c:f16[64,32]=ones' --arg 64 --arg 32 --arg 96 --arg 96 --arg 96 --arg 32 --print c
// c = [[-39. -16.  11. ... 120.   3.  43.]
//      [ 35. -13. -36. ...  24.  28. -66.]
//      [-23. -12.  61. ...   3.  20.   2.]
//      ...
//      [ 30.  98.  64. ... -27. -23.  29.]
//      [-71. -58. -43. ...   8.  22.  53.]
//      [ -9.   4.  -5. ... -59.  10. -38.]]
// RUN: run --entry half_sum_rows --grid 1 --arg 'f16[48,128]=randint(-3,4,seed=1)' --arg 'f16[48,64]=randint(-3,4,seed=2)' --arg 'c:f16[128,64]=ones' --arg 128 --arg 64 --arg 48 --arg 128 --arg 64 --arg 64 --print c
// c = [[ 25. -16.   8. ...  -6. -56.  -1.]
//      [ 44. -41.  40. ...  27.  22. -14.]
//      [-35. -30.  10. ...  47.  15.   5.]
//      ...
//      [ -3. -38.  19. ...  -1. -54. -14.]
//      [ 35.  38. -13. ...  11.   8.  33.]
//      [ 21. -16.   6. ...   3.  24.  22.]]
// RUN: run --entry bf16 --grid 1 --arg 'bf16[64,136]=randint(-3,4,seed=1)' --arg 'bf16[32,136]=randint(-3,4,seed=2)' --arg 'c:f32[64,32]=ones' --arg 64 --arg 32 --arg 136 --arg 136 --arg 136 --arg 32 --print c
// c = [[-59.  53.  45. ...  60.  21.  33.]
//      [-19.  16. -16. ... -31. -23.  14.]
//      [ 15. -43. 130. ...  -6.  53.   0.]
//      ...
//      [  0.  25.  36. ...  -3. -37. -46.]
//      [ 34. -46.  49. ... -11.  -4.  79.]
//      [-40.  38.   6. ...  33. -41.  21.]]
// RUN: run --entry bf16_rows --grid 1 --arg 'bf16[64,96]=randint(-3,4,seed=1)' --arg 'bf16[96,64]=randint(-3,4,seed=2)' --arg 'c:f32[64,64]=ones' --arg 64 --arg 64 --arg 96 --arg 96 --arg 64 --arg 64 --print c
// c = [[  4.  17.   2. ... -54.  52.   0.]
//      [-13.  11. -66. ...   7.  39.  50.]
//      [-24.  13.  32. ...  82. -20. -40.]
//      ...
//      [  0.  13.  52. ... -20. -38.  36.]
//      [ 17.  35. -27. ... -33. -15. -36.]
//      [-23.   0.   7. ...  28.  -8.  17.]]
//
// Operands and sums of every type that `wgmma` has: tf32, bytes of all signs, f16 sums, bf16. All but those of 16 bits lie along
// the inner dimension.

cuda_tile.module @types {
  entry @tf32(%a: tile<ptr<tf32>>, %b: tile<ptr<tf32>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<tf32>>
    %b_16 = assume div_by<16>, %b : tile<ptr<tf32>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<4>, %lda : tile<i32>
    %ldb_d = assume div_by<4>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xtf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xtf32, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_d] : tile<i32> -> tensor_view<?x?xtf32, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xtf32, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xtf32, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xtf32, strides=[?,1]>>, tile<i32> -> tile<64x32xtf32>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xtf32, strides=[1,?]>>, tile<i32> -> tile<32x64xtf32>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xtf32>, tile<32x64xtf32>, tile<64x64xf32>
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @tf32_atoms(%a: tile<ptr<tf32>>, %b: tile<ptr<tf32>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<tf32>>
    %b_16 = assume div_by<16>, %b : tile<ptr<tf32>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<4>, %lda : tile<i32>
    %ldb_d = assume div_by<4>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xtf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x8), padding_value = zero, tensor_view<?x?xtf32, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_d] : tile<i32> -> tensor_view<?x?xtf32, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(8x32), padding_value = zero, tensor_view<?x?xtf32, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x32), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x8), padding_value = zero, tensor_view<?x?xtf32, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<128x32xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x32xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x8), padding_value = zero, tensor_view<?x?xtf32, strides=[?,1]>>, tile<i32> -> tile<128x8xtf32>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(8x32), padding_value = zero, tensor_view<?x?xtf32, strides=[1,?]>>, tile<i32> -> tile<8x32xtf32>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<128x8xtf32>, tile<8x32xtf32>, tile<128x32xf32>
      continue %sum_next : tile<128x32xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x32xf32>, partition_view<tile=(128x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @signed(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<i8>>
    %b_16 = assume div_by<16>, %b : tile<ptr<i8>>
    %c_16 = assume div_by<16>, %c : tile<ptr<i32>>
    %lda_d = assume div_by<16>, %lda : tile<i32>
    %ldb_d = assume div_by<16>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_d] : tile<i32> -> tensor_view<?x?xi8, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xi32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <i32: 0> : tile<64x64xi32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xi32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<64x64xi8>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>, tile<i32> -> tile<64x64xi8>, token
      %sum_next = mmai %a_tile, %b_tile, %sum_so_far signed signed : tile<64x64xi8>, tile<64x64xi8>, tile<64x64xi32>
      continue %sum_next : tile<64x64xi32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xi32>, partition_view<tile=(64x64), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @unsigned(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<i8>>
    %b_16 = assume div_by<16>, %b : tile<ptr<i8>>
    %c_16 = assume div_by<16>, %c : tile<ptr<i32>>
    %lda_d = assume div_by<16>, %lda : tile<i32>
    %ldb_d = assume div_by<16>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_d] : tile<i32> -> tensor_view<?x?xi8, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x32), tensor_view<?x?xi32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <i32: 0> : tile<64x32xi32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x32xi32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<64x128xi8>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>, tile<i32> -> tile<128x32xi8>, token
      %sum_next = mmai %a_tile, %b_tile, %sum_so_far unsigned unsigned : tile<64x128xi8>, tile<128x32xi8>, tile<64x32xi32>
      continue %sum_next : tile<64x32xi32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x32xi32>, partition_view<tile=(64x32), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @mixed_signs(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<i8>>
    %b_16 = assume div_by<16>, %b : tile<ptr<i8>>
    %c_16 = assume div_by<16>, %c : tile<ptr<i32>>
    %lda_d = assume div_by<16>, %lda : tile<i32>
    %ldb_d = assume div_by<16>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_d] : tile<i32> -> tensor_view<?x?xi8, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x16), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x16), tensor_view<?x?xi32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <i32: 0> : tile<128x16xi32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x16xi32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x32), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<128x32xi8>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x16), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>, tile<i32> -> tile<32x16xi8>, token
      %sum_next = mmai %a_tile, %b_tile, %sum_so_far signed unsigned : tile<128x32xi8>, tile<32x16xi8>, tile<128x16xi32>
      continue %sum_next : tile<128x16xi32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x16xi32>, partition_view<tile=(128x16), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @other_signs(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<i8>>
    %b_16 = assume div_by<16>, %b : tile<ptr<i8>>
    %c_16 = assume div_by<16>, %c : tile<ptr<i32>>
    %lda_d = assume div_by<16>, %lda : tile<i32>
    %ldb_d = assume div_by<16>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_d] : tile<i32> -> tensor_view<?x?xi8, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x8), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xi32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x8), tensor_view<?x?xi32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <i32: 0> : tile<64x8xi32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x8xi32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<64x32xi8>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x8), padding_value = zero, tensor_view<?x?xi8, strides=[1,?]>>, tile<i32> -> tile<32x8xi8>, token
      %sum_next = mmai %a_tile, %b_tile, %sum_so_far unsigned signed : tile<64x32xi8>, tile<32x8xi8>, tile<64x8xi32>
      continue %sum_next : tile<64x8xi32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x8xi32>, partition_view<tile=(64x8), tensor_view<?x?xi32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @half_sum(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<8>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_d] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x32), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x32), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f16: 0.0> : tile<64x32xf16>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x32xf16>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x32), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<32x32xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xf16>, tile<32x32xf16>, tile<64x32xf16>
      continue %sum_next : tile<64x32xf16>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x32xf16>, partition_view<tile=(64x32), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @half_sum_rows(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<f16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<f16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f16>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<8>, %ldb : tile<i32>
    %ldc_d = assume div_by<8>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [1, %lda_d] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(128x16), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %n_8 = assume div_by<8>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_8], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(128x16), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f16: 0.0> : tile<128x64xf16>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<128x64xf16>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(128x16), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<128x16xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<16x64xf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<128x16xf16>, tile<16x64xf16>, tile<128x64xf16>
      continue %sum_next : tile<128x64xf16>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<128x64xf16>, partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @bf16(%a: tile<ptr<bf16>>, %b: tile<ptr<bf16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<bf16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<bf16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<8>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [1, %ldb_d] : tile<i32> -> tensor_view<?x?xbf16, strides=[1,?]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xbf16, strides=[1,?]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x32), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x32xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x32xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<64x64xbf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xbf16, strides=[1,?]>>, tile<i32> -> tile<64x32xbf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x64xbf16>, tile<64x32xbf16>, tile<64x32xf32>
      continue %sum_next : tile<64x32xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x32xf32>, partition_view<tile=(64x32), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @bf16_rows(%a: tile<ptr<bf16>>, %b: tile<ptr<bf16>>, %c: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>, %lda: tile<i32>, %ldb: tile<i32>, %ldc: tile<i32>) {
    %a_16 = assume div_by<16>, %a : tile<ptr<bf16>>
    %b_16 = assume div_by<16>, %b : tile<ptr<bf16>>
    %c_16 = assume div_by<16>, %c : tile<ptr<f32>>
    %lda_d = assume div_by<8>, %lda : tile<i32>
    %ldb_d = assume div_by<8>, %ldb : tile<i32>
    %ldc_d = assume div_by<4>, %ldc : tile<i32>
    %block_row, %block_col, %unused = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a_16, shape = [%m, %k], strides = [%lda_d, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %b_tensor = make_tensor_view %b_16, shape = [%k, %n], strides = [%ldb_d, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>
    %n_4 = assume div_by<4>, %n : tile<i32>
    %c_tensor = make_tensor_view %c_16, shape = [%m, %n_4], strides = [%ldc_d, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %row_tiles, %k_tiles = get_index_space_shape %a_tiles : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %k_tiles, step %one) : tile<i32> iter_values(%sum_so_far = %sum_0) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%block_row, %i] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<64x32xbf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %block_col] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<32x64xbf16>, token
      %sum_next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x32xbf16>, tile<32x64xbf16>, tile<64x64xf32>
      continue %sum_next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%block_row, %block_col] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
}
