cuda_tile.module @kernels {
  entry @slow(%rounds: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %odd = constant <i32: 1664525> : tile<i32>
    %x, %y, %z = get_tile_block_id : tile<i32>
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %rest = select %first, %rounds, %one : tile<i1>, tile<i32>
    %mixed = for %i in (%zero to %rest, step %one) : tile<i32> iter_values(%state = %one) -> (tile<i32>) {
      %product = muli %state, %odd : tile<i32>
      %next = xori %product, %i : tile<i32>
      continue %next : tile<i32>
    }
    %printed = print_tko "%i %i\n", %x, %mixed : tile<i32>, tile<i32> -> token
    return
  }
}
