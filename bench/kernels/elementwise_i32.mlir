cuda_tile.module @bench {
  entry @k(%x: tile<ptr<i32>>) {
    %i = iota : tile<4096xi32>
    %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %xs = broadcast %x1 : tile<1xptr<i32>> -> tile<4096xptr<i32>>
    %p = offset %xs, %i : tile<4096xptr<i32>>, tile<4096xi32> -> tile<4096xptr<i32>>
    %v, %t = load_ptr_tko weak %p : tile<4096xptr<i32>> -> tile<4096xi32>, token
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %trips = constant <i32: 256> : tile<i32>
    %half = constant <i32: 3> : tile<4096xi32>
    %r = for %k in (%zero to %trips, step %one) : tile<i32> iter_values(%a = %v) -> (tile<4096xi32>) {
      %b = muli %a, %half : tile<4096xi32>
      %c = addi %b, %half : tile<4096xi32>
      %d = maxi %c, %half signed : tile<4096xi32>
      %e = subi %d, %v : tile<4096xi32>
      continue %e : tile<4096xi32>
    }
    %s = store_ptr_tko weak %p, %r token=%t : tile<4096xptr<i32>>, tile<4096xi32> -> token
    return
  }
}
