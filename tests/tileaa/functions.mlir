// RUN: compile --emit=tileaa
// tileaa.module @tests {
//   func @k {
//     %three = constant <value = 3> : i32
//     %four = constant <value = 4> : i32
//     %m = alloca <bytes = 4, alignment = 4> : ptr
//     %y = muli %three, %three : i32
//     %t = store %m, %y : ptr, i32 -> token
//     %z, %t2 = load %m, [], [], [%t] : ptr, token -> i32, token
//     %m_0 = alloca <bytes = 4, alignment = 4> : ptr
//     %y_1 = muli %four, %four : i32
//     %t_2 = store %m_0, %y_1 : ptr, i32 -> token
//     %z_3, %t2_4 = load %m_0, [], [], [%t_2] : ptr, token -> i32, token
//     return
//   }
// }
//
// Calls are inlined.
cuda_tile.module @tests {
  experimental$func @square(%x: tile<i32>) -> tile<i32> {
    %m = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
    %y = muli %x, %x : tile<i32>
    %t = store_ptr_tko weak %m, %y : tile<ptr<i32>>, tile<i32> -> token
    %z, %t2 = load_ptr_tko weak %m token=%t : tile<ptr<i32>> -> tile<i32>, token
    return %z : tile<i32>
  }
  experimental$func @both(%a: tile<i32>, %b: tile<i32>) -> (tile<i32>, tile<i32>) {
    %c = experimental$call @square(%a) : (tile<i32>) -> tile<i32>
    %d = experimental$call @square(%b) : (tile<i32>) -> tile<i32>
    return %d, %c : tile<i32>, tile<i32>
  }
  entry @k() {
    %three = constant <i32: 3> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %p, %q = experimental$call @both(%three, %four) : (tile<i32>, tile<i32>) -> (tile<i32>, tile<i32>)
    return
  }
}
