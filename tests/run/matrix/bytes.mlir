// Products of bytes in loops: rows of B of 16 to 128 bytes, tiles too narrow for pairs of columns, both signs, fp8 and sums that go on;
// B whose columns lie behind each other, and batches.
//
// RUN: run --entry wide --grid 1,2 --arg 'a:i8[64,192]=randint(-99,99,seed=1)' --arg 'b:i8[192,256]=randint(-99,99,seed=2)' --arg 'c:i32[64,256]=zeros' --print c
// c = [[   5644  -26089 -134110 ... -135133    7284  -39150]
//      [ 124357   26938   86879 ...   38863    2503   53966]
//      [   6447   72025  126294 ...   61094   13612  150246]
//      ...
//      [ 176921  126512   25593 ...  107104   59850  -29486]
//      [ -19699 -128135  -68498 ... -204472  -35264  -49418]
//      [ -42073  -91126   -3495 ...  -46774  -66341  -86420]]
// RUN: run --entry narrow --grid 1 --arg 'a:i8[32,128]=randint(-99,99,seed=3)' --arg 'b:i8[128,16]=randint(-99,99,seed=4)' --arg 'c:i32[32,16]=zeros' --print c
// c = [[-136708  -82529  -30060  -57425   37094  228931   50522  -21713  -46074
//        114206  -89070   33970   88522  119221 -106019  -48555]
//      [-125233  -15090  -39960   80088   18353  183949   -9946  -79769   -2807
//        106348  -40571  -48777   13997   28709   56316 -146831]
//      [-146604  -66649   52211  -61949   18957  237103    5267   -7542  -72318
//        128831  -62886   -3730  -64893   18107  131867 -196635]
//      [-127098  -94435   21449 -112691  -42942  152505   -1696 -141414 -115784
//         20567  -28451   80955   13244  -48547   53855 -129114]
//      [-138101   -3958 -124871   46999   40925  146975  -19663   -2959   86593
//         16095  -58572   16083   62857  161260   80150  -76337]
//      [-153379 -119911  -58536  -82587  132082  177533  -45157 -117870   38954
//         58465  -18941   -6478   17829  129894   37746  -23656]
//      [-224924  -61542  -64623  -48488   87181  180241   81252  -74480  -21536
//        118361  -34212   81367 -117070  137534   73882  -69687]
//      [-139488 -111955  -60528  -30889   13949  184447   53098 -101474   -9751
//        127766  -75927   39911    1181  196358   34443 -144667]
//      [ -90339   36723   36012  -65324  143467  126556   21044   63464   20319
//         87575  -41371  -14923  -12394  174380   65474 -161870]
//      [-119473   -4733   63365   22421   71259  187063   15510   92863   85635
//        112800  -14447   67666   -4845   92117  -48717 -130649]
//      [ -94522  -41437   -8981   45973   56083  207388   40066   34671  -16850
//        124859  -59387   -1342   51461   10721   48369  -39245]
//      [-104582  -32826   67511  -70953 -127838  156089   66519  -10325  -94005
//        154447  -71803   30160   -2891   42921  -32488 -146514]
//      [ -74699   -6172 -126745   12933   40121  135779  -38187    4322  -51710
//        134271  -64360   73917   69149  179662  133502 -127219]
//      [ -73237  -21556   96136    8826  172846  250320   59072 -161769   53590
//        110234  -95405   71775  -42815  167177   99790  -95346]
//      [-171468  -48750   41670  -79891   78728  175289   68407   97566  -31782
//         53102  -56370   -6957  -13546   33918  145627 -162737]
//      [-144355  -62861  -19419   12517   76275  157076   52119   15927  -29620
//        125284  -73784  -44115   58875   -3045   69866  -76768]
//      [-105917   38700  -93614  -96581   17242  202478   10616   15995   32789
//        153727  -74092   66606   -1339   43759   13801 -150945]
//      [ -61784  -38960  -57810  -39393   62001  178939  -42683   45307  -43821
//         97289  -18024   12995  -16577  119982   28102  -45607]
//      [-103669 -116519   -7407   28135    4487  163695    6218  -55289 -141797
//         84401    6261   38049   17078   -8827    2820  -93766]
//      [-144181  -23311  -62805   62429   22673  238974   28877  -15987  -64670
//        137268  -70893  -25727   58256   75883    2093  -10941]
//      [-149360 -197980  -83204  -48352    7609  157069   -8267  -27065 -106277
//         28433  -21602   58768   50486  125697   68136  -63252]
//      [-145656  -21463  -77656  -43362  -62168  186099  -27000  -98940  -15744
//         62867   43127    6762  -27054   32842   64521   -7454]
//      [-117863  -14140  -58991   14885     498  199159   95397  -32487   -7732
//         64313  -28749   24359    -979  110371  -43927 -143902]
//      [-149025   68469    2979 -109841  -19669  121653   95871 -162948    1536
//         84062  -63469    3752    6041   58779   21223  -50819]
//      [ -90121  -35823 -163032   -5191   96345  310906   62343  -41214  -32608
//         -3873  -76616  -26645   -3550   58529   37472 -170433]
//      [-200768 -109312   52403  -56894   39547  161768   -7377 -123358  -25426
//         45129  -13373   33297   33944  194356   67056 -110320]
//      [ -73705 -179266  -40141  -53502   64665  328526   30059  -20692  -14270
//        127418  -22001   28899   71392  105716   18777  -38877]
//      [ -78682   27173   -9278  -73919   33332  187518  -32825 -107149  -37944
//         76126  -33171   69766    8161   66871    4843  -99461]
//      [ -76037 -139290  -98383  -13056   89383  141895  -15630  -34431  -72976
//         54603   -2914  -43401  -41451   59974   88939  -73772]
//      [ -53176  -62630  -16575  -17647  110247  180179   79962 -113283 -111786
//        146411 -162024   89540   93400  134225   -4374  -90563]
//      [-243734    2497  -44159   46508   80828  273740   69120 -132492 -114942
//        138446 -116764  125263  -19836  -72957   44576  -77730]
//      [ -69059   27037  -99718  -17310  143444  292105   82043  -19580   52720
//         70902   85187    9344  -37077   14729  -37130 -124869]]
// RUN: run --entry eight --grid 1 --arg 'a:i8[32,128]=randint(-99,99,seed=3)' --arg 'b:i8[128,8]=randint(-99,99,seed=4)' --arg 'c:i32[32,8]=zeros' --print c
// c = [[-14652  55537  13953   9730  -4801 -31967 -15486 -38810]
//      [ 28681 -37739  -5272  65645 -21958 -11601 -20319  -6535]
//      [   415   2930   5387  -2321  74003  -2319  -7106 -40402]
//      [-57687 -25879 -87372  -3508 -56377  50198   2806 -56725]
//      [ 22072 -36037  69126  11303 -31986  27104 -23733   1694]
//      [ 39334 -38062   4064 -20334  42666 -13859 -41839  71335]
//      [-19334   -611  44363  80783   1421 -11800 -94604  15406]
//      [ 28632  31419   8656 -32025 -19857  18789 -10454   6652]
//      [-55978  16376 -70087  31802   1239  -1061 -34098  25040]
//      [ 56535 -32875  28006 -33715 -72119  11057  -5252 -14830]
//      [-34397 -62367  55181  51683 -27201 -13358  44816 -22812]
//      [-49173  41413   9674  47655  21851  44825   2126   5934]
//      [ 28541  23087  21471 -10260  14092   7671 -44818   1821]
//      [ -6046  -3019  54245 -21987 -17773 -84578  23041  16293]
//      [-24831  20341  17356  55427   -696   6047  52105 -14360]
//      [-18656 102233 -24376  50728  23486  17710   4619   9459]
//      [  8714  39933 -18307 -62481  15290 -22186  -7629  -1014]
//      [-71754  75034 -80377  46972  54216  -2406 -32280 -42322]
//      [-14534 -57063   9608 -10154 -26554  -9921 -11686 -38683]
//      [-13935 -29617 -36040 -53487 -14730  -6122  60543  64403]
//      [-60060 -17934 -45533  13522 -61269 -43737  23817 -37194]
//      [  9008  40612 -10044  60693  -2883 -15684  36524 -46613]
//      [ 15348   -859  29750 -55652 -29732  -1310  26332  23994]
//      [-45842 -26230    259 -25075  50779   -459  39106  -9660]
//      [ 30458 -28271 -59708   6609  83481  28901 -22956  49308]
//      [ -5232 -15098 -22545  -9102 -33176  30702 -25643  70878]
//      [ 78097   5275 -67636 101534  11068 -44309 -34521  20732]
//      [ 30093  54876   1580 -38424 -33159  19606  31327  49508]
//      [-23343   4438 -24320 -17348 -29340   4705   4387 -46785]
//      [ 28246  38228 -24753   -654   3121  41847 -21270  -4898]
//      [ -6383   2525  17847  31787 -30747  52298 -21257 -28758]
//      [ 17338   4158  17038   4773 -28171 -34824  53454  19314]]
// RUN: run --entry small --grid 1 --arg 'a:f8E4M3FN[32,128]=randint(-4,5,seed=5)' --arg 'b:f8E5M2[128,32]=randint(-4,5,seed=6)' --arg 'c:f32[32,32]=zeros' --arg 's:f32[32]=zeros' --print c --print s
// c = [[ 162.  -22.   37. ...  -58.  -63.  -29.]
//      [  38.  122.    4. ...  -74.   26.  -72.]
//      [  20.  -33.  -18. ...  -70.   98.   26.]
//      ...
//      [-147.   16.   69. ...    3. -139. -126.]
//      [  53.   25.  -46. ...   32.   44.  102.]
//      [ -34.   60.  -53. ...  -23.  166.   21.]]
// s = [ 576. -208. -324.   53. -529.  375.  225. -428. -778.  -12. -418. -287.
//       512. -381. -229.  -10. -177.  324. -375. -473. -731. -267.   99.  568.
//       -27. -347. -162. -233.  -44.   27.   88. -320.]
// RUN: run --entry columns --grid 1 --arg 'a:i8[32,128]=randint(-99,99,seed=7)' --arg 'b:i8[64,128]=randint(-99,99,seed=8)' --arg 'c:i32[32,64]=zeros' --print c
// c = [[ 20638 -19503  33624 ...  -1352 -12401  68243]
//      [ 36982  25997  10873 ... -51407  -1116  19849]
//      [ 50187 -53629  -2316 ... -17773  57972  28584]
//      ...
//      [  8780 -15304  35321 ... -12683  23520  43528]
//      [ 34530  44744 -39229 ...  14921  51062  33236]
//      [ -8816  21282 -83242 ... -75275  -2514 -69955]]
// RUN: run --entry batches --grid 1 --arg 'a:i8[2,32,128]=randint(-99,99,seed=9)' --arg 'b:i8[2,128,64]=randint(-99,99,seed=10)' --arg 'c:i32[2,32,64]=zeros' --print c
// c = [[[ -35267  -18840   81216 ... -118645    5717  -96502]
//       [ -50133   70381   42694 ... -133579  -17495  -74287]
//       [  18491   25768  127813 ...   11346  -51744  -20979]
//       ...
//       [  26624   46184   88708 ...   14625  -35831  -52828]
//       [   9322    2195   96055 ...  -68871 -137516  -79567]
//       [ -27243   23051   25539 ...  -58207    9769  -86827]]
//      [[  12171  -29370 -241460 ...   27458    6838 -300015]
//       [  -1974  -12309 -174600 ...  -70588   20805 -213734]
//       [ -17907  -45411 -193443 ...  -15954   42310 -158394]
//       ...
//       [  64315   50449 -156921 ...   34896  145966 -210373]
//       [ -33509   73543 -273054 ...  -88097  102249 -250703]
//       [ -13408  -14397 -377262 ...  -43672    2090 -172490]]]
cuda_tile.module @tests {
  entry @wide(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<i8>>
    %bp = assume div_by<16>, %b : tile<ptr<i8>>
    %at = make_tensor_view %ap, shape = [64, 192], strides = [192, 1] : tensor_view<64x192xi8, strides=[192,1]>
    %bt = make_tensor_view %bp, shape = [192, 256], strides = [256, 1] : tensor_view<192x256xi8, strides=[256,1]>
    %ct = make_tensor_view %c, shape = [64, 256], strides = [256, 1] : tensor_view<64x256xi32, strides=[256,1]>
    %av = make_partition_view %at : partition_view<tile=(64x64), tensor_view<64x192xi8, strides=[192,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(64x128), tensor_view<192x256xi8, strides=[256,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(64x128), tensor_view<64x256xi32, strides=[256,1]>>
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %none = constant <i32: 0> : tile<64x128xi32>
    %sum = for %i in (%zero to %three, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<64x128xi32>) {
      %x, %t0 = load_view_tko weak %av[%zero, %i] : partition_view<tile=(64x64), tensor_view<64x192xi8, strides=[192,1]>>, tile<i32> -> tile<64x64xi8>, token
      %y, %t1 = load_view_tko weak %bv[%i, %by] : partition_view<tile=(64x128), tensor_view<192x256xi8, strides=[256,1]>>, tile<i32> -> tile<64x128xi8>, token
      %next = mmai %x, %y, %so_far signed unsigned : tile<64x64xi8>, tile<64x128xi8>, tile<64x128xi32>
      continue %next : tile<64x128xi32>
    }
    %done = store_view_tko weak %sum, %cv[%zero, %by] : tile<64x128xi32>, partition_view<tile=(64x128), tensor_view<64x256xi32, strides=[256,1]>>, tile<i32> -> token
    return
  }
  entry @narrow(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<i8>>
    %bp = assume div_by<16>, %b : tile<ptr<i8>>
    %at = make_tensor_view %ap, shape = [32, 128], strides = [128, 1] : tensor_view<32x128xi8, strides=[128,1]>
    %bt = make_tensor_view %bp, shape = [128, 16], strides = [16, 1] : tensor_view<128x16xi8, strides=[16,1]>
    %ct = make_tensor_view %c, shape = [32, 16], strides = [16, 1] : tensor_view<32x16xi32, strides=[16,1]>
    %av = make_partition_view %at : partition_view<tile=(32x32), tensor_view<32x128xi8, strides=[128,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(32x16), tensor_view<128x16xi8, strides=[16,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(32x16), tensor_view<32x16xi32, strides=[16,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %none = constant <i32: 0> : tile<32x16xi32>
    %sum = for %i in (%zero to %four, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<32x16xi32>) {
      %x, %t0 = load_view_tko weak %av[%zero, %i] : partition_view<tile=(32x32), tensor_view<32x128xi8, strides=[128,1]>>, tile<i32> -> tile<32x32xi8>, token
      %y, %t1 = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(32x16), tensor_view<128x16xi8, strides=[16,1]>>, tile<i32> -> tile<32x16xi8>, token
      %next = mmai %x, %y, %so_far unsigned signed : tile<32x32xi8>, tile<32x16xi8>, tile<32x16xi32>
      continue %next : tile<32x16xi32>
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<32x16xi32>, partition_view<tile=(32x16), tensor_view<32x16xi32, strides=[16,1]>>, tile<i32> -> token
    return
  }
  entry @eight(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<i8>>
    %bp = assume div_by<16>, %b : tile<ptr<i8>>
    %at = make_tensor_view %ap, shape = [32, 128], strides = [128, 1] : tensor_view<32x128xi8, strides=[128,1]>
    %bt = make_tensor_view %bp, shape = [128, 8], strides = [8, 1] : tensor_view<128x8xi8, strides=[8,1]>
    %ct = make_tensor_view %c, shape = [32, 8], strides = [8, 1] : tensor_view<32x8xi32, strides=[8,1]>
    %av = make_partition_view %at : partition_view<tile=(32x32), tensor_view<32x128xi8, strides=[128,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(32x8), tensor_view<128x8xi8, strides=[8,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(32x8), tensor_view<32x8xi32, strides=[8,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %none = constant <i32: 0> : tile<32x8xi32>
    %sum = for %i in (%zero to %four, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<32x8xi32>) {
      %x, %t0 = load_view_tko weak %av[%zero, %i] : partition_view<tile=(32x32), tensor_view<32x128xi8, strides=[128,1]>>, tile<i32> -> tile<32x32xi8>, token
      %y, %t1 = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(32x8), tensor_view<128x8xi8, strides=[8,1]>>, tile<i32> -> tile<32x8xi8>, token
      %next = mmai %x, %y, %so_far signed signed : tile<32x32xi8>, tile<32x8xi8>, tile<32x8xi32>
      continue %next : tile<32x8xi32>
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<32x8xi32>, partition_view<tile=(32x8), tensor_view<32x8xi32, strides=[8,1]>>, tile<i32> -> token
    return
  }
  entry @small(%a: tile<ptr<f8E4M3FN>>, %b: tile<ptr<f8E5M2>>, %c: tile<ptr<f32>>, %s: tile<ptr<f32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<f8E4M3FN>>
    %bp = assume div_by<16>, %b : tile<ptr<f8E5M2>>
    %at = make_tensor_view %ap, shape = [32, 128], strides = [128, 1] : tensor_view<32x128xf8E4M3FN, strides=[128,1]>
    %bt = make_tensor_view %bp, shape = [128, 32], strides = [32, 1] : tensor_view<128x32xf8E5M2, strides=[32,1]>
    %ct = make_tensor_view %c, shape = [32, 32], strides = [32, 1] : tensor_view<32x32xf32, strides=[32,1]>
    %st = make_tensor_view %s, shape = [32], strides = [1] : tensor_view<32xf32, strides=[1]>
    %av = make_partition_view %at : partition_view<tile=(32x64), tensor_view<32x128xf8E4M3FN, strides=[128,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(64x32), tensor_view<128x32xf8E5M2, strides=[32,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>
    %sv = make_partition_view %st : partition_view<tile=(32), tensor_view<32xf32, strides=[1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %none = constant <f32: 0.0> : tile<32x32xf32>
    %sum = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<32x32xf32>) {
      %x, %t0 = load_view_tko weak %av[%zero, %i] : partition_view<tile=(32x64), tensor_view<32x128xf8E4M3FN, strides=[128,1]>>, tile<i32> -> tile<32x64xf8E4M3FN>, token
      %y, %t1 = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(64x32), tensor_view<128x32xf8E5M2, strides=[32,1]>>, tile<i32> -> tile<64x32xf8E5M2>, token
      %xw = ftof %x : tile<32x64xf8E4M3FN> -> tile<32x64xf8E5M2>
      %next = mmaf %xw, %y, %so_far : tile<32x64xf8E5M2>, tile<64x32xf8E5M2>, tile<32x32xf32>
      continue %next : tile<32x32xf32>
    }
    %rows = reduce %sum dim=1 identities=[0.0 : f32] : tile<32x32xf32> -> tile<32xf32> (%l: tile<f32>, %r: tile<f32>) {
      %lr = addf %l, %r : tile<f32>
      yield %lr : tile<f32>
    }
    %d0 = store_view_tko weak %sum, %cv[%zero, %zero] : tile<32x32xf32>, partition_view<tile=(32x32), tensor_view<32x32xf32, strides=[32,1]>>, tile<i32> -> token
    %d1 = store_view_tko weak %rows, %sv[%zero] : tile<32xf32>, partition_view<tile=(32), tensor_view<32xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  entry @columns(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<i8>>
    %bp = assume div_by<16>, %b : tile<ptr<i8>>
    %at = make_tensor_view %ap, shape = [32, 128], strides = [128, 1] : tensor_view<32x128xi8, strides=[128,1]>
    %bt = make_tensor_view %bp, shape = [128, 64], strides = [1, 128] : tensor_view<128x64xi8, strides=[1,128]>
    %ct = make_tensor_view %c, shape = [32, 64], strides = [64, 1] : tensor_view<32x64xi32, strides=[64,1]>
    %av = make_partition_view %at : partition_view<tile=(32x64), tensor_view<32x128xi8, strides=[128,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(64x64), tensor_view<128x64xi8, strides=[1,128]>>
    %cv = make_partition_view %ct : partition_view<tile=(32x64), tensor_view<32x64xi32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %steps = constant <i32: 2> : tile<i32>
    %none = constant <i32: 0> : tile<32x64xi32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<32x64xi32>) {
      %x, %t0 = load_view_tko weak %av[%zero, %i] : partition_view<tile=(32x64), tensor_view<32x128xi8, strides=[128,1]>>, tile<i32> -> tile<32x64xi8>, token
      %y, %t1 = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(64x64), tensor_view<128x64xi8, strides=[1,128]>>, tile<i32> -> tile<64x64xi8>, token
      %next = mmai %x, %y, %so_far signed signed : tile<32x64xi8>, tile<64x64xi8>, tile<32x64xi32>
      continue %next : tile<32x64xi32>
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<32x64xi32>, partition_view<tile=(32x64), tensor_view<32x64xi32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @batches(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<i8>>
    %bp = assume div_by<16>, %b : tile<ptr<i8>>
    %at = make_tensor_view %ap, shape = [2, 32, 128], strides = [4096, 128, 1] : tensor_view<2x32x128xi8, strides=[4096,128,1]>
    %bt = make_tensor_view %bp, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xi8, strides=[8192,64,1]>
    %ct = make_tensor_view %c, shape = [2, 32, 64], strides = [2048, 64, 1] : tensor_view<2x32x64xi32, strides=[2048,64,1]>
    %av = make_partition_view %at : partition_view<tile=(2x32x64), tensor_view<2x32x128xi8, strides=[4096,128,1]>>
    %bv = make_partition_view %bt : partition_view<tile=(2x64x64), tensor_view<2x128x64xi8, strides=[8192,64,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(2x32x64), tensor_view<2x32x64xi32, strides=[2048,64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %steps = constant <i32: 2> : tile<i32>
    %none = constant <i32: 0> : tile<2x32x64xi32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %none) -> (tile<2x32x64xi32>) {
      %x, %t0 = load_view_tko weak %av[%zero, %zero, %i] : partition_view<tile=(2x32x64), tensor_view<2x32x128xi8, strides=[4096,128,1]>>, tile<i32> -> tile<2x32x64xi8>, token
      %y, %t1 = load_view_tko weak %bv[%zero, %i, %zero] : partition_view<tile=(2x64x64), tensor_view<2x128x64xi8, strides=[8192,64,1]>>, tile<i32> -> tile<2x64x64xi8>, token
      %next = mmai %x, %y, %so_far unsigned signed : tile<2x32x64xi8>, tile<2x64x64xi8>, tile<2x32x64xi32>
      continue %next : tile<2x32x64xi32>
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero, %zero] : tile<2x32x64xi32>, partition_view<tile=(2x32x64), tensor_view<2x32x64xi32, strides=[2048,64,1]>>, tile<i32> -> token
    return
  }
}
