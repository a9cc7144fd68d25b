// RUN: run --arg 'i16[4]=arange(10)' --show v
// %v = [13 12 11 10]
//
// Offsets are signed, and pointers may reach any element: the buffer is copied backwards.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i16>>) {
    %three = constant <i64: 3> : tile<i64>
    %last = offset %x, %three : tile<ptr<i16>>, tile<i64> -> tile<ptr<i16>>
    %l1 = reshape %last : tile<ptr<i16>> -> tile<1xptr<i16>>
    %lb = broadcast %l1 : tile<1xptr<i16>> -> tile<4xptr<i16>>
    %iota = iota : tile<4xi8>
    %back = negi %iota : tile<4xi8>
    %p = offset %lb, %back : tile<4xptr<i16>>, tile<4xi8> -> tile<4xptr<i16>>
    %v, %t = load_ptr_tko relaxed device %p : tile<4xptr<i16>> -> tile<4xi16>, token
    return
  }
}
