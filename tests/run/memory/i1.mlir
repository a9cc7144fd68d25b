// RUN: run --arg 'x:i8[4]=arange(-1)' --show v --print x
// %v = [ True False  True  True]
// x = [1 0 1 1]
//
// An i1 takes a byte: any byte that is not zero reads true, and 0 or 1 is written.
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
