// RUN: run --sanitize --entry wrong --grid 2 --arg 'src:f32[6]=iota' --arg 'dst:f32[8]=zeros'
// E0520 line 25: `load_ptr_tko`: reads 4 bytes just past the end of the buffer of argument 1 (`%src`) of 24 bytes
//   fix: mask off the lanes out of bounds, or check sizes before
// RUN: run --sanitize --entry right --grid 2 --arg 'src:f32[6]=iota' --arg 'dst:f32[8]=zeros'
// clean
//
// The last tile block reads whole tiles although only half of one is left.
cuda_tile.module @tests {
  entry @wrong(%src: tile<ptr<f32>>, %dst: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %i = iota : tile<4xi32>
    %four = constant <i32: 4> : tile<i32>
    %six = constant <i32: 6> : tile<4xi32>
    %none = constant <f32: 0.0> : tile<4xf32>
    %start = muli %x, %four : tile<i32>
    %s1 = reshape %start : tile<i32> -> tile<1xi32>
    %s = broadcast %s1 : tile<1xi32> -> tile<4xi32>
    %k = addi %s, %i : tile<4xi32>
    %p1 = reshape %src : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pn = broadcast %p1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %p = offset %pn, %k : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %q1 = reshape %dst : tile<ptr<f32>> -> tile<1xptr<f32>>
    %qn = broadcast %q1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %q = offset %qn, %k : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %v, %t = load_ptr_tko weak %p : tile<4xptr<f32>> -> tile<4xf32>, token
    %written = store_ptr_tko weak %q, %v : tile<4xptr<f32>>, tile<4xf32> -> token
    return
  }
  entry @right(%src: tile<ptr<f32>>, %dst: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %i = iota : tile<4xi32>
    %four = constant <i32: 4> : tile<i32>
    %six = constant <i32: 6> : tile<4xi32>
    %none = constant <f32: 0.0> : tile<4xf32>
    %start = muli %x, %four : tile<i32>
    %s1 = reshape %start : tile<i32> -> tile<1xi32>
    %s = broadcast %s1 : tile<1xi32> -> tile<4xi32>
    %k = addi %s, %i : tile<4xi32>
    %p1 = reshape %src : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pn = broadcast %p1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %p = offset %pn, %k : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %q1 = reshape %dst : tile<ptr<f32>> -> tile<1xptr<f32>>
    %qn = broadcast %q1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %q = offset %qn, %k : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %inside = cmpi less_than %k, %six, signed : tile<4xi32> -> tile<4xi1>
    %v, %t = load_ptr_tko weak %p, %inside, %none : tile<4xptr<f32>>, tile<4xi1>, tile<4xf32> -> tile<4xf32>, token
    %written = store_ptr_tko weak %q, %v : tile<4xptr<f32>>, tile<4xf32> -> token
    return
  }
}
