// RUN: compile --emit=tileaa
// tileaa.module @tests {
//   func @k (%x: ptr) {
//     %b1 = view %x : ptr -> tile<1xptr>
//     %bs = broadcast %b1 : tile<1xptr> -> tile<4xptr>
//     %iota = make_range : tile<4xi32>
//     %p = addptr %bs, %iota <bytes = 1> : tile<4xptr>, tile<4xi32> -> tile<4xptr>
//     %0:2 = load %p : tile<4xptr> -> tile<4xi8>, token
//     %1 = constant <value = 0> : tile<4xi8>
//     %v = cmpi %0#0, %1 <predicate = not_equal> : tile<4xi8>, tile<4xi8> -> tile<4xi1>
//     %2 = exti %v : tile<4xi1> -> tile<4xi8>
//     %t2 = store %p, %2, [], [%0#1] : tile<4xptr>, tile<4xi8>, token -> token
//     return
//   }
// }
//
// Truth values are bytes in memory: loaded as bytes and compared with 0, stored as 0 or 1.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i8>>) {
    %b = ptr_to_ptr %x : tile<ptr<i8>> -> tile<ptr<i1>>
    %b1 = reshape %b : tile<ptr<i1>> -> tile<1xptr<i1>>
    %bs = broadcast %b1 : tile<1xptr<i1>> -> tile<4xptr<i1>>
    %iota = iota : tile<4xi32>
    %p = offset %bs, %iota : tile<4xptr<i1>>, tile<4xi32> -> tile<4xptr<i1>>
    %v, %t = load_ptr_tko weak %p : tile<4xptr<i1>> -> tile<4xi1>, token
    %t2 = store_ptr_tko weak %p, %v token=%t : tile<4xptr<i1>>, tile<4xi1> -> token
    return
  }
}
