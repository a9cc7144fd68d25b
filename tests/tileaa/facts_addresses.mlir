// RUN: compile --emit=tileaa --print-facts
// %a: divisor 16
// %s: divisor 8
// %m: range [0, 1000000]
// %b: range [0, 16777214]
// %by: range [0, 16777214]
// %bz: range [0, 16777214]
// %c: is 64
// %start: divisor 64, range [0, 1073741696]
// %start1: divisor 64, range [0, 1073741696]
// %starts: runs [64 x 0], divisor 64, range [0, 1073741696]
// %i: runs [64 x 1], divisor 4611686018427387904, range [0, 63]
// %rows: runs [64 x 1], divisor 64, range [0, 1073741759]
// %column: runs [64 x 1, 1 x 0], divisor 64, range [0, 1073741759]
// %s1: divisor 8
// %ss: runs [64 x 0, 1 x 0], divisor 8
// %far: divisor 8
// %far2: runs [1 x 0, 32 x 0] that may wrap, divisor 8
// %j: runs [32 x 1], divisor 4611686018427387904, range [0, 31]
// %row: runs [1 x 0, 32 x 1], divisor 4611686018427387904, range [0, 31]
// %row2: runs [64 x 0, 32 x 1], divisor 4611686018427387904, range [0, 31]
// %offsets: runs [1 x 0, 32 x 1] that may wrap, divisor 8
// %base1: divisor 16
// %base: runs [64 x 0, 32 x 0], divisor 16
// %p: runs [1 x 0, 8 x 4], divisor 16
// %m1: range [0, 1000000]
// %ms: runs [64 x 0], range [0, 1000000]
//
// Rows of addresses are runs of four bytes. Their starts are divisible by 16: the base is by promise, and so is the stride,
// of 8 elements of 4 bytes.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>, %stride: tile<i32>) {
    %a = assume div_by<16>, %x : tile<ptr<f32>>
    %s = assume div_by<8>, %stride : tile<i32>
    %m = assume bounded<0, 1000000>, %n : tile<i32>
    %b, %by, %bz = get_tile_block_id : tile<i32>
    %c = constant <i32: 64> : tile<i32>
    %start = muli %b, %c : tile<i32>
    %start1 = reshape %start : tile<i32> -> tile<1xi32>
    %starts = broadcast %start1 : tile<1xi32> -> tile<64xi32>
    %i = iota : tile<64xi32>
    %rows = addi %starts, %i : tile<64xi32>
    %column = reshape %rows : tile<64xi32> -> tile<64x1xi32>
    %s1 = reshape %s : tile<i32> -> tile<1x1xi32>
    %ss = broadcast %s1 : tile<1x1xi32> -> tile<64x1xi32>
    %far = muli %column, %ss : tile<64x1xi32>
    %far2 = broadcast %far : tile<64x1xi32> -> tile<64x32xi32>
    %j = iota : tile<32xi32>
    %row = reshape %j : tile<32xi32> -> tile<1x32xi32>
    %row2 = broadcast %row : tile<1x32xi32> -> tile<64x32xi32>
    %offsets = addi %far2, %row2 : tile<64x32xi32>
    %base1 = reshape %a : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %base = broadcast %base1 : tile<1x1xptr<f32>> -> tile<64x32xptr<f32>>
    %p = offset %base, %offsets : tile<64x32xptr<f32>>, tile<64x32xi32> -> tile<64x32xptr<f32>>
    %m1 = reshape %m : tile<i32> -> tile<1xi32>
    %ms = broadcast %m1 : tile<1xi32> -> tile<64xi32>
    %mask = cmpi less_than %rows, %ms, signed : tile<64xi32> -> tile<64xi1>
    %v, %t = load_ptr_tko weak %p : tile<64x32xptr<f32>> -> tile<64x32xf32>, token
    %u = print_tko "%d", %mask token=%t : tile<64xi1> -> token
    return
  }
}
