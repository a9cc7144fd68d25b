// RUN: run --entry fused_moe --grid 4 --arg 'bf16[56,104]=randint(-2,3,seed=1)' --arg 56 --arg 104 --arg 104 --arg 1 --arg 'bf16[8,72,104]=randint(-2,3,seed=2)' --arg 8 --arg 72 --arg 104 --arg 7488 --arg 104 --arg 1 --arg 'c:bf16[112,72]=ones' --arg 112 --arg 72 --arg 72 --arg 1 --arg 'f32[112]=randint(1,3,seed=3)' --arg 112 --arg 1 --arg 'i32[128]=arange(127,-1)' --arg 128 --arg 1 --arg 'i32[4]=randint(0,8,seed=9)' --arg 4 --arg 1 --arg 2 --print c
// c = [[-40.   6.  18. ...  36.  18.   0.]
//      [-20.   3.   9. ...  18.   9.   0.]
//      [ 25.  22.  37. ...   9. -13. -11.]
//      ...
//      [-13.  -7.   3. ... -34. -49.  31.]
//      [ 24.  17. -12. ...  11. -25.  40.]
//      [ 24.  17. -12. ...  11. -25.  40.]]
// RUN: run --entry fused_moe --grid 2 --arg 'bf16[56,32]=randint(-2,3,seed=1)' --arg 56 --arg 32 --arg 32 --arg 1 --arg 'bf16[8,64,32]=randint(-2,3,seed=2)' --arg 8 --arg 64 --arg 32 --arg 2048 --arg 32 --arg 1 --arg 'c:bf16[112,64]=ones' --arg 112 --arg 64 --arg 64 --arg 1 --arg 'f32[112]=randint(1,3,seed=3)' --arg 112 --arg 1 --arg 'i32[128]=arange(127,-1)' --arg 128 --arg 1 --arg 'i32[4]=randint(0,8,seed=9)' --arg 4 --arg 1 --arg 2 --print c
// c = [[  2.  16.  -8. ... -12. -20.  -6.]
//      [  1.   8.  -4. ...  -6. -10.  -3.]
//      [  0.   0.   9. ... -26.   8.  13.]
//      ...
//      [ -4.  -9.   2. ...  -3.  10.  -2.]
//      [  7.  21.   1. ...  -2.  -8.  -8.]
//      [  7.  21.   1. ...  -2.  -8.  -8.]]
// RUN: run --entry fused_moe --grid 2 --arg 'bf16[56,8]=randint(-2,3,seed=1)' --arg 56 --arg 8 --arg 8 --arg 1 --arg 'bf16[8,64,8]=randint(-2,3,seed=2)' --arg 8 --arg 64 --arg 8 --arg 512 --arg 8 --arg 1 --arg 'c:bf16[112,64]=ones' --arg 112 --arg 64 --arg 64 --arg 1 --arg 'f32[112]=randint(1,3,seed=3)' --arg 112 --arg 1 --arg 'i32[128]=arange(127,-1)' --arg 128 --arg 1 --arg 'i32[4]=randint(0,8,seed=9)' --arg 4 --arg 1 --arg 2 --print c
// c = [[ 10.   2.   2. ... -10. -10. -18.]
//      [  5.   1.   1. ...  -5.  -5.  -9.]
//      [ -6.   2.   0. ...  10.  -3.   7.]
//      ...
//      [  1.   2.   2. ...  -6.   1.  -1.]
//      [-12.  -8. -11. ...   3.  12.  10.]
//      [-12.  -8. -11. ...   3.  12.  10.]]
// RUN: run --entry view --grid 2,2 --arg 'f16[100,136]=randint(-3,4,seed=1)' --arg 'f16[136,72]=randint(-3,4,seed=2)' --arg 'c:f32[100,72]=ones' --arg 'i32[100]=randint(0,100,seed=5)' --arg 100 --arg 72 --arg 136 --print c
// c = [[  68.   12.  -26. ...  -10.  -10.   73.]
//      [ -45.    4.  -69. ...  -10.   12.  -72.]
//      [  43.  -11.    9. ...  -14. -115.   -5.]
//      ...
//      [  80.    8.  -44. ...   59.  -49.   -6.]
//      [ -43.  -31.  166. ...   31.   -2.   47.]
//      [ -26.  -32.  -22. ...  -11.   34.   -9.]]
// RUN: run --entry view --grid 2,1 --arg 'f16[70,8]=randint(-3,4,seed=1)' --arg 'f16[8,64]=randint(-3,4,seed=2)' --arg 'c:f32[70,64]=ones' --arg 'i32[70]=randint(0,70,seed=5)' --arg 70 --arg 64 --arg 8 --print c
// c = [[ 19. -20.  -7. ...  -9. -25.   4.]
//      [-14.  22.  -4. ...  14.   8.  -4.]
//      [ 17. -11.   2. ... -12. -20.   8.]
//      ...
//      [ -1.   3.   6. ...   6.   8.  13.]
//      [ -7.  13.   3. ...  -3.   4.   2.]
//      [-13.  12. -10. ...  12.   8.  12.]]
// RUN: run --entry carried --grid 2,1 --arg 'f16[136,136]=randint(-3,4,seed=1)' --arg 'f16[136,128]=randint(-3,4,seed=2)' --arg 'c:f32[136,128]=ones' --arg 'i32[136]=randint(0,136,seed=5)' --arg 136 --arg 128 --arg 136 --print c
// c = [[  23.  -55.   21. ...   -9.   16.   59.]
//      [-131.   11.  -17. ...   -4.   46.   48.]
//      [  40.   -1.   -6. ...  -31.  -87. -100.]
//      ...
//      [  15.  -28.   75. ...  -57.   52.   14.]
//      [ -21.   -5.   43. ...  -16.   14.   70.]
//      [ -12.  -23.   15. ...   10.    9.   10.]]
// RUN: run --entry carried --grid 1,1 --arg 'f16[120,0]=randint(-3,4,seed=1)' --arg 'f16[0,128]=randint(-3,4,seed=2)' --arg 'c:f32[120,128]=ones' --arg 'i32[120]=randint(0,120,seed=5)' --arg 120 --arg 128 --arg 0 --print c
// c = [[0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      ...
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]
//      [0. 0. 0. ... 0. 0. 0.]]
// RUN: run --entry both --grid 1,2 --arg 'f16[144,144]=randint(-3,4,seed=1)' --arg 'f16[144,128]=randint(-3,4,seed=2)' --arg 'c:f32[144,128]=ones' --arg 144 --arg 128 --arg 144 --print c
// c = [[ 14.   7. -18. ...  74. -13. -27.]
//      [ 40.  61.  35. ... -51.  33.  37.]
//      [ 29.  25. -10. ... -14.  45.  22.]
//      ...
//      [-23.  29.  87. ... -74. -39.   6.]
//      [-12.  68. -20. ...  10.  40.  90.]
//      [-51. -93. -45. ...  16.  30.  72.]]
// RUN: run --entry persistent --grid 2,1 --arg 'f16[200,72]=randint(-3,4,seed=1)' --arg 'f16[72,64]=randint(-3,4,seed=2)' --arg 'c:f32[200,64]=ones' --arg 'i32[200]=randint(0,200,seed=5)' --arg 200 --arg 64 --arg 72 --print c
// c = [[-27.  11.  -9. ...  24.  31.  19.]
//      [ 46. -28. -20. ...  -1.  92.  27.]
//      [-40.  23.  49. ...  22. -16. -24.]
//      ...
//      [-43.  61.  11. ...   6. -12.  45.]
//      [-39. -42. -47. ...  26.  -8.   2.]
//      [  3.  30.  64. ...  -9.  -3. -10.]]
// RUN: run --entry expert --grid 3,1 --arg 'f16[192,136]=randint(-3,4,seed=1)' --arg 'f16[3,136,64]=randint(-3,4,seed=2)' --arg 'c:f32[192,64]=ones' --arg 'i32[3]=randint(0,3,seed=6)' --arg 192 --arg 64 --arg 136 --arg 3 --arg 8704 --print c
// c = [[ -5.  42. -10. ... -61.  57.  97.]
//      [-21.  12.  -6. ...  76. -13.  50.]
//      [-51.  78.   9. ... -17.  -9.  54.]
//      ...
//      [-29. -47. -59. ...  29. -15.   9.]
//      [-34.  -1. -63. ... -36. -21. -81.]
//      [ 92. -54. -58. ... -31. -50. -66.]]
//
// Rows that the program picks: threads copy them into the stages of agents (`cp.async`), and boxes of the other operand come
// beside them. What says which rows and which matrix (numbers of tokens, the expert of a tile) is loaded by both agents.
//
// `fused_moe` is what cuTile makes of `bench/kernels/fused_moe.py`; `view` picks by a view that gathers, `persistent` in a
// loop around its product; of `expert` a number alone is loaded; `carried` carries the addresses round its loop, of 128 rows, which two
// warpgroups multiply; `both` has addresses on both sides.
cuda_tile.module @gathered {
  entry @fused_moe(%arg0: tile<ptr<bf16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<bf16>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<i32>, %arg11: tile<i32>, %arg12: tile<ptr<bf16>>, %arg13: tile<i32>, %arg14: tile<i32>, %arg15: tile<i32>, %arg16: tile<i32>, %arg17: tile<ptr<f32>>, %arg18: tile<i32>, %arg19: tile<i32>, %arg20: tile<ptr<i32>>, %arg21: tile<i32>, %arg22: tile<i32>, %arg23: tile<ptr<i32>>, %arg24: tile<i32>, %arg25: tile<i32>, %arg26: tile<i32>) optimization_hints=<default = {}> {
    %0 = make_token : token
    %assume = assume div_by<16>, %arg0 : tile<ptr<bf16>>
    %assume_0 = assume div_by<8>, %arg1 : tile<i32>
    %assume_1 = assume div_by<8>, %arg2 : tile<i32>
    %assume_2 = assume div_by<8>, %arg3 : tile<i32>
    %assume_3 = assume div_by<16>, %arg5 : tile<ptr<bf16>>
    %assume_4 = assume div_by<8>, %arg6 : tile<i32>
    %assume_5 = assume div_by<8>, %arg7 : tile<i32>
    %assume_6 = assume div_by<8>, %arg8 : tile<i32>
    %assume_7 = assume div_by<8>, %arg9 : tile<i32>
    %assume_8 = assume div_by<8>, %arg10 : tile<i32>
    %assume_9 = assume div_by<16>, %arg12 : tile<ptr<bf16>>
    %assume_10 = assume div_by<8>, %arg13 : tile<i32>
    %assume_11 = assume div_by<8>, %arg14 : tile<i32>
    %assume_12 = assume div_by<8>, %arg15 : tile<i32>
    %assume_13 = assume div_by<16>, %arg17 : tile<ptr<f32>>
    %assume_14 = assume div_by<4>, %arg18 : tile<i32>
    %assume_15 = assume div_by<16>, %arg20 : tile<ptr<i32>>
    %assume_16 = assume div_by<4>, %arg21 : tile<i32>
    %assume_17 = assume div_by<16>, %arg23 : tile<ptr<i32>>
    %assume_18 = assume div_by<4>, %arg24 : tile<i32>
    %cst_1_i32 = constant <i32: 1> : tile<i32>
    %cst_1_i32_19 = constant <i32: 1> : tile<i32>
    %cst_1_i64 = constant <i64: 1> : tile<64xi64>
    %cst_0_i32 = constant <i32: 0> : tile<64xi32>
    %cst_1_i64_20 = constant <i64: 1> : tile<64x32xi64>
    %cst_1_i64_21 = constant <i64: 1> : tile<64xi64>
    %cst_1_i64_22 = constant <i64: 1> : tile<64x64xi64>
    %assume_assume = assume bounded<0, ?>, %assume_0 : tile<i32>
    %assume_assume_23 = assume bounded<0, ?>, %assume_1 : tile<i32>
    %assume_assume_24 = assume bounded<0, ?>, %assume_2 : tile<i32>
    %assume_assume_25 = assume bounded<0, ?>, %assume_4 : tile<i32>
    %assume_assume_assume = assume div_by<8>, %assume_assume_25 : tile<i32>
    %assume_assume_26 = assume bounded<0, ?>, %assume_5 : tile<i32>
    %assume_assume_assume_27 = assume div_by<8>, %assume_assume_26 : tile<i32>
    %assume_assume_28 = assume bounded<0, ?>, %assume_6 : tile<i32>
    %assume_assume_assume_29 = assume div_by<8>, %assume_assume_28 : tile<i32>
    %assume_assume_30 = assume bounded<0, ?>, %assume_7 : tile<i32>
    %assume_assume_assume_31 = assume div_by<8>, %assume_assume_30 : tile<i32>
    %assume_assume_32 = assume bounded<0, ?>, %assume_8 : tile<i32>
    %assume_assume_assume_33 = assume div_by<8>, %assume_assume_32 : tile<i32>
    %tview = make_tensor_view %assume_3, shape = [%assume_assume_assume, %assume_assume_assume_27, %assume_assume_assume_29], strides = [%assume_assume_assume_31, %assume_assume_assume_33, 1] : tile<i32> -> tensor_view<?x?x?xbf16, strides=[?,?,1]>
    %assume_assume_34 = assume bounded<0, ?>, %assume_10 : tile<i32>
    %assume_assume_35 = assume bounded<0, ?>, %assume_11 : tile<i32>
    %assume_assume_36 = assume bounded<0, ?>, %assume_12 : tile<i32>
    %assume_assume_37 = assume bounded<0, ?>, %assume_14 : tile<i32>
    %assume_assume_38 = assume bounded<0, ?>, %assume_16 : tile<i32>
    %assume_assume_39 = assume bounded<0, ?>, %assume_18 : tile<i32>
    %assume_assume_assume_40 = assume div_by<4>, %assume_assume_39 : tile<i32>
    %tview_41 = make_tensor_view %assume_17, shape = [%assume_assume_assume_40], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %cst_64_i32 = constant <i32: 64> : tile<i32>
    %1 = divi %assume_assume_38, %cst_64_i32 signed rounding<positive_inf> : tile<i32>
    %cst_64_i32_42 = constant <i32: 64> : tile<i32>
    %2 = divi %assume_assume_assume_27, %cst_64_i32_42 signed rounding<positive_inf> : tile<i32>
    %cst_8_i32 = constant <i32: 8> : tile<i32>
    %3 = muli %cst_8_i32, %2 : tile<i32>
    %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
    %4 = divi %blockId_x, %3 signed rounding<negative_inf> : tile<i32>
    %cst_8_i32_43 = constant <i32: 8> : tile<i32>
    %5 = muli %4, %cst_8_i32_43 : tile<i32>
    %6 = subi %1, %5 : tile<i32>
    %cst_8_i32_44 = constant <i32: 8> : tile<i32>
    %7 = mini %6, %cst_8_i32_44 signed : tile<i32>
    %blockId_x_45, %blockId_y_46, %blockId_z_47 = get_tile_block_id : tile<i32>
    %8 = remi %blockId_x_45, %3 signed : tile<i32>
    %cst_0_i32_48 = constant <i32: 0> : tile<i32>
    %9 = cmpi less_than %8, %cst_0_i32_48, signed : tile<i32> -> tile<i1>
    %10 = cmpi less_than %3, %cst_0_i32_48, signed : tile<i32> -> tile<i1>
    %11 = xori %9, %10 : tile<i1>
    %12 = cmpi not_equal %8, %cst_0_i32_48, signed : tile<i32> -> tile<i1>
    %13 = andi %11, %12 : tile<i1>
    %14 = addi %8, %3 : tile<i32>
    %15 = select %13, %14, %8 : tile<i1>, tile<i32>
    %16 = remi %15, %7 signed : tile<i32>
    %cst_0_i32_49 = constant <i32: 0> : tile<i32>
    %17 = cmpi less_than %16, %cst_0_i32_49, signed : tile<i32> -> tile<i1>
    %18 = cmpi less_than %7, %cst_0_i32_49, signed : tile<i32> -> tile<i1>
    %19 = xori %17, %18 : tile<i1>
    %20 = cmpi not_equal %16, %cst_0_i32_49, signed : tile<i32> -> tile<i1>
    %21 = andi %19, %20 : tile<i1>
    %22 = addi %16, %7 : tile<i32>
    %23 = select %21, %22, %16 : tile<i1>, tile<i32>
    %24 = addi %5, %23 : tile<i32>
    %blockId_x_50, %blockId_y_51, %blockId_z_52 = get_tile_block_id : tile<i32>
    %25 = remi %blockId_x_50, %3 signed : tile<i32>
    %cst_0_i32_53 = constant <i32: 0> : tile<i32>
    %26 = cmpi less_than %25, %cst_0_i32_53, signed : tile<i32> -> tile<i1>
    %27 = cmpi less_than %3, %cst_0_i32_53, signed : tile<i32> -> tile<i1>
    %28 = xori %26, %27 : tile<i1>
    %29 = cmpi not_equal %25, %cst_0_i32_53, signed : tile<i32> -> tile<i1>
    %30 = andi %28, %29 : tile<i1>
    %31 = addi %25, %3 : tile<i32>
    %32 = select %30, %31, %25 : tile<i1>, tile<i32>
    %33 = divi %32, %7 signed rounding<negative_inf> : tile<i32>
    %cst_64_i32_54 = constant <i32: 64> : tile<i32>
    %34 = muli %24, %cst_64_i32_54 : tile<i32>
    %35 = iota : tile<64xi32>
    %reshape = reshape %34 : tile<i32> -> tile<1xi32>
    %bcast = broadcast %reshape : tile<1xi32> -> tile<64xi32>
    %36 = addi %bcast, %35 : tile<64xi32>
    %37 = exti %36 signed : tile<64xi32> -> tile<64xi64>
    %38 = exti %assume_assume_38 signed : tile<i32> -> tile<i64>
    %reshape_55 = reshape %38 : tile<i64> -> tile<1xi64>
    %bcast_56 = broadcast %reshape_55 : tile<1xi64> -> tile<64xi64>
    %39 = cmpi less_than %37, %bcast_56, unsigned : tile<64xi64> -> tile<64xi1>
    %40 = muli %37, %cst_1_i64 : tile<64xi64>
    %reshape_57 = reshape %assume_15 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %bcast_58 = broadcast %reshape_57 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %41 = offset %bcast_58, %40 : tile<64xptr<i32>>, tile<64xi64> -> tile<64xptr<i32>>
    %result, %result_token = load_ptr_tko weak %41, %39, %cst_0_i32 token=%0 : tile<64xptr<i32>>, tile<64xi1>, tile<64xi32> -> tile<64xi32>, token
    %reshape_59 = reshape %arg26 : tile<i32> -> tile<1xi32>
    %bcast_60 = broadcast %reshape_59 : tile<1xi32> -> tile<64xi32>
    %42 = divi %result, %bcast_60 signed rounding<negative_inf> : tile<64xi32>
    %pview = make_partition_view %tview_41 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
    %tile, %result_token_61 = load_view_tko weak %pview[%24] token = %0 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
    %reshape_62 = reshape %tile : tile<1xi32> -> tile<i32>
    %cst_0_f32 = constant <f32: 0.000000e+00> : tile<64x64xf32>
    %cst_32_i32 = constant <i32: 32> : tile<i32>
    %43 = divi %assume_assume_23, %cst_32_i32 signed rounding<positive_inf> : tile<i32>
    %cst_0_i32_63 = constant <i32: 0> : tile<i32>
    %cst_1_i32_64 = constant <i32: 1> : tile<i32>
    %cst_32_i32_65 = constant <i32: 32> : tile<i32>
    %44 = iota : tile<32xi32>
    %reshape_66 = reshape %42 : tile<64xi32> -> tile<64x1xi32>
    %45 = exti %reshape_66 signed : tile<64x1xi32> -> tile<64x1xi64>
    %bcast_67 = broadcast %45 : tile<64x1xi64> -> tile<64x32xi64>
    %46 = exti %assume_assume signed : tile<i32> -> tile<i64>
    %reshape_68 = reshape %46 : tile<i64> -> tile<1x1xi64>
    %bcast_69 = broadcast %reshape_68 : tile<1x1xi64> -> tile<64x32xi64>
    %47 = cmpi less_than %bcast_67, %bcast_69, unsigned : tile<64x32xi64> -> tile<64x32xi1>
    %48 = exti %assume_assume_24 signed : tile<i32> -> tile<i64>
    %reshape_70 = reshape %48 : tile<i64> -> tile<1x1xi64>
    %bcast_71 = broadcast %reshape_70 : tile<1x1xi64> -> tile<64x32xi64>
    %49 = muli %bcast_67, %bcast_71 : tile<64x32xi64>
    %50 = exti %assume_assume_23 signed : tile<i32> -> tile<i64>
    %reshape_72 = reshape %50 : tile<i64> -> tile<1x1xi64>
    %bcast_73 = broadcast %reshape_72 : tile<1x1xi64> -> tile<64x32xi64>
    %reshape_74 = reshape %assume : tile<ptr<bf16>> -> tile<1x1xptr<bf16>>
    %bcast_75 = broadcast %reshape_74 : tile<1x1xptr<bf16>> -> tile<64x32xptr<bf16>>
    %cst_0_bf16 = constant <bf16: 0.000000e+00> : tile<bf16>
    %reshape_76 = reshape %cst_0_bf16 : tile<bf16> -> tile<1x1xbf16>
    %bcast_77 = broadcast %reshape_76 : tile<1x1xbf16> -> tile<64x32xbf16>
    %pview_78 = make_partition_view %tview : partition_view<tile=(1x32x64), padding_value = zero, tensor_view<?x?x?xbf16, strides=[?,?,1]>, dim_map=[0, 2, 1]>
    %for = for %loopIdx in (%cst_0_i32_63 to %43, step %cst_1_i32_64) : tile<i32> iter_values(%iterArg0 = %cst_0_f32) -> (tile<64x64xf32>) {
      %74 = muli %loopIdx, %cst_32_i32_65 : tile<i32>
      %reshape_105 = reshape %74 : tile<i32> -> tile<1xi32>
      %bcast_106 = broadcast %reshape_105 : tile<1xi32> -> tile<32xi32>
      %75 = addi %bcast_106, %44 : tile<32xi32>
      %reshape_107 = reshape %75 : tile<32xi32> -> tile<1x32xi32>
      %76 = exti %reshape_107 signed : tile<1x32xi32> -> tile<1x32xi64>
      %bcast_108 = broadcast %76 : tile<1x32xi64> -> tile<64x32xi64>
      %77 = cmpi less_than %bcast_108, %bcast_73, unsigned : tile<64x32xi64> -> tile<64x32xi1>
      %78 = andi %47, %77 : tile<64x32xi1>
      %79 = muli %bcast_108, %cst_1_i64_20 : tile<64x32xi64>
      %80 = addi %49, %79 : tile<64x32xi64>
      %81 = offset %bcast_75, %80 : tile<64x32xptr<bf16>>, tile<64x32xi64> -> tile<64x32xptr<bf16>>
      %result_109, %result_token_110 = load_ptr_tko weak %81, %78, %bcast_77 token=%0 : tile<64x32xptr<bf16>>, tile<64x32xi1>, tile<64x32xbf16> -> tile<64x32xbf16>, token
      %tile_111, %result_token_112 = load_view_tko weak %pview_78[%reshape_62, %loopIdx, %33] token = %0 : partition_view<tile=(1x32x64), padding_value = zero, tensor_view<?x?x?xbf16, strides=[?,?,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x32x64xbf16>, token
      %reshape_113 = reshape %tile_111 : tile<1x32x64xbf16> -> tile<32x64xbf16>
      %82 = mmaf %result_109, %reshape_113, %iterArg0 : tile<64x32xbf16>, tile<32x64xbf16>, tile<64x64xf32>
      continue %82 : tile<64x64xf32>
    }
    %51 = exti %result signed : tile<64xi32> -> tile<64xi64>
    %52 = exti %assume_assume_37 signed : tile<i32> -> tile<i64>
    %reshape_79 = reshape %52 : tile<i64> -> tile<1xi64>
    %bcast_80 = broadcast %reshape_79 : tile<1xi64> -> tile<64xi64>
    %53 = cmpi less_than %51, %bcast_80, unsigned : tile<64xi64> -> tile<64xi1>
    %54 = muli %51, %cst_1_i64_21 : tile<64xi64>
    %reshape_81 = reshape %assume_13 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %bcast_82 = broadcast %reshape_81 : tile<1xptr<f32>> -> tile<64xptr<f32>>
    %55 = offset %bcast_82, %54 : tile<64xptr<f32>>, tile<64xi64> -> tile<64xptr<f32>>
    %cst_0_f32_83 = constant <f32: 0.000000e+00> : tile<f32>
    %reshape_84 = reshape %cst_0_f32_83 : tile<f32> -> tile<1xf32>
    %bcast_85 = broadcast %reshape_84 : tile<1xf32> -> tile<64xf32>
    %result_86, %result_token_87 = load_ptr_tko weak %55, %53, %bcast_85 token=%0 : tile<64xptr<f32>>, tile<64xi1>, tile<64xf32> -> tile<64xf32>, token
    %reshape_88 = reshape %result_86 : tile<64xf32> -> tile<64x1xf32>
    %bcast_89 = broadcast %reshape_88 : tile<64x1xf32> -> tile<64x64xf32>
    %56 = mulf %for, %bcast_89  : tile<64x64xf32>
    %cst_64_i32_90 = constant <i32: 64> : tile<i32>
    %57 = muli %33, %cst_64_i32_90 : tile<i32>
    %58 = iota : tile<64xi32>
    %reshape_91 = reshape %57 : tile<i32> -> tile<1xi32>
    %bcast_92 = broadcast %reshape_91 : tile<1xi32> -> tile<64xi32>
    %59 = addi %bcast_92, %58 : tile<64xi32>
    %reshape_93 = reshape %result : tile<64xi32> -> tile<64x1xi32>
    %reshape_94 = reshape %59 : tile<64xi32> -> tile<1x64xi32>
    %60 = ftof %56  : tile<64x64xf32> -> tile<64x64xbf16>
    %61 = exti %reshape_93 signed : tile<64x1xi32> -> tile<64x1xi64>
    %bcast_95 = broadcast %61 : tile<64x1xi64> -> tile<64x64xi64>
    %62 = exti %assume_assume_34 signed : tile<i32> -> tile<i64>
    %reshape_96 = reshape %62 : tile<i64> -> tile<1x1xi64>
    %bcast_97 = broadcast %reshape_96 : tile<1x1xi64> -> tile<64x64xi64>
    %63 = cmpi less_than %bcast_95, %bcast_97, unsigned : tile<64x64xi64> -> tile<64x64xi1>
    %64 = exti %assume_assume_36 signed : tile<i32> -> tile<i64>
    %reshape_98 = reshape %64 : tile<i64> -> tile<1x1xi64>
    %bcast_99 = broadcast %reshape_98 : tile<1x1xi64> -> tile<64x64xi64>
    %65 = muli %bcast_95, %bcast_99 : tile<64x64xi64>
    %66 = exti %reshape_94 signed : tile<1x64xi32> -> tile<1x64xi64>
    %bcast_100 = broadcast %66 : tile<1x64xi64> -> tile<64x64xi64>
    %67 = exti %assume_assume_35 signed : tile<i32> -> tile<i64>
    %reshape_101 = reshape %67 : tile<i64> -> tile<1x1xi64>
    %bcast_102 = broadcast %reshape_101 : tile<1x1xi64> -> tile<64x64xi64>
    %68 = cmpi less_than %bcast_100, %bcast_102, unsigned : tile<64x64xi64> -> tile<64x64xi1>
    %69 = andi %63, %68 : tile<64x64xi1>
    %70 = muli %bcast_100, %cst_1_i64_22 : tile<64x64xi64>
    %71 = addi %65, %70 : tile<64x64xi64>
    %reshape_103 = reshape %assume_9 : tile<ptr<bf16>> -> tile<1x1xptr<bf16>>
    %bcast_104 = broadcast %reshape_103 : tile<1x1xptr<bf16>> -> tile<64x64xptr<bf16>>
    %72 = offset %bcast_104, %71 : tile<64x64xptr<bf16>>, tile<64x64xi64> -> tile<64x64xptr<bf16>>
    %73 = store_ptr_tko weak %72, %60, %69 token=%0 : tile<64x64xptr<bf16>>, tile<64x64xbf16>, tile<64x64xi1> -> token
    return
  }

  // C[i] = A[rows[i]] B
  entry @view(%a_0: tile<ptr<f16>>, %b_0: tile<ptr<f16>>, %c_0: tile<ptr<f32>>, %rows_0: tile<ptr<i32>>, %m_0: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>) {
    %a = assume div_by<16>, %a_0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b_0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c_0 : tile<ptr<f32>>
    %n = assume div_by<8>, %n_0 : tile<i32>
    %k = assume div_by<8>, %k_0 : tile<i32>
    %row, %column, %z = get_tile_block_id : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m_0, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m_0, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %r_tensor = make_tensor_view %rows_0, shape = [%m_0], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %a_tiles = make_gather_scatter_view %a_tensor : gather_scatter_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>, sparse_dim=0>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %r_tiles = make_partition_view %r_tensor : partition_view<tile=(64), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %picked, %picked_read = load_view_tko weak %r_tiles[%row] : partition_view<tile=(64), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %deep = constant <i32: 64> : tile<i32>
    %steps = divi %k, %deep signed rounding<positive_inf> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<64x64xf32>) {
      %at = muli %i, %deep : tile<i32>
      %a_tile, %a_read = load_view_tko weak %a_tiles[%picked, %at] : gather_scatter_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>, sparse_dim=0>, tile<64xi32>, tile<i32> -> tile<64x64xf16>, token
      %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  // The same, whose tile blocks take one group of rows after the other, and load their numbers each time.
  entry @persistent(%a_0: tile<ptr<f16>>, %b_0: tile<ptr<f16>>, %c_0: tile<ptr<f32>>, %rows_0: tile<ptr<i32>>, %m_0: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>) {
    %a = assume div_by<16>, %a_0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b_0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c_0 : tile<ptr<f32>>
    %n = assume div_by<8>, %n_0 : tile<i32>
    %k = assume div_by<8>, %k_0 : tile<i32>
    %first, %column, %z = get_tile_block_id : tile<i32>
    %apart, %columns, %zs = get_num_tile_blocks : tile<i32>
    %high = constant <i32: 64> : tile<i32>
    %groups = divi %m_0, %high signed rounding<positive_inf> : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m_0, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m_0, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %r_tensor = make_tensor_view %rows_0, shape = [%m_0], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    %a_tiles = make_gather_scatter_view %a_tensor : gather_scatter_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>, sparse_dim=0>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %r_tiles = make_partition_view %r_tensor : partition_view<tile=(64), padding_value = zero, tensor_view<?xi32, strides=[1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %deep = constant <i32: 64> : tile<i32>
    %steps = divi %k, %deep signed rounding<positive_inf> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<64x64xf32>
    for %row in (%first to %groups, step %apart) : tile<i32> {
      %picked, %picked_read = load_view_tko weak %r_tiles[%row] : partition_view<tile=(64), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
      %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<64x64xf32>) {
        %at = muli %i, %deep : tile<i32>
        %a_tile, %a_read = load_view_tko weak %a_tiles[%picked, %at] : gather_scatter_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>, sparse_dim=0>, tile<64xi32>, tile<i32> -> tile<64x64xf16>, token
        %b_tile, %b_read = load_view_tko weak %b_tiles[%i, %column] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
        %next = mmaf %a_tile, %b_tile, %so_far : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
        continue %next : tile<64x64xf32>
      }
      %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
      continue
    }
    return
  }

  // C[i] = A[i] B[expert[i / 64]]: the agent that copies is one warp, which loads the number of the matrix.
  entry @expert(%a_0: tile<ptr<f16>>, %b_0: tile<ptr<f16>>, %c_0: tile<ptr<f32>>, %expert_of: tile<ptr<i32>>, %m_0: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>, %experts: tile<i32>, %size_0: tile<i32>) {
    %a = assume div_by<16>, %a_0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b_0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c_0 : tile<ptr<f32>>
    %n = assume div_by<8>, %n_0 : tile<i32>
    %k = assume div_by<8>, %k_0 : tile<i32>
    %row, %column, %z = get_tile_block_id : tile<i32>
    %size = assume div_by<8>, %size_0 : tile<i32>
    %a_tensor = make_tensor_view %a, shape = [%m_0, %k], strides = [%k, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %b_tensor = make_tensor_view %b, shape = [%experts, %k, %n], strides = [%size, %n, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m_0, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(1x64x64), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
    %expert_at = offset %expert_of, %row : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %expert, %expert_read = load_ptr_tko weak %expert_at : tile<ptr<i32>> -> tile<i32>, token
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %deep = constant <i32: 64> : tile<i32>
    %steps = divi %k, %deep signed rounding<positive_inf> : tile<i32>
    %nothing = constant <f32: 0.0> : tile<64x64xf32>
    %sum = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%so_far = %nothing) -> (tile<64x64xf32>) {
      %a_tile, %a_read = load_view_tko weak %a_tiles[%row, %i] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
      %b_slab, %b_read = load_view_tko weak %b_tiles[%expert, %i, %column] : partition_view<tile=(1x64x64), padding_value = zero, tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x64x64xf16>, token
      %b_tile = reshape %b_slab : tile<1x64x64xf16> -> tile<64x64xf16>
      %next = mmaf %a_tile, %b_tile, %so_far : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  // The same by addresses that the loop carries; rows past `m` are not read.
  entry @carried(%a_0: tile<ptr<f16>>, %b_0: tile<ptr<f16>>, %c_0: tile<ptr<f32>>, %rows_0: tile<ptr<i32>>, %m: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>) {
    %a = assume div_by<16>, %a_0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b_0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c_0 : tile<ptr<f32>>
    %n = assume div_by<8>, %n_0 : tile<i32>
    %k = assume div_by<8>, %k_0 : tile<i32>
    %row, %column, %z = get_tile_block_id : tile<i32>
    %b_tensor = make_tensor_view %b, shape = [%k, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %c_tensor = make_tensor_view %c, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %c_tiles = make_partition_view %c_tensor : partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>
    %high = constant <i32: 128> : tile<i32>
    %first = muli %row, %high : tile<i32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %firsts = broadcast %first_1 : tile<1xi32> -> tile<128xi32>
    %lanes = iota : tile<128xi32>
    %numbers = addi %firsts, %lanes : tile<128xi32>
    %m_1 = reshape %m : tile<i32> -> tile<1xi32>
    %m_128 = broadcast %m_1 : tile<1xi32> -> tile<128xi32>
    %below = cmpi less_than %numbers, %m_128, signed : tile<128xi32> -> tile<128xi1>
    %rows_1 = reshape %rows_0 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %rows_128 = broadcast %rows_1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %rows_at = offset %rows_128, %numbers : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %nowhere = constant <i32: 0> : tile<128xi32>
    %picked, %picked_read = load_ptr_tko weak %rows_at, %below, %nowhere : tile<128xptr<i32>>, tile<128xi1>, tile<128xi32> -> tile<128xi32>, token
    %picked_64 = exti %picked signed : tile<128xi32> -> tile<128xi64>
    %k_64 = exti %k signed : tile<i32> -> tile<i64>
    %k_1 = reshape %k_64 : tile<i64> -> tile<1xi64>
    %k_128 = broadcast %k_1 : tile<1xi64> -> tile<128xi64>
    %starts = muli %picked_64, %k_128 : tile<128xi64>
    %starts_1 = reshape %starts : tile<128xi64> -> tile<128x1xi64>
    %starts_64 = broadcast %starts_1 : tile<128x1xi64> -> tile<128x64xi64>
    %inner = iota : tile<64xi64>
    %inner_1 = reshape %inner : tile<64xi64> -> tile<1x64xi64>
    %inner_128 = broadcast %inner_1 : tile<1x64xi64> -> tile<128x64xi64>
    %offsets = addi %starts_64, %inner_128 : tile<128x64xi64>
    %a_1 = reshape %a : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %a_128 = broadcast %a_1 : tile<1x1xptr<f16>> -> tile<128x64xptr<f16>>
    %a_first = offset %a_128, %offsets : tile<128x64xptr<f16>>, tile<128x64xi64> -> tile<128x64xptr<f16>>
    %below_1 = reshape %below : tile<128xi1> -> tile<128x1xi1>
    %below_64 = broadcast %below_1 : tile<128x1xi1> -> tile<128x64xi1>
    %zero = constant <i64: 0> : tile<i64>
    %deep = constant <i64: 64> : tile<i64>
    %further = constant <i64: 64> : tile<128x64xi64>
    %padding = constant <f16: 0.0> : tile<128x64xf16>
    %nothing = constant <f32: 0.0> : tile<128x128xf32>
    %sum, %a_end = for %at in (%zero to %k_64, step %deep) : tile<i64> iter_values(%so_far = %nothing, %a_ptrs = %a_first) -> (tile<128x128xf32>, tile<128x64xptr<f16>>) {
      %left = subi %k_64, %at : tile<i64>
      %left_1 = reshape %left : tile<i64> -> tile<1x1xi64>
      %left_64 = broadcast %left_1 : tile<1x1xi64> -> tile<128x64xi64>
      %near = cmpi less_than %inner_128, %left_64, signed : tile<128x64xi64> -> tile<128x64xi1>
      %inside = andi %near, %below_64 : tile<128x64xi1>
      %a_tile, %a_read = load_ptr_tko weak %a_ptrs, %inside, %padding : tile<128x64xptr<f16>>, tile<128x64xi1>, tile<128x64xf16> -> tile<128x64xf16>, token
      %step = divi %at, %deep signed : tile<i64>
      %b_at = trunci %step : tile<i64> -> tile<i32>
      %b_tile, %b_read = load_view_tko weak %b_tiles[%b_at, %column] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      %a_next = offset %a_ptrs, %further : tile<128x64xptr<f16>>, tile<128x64xi64> -> tile<128x64xptr<f16>>
      continue %next, %a_next : tile<128x128xf32>, tile<128x64xptr<f16>>
    }
    %written = store_view_tko weak %sum, %c_tiles[%row, %column] : tile<128x128xf32>, partition_view<tile=(128x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }

  entry @both(%a_0: tile<ptr<f16>>, %b_0: tile<ptr<f16>>, %c_0: tile<ptr<f32>>, %m_0: tile<i32>, %n_0: tile<i32>, %k_0: tile<i32>) {
    %a = assume div_by<16>, %a_0 : tile<ptr<f16>>
    %b = assume div_by<16>, %b_0 : tile<ptr<f16>>
    %c = assume div_by<16>, %c_0 : tile<ptr<f32>>
    %m = assume div_by<16>, %m_0 : tile<i32>
    %n = assume div_by<16>, %n_0 : tile<i32>
    %k = assume div_by<16>, %k_0 : tile<i32>
    %block_column, %block_row, %unused = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %tile_m = constant <i32: 128> : tile<i32>
    %tile_n = constant <i32: 128> : tile<i32>
    %tile_k = constant <i32: 64> : tile<i32>
    %row_0 = muli %block_row, %tile_m : tile<i32>
    %column_0 = muli %block_column, %tile_n : tile<i32>
    %lanes_m = iota : tile<128xi32>
    %lanes_n = iota : tile<128xi32>
    %lanes_k = iota : tile<64xi32>
    %rows_0_1 = reshape %row_0 : tile<i32> -> tile<1xi32>
    %rows_0 = broadcast %rows_0_1 : tile<1xi32> -> tile<128xi32>
    %rows = addi %rows_0, %lanes_m : tile<128xi32>
    %columns_0_1 = reshape %column_0 : tile<i32> -> tile<1xi32>
    %columns_0 = broadcast %columns_0_1 : tile<1xi32> -> tile<128xi32>
    %columns = addi %columns_0, %lanes_n : tile<128xi32>
    %a_tile_rows_1 = reshape %rows : tile<128xi32> -> tile<128x1xi32>
    %a_tile_rows = broadcast %a_tile_rows_1 : tile<128x1xi32> -> tile<128x64xi32>
    %a_tile_columns_1 = reshape %lanes_k : tile<64xi32> -> tile<1x64xi32>
    %a_tile_columns = broadcast %a_tile_columns_1 : tile<1x64xi32> -> tile<128x64xi32>
    %a_tile_stride_1 = reshape %k : tile<i32> -> tile<1x1xi32>
    %a_tile_stride = broadcast %a_tile_stride_1 : tile<1x1xi32> -> tile<128x64xi32>
    %a_tile_down = muli %a_tile_rows, %a_tile_stride overflow<no_signed_wrap> : tile<128x64xi32>
    %a_tile_index = addi %a_tile_down, %a_tile_columns overflow<no_signed_wrap> : tile<128x64xi32>
    %a_tile_base_1 = reshape %a : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %a_tile_base = broadcast %a_tile_base_1 : tile<1x1xptr<f16>> -> tile<128x64xptr<f16>>
    %a_tile_first = offset %a_tile_base, %a_tile_index : tile<128x64xptr<f16>>, tile<128x64xi32> -> tile<128x64xptr<f16>>
    %b_tile_rows_1 = reshape %lanes_k : tile<64xi32> -> tile<64x1xi32>
    %b_tile_rows = broadcast %b_tile_rows_1 : tile<64x1xi32> -> tile<64x128xi32>
    %b_tile_columns_1 = reshape %columns : tile<128xi32> -> tile<1x128xi32>
    %b_tile_columns = broadcast %b_tile_columns_1 : tile<1x128xi32> -> tile<64x128xi32>
    %b_tile_stride_1 = reshape %n : tile<i32> -> tile<1x1xi32>
    %b_tile_stride = broadcast %b_tile_stride_1 : tile<1x1xi32> -> tile<64x128xi32>
    %b_tile_down = muli %b_tile_rows, %b_tile_stride overflow<no_signed_wrap> : tile<64x128xi32>
    %b_tile_index = addi %b_tile_down, %b_tile_columns overflow<no_signed_wrap> : tile<64x128xi32>
    %b_tile_base_1 = reshape %b : tile<ptr<f16>> -> tile<1x1xptr<f16>>
    %b_tile_base = broadcast %b_tile_base_1 : tile<1x1xptr<f16>> -> tile<64x128xptr<f16>>
    %b_tile_first = offset %b_tile_base, %b_tile_index : tile<64x128xptr<f16>>, tile<64x128xi32> -> tile<64x128xptr<f16>>
    %a_m_1 = reshape %m : tile<i32> -> tile<1x1xi32>
    %a_m = broadcast %a_m_1 : tile<1x1xi32> -> tile<128x64xi32>
    %a_below = cmpi less_than %a_tile_rows, %a_m, signed : tile<128x64xi32> -> tile<128x64xi1>
    %b_n_1 = reshape %n : tile<i32> -> tile<1x1xi32>
    %b_n = broadcast %b_n_1 : tile<1x1xi32> -> tile<64x128xi32>
    %b_right = cmpi less_than %b_tile_columns, %b_n, signed : tile<64x128xi32> -> tile<64x128xi1>
    %a_step = constant <i32: 64> : tile<128x64xi32>
    %b_ks = constant <i32: 64> : tile<64x128xi32>
    %b_step = muli %b_ks, %b_tile_stride overflow<no_signed_wrap> : tile<64x128xi32>
    %a_other = constant <f16: 0.0> : tile<128x64xf16>
    %b_other = constant <f16: 0.0> : tile<64x128xf16>
    %nothing = constant <f32: 0.0> : tile<128x128xf32>
    %sum, %a_end, %b_end = for %k_at in (%zero to %k, step %tile_k) : tile<i32> iter_values(%so_far = %nothing, %a_ptrs = %a_tile_first, %b_ptrs = %b_tile_first) -> (tile<128x128xf32>, tile<128x64xptr<f16>>, tile<64x128xptr<f16>>) {
      %left = subi %k, %k_at : tile<i32>
      %a_left_1 = reshape %left : tile<i32> -> tile<1x1xi32>
      %a_left = broadcast %a_left_1 : tile<1x1xi32> -> tile<128x64xi32>
      %b_left_1 = reshape %left : tile<i32> -> tile<1x1xi32>
      %b_left = broadcast %b_left_1 : tile<1x1xi32> -> tile<64x128xi32>
      %a_near = cmpi less_than %a_tile_columns, %a_left, signed : tile<128x64xi32> -> tile<128x64xi1>
      %b_near = cmpi less_than %b_tile_rows, %b_left, signed : tile<64x128xi32> -> tile<64x128xi1>
      %a_inside = andi %a_near, %a_below : tile<128x64xi1>
      %b_inside = andi %b_near, %b_right : tile<64x128xi1>
      %a_tile, %a_read = load_ptr_tko weak %a_ptrs, %a_inside, %a_other : tile<128x64xptr<f16>>, tile<128x64xi1>, tile<128x64xf16> -> tile<128x64xf16>, token
      %b_tile, %b_read = load_ptr_tko weak %b_ptrs, %b_inside, %b_other : tile<64x128xptr<f16>>, tile<64x128xi1>, tile<64x128xf16> -> tile<64x128xf16>, token
      %next = mmaf %a_tile, %b_tile, %so_far : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
      %a_next = offset %a_ptrs, %a_step : tile<128x64xptr<f16>>, tile<128x64xi32> -> tile<128x64xptr<f16>>
      %b_next = offset %b_ptrs, %b_step : tile<64x128xptr<f16>>, tile<64x128xi32> -> tile<64x128xptr<f16>>
      continue %next, %a_next, %b_next : tile<128x128xf32>, tile<128x64xptr<f16>>, tile<64x128xptr<f16>>
    }
    %c_tile_rows_1 = reshape %rows : tile<128xi32> -> tile<128x1xi32>
    %c_tile_rows = broadcast %c_tile_rows_1 : tile<128x1xi32> -> tile<128x128xi32>
    %c_tile_columns_1 = reshape %columns : tile<128xi32> -> tile<1x128xi32>
    %c_tile_columns = broadcast %c_tile_columns_1 : tile<1x128xi32> -> tile<128x128xi32>
    %c_tile_stride_1 = reshape %n : tile<i32> -> tile<1x1xi32>
    %c_tile_stride = broadcast %c_tile_stride_1 : tile<1x1xi32> -> tile<128x128xi32>
    %c_tile_down = muli %c_tile_rows, %c_tile_stride overflow<no_signed_wrap> : tile<128x128xi32>
    %c_tile_index = addi %c_tile_down, %c_tile_columns overflow<no_signed_wrap> : tile<128x128xi32>
    %c_tile_base_1 = reshape %c : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %c_tile_base = broadcast %c_tile_base_1 : tile<1x1xptr<f32>> -> tile<128x128xptr<f32>>
    %c_tile_first = offset %c_tile_base, %c_tile_index : tile<128x128xptr<f32>>, tile<128x128xi32> -> tile<128x128xptr<f32>>
    %c_m_1 = reshape %m : tile<i32> -> tile<1x1xi32>
    %c_m = broadcast %c_m_1 : tile<1x1xi32> -> tile<128x128xi32>
    %c_n_1 = reshape %n : tile<i32> -> tile<1x1xi32>
    %c_n = broadcast %c_n_1 : tile<1x1xi32> -> tile<128x128xi32>
    %c_below = cmpi less_than %c_tile_rows, %c_m, signed : tile<128x128xi32> -> tile<128x128xi1>
    %c_right = cmpi less_than %c_tile_columns, %c_n, signed : tile<128x128xi32> -> tile<128x128xi1>
    %c_inside = andi %c_below, %c_right : tile<128x128xi1>
    %written = store_ptr_tko weak %c_tile_first, %sum, %c_inside : tile<128x128xptr<f32>>, tile<128x128xf32>, tile<128x128xi1> -> token
    return
  }
}
