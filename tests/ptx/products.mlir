// RUN: compile
// .version 7.0
// .target sm_80
// .address_size 64
// .shared .align 16 .b8 tiles[1024];
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0
// )
// .reqntid 32
// {
//     .reg .b64 %rd<1>;
//     .reg .b32 %r<25>;
//     ld.param.b64 %rd0, [k_param_0];
//     mov.u32 %r0, %laneid;
//     mov.b32 %r1, tiles;
//     mad.lo.s32 %r2, %r0, 16, %r1;
//     ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r3, %r4, %r5, %r6}, [%r2];
//     ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r7, %r8}, [%r2+512];
//     mov.b32 %r9, 0;
//     mov.b32 %r10, 0;
//     mov.b32 %r11, 0;
//     mov.b32 %r12, 0;
//     mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%r13, %r14, %r15, %r16}, {%r3, %r4, %r5, %r6}, {%r7, %r8}, {%r9, %r10, %r11, %r12};
//     mov.b32 %r17, 0;
//     mov.b32 %r18, 0;
//     mov.b32 %r19, 0;
//     mov.b32 %r20, 0;
//     mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%r21, %r22, %r23, %r24}, {%r3, %r4, %r5, %r6}, {%r7, %r8}, {%r17, %r18, %r19, %r20};
//     st.global.v4.b32 [%rd0], {%r13, %r14, %r15, %r16};
//     st.global.v4.b32 [%rd0+16], {%r21, %r22, %r23, %r24};
//     ret;
// }
//
// Fragments come from shared memory by `ldmatrix`, and a warp multiplies them.
nvvm.module @m <target = "sm_80"> {
  global @tiles <space = shared, size = 1024, alignment = 16>
  func @k <reqntid = 32> (%p: ptr<global>) {
    %t = special <name = laneid> : i32
    %tiles = address_of <name = @tiles> : ptr<shared>
    %row = addptr %tiles, %t <bytes = 16> : ptr<shared>, i32 -> ptr<shared>
    %a0, %a1, %a2, %a3 = ldmatrix %row : ptr<shared> -> i32, i32, i32, i32
    %b0, %b1 = ldmatrix %row <transposed, offset = 512> : ptr<shared> -> i32, i32
    %z = constant <value = 0.0> : f32
    %c0, %c1, %c2, %c3 = mma [%a0, %a1, %a2, %a3], [%b0, %b1], [%z, %z, %z, %z] <shape = m16n8k16, a_format = bf16, b_format = bf16> : i32, i32, i32, i32, i32, i32, f32, f32, f32, f32 -> f32, f32, f32, f32
    %i = constant <value = 0> : i32
    %d0, %d1, %d2, %d3 = mma [%a0, %a1, %a2, %a3], [%b0, %b1], [%i, %i, %i, %i] <shape = m16n8k32, a_format = s8, b_format = u8> : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 -> i32, i32, i32, i32
    st %p, [%c0, %c1, %c2, %c3] <bits = 32> : ptr<global>, f32, f32, f32, f32
    st %p, [%d0, %d1, %d2, %d3] <bits = 32, offset = 16> : ptr<global>, i32, i32, i32, i32
    return
  }
}
