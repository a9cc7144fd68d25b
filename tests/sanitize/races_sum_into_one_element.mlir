// RUN: run --sanitize --entry wrong --grid 2 --arg 'v:f32[8]=ones' --arg 'sum:f32[1]=zeros'
// E0571 line 33, with 31: `atomic_rmw_tko` atomically writes element 0 of the buffer of argument 2 (`%sum`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: store by an atomic operation instead of the `store_ptr_tko`, or before all tile blocks start
// RUN: run --sanitize --entry right --grid 2 --arg 'v:f32[8]=ones' --arg 'sum:f32[1]=zeros'
// clean
//
// Tile blocks add their partial sums to one element; one of them does it without an atomic.
cuda_tile.module @tests {
  entry @wrong(%v: tile<ptr<f32>>, %sum: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %i = iota : tile<4xi32>
    %four = constant <i32: 4> : tile<i32>
    %start = muli %x, %four : tile<i32>
    %s1 = reshape %start : tile<i32> -> tile<1xi32>
    %s = broadcast %s1 : tile<1xi32> -> tile<4xi32>
    %k = addi %s, %i : tile<4xi32>
    %p1 = reshape %v : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pn = broadcast %p1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %p = offset %pn, %k : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %part, %t = load_ptr_tko weak %p : tile<4xptr<f32>> -> tile<4xf32>, token
    %total = reduce %part dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = addf %a, %b : tile<f32>
      yield %c : tile<f32>
    }
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    if %first {
      %old, %read = load_ptr_tko weak %sum : tile<ptr<f32>> -> tile<f32>, token
      %new = addf %old, %total : tile<f32>
      %written = store_ptr_tko weak %sum, %new token=%read : tile<ptr<f32>>, tile<f32> -> token
    } else {
      %old, %counted = atomic_rmw_tko relaxed device %sum, addf, %total : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    }
    return
  }
  entry @right(%v: tile<ptr<f32>>, %sum: tile<ptr<f32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %i = iota : tile<4xi32>
    %four = constant <i32: 4> : tile<i32>
    %start = muli %x, %four : tile<i32>
    %s1 = reshape %start : tile<i32> -> tile<1xi32>
    %s = broadcast %s1 : tile<1xi32> -> tile<4xi32>
    %k = addi %s, %i : tile<4xi32>
    %p1 = reshape %v : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pn = broadcast %p1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %p = offset %pn, %k : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %part, %t = load_ptr_tko weak %p : tile<4xptr<f32>> -> tile<4xf32>, token
    %total = reduce %part dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = addf %a, %b : tile<f32>
      yield %c : tile<f32>
    }
    %first = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %old, %counted = atomic_rmw_tko relaxed device %sum, addf, %total : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    return
  }
}
