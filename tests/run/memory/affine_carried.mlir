// RUN: run --arg 'x:i32[40]=arange(1)' --arg 'y:i32[40]=zeros' --arg 5 --arg 3 --show sum --show row --show after --print y
// %sum = [22 26 30 34 38 42 46 50]
// %row = [30 31 32 33 34 35 36 37]
// %after = [13 14 15 16 17 18 19 20]
// y = [ 1  2  3  4  5  6  7  8  5  7  9 11 13 15 17 19 12 15 18 21 24 27 30 33
//      22 26 30 34 38 42 46 50  0  0  0  0  0  0  0  0]
//
// Pointers and indices that a loop carries and moves by the same in every iteration; those of the last iteration are
// used behind the loop as well. Indices of 8 bits that wrap while they are carried.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %n: tile<i32>, %step: tile<i16>) {
    %two = constant <i32: 2> : tile<i32>
    %first = constant <i32: -3> : tile<i32>
    %iota = iota : tile<8xi32>
    %xs_1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %xs = broadcast %xs_1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %ys_1 = reshape %y : tile<ptr<i32>> -> tile<1xptr<i32>>
    %ys = broadcast %ys_1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %x0 = offset %xs, %iota : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %steps_1 = reshape %step : tile<i16> -> tile<1xi16>
    %steps = broadcast %steps_1 : tile<1xi16> -> tile<8xi16>
    %zeros = constant <i32: 0> : tile<8xi32>
    %fives = constant <i32: 5> : tile<8xi32>
    %eights = constant <i32: 8> : tile<8xi32>
    %sum, %last, %end = for %i in (%first to %n, step %two) : tile<i32> iter_values(%acc = %zeros, %xp = %x0, %at = %iota) -> (tile<8xi32>, tile<8xptr<i32>>, tile<8xi32>) {
      %v, %t0 = load_ptr_tko weak %xp : tile<8xptr<i32>> -> tile<8xi32>, token
      %next = addi %acc, %v : tile<8xi32>
      %yp = offset %ys, %at : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
      %t1 = store_ptr_tko weak %yp, %next : tile<8xptr<i32>>, tile<8xi32> -> token
      %xn = offset %xp, %steps : tile<8xptr<i32>>, tile<8xi16> -> tile<8xptr<i32>>
      %an = addi %eights, %at : tile<8xi32>
      continue %next, %xn, %an : tile<8xi32>, tile<8xptr<i32>>, tile<8xi32>
    }
    %after, %t2 = load_ptr_tko weak %last : tile<8xptr<i32>> -> tile<8xi32>, token
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %six = constant <i32: 6> : tile<i32>
    %narrow = iota : tile<8xi8>
    %far = constant <i8: 100> : tile<8xi8>
    %n0 = addi %narrow, %far : tile<8xi8>
    %forty = constant <i8: 40> : tile<8xi8>
    %row, %n4 = for %j in (%zero to %six, step %one) : tile<i32> iter_values(%racc = %zeros, %nc = %n0) -> (tile<8xi32>, tile<8xi8>) {
      %nothing = constant <i8: 0> : tile<8xi8>
      %positive = cmpi greater_than_or_equal %nc, %nothing, signed : tile<8xi8> -> tile<8xi1>
      %limit = constant <i8: 30> : tile<8xi8>
      %small = cmpi less_than %nc, %limit, signed : tile<8xi8> -> tile<8xi1>
      %inside = andi %positive, %small : tile<8xi1>
      %np = offset %xs, %nc : tile<8xptr<i32>>, tile<8xi8> -> tile<8xptr<i32>>
      %w, %t3 = load_ptr_tko weak %np, %inside, %fives : tile<8xptr<i32>>, tile<8xi1>, tile<8xi32> -> tile<8xi32>, token
      %rnext = addi %racc, %w : tile<8xi32>
      %nn = addi %nc, %forty : tile<8xi8>
      continue %rnext, %nn : tile<8xi32>, tile<8xi8>
    }
    return
  }
}
