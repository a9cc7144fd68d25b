// RUN: run --sanitize --entry wrong --arg 'x:f32[5]=iota' --arg 'out:f32[1]=zeros'
// E0502 line 22, with 16: `store_ptr_tko`: an undefined value is stored to memory: a masked-off load lane without padding, made by `load_ptr_tko`
//   fix: give the load of %v a padding value, or mask what uses %v in the same way
// RUN: run --sanitize --entry right --arg 'x:f32[5]=iota' --arg 'out:f32[1]=zeros'
// clean
//
// The tail of a sum is masked off, but not padded with zeros: what those lanes hold goes into the sum.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %i = iota : tile<8xi32>
    %n = constant <i32: 5> : tile<8xi32>
    %inside = cmpi less_than %i, %n, signed : tile<8xi32> -> tile<8xi1>
    %p1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pn = broadcast %p1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %p = offset %pn, %i : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %v, %t = load_ptr_tko weak %p, %inside : tile<8xptr<f32>>, tile<8xi1> -> tile<8xf32>, token
    %s = reduce %v dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = addf %a, %b : tile<f32>
      yield %c : tile<f32>
    }
    %written = store_ptr_tko weak %out, %s : tile<ptr<f32>>, tile<f32> -> token
    return
  }
  entry @right(%x: tile<ptr<f32>>, %out: tile<ptr<f32>>) {
    %i = iota : tile<8xi32>
    %n = constant <i32: 5> : tile<8xi32>
    %inside = cmpi less_than %i, %n, signed : tile<8xi32> -> tile<8xi1>
    %p1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pn = broadcast %p1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %p = offset %pn, %i : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %none = constant <f32: 0.0> : tile<8xf32>
    %v, %t = load_ptr_tko weak %p, %inside, %none : tile<8xptr<f32>>, tile<8xi1>, tile<8xf32> -> tile<8xf32>, token
    %s = reduce %v dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = addf %a, %b : tile<f32>
      yield %c : tile<f32>
    }
    %written = store_ptr_tko weak %out, %s : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
