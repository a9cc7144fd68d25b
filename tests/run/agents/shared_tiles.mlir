// RUN: run --entry keys_are_values --grid 2 --arg 'f16[100,64]=randint(-2,3,seed=1)' --arg 'f16[200,64]=randint(-2,3,seed=2)' --arg 'o:f32[100,64]=ones' --arg 100 --arg 200 --print o
// o = [[1276. -183.    7. ...  872.  834.   -9.]
//      [-765. -269. -139. ... -689.  845.  521.]
//      [ 506.  143.  641. ...  333. -446. -143.]
//      ...
//      [ 923.  777.  754. ...  161. -778. -862.]
//      [ 651. -268. -343. ... -737.  695. -173.]
//      [1019.  873. -505. ...  595.   58.    9.]]
// RUN: run --entry keys_are_values --grid 1 --arg 'f16[64,64]=randint(-2,3,seed=1)' --arg 'f16[8,64]=randint(-2,3,seed=2)' --arg 'o:f32[64,64]=ones' --arg 64 --arg 0 --print o
// o = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// RUN: run --entry gram --grid 1 --arg 'f16[64,328]=randint(-3,4,seed=1)' --arg 'o:f32[64,64]=ones' --arg 328 --print o
// o = [[1213.  -55.  -81. ...   82.  -75.   23.]
//      [ -55. 1296.   33. ...   41.  -10.    0.]
//      [ -81.   33. 1224. ...  -22.  -88.  -30.]
//      ...
//      [  82.   41.  -22. ... 1352.  -72.   -4.]
//      [ -75.  -10.  -88. ...  -72. 1345.    7.]
//      [  23.    0.  -30. ...   -4.    7. 1195.]]
// RUN: run --entry keys --grid 2,2 --arg 'bf16[2,100,64]=randint(-1,2,seed=1)' --arg 'bf16[2,100,64]=randint(-1,2,seed=2)' --arg 'bf16[2,136,64]=randint(-1,2,seed=3)' --arg 'bf16[2,136,64]=randint(-1,2,seed=4)' --arg 'f32[2,136]=randint(-1,2,seed=5)' --arg 'f32[2,136]=randint(-1,2,seed=6)' --arg 'dk:f32[2,100,64]=ones' --arg 'dv:f32[2,100,64]=ones' --arg 136 --arg 100 --arg 2 --arg 1.0 --print dk --print dv
// dk = [[[-302.  169. -144. ...  205.  -23.   69.]
//        [ -58. -180. -372. ...   27. -163.  364.]
//        [   2. -141. -202. ...  140.   80. -201.]
//        ...
//        [  98.  101.  -80. ...  -44.    0.  442.]
//        [  37.  -48.  -50. ...  112.  232.   11.]
//        [  27.    1.  102. ...  164.   68.  257.]]
//       [[  82. -230.  419. ...   31.   11.  278.]
//        [ 153. -900.  448. ...  198. -114. -524.]
//        [ 117.  406.  195. ... -126.  494.   80.]
//        ...
//        [ -49. -165.   48. ...  462.  199. -291.]
//        [   4. -287.   17. ...  171.   74. -138.]
//        [-358. -154.  225. ... -332.  -93.  190.]]]
// dv = [[[ -36.  -53.  -32. ...   51.  -30.  -32.]
//        [ -23.  -26.  -41. ...   37.  -66.   36.]
//        [ -21.    5.  -60. ...   80.  -35.  -21.]
//        ...
//        [  -6.   33.    3. ...   61.    2.   -1.]
//        [ -53.   19.  -14. ...   53.    4.   19.]
//        [ -25.  -34.  -26. ...   56.   19.  -39.]]
//       [[ -31.   -7.   45. ...    8.    3.   12.]
//        [ -73.    9.   26. ...  -27.   61.   11.]
//        [-107.  -54.   92. ...  -50.  -65.   -5.]
//        ...
//        [ -25.   37.    3. ...   -8.   61.   22.]
//        [ -52.   21.   46. ...  -15.   24.  -45.]
//        [ -13.  -55.   -2. ...  -40.  -10.   26.]]]
// RUN: run --entry wide_keys --grid 1,1 --arg 'bf16[1,128,64]=randint(-1,2,seed=1)' --arg 'bf16[1,128,64]=randint(-1,2,seed=2)' --arg 'bf16[1,200,64]=randint(-1,2,seed=3)' --arg 'bf16[1,200,64]=randint(-1,2,seed=4)' --arg 'f32[1,200]=randint(-1,2,seed=5)' --arg 'f32[1,200]=randint(-1,2,seed=6)' --arg 'dk:f32[1,128,64]=ones' --arg 'dv:f32[1,128,64]=ones' --arg 200 --arg 128 --arg 1 --arg 1.0 --print dk --print dv
// dk = [[[-341.  286.  -94. ...   60.  -53.  224.]
//        [ 109.   30. -467. ... -325. -510.  212.]
//        [ 170. -480.  -51. ...  522.   92. -298.]
//        ...
//        [-161.  -91.   79. ... -393.   83.   74.]
//        [  34. -259.   86. ... -361.  423.  181.]
//        [  62. -165. -544. ...   18.  197.  -73.]]]
// dv = [[[-73. -56. -26. ...  25. -30. -69.]
//        [-18.   1. -26. ...  13. -92.  18.]
//        [-49.  21. -51. ... 104.  17.  -6.]
//        ...
//        [-11.  46.  37. ... -47.   6. -25.]
//        [ -1. -21. -10. ... -20.  18.  -8.]
//        [  3. -45. -46. ...  -8. -55. -31.]]]
// RUN: run --entry exponents --grid 2,2 --arg 'bf16[2,100,64]=randn(seed=1)' --arg 'bf16[2,100,64]=randn(seed=2)' --arg 'bf16[2,136,64]=randn(seed=3)' --arg 'bf16[2,136,64]=randn(seed=4)' --arg 'f32[2,100]=randn(seed=5)' --arg 'f32[2,100]=randn(seed=6)' --arg 'dq:f32[2,100,64]=ones' --arg 100 --arg 136 --arg 2 --arg 0.125 --print dq
// dq = [[[ 2.15919876e+01  2.10275650e-01  3.22401199e+01 ... -5.60654526e+01
//          7.63457108e+01 -6.88154526e+01]
//        [ 4.01417274e+01 -1.50918598e+01  1.37398422e+02 ...  2.31618881e+01
//          2.42059364e+01 -6.46990814e+01]
//        [-3.33612289e+01 -3.54090118e+00 -1.83139839e+01 ...  2.98906937e+01
//         -3.88651085e+01 -1.55491562e+01]
//        ...
//        [ 9.70623474e+01 -1.12572495e+02 -2.90027100e+02 ...  1.87573837e+02
//          1.65778625e+02  5.38195114e+01]
//        [-5.90092926e+01 -4.07807159e+00  9.39863586e+00 ...  2.01669273e+01
//         -6.77264709e+01  1.02372261e+02]
//        [ 8.84695816e+01  5.38131485e+01  4.42417221e+01 ...  1.29753845e+02
//          3.44600677e-01  2.25540295e+01]]
//       [[ 7.23471756e+01  4.60151711e+01 -1.41019714e+02 ...  1.41642776e+02
//          1.72589874e+00 -3.51141930e+01]
//        [-2.98147552e+02 -2.31969116e+02 -6.13050354e+02 ... -1.10702545e+02
//         -8.39846130e+02  8.64096924e+02]
//        [ 9.64975929e+00  2.70975666e+01 -9.56906509e+01 ... -5.50814629e+00
//          4.46395035e+01 -2.04666958e+01]
//        ...
//        [ 9.55406570e+01  4.69123840e+01  2.53239517e+02 ...  2.01332809e+02
//         -8.78926392e+01  1.38773926e+02]
//        [ 1.37837341e+02  7.45812759e+01 -3.48437157e+01 ... -1.06360123e+02
//          2.84740028e+01 -1.19420906e+02]
//        [ 2.27433746e+02 -4.23904114e+02 -2.59333252e+02 ...  9.08876221e+02
//         -6.25393555e+02 -1.48280792e+02]]]
// RUN: run --entry queries --grid 2,2 --arg 'bf16[2,100,64]=randint(-1,2,seed=1)' --arg 'bf16[2,100,64]=randint(-1,2,seed=2)' --arg 'bf16[2,136,64]=randint(-1,2,seed=3)' --arg 'bf16[2,136,64]=randint(-1,2,seed=4)' --arg 'f32[2,100]=randint(-1,2,seed=5)' --arg 'f32[2,100]=randint(-1,2,seed=6)' --arg 'dq:f32[2,100,64]=ones' --arg 100 --arg 136 --arg 2 --arg 1.0 --print dq
// dq = [[[-339.  162.    6. ...  294.   46.   36.]
//        [-104. -127. -352. ...   21. -117.  389.]
//        [  -9.  -45. -201. ...  105.   -4. -125.]
//        ...
//        [  75.  148. -136. ...  -58.  -11.  508.]
//        [  26.  -51.    0. ...  110.  269.   21.]
//        [ -61.  -63.   72. ...   84.   93.  241.]]
//       [[  29. -162.  328. ...  101.   22.  233.]
//        [ 212. -985.  573. ...  363. -150. -701.]
//        [ 193.  431.  230. ... -139.  569.   69.]
//        ...
//        [ -25. -234.  118. ...  366.  227. -173.]
//        [-141. -289.   39. ...  211.   91. -218.]
//        [-418. -191.  268. ... -320. -108.  161.]]]
// RUN: run --entry wide_heads --grid 1,1 --arg 'bf16[1,64,128]=randint(-1,2,seed=1)' --arg 'bf16[1,64,128]=randint(-1,2,seed=2)' --arg 'bf16[1,72,128]=randint(-1,2,seed=3)' --arg 'bf16[1,72,128]=randint(-1,2,seed=4)' --arg 'f32[1,72]=randint(-1,2,seed=5)' --arg 'f32[1,72]=randint(-1,2,seed=6)' --arg 'dk:f32[1,64,128]=ones' --arg 'dv:f32[1,64,128]=ones' --arg 72 --arg 64 --arg 1 --arg 1.0 --print dk --print dv
// dk = [[[  48.   21.  -19. ... -126. -393.  -98.]
//        [ -75.  103. -161. ...  -14.  231.  -96.]
//        [ 200.   21. -269. ... -179.  138.  -41.]
//        ...
//        [ 229.   70. -276. ... -249. -109.  152.]
//        [  32. -205.  127. ... -140.  264. -211.]
//        [ -13.  -64.  229. ... -122.  500.    5.]]]
// dv = [[[-32. -21. -43. ...  75. -30.  67.]
//        [-15. -15. -42. ...  53.  43.  -5.]
//        [-47. -33. -39. ... -17. -26.  -7.]
//        ...
//        [ -8.  29. -14. ...  20.   9. -21.]
//        [ 18. -27. -26. ...  14.  12. -11.]
//        [ -5.  18. -23. ...  -2. -46.  13.]]]
//
// Tiles that several products of an iteration read, each in its own order of dimensions: one stage serves all of them, and is released
// after the last one. Weights are computed of one product and multiplied in the next one; vectors are loaded from addresses meanwhile.

