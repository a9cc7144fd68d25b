// RUN: compile
// .version 8.1
// .target sm_90a
// .address_size 64
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0,
//     .param .f32 k_param_1,
//     .param .f32 k_param_2
// )
// .reqntid 32
// {
//     .reg .b64 %rd<1>;
//     .reg .b32 %r<5>;
//     .reg .b16 %rs<1>;
//     ld.param.b64 %rd0, [k_param_0];
//     ld.param.b32 %r0, [k_param_1];
//     ld.param.b32 %r1, [k_param_2];
//     cvt.rn.satfinite.e4m3x2.f32 %rs0, %r1, %r0;
//     cvt.rn.f16x2.e4m3x2 %r2, %rs0;
//     cvt.rn.bf16x2.f32 %r3, %r1, %r0;
//     cvt.rna.tf32.f32 %r4, %r0;
//     st.global.b32 [%rd0], %r2;
//     st.global.b32 [%rd0+4], %r3;
//     st.global.b32 [%rd0+8], %r4;
//     ret;
// }
//
// Pairs of narrow floats are converted at once where the target can.
nvvm.module @m <target = "sm_90a"> {
  func @k <reqntid = 32> (%p: ptr<global>, %x: f32, %y: f32) {
    %pair = narrow [%x, %y] <format = e4m3, saturate> : f32, f32 -> i16
    %wide = widen %pair <format = e4m3> : i16 -> f16x2
    %halves = narrow [%x, %y] <format = bf16> : f32, f32 -> i32
    %tf = narrow [%x] <format = tf32, rounding = nearest_away> : f32 -> f32
    st %p, [%wide] <bits = 32> : ptr<global>, f16x2
    st %p, [%halves] <bits = 32, offset = 4> : ptr<global>, i32
    st %p, [%tf] <bits = 32, offset = 8> : ptr<global>, f32
    return
  }
}
