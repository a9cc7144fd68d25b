// RUN: run --grid 3,2 --block 2,1,0 --show x --show y --show z --show nx --show ny --show nz
// %x = 2
// %y = 1
// %z = 0
// %nx = 3
// %ny = 2
// %nz = 1
//
// Every tile block knows its coordinates and the extents of the grid; axes that are not used have extent 1.
cuda_tile.module @tests {
  entry @k() {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
    return
  }
}
