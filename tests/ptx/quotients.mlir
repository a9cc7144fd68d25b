// RUN: compile
// .version 7.0
// .target sm_80
// .address_size 64
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0,
//     .param .u32 k_param_1,
//     .param .u32 k_param_2
// )
// .reqntid 32
// {
//     .reg .b64 %rd<1>;
//     .reg .b32 %r<13>;
//     .reg .pred %p<3>;
//     ld.param.b64 %rd0, [k_param_0];
//     ld.param.b32 %r0, [k_param_1];
//     ld.param.b32 %r1, [k_param_2];
//     div.s32 %r2, %r0, %r1;
//     mul.lo.s32 %r3, %r2, %r1;
//     sub.s32 %r4, %r0, %r3;
//     setp.ne.b32 %p0, %r4, 0;
//     xor.b32 %r5, %r4, %r1;
//     setp.lt.and.s32 %p1, %r5, 0, %p0;
//     add.s32 %r6, %r2, -1;
//     selp.b32 %r7, %r6, %r2, %p1;
//     div.u32 %r8, %r0, %r1;
//     mul.lo.s32 %r9, %r8, %r1;
//     sub.s32 %r10, %r0, %r9;
//     setp.ne.b32 %p2, %r10, 0;
//     add.s32 %r11, %r8, 1;
//     selp.b32 %r12, %r11, %r8, %p2;
//     st.global.v2.b32 [%rd0], {%r7, %r12};
//     ret;
// }
//
// Quotients that are rounded down or up are those toward zero, corrected where the remainder says so.
nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 32> (%p: ptr<global>, %x: i32, %y: i32) {
    %down = divi %x, %y <signed, rounding = negative_inf> : i32
    %up = divi %x, %y <rounding = positive_inf> : i32
    st %p, [%down, %up] <bits = 32> : ptr<global>, i32, i32
    return
  }
}
