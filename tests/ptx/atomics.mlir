// RUN: compile
// .version 8.0
// .target sm_90a
// .address_size 64
// .visible .entry k(
//     .param .u64 .ptr .global .align 1 k_param_0,
//     .param .u32 k_param_1,
//     .param .f32 k_param_2,
//     .param .u16 k_param_3,
//     .param .u8 k_param_4
// )
// .reqntid 32
// {
//     .reg .b64 %rd<1>;
//     .reg .b32 %r<8>;
//     .reg .b16 %rs<2>;
//     .reg .pred %p<2>;
//     ld.param.b64 %rd0, [k_param_0];
//     ld.param.b32 %r0, [k_param_1];
//     ld.param.b32 %r1, [k_param_2];
//     ld.param.b16 %rs0, [k_param_3];
//     ld.param.u8 %rs1, [k_param_4];
//     setp.ne.b16 %p0, %rs1, 0;
//     red.relaxed.gpu.global.add.u32 [%rd0], %r0;
//     atom.acq_rel.sys.global.max.u32 %r2, [%rd0], %r0;
//     atom.acquire.cta.global.add.f32 %r3, [%rd0], %r1;
//     @%p0 red.release.gpu.global.add.noftz.f16 [%rd0], %rs0;
//     atom.acq_rel.gpu.global.cas.b32 %r4, [%rd0], %r2, %r0;
//     ld.relaxed.gpu.global.b32 %r5, [%rd0];
// $L1:
//     mov.b32 %r6, %r5;
//     max.f32 %r7, %r6, %r1;
//     atom.relaxed.gpu.global.cas.b32 %r5, [%rd0], %r6, %r7;
//     setp.ne.b32 %p1, %r5, %r6;
//     @%p1 bra $L1;
// $L2:
//     fence.sc.sys;
//     st.global.v2.b32 [%rd0], {%r4, %r0};
//     st.release.gpu.global.b32 [%rd0], %r5;
//     ret;
// }
//
// Ordering and scope of each atomic are those of the program. One whose result nobody uses is a reduction, unless it acquires.
// What the hardware does not do in one step is compared and exchanged until nobody wrote in between.
nvvm.module @m <target = "sm_90a"> {
  func @k <reqntid = 32> (%p: ptr<global>, %x: i32, %f: f32, %h: f16, %q: i1) {
    %unused = atom %p, %x <mode = add, ordering = relaxed, scope = device> : ptr<global>, i32 -> i32
    %a = atom %p, %x <mode = umax, ordering = acq_rel, scope = sys> : ptr<global>, i32 -> i32
    %acquired = atom %p, %f <mode = addf, ordering = acquire, scope = tl_blk> : ptr<global>, f32 -> f32
    %guarded = atom %p, %h, [%q] <mode = addf, ordering = release, scope = device> : ptr<global>, f16, i1 -> f16
    %b = cas %p, %a, %x <ordering = acq_rel, scope = device> : ptr<global>, i32, i32 -> i32
    %c = atom %p, %f <mode = max, ordering = relaxed, scope = device> : ptr<global>, f32 -> f32
    fence <ordering = sc, scope = sys>
    st %p, [%b, %x] <bits = 32> : ptr<global>, i32, i32
    st %p, [%c] <bits = 32, ordering = release, scope = device> : ptr<global>, f32
    return
  }
}
