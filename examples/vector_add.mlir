// z = x + y for vectors of any length. Teaches tiles of pointers, and the mask that keeps the last block, which is only
// partly filled, inside the vectors.
//
// RUN: run --grid 3 --arg 'x:f32[10]=iota' --arg 'y:f32[10]=full(100)' --arg 'z:f32[10]=zeros' --arg 'x.shape[0]' --print z
// z = [100. 101. 102. 103. 104. 105. 106. 107. 108. 109.]

cuda_tile.module @vector_add {
  entry @vector_add(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %z: tile<ptr<f32>>, %n: tile<i32>) {
    // The numbers of the four elements that are this block's: block * 4 + [0, 1, 2, 3].
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %first = muli %block, %four : tile<i32>
    // Shapes must agree, and nothing is broadcast silently: one number becomes four in two steps, a reshape from rank 0
    // to rank 1 and a broadcast of the extent 1 to the extent 4.
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_4 = broadcast %first_1 : tile<1xi32> -> tile<4xi32>
    %lanes = iota : tile<4xi32>
    %index = addi %first_4, %lanes : tile<4xi32>

    // Three blocks of four elements are twelve, but the vectors may be shorter. Lanes past the end are switched off.
    %n_1 = reshape %n : tile<i32> -> tile<1xi32>
    %n_4 = broadcast %n_1 : tile<1xi32> -> tile<4xi32>
    %mask = cmpi less_than %index, %n_4, signed : tile<4xi32> -> tile<4xi1>

    // `offset` steps by elements, not bytes. It makes addresses and touches nothing, so a lane may point past the end.
    %x_1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %x_4 = broadcast %x_1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %x_ptrs = offset %x_4, %index : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %y_1 = reshape %y : tile<ptr<f32>> -> tile<1xptr<f32>>
    %y_4 = broadcast %y_1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %y_ptrs = offset %y_4, %index : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    %z_1 = reshape %z : tile<ptr<f32>> -> tile<1xptr<f32>>
    %z_4 = broadcast %z_1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %z_ptrs = offset %z_4, %index : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>

    // A masked-off lane reads nothing and has no defined value. That is harmless here: the sum of such a lane has no
    // value either, and the store leaves it out.
    %a, %a_read = load_ptr_tko weak %x_ptrs, %mask : tile<4xptr<f32>>, tile<4xi1> -> tile<4xf32>, token
    %b, %b_read = load_ptr_tko weak %y_ptrs, %mask : tile<4xptr<f32>>, tile<4xi1> -> tile<4xf32>, token
    %sum = addf %a, %b : tile<4xf32>
    %written = store_ptr_tko weak %z_ptrs, %sum, %mask : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> token
    return
  }
}
