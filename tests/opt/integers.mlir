// RUN: opt --passes=canonicalize
// cuda_tile.module @tests {
//   entry @k(%x: tile<i32>, %y: tile<i32>, %c: tile<i1>) {
//     %three = constant <i32: 3> : tile<i32>
//     %true = constant <i1: true> : tile<i1>
//     %p0 = print_tko "%d", %x : tile<i32> -> token
//     %none1 = constant <i32: 0> : tile<i32>
//     %p1 = print_tko "%d", %none1 : tile<i32> -> token
//     %cst_5_i32 = constant <i32: 5> : tile<i32>
//     %x3 = addi %x, %cst_5_i32 : tile<i32>
//     %cst_9_i32 = constant <i32: 9> : tile<i32>
//     %x5 = muli %x3, %cst_9_i32 : tile<i32>
//     %p2 = print_tko "%d", %x5 : tile<i32> -> token
//     %less = cmpi less_than_or_equal %x, %three, signed : tile<i32> -> tile<i1>
//     %never = constant <i1: false> : tile<i1>
//     %by_true = divi %c, %true signed : tile<i1>
//     %p3 = print_tko "%d %d %d %d", %never, %less, %c, %by_true : tile<i1>, tile<i1>, tile<i1>, tile<i1> -> token
//     return
//   }
// }
//
// Identities of integers and bits. Constants stand on the right and meet there; a promise about overflow is forgotten where
// two sums become one. The signed reading of a true i1 is -1, so that dividing by it is no identity.
cuda_tile.module @tests {
  entry @k(%x: tile<i32>, %y: tile<i32>, %c: tile<i1>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %ones = constant <i32: -1> : tile<i32>
    %least = constant <i32: -2147483648> : tile<i32>
    %true = constant <i1: true> : tile<i1>
    %same0 = addi %zero, %x : tile<i32>
    %same1 = subi %same0, %zero : tile<i32>
    %same2 = muli %same1, %one : tile<i32>
    %same3 = divi %same2, %one signed : tile<i32>
    %same4 = shli %same3, %zero : tile<i32>
    %same5 = andi %same4, %ones : tile<i32>
    %same6 = ori %same5, %same5 : tile<i32>
    %same7 = xori %same6, %zero : tile<i32>
    %same8 = maxi %same7, %least signed : tile<i32>
    %neg = negi %same8 : tile<i32>
    %same9 = negi %neg : tile<i32>
    %p0 = print_tko "%d", %same9 : tile<i32> -> token
    %none0 = subi %x, %x : tile<i32>
    %none1 = muli %x, %none0 : tile<i32>
    %none2 = andi %none1, %y : tile<i32>
    %none3 = remi %y, %one signed : tile<i32>
    %none = ori %none2, %none3 : tile<i32>
    %p1 = print_tko "%d", %none : tile<i32> -> token
    %x1 = addi %three, %x overflow<no_signed_wrap> : tile<i32>
    %x2 = addi %x1, %three overflow<no_signed_wrap> : tile<i32>
    %x3 = subi %x2, %one : tile<i32>
    %x4 = muli %x3, %three : tile<i32>
    %x5 = muli %x4, %three : tile<i32>
    %p2 = print_tko "%d", %x5 : tile<i32> -> token
    %less = cmpi less_than %three, %x, signed : tile<i32> -> tile<i1>
    %never = cmpi less_than %x, %zero, unsigned : tile<i32> -> tile<i1>
    %not_less = xori %less, %true : tile<i1>
    %is_c = cmpi equal %c, %true, signed : tile<i1> -> tile<i1>
    %by_true = divi %c, %true signed : tile<i1>
    %p3 = print_tko "%d %d %d %d", %never, %not_less, %is_c, %by_true : tile<i1>, tile<i1>, tile<i1>, tile<i1> -> token
    return
  }
}
