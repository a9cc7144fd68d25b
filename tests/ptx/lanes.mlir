// RUN: compile
// .version 7.0
// .target sm_80
// .address_size 64
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0,
//     .param .u16 k_param_1,
//     .param .f64 k_param_2,
//     .param .u32 k_param_3
// )
// .reqntid 32
// {
//     .reg .b64 %rd<3>;
//     .reg .b16 %rs<2>;
//     .reg .b32 %r<11>;
//     .reg .pred %p<2>;
//     ld.param.b64 %rd0, [k_param_0];
//     ld.param.b16 %rs0, [k_param_1];
//     ld.param.b64 %rd1, [k_param_2];
//     ld.param.b32 %r0, [k_param_3];
//     shfl.sync.bfly.b32 %r1, %r0, 1, 31, 4294967295;
//     cvt.u32.u16 %r2, %rs0;
//     shfl.sync.down.b32 %r3, %r2, 1, 31, 4294967295;
//     cvt.u16.u32 %rs1, %r3;
//     mov.b64 {%r4, %r5}, %rd1;
//     shfl.sync.idx.b32 %r6, %r4, 1, 31, 4294967295;
//     shfl.sync.idx.b32 %r7, %r5, 1, 31, 4294967295;
//     mov.b64 %rd2, {%r6, %r7};
//     setp.lt.s32 %p0, %r1, %r0;
//     vote.sync.any.pred %p1, %p0, 4294967295;
//     vote.sync.ballot.b32 %r8, %p0, 4294967295;
//     redux.sync.add.u32 %r9, %r0, 4294967295;
//     add.s32 %r10, %r8, %r9;
//     bar.warp.sync 4294967295;
//     @%p1 st.global.b16 [%rd0], %rs1;
//     st.global.b64 [%rd0+8], %rd2;
//     st.global.b32 [%rd0+16], %r10;
//     ret;
// }
//
// Lanes exchange 32 bits: less is widened, more goes in two halves. Votes and reductions of integers are one instruction.
nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 32> (%p: ptr<global>, %h: f16, %d: f64, %x: i32) {
    %one = constant <value = 1> : i32
    %a = shfl %x, %one <kind = bfly> : i32, i32 -> i32
    %b = shfl %h, %one <kind = down> : f16, i32 -> f16
    %c = shfl %d, %one <kind = idx> : f64, i32 -> f64
    %less = cmpi %a, %x <predicate = less_than, signed> : i32, i32 -> i1
    %any = vote %less <kind = any> : i1 -> i1
    %which = vote %less <kind = ballot> : i1 -> i32
    %sum = redux %x <mode = add> : i32 -> i32
    %all = addi %which, %sum : i32
    warp_barrier
    st %p, [%b], [%any] <bits = 16> : ptr<global>, f16, i1
    st %p, [%c] <bits = 64, offset = 8> : ptr<global>, f64
    st %p, [%all] <bits = 32, offset = 16> : ptr<global>, i32
    return
  }
}
