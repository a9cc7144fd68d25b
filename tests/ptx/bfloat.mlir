// RUN: compile
// .version 7.0
// .target sm_80
// .address_size 64
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0,
//     .param .u16 k_param_1,
//     .param .u16 k_param_2
// )
// .reqntid 32
// {
//     .reg .b64 %rd<1>;
//     .reg .b16 %rs<12>;
//     .reg .b32 %r<5>;
//     .reg .pred %p<1>;
//     ld.param.b64 %rd0, [k_param_0];
//     ld.param.b16 %rs0, [k_param_1];
//     ld.param.b16 %rs1, [k_param_2];
//     mov.b16 %rs2, 16256;
//     fma.rn.bf16 %rs3, %rs0, %rs2, %rs1;
//     mov.b16 %rs4, 32768;
//     fma.rn.bf16 %rs5, %rs3, %rs1, %rs4;
//     mov.b16 %rs6, 0;
//     mov.b32 %r0, {%rs6, %rs5};
//     mov.b16 %rs7, 0;
//     mov.b32 %r1, {%rs7, %rs1};
//     div.rn.f32 %r2, %r0, %r1;
//     cvt.rn.bf16.f32 %rs8, %r2;
//     mov.b16 %rs9, 0;
//     mov.b32 %r3, {%rs9, %rs8};
//     mov.b16 %rs10, 0;
//     mov.b32 %r4, {%rs10, %rs0};
//     setp.lt.f32 %p0, %r3, %r4;
//     selp.b16 %rs11, %rs8, %rs0, %p0;
//     st.global.b16 [%rd0], %rs11;
//     ret;
// }
//
// Before sm_90 bfloat16 has `fma` alone: a sum is `a * 1 + b`. A quotient is that of f32, rounded again.
nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 32> (%p: ptr<global>, %x: bf16, %y: bf16) {
    %sum = addf %x, %y : bf16
    %product = mulf %sum, %y : bf16
    %quotient = divf %product, %y : bf16
    %less = cmpf %quotient, %x <predicate = less_than, ordered> : bf16, bf16 -> i1
    %least = select %less, %quotient, %x : i1, bf16, bf16 -> bf16
    st %p, [%least] <bits = 16> : ptr<global>, bf16
    return
  }
}
