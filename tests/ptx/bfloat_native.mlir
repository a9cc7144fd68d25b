// RUN: compile --target=sm_100a
// .version 8.6
// .target sm_100a
// .address_size 64
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0,
//     .param .u16 k_param_1,
//     .param .u16 k_param_2
// )
// .reqntid 32
// {
//     .reg .b64 %rd<1>;
//     .reg .b16 %rs<4>;
//     ld.param.b64 %rd0, [k_param_0];
//     ld.param.b16 %rs0, [k_param_1];
//     ld.param.b16 %rs1, [k_param_2];
//     add.rn.bf16 %rs2, %rs0, %rs1;
//     mul.rn.bf16 %rs3, %rs2, %rs1;
//     st.global.b16 [%rd0], %rs3;
//     ret;
// }
//
// From sm_90 on it has sums and products of its own.
nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 32> (%p: ptr<global>, %x: bf16, %y: bf16) {
    %sum = addf %x, %y : bf16
    %product = mulf %sum, %y : bf16
    st %p, [%product] <bits = 16> : ptr<global>, bf16
    return
  }
}
