// RUN: opt --passes=share-addresses,canonicalize,cse,licm,dce
// nvvm.module @m <target = "sm_80"> {
//   func @tile <reqntid = 128> (%p: ptr<global>, %stride: i32, %n: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %five = constant <value = 5> : i32
//     %low = constant <value = 31> : i32
//     %t = special <name = tid.x> : i32
//     %row = shri %t, %five : i32
//     %column = andi %t, %low : i32
//     %0 = mulwide %stride, %row <signed> : i32, i32 -> i64
//     %1 = addptr %p, %0 <bytes = 4> : ptr<global>, i64 -> ptr<global>
//     %2 = addptr %1, %column <bytes = 4> : ptr<global>, i32 -> ptr<global>
//     for %zero, %n, %one : i32, i32, i32 (%k: i32) {
//       %3 = addptr %2, %k <bytes = 256> : ptr<global>, i32 -> ptr<global>
//       %v00 = ld %3 <bits = 32> : ptr<global> -> f32
//       %v01 = ld %3 <bits = 32, offset = 128> : ptr<global> -> f32
//       %4 = addptr %3, %stride <bytes = 16> : ptr<global>, i32 -> ptr<global>
//       st %4, [%v00] <bits = 32> : ptr<global>, f32
//       st %4, [%v01] <bits = 32, offset = 128> : ptr<global>, f32
//       continue
//     }
//     return
//   }
// }
//
// Two rows of two columns, as lowering writes them, element by element. Their addresses are sums of the same terms: what all
// have in common comes first, in front of the loop as far as it can, and columns differ in a number alone.
nvvm.module @m <target = "sm_80"> {
  func @tile <reqntid = 128> (%p: ptr<global>, %stride: i32, %n: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %five = constant <value = 5> : i32
    %low = constant <value = 31> : i32
    %t = special <name = tid.x> : i32
    %row = shri %t, %five : i32
    %column = andi %t, %low : i32
    %wide = exti %stride <signed> : i32 -> i64
    for %zero, %n, %one : i32, i32, i32 (%k: i32) {
      %tile = constant <value = 64> : i64
      %at = exti %k <signed> : i32 -> i64
      %start = muli %at, %tile : i64
      %four = constant <value = 4> : i32
      %row1 = addi %row, %four : i32
      %r0 = exti %row : i32 -> i64
      %r1 = exti %row1 : i32 -> i64
      %by32 = constant <value = 32> : i32
      %column1 = addi %column, %by32 : i32
      %c0 = exti %column : i32 -> i64
      %c1 = exti %column1 : i32 -> i64
      %x0 = addi %start, %c0 : i64
      %x1 = addi %start, %c1 : i64
      %y0 = muli %r0, %wide : i64
      %y1 = muli %r1, %wide : i64
      %o00 = addi %y0, %x0 : i64
      %o01 = addi %y0, %x1 : i64
      %o10 = addi %y1, %x0 : i64
      %o11 = addi %y1, %x1 : i64
      %a00 = addptr %p, %o00 <bytes = 4> : ptr<global>, i64 -> ptr<global>
      %a01 = addptr %p, %o01 <bytes = 4> : ptr<global>, i64 -> ptr<global>
      %a10 = addptr %p, %o10 <bytes = 4> : ptr<global>, i64 -> ptr<global>
      %a11 = addptr %p, %o11 <bytes = 4> : ptr<global>, i64 -> ptr<global>
      %v00 = ld %a00 <bits = 32> : ptr<global> -> f32
      %v01 = ld %a01 <bits = 32> : ptr<global> -> f32
      st %a10, [%v00] <bits = 32> : ptr<global>, f32
      st %a11, [%v01] <bits = 32> : ptr<global>, f32
      continue
    }
    return
  }
}
