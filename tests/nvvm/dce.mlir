// RUN: opt --passes=dce
// nvvm.module @m <target = "sm_80"> {
//   func @k <reqntid = 32> (%p: ptr<global>, %x: i32, %c: i1) {
//     %seen = ld %p <bits = 32, ordering = acquire> : ptr<global> -> i32
//     barrier
//     st %p, [%x] <bits = 32> : ptr<global>, i32
//     return
//   }
// }
//
// What nobody uses goes away: a load, an exchange of lanes, a branch of such ops. What others see stays.
nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 32> (%p: ptr<global>, %x: i32, %c: i1) {
    %y = ld %p <bits = 32> : ptr<global> -> i32
    %z = shfl %y, %x <kind = idx> : i32, i32 -> i32
    if %c : i1 {
      %w = addi %z, %x : i32
      yield
    }
    %seen = ld %p <bits = 32, ordering = acquire> : ptr<global> -> i32
    barrier
    st %p, [%x] <bits = 32> : ptr<global>, i32
    return
  }
}
