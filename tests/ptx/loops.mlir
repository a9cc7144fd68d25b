// RUN: compile
// .version 7.0
// .target sm_80
// .address_size 64
//
// .visible .entry sum(
//     .param .u64 .ptr .global .align 1 sum_param_0,
//     .param .u32 sum_param_1
// )
// .reqntid 32
// {
//     .reg .b64 %rd<2>;
//     .reg .b32 %r<6>;
//     .reg .pred %p<2>;
//     ld.param.b64 %rd0, [sum_param_0];
//     ld.param.b32 %r0, [sum_param_1];
//     mov.b32 %r3, 0;
//     mov.b32 %r1, 0;
//     mov.b32 %r2, 0;
//     setp.ge.s32 %p0, %r3, %r0;
//     @%p0 bra $L3;
// $L1:
//     mad.wide.s32 %rd1, %r3, 4, %rd0;
//     ld.global.b32 %r4, [%rd1];
//     add.s32 %r5, %r1, %r4;
//     mov.b32 %r2, %r1;
//     mov.b32 %r1, %r5;
//     add.u32 %r3, %r3, 1;
//     setp.lt.s32 %p1, %r3, %r0;
//     @%p1 bra $L1;
// $L3:
//     st.global.v2.b32 [%rd0], {%r1, %r2};
//     ret;
// }
//
// .visible .entry sum(
//     .param .u64 .ptr .global .align 1 sum_param_0,
//     .param .u32 sum_param_1
// )
// .reqntid 32
// {
//     .reg .b64 %rd<2>;
//     .reg .b32 %r<6>;
//     .reg .pred %p<2>;
//     ld.param.b64 %rd0, [sum_param_0];
//     ld.param.b32 %r0, [sum_param_1];
//     mov.b32 %r3, 0;
//     mov.b32 %r1, 0;
//     mov.b32 %r2, 0;
//     setp.ge.s32 %p0, %r3, %r0;
//     @%p0 bra $L3;
// $L1:
//     mad.wide.s32 %rd1, %r3, 4, %rd0;
//     ld.global.b32 %r4, [%rd1];
//     add.s32 %r5, %r1, %r4;
//     mov.b32 %r2, %r1;
//     mov.b32 %r1, %r5;
//     add.u32 %r3, %r3, 1;
//     setp.lt.s32 %p1, %r3, %r0;
//     @%p1 bra $L1;
// $L3:
//     st.global.v2.b32 [%rd0], {%r1, %r2};
//     ret;
// }
//
// A loop tests at its end, and once in front. Carried values are registers, which the last run leaves for what follows.
nvvm.module @m <target = "sm_80"> {
  func @sum <reqntid = 32> (%p: ptr<global>, %n: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %sum, %last = for %zero, %n, %one, [%zero, %zero] : i32, i32, i32, i32, i32 -> i32, i32 (%i: i32, %acc: i32, %before: i32) {
      %at = addptr %p, %i <bytes = 4> : ptr<global>, i32 -> ptr<global>
      %x = ld %at <bits = 32> : ptr<global> -> i32
      %next = addi %acc, %x : i32
      continue [%next, %acc] : i32, i32
    }
    st %p, [%sum, %last] <bits = 32> : ptr<global>, i32, i32
    return
  }
}
