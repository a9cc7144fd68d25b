// RUN: run --sanitize --entry wrong --arg 'out:i32[4]=zeros'
// E0570 line 25, with 24: `load_ptr_tko` reads element 3 of the alloca of 4 x i32, which `store_ptr_tko` writes; no token orders the two
//   fix: join token %stored of the `store_ptr_tko` with %init and pass the result to the `load_ptr_tko`
// RUN: run --sanitize --entry right --arg 'out:i32[4]=zeros'
// clean
//
// A tile is turned round through scratch memory; the load does not wait for the store.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %three = constant <i32: 3> : tile<4xi32>
    %k = subi %three, %i : tile<4xi32>
    %m = alloca num_elem = 4, alignment = 16 : tile<ptr<i32>>
    %p1 = reshape %m : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %q1 = reshape %m : tile<ptr<i32>> -> tile<1xptr<i32>>
    %qn = broadcast %q1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %q = offset %qn, %k : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %o1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %on = broadcast %o1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %o = offset %on, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %init = store_ptr_tko weak %p, %three : tile<4xptr<i32>>, tile<4xi32> -> token
    %stored = store_ptr_tko weak %p, %i token=%init : tile<4xptr<i32>>, tile<4xi32> -> token
    %v, %read = load_ptr_tko weak %q token=%init : tile<4xptr<i32>> -> tile<4xi32>, token
    %written = store_ptr_tko weak %o, %v : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %i = iota : tile<4xi32>
    %three = constant <i32: 3> : tile<4xi32>
    %k = subi %three, %i : tile<4xi32>
    %m = alloca num_elem = 4, alignment = 16 : tile<ptr<i32>>
    %p1 = reshape %m : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %p = offset %pn, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %q1 = reshape %m : tile<ptr<i32>> -> tile<1xptr<i32>>
    %qn = broadcast %q1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %q = offset %qn, %k : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %o1 = reshape %out : tile<ptr<i32>> -> tile<1xptr<i32>>
    %on = broadcast %o1 : tile<1xptr<i32>> -> tile<4xptr<i32>>
    %o = offset %on, %i : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>
    %init = store_ptr_tko weak %p, %three : tile<4xptr<i32>>, tile<4xi32> -> token
    %stored = store_ptr_tko weak %p, %i token=%init : tile<4xptr<i32>>, tile<4xi32> -> token
    %v, %read = load_ptr_tko weak %q token=%stored : tile<4xptr<i32>> -> tile<4xi32>, token
    %written = store_ptr_tko weak %o, %v : tile<4xptr<i32>>, tile<4xi32> -> token
    return
  }
}
