// RUN: run --arg 'sums:i32[5]=zeros' --print sums
// sums = [   158   -370    810 495968    100]
//
// Counters of every width, by their sign: bounds below zero, bounds that only an unsigned counter reaches.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %block, %b1, %b2 = get_tile_block_id : tile<i32>
    // Nobody knows these numbers before the program runs.
    %low_32 = subi %block, %one : tile<i32>
    %hundred_32 = constant <i32: 100> : tile<i32>
    %high_32 = addi %block, %hundred_32 : tile<i32>
    %low = trunci %low_32 : tile<i32> -> tile<i8>
    %high = trunci %high_32 : tile<i32> -> tile<i8>
    %least = constant <i8: -128> : tile<i8>
    %step = constant <i8: 27> : tile<i8>
    %signed = for %i in (%low to %high, step %step) : tile<i8> iter_values(%sum = %zero) -> (tile<i32>) {
      %wide = exti %i signed : tile<i8> -> tile<i32>
      %next = addi %sum, %wide : tile<i32>
      continue %next : tile<i32>
    }
    %more = for %i in (%least to %low, step %step) : tile<i8> iter_values(%sum = %zero) -> (tile<i32>) {
      %wide = exti %i signed : tile<i8> -> tile<i32>
      %next = addi %sum, %wide : tile<i32>
      continue %next : tile<i32>
    }
    %to_end = constant <i8: 31> : tile<i8>
    %up = for unsigned %i in (%high to %low, step %to_end) : tile<i8> iter_values(%sum = %zero) -> (tile<i32>) {
      %wide = exti %i unsigned : tile<i8> -> tile<i32>
      %next = addi %sum, %wide : tile<i32>
      continue %next : tile<i32>
    }
    %low_16 = trunci %low_32 : tile<i32> -> tile<i16>
    %step_16 = constant <i16: 1000> : tile<i16>
    %most_16 = constant <i16: 31000> : tile<i16>
    %long = for %i in (%low_16 to %most_16, step %step_16) : tile<i16> iter_values(%sum = %zero) -> (tile<i32>) {
      %wide = exti %i signed : tile<i16> -> tile<i32>
      %next = addi %sum, %wide : tile<i32>
      continue %next : tile<i32>
    }
    %none = trunci %block : tile<i32> -> tile<i1>
    %some = constant <i1: 1> : tile<i1>
    %one_bit = for unsigned %i in (%none to %some, step %some) : tile<i1> iter_values(%sum = %zero) -> (tile<i32>) {
      %wide = exti %i unsigned : tile<i1> -> tile<i32>
      %more_sum = addi %sum, %wide : tile<i32>
      %next = addi %more_sum, %hundred_32 : tile<i32>
      continue %next : tile<i32>
    }
    %q0 = store_ptr_tko weak %out, %signed : tile<ptr<i32>>, tile<i32> -> token
    %n1 = constant <i32: 1> : tile<i32>
    %p1 = offset %out, %n1 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %q1 = store_ptr_tko weak %p1, %more : tile<ptr<i32>>, tile<i32> -> token
    %n2 = constant <i32: 2> : tile<i32>
    %p2 = offset %out, %n2 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %q2 = store_ptr_tko weak %p2, %up : tile<ptr<i32>>, tile<i32> -> token
    %n3 = constant <i32: 3> : tile<i32>
    %p3 = offset %out, %n3 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %q3 = store_ptr_tko weak %p3, %long : tile<ptr<i32>>, tile<i32> -> token
    %n4 = constant <i32: 4> : tile<i32>
    %p4 = offset %out, %n4 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %q4 = store_ptr_tko weak %p4, %one_bit : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
