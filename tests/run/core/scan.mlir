// RUN: run --show sums --show back --show down
// %sums = [[ 1  3  6 10]
//          [ 5 11 18 26]]
// %back = [[10  9  7  4]
//          [26 21 15  8]]
// %down = [[ 1  2  3  4]
//          [ 5 12 21 32]]
//
// scan gives every partial result, its own element included; reverse starts from the last element.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <i32: [[1, 2, 3, 4], [5, 6, 7, 8]]> : tile<2x4xi32>
    %sums = scan %a dim=1 reverse=false identities=[0 : i32] : tile<2x4xi32> -> tile<2x4xi32>
    (%x: tile<i32>, %acc: tile<i32>) {
      %s = addi %x, %acc : tile<i32>
      yield %s : tile<i32>
    }
    %back = scan %a dim=1 reverse=true identities=[0 : i32] : tile<2x4xi32> -> tile<2x4xi32>
    (%x: tile<i32>, %acc: tile<i32>) {
      %s = addi %x, %acc : tile<i32>
      yield %s : tile<i32>
    }
    %down = scan %a dim=0 reverse=false identities=[1 : i32] : tile<2x4xi32> -> tile<2x4xi32>
    (%x: tile<i32>, %acc: tile<i32>) {
      %s = muli %x, %acc : tile<i32>
      yield %s : tile<i32>
    }
    return
  }
}
