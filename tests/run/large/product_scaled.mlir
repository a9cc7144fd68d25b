// RUN: run --arg 'a:i8[1,512]=iota' --arg 'b:i8[512,256]=iota' --arg 'sa:i8[1,16]=iota' --arg 'sb:i8[16,256]=iota' --arg 'o:f32[1,256]=zeros' --print o
// o = [[1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03
//       4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03
//       1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00
//       1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03
//       1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03
//       4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03
//       1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00
//       1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03
//       1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03
//       4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03
//       1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00
//       1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03
//       1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03
//       4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03
//       1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00
//       1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03
//       1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03
//       4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03
//       1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00
//       1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03
//       1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03
//       4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03
//       1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00
//       1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03
//       1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03
//       4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03
//       1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00
//       1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03
//       1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03
//       4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03
//       1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00
//       1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03
//       1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03
//       4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03
//       1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03 1.000e+00
//       1.345e+03 1.345e+03 4.033e+03 1.000e+00 1.345e+03 1.345e+03 4.033e+03
//       1.000e+00 1.345e+03 1.345e+03 4.033e+03]]
//
// A product of blocks with scales whose right operand has 128 KiB: slices of k are whole blocks, and take their scales along.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %sa: tile<ptr<i8>>, %sb: tile<ptr<i8>>, %o: tile<ptr<f32>>) {
    %z = constant <i32: 0> : tile<i32>
    %at = make_tensor_view %a, shape = [1,512], strides = [512,1] : tensor_view<1x512xi8, strides=[512,1]>
    %ap = make_partition_view %at : partition_view<tile=(1x512), tensor_view<1x512xi8, strides=[512,1]>>
    %av, %ak = load_view_tko weak %ap[%z, %z] : partition_view<tile=(1x512), tensor_view<1x512xi8, strides=[512,1]>>, tile<i32> -> tile<1x512xi8>, token
    %seven = constant <i8: 7> : tile<1x512xi8>
    %al = andi %av, %seven : tile<1x512xi8>
    %af = itof %al signed : tile<1x512xi8> -> tile<1x512xf8E4M3FN>
    %bt = make_tensor_view %b, shape = [512,256], strides = [256,1] : tensor_view<512x256xi8, strides=[256,1]>
    %bp = make_partition_view %bt : partition_view<tile=(512x256), tensor_view<512x256xi8, strides=[256,1]>>
    %bv, %bk = load_view_tko weak %bp[%z, %z] : partition_view<tile=(512x256), tensor_view<512x256xi8, strides=[256,1]>>, tile<i32> -> tile<512x256xi8>, token
    %three = constant <i8: 3> : tile<512x256xi8>
    %bl = andi %bv, %three : tile<512x256xi8>
    %bf = itof %bl signed : tile<512x256xi8> -> tile<512x256xf8E4M3FN>
    // Scales of a half and of one, in their bits.
    %sat = make_tensor_view %sa, shape = [1,16], strides = [16,1] : tensor_view<1x16xi8, strides=[16,1]>
    %sap = make_partition_view %sat : partition_view<tile=(1x16), tensor_view<1x16xi8, strides=[16,1]>>
    %sav, %sak = load_view_tko weak %sap[%z, %z] : partition_view<tile=(1x16), tensor_view<1x16xi8, strides=[16,1]>>, tile<i32> -> tile<1x16xi8>, token
    %one_a = constant <i8: 1> : tile<1x16xi8>
    %half_a = constant <i8: 126> : tile<1x16xi8>
    %sal = andi %sav, %one_a : tile<1x16xi8>
    %sai = addi %sal, %half_a : tile<1x16xi8>
    %saf = bitcast %sai : tile<1x16xi8> -> tile<1x16xf8E8M0FNU>
    %sbt = make_tensor_view %sb, shape = [16,256], strides = [256,1] : tensor_view<16x256xi8, strides=[256,1]>
    %sbp = make_partition_view %sbt : partition_view<tile=(16x256), tensor_view<16x256xi8, strides=[256,1]>>
    %sbv, %sbk = load_view_tko weak %sbp[%z, %z] : partition_view<tile=(16x256), tensor_view<16x256xi8, strides=[256,1]>>, tile<i32> -> tile<16x256xi8>, token
    %one_b = constant <i8: 1> : tile<16x256xi8>
    %half_b = constant <i8: 126> : tile<16x256xi8>
    %sbl = andi %sbv, %one_b : tile<16x256xi8>
    %sbi = addi %sbl, %half_b : tile<16x256xi8>
    %sbf = bitcast %sbi : tile<16x256xi8> -> tile<16x256xf8E8M0FNU>
    %c = constant <f32: 1.0> : tile<1x256xf32>
    %d = mmaf_scaled %af, %bf, %c, %saf, %sbf : tile<1x512xf8E4M3FN>, tile<512x256xf8E4M3FN>, tile<1x256xf32>, tile<1x16xf8E8M0FNU>, tile<16x256xf8E8M0FNU>
    %ot = make_tensor_view %o, shape = [1,256], strides = [256,1] : tensor_view<1x256xf32, strides=[256,1]>
    %op = make_partition_view %ot : partition_view<tile=(1x256), tensor_view<1x256xf32, strides=[256,1]>>
    %ok = store_view_tko weak %d, %op[%z, %z] : tile<1x256xf32>, partition_view<tile=(1x256), tensor_view<1x256xf32, strides=[256,1]>>, tile<i32> -> token
    return
  }
}
