// RUN: check
// Kernels, globals and references to them.

cuda_tile.module @items {
  global @right <i32: [1, 2]> : tile<2xi32>
  global private constant @also_right alignment = 16 <f32: 1.0> : tile<8xf32>
  global @scalar <i32: 7> : tile<i32>
  // ERROR: 'cuda_tile.global' op type must have rank 1
  global @matrix <i32: 7> : tile<2x2xi32>
  // ERROR: 'cuda_tile.global' op type must have rank 1

  entry @parameters(%a: tile<i32>, %b: tile<8xf32>) {
  // ERROR: 'cuda_tile.entry' op entry op must have scalar types (rank 0 !cuda_tile.tile)
    return
  }

  entry @references() {
    %0 = get_global @right : tile<ptr<i32>>
    %1 = get_global @also_right : tile<ptr<f32>>
    %2 = get_global @right : tile<ptr<f32>>
    // ERROR: 'cuda_tile.get_global' op pointee type of result type '!cuda_tile.ptr<f32>' does not match type 'i32' of the global @right
    %3 = get_global @nothing : tile<ptr<f32>>
    // ERROR: 'cuda_tile.get_global' op 'nothing' does not reference a valid global
    %4 = get_global @parameters : tile<ptr<f32>>
    // ERROR: 'cuda_tile.get_global' op 'parameters' does not reference a valid global
    return
  }
}
