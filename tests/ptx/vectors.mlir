// RUN: compile
// .version 7.4
// .target sm_80
// .address_size 64
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0,
//     .param .u8 k_param_1
// )
// .reqntid 32
// {
//     .reg .b64 %rd<3>;
//     .reg .pred %p<1>;
//     .reg .b16 %rs<2>;
//     .reg .b32 %r<5>;
//     ld.param.b64 %rd0, [k_param_0];
//     ld.param.u8 %rs0, [k_param_1];
//     setp.ne.b16 %p0, %rs0, 0;
//     ld.global.nc.v4.b32 {%r0, %r1, %r2, %r3}, [%rd0];
//     ld.global.L1::evict_first.v2.b64 {%rd1, %rd2}, [%rd0+16];
//     ld.global.u8 %rs1, [%rd0+32];
//     mov.b32 %r4, 7;
//     @%p0 ld.global.b32 %r4, [%rd0+36];
//     st.global.v4.b32 [%rd0], {%r3, %r2, %r1, %r0};
//     st.global.cs.v2.b64 [%rd0+16], {%rd2, %rd1};
//     st.global.u8 [%rd0+32], %rs1;
//     @%p0 st.global.b32 [%rd0+40], %r4;
//     ret;
// }
//
// A vector is one instruction; bytes are read into 16 bits. Offsets stand in addresses. Without the predicate nothing is read,
// and the result was put there before.
nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 32> (%p: ptr<global>, %q: i1) {
    %a, %b, %c, %d = ld %p <bits = 32, constant> : ptr<global> -> f32, f32, f32, f32
    %e, %f = ld %p <bits = 64, offset = 16, cache = evict_first> : ptr<global> -> i64, i64
    %g = ld %p <bits = 8, offset = 32> : ptr<global> -> i16
    %seven = constant <value = 7> : i32
    %h = ld %p, [%q], [%seven] <bits = 32, offset = 36> : ptr<global>, i1, i32 -> i32
    st %p, [%d, %c, %b, %a] <bits = 32> : ptr<global>, f32, f32, f32, f32
    st %p, [%f, %e] <bits = 64, offset = 16, cache = streaming> : ptr<global>, i64, i64
    st %p, [%g] <bits = 8, offset = 32> : ptr<global>, i16
    st %p, [%h], [%q] <bits = 32, offset = 40> : ptr<global>, i32, i1
    return
  }
}
