// RUN: compile --emit=llvm
// ; sm_120a
// target datalayout = "e-p:64:64:64-p3:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
// target triple = "nvptx64-nvidia-cuda"
// define void @k(ptr addrspace(1) %p, i32 %n) {
// start:
//   br label %loop
// loop:
//   %i = phi i32 [ %n, %start ], [ %t1, %loop.next ]
//   %bit = and i32 %i, 1
//   %odd = trunc i32 %bit to i1
//   br i1 %odd, label %then, label %else
// then:
//   %more = mul i32 %i, 3
//   %up = add i32 %more, 1
//   br label %endif
// else:
//   %half = lshr i32 %i, 1
//   %done = icmp eq i32 %half, 1
//   br i1 %done, label %then.2, label %endif.4
// then.2:
//   br label %loop.end
// endif.4:
//   br label %endif
// endif:
//   %next = phi i32 [ %up, %then ], [ %half, %endif.4 ]
//   br label %loop.next
// loop.next:
//   %t1 = phi i32 [ %next, %endif ]
//   br label %loop
// loop.end:
//   %last = phi i32 [ %half, %then.2 ]
//   store i32 %last, ptr addrspace(1) %p, align 4
//   ret void
// }
// attributes #0 = { convergent nounwind }
// attributes #1 = { nounwind memory(none) }
// !nvvmir.version = !{!1}
// !nvvm.annotations = !{!2}
// !0 = !{}
// !1 = !{i32 2, i32 0}
// !2 = !{ptr @k, !"kernel", i32 1, !"reqntidx", i32 32, !"reqntidy", i32 1, !"reqntidz", i32 1}
//
// Branches meet in phis; `continue` and `break` are ways into the next run and out of the loop.
nvvm.module @m <target = "sm_120a"> {
  func @k <reqntid = 32> (%p: ptr<global>, %n: i32) {
    %one = constant <value = 1> : i32
    %last = loop [%n] : i32 -> i32 (%i: i32) {
      %bit = andi %i, %one : i32
      %odd = trunci %bit : i32 -> i1
      %next = if %odd : i1 -> i32 {
        %three = constant <value = 3> : i32
        %more = muli %i, %three : i32
        %up = addi %more, %one : i32
        yield [%up] : i32
      } {
        %half = shri %i, %one : i32
        %done = cmpi %half, %one <predicate = equal> : i32, i32 -> i1
        if %done : i1 {
          break [%half] : i32
        }
        yield [%half] : i32
      }
      continue [%next] : i32
    }
    st %p, [%last] <bits = 32> : ptr<global>, i32
    return
  }
}
