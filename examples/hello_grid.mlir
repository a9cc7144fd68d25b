// The smallest tile program: every tile block of the grid says who it is. A launch runs the entry once for each block;
// a block learns its coordinates from `get_tile_block_id` and the size of the grid from `get_num_tile_blocks`.
//
// RUN: run --grid 2,3 --ordered-output
// block (0, 0) of a 2 x 3 grid
// block (1, 0) of a 2 x 3 grid
// block (0, 1) of a 2 x 3 grid
// block (1, 1) of a 2 x 3 grid
// block (0, 2) of a 2 x 3 grid
// block (1, 2) of a 2 x 3 grid

cuda_tile.module @hello_grid {
  entry @hello_grid() {
    // Both ops have three results, one for each axis, and all of them are `tile<i32>`: a tile of rank 0, that is one
    // number. Nothing in this language is smaller than a tile.
    %x, %y, %z = get_tile_block_id : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    // The ending `_tko` says "token-ordered": the op touches memory or the outside world, and only tokens put it in
    // order with others. Its result, a token, may be ignored. Blocks print in whatever order they run.
    print_tko "block (%d, %d) of a %d x %d grid\n", %x, %y, %nx, %ny : tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
    return
  }
}
