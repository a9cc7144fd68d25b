// RUN: opt --passes=share-addresses,canonicalize,cse,licm,dce
// nvvm.module @m <target = "sm_100a"> {
//   func @commit <reqntid = 32, dynamic_shared = 1024> (%n: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %shared = dynamic_shared : ptr<shared>
//     %elected = elect : i1
//     %0 = constant <value = 528> : i64
//     %1 = addptr %shared, %0 <bytes = 1> : ptr<shared>, i64 -> ptr<shared>
//     %2 = constant <value = 24> : i64
//     %3 = addptr %shared, %2 <bytes = 1> : ptr<shared>, i64 -> ptr<shared>
//     for %zero, %n, %one : i32, i32, i32 (%i: i32) {
//       mbarrier_wait %shared, %zero <offset = 520> : ptr<shared>, i32
//       tcgen05_commit %1, [], [%elected] : ptr<shared>, i1
//       tcgen05_commit %3, [], [%elected] : ptr<shared>, i1
//       continue
//     }
//     return
//   }
// }
//
// The end of products arrives at the barrier of a single stage, whose machine instruction has a register alone: the address is
// added up before the loop. The wait for the other barrier has the constant.
nvvm.module @m <target = "sm_100a"> {
  func @commit <reqntid = 32, dynamic_shared = 1024> (%n: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %barriers = constant <value = 512> : i32
    %shared = dynamic_shared : ptr<shared>
    %base = addptr %shared, %barriers <bytes = 1> : ptr<shared>, i32 -> ptr<shared>
    %elected = elect : i1
    for %zero, %n, %one : i32, i32, i32 (%i: i32) {
      mbarrier_wait %base, %zero <offset = 8> : ptr<shared>, i32
      tcgen05_commit %base, [], [%elected] <offset = 16> : ptr<shared>, i1
      tcgen05_commit %shared, [], [%elected] <offset = 24> : ptr<shared>, i1
      continue
    }
    return
  }
}
