// RUN: run --sanitize --entry wrong --arg 'out:i32[1]=zeros'
// E0522 line 20: `load_ptr_tko`: reads the alloca of 1 x i32 after it was released
//   fix: reserve the memory in a region that lasts as long as it is used
// RUN: run --sanitize --entry right --arg 'out:i32[1]=zeros'
// clean
//
// Scratch memory that a branch reserved is used behind the branch.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %yes = constant <i1: true> : tile<i1>
    %p, %stored = if %yes -> (tile<ptr<i32>>, token) {
      %m = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
      %first = store_ptr_tko weak %m, %one : tile<ptr<i32>>, tile<i32> -> token
      yield %m, %first : tile<ptr<i32>>, token
    } else {
      %none = make_token : token
      yield %out, %none : tile<ptr<i32>>, token
    }
    %v, %read = load_ptr_tko weak %p token=%stored : tile<ptr<i32>> -> tile<i32>, token
    %written = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %yes = constant <i1: true> : tile<i1>
    %m = alloca num_elem = 1, alignment = 4 : tile<ptr<i32>>
    %p, %stored = if %yes -> (tile<ptr<i32>>, token) {
      %first = store_ptr_tko weak %m, %one : tile<ptr<i32>>, tile<i32> -> token
      yield %m, %first : tile<ptr<i32>>, token
    } else {
      %none = make_token : token
      yield %out, %none : tile<ptr<i32>>, token
    }
    %v, %read = load_ptr_tko weak %p token=%stored : tile<ptr<i32>> -> tile<i32>, token
    %written = store_ptr_tko weak %out, %v : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
