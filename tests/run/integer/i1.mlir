// RUN: run --show add --show mul --show max --show umax --show lt --show ult --show not --show wide \
//   --show unsigned_wide
// %add = [False  True  True False]
// %mul = [False False False  True]
// %max = [False False False  True]
// %umax = [False  True  True  True]
// %lt = [False False  True False]
// %ult = [False  True False False]
// %not = [False  True  True False]
// %wide = [ 0  0 -1 -1]
// %unsigned_wide = [0 0 1 1]
//
// An i1 is a 1-bit integer: the sum is exclusive or, and true is -1 where signs count, so the signed maximum of true and
// false is false.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <i1: [false, false, true, true]> : tile<4xi1>
    %b = constant <i1: [false, true, false, true]> : tile<4xi1>
    %add = addi %a, %b : tile<4xi1>
    %mul = muli %a, %b : tile<4xi1>
    %max = maxi %a, %b signed : tile<4xi1>
    %umax = maxi %a, %b unsigned : tile<4xi1>
    %lt = cmpi less_than %a, %b, signed : tile<4xi1> -> tile<4xi1>
    %ult = cmpi less_than %a, %b, unsigned : tile<4xi1> -> tile<4xi1>
    %not = xori %a, %b : tile<4xi1>
    %wide = exti %a signed : tile<4xi1> -> tile<4xi32>
    %unsigned_wide = exti %a unsigned : tile<4xi1> -> tile<4xi32>
    return
  }
}
