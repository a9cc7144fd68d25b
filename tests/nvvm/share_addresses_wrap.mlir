// RUN: opt --passes=share-addresses,canonicalize,cse,dce
// nvvm.module @m <target = "sm_80"> {
//   func @k <reqntid = 32, dynamic_shared = 4096> (%p: ptr<global>, %n: i32) {
//     %one = constant <value = 1> : i32
//     %next = addi %n, %one : i32
//     %s = dynamic_shared : ptr<shared>
//     %0 = addptr %p, %next <bytes = 4> : ptr<global>, i32 -> ptr<global>
//     %x = ld %0 <bits = 32> : ptr<global> -> i32
//     %1 = addptr %p, %n <bytes = 4> : ptr<global>, i32 -> ptr<global>
//     %y = ld %1 <bits = 32, offset = 4> : ptr<global> -> i32
//     %2 = addptr %s, %n <bytes = 4> : ptr<shared>, i32 -> ptr<shared>
//     st %2, [%x, %y] <bits = 32, offset = 4> : ptr<shared>, i32, i32
//     return
//   }
// }
//
// A 32-bit sum that may wrap is not taken apart: its signed reading is not the sum of the readings. One that promises not to
// is, and so is one in shared memory, whose addresses have 32 bits themselves.
nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 32, dynamic_shared = 4096> (%p: ptr<global>, %n: i32) {
    %one = constant <value = 1> : i32
    %next = addi %n, %one : i32
    %sure = addi %n, %one <overflow = no_signed_wrap> : i32
    %a = addptr %p, %next <bytes = 4> : ptr<global>, i32 -> ptr<global>
    %b = addptr %p, %sure <bytes = 4> : ptr<global>, i32 -> ptr<global>
    %s = dynamic_shared : ptr<shared>
    %c = addptr %s, %next <bytes = 4> : ptr<shared>, i32 -> ptr<shared>
    %x = ld %a <bits = 32> : ptr<global> -> i32
    %y = ld %b <bits = 32> : ptr<global> -> i32
    st %c, [%x, %y] <bits = 32> : ptr<shared>, i32, i32
    return
  }
}
