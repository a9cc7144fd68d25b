// RUN: run --sanitize --entry wrong --arg 'out:i32[1]=zeros' --arg 32
// E0507 line 13, with 11: `store_ptr_tko`: an undefined value is stored to memory: a shift by the width of the type or more, made by `shli`
//   fix: keep %bits below the width of its type
// RUN: run --sanitize --entry right --arg 'out:i32[1]=zeros' --arg 32
// clean
//
// A mask of the lowest 32 bits of a 32-bit number is made as (1 << 32) - 1.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>, %bits: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    %power = shli %one, %bits : tile<i32>
    %mask = subi %power, %one : tile<i32>
    %written = store_ptr_tko weak %out, %mask : tile<ptr<i32>>, tile<i32> -> token
    return
  }
  entry @right(%out: tile<ptr<i32>>, %bits: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    %width = constant <i32: 32> : tile<i32>
    %all = constant <i32: -1> : tile<i32>
    %away = subi %width, %bits : tile<i32>
    %mask = shri %all, %away unsigned : tile<i32>
    %written = store_ptr_tko weak %out, %mask : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
