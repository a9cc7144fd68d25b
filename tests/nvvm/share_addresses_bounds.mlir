// RUN: opt --passes=share-addresses,canonicalize,cse,dce
// nvvm.module @m <target = "sm_80"> {
//   func @k <reqntid = 32> (%p: ptr<global>, %stride: i32, %n: i32, %any: i64) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %lane = special <name = tid.x> : i32
//     %wide = exti %n : i32 -> i64
//     for %zero, %n, %one : i32, i32, i32 (%i: i32) {
//       %0 = exti %lane <signed> : i32 -> i64
//       %1 = constant <value = 128> : i32
//       %2 = mulwide %i, %1 <signed> : i32, i32 -> i64
//       %3 = addi %0, %2 : i64
//       %4 = constant <value = 8> : i64
//       %5 = subi %wide, %3 : i64
//       %is8 = cmpi %5, %4 <predicate = greater_than, signed> : i64, i64 -> i1
//       %6 = constant <value = 16> : i64
//       %is16 = cmpi %5, %6 <predicate = greater_than, signed> : i64, i64 -> i1
//       %7 = addi %any, %2 : i64
//       %8 = addi %7, %4 : i64
//       %was8 = cmpi %8, %wide <predicate = less_than> : i64, i64 -> i1
//       %9 = addi %7, %6 : i64
//       %was16 = cmpi %9, %wide <predicate = less_than> : i64, i64 -> i1
//       %10 = mulwide %stride, %lane <signed> : i32, i32 -> i64
//       %11 = addptr %p, %10 <bytes = 4> : ptr<global>, i64 -> ptr<global>
//       %12 = mulwide %stride, %i <signed> : i32, i32 -> i64
//       %13 = addptr %11, %12 <bytes = 512> : ptr<global>, i64 -> ptr<global>
//       %14 = addptr %13, %stride <bytes = 32> : ptr<global>, i32 -> ptr<global>
//       st %14, [%is8] <bits = 8> : ptr<global>, i1
//       st %14, [%was8] <bits = 8, offset = 1> : ptr<global>, i1
//       %15 = addptr %14, %stride <bytes = 32> : ptr<global>, i32 -> ptr<global>
//       st %15, [%is16] <bits = 8> : ptr<global>, i1
//       st %15, [%was16] <bits = 8, offset = 1> : ptr<global>, i1
//       continue
//     }
//     return
//   }
// }
//
// Rows of a tile in a loop, each with a bound: rows are at a distance of `8 * stride` from each other, and the rows that are left
// are compared with constants. Of `%any`, which may be negative, the constant is added last instead.
nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 32> (%p: ptr<global>, %stride: i32, %n: i32, %any: i64) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %lane = special <name = tid.x> : i32
    %row = exti %lane : i32 -> i64
    %c8 = constant <value = 8> : i64
    %c16 = constant <value = 16> : i64
    %c128 = constant <value = 128> : i64
    %row8 = addi %row, %c8 : i64
    %row16 = addi %row, %c16 : i64
    %any8 = addi %any, %c8 : i64
    %any16 = addi %any, %c16 : i64
    %wide = exti %n : i32 -> i64
    %by = exti %stride <signed> : i32 -> i64
    for %zero, %n, %one : i32, i32, i32 (%i: i32) {
      %wide_i = exti %i : i32 -> i64
      %first = muli %wide_i, %c128 : i64
      %r8 = addi %first, %row8 : i64
      %r16 = addi %first, %row16 : i64
      %is8 = cmpi %r8, %wide <predicate = less_than> : i64, i64 -> i1
      %is16 = cmpi %r16, %wide <predicate = less_than> : i64, i64 -> i1
      %a8 = addi %first, %any8 : i64
      %a16 = addi %first, %any16 : i64
      %was8 = cmpi %a8, %wide <predicate = less_than> : i64, i64 -> i1
      %was16 = cmpi %a16, %wide <predicate = less_than> : i64, i64 -> i1
      %o8 = muli %r8, %by : i64
      %o16 = muli %r16, %by : i64
      %p8 = addptr %p, %o8 <bytes = 4> : ptr<global>, i64 -> ptr<global>
      %p16 = addptr %p, %o16 <bytes = 4> : ptr<global>, i64 -> ptr<global>
      st %p8, [%is8] <bits = 8> : ptr<global>, i1
      st %p8, [%was8] <bits = 8, offset = 1> : ptr<global>, i1
      st %p16, [%is16] <bits = 8> : ptr<global>, i1
      st %p16, [%was16] <bits = 8, offset = 1> : ptr<global>, i1
      continue
    }
    return
  }
}
