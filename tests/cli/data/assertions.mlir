cuda_tile.module @assertions {
  // One element of eight is false; a block has more threads than that.
  entry @tile(%bad: tile<i32>) {
    %numbers = iota : tile<8xi32>
    %one = reshape %bad : tile<i32> -> tile<1xi32>
    %bads = broadcast %one : tile<1xi32> -> tile<8xi32>
    %fine = cmpi not_equal %numbers, %bads, signed : tile<8xi32> -> tile<8xi1>
    assert %fine, "no element is bad" : tile<8xi1>
    return
  }
}
