// RUN: check --version=13.3
// Up to 13.3 the body of a reduction is pure: an integer division is not.

cuda_tile.module @reductions {
  entry @bodies() {
    %x = constant <i32: 1> : tile<8xi32>
    %0 = reduce %x dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32>
    (%a: tile<i32>, %b: tile<i32>) {
      %q = divi %a, %b signed : tile<i32>
      // ERROR: only pure operations are allowed inside 'cuda_tile.reduce'
      yield %q : tile<i32>
    }
    return
  }
}
