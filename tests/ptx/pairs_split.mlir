// RUN: compile
// .version 7.8
// .target sm_90
// .address_size 64
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0
// )
// .reqntid 32
// {
//     .reg .b64 %rd<5>;
//     .reg .b32 %r<18>;
//     ld.param.b64 %rd0, [k_param_0];
//     ld.global.v4.b32 {%r0, %r1, %r2, %r3}, [%rd0];
//     mov.b64 %rd1, {%r0, %r1};
//     mov.b64 %rd2, {%r2, %r3};
//     mov.b64 {%r4, %r5}, %rd1;
//     mov.b64 {%r6, %r7}, %rd2;
//     add.rn.ftz.f32 %r8, %r4, %r6;
//     add.rn.ftz.f32 %r9, %r5, %r7;
//     mov.b64 %rd3, {%r8, %r9};
//     mov.b64 {%r10, %r11}, %rd3;
//     mov.b64 {%r12, %r13}, %rd2;
//     sub.rn.f32 %r14, %r10, %r12;
//     sub.rn.f32 %r15, %r11, %r13;
//     mov.b64 %rd4, {%r14, %r15};
//     mov.b64 {%r16, %r17}, %rd4;
//     st.global.v2.b32 [%rd0], {%r16, %r17};
//     ret;
// }
//
// A target without instructions for pairs of f32 computes their numbers one by one.
nvvm.module @m <target = "sm_90"> {
  func @k <reqntid = 32> (%p: ptr<global>) {
    %a, %b, %c, %d = ld %p <bits = 32> : ptr<global> -> f32, f32, f32, f32
    %x = pack [%a, %b] : f32, f32 -> f32x2
    %y = pack [%c, %d] : f32, f32 -> f32x2
    %sum = addf %x, %y <flush_to_zero> : f32x2
    %difference = subf %sum, %y : f32x2
    %low, %high = unpack %difference : f32x2 -> f32, f32
    st %p, [%low, %high] <bits = 32> : ptr<global>, f32, f32
    return
  }
}
