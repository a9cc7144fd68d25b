// RUN: run --entry holds
// held
// RUN: run --entry fails --grid 1
// TRAP: error[E0560]: `assert`: assertion failed: too large (in tile block 0,0,0, element 2)
// TRAP: 2 of 4 elements are false
//
// An assertion that holds is silent; one that fails ends the run and names the element.
cuda_tile.module @tests {
  entry @holds() {
    %c = constant <i1: true> : tile<4xi1>
    assert %c, "must hold" : tile<4xi1>
    print_tko "held\n" -> token
    return
  }
  entry @fails() {
    %i = iota : tile<4xi32>
    %two = constant <i32: 2> : tile<4xi32>
    %c = cmpi less_than %i, %two, signed : tile<4xi32> -> tile<4xi1>
    assert %c, "too large" : tile<4xi1>
    return
  }
}
