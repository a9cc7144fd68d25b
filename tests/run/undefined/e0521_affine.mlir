// RUN: run --arg 'i8[64]=zeros'
// TRAP: error[E0521]
// TRAP: reads 4 bytes at byte 2 of the buffer of argument 1 (`%x`), which is not a multiple of 4 (in tile block 0,0,0, element 0)
//
// A row of elements that starts in the middle of one.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i8>>) {
    %two = constant <i32: 2> : tile<i32>
    %off = offset %x, %two : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
    %words = ptr_to_ptr %off : tile<ptr<i8>> -> tile<ptr<i32>>
    %iota = iota : tile<8xi32>
    %xs_1 = reshape %words : tile<ptr<i32>> -> tile<1xptr<i32>>
    %xs = broadcast %xs_1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %xp = offset %xs, %iota : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %v, %t = load_ptr_tko weak %xp : tile<8xptr<i32>> -> tile<8xi32>, token
    return
  }
}
