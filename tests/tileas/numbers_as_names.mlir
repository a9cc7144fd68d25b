// RUN: opt --passes=licm
// tileas.module @m <target = "sm_90a"> {
//   func @f <num_warps = 4> (%n: i32, %p: ptr) {
//     %0 = constant <value = 0> : i32
//     %7 = addi %n, %n : i32
//     for %0, %n, %n : i32, i32, i32 (%i: i32) {
//       print [%7] <format = "%d"> : i32
//       continue
//     }
//     %1 = muli %n, %n : i32
//     for %0, %n, %n : i32, i32, i32 (%i: i32) {
//       print [%1] <format = "%d"> : i32
//       continue
//     }
//     return
//   }
// }
//
// Two values that the user called by one number, in two loops, come into one block: one of them gets another number.
tileas.module @m <target = "sm_90a"> {
  func @f <num_warps = 4> (%n: i32, %p: ptr) {
    %0 = constant <value = 0> : i32
    for %0, %n, %n : i32, i32, i32 (%i: i32) {
      %7 = addi %n, %n : i32
      print [%7] <format = "%d"> : i32
      continue
    }
    for %0, %n, %n : i32, i32, i32 (%i: i32) {
      %7 = muli %n, %n : i32
      print [%7] <format = "%d"> : i32
      continue
    }
    return
  }
}
