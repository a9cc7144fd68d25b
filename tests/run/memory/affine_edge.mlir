// RUN: run --grid 3 --arg 'x:f32[20]=arange(1)' --arg 'y:f32[24]=full(9)' --arg 20 --print y
// y = [ 2.  4.  6.  8. 10. 12. 14. 16. 18. 20. 22. 24. 26. 28. 30. 32. 34. 36.
//      38. 40.  9.  9.  9.  9.]
//
// Pointers that follow from scalars and lanes: a whole block, another, and one that is cut off.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %n: tile<i32>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %eight = constant <i32: 8> : tile<i32>
    %first = muli %block, %eight : tile<i32>
    %firsts_1 = reshape %first : tile<i32> -> tile<1xi32>
    %firsts = broadcast %firsts_1 : tile<1xi32> -> tile<8xi32>
    %iota = iota : tile<8xi32>
    %index = addi %firsts, %iota : tile<8xi32>
    %ns_1 = reshape %n : tile<i32> -> tile<1xi32>
    %ns = broadcast %ns_1 : tile<1xi32> -> tile<8xi32>
    %inside = cmpi greater_than %ns, %index, signed : tile<8xi32> -> tile<8xi1>
    %xs_1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %xs = broadcast %xs_1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %xp = offset %xs, %index : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %ys_1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
    %ys = broadcast %ys_1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %yp = offset %ys, %index : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %v, %t = load_ptr_tko weak %xp, %inside : tile<8xptr<f32>>, tile<8xi1> -> tile<8xf32>, token
    %u = addf %v, %v : tile<8xf32>
    %t2 = store_ptr_tko weak %yp, %u, %inside : tile<8xptr<f32>>, tile<8xf32>, tile<8xi1> -> token
    return
  }
}
