// RUN: run --show add --show mul --show div --show exp --show lt
// %add = [2.   1.75 3.1   inf]
// %mul = [ 0.75   -9.      0.2998     inf]
// %div = [ 3.      -0.5625   0.03333  6.     ]
// %exp = [ 1.648 54.6   20.08     inf]
// %lt = [False  True  True False]
//
// f16 rounds once from the exact result; division goes through f32 and rounds again.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <f16: [1.5, -2.25, 0.1, 60000.0]> : tile<4xf16>
    %b = constant <f16: [0.5, 4.0, 3.0, 10000.0]> : tile<4xf16>
    %add = addf %a, %b : tile<4xf16>
    %mul = mulf %a, %b : tile<4xf16>
    %div = divf %a, %b : tile<4xf16>
    %exp = exp %b : tile<4xf16>
    %lt = cmpf less_than ordered %a, %b : tile<4xf16> -> tile<4xi1>
    return
  }
}
