// RUN: compile
// .version 7.0
// .target sm_80
// .address_size 64
//
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0,
//     .param .u64 k_param_1,
//     .param .u8 k_param_2,
//     .param .u32 k_param_3,
//     .param .f32 k_param_4
// )
// .reqntid 32
// {
//     .reg .b64 %rd<3>;
//     .reg .pred %p<2>;
//     .reg .b16 %rs<1>;
//     .reg .b32 %r<13>;
//     ld.param.b64 %rd0, [k_param_0];
//     ld.param.b64 %rd1, [k_param_1];
//     ld.param.u8 %rs0, [k_param_2];
//     setp.ne.b16 %p0, %rs0, 0;
//     ld.param.b32 %r0, [k_param_3];
//     ld.param.b32 %r1, [k_param_4];
//     mov.b64 {%r2, %r3}, %rd1;
//     shfl.sync.bfly.b32 %r4, %r2, 1, 31, 4294967295;
//     shfl.sync.bfly.b32 %r5, %r3, 1, 31, 4294967295;
//     mov.b64 %rd2, {%r4, %r5};
//     selp.b32 %r6, 1, 0, %p0;
//     shfl.sync.bfly.b32 %r7, %r6, 1, 31, 4294967295;
//     setp.ne.b32 %p1, %r7, 0;
//     vote.sync.ballot.b32 %r8, %p1, 4294967295;
//     mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r9, %r10, %r11, %r12}, {%r0, %r0, %r0, %r0}, {%r0, %r0}, {%r1, %r1, %r1, %r1};
//     st.global.b64 [%rd0], %rd2;
//     st.global.v4.b32 [%rd0+16], {%r9, %r10, %r11, %r12};
//     st.global.b32 [%rd0+8], %r8;
//     ret;
// }
//
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0,
//     .param .u64 k_param_1,
//     .param .u8 k_param_2,
//     .param .u32 k_param_3,
//     .param .f32 k_param_4
// )
// .reqntid 32
// {
//     .reg .b64 %rd<3>;
//     .reg .pred %p<2>;
//     .reg .b16 %rs<1>;
//     .reg .b32 %r<13>;
//     ld.param.b64 %rd0, [k_param_0];
//     ld.param.b64 %rd1, [k_param_1];
//     ld.param.u8 %rs0, [k_param_2];
//     setp.ne.b16 %p0, %rs0, 0;
//     ld.param.b32 %r0, [k_param_3];
//     ld.param.b32 %r1, [k_param_4];
//     mov.b64 {%r2, %r3}, %rd1;
//     shfl.sync.bfly.b32 %r4, %r2, 1, 31, 4294967295;
//     shfl.sync.bfly.b32 %r5, %r3, 1, 31, 4294967295;
//     mov.b64 %rd2, {%r4, %r5};
//     selp.b32 %r6, 1, 0, %p0;
//     shfl.sync.bfly.b32 %r7, %r6, 1, 31, 4294967295;
//     setp.ne.b32 %p1, %r7, 0;
//     vote.sync.ballot.b32 %r8, %p1, 4294967295;
//     mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r9, %r10, %r11, %r12}, {%r0, %r0, %r0, %r0}, {%r0, %r0}, {%r1, %r1, %r1, %r1};
//     st.global.b64 [%rd0], %rd2;
//     st.global.v4.b32 [%rd0+16], {%r9, %r10, %r11, %r12};
//     st.global.b32 [%rd0+8], %r8;
//     ret;
// }
//
// What lanes do together: an exchange, a vote, a product of matrices. 64 bits are exchanged in halves, a truth value as a number.
nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 32> (%p: ptr<global>, %x: i64, %c: i1, %w: i32, %f: f32) {
    %one = constant <value = 1> : i32
    %y = shfl %x, %one <kind = bfly> : i64, i32 -> i64
    %d = shfl %c, %one <kind = bfly> : i1, i32 -> i1
    %all = vote %d <kind = ballot> : i1 -> i32
    %q:4 = mma [%w, %w, %w, %w], [%w, %w], [%f, %f, %f, %f] <shape = "m16n8k16", a_format = f16, b_format = f16> : i32, i32, i32, i32, i32, i32, f32, f32, f32, f32 -> f32, f32, f32, f32
    st %p, [%y] <bits = 64> : ptr<global>, i64
    st %p, [%q#0, %q#1, %q#2, %q#3] <bits = 32, offset = 16> : ptr<global>, f32, f32, f32, f32
    st %p, [%all] <bits = 32, offset = 8> : ptr<global>, i32
    return
  }
}
