// RUN: run --arg 'i32[4]=zeros'
// TRAP: error[E0527]
// TRAP: `alloca`: 18446744073709551615 bytes of memory cannot be reserved
//
// More scratch memory than there is.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %p = alloca num_elem = 4611686018427387904, alignment = 4 : tile<ptr<i32>>
    return
  }
}
