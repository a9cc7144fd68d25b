// RUN: run --arg 'a:i32[4]=zeros'
// TRAP: error[E0520]
// TRAP: element 64
//
// 128 lanes on five elements, of which there are four: the first lane on the fifth is named.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<i32>>) {
    %iota = iota : tile<128xi32>
    %one = constant <i32: 1> : tile<128xi32>
    %sixteen = constant <i32: 16> : tile<128xi32>
    %at = divi %iota, %sixteen unsigned : tile<128xi32>
    %as_1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %as = broadcast %as_1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %p = offset %as, %at : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %old, %t = atomic_rmw_tko relaxed device %p, add, %one : tile<128xptr<i32>>, tile<128xi32> -> tile<128xi32>, token
    return
  }
}
