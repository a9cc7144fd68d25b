// RUN: run --show add --show sub --show mul --show high --show abs --show neg --show kept
// %add = [         10          -5 -2147483648 -2147483647]
// %sub = [         4         -9 2147483646 2147483647]
// %mul = [49 49  1  0]
// %high = [         0        -14 1073741823 1073741824]
// %abs = [          7           7  2147483647 -2147483648]
// %neg = [         -7           7 -2147483647 -2147483648]
// %kept = [6 4 2 2]
//
// Sums, differences and products wrap; the high half of a product is unsigned; the magnitude of the least integer is
// its own bit pattern.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <i32: [7, -7, 2147483647, -2147483648]> : tile<4xi32>
    %b = constant <i32: [3, 2, 1, 1]> : tile<4xi32>
    %add = addi %a, %b : tile<4xi32>
    %sub = subi %a, %b : tile<4xi32>
    %mul = muli %a, %a : tile<4xi32>
    %high = mulhii %a, %a : tile<4xi32>
    %abs = absi %a : tile<4xi32>
    %neg = negi %a : tile<4xi32>
    %kept = addi %b, %b overflow<no_wrap> : tile<4xi32>
    return
  }
}
