// RUN: run --grid 1 --arg 4 --arg 'w:f8E5M2[64,64]=randint(-2,3,seed=1)' --arg 64 --arg 'o:i32[2,128]=ones' --print o
// o = [[17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17
//       17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17
//       17 17 17 17 17 17 17 17 17 17 17 17 17 17 17 17  1  1  1  1  1  1  1  1
//        1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1
//        1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1
//        1  1  1  1  1  1  1  1]
//      [ 1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1
//        1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1
//        1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1
//        1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1
//        1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1
//        1  1  1  1  1  1  1  1]]
//
// A left operand of ones, in registers: they are written before the fence of the product, also in a branch.

cuda_tile.module @m {
  entry @k(%steps: tile<i32>, %w: tile<ptr<f8E5M2>>, %len: tile<i32>, %o: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %ones = constant <f16: 1.0> : tile<128x16xf16>
    %p = assume div_by<16>, %w : tile<ptr<f8E5M2>>
    %n = assume div_by<32>, %len : tile<i32>
    %tv = make_tensor_view %p, shape = [%n, %n], strides = [1, %n] : tile<i32> -> tensor_view<?x?xf8E5M2, strides=[1,?]>
    %pv = make_partition_view %tv : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[1,?]>>
    %none = constant <f32: 0.0> : tile<128x64xf32>
    %r = for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%c = %none) -> (tile<128x64xf32>) {
      %q = cmpi not_equal %i, %one, signed : tile<i32> -> tile<i1>
      %s = if %q -> (tile<128x64xf32>) {
        %x, %t = load_view_tko weak %pv[%i, %zero] : partition_view<tile=(16x64), padding_value = zero, tensor_view<?x?xf8E5M2, strides=[1,?]>>, tile<i32> -> tile<16x64xf8E5M2>, token
        %y = ftof %x : tile<16x64xf8E5M2> -> tile<16x64xf16>
        %m = mmaf %ones, %y, %c : tile<128x16xf16>, tile<16x64xf16>, tile<128x64xf32>
        yield %m : tile<128x64xf32>
      } else {
        yield %c : tile<128x64xf32>
      }
      continue %s : tile<128x64xf32>
    }
    %at = constant <i32: 0> : tile<128x64xi32>
    %v31, %v32 = reduce %r, %at dim=1 identities=[0xFF800000 : f32, -2147483648 : i32] : tile<128x64xf32>, tile<128x64xi32> -> tile<128xf32>, tile<128xi32> (%q33: tile<f32>, %q34: tile<f32>, %q35: tile<i32>, %q36: tile<i32>) {
      %g = cmpf greater_than ordered %q33, %q34 : tile<f32> -> tile<i1>
      %g1 = select %g, %q33, %q34 : tile<i1>, tile<f32>
      %g2 = maxi %q35, %q36 signed : tile<i32>
      yield %g1, %g2 : tile<f32>, tile<i32>
    }
    %to = make_tensor_view %o, shape = [2, %n], strides = [128, 1] : tile<i32> -> tensor_view<2x?xi32, strides=[128,1]>
    %po = make_partition_view %to : partition_view<tile=(1x128), tensor_view<2x?xi32, strides=[128,1]>>
    %z = ftoi %v31 signed : tile<128xf32> -> tile<128xi32>
    %y2 = reshape %z : tile<128xi32> -> tile<1x128xi32>
    %t2 = store_view_tko weak %y2, %po[%zero, %zero] : tile<1x128xi32>, partition_view<tile=(1x128), tensor_view<2x?xi32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
