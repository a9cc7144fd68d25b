// RUN: compile
// .version 7.0
// .target sm_80
// .address_size 64
//
// .shared .align 16 .b8 buffer[128];
//
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0,
//     .param .u8 k_param_1
// )
// .reqntid 32
// {
//     .reg .b64 %rd<1>;
//     .reg .pred %p<1>;
//     .reg .b16 %rs<1>;
//     .reg .b32 %r<6>;
//     ld.param.b64 %rd0, [k_param_0];
//     ld.param.u8 %rs0, [k_param_1];
//     setp.ne.b16 %p0, %rs0, 0;
//     mov.u32 %r0, %tid.x;
//     mov.b32 %r1, 0;
//     mov.b32 %r2, 0;
//     @%p0 ld.global.v2.b32 {%r1, %r2}, [%rd0+8];
//     ld.acquire.gpu.global.b32 %r3, [%rd0];
//     mov.b32 %r4, buffer;
//     mad.lo.s32 %r5, %r0, 4, %r4;
//     st.shared.b32 [%r5], %r1;
//     @%p0 st.shared.b32 [buffer+64], %r2;
//     bar.sync 0;
//     st.release.gpu.global.b32 [%rd0], %r3;
//     ret;
// }
//
// .shared .align 16 .b8 buffer[128];
//
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0,
//     .param .u8 k_param_1
// )
// .reqntid 32
// {
//     .reg .b64 %rd<1>;
//     .reg .pred %p<1>;
//     .reg .b16 %rs<1>;
//     .reg .b32 %r<6>;
//     ld.param.b64 %rd0, [k_param_0];
//     ld.param.u8 %rs0, [k_param_1];
//     setp.ne.b16 %p0, %rs0, 0;
//     mov.u32 %r0, %tid.x;
//     mov.b32 %r1, 0;
//     mov.b32 %r2, 0;
//     @%p0 ld.global.v2.b32 {%r1, %r2}, [%rd0+8];
//     ld.acquire.gpu.global.b32 %r3, [%rd0];
//     mov.b32 %r4, buffer;
//     mad.lo.s32 %r5, %r0, 4, %r4;
//     st.shared.b32 [%r5], %r1;
//     @%p0 st.shared.b32 [buffer+64], %r2;
//     bar.sync 0;
//     st.release.gpu.global.b32 [%rd0], %r3;
//     ret;
// }
//
// Vectors, predicates with what is read instead, orderings, constants of addresses, shared memory.
nvvm.module @m <target = "sm_80"> {
  global @buffer <space = shared, size = 128, alignment = 16>
  func @k <reqntid = 32> (%p: ptr<global>, %c: i1) {
    %t = special <name = tid.x> : i32
    %zero = constant <value = 0.0> : f32
    %a, %b = ld %p, [%c], [%zero, %zero] <bits = 32, offset = 8> : ptr<global>, i1, f32, f32 -> f32, f32
    %flag = ld %p <bits = 32, ordering = acquire, scope = device> : ptr<global> -> i32
    %s = address_of <name = @buffer> : ptr<shared>
    %own = addptr %s, %t <bytes = 4> : ptr<shared>, i32 -> ptr<shared>
    st %own, [%a] <bits = 32> : ptr<shared>, f32
    st %s, [%b], [%c] <bits = 32, offset = 64> : ptr<shared>, f32, i1
    barrier
    st %p, [%flag] <bits = 32, ordering = release, scope = device> : ptr<global>, i32
    return
  }
}
