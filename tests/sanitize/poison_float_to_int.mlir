// RUN: run --sanitize --entry wrong --arg 'x:f32[4]=full(300.0)' --arg 'y:i8[4]=zeros'
// E0509 line 19, with 18: `store_ptr_tko`: an undefined value is stored to memory: a float that the integer type cannot hold, made by `ftoi`
//   fix: make %b `saturating`, or clamp %v before it is converted
// RUN: run --sanitize --entry right --arg 'x:f32[4]=full(300.0)' --arg 'y:i8[4]=zeros'
// clean
//
// 300 is quantised to a byte without saturation.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<f32>>, %y: tile<ptr<i8>>) {
    %i = iota : tile<4xi32>
    %p1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pn = broadcast %p1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %p = offset %pn, %i : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %q1 = reshape %y : tile<ptr<i8>> -> tile<1xptr<i8>>
    %qn = broadcast %q1 : tile<1xptr<i8>> -> tile<4xptr<i8>>
    %q = offset %qn, %i : tile<4xptr<i8>>, tile<4xi32> -> tile<4xptr<i8>>
    %v, %t = load_ptr_tko weak %p : tile<4xptr<f32>> -> tile<4xf32>, token
    %b = ftoi %v signed : tile<4xf32> -> tile<4xi8>
    %written = store_ptr_tko weak %q, %b : tile<4xptr<i8>>, tile<4xi8> -> token
    return
  }
  entry @right(%x: tile<ptr<f32>>, %y: tile<ptr<i8>>) {
    %i = iota : tile<4xi32>
    %p1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pn = broadcast %p1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %p = offset %pn, %i : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %q1 = reshape %y : tile<ptr<i8>> -> tile<1xptr<i8>>
    %qn = broadcast %q1 : tile<1xptr<i8>> -> tile<4xptr<i8>>
    %q = offset %qn, %i : tile<4xptr<i8>>, tile<4xi32> -> tile<4xptr<i8>>
    %v, %t = load_ptr_tko weak %p : tile<4xptr<f32>> -> tile<4xf32>, token
    %b = ftoi %v signed saturating : tile<4xf32> -> tile<4xi8>
    %written = store_ptr_tko weak %q, %b : tile<4xptr<i8>>, tile<4xi8> -> token
    return
  }
}
