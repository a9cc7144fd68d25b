// RUN: run --show max --show min --show max_nan --show min_nan --show eq --show ne --show lt --show le \
//   --show gt --show ge --show une
// %max = [  2.   3.   0. -inf]
// %min = [  1.   3.  -0. -inf]
// %max_nan = [ 2. nan  0. nan]
// %min_nan = [ 1. nan -0. nan]
// %eq = [False False  True False]
// %ne = [ True False False False]
// %lt = [ True False False False]
// %le = [ True False  True False]
// %gt = [False  True False  True]
// %ge = [False  True  True  True]
// %une = [ True  True False  True]
//
// NaN loses against a number unless propagate_nan; +0 is above -0. Ordered comparisons with NaN are false, unordered ones
// true.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <f32: [1.0, 0x7FC00000, 0x80000000, 0xFF800000]> : tile<4xf32>
    %b = constant <f32: [2.0, 3.0, 0.0, 0x7FC00000]> : tile<4xf32>
    %max = maxf %a, %b : tile<4xf32>
    %min = minf %a, %b : tile<4xf32>
    %max_nan = maxf %a, %b propagate_nan : tile<4xf32>
    %min_nan = minf %a, %b propagate_nan : tile<4xf32>
    %eq = cmpf equal ordered %a, %b : tile<4xf32> -> tile<4xi1>
    %ne = cmpf not_equal ordered %a, %b : tile<4xf32> -> tile<4xi1>
    %lt = cmpf less_than ordered %a, %b : tile<4xf32> -> tile<4xi1>
    %le = cmpf less_than_or_equal ordered %a, %b : tile<4xf32> -> tile<4xi1>
    %gt = cmpf greater_than unordered %a, %b : tile<4xf32> -> tile<4xi1>
    %ge = cmpf greater_than_or_equal unordered %a, %b : tile<4xf32> -> tile<4xi1>
    %une = cmpf not_equal unordered %a, %b : tile<4xf32> -> tile<4xi1>
    return
  }
}
