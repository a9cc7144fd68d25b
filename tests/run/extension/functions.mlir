// RUN: run --show p --show q
// %p = 16
// %q = 9
//
// Functions call functions; what they reserve is released when they return.
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
