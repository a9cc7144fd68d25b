// RUN: opt --passes=licm,dce
// nvvm.module @m <target = "sm_80"> {
//   func @k <reqntid = 32> (%p: ptr<global>, %n: i32, %m: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %t = special <name = tid.x> : i32
//     %row = muli %t, %m : i32
//     %at = addptr %p, %row <bytes = 4> : ptr<global>, i32 -> ptr<global>
//     %sum = for %zero, %n, %one, [%zero] : i32, i32, i32, i32 -> i32 (%i: i32, %acc: i32) {
//       %x = ld %at <bits = 32> : ptr<global> -> i32
//       %by = divi %m, %n <signed> : i32
//       %y = muli %x, %by : i32
//       %next = addi %acc, %y : i32
//       continue [%next] : i32
//     }
//     st %p, [%sum] <bits = 32> : ptr<global>, i32
//     return
//   }
// }
//
// What a loop computes anew in every run moves in front of it. A load stays, for memory may change; a product of matrices
// stays, for a warp takes part in it. A carried value that only goes round is gone.
nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 32> (%p: ptr<global>, %n: i32, %m: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %sum, %unused = for %zero, %n, %one, [%zero, %one] : i32, i32, i32, i32, i32 -> i32, i32 (%i: i32, %acc: i32, %round: i32) {
      %t = special <name = tid.x> : i32
      %row = muli %t, %m : i32
      %at = addptr %p, %row <bytes = 4> : ptr<global>, i32 -> ptr<global>
      %x = ld %at <bits = 32> : ptr<global> -> i32
      %by = divi %m, %n <signed> : i32
      %y = muli %x, %by : i32
      %next = addi %acc, %y : i32
      continue [%next, %round] : i32, i32
    }
    st %p, [%sum] <bits = 32> : ptr<global>, i32
    return
  }
}
