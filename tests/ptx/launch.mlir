// RUN: compile
// .version 8.0
// .target sm_90a
// .address_size 64
// .extern .shared .align 1024 .b8 dynamic_shared[];
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0,
//     .param .u8 k_param_1,
//     .param .u8 k_param_2
// )
// .reqntid 256
// .reqnctapercluster 2
// .minnctapersm 2
// .maxnreg 96
// {
//     .reg .b64 %rd<1>;
//     .reg .b16 %rs<2>;
//     .reg .pred %p<1>;
//     .reg .b32 %r<1>;
//     ld.param.b64 %rd0, [k_param_0];
//     ld.param.u8 %rs0, [k_param_1];
//     ld.param.u8 %rs1, [k_param_2];
//     setp.ne.b16 %p0, %rs1, 0;
//     mov.u32 %r0, %cluster_ctarank;
//     st.shared.b32 [dynamic_shared], %r0;
//     griddepcontrol.wait;
//     @%p0 st.global.u8 [%rd0], %rs0;
//     griddepcontrol.launch_dependents;
//     ret;
// }
//
// Limits of a launch are directives; a number of 8 bits is given in a byte, and a truth value, too.
nvvm.module @m <target = "sm_90a"> {
  func @k <reqntid = 256, param_bits = [64, 8, 1], cluster = 2, minctas = 2, maxreg = 96> (%p: ptr<global>, %x: i16, %q: i1) {
    %rank = special <name = cluster_ctarank> : i32
    %s = dynamic_shared : ptr<shared>
    st %s, [%rank] <bits = 32> : ptr<shared>, i32
    grid_wait
    st %p, [%x], [%q] <bits = 8> : ptr<global>, i16, i1
    launch_dependents
    return
  }
}
