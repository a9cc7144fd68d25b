// RUN: compile
// .version 7.0
// .target sm_80
// .address_size 64
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0,
//     .param .u32 k_param_1
// )
// .reqntid 32
// {
//     .reg .b64 %rd<1>;
//     .reg .b32 %r<7>;
//     .reg .pred %p<4>;
//     ld.param.b64 %rd0, [k_param_0];
//     ld.param.b32 %r0, [k_param_1];
//     mov.b32 %r1, 0;
//     mov.b32 %r3, 0;
//     mov.b32 %r4, 1;
//     setp.ge.s32 %p0, %r1, %r0;
//     @%p0 bra $L3;
// $L1:
//     add.s32 %r2, %r3, %r4;
//     mov.b32 %r3, %r4;
//     mov.b32 %r4, %r2;
//     add.u32 %r1, %r1, 1;
//     setp.lt.s32 %p1, %r1, %r0;
//     @%p1 bra $L1;
// $L3:
//     mov.b32 %r5, 0;
//     setp.ge.s32 %p2, %r5, %r0;
//     @%p2 bra $L6;
// $L4:
//     mov.b32 %r6, %r3;
//     mov.b32 %r3, %r4;
//     mov.b32 %r4, %r6;
//     add.u32 %r5, %r5, 1;
//     setp.lt.s32 %p3, %r5, %r0;
//     @%p3 bra $L4;
// $L6:
//     st.global.v2.b32 [%rd0], {%r3, %r4};
//     ret;
// }
//
// A loop tests in front and at its end. What it carries stays in registers; values that change places go through another one.
nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 32> (%p: ptr<global>, %n: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %a, %b = for %zero, %n, %one, [%zero, %one] : i32, i32, i32, i32, i32 -> i32, i32 (%i: i32, %x: i32, %y: i32) {
      %next = addi %x, %y : i32
      continue [%y, %next] : i32, i32
    }
    %c, %d = for %zero, %n, %one, [%a, %b] : i32, i32, i32, i32, i32 -> i32, i32 (%i: i32, %x: i32, %y: i32) {
      continue [%y, %x] : i32, i32
    }
    st %p, [%c, %d] <bits = 32> : ptr<global>, i32, i32
    return
  }
}
