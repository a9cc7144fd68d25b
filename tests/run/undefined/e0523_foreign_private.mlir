// RUN: run --grid 2 --arg 'i64[1]=zeros'
// TRAP: error[E0523]
// TRAP: writes the alloca of 1 x i64, which is private to tile block 0,0,0 (in tile block 1,0,0)
//
// Block 0 hands the address of its scratch memory to block 1, and waits so that the memory lives.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i64>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i64: 0> : tile<i64>
    %zero32 = constant <i32: 0> : tile<i32>
    %first = cmpi equal %x, %zero32, signed : tile<i32> -> tile<i1>
    if %first {
      %m = alloca num_elem = 1, alignment = 8 : tile<ptr<i64>>
      %a = ptr_to_int %m : tile<ptr<i64>> -> tile<i64>
      %t = store_ptr_tko release device %out, %a : tile<ptr<i64>>, tile<i64> -> token
      loop {
        continue
      }
    } else {
      loop {
        %a, %t = load_ptr_tko acquire device %out : tile<ptr<i64>> -> tile<i64>, token
        %set = cmpi not_equal %a, %zero, signed : tile<i64> -> tile<i1>
        if %set {
          %p = int_to_ptr %a : tile<i64> -> tile<ptr<i64>>
          %u = store_ptr_tko weak %p, %zero token=%t : tile<ptr<i64>>, tile<i64> -> token
        }
        continue
      }
    }
    return
  }
}
