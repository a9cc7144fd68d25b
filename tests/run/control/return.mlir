// RUN: run --grid 4
// block 1 reached the end
// block 3 reached the end
//
// return ends a tile block early, from a branch and from within a loop; other blocks go on.
cuda_tile.module @tests {
  entry @k() {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %first = cmpi less_than %x, %one, signed : tile<i32> -> tile<i1>
    if %first {
      return
    }
    %third = cmpi equal %x, %two, signed : tile<i32> -> tile<i1>
    loop {
      if %third {
        return
      }
      break
    }
    print_tko "block %d reached the end\n", %x : tile<i32> -> token
    return
  }
}
