// RUN: run --show eq --show ne --show lt --show le --show gt --show ge --show ult --show max --show min \
//   --show umax --show umin
// %eq = [False False  True False]
// %ne = [ True  True False  True]
// %lt = [False  True False  True]
// %le = [False  True  True  True]
// %gt = [ True False False False]
// %ge = [ True False  True False]
// %ult = [False False False False]
// %max = [5 3 0 1]
// %min = [ 3 -5  0 -1]
// %umax = [ 5 -5  0 -1]
// %umin = [3 3 0 1]
//
// Comparisons, maxima and minima in both readings: -1 is the largest unsigned number.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <i16: [5, -5, 0, -1]> : tile<4xi16>
    %b = constant <i16: [3, 3, 0, 1]> : tile<4xi16>
    %eq = cmpi equal %a, %b, signed : tile<4xi16> -> tile<4xi1>
    %ne = cmpi not_equal %a, %b, signed : tile<4xi16> -> tile<4xi1>
    %lt = cmpi less_than %a, %b, signed : tile<4xi16> -> tile<4xi1>
    %le = cmpi less_than_or_equal %a, %b, signed : tile<4xi16> -> tile<4xi1>
    %gt = cmpi greater_than %a, %b, signed : tile<4xi16> -> tile<4xi1>
    %ge = cmpi greater_than_or_equal %a, %b, signed : tile<4xi16> -> tile<4xi1>
    %ult = cmpi less_than %a, %b, unsigned : tile<4xi16> -> tile<4xi1>
    %max = maxi %a, %b signed : tile<4xi16>
    %min = mini %a, %b signed : tile<4xi16>
    %umax = maxi %a, %b unsigned : tile<4xi16>
    %umin = mini %a, %b unsigned : tile<4xi16>
    return
  }
}
