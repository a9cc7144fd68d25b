// RUN: run --sanitize --entry wrong --arg 'out:i32[1]=zeros'
// E0501 line 25, with 15: `store_ptr_tko`: an undefined value is stored to memory: memory that was reserved but never written, made by `alloca`
//   fix: store to all of %m that is read, and let the load take the token of that store
// RUN: run --sanitize --entry right --arg 'out:i32[1]=zeros'
// clean
//
// Scratch memory that is reserved in the body of a loop is new in every iteration: nothing is left of the one before.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %start = make_token : token
    %last = for %i in (%zero to %three, step %one) : tile<i32> iter_values(%before = %start) -> (token) {
      %m = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
      %first = cmpi equal %i, %zero, signed : tile<i32> -> tile<i1>
      %ready = if %first -> (token) {
        %init = store_ptr_tko weak %m, %one token=%before : tile<ptr<i32>>, tile<i32> -> token
        yield %init : token
      } else {
        yield %before : token
      }
      %v, %read = load_ptr_tko weak %m token=%ready : tile<ptr<i32>> -> tile<i32>, token
      %w = addi %v, %one : tile<i32>
      %kept = store_ptr_tko weak %m, %w token=%read : tile<ptr<i32>>, tile<i32> -> token
      continue %kept : token
    }
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %start = make_token : token
    %m = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
    %last = for %i in (%zero to %three, step %one) : tile<i32> iter_values(%before = %start) -> (token) {
      %first = cmpi equal %i, %zero, signed : tile<i32> -> tile<i1>
      %ready = if %first -> (token) {
        %init = store_ptr_tko weak %m, %one token=%before : tile<ptr<i32>>, tile<i32> -> token
        yield %init : token
      } else {
        yield %before : token
      }
      %v, %read = load_ptr_tko weak %m token=%ready : tile<ptr<i32>> -> tile<i32>, token
      %w = addi %v, %one : tile<i32>
      %kept = store_ptr_tko weak %m, %w token=%read : tile<ptr<i32>>, tile<i32> -> token
      continue %kept : token
    }
    return
  }
}
