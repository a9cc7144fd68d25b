// RUN: run --arg 'f32[5]=arange(1)' --arg 'y:f32[8]=full(9)' --arg 5 --show v --print y
// %v = [ 1.  2.  3.  4.  5. -1. -1. -1.]
// y = [ 2.  4.  6.  8. 10.  9.  9.  9.]
//
// Loads and stores lane by lane; masked-off lanes load the padding value and store nothing.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %n: tile<i32>) {
    %iota = iota : tile<8xi32>
    %xs = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %xb = broadcast %xs : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %xp = offset %xb, %iota : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %ys = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
    %yb = broadcast %ys : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %yp = offset %yb, %iota : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %ns = broadcast %n1 : tile<1xi32> -> tile<8xi32>
    %mask = cmpi less_than %iota, %ns, signed : tile<8xi32> -> tile<8xi1>
    %padding = constant <f32: -1.0> : tile<8xf32>
    %v, %t = load_ptr_tko weak %xp, %mask, %padding : tile<8xptr<f32>>, tile<8xi1>, tile<8xf32> -> tile<8xf32>, token
    %u = addf %v, %v : tile<8xf32>
    %t2 = store_ptr_tko weak %yp, %u, %mask token=%t : tile<8xptr<f32>>, tile<8xf32>, tile<8xi1> -> token
    return
  }
}
