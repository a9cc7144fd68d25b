// RUN: check --version=13.3
// Up to 13.3 floats are converted in one rounding mode.

cuda_tile.module @conversions {
  entry @float_to_float() {
    %f = constant <f32: 1.0> : tile<8xf32>
    %0 = ftof %f : tile<8xf32> -> tile<8xf16>
    %1 = ftof %f rounding<zero> : tile<8xf32> -> tile<8xf16>
    // ERROR: 'cuda_tile.ftof' op invalid rounding mode specified. Only 'nearest_even' is supported
    %2 = ftof %f rounding<positive_inf> : tile<8xf32> -> tile<8xf8E8M0FNU>
    %3 = ftof %f rounding<zero> : tile<8xf32> -> tile<8xf8E5M2>
    // ERROR: 'cuda_tile.ftof' op invalid rounding mode specified. Only 'nearest_even' is supported
    return
  }
}