cuda_tile.module @shared_tiles {
  // Keys are values: the scores read a tile transposed, and the sum reads it as it is.
  entry @keys_are_values(%q: tile<ptr<f16>>, %x: tile<ptr<f16>>, %o: tile<ptr<f32>>, %queries: tile<i32>, %keys: tile<i32>) {
    %q_16 = assume div_by<16>, %q : tile<ptr<f16>>
    %x_16 = assume div_by<16>, %x : tile<ptr<f16>>
    %o_16 = assume div_by<16>, %o : tile<ptr<f32>>
    %block, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %q_tensor = make_tensor_view %q_16, shape = [%queries, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf16, strides=[64,1]>
    %x_tensor = make_tensor_view %x_16, shape = [%keys, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf16, strides=[64,1]>
    %o_tensor = make_tensor_view %o_16, shape = [%queries, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[64,1]>
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(64x64), tensor_view<?x64xf32, strides=[64,1]>>
    %count, %columns = get_index_space_shape %x_tiles : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>> -> tile<i32>
    %q_tile, %q_read = load_view_tko weak %q_tiles[%block, %zero] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %none = constant <f32: 0.0> : tile<64x32xf32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %count, step %one) : tile<i32> iter_values(%so_far = %sum_0) -> (tile<64x64xf32>) {
      %tile, %read = load_view_tko weak %x_tiles[%i, %zero] : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
      %turned = permute %tile [1, 0] : tile<32x64xf16> -> tile<64x32xf16>
      %scores = mmaf %q_tile, %turned, %none : tile<64x64xf16>, tile<64x32xf16>, tile<64x32xf32>
      %weights = ftof %scores : tile<64x32xf32> -> tile<64x32xf16>
      %next = mmaf %weights, %tile, %so_far : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %o_tiles[%block, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  // A matrix times itself transposed: one product reads a tile on both sides.
  entry @gram(%x: tile<ptr<f16>>, %o: tile<ptr<f32>>, %width: tile<i32>) {
    %x_16 = assume div_by<16>, %x : tile<ptr<f16>>
    %o_16 = assume div_by<16>, %o : tile<ptr<f32>>
    %width_8 = assume div_by<8>, %width : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %x_tensor = make_tensor_view %x_16, shape = [64, %width_8], strides = [%width_8, 1] : tile<i32> -> tensor_view<64x?xf16, strides=[?,1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x?xf16, strides=[?,1]>>
    %o_tensor = make_tensor_view %o_16, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %o_tiles = make_partition_view %o_tensor : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %rows, %count = get_index_space_shape %x_tiles : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x?xf16, strides=[?,1]>> -> tile<i32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %count, step %one) : tile<i32> iter_values(%so_far = %sum_0) -> (tile<64x64xf32>) {
      %tile, %read = load_view_tko weak %x_tiles[%zero, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<64x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
      %turned = permute %tile [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
      %next = mmaf %tile, %turned, %so_far : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %o_tiles[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }

  // Backward attention, of a tile of keys: queries and gradients of outputs (`g`) are read transposed and as they are.
  entry @keys(%k: tile<ptr<bf16>>, %v: tile<ptr<bf16>>, %q: tile<ptr<bf16>>, %g: tile<ptr<bf16>>, %lse: tile<ptr<f32>>, %delta: tile<ptr<f32>>, %dk: tile<ptr<f32>>, %dv: tile<ptr<f32>>, %queries: tile<i32>, %keys: tile<i32>, %heads: tile<i32>, %scale: tile<f32>) {
    %k_16 = assume div_by<16>, %k : tile<ptr<bf16>>
    %v_16 = assume div_by<16>, %v : tile<ptr<bf16>>
    %q_16 = assume div_by<16>, %q : tile<ptr<bf16>>
    %g_16 = assume div_by<16>, %g : tile<ptr<bf16>>
    %dk_16 = assume div_by<16>, %dk : tile<ptr<f32>>
    %dv_16 = assume div_by<16>, %dv : tile<ptr<f32>>
    %block, %head, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %rows_each = constant <i32: 64> : tile<i32>
    %cols_each = constant <i32: 32> : tile<i32>
    %c64 = constant <i32: 64> : tile<i32>
    %q_head = muli %queries, %c64 : tile<i32>
    %k_head = muli %keys, %c64 : tile<i32>
    %k_tensor = make_tensor_view %k_16, shape = [1, %heads, %keys, 64], strides = [%k_head, %k_head, 64, 1] : tile<i32> -> tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>
    %v_tensor = make_tensor_view %v_16, shape = [1, %heads, %keys, 64], strides = [%k_head, %k_head, 64, 1] : tile<i32> -> tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>
    %q_tensor = make_tensor_view %q_16, shape = [1, %heads, %queries, 64], strides = [%q_head, %q_head, 64, 1] : tile<i32> -> tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(1x1x32x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>
    %g_tensor = make_tensor_view %g_16, shape = [1, %heads, %queries, 64], strides = [%q_head, %q_head, 64, 1] : tile<i32> -> tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>
    %g_tiles = make_partition_view %g_tensor : partition_view<tile=(1x1x32x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>
    %dk_tensor = make_tensor_view %dk_16, shape = [%heads, %keys, 64], strides = [%k_head, 64, 1] : tile<i32> -> tensor_view<?x?x64xf32, strides=[?,64,1]>
    %dk_tiles = make_partition_view %dk_tensor : partition_view<tile=(1x64x64), tensor_view<?x?x64xf32, strides=[?,64,1]>>
    %dv_tensor = make_tensor_view %dv_16, shape = [%heads, %keys, 64], strides = [%k_head, 64, 1] : tile<i32> -> tensor_view<?x?x64xf32, strides=[?,64,1]>
    %dv_tiles = make_partition_view %dv_tensor : partition_view<tile=(1x64x64), tensor_view<?x?x64xf32, strides=[?,64,1]>>
    %k_4d, %k_read = load_view_tko weak %k_tiles[%zero, %head, %block, %zero] : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>, tile<i32> -> tile<1x1x64x64xbf16>, token
    %k_tile = reshape %k_4d : tile<1x1x64x64xbf16> -> tile<64x64xbf16>
    %v_4d, %v_read = load_view_tko weak %v_tiles[%zero, %head, %block, %zero] : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>, tile<i32> -> tile<1x1x64x64xbf16>, token
    %v_tile = reshape %v_4d : tile<1x1x64x64xbf16> -> tile<64x64xbf16>
    %count = divi %queries, %cols_each signed rounding<positive_inf> : tile<i32>
    %none = constant <f32: 0.0> : tile<64x32xf32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %scale_11 = reshape %scale : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_11 : tile<1x1xf32> -> tile<64x32xf32>
    %dk_sum, %dv_sum = for %i in (%zero to %count, step %one) : tile<i32> iter_values(%dk_so_far = %sum_0, %dv_so_far = %sum_0) -> (tile<64x64xf32>, tile<64x64xf32>) {
      %q_4d, %q_read = load_view_tko weak %q_tiles[%zero, %head, %i, %zero] : partition_view<tile=(1x1x32x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>, tile<i32> -> tile<1x1x32x64xbf16>, token
      %q_tile = reshape %q_4d : tile<1x1x32x64xbf16> -> tile<32x64xbf16>
      %q_turned = permute %q_tile [1, 0] : tile<32x64xbf16> -> tile<64x32xbf16>
      %g_4d, %g_read = load_view_tko weak %g_tiles[%zero, %head, %i, %zero] : partition_view<tile=(1x1x32x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>, tile<i32> -> tile<1x1x32x64xbf16>, token
      %g_tile = reshape %g_4d : tile<1x1x32x64xbf16> -> tile<32x64xbf16>
      %g_turned = permute %g_tile [1, 0] : tile<32x64xbf16> -> tile<64x32xbf16>
      %first = muli %i, %cols_each : tile<i32>
      %lane = iota : tile<32xi32>
      %first_1 = reshape %first : tile<i32> -> tile<1xi32>
      %first_all = broadcast %first_1 : tile<1xi32> -> tile<32xi32>
      %place = addi %first_all, %lane : tile<32xi32>
      %limit_1 = reshape %queries : tile<i32> -> tile<1xi32>
      %limit = broadcast %limit_1 : tile<1xi32> -> tile<32xi32>
      %inside = cmpi less_than %place, %limit, signed : tile<32xi32> -> tile<32xi1>
      %head_first = muli %head, %queries : tile<i32>
      %head_1 = reshape %head_first : tile<i32> -> tile<1xi32>
      %head_all = broadcast %head_1 : tile<1xi32> -> tile<32xi32>
      %where = addi %place, %head_all : tile<32xi32>
      %lse_1 = reshape %lse : tile<ptr<f32>> -> tile<1xptr<f32>>
      %lse_all = broadcast %lse_1 : tile<1xptr<f32>> -> tile<32xptr<f32>>
      %lse_at = offset %lse_all, %where : tile<32xptr<f32>>, tile<32xi32> -> tile<32xptr<f32>>
      %lse_none = constant <f32: 0.0> : tile<32xf32>
      %lse_vec, %lse_read = load_ptr_tko weak %lse_at, %inside, %lse_none : tile<32xptr<f32>>, tile<32xi1>, tile<32xf32> -> tile<32xf32>, token
      %lse_2d = reshape %lse_vec : tile<32xf32> -> tile<1x32xf32>
      %lse_tile = broadcast %lse_2d : tile<1x32xf32> -> tile<64x32xf32>
      %delta_1 = reshape %delta : tile<ptr<f32>> -> tile<1xptr<f32>>
      %delta_all = broadcast %delta_1 : tile<1xptr<f32>> -> tile<32xptr<f32>>
      %delta_at = offset %delta_all, %where : tile<32xptr<f32>>, tile<32xi32> -> tile<32xptr<f32>>
      %delta_none = constant <f32: 0.0> : tile<32xf32>
      %delta_vec, %delta_read = load_ptr_tko weak %delta_at, %inside, %delta_none : tile<32xptr<f32>>, tile<32xi1>, tile<32xf32> -> tile<32xf32>, token
      %delta_2d = reshape %delta_vec : tile<32xf32> -> tile<1x32xf32>
      %delta_tile = broadcast %delta_2d : tile<1x32xf32> -> tile<64x32xf32>
      %scores = mmaf %k_tile, %q_turned, %none : tile<64x64xbf16>, tile<64x32xbf16>, tile<64x32xf32>
      %scaled = mulf %scores, %scale_all : tile<64x32xf32>
      %shifted = subf %scaled, %lse_tile : tile<64x32xf32>
      %weights = maxf %shifted, %none : tile<64x32xf32>
      %weights_16 = ftof %weights : tile<64x32xf32> -> tile<64x32xbf16>
      %dv_next = mmaf %weights_16, %g_tile, %dv_so_far : tile<64x32xbf16>, tile<32x64xbf16>, tile<64x64xf32>
      %dp = mmaf %v_tile, %g_turned, %none : tile<64x64xbf16>, tile<64x32xbf16>, tile<64x32xf32>
      %less = subf %dp, %delta_tile : tile<64x32xf32>
      %ds = mulf %weights, %less : tile<64x32xf32>
      %ds_16 = ftof %ds : tile<64x32xf32> -> tile<64x32xbf16>
      %dk_next = mmaf %ds_16, %q_tile, %dk_so_far : tile<64x32xbf16>, tile<32x64xbf16>, tile<64x64xf32>
      continue %dk_next, %dv_next : tile<64x64xf32>, tile<64x64xf32>
    }
    %dk_3d = reshape %dk_sum : tile<64x64xf32> -> tile<1x64x64xf32>
    %dk_written = store_view_tko weak %dk_3d, %dk_tiles[%head, %block, %zero] : tile<1x64x64xf32>, partition_view<tile=(1x64x64), tensor_view<?x?x64xf32, strides=[?,64,1]>>, tile<i32> -> token
    %dv_3d = reshape %dv_sum : tile<64x64xf32> -> tile<1x64x64xf32>
    %dv_written = store_view_tko weak %dv_3d, %dv_tiles[%head, %block, %zero] : tile<1x64x64xf32>, partition_view<tile=(1x64x64), tensor_view<?x?x64xf32, strides=[?,64,1]>>, tile<i32> -> token
    return
  }

  // The same with 128 keys and 64 queries.
  entry @wide_keys(%k: tile<ptr<bf16>>, %v: tile<ptr<bf16>>, %q: tile<ptr<bf16>>, %g: tile<ptr<bf16>>, %lse: tile<ptr<f32>>, %delta: tile<ptr<f32>>, %dk: tile<ptr<f32>>, %dv: tile<ptr<f32>>, %queries: tile<i32>, %keys: tile<i32>, %heads: tile<i32>, %scale: tile<f32>) {
    %k_16 = assume div_by<16>, %k : tile<ptr<bf16>>
    %v_16 = assume div_by<16>, %v : tile<ptr<bf16>>
    %q_16 = assume div_by<16>, %q : tile<ptr<bf16>>
    %g_16 = assume div_by<16>, %g : tile<ptr<bf16>>
    %dk_16 = assume div_by<16>, %dk : tile<ptr<f32>>
    %dv_16 = assume div_by<16>, %dv : tile<ptr<f32>>
    %block, %head, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %rows_each = constant <i32: 128> : tile<i32>
    %cols_each = constant <i32: 64> : tile<i32>
    %c64 = constant <i32: 64> : tile<i32>
    %q_head = muli %queries, %c64 : tile<i32>
    %k_head = muli %keys, %c64 : tile<i32>
    %k_tensor = make_tensor_view %k_16, shape = [1, %heads, %keys, 64], strides = [%k_head, %k_head, 64, 1] : tile<i32> -> tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(1x1x128x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>
    %v_tensor = make_tensor_view %v_16, shape = [1, %heads, %keys, 64], strides = [%k_head, %k_head, 64, 1] : tile<i32> -> tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(1x1x128x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>
    %q_tensor = make_tensor_view %q_16, shape = [1, %heads, %queries, 64], strides = [%q_head, %q_head, 64, 1] : tile<i32> -> tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>
    %g_tensor = make_tensor_view %g_16, shape = [1, %heads, %queries, 64], strides = [%q_head, %q_head, 64, 1] : tile<i32> -> tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>
    %g_tiles = make_partition_view %g_tensor : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>
    %dk_tensor = make_tensor_view %dk_16, shape = [%heads, %keys, 64], strides = [%k_head, 64, 1] : tile<i32> -> tensor_view<?x?x64xf32, strides=[?,64,1]>
    %dk_tiles = make_partition_view %dk_tensor : partition_view<tile=(1x128x64), tensor_view<?x?x64xf32, strides=[?,64,1]>>
    %dv_tensor = make_tensor_view %dv_16, shape = [%heads, %keys, 64], strides = [%k_head, 64, 1] : tile<i32> -> tensor_view<?x?x64xf32, strides=[?,64,1]>
    %dv_tiles = make_partition_view %dv_tensor : partition_view<tile=(1x128x64), tensor_view<?x?x64xf32, strides=[?,64,1]>>
    %k_4d, %k_read = load_view_tko weak %k_tiles[%zero, %head, %block, %zero] : partition_view<tile=(1x1x128x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>, tile<i32> -> tile<1x1x128x64xbf16>, token
    %k_tile = reshape %k_4d : tile<1x1x128x64xbf16> -> tile<128x64xbf16>
    %v_4d, %v_read = load_view_tko weak %v_tiles[%zero, %head, %block, %zero] : partition_view<tile=(1x1x128x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>, tile<i32> -> tile<1x1x128x64xbf16>, token
    %v_tile = reshape %v_4d : tile<1x1x128x64xbf16> -> tile<128x64xbf16>
    %count = divi %queries, %cols_each signed rounding<positive_inf> : tile<i32>
    %none = constant <f32: 0.0> : tile<128x64xf32>
    %sum_0 = constant <f32: 0.0> : tile<128x64xf32>
    %scale_11 = reshape %scale : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_11 : tile<1x1xf32> -> tile<128x64xf32>
    %dk_sum, %dv_sum = for %i in (%zero to %count, step %one) : tile<i32> iter_values(%dk_so_far = %sum_0, %dv_so_far = %sum_0) -> (tile<128x64xf32>, tile<128x64xf32>) {
      %q_4d, %q_read = load_view_tko weak %q_tiles[%zero, %head, %i, %zero] : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>, tile<i32> -> tile<1x1x64x64xbf16>, token
      %q_tile = reshape %q_4d : tile<1x1x64x64xbf16> -> tile<64x64xbf16>
      %q_turned = permute %q_tile [1, 0] : tile<64x64xbf16> -> tile<64x64xbf16>
      %g_4d, %g_read = load_view_tko weak %g_tiles[%zero, %head, %i, %zero] : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>, tile<i32> -> tile<1x1x64x64xbf16>, token
      %g_tile = reshape %g_4d : tile<1x1x64x64xbf16> -> tile<64x64xbf16>
      %g_turned = permute %g_tile [1, 0] : tile<64x64xbf16> -> tile<64x64xbf16>
      %first = muli %i, %cols_each : tile<i32>
      %lane = iota : tile<64xi32>
      %first_1 = reshape %first : tile<i32> -> tile<1xi32>
      %first_all = broadcast %first_1 : tile<1xi32> -> tile<64xi32>
      %place = addi %first_all, %lane : tile<64xi32>
      %limit_1 = reshape %queries : tile<i32> -> tile<1xi32>
      %limit = broadcast %limit_1 : tile<1xi32> -> tile<64xi32>
      %inside = cmpi less_than %place, %limit, signed : tile<64xi32> -> tile<64xi1>
      %head_first = muli %head, %queries : tile<i32>
      %head_1 = reshape %head_first : tile<i32> -> tile<1xi32>
      %head_all = broadcast %head_1 : tile<1xi32> -> tile<64xi32>
      %where = addi %place, %head_all : tile<64xi32>
      %lse_1 = reshape %lse : tile<ptr<f32>> -> tile<1xptr<f32>>
      %lse_all = broadcast %lse_1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
      %lse_at = offset %lse_all, %where : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
      %lse_none = constant <f32: 0.0> : tile<64xf32>
      %lse_vec, %lse_read = load_ptr_tko weak %lse_at, %inside, %lse_none : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32> -> tile<64xf32>, token
      %lse_2d = reshape %lse_vec : tile<64xf32> -> tile<1x64xf32>
      %lse_tile = broadcast %lse_2d : tile<1x64xf32> -> tile<128x64xf32>
      %delta_1 = reshape %delta : tile<ptr<f32>> -> tile<1xptr<f32>>
      %delta_all = broadcast %delta_1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
      %delta_at = offset %delta_all, %where : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
      %delta_none = constant <f32: 0.0> : tile<64xf32>
      %delta_vec, %delta_read = load_ptr_tko weak %delta_at, %inside, %delta_none : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32> -> tile<64xf32>, token
      %delta_2d = reshape %delta_vec : tile<64xf32> -> tile<1x64xf32>
      %delta_tile = broadcast %delta_2d : tile<1x64xf32> -> tile<128x64xf32>
      %scores = mmaf %k_tile, %q_turned, %none : tile<128x64xbf16>, tile<64x64xbf16>, tile<128x64xf32>
      %scaled = mulf %scores, %scale_all : tile<128x64xf32>
      %shifted = subf %scaled, %lse_tile : tile<128x64xf32>
      %weights = maxf %shifted, %none : tile<128x64xf32>
      %weights_16 = ftof %weights : tile<128x64xf32> -> tile<128x64xbf16>
      %dv_next = mmaf %weights_16, %g_tile, %dv_so_far : tile<128x64xbf16>, tile<64x64xbf16>, tile<128x64xf32>
      %dp = mmaf %v_tile, %g_turned, %none : tile<128x64xbf16>, tile<64x64xbf16>, tile<128x64xf32>
      %less = subf %dp, %delta_tile : tile<128x64xf32>
      %ds = mulf %weights, %less : tile<128x64xf32>
      %ds_16 = ftof %ds : tile<128x64xf32> -> tile<128x64xbf16>
      %dk_next = mmaf %ds_16, %q_tile, %dk_so_far : tile<128x64xbf16>, tile<64x64xbf16>, tile<128x64xf32>
      continue %dk_next, %dv_next : tile<128x64xf32>, tile<128x64xf32>
    }
    %dk_3d = reshape %dk_sum : tile<128x64xf32> -> tile<1x128x64xf32>
    %dk_written = store_view_tko weak %dk_3d, %dk_tiles[%head, %block, %zero] : tile<1x128x64xf32>, partition_view<tile=(1x128x64), tensor_view<?x?x64xf32, strides=[?,64,1]>>, tile<i32> -> token
    %dv_3d = reshape %dv_sum : tile<128x64xf32> -> tile<1x128x64xf32>
    %dv_written = store_view_tko weak %dv_3d, %dv_tiles[%head, %block, %zero] : tile<1x128x64xf32>, partition_view<tile=(1x128x64), tensor_view<?x?x64xf32, strides=[?,64,1]>>, tile<i32> -> token
    return
  }

  // Backward attention, of a tile of queries: keys are read transposed and as they are.
  entry @queries(%q: tile<ptr<bf16>>, %g: tile<ptr<bf16>>, %k: tile<ptr<bf16>>, %v: tile<ptr<bf16>>, %lse: tile<ptr<f32>>, %delta: tile<ptr<f32>>, %dq: tile<ptr<f32>>, %queries: tile<i32>, %keys: tile<i32>, %heads: tile<i32>, %scale: tile<f32>) {
    %q_16 = assume div_by<16>, %q : tile<ptr<bf16>>
    %g_16 = assume div_by<16>, %g : tile<ptr<bf16>>
    %k_16 = assume div_by<16>, %k : tile<ptr<bf16>>
    %v_16 = assume div_by<16>, %v : tile<ptr<bf16>>
    %dq_16 = assume div_by<16>, %dq : tile<ptr<f32>>
    %block, %head, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %rows_each = constant <i32: 64> : tile<i32>
    %cols_each = constant <i32: 64> : tile<i32>
    %c64 = constant <i32: 64> : tile<i32>
    %q_head = muli %queries, %c64 : tile<i32>
    %k_head = muli %keys, %c64 : tile<i32>
    %q_tensor = make_tensor_view %q_16, shape = [1, %heads, %queries, 64], strides = [%q_head, %q_head, 64, 1] : tile<i32> -> tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>
    %g_tensor = make_tensor_view %g_16, shape = [1, %heads, %queries, 64], strides = [%q_head, %q_head, 64, 1] : tile<i32> -> tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>
    %g_tiles = make_partition_view %g_tensor : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>
    %k_tensor = make_tensor_view %k_16, shape = [1, %heads, %keys, 64], strides = [%k_head, %k_head, 64, 1] : tile<i32> -> tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>
    %v_tensor = make_tensor_view %v_16, shape = [1, %heads, %keys, 64], strides = [%k_head, %k_head, 64, 1] : tile<i32> -> tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>
    %dq_tensor = make_tensor_view %dq_16, shape = [%heads, %queries, 64], strides = [%q_head, 64, 1] : tile<i32> -> tensor_view<?x?x64xf32, strides=[?,64,1]>
    %dq_tiles = make_partition_view %dq_tensor : partition_view<tile=(1x64x64), tensor_view<?x?x64xf32, strides=[?,64,1]>>
    %q_4d, %q_read = load_view_tko weak %q_tiles[%zero, %head, %block, %zero] : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>, tile<i32> -> tile<1x1x64x64xbf16>, token
    %q_tile = reshape %q_4d : tile<1x1x64x64xbf16> -> tile<64x64xbf16>
    %g_4d, %g_read = load_view_tko weak %g_tiles[%zero, %head, %block, %zero] : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>, tile<i32> -> tile<1x1x64x64xbf16>, token
    %g_tile = reshape %g_4d : tile<1x1x64x64xbf16> -> tile<64x64xbf16>
    %count = divi %keys, %cols_each signed rounding<positive_inf> : tile<i32>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %scale_11 = reshape %scale : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_11 : tile<1x1xf32> -> tile<64x64xf32>
    %first = muli %block, %rows_each : tile<i32>
    %lane = iota : tile<64xi32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_all = broadcast %first_1 : tile<1xi32> -> tile<64xi32>
    %place = addi %first_all, %lane : tile<64xi32>
    %limit_1 = reshape %queries : tile<i32> -> tile<1xi32>
    %limit = broadcast %limit_1 : tile<1xi32> -> tile<64xi32>
    %inside = cmpi less_than %place, %limit, signed : tile<64xi32> -> tile<64xi1>
    %head_first = muli %head, %queries : tile<i32>
    %head_1 = reshape %head_first : tile<i32> -> tile<1xi32>
    %head_all = broadcast %head_1 : tile<1xi32> -> tile<64xi32>
    %where = addi %place, %head_all : tile<64xi32>
    %lse_1 = reshape %lse : tile<ptr<f32>> -> tile<1xptr<f32>>
    %lse_all = broadcast %lse_1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %lse_at = offset %lse_all, %where : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %lse_none = constant <f32: 0.0> : tile<64xf32>
    %lse_vec, %lse_read = load_ptr_tko weak %lse_at, %inside, %lse_none : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32> -> tile<64xf32>, token
    %lse_2d = reshape %lse_vec : tile<64xf32> -> tile<64x1xf32>
    %lse_tile = broadcast %lse_2d : tile<64x1xf32> -> tile<64x64xf32>
    %delta_1 = reshape %delta : tile<ptr<f32>> -> tile<1xptr<f32>>
    %delta_all = broadcast %delta_1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %delta_at = offset %delta_all, %where : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %delta_none = constant <f32: 0.0> : tile<64xf32>
    %delta_vec, %delta_read = load_ptr_tko weak %delta_at, %inside, %delta_none : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32> -> tile<64xf32>, token
    %delta_2d = reshape %delta_vec : tile<64xf32> -> tile<64x1xf32>
    %delta_tile = broadcast %delta_2d : tile<64x1xf32> -> tile<64x64xf32>
    %dq_sum = for %i in (%zero to %count, step %one) : tile<i32> iter_values(%dq_so_far = %sum_0) -> (tile<64x64xf32>) {
      %k_4d, %k_read = load_view_tko weak %k_tiles[%zero, %head, %i, %zero] : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>, tile<i32> -> tile<1x1x64x64xbf16>, token
      %k_tile = reshape %k_4d : tile<1x1x64x64xbf16> -> tile<64x64xbf16>
      %k_turned = permute %k_tile [1, 0] : tile<64x64xbf16> -> tile<64x64xbf16>
      %v_4d, %v_read = load_view_tko weak %v_tiles[%zero, %head, %i, %zero] : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>, tile<i32> -> tile<1x1x64x64xbf16>, token
      %v_tile = reshape %v_4d : tile<1x1x64x64xbf16> -> tile<64x64xbf16>
      %v_turned = permute %v_tile [1, 0] : tile<64x64xbf16> -> tile<64x64xbf16>
      %scores = mmaf %q_tile, %k_turned, %none : tile<64x64xbf16>, tile<64x64xbf16>, tile<64x64xf32>
      %scaled = mulf %scores, %scale_all : tile<64x64xf32>
      %shifted = subf %scaled, %lse_tile : tile<64x64xf32>
      %weights = maxf %shifted, %none : tile<64x64xf32>
      %weights_16 = ftof %weights : tile<64x64xf32> -> tile<64x64xbf16>
      %dp = mmaf %g_tile, %v_turned, %none : tile<64x64xbf16>, tile<64x64xbf16>, tile<64x64xf32>
      %less = subf %dp, %delta_tile : tile<64x64xf32>
      %ds = mulf %weights, %less : tile<64x64xf32>
      %ds_16 = ftof %ds : tile<64x64xf32> -> tile<64x64xbf16>
      %dq_next = mmaf %ds_16, %k_tile, %dq_so_far : tile<64x64xbf16>, tile<64x64xbf16>, tile<64x64xf32>
      continue %dq_next : tile<64x64xf32>
    }
    %dq_3d = reshape %dq_sum : tile<64x64xf32> -> tile<1x64x64xf32>
    %dq_written = store_view_tko weak %dq_3d, %dq_tiles[%head, %block, %zero] : tile<1x64x64xf32>, partition_view<tile=(1x64x64), tensor_view<?x?x64xf32, strides=[?,64,1]>>, tile<i32> -> token
    return
  }

  // The same with weights as attention computes them.
  entry @exponents(%q: tile<ptr<bf16>>, %g: tile<ptr<bf16>>, %k: tile<ptr<bf16>>, %v: tile<ptr<bf16>>, %lse: tile<ptr<f32>>, %delta: tile<ptr<f32>>, %dq: tile<ptr<f32>>, %queries: tile<i32>, %keys: tile<i32>, %heads: tile<i32>, %scale: tile<f32>) {
    %q_16 = assume div_by<16>, %q : tile<ptr<bf16>>
    %g_16 = assume div_by<16>, %g : tile<ptr<bf16>>
    %k_16 = assume div_by<16>, %k : tile<ptr<bf16>>
    %v_16 = assume div_by<16>, %v : tile<ptr<bf16>>
    %dq_16 = assume div_by<16>, %dq : tile<ptr<f32>>
    %block, %head, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %rows_each = constant <i32: 64> : tile<i32>
    %cols_each = constant <i32: 64> : tile<i32>
    %c64 = constant <i32: 64> : tile<i32>
    %q_head = muli %queries, %c64 : tile<i32>
    %k_head = muli %keys, %c64 : tile<i32>
    %q_tensor = make_tensor_view %q_16, shape = [1, %heads, %queries, 64], strides = [%q_head, %q_head, 64, 1] : tile<i32> -> tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>
    %g_tensor = make_tensor_view %g_16, shape = [1, %heads, %queries, 64], strides = [%q_head, %q_head, 64, 1] : tile<i32> -> tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>
    %g_tiles = make_partition_view %g_tensor : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>
    %k_tensor = make_tensor_view %k_16, shape = [1, %heads, %keys, 64], strides = [%k_head, %k_head, 64, 1] : tile<i32> -> tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>
    %v_tensor = make_tensor_view %v_16, shape = [1, %heads, %keys, 64], strides = [%k_head, %k_head, 64, 1] : tile<i32> -> tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>
    %dq_tensor = make_tensor_view %dq_16, shape = [%heads, %queries, 64], strides = [%q_head, 64, 1] : tile<i32> -> tensor_view<?x?x64xf32, strides=[?,64,1]>
    %dq_tiles = make_partition_view %dq_tensor : partition_view<tile=(1x64x64), tensor_view<?x?x64xf32, strides=[?,64,1]>>
    %q_4d, %q_read = load_view_tko weak %q_tiles[%zero, %head, %block, %zero] : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>, tile<i32> -> tile<1x1x64x64xbf16>, token
    %q_tile = reshape %q_4d : tile<1x1x64x64xbf16> -> tile<64x64xbf16>
    %g_4d, %g_read = load_view_tko weak %g_tiles[%zero, %head, %block, %zero] : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>, tile<i32> -> tile<1x1x64x64xbf16>, token
    %g_tile = reshape %g_4d : tile<1x1x64x64xbf16> -> tile<64x64xbf16>
    %count = divi %keys, %cols_each signed rounding<positive_inf> : tile<i32>
    %none = constant <f32: 0.0> : tile<64x64xf32>
    %sum_0 = constant <f32: 0.0> : tile<64x64xf32>
    %scale_11 = reshape %scale : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_11 : tile<1x1xf32> -> tile<64x64xf32>
    %first = muli %block, %rows_each : tile<i32>
    %lane = iota : tile<64xi32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_all = broadcast %first_1 : tile<1xi32> -> tile<64xi32>
    %place = addi %first_all, %lane : tile<64xi32>
    %limit_1 = reshape %queries : tile<i32> -> tile<1xi32>
    %limit = broadcast %limit_1 : tile<1xi32> -> tile<64xi32>
    %inside = cmpi less_than %place, %limit, signed : tile<64xi32> -> tile<64xi1>
    %head_first = muli %head, %queries : tile<i32>
    %head_1 = reshape %head_first : tile<i32> -> tile<1xi32>
    %head_all = broadcast %head_1 : tile<1xi32> -> tile<64xi32>
    %where = addi %place, %head_all : tile<64xi32>
    %lse_1 = reshape %lse : tile<ptr<f32>> -> tile<1xptr<f32>>
    %lse_all = broadcast %lse_1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %lse_at = offset %lse_all, %where : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %lse_none = constant <f32: 0.0> : tile<64xf32>
    %lse_vec, %lse_read = load_ptr_tko weak %lse_at, %inside, %lse_none : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32> -> tile<64xf32>, token
    %lse_2d = reshape %lse_vec : tile<64xf32> -> tile<64x1xf32>
    %lse_tile = broadcast %lse_2d : tile<64x1xf32> -> tile<64x64xf32>
    %delta_1 = reshape %delta : tile<ptr<f32>> -> tile<1xptr<f32>>
    %delta_all = broadcast %delta_1 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %delta_at = offset %delta_all, %where : tile<64xptr<f32>>, tile<64xi32> -> tile<64xptr<f32>>
    %delta_none = constant <f32: 0.0> : tile<64xf32>
    %delta_vec, %delta_read = load_ptr_tko weak %delta_at, %inside, %delta_none : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32> -> tile<64xf32>, token
    %delta_2d = reshape %delta_vec : tile<64xf32> -> tile<64x1xf32>
    %delta_tile = broadcast %delta_2d : tile<64x1xf32> -> tile<64x64xf32>
    %dq_sum = for %i in (%zero to %count, step %one) : tile<i32> iter_values(%dq_so_far = %sum_0) -> (tile<64x64xf32>) {
      %k_4d, %k_read = load_view_tko weak %k_tiles[%zero, %head, %i, %zero] : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>, tile<i32> -> tile<1x1x64x64xbf16>, token
      %k_tile = reshape %k_4d : tile<1x1x64x64xbf16> -> tile<64x64xbf16>
      %k_turned = permute %k_tile [1, 0] : tile<64x64xbf16> -> tile<64x64xbf16>
      %v_4d, %v_read = load_view_tko weak %v_tiles[%zero, %head, %i, %zero] : partition_view<tile=(1x1x64x64), padding_value = zero, tensor_view<1x?x?x64xbf16, strides=[?,?,64,1]>>, tile<i32> -> tile<1x1x64x64xbf16>, token
      %v_tile = reshape %v_4d : tile<1x1x64x64xbf16> -> tile<64x64xbf16>
      %v_turned = permute %v_tile [1, 0] : tile<64x64xbf16> -> tile<64x64xbf16>
      %scores = mmaf %q_tile, %k_turned, %none : tile<64x64xbf16>, tile<64x64xbf16>, tile<64x64xf32>
      %scaled = mulf %scores, %scale_all : tile<64x64xf32>
      %shifted = subf %scaled, %lse_tile : tile<64x64xf32>
      %weights = exp2 %shifted : tile<64x64xf32>
      %weights_16 = ftof %weights : tile<64x64xf32> -> tile<64x64xbf16>
      %dp = mmaf %g_tile, %v_turned, %none : tile<64x64xbf16>, tile<64x64xbf16>, tile<64x64xf32>
      %less = subf %dp, %delta_tile : tile<64x64xf32>
      %ds = mulf %weights, %less : tile<64x64xf32>
      %ds_16 = ftof %ds : tile<64x64xf32> -> tile<64x64xbf16>
      %dq_next = mmaf %ds_16, %k_tile, %dq_so_far : tile<64x64xbf16>, tile<64x64xbf16>, tile<64x64xf32>
      continue %dq_next : tile<64x64xf32>
    }
    %dq_3d = reshape %dq_sum : tile<64x64xf32> -> tile<1x64x64xf32>
    %dq_written = store_view_tko weak %dq_3d, %dq_tiles[%head, %block, %zero] : tile<1x64x64xf32>, partition_view<tile=(1x64x64), tensor_view<?x?x64xf32, strides=[?,64,1]>>, tile<i32> -> token
    return
  }

  // Heads of 128, and two thread blocks on a multiprocessor.
  entry @wide_heads(%k: tile<ptr<bf16>>, %v: tile<ptr<bf16>>, %q: tile<ptr<bf16>>, %g: tile<ptr<bf16>>, %lse: tile<ptr<f32>>, %delta: tile<ptr<f32>>, %dk: tile<ptr<f32>>, %dv: tile<ptr<f32>>, %queries: tile<i32>, %keys: tile<i32>, %heads: tile<i32>, %scale: tile<f32>) optimization_hints=<sm_90 = {occupancy = 2}> {
    %k_16 = assume div_by<16>, %k : tile<ptr<bf16>>
    %v_16 = assume div_by<16>, %v : tile<ptr<bf16>>
    %q_16 = assume div_by<16>, %q : tile<ptr<bf16>>
    %g_16 = assume div_by<16>, %g : tile<ptr<bf16>>
    %dk_16 = assume div_by<16>, %dk : tile<ptr<f32>>
    %dv_16 = assume div_by<16>, %dv : tile<ptr<f32>>
    %block, %head, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %rows_each = constant <i32: 64> : tile<i32>
    %cols_each = constant <i32: 32> : tile<i32>
    %c64 = constant <i32: 128> : tile<i32>
    %q_head = muli %queries, %c64 : tile<i32>
    %k_head = muli %keys, %c64 : tile<i32>
    %k_tensor = make_tensor_view %k_16, shape = [1, %heads, %keys, 128], strides = [%k_head, %k_head, 128, 1] : tile<i32> -> tensor_view<1x?x?x128xbf16, strides=[?,?,128,1]>
    %k_tiles = make_partition_view %k_tensor : partition_view<tile=(1x1x64x128), padding_value = zero, tensor_view<1x?x?x128xbf16, strides=[?,?,128,1]>>
    %v_tensor = make_tensor_view %v_16, shape = [1, %heads, %keys, 128], strides = [%k_head, %k_head, 128, 1] : tile<i32> -> tensor_view<1x?x?x128xbf16, strides=[?,?,128,1]>
    %v_tiles = make_partition_view %v_tensor : partition_view<tile=(1x1x64x128), padding_value = zero, tensor_view<1x?x?x128xbf16, strides=[?,?,128,1]>>
    %q_tensor = make_tensor_view %q_16, shape = [1, %heads, %queries, 128], strides = [%q_head, %q_head, 128, 1] : tile<i32> -> tensor_view<1x?x?x128xbf16, strides=[?,?,128,1]>
    %q_tiles = make_partition_view %q_tensor : partition_view<tile=(1x1x32x128), padding_value = zero, tensor_view<1x?x?x128xbf16, strides=[?,?,128,1]>>
    %g_tensor = make_tensor_view %g_16, shape = [1, %heads, %queries, 128], strides = [%q_head, %q_head, 128, 1] : tile<i32> -> tensor_view<1x?x?x128xbf16, strides=[?,?,128,1]>
    %g_tiles = make_partition_view %g_tensor : partition_view<tile=(1x1x32x128), padding_value = zero, tensor_view<1x?x?x128xbf16, strides=[?,?,128,1]>>
    %dk_tensor = make_tensor_view %dk_16, shape = [%heads, %keys, 128], strides = [%k_head, 128, 1] : tile<i32> -> tensor_view<?x?x128xf32, strides=[?,128,1]>
    %dk_tiles = make_partition_view %dk_tensor : partition_view<tile=(1x64x128), tensor_view<?x?x128xf32, strides=[?,128,1]>>
    %dv_tensor = make_tensor_view %dv_16, shape = [%heads, %keys, 128], strides = [%k_head, 128, 1] : tile<i32> -> tensor_view<?x?x128xf32, strides=[?,128,1]>
    %dv_tiles = make_partition_view %dv_tensor : partition_view<tile=(1x64x128), tensor_view<?x?x128xf32, strides=[?,128,1]>>
    %k_4d, %k_read = load_view_tko weak %k_tiles[%zero, %head, %block, %zero] : partition_view<tile=(1x1x64x128), padding_value = zero, tensor_view<1x?x?x128xbf16, strides=[?,?,128,1]>>, tile<i32> -> tile<1x1x64x128xbf16>, token
    %k_tile = reshape %k_4d : tile<1x1x64x128xbf16> -> tile<64x128xbf16>
    %v_4d, %v_read = load_view_tko weak %v_tiles[%zero, %head, %block, %zero] : partition_view<tile=(1x1x64x128), padding_value = zero, tensor_view<1x?x?x128xbf16, strides=[?,?,128,1]>>, tile<i32> -> tile<1x1x64x128xbf16>, token
    %v_tile = reshape %v_4d : tile<1x1x64x128xbf16> -> tile<64x128xbf16>
    %count = divi %queries, %cols_each signed rounding<positive_inf> : tile<i32>
    %none = constant <f32: 0.0> : tile<64x32xf32>
    %sum_0 = constant <f32: 0.0> : tile<64x128xf32>
    %scale_11 = reshape %scale : tile<f32> -> tile<1x1xf32>
    %scale_all = broadcast %scale_11 : tile<1x1xf32> -> tile<64x32xf32>
    %dk_sum, %dv_sum = for %i in (%zero to %count, step %one) : tile<i32> iter_values(%dk_so_far = %sum_0, %dv_so_far = %sum_0) -> (tile<64x128xf32>, tile<64x128xf32>) {
      %q_4d, %q_read = load_view_tko weak %q_tiles[%zero, %head, %i, %zero] : partition_view<tile=(1x1x32x128), padding_value = zero, tensor_view<1x?x?x128xbf16, strides=[?,?,128,1]>>, tile<i32> -> tile<1x1x32x128xbf16>, token
      %q_tile = reshape %q_4d : tile<1x1x32x128xbf16> -> tile<32x128xbf16>
      %q_turned = permute %q_tile [1, 0] : tile<32x128xbf16> -> tile<128x32xbf16>
      %g_4d, %g_read = load_view_tko weak %g_tiles[%zero, %head, %i, %zero] : partition_view<tile=(1x1x32x128), padding_value = zero, tensor_view<1x?x?x128xbf16, strides=[?,?,128,1]>>, tile<i32> -> tile<1x1x32x128xbf16>, token
      %g_tile = reshape %g_4d : tile<1x1x32x128xbf16> -> tile<32x128xbf16>
      %g_turned = permute %g_tile [1, 0] : tile<32x128xbf16> -> tile<128x32xbf16>
      %first = muli %i, %cols_each : tile<i32>
      %lane = iota : tile<32xi32>
      %first_1 = reshape %first : tile<i32> -> tile<1xi32>
      %first_all = broadcast %first_1 : tile<1xi32> -> tile<32xi32>
      %place = addi %first_all, %lane : tile<32xi32>
      %limit_1 = reshape %queries : tile<i32> -> tile<1xi32>
      %limit = broadcast %limit_1 : tile<1xi32> -> tile<32xi32>
      %inside = cmpi less_than %place, %limit, signed : tile<32xi32> -> tile<32xi1>
      %head_first = muli %head, %queries : tile<i32>
      %head_1 = reshape %head_first : tile<i32> -> tile<1xi32>
      %head_all = broadcast %head_1 : tile<1xi32> -> tile<32xi32>
      %where = addi %place, %head_all : tile<32xi32>
      %lse_1 = reshape %lse : tile<ptr<f32>> -> tile<1xptr<f32>>
      %lse_all = broadcast %lse_1 : tile<1xptr<f32>> -> tile<32xptr<f32>>
      %lse_at = offset %lse_all, %where : tile<32xptr<f32>>, tile<32xi32> -> tile<32xptr<f32>>
      %lse_none = constant <f32: 0.0> : tile<32xf32>
      %lse_vec, %lse_read = load_ptr_tko weak %lse_at, %inside, %lse_none : tile<32xptr<f32>>, tile<32xi1>, tile<32xf32> -> tile<32xf32>, token
      %lse_2d = reshape %lse_vec : tile<32xf32> -> tile<1x32xf32>
      %lse_tile = broadcast %lse_2d : tile<1x32xf32> -> tile<64x32xf32>
      %delta_1 = reshape %delta : tile<ptr<f32>> -> tile<1xptr<f32>>
      %delta_all = broadcast %delta_1 : tile<1xptr<f32>> -> tile<32xptr<f32>>
      %delta_at = offset %delta_all, %where : tile<32xptr<f32>>, tile<32xi32> -> tile<32xptr<f32>>
      %delta_none = constant <f32: 0.0> : tile<32xf32>
      %delta_vec, %delta_read = load_ptr_tko weak %delta_at, %inside, %delta_none : tile<32xptr<f32>>, tile<32xi1>, tile<32xf32> -> tile<32xf32>, token
      %delta_2d = reshape %delta_vec : tile<32xf32> -> tile<1x32xf32>
      %delta_tile = broadcast %delta_2d : tile<1x32xf32> -> tile<64x32xf32>
      %scores = mmaf %k_tile, %q_turned, %none : tile<64x128xbf16>, tile<128x32xbf16>, tile<64x32xf32>
      %scaled = mulf %scores, %scale_all : tile<64x32xf32>
      %shifted = subf %scaled, %lse_tile : tile<64x32xf32>
      %weights = maxf %shifted, %none : tile<64x32xf32>
      %weights_16 = ftof %weights : tile<64x32xf32> -> tile<64x32xbf16>
      %dv_next = mmaf %weights_16, %g_tile, %dv_so_far : tile<64x32xbf16>, tile<32x128xbf16>, tile<64x128xf32>
      %dp = mmaf %v_tile, %g_turned, %none : tile<64x128xbf16>, tile<128x32xbf16>, tile<64x32xf32>
      %less = subf %dp, %delta_tile : tile<64x32xf32>
      %ds = mulf %weights, %less : tile<64x32xf32>
      %ds_16 = ftof %ds : tile<64x32xf32> -> tile<64x32xbf16>
      %dk_next = mmaf %ds_16, %q_tile, %dk_so_far : tile<64x32xbf16>, tile<32x128xbf16>, tile<64x128xf32>
      continue %dk_next, %dv_next : tile<64x128xf32>, tile<64x128xf32>
    }
    %dk_3d = reshape %dk_sum : tile<64x128xf32> -> tile<1x64x128xf32>
    %dk_written = store_view_tko weak %dk_3d, %dk_tiles[%head, %block, %zero] : tile<1x64x128xf32>, partition_view<tile=(1x64x128), tensor_view<?x?x128xf32, strides=[?,128,1]>>, tile<i32> -> token
    %dv_3d = reshape %dv_sum : tile<64x128xf32> -> tile<1x64x128xf32>
    %dv_written = store_view_tko weak %dv_3d, %dv_tiles[%head, %block, %zero] : tile<1x64x128xf32>, partition_view<tile=(1x64x128), tensor_view<?x?x128xf32, strides=[?,128,1]>>, tile<i32> -> token
    return
  }
}
