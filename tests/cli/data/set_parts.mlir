// Each tile block sets 4 elements of %z to its number, plus one.
cuda_tile.module @m {
  entry @set_parts(%z: tile<ptr<i32>>) {
    %block, %by, %bz = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %first = muli %block, %four : tile<i32>
    %i = iota : tile<4xi32>
    %f1 = reshape %first : tile<i32> -> tile<1xi32>
    %f4 = broadcast %f1 : tile<1xi32> -> tile<4xi32>
    %at = addi %f4, %i : tile<4xi32>
    %z1 = reshape %z : tile<ptr<i32>> -> tile<1xptr<i32>>
    %z4 = broadcast %z1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %z4, %at : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %n = addi %block, %one : tile<i32>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %n4 = broadcast %n1 : tile<1xi32> -> tile<4xi32>
    %done = store_ptr_tko weak %p, %n4 : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
}
