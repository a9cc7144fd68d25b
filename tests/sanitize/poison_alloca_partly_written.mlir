// RUN: run --sanitize --entry wrong --arg 'out:i32[1]=zeros'
// E0501 line 24, with 12: `store_ptr_tko`: an undefined value is stored to memory: memory that was reserved but never written, made by `alloca`
//   fix: store to all of %m that is read, and let the load take the token of that store
// RUN: run --sanitize --entry right --arg 'out:i32[1]=zeros'
// clean
//
// The first half of scratch memory is written, all of it is summed.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %two = constant <i32: 2> : tile<4xi32>
    %i = iota : tile<4xi32>
    %m = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    %p1 = reshape %m : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %low = cmpi less_than %i, %two, signed : tile<4xi32> -> tile<4xi1>
    %stored = store_ptr_tko weak %p, %i, %low : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token
    %v, %t = load_ptr_tko weak %p token=%stored : tile<4xptr<i32>> -> tile<4xi32>, token
    %s = reduce %v dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32>
    (%a: tile<i32>, %b: tile<i32>) {
      %c = addi %a, %b : tile<i32>
      yield %c : tile<i32>
    }
    %written = store_ptr_tko weak %out, %s : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %two = constant <i32: 2> : tile<4xi32>
    %i = iota : tile<4xi32>
    %m = alloca num_elem = 4, alignment = 4 : tile<ptr<i32>>
    %p1 = reshape %m : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %stored = store_ptr_tko weak %p, %i : tile<4xptr<i32>>, tile<4xi32> -> token
    %v, %t = load_ptr_tko weak %p token=%stored : tile<4xptr<i32>> -> tile<4xi32>, token
    %s = reduce %v dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32>
    (%a: tile<i32>, %b: tile<i32>) {
      %c = addi %a, %b : tile<i32>
      yield %c : tile<i32>
    }
    %written = store_ptr_tko weak %out, %s : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
