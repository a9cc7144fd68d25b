// RUN: run --show a --show b --show c --show d
// %a = [          1 -2147483647     8388607     8388608]
// %b = [          0 -2147483648           0     8388608]
// %c = [          0 -2147483648           0           0]
// %d = [          0 -2147483648           0     8388608]
//
// Subnormal numbers are honoured unless flush_to_zero, which makes operands and results zeros of the same sign.
cuda_tile.module @tests {
  entry @k() {
    %tiny = constant <f32: [0x00000001, 0x80000001, 0x007FFFFF, 0x00800000]> : tile<4xf32>
    %zero = constant <f32: 0.0> : tile<4xf32>
    %half = constant <f32: 0.5> : tile<4xf32>
    %negative_zero = constant <f32: 0x80000000> : tile<4xf32>
    %kept = addf %tiny, %negative_zero : tile<4xf32>
    %flushed = addf %tiny, %negative_zero flush_to_zero : tile<4xf32>
    %product = mulf %tiny, %half flush_to_zero : tile<4xf32>
    %max = maxf %tiny, %negative_zero flush_to_zero : tile<4xf32>
    %a = bitcast %kept : tile<4xf32> -> tile<4xi32>
    %b = bitcast %flushed : tile<4xf32> -> tile<4xi32>
    %c = bitcast %product : tile<4xf32> -> tile<4xi32>
    %d = bitcast %max : tile<4xf32> -> tile<4xi32>
    return
  }
}
