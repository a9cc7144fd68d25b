// RUN: run --grid 3 --arg 'x:f32[40]=iota' --arg 'y:f32[40]=full(-1)' --print y
// y = [-1.  0.  1.  2.  3.  4.  5.  6.  7.  8.  9. 10. 11. 12. 13. 14. 15. 16.
//      17. 18. 19. 20. 21. 22. 23. 24. 25. 26. 27. 28. 29. 30. 31. 32. 33. 34.
//      35. 36. 37. 38.]
//
// The same through addresses, under a mask, in four parts; what is written was read from the same place.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) optimization_hints=<default = {num_cta_in_cga = 4}> {
    %i, %j, %l = get_tile_block_id : tile<i32>
    %sixteen = constant <i32: 16> : tile<i32>
    %first = muli %i, %sixteen : tile<i32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_all = broadcast %first_1 : tile<1xi32> -> tile<16xi32>
    %lanes = iota : tile<16xi32>
    %n = addi %first_all, %lanes : tile<16xi32>
    %limit = constant <i32: 40> : tile<16xi32>
    %inside = cmpi less_than %n, %limit, signed : tile<16xi32> -> tile<16xi1>
    %x_1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %x_all = broadcast %x_1 : tile<1xptr<f32>> -> tile<16xptr<f32>>
    %xs = offset %x_all, %n : tile<16xptr<f32>>, tile<16xi32> -> tile<16xptr<f32>>
    %y_1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
    %y_all = broadcast %y_1 : tile<1xptr<f32>> -> tile<16xptr<f32>>
    %ys = offset %y_all, %n : tile<16xptr<f32>>, tile<16xi32> -> tile<16xptr<f32>>
    %none = constant <f32: 0.0> : tile<16xf32>
    %v, %t0 = load_ptr_tko weak %xs, %inside, %none : tile<16xptr<f32>>, tile<16xi1>, tile<16xf32> -> tile<16xf32>, token
    %u, %t1 = load_ptr_tko weak %ys, %inside, %none : tile<16xptr<f32>>, tile<16xi1>, tile<16xf32> -> tile<16xf32>, token
    %sum = addf %v, %u : tile<16xf32>
    %t2 = store_ptr_tko weak %ys, %sum, %inside token=%t1 : tile<16xptr<f32>>, tile<16xf32>, tile<16xi1> -> token
    return
  }
}
