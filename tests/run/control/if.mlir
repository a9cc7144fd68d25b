// RUN: run --grid 3 --show r --show s --block 1,0,0
// even 0
// even 2
// %r = 20
// %s = 2.5
//
// One branch runs and gives the results; without else nothing happens. Odd blocks take the else branch.
cuda_tile.module @tests {
  entry @k() {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %bit = andi %x, %one : tile<i32>
    %even = cmpi equal %bit, %zero, signed : tile<i32> -> tile<i1>
    %r, %s = if %even -> (tile<i32>, tile<f32>) {
      %a = constant <i32: 10> : tile<i32>
      %b = constant <f32: 1.5> : tile<f32>
      yield %a, %b : tile<i32>, tile<f32>
    } else {
      %a = constant <i32: 20> : tile<i32>
      %b = constant <f32: 2.5> : tile<f32>
      yield %a, %b : tile<i32>, tile<f32>
    }
    if %even {
      print_tko "even %i\n", %x : tile<i32> -> token
    }
    return
  }
}
