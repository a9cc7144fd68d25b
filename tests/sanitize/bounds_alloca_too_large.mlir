// RUN: run --sanitize --entry wrong --arg 'out:i32[1]=zeros'
// E0527 line 10: `alloca`: 1152921504606846976 bytes of memory cannot be reserved
//   fix: reserve less memory, or release it in an inner block
// RUN: run --sanitize --entry right --arg 'out:i32[1]=zeros'
// clean
//
// Scratch memory of an exabyte.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %m = alloca num_elem = 288230376151711744, alignment = 4 : tile<ptr<i32>>
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %m = alloca num_elem = 1024, alignment = 4 : tile<ptr<i32>>
    return
  }
}
