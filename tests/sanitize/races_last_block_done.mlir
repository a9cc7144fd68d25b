// RUN: run --sanitize --entry wrong --grid 4 --arg 'parts:i32[4]=zeros' --arg 'done:i32[1]=zeros' --arg 'out:i32[1]=zeros'
// E0571 line 23, with 16, 17: `load_ptr_tko` reads element 0 of the buffer of argument 1 (`%parts`), which `store_ptr_tko` writes in another tile block; nothing orders the two
//   fix: make the `atomic_rmw_tko` `acq_rel`, so that it takes along what happened before it and sees what others took along
// RUN: run --sanitize --entry right --grid 4 --arg 'parts:i32[4]=zeros' --arg 'done:i32[1]=zeros' --arg 'out:i32[1]=zeros'
// clean
//
// The tile block that finishes last sums what all others wrote. Its counter tells that they are done, but with
// `relaxed` not that their parts can be seen.
cuda_tile.module @tests {
  entry @wrong(%parts: tile<ptr<i32>>, %done: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %i = iota : tile<4xi32>
    %mine = offset %parts, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %stored = store_ptr_tko weak %mine, %x : tile<ptr<i32>>, tile<i32> -> token
    %before, %counted = atomic_rmw_tko relaxed device %done, add, %one token=%stored : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %last = cmpi equal %before, %three, signed : tile<i32> -> tile<i1>
    if %last {
      %all1 = reshape %parts : tile<ptr<i32>> -> tile<1xptr<i32>>
      %alln = broadcast %all1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
      %all = offset %alln, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
      %v, %read = load_ptr_tko weak %all token=%counted : tile<4xptr<i32>> -> tile<4xi32>, token
      %s = reduce %v dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32>
      (%a: tile<i32>, %b: tile<i32>) {
        %c = addi %a, %b : tile<i32>
        yield %c : tile<i32>
      }
      %written = store_ptr_tko weak %out, %s : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
  entry @right(%parts: tile<ptr<i32>>, %done: tile<ptr<i32>>, %out: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %i = iota : tile<4xi32>
    %mine = offset %parts, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %stored = store_ptr_tko weak %mine, %x : tile<ptr<i32>>, tile<i32> -> token
    %before, %counted = atomic_rmw_tko acq_rel device %done, add, %one token=%stored : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %last = cmpi equal %before, %three, signed : tile<i32> -> tile<i1>
    if %last {
      %all1 = reshape %parts : tile<ptr<i32>> -> tile<1xptr<i32>>
      %alln = broadcast %all1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
      %all = offset %alln, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
      %v, %read = load_ptr_tko weak %all token=%counted : tile<4xptr<i32>> -> tile<4xi32>, token
      %s = reduce %v dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32>
      (%a: tile<i32>, %b: tile<i32>) {
        %c = addi %a, %b : tile<i32>
        yield %c : tile<i32>
      }
      %written = store_ptr_tko weak %out, %s : tile<ptr<i32>>, tile<i32> -> token
    }
    return
  }
}
