// RUN: compile
// .version 8.6
// .target sm_100
// .address_size 64
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0
// )
// .reqntid 32
// {
//     .reg .b64 %rd<9>;
//     .reg .b32 %r<12>;
//     ld.param.b64 %rd0, [k_param_0];
//     ld.global.v4.b32 {%r0, %r1, %r2, %r3}, [%rd0];
//     mov.b64 %rd1, {%r0, %r1};
//     mov.b64 %rd2, {%r2, %r3};
//     add.rn.ftz.f32x2 %rd3, %rd1, %rd2;
//     sub.rz.f32x2 %rd4, %rd3, %rd2;
//     mul.rn.f32x2 %rd5, %rd4, %rd1;
//     fma.rn.f32x2 %rd6, %rd5, %rd1, %rd2;
//     xor.b64 %rd7, %rd6, -9223372034707292160;
//     mov.b64 {%r4, %r5}, %rd7;
//     mov.b64 {%r6, %r7}, %rd2;
//     div.rn.f32 %r8, %r4, %r6;
//     div.rn.f32 %r9, %r5, %r7;
//     mov.b64 %rd8, {%r8, %r9};
//     mov.b64 {%r10, %r11}, %rd8;
//     st.global.v2.b32 [%rd0], {%r10, %r11};
//     ret;
// }
//
// Where the target has an instruction for two numbers of f32 at once, it rounds and flushes as requested. It has none for
// quotients, which are computed one by one; signs are bits of the pair.
nvvm.module @m <target = "sm_100"> {
  func @k <reqntid = 32> (%p: ptr<global>) {
    %a, %b, %c, %d = ld %p <bits = 32> : ptr<global> -> f32, f32, f32, f32
    %x = pack [%a, %b] : f32, f32 -> f32x2
    %y = pack [%c, %d] : f32, f32 -> f32x2
    %sum = addf %x, %y <flush_to_zero> : f32x2
    %difference = subf %sum, %y <rounding = zero> : f32x2
    %product = mulf %difference, %x : f32x2
    %fused = fma %product, %x, %y : f32x2
    %minus = negf %fused : f32x2
    %quotient = divf %minus, %y : f32x2
    %low, %high = unpack %quotient : f32x2 -> f32, f32
    st %p, [%low, %high] <bits = 32> : ptr<global>, f32, f32
    return
  }
}
