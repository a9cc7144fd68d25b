// RUN: opt --passes=cse
// nvvm.module @m <target = "sm_80"> {
//   func @k <reqntid = 32> (%p: ptr<global>, %c: i1) {
//     %t = special <name = tid.x> : i32
//     %a = addptr %p, %t <bytes = 4> : ptr<global>, i32 -> ptr<global>
//     %x = ld %a <bits = 32> : ptr<global> -> i32
//     %y = ld %a <bits = 32> : ptr<global> -> i32
//     %s = shfl %x, %t <kind = idx> : i32
//     %r = shfl %x, %t <kind = idx> : i32
//     %z = addi %y, %t : i32
//     if %c : i1 {
//       st %a, [%z] <bits = 32> : ptr<global>, i32
//       yield
//     }
//     st %a, [%z, %s] <bits = 32> : ptr<global>, i32, i32
//     st %a, [%r] <bits = 32, offset = 8> : ptr<global>, i32
//     return
//   }
// }
//
// Equal ops are computed once, in a block and in those that it stands around; loads and shuffles stay.
nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 32> (%p: ptr<global>, %c: i1) {
    %t = special <name = tid.x> : i32
    %u = special <name = tid.x> : i32
    %a = addptr %p, %t <bytes = 4> : ptr<global>, i32 -> ptr<global>
    %b = addptr %p, %u <bytes = 4> : ptr<global>, i32 -> ptr<global>
    %x = ld %a <bits = 32> : ptr<global> -> i32
    %y = ld %b <bits = 32> : ptr<global> -> i32
    %s = shfl %x, %t <kind = idx> : i32, i32 -> i32
    %r = shfl %x, %t <kind = idx> : i32, i32 -> i32
    %z = addi %y, %t : i32
    if %c : i1 {
      %again = addi %t, %y : i32
      st %a, [%again] <bits = 32> : ptr<global>, i32
      yield
    }
    st %b, [%z, %s] <bits = 32> : ptr<global>, i32, i32
    st %b, [%r] <bits = 32, offset = 8> : ptr<global>, i32
    return
  }
}
