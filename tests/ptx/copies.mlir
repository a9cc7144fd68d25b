// RUN: compile
// .version 7.0
// .target sm_80
// .address_size 64
// .shared .align 128 .b8 stages[4096];
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0,
//     .param .u32 k_param_1,
//     .param .u8 k_param_2
// )
// .reqntid 128
// {
//     .reg .b64 %rd<2>;
//     .reg .b32 %r<8>;
//     .reg .pred %p<1>;
//     .reg .b16 %rs<1>;
//     ld.param.b64 %rd0, [k_param_0];
//     ld.param.b32 %r0, [k_param_1];
//     ld.param.u8 %rs0, [k_param_2];
//     setp.ne.b16 %p0, %rs0, 0;
//     mov.u32 %r1, %tid.x;
//     mov.b32 %r2, stages;
//     mad.lo.s32 %r3, %r1, 16, %r2;
//     mad.wide.s32 %rd1, %r1, 16, %rd0;
//     cp.async.cg.shared.global [%r3], [%rd1], 16;
//     cp.async.commit_group;
//     cp.async.cg.shared.global [%r3+2048], [%rd1+2048], 16, %r0;
//     cp.async.commit_group;
//     @%p0 cp.async.ca.shared.global [%r3+64], [%rd1], 4;
//     cp.async.wait_group 1;
//     bar.sync 0;
//     ld.shared.v4.b32 {%r4, %r5, %r6, %r7}, [%r3];
//     st.global.v4.b32 [%rd1], {%r4, %r5, %r6, %r7};
//     ret;
// }
//
// Copies that nobody waits for come in groups. What lies beyond `size` bytes becomes zeros; a copy under a false predicate is
// not made.
nvvm.module @m <target = "sm_80"> {
  global @stages <space = shared, size = 4096, alignment = 128>
  func @k <reqntid = 128> (%p: ptr<global>, %size: i32, %q: i1) {
    %t = special <name = tid.x> : i32
    %stages = address_of <name = @stages> : ptr<shared>
    %to = addptr %stages, %t <bytes = 16> : ptr<shared>, i32 -> ptr<shared>
    %from = addptr %p, %t <bytes = 16> : ptr<global>, i32 -> ptr<global>
    cp_async %to, %from <bytes = 16> : ptr<shared>, ptr<global>
    cp_async_commit
    cp_async %to, %from, [%size] <bytes = 16, offset = 2048, source_offset = 2048> : ptr<shared>, ptr<global>, i32
    cp_async_commit
    cp_async %to, %from, [], [%q] <bytes = 4, offset = 64> : ptr<shared>, ptr<global>, i1
    cp_async_wait <pending = 1>
    barrier
    %a, %b, %c, %d = ld %to <bits = 32> : ptr<shared> -> i32, i32, i32, i32
    st %from, [%a, %b, %c, %d] <bits = 32> : ptr<global>, i32, i32, i32, i32
    return
  }
}
