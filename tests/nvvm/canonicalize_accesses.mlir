// RUN: opt --passes=canonicalize
// nvvm.module @m <target = "sm_80"> {
//   func @accesses <reqntid = 128> (%p: ptr<global>, %q: i1) {
//     %zero = constant <value = 0> : i16
//     %x = ld %p <bits = 8, offset = 11> : ptr<global> -> i16
//     %z = ld %p, [%q], [%zero] <bits = 8> : ptr<global>, i1, i16 -> i16
//     st %p, [%x] <bits = 8, offset = 8> : ptr<global>, i16
//     st %p, [%z], [%q] <bits = 8> : ptr<global>, i16, i1
//     return
//   }
// }
//
// Constants of addresses go into accesses; predicates that are known go away, and so do accesses that are never made.
nvvm.module @m <target = "sm_80"> {
  func @accesses <reqntid = 128> (%p: ptr<global>, %q: i1) {
    %yes = constant <value = true> : i1
    %no = constant <value = false> : i1
    %two = constant <value = 2> : i32
    %three = constant <value = 3> : i64
    %a = addptr %p, %two <bytes = 4> : ptr<global>, i32 -> ptr<global>
    %b = addptr %a, %three <bytes = 1> : ptr<global>, i64 -> ptr<global>
    %zero = constant <value = 0> : i16
    %x = ld %b, [%yes], [%zero] <bits = 8> : ptr<global>, i1, i16 -> i16
    %y = ld %b, [%no], [%zero] <bits = 8> : ptr<global>, i1, i16 -> i16
    %z = ld %b, [%q], [%zero] <bits = 8, offset = -11> : ptr<global>, i1, i16 -> i16
    st %a, [%x], [%yes] <bits = 8> : ptr<global>, i16, i1
    st %a, [%y], [%no] <bits = 8> : ptr<global>, i16, i1
    st %p, [%z], [%q] <bits = 8> : ptr<global>, i16, i1
    return
  }
}
