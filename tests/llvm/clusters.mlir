// RUN: compile --emit=llvm
// ; sm_90a
// target datalayout = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
// target triple = "nvptx64-nvidia-cuda"
// define void @number(i8 addrspace(1)* %out) "nvvm.blocksareclusters" "nvvm.cluster_dim"="2,1,1" "nvvm.reqntid"="32,1,1" {
// start:
//   %t1 = call i32 asm "mov.u32 $0, %cluster_ctarank;", "=r"() #1
//   %t2 = sext i32 %t1 to i64
//   %t3 = mul i64 %t2, 4
//   %to = getelementptr i8, i8 addrspace(1)* %out, i64 %t3
//   %t4 = bitcast i8 addrspace(1)* %to to i32 addrspace(1)*
//   store i32 %t1, i32 addrspace(1)* %t4, align 4
//   ret void
// }
// attributes #0 = { convergent nounwind }
// attributes #1 = { nounwind readnone }
// !nvvmir.version = !{!1}
// !nvvm.annotations = !{!2}
// !0 = !{}
// !1 = !{i32 2, i32 0}
// !2 = !{void (i8 addrspace(1)*)* @number, !"kernel", i32 1}
//
// A grid that counts clusters is said by attributes of the function, for metadata cannot; the size of a thread block goes with them.
nvvm.module @m <target = "sm_90a"> {
  func @number <reqntid = 32, cluster = 2, blocks_are_clusters> (%out: ptr<global>) {
    %rank = special <name = cluster_ctarank> : i32
    %to = addptr %out, %rank <bytes = 4> : ptr<global>, i32 -> ptr<global>
    st %to, [%rank] <bits = 32> : ptr<global>, i32
    return
  }
}
