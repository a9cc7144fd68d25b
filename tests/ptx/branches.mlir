// RUN: compile
// .version 7.0
// .target sm_80
// .address_size 64
//
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0,
//     .param .u8 k_param_1,
//     .param .u32 k_param_2
// )
// .reqntid 32
// {
//     .reg .b64 %rd<1>;
//     .reg .pred %p<1>;
//     .reg .b16 %rs<1>;
//     .reg .b32 %r<3>;
//     ld.param.b64 %rd0, [k_param_0];
//     ld.param.u8 %rs0, [k_param_1];
//     setp.ne.b16 %p0, %rs0, 0;
//     ld.param.b32 %r0, [k_param_2];
//     @!%p0 bra $L1;
//     add.s32 %r2, %r0, 1;
//     mov.b32 %r1, %r2;
//     bra $L2;
// $L1:
//     mov.b32 %r1, %r0;
// $L2:
//     @!%p0 bra $L4;
//     st.global.b32 [%rd0], %r1;
// $L4:
//     ret;
// }
//
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0,
//     .param .u8 k_param_1,
//     .param .u32 k_param_2
// )
// .reqntid 32
// {
//     .reg .b64 %rd<1>;
//     .reg .pred %p<1>;
//     .reg .b16 %rs<1>;
//     .reg .b32 %r<3>;
//     ld.param.b64 %rd0, [k_param_0];
//     ld.param.u8 %rs0, [k_param_1];
//     setp.ne.b16 %p0, %rs0, 0;
//     ld.param.b32 %r0, [k_param_2];
//     @!%p0 bra $L1;
//     add.s32 %r2, %r0, 1;
//     mov.b32 %r1, %r2;
//     bra $L2;
// $L1:
//     mov.b32 %r1, %r0;
// $L2:
//     @!%p0 bra $L4;
//     st.global.b32 [%rd0], %r1;
// $L4:
//     ret;
// }
//
// Both branches leave what they yield in the same registers; one that yields nothing is not there.
nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 32> (%p: ptr<global>, %c: i1, %x: i32) {
    %one = constant <value = 1> : i32
    %y = if %c : i1 -> i32 {
      %more = addi %x, %one : i32
      yield [%more] : i32
    } {
      yield [%x] : i32
    }
    if %c : i1 {
      st %p, [%y] <bits = 32> : ptr<global>, i32
      yield
    }
    return
  }
}
