// RUN: compile
// .version 8.0
// .target sm_90a
// .address_size 64
// .extern .shared .align 1024 .b8 dynamic_shared[];
// .visible .entry k(
//     .param .u8 k_param_0
// )
// .reqntid 32
// {
//     .reg .pred %p<1>;
//     .reg .b16 %rs<1>;
//     .reg .b32 %r<3>;
//     ld.param.u8 %rs0, [k_param_0];
//     setp.ne.b16 %p0, %rs0, 0;
//     mov.b32 %r0, dynamic_shared;
//     mov.u32 %r1, %laneid;
//     mad.lo.s32 %r2, %r1, 4, %r0;
//     st.shared.b32 [%r2], %r1;
//     @%p0 st.shared.b32 [%r0+128], %r1;
//     ret;
// }
//
// Shared memory whose address is computed with is accessed by the register of that address, also under a predicate.
nvvm.module @m <target = "sm_90a"> {
  func @k <reqntid = 32, param_bits = [1]> (%q: i1) {
    %s = dynamic_shared : ptr<shared>
    %lane = special <name = laneid> : i32
    %own = addptr %s, %lane <bytes = 4> : ptr<shared>, i32 -> ptr<shared>
    st %own, [%lane] <bits = 32> : ptr<shared>, i32
    st %s, [%lane], [%q] <bits = 32, offset = 128> : ptr<shared>, i32, i1
    return
  }
}
