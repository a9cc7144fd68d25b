// RUN: run --arg 'x:f16[6]=full(nan)' --arg 'b:i1[6]=ones' --arg 'd:f64[6]=arange(1)' --arg 5 --arg 2.5 --show h --show f --show g
// %h = [nan nan nan nan nan -0. -0. -0.]
// %f = [ True  True  True  True  True False False False]
// %g = [1.  2.  3.  4.  5.  2.5 2.5 2.5]
//
// Elements of several types, masked by one scalar, with a scalar as padding.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f16>>, %b: tile<ptr<i1>>, %d: tile<ptr<f64>>, %n: tile<i64>, %pad: tile<f64>) {
    %iota = iota : tile<8xi64>
    %ns_1 = reshape %n : tile<i64> -> tile<1xi64>
    %ns = broadcast %ns_1 : tile<1xi64> -> tile<8xi64>
    %inside = cmpi less_than %iota, %ns, unsigned : tile<8xi64> -> tile<8xi1>
    %xs_1 = reshape %x : tile<ptr<f16>> -> tile<1xptr<f16>>
    %xs = broadcast %xs_1 : tile<1xptr<f16>> -> tile<8xptr<f16>>
    %xp = offset %xs, %iota : tile<8xptr<f16>>, tile<8xi64> -> tile<8xptr<f16>>
    %nothing = constant <f16: -0.0> : tile<8xf16>
    %h, %t0 = load_ptr_tko weak %xp, %inside, %nothing : tile<8xptr<f16>>, tile<8xi1>, tile<8xf16> -> tile<8xf16>, token
    %bs_1 = reshape %b : tile<ptr<i1>> -> tile<1xptr<i1>>
    %bs = broadcast %bs_1 : tile<1xptr<i1>> -> tile<8xptr<i1>>
    %bp = offset %bs, %iota : tile<8xptr<i1>>, tile<8xi64> -> tile<8xptr<i1>>
    %no = constant <i1: false> : tile<8xi1>
    %f, %t1 = load_ptr_tko weak %bp, %inside, %no : tile<8xptr<i1>>, tile<8xi1>, tile<8xi1> -> tile<8xi1>, token
    %ds_1 = reshape %d : tile<ptr<f64>> -> tile<1xptr<f64>>
    %ds = broadcast %ds_1 : tile<1xptr<f64>> -> tile<8xptr<f64>>
    %dp = offset %ds, %iota : tile<8xptr<f64>>, tile<8xi64> -> tile<8xptr<f64>>
    %pads_1 = reshape %pad : tile<f64> -> tile<1xf64>
    %pads = broadcast %pads_1 : tile<1xf64> -> tile<8xf64>
    %g, %t2 = load_ptr_tko weak %dp, %inside, %pads : tile<8xptr<f64>>, tile<8xi1>, tile<8xf64> -> tile<8xf64>, token
    return
  }
}
