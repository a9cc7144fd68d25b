// RUN: compile --emit=tileaa --passes=untie-tokens,canonicalize
// tileaa.module @tests {
//   global @flag <bytes = "00000000", alignment = 4>
//   global @data <bytes = "00000000000000000000000000000000", alignment = 4>
//   func @k {
//     %flag = get_global <name = @flag> : ptr
//     %data = get_global <name = @data> : ptr
//     %seen, %t1 = load %flag <ordering = acquire> : ptr -> i32, token
//     %value, %t2 = load %data, [], [], [%t1] : ptr, token -> i32, token
//     %more, %t3 = load %data, [], [], [%t1] : ptr, token -> i32, token
//     %0 = join_tokens [%t3, %t2] : token
//     %sum = addi %value, %more : i32
//     %t4 = store %data, %sum, [], [%0] : ptr, i32, token -> token
//     %t5 = store %flag, %sum, [], [%t4] <ordering = release> : ptr, i32, token -> token
//     return
//   }
// }
//
// What synchronises stays where it is: the load behind the acquire must see what was released, though it is from another
// global; and the store in front of the release must be seen. Only the second plain load is not behind the first any more.
cuda_tile.module @tests {
  global @flag <i32: 0> : tile<1xi32>
  global @data <i32: [0, 0, 0, 0]> : tile<4xi32>
  entry @k() {
    %flag = get_global @flag : tile<ptr<i32>>
    %data = get_global @data : tile<ptr<i32>>
    %seen, %t1 = load_ptr_tko acquire device %flag : tile<ptr<i32>> -> tile<i32>, token
    %value, %t2 = load_ptr_tko weak %data token = %t1 : tile<ptr<i32>> -> tile<i32>, token
    %more, %t3 = load_ptr_tko weak %data token = %t2 : tile<ptr<i32>> -> tile<i32>, token
    %sum = addi %value, %more : tile<i32>
    %t4 = store_ptr_tko weak %data, %sum token = %t3 : tile<ptr<i32>>, tile<i32> -> token
    %t5 = store_ptr_tko release device %flag, %sum token = %t4 : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
