// RUN: opt --passes=canonicalize,cse,dce
// nvvm.module @m <target = "sm_80"> {
//   func @masks <reqntid = 32> (%i: i32, %y: i32, %p: ptr<global>) {
//     %seven = constant <value = 7> : i32
//     %first = shli %i, %seven : i32
//     %0 = constant <value = -1> : i32
//     %1 = constant <value = 2147483647> : i32
//     %2 = subi %y, %first : i32
//     %3 = mini %2, %1 : i32
//     %4 = cmpi %y, %first <predicate = greater_than_or_equal, signed> : i32, i32 -> i1
//     %5 = select %4, %3, %0 : i1, i32, i32 -> i32
//     %6 = constant <value = 1> : i32
//     %is_a1 = cmpi %5, %6 <predicate = greater_than, signed> : i32, i32 -> i1
//     st %p, [%is_a1] <bits = 8> : ptr<global>, i1
//     %7 = constant <value = 2> : i32
//     %is_a2 = cmpi %5, %7 <predicate = less_than_or_equal, signed> : i32, i32 -> i1
//     st %p, [%is_a2] <bits = 8, offset = 1> : ptr<global>, i1
//     %8 = constant <value = 3> : i32
//     %is_a3 = cmpi %5, %8 <predicate = less_than, signed> : i32, i32 -> i1
//     st %p, [%is_a3] <bits = 8, offset = 2> : ptr<global>, i1
//     %9 = constant <value = 4> : i32
//     %is_a4 = cmpi %5, %9 <predicate = greater_than_or_equal, signed> : i32, i32 -> i1
//     st %p, [%is_a4] <bits = 8, offset = 3> : ptr<global>, i1
//     %10 = constant <value = 5> : i32
//     %is_a5 = cmpi %5, %10 <predicate = equal, signed> : i32, i32 -> i1
//     st %p, [%is_a5] <bits = 8, offset = 4> : ptr<global>, i1
//     %11 = constant <value = 6> : i32
//     %is_a6 = cmpi %5, %11 <predicate = not_equal, signed> : i32, i32 -> i1
//     st %p, [%is_a6] <bits = 8, offset = 5> : ptr<global>, i1
//     %is_a7 = cmpi %5, %seven <predicate = greater_than, signed> : i32, i32 -> i1
//     st %p, [%is_a7] <bits = 8, offset = 6> : ptr<global>, i1
//     %12 = constant <value = 8> : i32
//     %is_a8 = cmpi %5, %12 <predicate = greater_than, signed> : i32, i32 -> i1
//     st %p, [%is_a8] <bits = 8, offset = 7> : ptr<global>, i1
//     %b1 = addi %i, %6 : i32
//     %is_b1 = cmpi %b1, %y <predicate = less_than, signed> : i32, i32 -> i1
//     st %p, [%is_b1] <bits = 8, offset = 8> : ptr<global>, i1
//     %b2 = addi %i, %7 : i32
//     %is_b2 = cmpi %y, %b2 <predicate = less_than_or_equal, signed> : i32, i32 -> i1
//     st %p, [%is_b2] <bits = 8, offset = 9> : ptr<global>, i1
//     %b3 = addi %i, %8 : i32
//     %is_b3 = cmpi %b3, %y <predicate = greater_than, signed> : i32, i32 -> i1
//     st %p, [%is_b3] <bits = 8, offset = 10> : ptr<global>, i1
//     %b4 = addi %i, %9 : i32
//     %is_b4 = cmpi %y, %b4 <predicate = greater_than_or_equal, signed> : i32, i32 -> i1
//     st %p, [%is_b4] <bits = 8, offset = 11> : ptr<global>, i1
//     %b5 = addi %i, %10 : i32
//     %is_b5 = cmpi %b5, %y <predicate = equal, signed> : i32, i32 -> i1
//     st %p, [%is_b5] <bits = 8, offset = 12> : ptr<global>, i1
//     %b6 = addi %i, %11 : i32
//     %is_b6 = cmpi %y, %b6 <predicate = not_equal, signed> : i32, i32 -> i1
//     st %p, [%is_b6] <bits = 8, offset = 13> : ptr<global>, i1
//     %b7 = addi %i, %seven : i32
//     %is_b7 = cmpi %b7, %y <predicate = less_than, signed> : i32, i32 -> i1
//     st %p, [%is_b7] <bits = 8, offset = 14> : ptr<global>, i1
//     %b8 = addi %i, %12 : i32
//     %is_b8 = cmpi %y, %b8 <predicate = greater_than, signed> : i32, i32 -> i1
//     st %p, [%is_b8] <bits = 8, offset = 15> : ptr<global>, i1
//     return
//   }
// }
//
// Many sums of a value with constants are compared with one number: the difference is compared with the constants. `%first` has no
// bits of the constants, so that no sum wraps. Sums of `%i` may wrap, and stay.
nvvm.module @m <target = "sm_80"> {
  func @masks <reqntid = 32> (%i: i32, %y: i32, %p: ptr<global>) {
    %seven = constant <value = 7> : i32
    %first = shli %i, %seven : i32
    %ca1 = constant <value = 1> : i32
    %a1 = addi %first, %ca1 : i32
    %is_a1 = cmpi %a1, %y <predicate = less_than, signed> : i32, i32 -> i1
    st %p, [%is_a1] <bits = 8, offset = 0> : ptr<global>, i1
    %ca2 = constant <value = 2> : i32
    %a2 = addi %first, %ca2 : i32
    %is_a2 = cmpi %y, %a2 <predicate = less_than_or_equal, signed> : i32, i32 -> i1
    st %p, [%is_a2] <bits = 8, offset = 1> : ptr<global>, i1
    %ca3 = constant <value = 3> : i32
    %a3 = addi %first, %ca3 : i32
    %is_a3 = cmpi %a3, %y <predicate = greater_than, signed> : i32, i32 -> i1
    st %p, [%is_a3] <bits = 8, offset = 2> : ptr<global>, i1
    %ca4 = constant <value = 4> : i32
    %a4 = addi %first, %ca4 : i32
    %is_a4 = cmpi %y, %a4 <predicate = greater_than_or_equal, signed> : i32, i32 -> i1
    st %p, [%is_a4] <bits = 8, offset = 3> : ptr<global>, i1
    %ca5 = constant <value = 5> : i32
    %a5 = addi %first, %ca5 : i32
    %is_a5 = cmpi %a5, %y <predicate = equal, signed> : i32, i32 -> i1
    st %p, [%is_a5] <bits = 8, offset = 4> : ptr<global>, i1
    %ca6 = constant <value = 6> : i32
    %a6 = addi %first, %ca6 : i32
    %is_a6 = cmpi %y, %a6 <predicate = not_equal, signed> : i32, i32 -> i1
    st %p, [%is_a6] <bits = 8, offset = 5> : ptr<global>, i1
    %ca7 = constant <value = 7> : i32
    %a7 = addi %first, %ca7 : i32
    %is_a7 = cmpi %a7, %y <predicate = less_than, signed> : i32, i32 -> i1
    st %p, [%is_a7] <bits = 8, offset = 6> : ptr<global>, i1
    %ca8 = constant <value = 8> : i32
    %a8 = addi %first, %ca8 : i32
    %is_a8 = cmpi %y, %a8 <predicate = greater_than, signed> : i32, i32 -> i1
    st %p, [%is_a8] <bits = 8, offset = 7> : ptr<global>, i1
    %cb1 = constant <value = 1> : i32
    %b1 = addi %i, %cb1 : i32
    %is_b1 = cmpi %b1, %y <predicate = less_than, signed> : i32, i32 -> i1
    st %p, [%is_b1] <bits = 8, offset = 8> : ptr<global>, i1
    %cb2 = constant <value = 2> : i32
    %b2 = addi %i, %cb2 : i32
    %is_b2 = cmpi %y, %b2 <predicate = less_than_or_equal, signed> : i32, i32 -> i1
    st %p, [%is_b2] <bits = 8, offset = 9> : ptr<global>, i1
    %cb3 = constant <value = 3> : i32
    %b3 = addi %i, %cb3 : i32
    %is_b3 = cmpi %b3, %y <predicate = greater_than, signed> : i32, i32 -> i1
    st %p, [%is_b3] <bits = 8, offset = 10> : ptr<global>, i1
    %cb4 = constant <value = 4> : i32
    %b4 = addi %i, %cb4 : i32
    %is_b4 = cmpi %y, %b4 <predicate = greater_than_or_equal, signed> : i32, i32 -> i1
    st %p, [%is_b4] <bits = 8, offset = 11> : ptr<global>, i1
    %cb5 = constant <value = 5> : i32
    %b5 = addi %i, %cb5 : i32
    %is_b5 = cmpi %b5, %y <predicate = equal, signed> : i32, i32 -> i1
    st %p, [%is_b5] <bits = 8, offset = 12> : ptr<global>, i1
    %cb6 = constant <value = 6> : i32
    %b6 = addi %i, %cb6 : i32
    %is_b6 = cmpi %y, %b6 <predicate = not_equal, signed> : i32, i32 -> i1
    st %p, [%is_b6] <bits = 8, offset = 13> : ptr<global>, i1
    %cb7 = constant <value = 7> : i32
    %b7 = addi %i, %cb7 : i32
    %is_b7 = cmpi %b7, %y <predicate = less_than, signed> : i32, i32 -> i1
    st %p, [%is_b7] <bits = 8, offset = 14> : ptr<global>, i1
    %cb8 = constant <value = 8> : i32
    %b8 = addi %i, %cb8 : i32
    %is_b8 = cmpi %y, %b8 <predicate = greater_than, signed> : i32, i32 -> i1
    st %p, [%is_b8] <bits = 8, offset = 15> : ptr<global>, i1
    return
  }
}
