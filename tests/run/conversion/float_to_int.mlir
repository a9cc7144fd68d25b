// RUN: run --show int --show signed --show unsigned --show d --show e
// %int = [   1   -1  127 -128]
// %signed = [ 127 -128    0  127]
// %unsigned = [255   0   0 200]
// %d = [ 0 -1]
// %e = [65504    -2]
//
// ftoi cuts off the fraction; saturating clamps and makes NaN zero.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <f32: [1.9, -1.9, 127.0, -128.9]> : tile<4xf32>
    %int = ftoi %a signed : tile<4xf32> -> tile<4xi8>
    %b = constant <f32: [1.0e10, -1.0e10, 0x7FC00000, 200.5]> : tile<4xf32>
    %signed = ftoi %b signed saturating : tile<4xf32> -> tile<4xi8>
    %u = ftoi %b unsigned saturating : tile<4xf32> -> tile<4xi8>
    %unsigned = exti %u unsigned : tile<4xi8> -> tile<4xi32>
    %c = constant <f64: [-0.9, 4294967295.0]> : tile<2xf64>
    %d = ftoi %c unsigned : tile<2xf64> -> tile<2xi32>
    %h = constant <f16: [65504.0, -2.5]> : tile<2xf16>
    %e = ftoi %h signed : tile<2xf16> -> tile<2xi64>
    return
  }
}
