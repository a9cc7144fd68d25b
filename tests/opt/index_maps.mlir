// RUN: opt --passes=canonicalize
// cuda_tile.module @tests {
//   entry @k(%row: tile<i32>, %stride: tile<i32>) {
//     %i = iota : tile<16xi32>
//     %column = reshape %i : tile<16xi32> -> tile<16x1xi32>
//     %line = reshape %i : tile<16xi32> -> tile<1x16xi32>
//     %across = broadcast %line : tile<1x16xi32> -> tile<16x16xi32>
//     %r = reshape %row : tile<i32> -> tile<1x1xi32>
//     %s = reshape %stride : tile<i32> -> tile<1x1xi32>
//     %bcast = broadcast %r : tile<1x1xi32> -> tile<16x1xi32>
//     %0 = addi %column, %bcast : tile<16x1xi32>
//     %bcast_0 = broadcast %s : tile<1x1xi32> -> tile<16x1xi32>
//     %1 = muli %0, %bcast_0 : tile<16x1xi32>
//     %cst_7_i32 = constant <i32: 7> : tile<16x1xi32>
//     %2 = addi %1, %cst_7_i32 : tile<16x1xi32>
//     %shifted = broadcast %2 : tile<16x1xi32> -> tile<16x16xi32>
//     %index = addi %shifted, %across : tile<16x16xi32>
//     %p0 = print_tko "%d", %index : tile<16x16xi32> -> token
//     %square = addi %index, %index : tile<16x16xi32>
//     %p1 = print_tko "%d", %square : tile<16x16xi32> -> token
//     %reshape = reshape %i : tile<16xi32> -> tile<1x16xi32>
//     %turned = broadcast %reshape : tile<1x16xi32> -> tile<16x16xi32>
//     %unit = reshape %i : tile<16xi32> -> tile<1x16xi32>
//     %filled = broadcast %r : tile<1x1xi32> -> tile<4x64xi32>
//     %p2 = print_tko "%d %d %d", %turned, %unit, %filled : tile<16x16xi32>, tile<1x16xi32>, tile<4x64xi32> -> token
//     %p3 = print_tko "%d", %index : tile<16x16xi32> -> token
//     %p4 = print_tko "%d", %i : tile<16xi32> -> token
//     return
//   }
// }
//
// Broadcast, reshape and permute are index maps: two are one, one that moves nothing is none, and they move behind
// element-wise ops, which are computed in the smallest shape. `rows * stride` is a column of 16 elements here, not a matrix.
cuda_tile.module @tests {
  entry @k(%row: tile<i32>, %stride: tile<i32>) {
    %i = iota : tile<16xi32>
    %column = reshape %i : tile<16xi32> -> tile<16x1xi32>
    %down = broadcast %column : tile<16x1xi32> -> tile<16x16xi32>
    %line = reshape %i : tile<16xi32> -> tile<1x16xi32>
    %across = broadcast %line : tile<1x16xi32> -> tile<16x16xi32>
    %r = reshape %row : tile<i32> -> tile<1x1xi32>
    %r_all = broadcast %r : tile<1x1xi32> -> tile<16x16xi32>
    %s = reshape %stride : tile<i32> -> tile<1x1xi32>
    %s_all = broadcast %s : tile<1x1xi32> -> tile<16x16xi32>
    %seven = constant <i32: 7> : tile<16x16xi32>
    %rows = addi %down, %r_all : tile<16x16xi32>
    %scaled = muli %rows, %s_all : tile<16x16xi32>
    %shifted = addi %scaled, %seven : tile<16x16xi32>
    %index = addi %shifted, %across : tile<16x16xi32>
    %p0 = print_tko "%d", %index : tile<16x16xi32> -> token
    %t = permute %index [1, 0] : tile<16x16xi32> -> tile<16x16xi32>
    %tt = permute %t [1, 0] : tile<16x16xi32> -> tile<16x16xi32>
    %flat = reshape %tt : tile<16x16xi32> -> tile<256xi32>
    %twice = addi %flat, %flat : tile<256xi32>
    %square = reshape %twice : tile<256xi32> -> tile<16x16xi32>
    %p1 = print_tko "%d", %square : tile<16x16xi32> -> token
    %turned = permute %down [1, 0] : tile<16x16xi32> -> tile<16x16xi32>
    %unit = permute %column [1, 0] : tile<16x1xi32> -> tile<1x16xi32>
    %filled = reshape %r_all : tile<16x16xi32> -> tile<4x64xi32>
    %p2 = print_tko "%d %d %d", %turned, %unit, %filled : tile<16x16xi32>, tile<1x16xi32>, tile<4x64xi32> -> token
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %both = cat %index, %tt dim = 1 : tile<16x16xi32>, tile<16x16xi32> -> tile<16x32xi32>
    %second = extract %both[%zero, %one] : tile<16x32xi32> -> tile<16x16xi32>
    %put = insert %second, %both[%zero, %zero] : tile<16x16xi32>, tile<16x32xi32>
    %taken = extract %put[%zero, %zero] : tile<16x32xi32> -> tile<16x16xi32>
    %p3 = print_tko "%d", %taken : tile<16x16xi32> -> token
    %packed = pack %i : tile<16xi32> -> tile<64xi8>
    %unpacked = unpack %packed : tile<64xi8> -> tile<16xi32>
    %p4 = print_tko "%d", %unpacked : tile<16xi32> -> token
    return
  }
}
