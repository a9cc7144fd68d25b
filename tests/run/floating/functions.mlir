// RUN: run --show sin --show cos --show tan --show sinh --show cosh --show tanh --show exp --show exp2 \
//   --show log --show log2 --show rsqrt --show fast_exp --show fast_tanh
// %sin = [0.24740396 0.47942555 0.84147096 0.14112   ]
// %cos = [ 0.9689124   0.87758255  0.5403023  -0.9899925 ]
// %tan = [ 0.25534192  0.5463025   1.5574077  -0.14254655]
// %sinh = [ 0.25261232  0.5210953   1.1752012  10.017875  ]
// %cosh = [ 1.0314131  1.127626   1.5430807 10.067662 ]
// %tanh = [0.24491866 0.46211717 0.7615942  0.9950548 ]
// %exp = [ 1.2840254  1.6487212  2.7182817 20.085537 ]
// %exp2 = [1.1892071 1.4142135 2.        8.       ]
// %log = [-1.3862944 -0.6931472  0.         1.0986123]
// %log2 = [-2.        -1.         0.         1.5849625]
// %rsqrt = [2.         1.4142135  1.         0.57735026]
// %fast_exp = [ 1.2840254  1.6487212  2.7182817 20.085537 ]
// %fast_tanh = [0.24491866 0.46211717 0.7615942  0.9950548 ]
//
// Mathematical functions of f32, correctly rounded.
cuda_tile.module @tests {
  entry @k() {
    %x = constant <f32: [0.25, 0.5, 1.0, 3.0]> : tile<4xf32>
    %sin = sin %x : tile<4xf32>
    %cos = cos %x : tile<4xf32>
    %tan = tan %x : tile<4xf32>
    %sinh = sinh %x : tile<4xf32>
    %cosh = cosh %x : tile<4xf32>
    %tanh = tanh %x : tile<4xf32>
    %exp = exp %x : tile<4xf32>
    %exp2 = exp2 %x : tile<4xf32>
    %log = log %x : tile<4xf32>
    %log2 = log2 %x : tile<4xf32>
    %rsqrt = rsqrt %x : tile<4xf32>
    %fast_exp = exp %x rounding<approx> : tile<4xf32>
    %fast_tanh = tanh %x rounding<approx> : tile<4xf32>
    return
  }
}
