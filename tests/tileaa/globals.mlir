// RUN: compile --emit=tileaa
// tileaa.module @tests {
//   global @counter <bytes = "0a000000", alignment = 4>
//   global @table <bytes = "0000003f0000c03f0000204000006040", alignment = 512, constant>
//   func @k {
//     %counter = get_global <name = @counter> : ptr
//     %one = constant <value = 1> : i32
//     %old, %t = atomic_rmw %counter, %one <mode = add, ordering = relaxed> : ptr, i32 -> i32, token
//     %p = get_global <name = @table> : ptr
//     %n = ptr_to_int %p : ptr -> i64
//     %m = constant <value = 511> : i64
//     %misaligned = andi %n, %m : i64
//     %three = constant <value = 3> : i32
//     %q = addptr %p, %three <bytes = 4> : ptr, i32 -> ptr
//     %last, %u = load %q : ptr -> f32, token
//     return
//   }
// }
//
// Globals are bytes. Axes of the grid are asked for one by one.
cuda_tile.module @tests {
  global @counter <i32: 10> : tile<1xi32>
  global private constant @table alignment = 512 <f32: [0.5, 1.5, 2.5, 3.5]> : tile<4xf32>
  entry @k() {
    %counter = get_global @counter : tile<ptr<i32>>
    %one = constant <i32: 1> : tile<i32>
    %old, %t = atomic_rmw_tko relaxed device %counter, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %p = get_global @table : tile<ptr<f32>>
    %n = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
    %m = constant <i64: 511> : tile<i64>
    %misaligned = andi %n, %m : tile<i64>
    %three = constant <i32: 3> : tile<i32>
    %q = offset %p, %three : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %last, %u = load_ptr_tko weak %q : tile<ptr<f32>> -> tile<f32>, token
    return
  }
}
