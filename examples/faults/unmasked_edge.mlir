// A program with a mistake: it doubles a vector four elements at a time and forgets that the last block is only partly
// filled. ../vector_add.mlir has the mask that is missing here. On a GPU this run could print anything, overwrite other
// data, or stop; the interpreter says which block and which element left the vector.
//
// RUN: run --grid 3 --arg 'x:f32[10]=iota' --print x
// TRAP: past the end of the buffer

cuda_tile.module @unmasked_edge {
  entry @double(%x: tile<ptr<f32>>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %first = muli %block, %four : tile<i32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_4 = broadcast %first_1 : tile<1xi32> -> tile<4xi32>
    %lanes = iota : tile<4xi32>
    %index = addi %first_4, %lanes : tile<4xi32>
    %x_1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %x_4 = broadcast %x_1 : tile<1xptr<f32>> -> tile<4xptr<f32>>
    %x_ptrs = offset %x_4, %index : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    // The third block's lanes are the elements 8, 9, 10 and 11 of a vector of 10.
    %value, %read = load_ptr_tko weak %x_ptrs : tile<4xptr<f32>> -> tile<4xf32>, token
    %doubled = addf %value, %value : tile<4xf32>
    %written = store_ptr_tko weak %x_ptrs, %doubled token=%read : tile<4xptr<f32>>, tile<4xf32> -> token
    return
  }
}
