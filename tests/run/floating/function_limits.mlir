// RUN: run --show log --show log2 --show rsqrt --show root --show sin --show exp --show tanh
// %log = [-inf -inf  nan  inf]
// %log2 = [-inf -inf  nan  inf]
// %rsqrt = [ inf -inf  nan   0.]
// %root = [ 0. -0. nan inf]
// %sin = [ 0.         -0.         -0.84147096         nan]
// %exp = [1.         1.         0.36787945        inf]
// %tanh = [ 0.        -0.        -0.7615942  1.       ]
//
// Where functions have poles or no value, as C has them.
cuda_tile.module @tests {
  entry @k() {
    %x = constant <f32: [0.0, 0x80000000, -1.0, 0x7F800000]> : tile<4xf32>
    %log = log %x : tile<4xf32>
    %log2 = log2 %x : tile<4xf32>
    %rsqrt = rsqrt %x : tile<4xf32>
    %root = sqrt %x : tile<4xf32>
    %sin = sin %x : tile<4xf32>
    %exp = exp %x : tile<4xf32>
    %tanh = tanh %x : tile<4xf32>
    return
  }
}
