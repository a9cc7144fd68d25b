// RUN: run --sanitize --entry wrong --arg 'x:i16[3]=iota' --arg 'out:i32[2]=zeros'
// E0502 line 23, with 20: `store_ptr_tko`: an undefined value is stored to memory: a masked-off load lane without padding, made by `load_ptr_tko`
//   fix: give the load of %v a padding value, or mask what uses %v in the same way
// RUN: run --sanitize --entry right --arg 'x:i16[3]=iota' --arg 'out:i32[2]=zeros'
// clean
//
// Four numbers of 16 bits become two of 32: the one that was masked off spoils the one that it is packed with.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i16>>, %out: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %j = iota : tile<2xi32>
    %three = constant <i32: 3> : tile<4xi32>
    %inside = cmpi less_than %i, %three, signed : tile<4xi32> -> tile<4xi1>
    %p1 = reshape %x : tile<ptr<i16>> -> tile<1xptr<i16>>
    %pn = broadcast %p1 : tile<1xptr<i16>> -> tile<4xptr<i16>>
    %p = offset %pn, %i : tile<4xptr<i16>>, tile<4xi32> -> tile<4xptr<i16>>
    %q1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %qn = broadcast %q1 : tile<1xptr<i32>> -> tile<2xptr<i32>>
    %q = offset %qn, %j : tile<2xptr<i32>>, tile<2xi32> -> tile<2xptr<i32>>
    %v, %t = load_ptr_tko weak %p, %inside : tile<4xptr<i16>>, tile<4xi1> -> tile<4xi16>, token
    %bytes = pack %v : tile<4xi16> -> tile<8xi8>
    %words = unpack %bytes : tile<8xi8> -> tile<2xi32>
    %written = store_ptr_tko weak %q, %words : tile<2xptr<i32>>, tile<2xi32> -> token
    return
  }
  entry @right(%x: tile<ptr<i16>>, %out: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %j = iota : tile<2xi32>
    %three = constant <i32: 3> : tile<4xi32>
    %inside = cmpi less_than %i, %three, signed : tile<4xi32> -> tile<4xi1>
    %p1 = reshape %x : tile<ptr<i16>> -> tile<1xptr<i16>>
    %pn = broadcast %p1 : tile<1xptr<i16>> -> tile<4xptr<i16>>
    %p = offset %pn, %i : tile<4xptr<i16>>, tile<4xi32> -> tile<4xptr<i16>>
    %q1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %qn = broadcast %q1 : tile<1xptr<i32>> -> tile<2xptr<i32>>
    %q = offset %qn, %j : tile<2xptr<i32>>, tile<2xi32> -> tile<2xptr<i32>>
    %none = constant <i16: 0> : tile<4xi16>
    %v, %t = load_ptr_tko weak %p, %inside, %none : tile<4xptr<i16>>, tile<4xi1>, tile<4xi16> -> tile<4xi16>, token
    %bytes = pack %v : tile<4xi16> -> tile<8xi8>
    %words = unpack %bytes : tile<8xi8> -> tile<2xi32>
    %written = store_ptr_tko weak %q, %words : tile<2xptr<i32>>, tile<2xi32> -> token
    return
  }
}
