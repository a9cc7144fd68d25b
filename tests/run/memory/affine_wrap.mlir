// RUN: run --arg 'x:i16[8]=arange(10)' --arg 'y:i16[8]=zeros' --arg 120 --show v --print y
// %v = [12 13 14 15 10 11 12 13]
// y = [ 0  0 12 13 14 15 10 11]
//
// Arithmetic in 8 bits wraps between two lanes: 120 + 4 + lane is undone lane by lane for the load, and for the store by
// a subtraction that wraps once more.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i16>>, %y: tile<ptr<i16>>, %n: tile<i8>) {
    %four = constant <i8: 4> : tile<8xi8>
    %ns_1 = reshape %n : tile<i8> -> tile<1xi8>
    %ns = broadcast %ns_1 : tile<1xi8> -> tile<8xi8>
    %iota = iota : tile<8xi8>
    %up = addi %ns, %iota : tile<8xi8>
    %wrapped = addi %up, %four : tile<8xi8>
    %wide = exti %wrapped signed : tile<8xi8> -> tile<8xi32>
    %zero = constant <i32: 0> : tile<8xi32>
    %negative = cmpi less_than %wide, %zero, signed : tile<8xi32> -> tile<8xi1>
    %low = constant <i32: -128> : tile<8xi32>
    %high = constant <i32: 122> : tile<8xi32>
    %base = select %negative, %low, %high : tile<8xi1>, tile<8xi32>
    %index = subi %wide, %base : tile<8xi32>
    %xs_1 = reshape %x : tile<ptr<i16>> -> tile<1xptr<i16>>
    %xs = broadcast %xs_1 : tile<1xptr<i16>> -> tile<8xptr<i16>>
    %xp = offset %xs, %index : tile<8xptr<i16>>, tile<8xi32> -> tile<8xptr<i16>>
    %v, %t = load_ptr_tko weak %xp : tile<8xptr<i16>> -> tile<8xi16>, token
    %back = constant <i8: 122> : tile<8xi8>
    %place = subi %wrapped, %back : tile<8xi8>
    %limit = constant <i8: 8> : tile<8xi8>
    %below = cmpi less_than %place, %limit, signed : tile<8xi8> -> tile<8xi1>
    %ys_1 = reshape %y : tile<ptr<i16>> -> tile<1xptr<i16>>
    %ys = broadcast %ys_1 : tile<1xptr<i16>> -> tile<8xptr<i16>>
    %yp = offset %ys, %place : tile<8xptr<i16>>, tile<8xi8> -> tile<8xptr<i16>>
    %t2 = store_ptr_tko weak %yp, %v, %below : tile<8xptr<i16>>, tile<8xi16>, tile<8xi1> -> token
    return
  }
}
