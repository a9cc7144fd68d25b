// RUN: run --show int --show half --show brain --show e4m3 --show scale
// %int = [ 1065353216 -1073741824]
// %half = [1.    1.875]
// %brain = [0.0078125 1.       ]
// %e4m3 = [ 1. nan]
// %scale = [4.2351647e-22 1.0000000e+00]
//
// bitcast moves bits between types of one width.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <f32: [1.0, -2.0]> : tile<2xf32>
    %int = bitcast %a : tile<2xf32> -> tile<2xi32>
    %h = constant <i16: [0x3C00, 0x3F80]> : tile<2xi16>
    %half = bitcast %h : tile<2xi16> -> tile<2xf16>
    %b = bitcast %h : tile<2xi16> -> tile<2xbf16>
    %brain = ftof %b : tile<2xbf16> -> tile<2xf32>
    %byte = constant <i8: [0x38, 127]> : tile<2xi8>
    %e = bitcast %byte : tile<2xi8> -> tile<2xf8E4M3FN>
    %e4m3 = ftof %e : tile<2xf8E4M3FN> -> tile<2xf32>
    %s = bitcast %byte : tile<2xi8> -> tile<2xf8E8M0FNU>
    %scale = ftof %s : tile<2xf8E8M0FNU> -> tile<2xf32>
    return
  }
}
