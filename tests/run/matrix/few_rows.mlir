// Sums of products with fewer rows or columns than an instruction has, which repeat them in registers, added up.
//
// RUN: run --entry rows --grid 1 --arg 'a:f16[4,16]=randint(-3,4,seed=1)' --arg 'b:f16[16,64]=randint(-3,4,seed=2)' --arg 'c:f32[64]=zeros' --print c
// c = [ 55.  10.   1. -60.  20.  66.   0.  -7. -36.  21. -16.  23.  19. -35.
//       -8.  30. -25.  40.   3.  28. -33.   5.  -9.  32. -46.   7.  63.  47.
//      -34.   4.  37.   9.  64.  68. -97.  19.  16.  65. -35. -21.   3.  26.
//      -52. -56.  -6.  16.  47.  29.  38.  12.  11.   8. -65. -15. -17.  43.
//        0.  69.  64. -21. -48. -14.  62.  -5.]
// RUN: run --entry column --grid 1 --arg 'a:i8[1,32,64]=randint(-99,99,seed=3)' --arg 'b:i8[1,64,1]=randint(-99,99,seed=4)' --arg 'c:i32[1,32,1]=zeros' --print c
// c = [[[  70262]
//       [-123332]
//       [ -86804]
//       [-298400]
//       [  77370]
//       [ 238554]
//       [-246264]
//       [ 308476]
//       [ -90532]
//       [-130048]
//       [ -31332]
//       [ 111754]
//       [-202072]
//       [-143544]
//       [  34976]
//       [ -92658]
//       [ -80992]
//       [-180534]
//       [ -47892]
//       [  -2136]
//       [-142254]
//       [-143250]
//       [ 245342]
//       [  36998]
//       [ 155154]
//       [ -52974]
//       [-144164]
//       [ 149822]
//       [   1262]
//       [  95326]
//       [ 102930]
//       [ -75638]]]
// RUN: run --entry batches --grid 1 --arg 'a:i8[2,8,128]=randint(-99,99,seed=5)' --arg 'b:i8[2,128,16]=randint(-99,99,seed=6)' --arg 'c:i32[2,8,16]=zeros' --print c
// c = [[[-2573488 -2564950 -2562070 -2636380 -2703068 -2620486 -2612392
//        -2540868 -2499094 -2690206 -2722176 -2513070 -2505068 -2548058
//        -2766240 -2519218]
//       [-1571794 -1622540 -1522394 -1497104 -1619242 -1593404 -1722460
//        -1769502 -1737920 -1663474 -1713494 -1673194 -1760300 -1685898
//        -1535180 -1745400]
//       [ 1586822  1473566  1554980  1404114  1490156  1434202  1621220
//         1635314  1461516  1603500  1491342  1618980  1537404  1624898
//         1459906  1559974]
//       [-3769114 -3417484 -3546402 -3500702 -3527728 -3592894 -3566832
//        -3620804 -3619612 -3632500 -3579046 -3436692 -3636372 -3553352
//        -3667872 -3497950]
//       [  987464   833302   985888   903134   946336   866286   914002
//          925474   888404   876210  1050544   936858   808788   820052
//          898230   972398]
//       [-2372432 -2402778 -2420732 -2435246 -2373714 -2417740 -2488304
//        -2512822 -2448538 -2393070 -2449356 -2362620 -2473820 -2362398
//        -2355270 -2374438]
//       [ 3288900  3308070  3223678  3132208  3242436  3285454  3315852
//         3311252  3328056  3240646  3268728  3230756  3386612  3220476
//         3379000  3316094]
//       [-2601616 -2487238 -2590024 -2501652 -2539678 -2603150 -2431798
//        -2518790 -2524876 -2603486 -2673358 -2660012 -2455646 -2505316
//        -2577862 -2520602]]
//      [[ -597160  -485050  -689254  -581338  -546900  -552264  -637664
//         -638742  -492892  -606302  -498536  -599196  -499402  -651784
//         -667282  -613374]
//       [ 2452558  2505454  2326212  2418774  2269636  2426626  2339890
//         2304814  2286700  2376732  2271642  2303562  2283290  2394980
//         2297292  2402890]
//       [ 3506278  3443890  3536424  3311686  3524858  3470104  3533222
//         3428128  3411434  3474062  3493860  3437066  3343792  3574688
//         3393672  3366292]
//       [-1988794 -1855814 -1872234 -1973242 -1933184 -1860762 -1952652
//        -1860504 -1819492 -1721762 -1921654 -1864254 -1883802 -1743324
//        -1752920 -1827104]
//       [-1324820 -1353428 -1322086 -1366170 -1276944 -1425762 -1440926
//        -1273406 -1413566 -1405720 -1424342 -1379408 -1382772 -1268552
//        -1366116 -1426558]
//       [ -775120  -584446  -649890  -765808  -612602  -703340  -624332
//         -662866  -785776  -699050  -532704  -774900  -559598  -647904
//         -699532  -744264]
//       [  331438   340898   281510   332448   331054   159158   255936
//          306774   324894   143166   319522   323326   318400   299180
//          338386   208900]
//       [-2338060 -2359918 -2379054 -2461998 -2424180 -2420894 -2349996
//        -2382534 -2424030 -2277396 -2285220 -2353008 -2396356 -2380404
//        -2487902 -2352862]]]
cuda_tile.module @tests {
  entry @rows(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>) {
    %at = make_tensor_view %a, shape = [4, 16], strides = [16, 1] : tensor_view<4x16xf16, strides=[16,1]>
    %av = make_partition_view %at : partition_view<tile=(4x16), tensor_view<4x16xf16, strides=[16,1]>>
    %bt = make_tensor_view %b, shape = [16, 64], strides = [64, 1] : tensor_view<16x64xf16, strides=[64,1]>
    %bv = make_partition_view %bt : partition_view<tile=(16x64), tensor_view<16x64xf16, strides=[64,1]>>
    %ct = make_tensor_view %c, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
    %cv = make_partition_view %ct : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
    %z = constant <i32: 0> : tile<i32>
    %none = constant <f32: 0.0> : tile<4x64xf32>
    %x, %t0 = load_view_tko weak %av[%z, %z] : partition_view<tile=(4x16), tensor_view<4x16xf16, strides=[16,1]>>, tile<i32> -> tile<4x16xf16>, token
    %y, %t1 = load_view_tko weak %bv[%z, %z] : partition_view<tile=(16x64), tensor_view<16x64xf16, strides=[64,1]>>, tile<i32> -> tile<16x64xf16>, token
    %s = mmaf %x, %y, %none : tile<4x16xf16>, tile<16x64xf16>, tile<4x64xf32>
    %r = reduce %s dim=0 identities=[0.0 : f32] : tile<4x64xf32> -> tile<64xf32> (%l: tile<f32>, %q: tile<f32>) {
      %lq = addf %l, %q : tile<f32>
      yield %lq : tile<f32>
    }
    %d = store_view_tko weak %r, %cv[%z] : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
    return
  }
  entry @column(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>) optimization_hints=<default = {num_worker_warps_per_cta = 1}> {
    %ap = assume div_by<16>, %a : tile<ptr<i8>>
    %bp = assume div_by<16>, %b : tile<ptr<i8>>
    %cp = assume div_by<16>, %c : tile<ptr<i32>>
    %at = make_tensor_view %ap, shape = [1, 32, 64], strides = [2048, 64, 1] : tensor_view<1x32x64xi8, strides=[2048,64,1]>
    %av = make_partition_view %at : partition_view<tile=(1x32x64), tensor_view<1x32x64xi8, strides=[2048,64,1]>>
    %bt = make_tensor_view %bp, shape = [1, 64, 1], strides = [64, 1, 64] : tensor_view<1x64x1xi8, strides=[64,1,64]>
    %bv = make_partition_view %bt : partition_view<tile=(1x64x1), tensor_view<1x64x1xi8, strides=[64,1,64]>>
    %ct = make_tensor_view %cp, shape = [1, 32, 1], strides = [32, 1, 1] : tensor_view<1x32x1xi32, strides=[32,1,1]>
    %cv = make_partition_view %ct : partition_view<tile=(1x32x1), tensor_view<1x32x1xi32, strides=[32,1,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = constant <i32: 1> : tile<i32>
    %none = constant <i32: 0> : tile<1x32x1xi32>
    %x, %tx = load_view_tko weak %av[%zero, %zero, %zero] : partition_view<tile=(1x32x64), tensor_view<1x32x64xi8, strides=[2048,64,1]>>, tile<i32> -> tile<1x32x64xi8>, token
    %y, %ty = load_view_tko weak %bv[%zero, %zero, %zero] : partition_view<tile=(1x64x1), tensor_view<1x64x1xi8, strides=[64,1,64]>>, tile<i32> -> tile<1x64x1xi8>, token
    %sum = mmai %x, %y, %none signed unsigned : tile<1x32x64xi8>, tile<1x64x1xi8>, tile<1x32x1xi32>
    %red = reduce %sum dim=2 identities=[0 : i32] : tile<1x32x1xi32> -> tile<1x32xi32> (%l: tile<i32>, %r: tile<i32>) {
      %lr = addi %l, %r : tile<i32>
      yield %lr : tile<i32>
    }
    %rr = reshape %red : tile<1x32xi32> -> tile<1x32x1xi32>
    %bc = broadcast %rr : tile<1x32x1xi32> -> tile<1x32x1xi32>
    %sum2 = addi %sum, %bc : tile<1x32x1xi32>
    %done = store_view_tko weak %sum2, %cv[%zero, %zero, %zero] : tile<1x32x1xi32>, partition_view<tile=(1x32x1), tensor_view<1x32x1xi32, strides=[32,1,1]>>, tile<i32> -> token
    return
  }
  entry @batches(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>) optimization_hints=<default = {num_worker_warps_per_cta = 16}> {
    %ap = assume div_by<16>, %a : tile<ptr<i8>>
    %bp = assume div_by<16>, %b : tile<ptr<i8>>
    %cp = assume div_by<16>, %c : tile<ptr<i32>>
    %at = make_tensor_view %ap, shape = [2, 8, 128], strides = [1024, 128, 1] : tensor_view<2x8x128xi8, strides=[1024,128,1]>
    %av = make_partition_view %at : partition_view<tile=(2x8x64), tensor_view<2x8x128xi8, strides=[1024,128,1]>>
    %bt = make_tensor_view %bp, shape = [2, 128, 16], strides = [2048, 1, 128] : tensor_view<2x128x16xi8, strides=[2048,1,128]>
    %bv = make_partition_view %bt : partition_view<tile=(2x64x16), tensor_view<2x128x16xi8, strides=[2048,1,128]>>
    %ct = make_tensor_view %cp, shape = [2, 8, 16], strides = [128, 16, 1] : tensor_view<2x8x16xi32, strides=[128,16,1]>
    %cv = make_partition_view %ct : partition_view<tile=(2x8x16), tensor_view<2x8x16xi32, strides=[128,16,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = constant <i32: 2> : tile<i32>
    %none = constant <i32: 0> : tile<2x8x16xi32>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%so = %none) -> (tile<2x8x16xi32>) {
      %xraw, %tx = load_view_tko weak %av[%zero, %zero, %i] : partition_view<tile=(2x8x64), tensor_view<2x8x128xi8, strides=[1024,128,1]>>, tile<i32> -> tile<2x8x64xi8>, token
      %x = addi %xraw, %xraw : tile<2x8x64xi8>
      %y, %ty = load_view_tko weak %bv[%zero, %i, %zero] : partition_view<tile=(2x64x16), tensor_view<2x128x16xi8, strides=[2048,1,128]>>, tile<i32> -> tile<2x64x16xi8>, token
      %next = mmai %x, %y, %so signed unsigned : tile<2x8x64xi8>, tile<2x64x16xi8>, tile<2x8x16xi32>
      continue %next : tile<2x8x16xi32>
    }
    %red = reduce %sum dim=2 identities=[0 : i32] : tile<2x8x16xi32> -> tile<2x8xi32> (%l: tile<i32>, %r: tile<i32>) {
      %lr = addi %l, %r : tile<i32>
      yield %lr : tile<i32>
    }
    %rr = reshape %red : tile<2x8xi32> -> tile<2x8x1xi32>
    %bc = broadcast %rr : tile<2x8x1xi32> -> tile<2x8x16xi32>
    %sum2 = addi %sum, %bc : tile<2x8x16xi32>
    %done = store_view_tko weak %sum2, %cv[%zero, %zero, %zero] : tile<2x8x16xi32>, partition_view<tile=(2x8x16), tensor_view<2x8x16xi32, strides=[128,16,1]>>, tile<i32> -> token
    return
  }
}
