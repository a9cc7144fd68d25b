// RUN: compile --emit=llvm
// ; sm_80
// target datalayout = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
// target triple = "nvptx64-nvidia-cuda"
// @tile = internal addrspace(3) global [128 x i8] undef, align 16
// @$text0 = internal addrspace(1) constant [7 x i8] c"%f %d\0A\00", align 1
// @$text1 = internal addrspace(1) constant [13 x i8] c"100%% wrong\0A\00", align 1
// define void @k(i8 addrspace(1)* %p) {
// start:
//   %arguments = alloca [12 x i8], align 8
//   %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
//   %other = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t, i32 1, i32 31)
//   %less = icmp ult i32 %other, %t
//   %all = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %less)
//   call void @llvm.nvvm.barrier0()
//   call void asm sideeffect "bar.sync 1, 64;", "~{memory}"() #0
//   %f = uitofp i32 %all to float
//   %e = call float @llvm.nvvm.ex2.approx.f(float %f)
//   br i1 %less, label %then, label %endif
// then:
//   %t1 = fpext float %e to double
//   %t2 = bitcast [12 x i8]* %arguments to i8*
//   %t3 = getelementptr i8, i8* %t2, i64 0
//   %t4 = bitcast i8* %t3 to double*
//   store double %t1, double* %t4, align 8
//   %t5 = getelementptr i8, i8* %t2, i64 8
//   %t6 = bitcast i8* %t5 to i32*
//   store i32 %all, i32* %t6, align 4
//   %t7 = call i32 @vprintf(i8* addrspacecast ([7 x i8] addrspace(1)* @$text0 to i8*), i8* %t2)
//   %t8 = call i32 @vprintf(i8* addrspacecast ([13 x i8] addrspace(1)* @$text1 to i8*), i8* null)
//   call void asm sideeffect "trap;", "~{memory}"()
//   br label %endif
// endif:
//   %t9 = bitcast i8 addrspace(3)* bitcast ([128 x i8] addrspace(3)* @tile to i8 addrspace(3)*) to float addrspace(3)*
//   store float %e, float addrspace(3)* %t9, align 4
//   ret void
// }
// declare void @llvm.nvvm.barrier0()
// declare float @llvm.nvvm.ex2.approx.f(float)
// declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
// declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
// declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
// declare i32 @vprintf(i8*, i8*)
// attributes #0 = { convergent nounwind }
// attributes #1 = { nounwind readnone }
// !nvvmir.version = !{!1}
// !nvvm.annotations = !{!2}
// !0 = !{}
// !1 = !{i32 2, i32 0}
// !2 = !{void (i8 addrspace(1)*)* @k, !"kernel", i32 1, !"reqntidx", i32 128, !"reqntidy", i32 1, !"reqntidz", i32 1}
//
// What threads do together are intrinsics where there are any. What is printed stands in memory of the thread.
nvvm.module @m <target = "sm_80"> {
  global @tile <space = shared, size = 128, alignment = 16>
  func @k <reqntid = 128> (%p: ptr<global>) {
    %t = special <name = tid.x> : i32
    %tile = address_of <name = @tile> : ptr<shared>
    %lane = constant <value = 1> : i32
    %other = shfl %t, %lane <kind = bfly> : i32, i32 -> i32
    %less = cmpi %other, %t <predicate = less_than> : i32, i32 -> i1
    %all = vote %less <kind = ballot> : i1 -> i32
    barrier
    barrier <id = 1, threads = 64>
    %f = itof %all : i32 -> f32
    %e = approx %f <function = ex2> : f32
    if %less : i1 {
      printf [%e, %all] <format = "%f %d\0A"> : f32, i32
      trap <message = "100% wrong">
      yield
    }
    st %tile, [%e] <bits = 32> : ptr<shared>, f32
    return
  }
}
