// RUN: compile --emit=llvm
// ; sm_90a
// target datalayout = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
// target triple = "nvptx64-nvidia-cuda"
// @dynamic_shared = external addrspace(3) global [0 x i8], align 1024
// define void @k(i8 addrspace(1)* %p, i32 %x, i32 %y, float %f, i8 %q) {
// start:
//   %q.1 = icmp ne i8 %q, 0
//   %t2 = ptrtoint i8 addrspace(1)* %p to i64
//   %t3 = zext i1 %q.1 to i32
//   %t4 = call i32 asm sideeffect "{\0A\09.reg .pred %tp0;\0A\09.reg .b32 %tr1;\0A\09setp.ne.b32 %tp0, $2, 0;\0A\09mov.b32 %tr1, 0;\0A\09@%tp0 ld.global.b32 %tr1, [$1];\0A\09mov.b32 $0, %tr1;\0A\09}", "=r,l,r,~{memory}"(i64 %t2, i32 %t3)
//   %g = bitcast i32 %t4 to float
//   %t5 = ptrtoint i8 addrspace(3)* bitcast ([0 x i8] addrspace(3)* @dynamic_shared to i8 addrspace(3)*) to i32
//   %t6 = call i32 asm sideeffect "atom.acq_rel.cta.shared.add.u32 $0, [$1], $2;", "=r,r,r,~{memory}"(i32 %t5, i32 %x)
//   %t7 = bitcast float %f to i32
//   %t8 = bitcast float %g to i32
//   %t9 = call i16 asm "cvt.rn.satfinite.e4m3x2.f32 $0, $2, $1;", "=h,r,r"(i32 %t7, i32 %t8) #1
//   %t10 = call i32 asm "div.s32 $0, $1, $2;", "=r,r,r"(i32 %x, i32 %y) #1
//   %e = sdiv i32 %t10, 10
//   %t11 = ptrtoint i8 addrspace(3)* bitcast ([0 x i8] addrspace(3)* @dynamic_shared to i8 addrspace(3)*) to i32
//   %t12 = call { i32, i32, i32, i32 } asm sideeffect "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4];", "=r,=r,=r,=r,r,~{memory}"(i32 %t11) #0
//   %t13 = extractvalue { i32, i32, i32, i32 } %t12, 0
//   %t14 = extractvalue { i32, i32, i32, i32 } %t12, 1
//   %t15 = extractvalue { i32, i32, i32, i32 } %t12, 2
//   %t16 = extractvalue { i32, i32, i32, i32 } %t12, 3
//   %t17 = bitcast float %g to i32
//   %t18 = bitcast float %f to i32
//   %t19 = call { i32, i32, i32, i32 } asm sideeffect "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {$0, $1, $2, $3}, {$4, $5, $6, $7}, {$8, $9}, {$10, $10, $11, $11};", "=r,=r,=r,=r,r,r,r,r,r,r,r,r"(i32 %t13, i32 %t14, i32 %t15, i32 %t16, i32 %e, i32 %t6, i32 %t17, i32 %t18) #0
//   %t20 = extractvalue { i32, i32, i32, i32 } %t19, 0
//   %m = bitcast i32 %t20 to float
//   %t21 = extractvalue { i32, i32, i32, i32 } %t19, 1
//   %n = bitcast i32 %t21 to float
//   %t22 = extractvalue { i32, i32, i32, i32 } %t19, 2
//   %o = bitcast i32 %t22 to float
//   %t23 = extractvalue { i32, i32, i32, i32 } %t19, 3
//   %r = bitcast i32 %t23 to float
//   %t24 = insertelement <2 x float> undef, float %m, i32 0
//   %t25 = insertelement <2 x float> %t24, float %n, i32 1
//   %t26 = bitcast i8 addrspace(1)* %p to <2 x float> addrspace(1)*
//   store <2 x float> %t25, <2 x float> addrspace(1)* %t26, align 8
//   %t27 = ptrtoint i8 addrspace(1)* %p to i64
//   %t28 = bitcast float %o to i32
//   call void asm sideeffect "st.release.sys.global.b32 [$0+8], $1;", "l,r,~{memory}"(i64 %t27, i32 %t28)
//   %t29 = getelementptr i8, i8 addrspace(1)* %p, i64 16
//   %t30 = bitcast i8 addrspace(1)* %t29 to i16 addrspace(1)*
//   store i16 %t9, i16 addrspace(1)* %t30, align 2
//   %t31 = ptrtoint i8 addrspace(1)* %p to i64
//   %t32 = bitcast float %r to i32
//   %t33 = zext i1 %q.1 to i32
//   call void asm sideeffect "{\0A\09.reg .pred %tp0;\0A\09setp.ne.b32 %tp0, $2, 0;\0A\09@%tp0 st.global.b32 [$0+32], $1;\0A\09}", "l,r,r,~{memory}"(i64 %t31, i32 %t32, i32 %t33)
//   ret void
// }
// attributes #0 = { convergent nounwind }
// attributes #1 = { nounwind readnone }
// !nvvmir.version = !{!1}
// !nvvm.annotations = !{!2}
// !0 = !{}
// !1 = !{i32 2, i32 0}
// !2 = !{void (i8 addrspace(1)*, i32, i32, float, i8)* @k, !"kernel", i32 1, !"reqntidx", i32 32, !"reqntidy", i32 1, !"reqntidz", i32 1}
//
// What LLVM and NVVM have no word for is assembly: accesses under a predicate, atomics with a scope, narrow floats, products of
// a warp. A quotient is, too, unless the divisor is known: that of zero is undefined for a thread here, and for all in LLVM.
nvvm.module @m <target = "sm_90a"> {
  func @k <reqntid = 32> (%p: ptr<global>, %x: i32, %y: i32, %f: f32, %q: i1) {
    %s = dynamic_shared : ptr<shared>
    %zero = constant <value = 0.0> : f32
    %g = ld %p, [%q], [%zero] <bits = 32> : ptr<global>, i1, f32 -> f32
    %old = atom %s, %x <mode = add, ordering = acq_rel, scope = tl_blk> : ptr<shared>, i32 -> i32
    %pair = narrow [%f, %g] <format = e4m3, saturate> : f32, f32 -> i16
    %d = divi %x, %y <signed> : i32
    %ten = constant <value = 10> : i32
    %e = divi %d, %ten <signed> : i32
    %a, %b, %c, %h = ldmatrix %s : ptr<shared> -> i32, i32, i32, i32
    %m, %n, %o, %r = mma [%a, %b, %c, %h], [%e, %old], [%g, %g, %f, %f] <shape = m16n8k16, a_format = f16, b_format = f16> : i32, i32, i32, i32, i32, i32, f32, f32, f32, f32 -> f32, f32, f32, f32
    st %p, [%m, %n] <bits = 32> : ptr<global>, f32, f32
    st %p, [%o] <bits = 32, offset = 8, ordering = release, scope = sys> : ptr<global>, f32
    st %p, [%pair] <bits = 16, offset = 16> : ptr<global>, i16
    st %p, [%r], [%q] <bits = 32, offset = 32> : ptr<global>, f32, i1
    return
  }
}
