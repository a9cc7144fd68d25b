// RUN: opt --passes=expand-math
// nvvm.module @m <target = "sm_80"> {
//   func @k <reqntid = 32> (%p: ptr<global>, %x: f32) {
//     %y = approx %x <function = rsqrt> : f32
//     %z = approx %y <function = ex2> : f32
//     st %p, [%z] <bits = 32> : ptr<global>, f32
//     return
//   }
// }
//
// PTX has no such function: it is made of what PTX has. One that the hardware approximates well enough is that.
nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 32> (%p: ptr<global>, %x: f32) {
    %y = rsqrt %x : f32
    %z = exp2 %y : f32
    st %p, [%z] <bits = 32> : ptr<global>, f32
    return
  }
}
