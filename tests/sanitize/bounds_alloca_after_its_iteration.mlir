// RUN: run --sanitize --entry wrong --arg 'out:i32[1]=zeros'
// E0522 line 15: `load_ptr_tko`: reads the alloca of 1 x i32 after it was released
//   fix: reserve the memory in a region that lasts as long as it is used
// RUN: run --sanitize --entry right --arg 'out:i32[1]=zeros'
// clean
//
// Each iteration hands its own scratch memory to the next one, which finds it gone.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %start = make_token : token
    %p, %end = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%last = %out, %before = %start) -> (tile<ptr<i32>>, token) {
      %v, %read = load_ptr_tko weak %last token=%before : tile<ptr<i32>> -> tile<i32>, token
      %m = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
      %w = addi %v, %one : tile<i32>
      %kept = store_ptr_tko weak %m, %w token=%read : tile<ptr<i32>>, tile<i32> -> token
      continue %m, %kept : tile<ptr<i32>>, token
    }
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %start = make_token : token
    %m = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
    %p, %end = for %i in (%zero to %two, step %one) : tile<i32> iter_values(%last = %out, %before = %start) -> (tile<ptr<i32>>, token) {
      %v, %read = load_ptr_tko weak %last token=%before : tile<ptr<i32>> -> tile<i32>, token
      %w = addi %v, %one : tile<i32>
      %kept = store_ptr_tko weak %m, %w token=%read : tile<ptr<i32>>, tile<i32> -> token
      continue %m, %kept : tile<ptr<i32>>, token
    }
    return
  }
}
