// RUN: compile --target=sm_120a
// .version 8.7
// .target sm_120a
// .address_size 64
// .shared .align 16 .b8 tiles[1024];
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0
// )
// .reqntid 32
// {
//     .reg .b64 %rd<1>;
//     .reg .b32 %r<9>;
//     ld.param.b64 %rd0, [k_param_0];
//     mov.b32 %r0, tiles;
//     mov.u32 %r1, %laneid;
//     mad.lo.s32 %r2, %r1, 16, %r0;
//     ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8 {%r3, %r4, %r5, %r6}, [%r2];
//     ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r7, %r8}, [%r2+512];
//     st.global.v4.b32 [%rd0], {%r3, %r4, %r5, %r6};
//     st.global.v2.b32 [%rd0+16], {%r7, %r8};
//     ret;
// }
//
// Matrices of bytes that `ldmatrix` transposes: one of them, and two.
nvvm.module @m <target = "sm_120a"> {
  global @tiles <space = shared, size = 1024, alignment = 16>
  func @k <reqntid = 32> (%out: ptr<global>) {
    %tiles = address_of <name = @tiles> : ptr<shared>
    %lane = special <name = laneid> : i32
    %row = addptr %tiles, %lane <bytes = 16> : ptr<shared>, i32 -> ptr<shared>
    %a:4 = ldmatrix %row <transposed, bytes> : ptr<shared> -> i32, i32, i32, i32
    %b:2 = ldmatrix %row <transposed, bytes, offset = 512> : ptr<shared> -> i32, i32
    st %out, [%a#0, %a#1, %a#2, %a#3] <bits = 32> : ptr<global>, i32, i32, i32, i32
    st %out, [%b#0, %b#1] <bits = 32, offset = 16> : ptr<global>, i32, i32
    return
  }
}
