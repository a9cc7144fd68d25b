// RUN: opt --passes=share-addresses,canonicalize,cse,licm,dce
// nvvm.module @m <target = "sm_100a"> {
//   func @stages <reqntid = 32, dynamic_shared = 98560> (%p: ptr<global>, %rows: i64, %n: i32) {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %shared = dynamic_shared : ptr<shared>
//     %columns = constant <value = 64> : i64
//     %map = tensor_map %p, [%columns, %rows], [%columns] <element = f16, box_shape = [64, 64], swizzle = 128> : ptr<global>, i64, i64, i64 -> ptr<generic>
//     %0 = constant <value = 98304> : i64
//     %1 = addptr %shared, %0 <bytes = 1> : ptr<shared>, i64 -> ptr<shared>
//     for %zero, %n, %one : i32, i32, i32 (%i: i32) {
//       %stage = andi %i, %one : i32
//       %2 = addptr %1, %stage <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
//       mbarrier_wait %2, %zero <offset = 24> : ptr<shared>, i32
//       %3 = addptr %shared, %stage <bytes = 32768> : ptr<shared>, i32 -> ptr<shared>
//       bulk_tensor_load %3, %2, %map, [%zero, %i] : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32
//       bulk_tensor_load %3, %2, %map, [%zero, %i] <offset = 16384> : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32
//       continue
//     }
//     return
//   }
// }
//
// The barriers of a stage: the copy's barrier has a register alone in its machine instruction, so its constant is added to the base
// before the loop, and the wait for the other barrier of the stage has the difference. The second box is at a distance from the first.
nvvm.module @m <target = "sm_100a"> {
  func @stages <reqntid = 32, dynamic_shared = 98560> (%p: ptr<global>, %rows: i64, %n: i32) {
    %zero = constant <value = 0> : i32
    %one = constant <value = 1> : i32
    %full = constant <value = 98304> : i32
    %empty = constant <value = 98328> : i32
    %second = constant <value = 16384> : i32
    %shared = dynamic_shared : ptr<shared>
    %columns = constant <value = 64> : i64
    %map = tensor_map %p, [%columns, %rows], [%columns] <element = f16, box_shape = [64, 64], swizzle = 128> : ptr<global>, i64, i64, i64 -> ptr<generic>
    %first = elect : i1
    for %zero, %n, %one : i32, i32, i32 (%i: i32) {
      %stage = andi %i, %one : i32
      %e0 = addptr %shared, %empty <bytes = 1> : ptr<shared>, i32 -> ptr<shared>
      %e = addptr %e0, %stage <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
      mbarrier_wait %e, %zero : ptr<shared>, i32
      %f0 = addptr %shared, %full <bytes = 1> : ptr<shared>, i32 -> ptr<shared>
      %f = addptr %f0, %stage <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
      %d = addptr %shared, %stage <bytes = 32768> : ptr<shared>, i32 -> ptr<shared>
      bulk_tensor_load %d, %f, %map, [%zero, %i] : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32
      %d2 = addptr %d, %second <bytes = 1> : ptr<shared>, i32 -> ptr<shared>
      bulk_tensor_load %d2, %f, %map, [%zero, %i] : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32
      continue
    }
    return
  }
}
