// RUN: run --show rows --show columns --show product
// %rows = [11  9]
// %columns = [3 7 2 6]
// %product = -4.
//
// reduce folds every line along a dimension, starting with the identity.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <i32: [[3, 1, 2, 5], [-4, 7, 0, 6]]> : tile<2x4xi32>
    %rows = reduce %a dim=1 identities=[0 : i32] : tile<2x4xi32> -> tile<2xi32>
    (%x: tile<i32>, %acc: tile<i32>) {
      %s = addi %x, %acc : tile<i32>
      yield %s : tile<i32>
    }
    %columns = reduce %a dim=0 identities=[-2147483648 : i32] : tile<2x4xi32> -> tile<4xi32>
    (%x: tile<i32>, %acc: tile<i32>) {
      %m = maxi %x, %acc signed : tile<i32>
      yield %m : tile<i32>
    }
    %f = constant <f32: [0.5, 2.0, -1.0, 4.0]> : tile<4xf32>
    %product = reduce %f dim=0 identities=[1.0 : f32] : tile<4xf32> -> tile<f32>
    (%x: tile<f32>, %acc: tile<f32>) {
      %m = mulf %acc, %x : tile<f32>
      yield %m : tile<f32>
    }
    return
  }
}
