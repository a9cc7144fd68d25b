// RUN: run --show sum --show product
// %sum = [  2.        1.75      3.09375 256.     ]
// %product = [  0.75        -9.           0.30078125 256.        ]
//
// bf16 has eight significant bits: 256 + 1 is a tie that goes to the even 256. Seen as f32.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <bf16: [1.5, -2.25, 0.1, 256.0]> : tile<4xbf16>
    %b = constant <bf16: [0.5, 4.0, 3.0, 1.0]> : tile<4xbf16>
    %add = addf %a, %b : tile<4xbf16>
    %mul = mulf %a, %b : tile<4xbf16>
    %sum = ftof %add : tile<4xbf16> -> tile<4xf32>
    %product = ftof %mul : tile<4xbf16> -> tile<4xf32>
    return
  }
}
