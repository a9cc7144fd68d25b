// RUN: opt --passes=canonicalize
// nvvm.module @m <target = "sm_80"> {
//   func @integers <reqntid = 128> (%out: ptr<global>, %x: i32) {
//     %t = special <name = tid.x> : i32
//     %0 = constant <value = 3> : i32
//     %b = shli %x, %0 : i32
//     %1 = constant <value = 3> : i32
//     %c = shri %t, %1 : i32
//     %2 = constant <value = 7> : i32
//     %d = andi %t, %2 : i32
//     %3 = constant <value = 10> : i32
//     %h = addi %x, %3 : i32
//     st %out, [%b, %c, %d, %h] <bits = 32> : ptr<global>, i32, i32, i32, i32
//     return
//   }
// }
//
// Constants are computed, powers of two are shifts and masks, and what changes nothing goes away. Remainders need a
// natural number: `%t` is one, for a thread's number is. Quotients of others are rounded toward zero by a sum first.
nvvm.module @m <target = "sm_80"> {
  func @integers <reqntid = 128> (%out: ptr<global>, %x: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %eight = constant <value = 8> : i32
    %big = constant <value = 1000> : i32
    %t = special <name = tid.x> : i32
    %a = addi %x, %zero : i32
    %b = muli %a, %eight : i32
    %c = divi %t, %eight <signed> : i32
    %d = remi %t, %eight <signed> : i32
    %e = divi %x, %eight <signed> : i32
    %f = addi %one, %eight : i32
    %g = addi %x, %f : i32
    %h = addi %g, %one : i32
    %p = cmpi %t, %big <predicate = less_than> : i32, i32 -> i1
    %q = select %p, %h, %e : i1, i32, i32 -> i32
    st %out, [%b, %c, %d, %q] <bits = 32> : ptr<global>, i32, i32, i32, i32
    return
  }
}
