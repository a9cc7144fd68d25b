// Divides by a number of the caller, and stores the quotient.
cuda_tile.module @kernels {
  entry @div_zero(%out: tile<ptr<i32>>, %divisor: tile<i32>) {
    %seven = constant <i32: 7> : tile<i32>
    %quotient = divi %seven, %divisor signed : tile<i32>
    %next = addi %quotient, %seven : tile<i32>
    %stored = store_ptr_tko weak %out, %next : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
