// RUN: compile --emit=llvm
// ; sm_100a
// target datalayout = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
// target triple = "nvptx64-nvidia-cuda"
// @table = internal addrspace(4) constant [8 x i8] c"\01\00\00\00\FF\7F\00\00", align 4
// define void @copy(ptr addrspace(1) %in, ptr addrspace(1) %out) {
// start:
//   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
//   %t1 = sext i32 %t to i64
//   %t2 = mul i64 %t1, 16
//   %from = getelementptr i8, ptr addrspace(1) %in, i64 %t2
//   %t3 = sext i32 %t to i64
//   %t4 = mul i64 %t3, 16
//   %to = getelementptr i8, ptr addrspace(1) %out, i64 %t4
//   %t5 = load <4 x float>, ptr addrspace(1) %from, align 16, !invariant.load !0
//   %t6 = extractelement <4 x float> %t5, i32 0
//   %t7 = extractelement <4 x float> %t5, i32 1
//   %t8 = extractelement <4 x float> %t5, i32 2
//   %t9 = extractelement <4 x float> %t5, i32 3
//   %t10 = getelementptr i8, ptr addrspace(4) @table, i64 4
//   %k = load i32, ptr addrspace(4) %t10, align 4
//   %f = bitcast i32 %k to float
//   %e = call float @llvm.nvvm.mul.rz.f(float %t6, float %f)
//   %t11 = insertelement <4 x float> undef, float %e, i32 0
//   %t12 = insertelement <4 x float> %t11, float %t7, i32 1
//   %t13 = insertelement <4 x float> %t12, float %t8, i32 2
//   %t14 = insertelement <4 x float> %t13, float %t9, i32 3
//   store <4 x float> %t14, ptr addrspace(1) %to, align 16
//   ret void
// }
// declare float @llvm.nvvm.mul.rz.f(float, float)
// declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
// attributes #0 = { convergent nounwind }
// attributes #1 = { nounwind memory(none) }
// !nvvmir.version = !{!1}
// !nvvm.annotations = !{!2}
// !0 = !{}
// !1 = !{i32 2, i32 0}
// !2 = !{ptr @copy, !"kernel", i32 1, !"reqntidx", i32 128, !"reqntidy", i32 1, !"reqntidz", i32 1, !"minctasm", i32 2, !"cluster_dim_x", i32 2, !"cluster_dim_y", i32 1, !"cluster_dim_z", i32 1}
//
// From sm_100 on libNVVM reads a recent LLVM, whose pointers do not say what they point to. Vectors are loaded at once; what
// nothing writes is loaded so. Limits of the launch are metadata.
nvvm.module @m <target = "sm_100a"> {
  global @table <space = const, size = 8, alignment = 4, bytes = "01000000ff7f0000">
  func @copy <reqntid = 128, minctas = 2, cluster = 2> (%in: ptr<global>, %out: ptr<global>) {
    %t = special <name = tid.x> : i32
    %from = addptr %in, %t <bytes = 16> : ptr<global>, i32 -> ptr<global>
    %to = addptr %out, %t <bytes = 16> : ptr<global>, i32 -> ptr<global>
    %a, %b, %c, %d = ld %from <bits = 32, constant> : ptr<global> -> f32, f32, f32, f32
    %table = address_of <name = @table> : ptr<const>
    %k = ld %table <bits = 32, offset = 4> : ptr<const> -> i32
    %f = bitcast %k : i32 -> f32
    %e = mulf %a, %f <rounding = zero> : f32
    st %to, [%e, %b, %c, %d] <bits = 32> : ptr<global>, f32, f32, f32, f32
    return
  }
}
