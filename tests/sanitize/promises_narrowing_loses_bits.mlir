// RUN: run --sanitize --entry wrong --arg 'x:i32[4]=full(40000)' --arg 'y:i16[4]=zeros'
// E0508 line 19, with 18: `store_ptr_tko`: an undefined value is stored to memory: an overflow that the operation promised not to happen, made by `trunci`
//   fix: drop the `overflow` promise of %w, or keep its operands in a range where it holds
// RUN: run --sanitize --entry right --arg 'x:i32[4]=full(40000)' --arg 'y:i16[4]=zeros'
// clean
//
// 40000 does not fit 16 bits with a sign.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>, %y: tile<ptr<i16>>) {
    %i = iota : tile<4xi32>
    %p1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %q1 = reshape %y : tile<ptr<i16>> -> tile<1xptr<i16>>
    %qn = broadcast %q1 : tile<1xptr<i16>> -> tile<4xptr<i16>>
    %q = offset %qn, %i : tile<4xptr<i16>>, tile<4xi32> -> tile<4xptr<i16>>
    %v, %t = load_ptr_tko weak %p : tile<4xptr<i32>> -> tile<4xi32>, token
    %w = trunci %v overflow<no_signed_wrap> : tile<4xi32> -> tile<4xi16>
    %written = store_ptr_tko weak %q, %w : tile<4xptr<i16>>, tile<4xi16> -> token
    return
  }
  entry @right(%x: tile<ptr<i32>>, %y: tile<ptr<i16>>) {
    %i = iota : tile<4xi32>
    %p1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %q1 = reshape %y : tile<ptr<i16>> -> tile<1xptr<i16>>
    %qn = broadcast %q1 : tile<1xptr<i16>> -> tile<4xptr<i16>>
    %q = offset %qn, %i : tile<4xptr<i16>>, tile<4xi32> -> tile<4xptr<i16>>
    %v, %t = load_ptr_tko weak %p : tile<4xptr<i32>> -> tile<4xi32>, token
    %w = trunci %v overflow<no_unsigned_wrap> : tile<4xi32> -> tile<4xi16>
    %written = store_ptr_tko weak %q, %w : tile<4xptr<i16>>, tile<4xi16> -> token
    return
  }
}
