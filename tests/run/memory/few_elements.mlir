// RUN: run --grid 4 --arg 'a:i32[64]=arange(-5)' --arg 'b:i64[64]=arange(-5)' --print a --print b
// a = [      0       0       0       0       4       0       0       0      -5
//           -1      -1      -1      -1      -1      -1      -1   32315  -28500
//       -21283  -32626   -2033  -21293     194   -8591 -154527  -16054   90779
//       -32892   83813   15811 -107860  130045   26819   29286   31753   27892
//        30359   32073   28964   31432  -32391  -29925  -27458  -31319  -28852
//       -32713  -30998  -28530   -5573   -3106    -639   -5252   -2785    -319
//        -4180   -1712       1      52      53      54      55      56      57
//           58]
// b = [      0       0       0       0       4       0       0       0      -5
//           -1      -1      -1      -1      -1      -1      -1   32315  -28500
//       -21283  -32626   -2033  -21293     194   -8591 -154527  -16054   90779
//       -32892   83813   15811 -107860  130045   26819   29286   31753   27892
//        30359   32073   28964   31432  -32391  -29925  -27458  -31319  -28852
//       -32713  -30998  -28530   -5573   -3106    -639   -5252   -2785    -319
//        -4180   -1712       1      52      53      54      55      56      57
//           58]
//
// 128 lanes on eight elements, every mode in both widths, some lanes masked off, several tile blocks: what is left does
// not depend on an order.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<i32>>, %b: tile<ptr<i64>>) {
    %iota = iota : tile<128xi32>
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %blocks_1 = reshape %block : tile<i32> -> tile<1xi32>
    %blocks = broadcast %blocks_1 : tile<1xi32> -> tile<128xi32>
    %eight = constant <i32: 8> : tile<128xi32>
    %few = remi %iota, %eight unsigned : tile<128xi32>
    %factor = constant <i32: 2467> : tile<128xi32>
    %scaled = muli %iota, %factor : tile<128xi32>
    %moved = addi %scaled, %blocks : tile<128xi32>
    %spread = trunci %moved : tile<128xi32> -> tile<128xi16>
    %five = constant <i32: 5> : tile<128xi32>
    %fifth = remi %iota, %five unsigned : tile<128xi32>
    %some = cmpi not_equal %fifth, %blocks, signed : tile<128xi32> -> tile<128xi1>
    %i32s_1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %i32s = broadcast %i32s_1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %i64s_1 = reshape %b : tile<ptr<i64>> -> tile<1xptr<i64>>
    %i64s = broadcast %i64s_1 : tile<1xptr<i64>> -> tile<128xptr<i64>>
    %numbers_i32 = exti %spread signed : tile<128xi16> -> tile<128xi32>
    %base_and_i32 = constant <i32: 0> : tile<128xi32>
    %at_and_i32 = addi %few, %base_and_i32 : tile<128xi32>
    %p_and_i32 = offset %i32s, %at_and_i32 : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %old_and_i32, %t_and_i32 = atomic_rmw_tko relaxed device %p_and_i32, and, %numbers_i32, %some : tile<128xptr<i32>>, tile<128xi32>, tile<128xi1> -> tile<128xi32>, token
    %base_or_i32 = constant <i32: 8> : tile<128xi32>
    %at_or_i32 = addi %few, %base_or_i32 : tile<128xi32>
    %p_or_i32 = offset %i32s, %at_or_i32 : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %old_or_i32, %t_or_i32 = atomic_rmw_tko relaxed device %p_or_i32, or, %numbers_i32, %some : tile<128xptr<i32>>, tile<128xi32>, tile<128xi1> -> tile<128xi32>, token
    %base_xor_i32 = constant <i32: 16> : tile<128xi32>
    %at_xor_i32 = addi %few, %base_xor_i32 : tile<128xi32>
    %p_xor_i32 = offset %i32s, %at_xor_i32 : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %old_xor_i32, %t_xor_i32 = atomic_rmw_tko relaxed device %p_xor_i32, xor, %numbers_i32, %some : tile<128xptr<i32>>, tile<128xi32>, tile<128xi1> -> tile<128xi32>, token
    %base_add_i32 = constant <i32: 24> : tile<128xi32>
    %at_add_i32 = addi %few, %base_add_i32 : tile<128xi32>
    %p_add_i32 = offset %i32s, %at_add_i32 : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %old_add_i32, %t_add_i32 = atomic_rmw_tko relaxed device %p_add_i32, add, %numbers_i32, %some : tile<128xptr<i32>>, tile<128xi32>, tile<128xi1> -> tile<128xi32>, token
    %base_max_i32 = constant <i32: 32> : tile<128xi32>
    %at_max_i32 = addi %few, %base_max_i32 : tile<128xi32>
    %p_max_i32 = offset %i32s, %at_max_i32 : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %old_max_i32, %t_max_i32 = atomic_rmw_tko relaxed device %p_max_i32, max, %numbers_i32, %some : tile<128xptr<i32>>, tile<128xi32>, tile<128xi1> -> tile<128xi32>, token
    %base_min_i32 = constant <i32: 40> : tile<128xi32>
    %at_min_i32 = addi %few, %base_min_i32 : tile<128xi32>
    %p_min_i32 = offset %i32s, %at_min_i32 : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %old_min_i32, %t_min_i32 = atomic_rmw_tko relaxed device %p_min_i32, min, %numbers_i32, %some : tile<128xptr<i32>>, tile<128xi32>, tile<128xi1> -> tile<128xi32>, token
    %base_umax_i32 = constant <i32: 48> : tile<128xi32>
    %at_umax_i32 = addi %few, %base_umax_i32 : tile<128xi32>
    %p_umax_i32 = offset %i32s, %at_umax_i32 : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %old_umax_i32, %t_umax_i32 = atomic_rmw_tko relaxed device %p_umax_i32, umax, %numbers_i32, %some : tile<128xptr<i32>>, tile<128xi32>, tile<128xi1> -> tile<128xi32>, token
    %base_umin_i32 = constant <i32: 56> : tile<128xi32>
    %at_umin_i32 = addi %few, %base_umin_i32 : tile<128xi32>
    %p_umin_i32 = offset %i32s, %at_umin_i32 : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %old_umin_i32, %t_umin_i32 = atomic_rmw_tko relaxed device %p_umin_i32, umin, %numbers_i32, %some : tile<128xptr<i32>>, tile<128xi32>, tile<128xi1> -> tile<128xi32>, token
    %numbers_i64 = exti %spread signed : tile<128xi16> -> tile<128xi64>
    %base_and_i64 = constant <i32: 0> : tile<128xi32>
    %at_and_i64 = addi %few, %base_and_i64 : tile<128xi32>
    %p_and_i64 = offset %i64s, %at_and_i64 : tile<128xptr<i64>>, tile<128xi32> -> tile<128xptr<i64>>
    %old_and_i64, %t_and_i64 = atomic_rmw_tko relaxed device %p_and_i64, and, %numbers_i64, %some : tile<128xptr<i64>>, tile<128xi64>, tile<128xi1> -> tile<128xi64>, token
    %base_or_i64 = constant <i32: 8> : tile<128xi32>
    %at_or_i64 = addi %few, %base_or_i64 : tile<128xi32>
    %p_or_i64 = offset %i64s, %at_or_i64 : tile<128xptr<i64>>, tile<128xi32> -> tile<128xptr<i64>>
    %old_or_i64, %t_or_i64 = atomic_rmw_tko relaxed device %p_or_i64, or, %numbers_i64, %some : tile<128xptr<i64>>, tile<128xi64>, tile<128xi1> -> tile<128xi64>, token
    %base_xor_i64 = constant <i32: 16> : tile<128xi32>
    %at_xor_i64 = addi %few, %base_xor_i64 : tile<128xi32>
    %p_xor_i64 = offset %i64s, %at_xor_i64 : tile<128xptr<i64>>, tile<128xi32> -> tile<128xptr<i64>>
    %old_xor_i64, %t_xor_i64 = atomic_rmw_tko relaxed device %p_xor_i64, xor, %numbers_i64, %some : tile<128xptr<i64>>, tile<128xi64>, tile<128xi1> -> tile<128xi64>, token
    %base_add_i64 = constant <i32: 24> : tile<128xi32>
    %at_add_i64 = addi %few, %base_add_i64 : tile<128xi32>
    %p_add_i64 = offset %i64s, %at_add_i64 : tile<128xptr<i64>>, tile<128xi32> -> tile<128xptr<i64>>
    %old_add_i64, %t_add_i64 = atomic_rmw_tko relaxed device %p_add_i64, add, %numbers_i64, %some : tile<128xptr<i64>>, tile<128xi64>, tile<128xi1> -> tile<128xi64>, token
    %base_max_i64 = constant <i32: 32> : tile<128xi32>
    %at_max_i64 = addi %few, %base_max_i64 : tile<128xi32>
    %p_max_i64 = offset %i64s, %at_max_i64 : tile<128xptr<i64>>, tile<128xi32> -> tile<128xptr<i64>>
    %old_max_i64, %t_max_i64 = atomic_rmw_tko relaxed device %p_max_i64, max, %numbers_i64, %some : tile<128xptr<i64>>, tile<128xi64>, tile<128xi1> -> tile<128xi64>, token
    %base_min_i64 = constant <i32: 40> : tile<128xi32>
    %at_min_i64 = addi %few, %base_min_i64 : tile<128xi32>
    %p_min_i64 = offset %i64s, %at_min_i64 : tile<128xptr<i64>>, tile<128xi32> -> tile<128xptr<i64>>
    %old_min_i64, %t_min_i64 = atomic_rmw_tko relaxed device %p_min_i64, min, %numbers_i64, %some : tile<128xptr<i64>>, tile<128xi64>, tile<128xi1> -> tile<128xi64>, token
    %base_umax_i64 = constant <i32: 48> : tile<128xi32>
    %at_umax_i64 = addi %few, %base_umax_i64 : tile<128xi32>
    %p_umax_i64 = offset %i64s, %at_umax_i64 : tile<128xptr<i64>>, tile<128xi32> -> tile<128xptr<i64>>
    %old_umax_i64, %t_umax_i64 = atomic_rmw_tko relaxed device %p_umax_i64, umax, %numbers_i64, %some : tile<128xptr<i64>>, tile<128xi64>, tile<128xi1> -> tile<128xi64>, token
    %base_umin_i64 = constant <i32: 56> : tile<128xi32>
    %at_umin_i64 = addi %few, %base_umin_i64 : tile<128xi32>
    %p_umin_i64 = offset %i64s, %at_umin_i64 : tile<128xptr<i64>>, tile<128xi32> -> tile<128xptr<i64>>
    %old_umin_i64, %t_umin_i64 = atomic_rmw_tko relaxed device %p_umin_i64, umin, %numbers_i64, %some : tile<128xptr<i64>>, tile<128xi64>, tile<128xi1> -> tile<128xi64>, token
    return
  }
}
