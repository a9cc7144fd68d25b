// RUN: compile --emit=llvm
// ; sm_80
// target datalayout = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
// target triple = "nvptx64-nvidia-cuda"
// define void @sum(i8 addrspace(1)* %in, i8 addrspace(1)* %out, i32 %n) {
// start:
//   %t1 = icmp sge i32 0, %n
//   br i1 %t1, label %for.end, label %for
// for:
//   %i = phi i32 [ 0, %start ], [ %t2, %for.next ]
//   %sum = phi float [ 0x0000000000000000, %start ], [ %t3, %for.next ]
//   %t4 = sext i32 %i to i64
//   %t5 = mul i64 %t4, 4
//   %at = getelementptr i8, i8 addrspace(1)* %in, i64 %t5
//   %t6 = bitcast i8 addrspace(1)* %at to float addrspace(1)*
//   %x = load float, float addrspace(1)* %t6, align 4
//   %next = call float @llvm.nvvm.add.rn.f(float %sum, float %x)
//   br label %for.next
// for.next:
//   %t3 = phi float [ %next, %for ]
//   %t2 = add i32 %i, 1
//   %t7 = icmp slt i32 %t2, %n
//   br i1 %t7, label %for, label %for.end
// for.end:
//   %total = phi float [ 0x0000000000000000, %start ], [ %t3, %for.next ]
//   %t8 = bitcast i8 addrspace(1)* %out to float addrspace(1)*
//   store float %total, float addrspace(1)* %t8, align 4
//   ret void
// }
// declare float @llvm.nvvm.add.rn.f(float, float)
// attributes #0 = { convergent nounwind }
// attributes #1 = { nounwind readnone }
// !nvvmir.version = !{!1}
// !nvvm.annotations = !{!2}
// !0 = !{}
// !1 = !{i32 2, i32 0}
// !2 = !{void (i8 addrspace(1)*, i8 addrspace(1)*, i32)* @sum, !"kernel", i32 1, !"reqntidx", i32 32, !"reqntidy", i32 1, !"reqntidz", i32 1}
//
// A loop is a block that tests at its end, and once in front; what it carries are phis. Before sm_100 addresses point to bytes.
nvvm.module @m <target = "sm_80"> {
  func @sum <reqntid = 32> (%in: ptr<global>, %out: ptr<global>, %n: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %start = constant <value = 0.0> : f32
    %total = for %zero, %n, %one, [%start] : i32, i32, i32, f32 -> f32 (%i: i32, %sum: f32) {
      %at = addptr %in, %i <bytes = 4> : ptr<global>, i32 -> ptr<global>
      %x = ld %at <bits = 32> : ptr<global> -> f32
      %next = addf %sum, %x : f32
      continue [%next] : f32
    }
    st %out, [%total] <bits = 32> : ptr<global>, f32
    return
  }
}
