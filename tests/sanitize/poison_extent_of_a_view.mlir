// RUN: run --sanitize --entry wrong --arg 'x:i32[4]=iota'
// E0501 line 17, with 13: `make_tensor_view`: an undefined value is an extent or stride of a tensor view: memory that was reserved but never written, made by `alloca`
//   fix: store to all of %m that is read, and let the load take the token of that store
// RUN: run --sanitize --entry right --arg 'x:i32[4]=iota'
// clean
//
// The extent of a tensor is taken from scratch memory by a load that asks for another element than the store wrote.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %m = alloca num_elem = 2, alignment = 4 : tile<ptr<i32>>
    %stored = store_ptr_tko weak %m, %four : tile<ptr<i32>>, tile<i32> -> token
    %p = offset %m, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %n, %t = load_ptr_tko weak %p token=%stored : tile<ptr<i32>> -> tile<i32>, token
    %v = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    return
  }
  entry @right(%x: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %m = alloca num_elem = 2, alignment = 4 : tile<ptr<i32>>
    %stored = store_ptr_tko weak %m, %four : tile<ptr<i32>>, tile<i32> -> token
    %p = offset %m, %zero : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %n, %t = load_ptr_tko weak %p token=%stored : tile<ptr<i32>> -> tile<i32>, token
    %v = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
    return
  }
}
