// RUN: run --arg 'a:i8[16,128]=iota' --arg 'b:i8[2048,128]=iota' --arg 'o:f32[16]=zeros' --arg 't:f32[16]=zeros' --print o --print t
// o = [1.703936e+06 1.703936e+06 1.703936e+06 1.703936e+06 1.703936e+06
//      1.703936e+06 1.703936e+06 1.703936e+06 1.703936e+06 1.703936e+06
//      1.703936e+06 1.703936e+06 1.703936e+06 1.703936e+06 1.703936e+06
//      1.703936e+06]
// t = [832. 832. 832. 832. 832. 832. 832. 832. 832. 832. 832. 832. 832. 832.
//      832. 832.]
//
// The left operand comes from outside of the loop and stays in fragments; slices of it are names for registers.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %o: tile<ptr<f32>>, %t: tile<ptr<f32>>) {
    %z = constant <i32: 0> : tile<i32>
    %aa = assume div_by<16>, %a : tile<ptr<i8>>
    %at = make_tensor_view %aa, shape = [16,128], strides = [128,1] : tensor_view<16x128xi8, strides=[128,1]>
    %ap = make_partition_view %at : partition_view<tile=(16x128), tensor_view<16x128xi8, strides=[128,1]>>
    %av, %ak = load_view_tko weak %ap[%z, %z] : partition_view<tile=(16x128), tensor_view<16x128xi8, strides=[128,1]>>, tile<i32> -> tile<16x128xi8>, token
    %m0 = constant <i8: 7> : tile<16x128xi8>
    %w0 = andi %av, %m0 : tile<16x128xi8>
    %f0 = itof %w0 signed : tile<16x128xi8> -> tile<16x128xbf16>
    %ba = assume div_by<16>, %b : tile<ptr<i8>>
    %bt = make_tensor_view %ba, shape = [2048, 128], strides = [128, 1] : tensor_view<2048x128xi8, strides=[128,1]>
    %bp = make_partition_view %bt : partition_view<tile=(1024x128), tensor_view<2048x128xi8, strides=[128,1]>>
    %one = constant <i32: 1> : tile<i32>
    %runs = constant <i32: 2> : tile<i32>
    %none = constant <f32: 0.0> : tile<16xf32>
    %zeros = constant <f32: 0.0> : tile<16x1024xf32>
    %total, %top = for %i in (%z to %runs, step %one) : tile<i32> iter_values(%sum = %none, %most = %none) -> (tile<16xf32>, tile<16xf32>) {
      %y, %yk = load_view_tko weak %bp[%i, %z] : partition_view<tile=(1024x128), tensor_view<2048x128xi8, strides=[128,1]>>, tile<i32> -> tile<1024x128xi8>, token
      %mask = constant <i8: 3> : tile<1024x128xi8>
      %low = andi %y, %mask : tile<1024x128xi8>
      %yf = itof %low signed : tile<1024x128xi8> -> tile<1024x128xbf16>
      %yt = permute %yf [1, 0] : tile<1024x128xbf16> -> tile<128x1024xbf16>
      %s = mmaf %f0, %yt, %zeros : tile<16x128xbf16>, tile<128x1024xbf16>, tile<16x1024xf32>
      %tops = reduce %s dim=1 identities=[0xFF800000 : f32] : tile<16x1024xf32> -> tile<16xf32>
      (%p: tile<f32>, %q: tile<f32>) {
        %r = maxf %p, %q : tile<f32>
        yield %r : tile<f32>
      }
      %sums = reduce %s dim=1 identities=[0.0 : f32] : tile<16x1024xf32> -> tile<16xf32>
      (%p2: tile<f32>, %q2: tile<f32>) {
        %r2 = addf %p2, %q2 : tile<f32>
        yield %r2 : tile<f32>
      }
      %next = addf %sum, %sums : tile<16xf32>
      %highest = maxf %most, %tops : tile<16xf32>
      continue %next, %highest : tile<16xf32>, tile<16xf32>
    }
    %oa = assume div_by<16>, %o : tile<ptr<f32>>
    %ot = make_tensor_view %oa, shape = [16], strides = [1] : tensor_view<16xf32, strides=[1]>
    %op = make_partition_view %ot : partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>
    %ok = store_view_tko weak %total, %op[%z] : tile<16xf32>, partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>, tile<i32> -> token
    %ta = assume div_by<16>, %t : tile<ptr<f32>>
    %tt = make_tensor_view %ta, shape = [16], strides = [1] : tensor_view<16xf32, strides=[1]>
    %tp = make_partition_view %tt : partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>
    %tk = store_view_tko weak %top, %tp[%z] : tile<16xf32>, partition_view<tile=(16), tensor_view<16xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
