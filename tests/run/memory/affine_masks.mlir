// RUN: run --arg 'x:i32[8]=arange(1)' --arg 3 --arg true --arg -2 --show from --show middle --show all --show none --show below
// %from = [-1 -1 -1  4  5  6  7  8]
// %middle = [-1 -1 -1  4  5  6  7 -1]
// %all = [1 2 3 4 5 6 7 8]
// %none = [-1 -1 -1 -1 -1 -1 -1 -1]
// %below = [1 2 3 4 5 6 7 8]
//
// Masks: lanes from one on, lanes between two, all or none by one scalar, and a comparison without signs with a bound
// that is negative with them.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>, %n: tile<i32>, %on: tile<i1>, %bound: tile<i32>) {
    %iota = iota : tile<8xi32>
    %xs_1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %xs = broadcast %xs_1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
    %xp = offset %xs, %iota : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
    %padding = constant <i32: -1> : tile<8xi32>
    %ns_1 = reshape %n : tile<i32> -> tile<1xi32>
    %ns = broadcast %ns_1 : tile<1xi32> -> tile<8xi32>
    %is_from = cmpi greater_than_or_equal %iota, %ns, signed : tile<8xi32> -> tile<8xi1>
    %from, %t0 = load_ptr_tko weak %xp, %is_from, %padding : tile<8xptr<i32>>, tile<8xi1>, tile<8xi32> -> tile<8xi32>, token
    %six = constant <i32: 6> : tile<8xi32>
    %is_below = cmpi less_than_or_equal %iota, %six, unsigned : tile<8xi32> -> tile<8xi1>
    %is_middle = andi %is_from, %is_below : tile<8xi1>
    %middle, %t1 = load_ptr_tko weak %xp, %is_middle, %padding : tile<8xptr<i32>>, tile<8xi1>, tile<8xi32> -> tile<8xi32>, token
    %ons_1 = reshape %on : tile<i1> -> tile<1xi1>
    %ons = broadcast %ons_1 : tile<1xi1> -> tile<8xi1>
    %all, %t2 = load_ptr_tko weak %xp, %ons, %padding : tile<8xptr<i32>>, tile<8xi1>, tile<8xi32> -> tile<8xi32>, token
    %true = constant <i1: true> : tile<i1>
    %off = xori %on, %true : tile<i1>
    %offs_1 = reshape %off : tile<i1> -> tile<1xi1>
    %offs = broadcast %offs_1 : tile<1xi1> -> tile<8xi1>
    %is_none = andi %offs, %is_below : tile<8xi1>
    %none, %t3 = load_ptr_tko weak %xp, %is_none, %padding : tile<8xptr<i32>>, tile<8xi1>, tile<8xi32> -> tile<8xi32>, token
    %bounds_1 = reshape %bound : tile<i32> -> tile<1xi32>
    %bounds = broadcast %bounds_1 : tile<1xi32> -> tile<8xi32>
    %is_unsigned = cmpi less_than %iota, %bounds, unsigned : tile<8xi32> -> tile<8xi1>
    %below, %t4 = load_ptr_tko weak %xp, %is_unsigned, %padding : tile<8xptr<i32>>, tile<8xi1>, tile<8xi32> -> tile<8xi32>, token
    return
  }
}
