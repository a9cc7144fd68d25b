// RUN: run --sanitize --entry wrong --grid 3 --arg 'out:i32[10]=zeros'
// E0571 line 22, with 22: `store_ptr_tko` writes element 3 of the buffer of argument 1 (`%out`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: give every tile block elements of its own, or make the `store_ptr_tko` an atomic operation
// RUN: run --sanitize --entry right --grid 3 --arg 'out:i32[10]=zeros'
// clean
//
// Tile blocks write four elements each, but start only three apart.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %i = iota : tile<4xi32>
    %width = constant <i32: 3> : tile<i32>
    %end = constant <i32: 10> : tile<4xi32>
    %start = muli %x, %width : tile<i32>
    %s1 = reshape %start : tile<i32> -> tile<1xi32>
    %s = broadcast %s1 : tile<1xi32> -> tile<4xi32>
    %k = addi %s, %i : tile<4xi32>
    %inside = cmpi less_than %k, %end, signed : tile<4xi32> -> tile<4xi1>
    %p1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %k : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %written = store_ptr_tko weak %p, %s, %inside : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %i = iota : tile<4xi32>
    %width = constant <i32: 4> : tile<i32>
    %end = constant <i32: 10> : tile<4xi32>
    %start = muli %x, %width : tile<i32>
    %s1 = reshape %start : tile<i32> -> tile<1xi32>
    %s = broadcast %s1 : tile<1xi32> -> tile<4xi32>
    %k = addi %s, %i : tile<4xi32>
    %inside = cmpi less_than %k, %end, signed : tile<4xi32> -> tile<4xi1>
    %p1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %k : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %written = store_ptr_tko weak %p, %s, %inside : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token
    return
  }
}
