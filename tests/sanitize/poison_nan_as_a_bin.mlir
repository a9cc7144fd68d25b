// RUN: run --sanitize --entry wrong --arg 'x:f32[1]=full(nan)' --arg 'bins:i32[8]=zeros'
// E0509 line 14, with 12: `atomic_rmw_tko`: an undefined value is used as an address: a float that the integer type cannot hold, made by `ftoi`
//   fix: make %bin `saturating`, or clamp %v before it is converted
// RUN: run --sanitize --entry right --arg 'x:f32[1]=full(nan)' --arg 'bins:i32[8]=zeros'
// clean
//
// The bin of a histogram is computed from NaN.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<f32>>, %bins: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %v, %t = load_ptr_tko weak %x : tile<ptr<f32>> -> tile<f32>, token
    %bin = ftoi %v signed : tile<f32> -> tile<i32>
    %p = offset %bins, %bin : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %old, %u = atomic_rmw_tko relaxed device %p, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
  entry @right(%x: tile<ptr<f32>>, %bins: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %v, %t = load_ptr_tko weak %x : tile<ptr<f32>> -> tile<f32>, token
    %none = constant <f32: 0.0> : tile<f32>
    %ok = cmpf equal ordered %v, %v : tile<f32> -> tile<i1>
    %f = select %ok, %v, %none : tile<i1>, tile<f32>
    %bin = ftoi %f signed : tile<f32> -> tile<i32>
    %p = offset %bins, %bin : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %old, %u = atomic_rmw_tko relaxed device %p, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    return
  }
}
