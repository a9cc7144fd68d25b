// A program that is refused: two mistakes of the kind that everyone makes. `tilewright check` reports both at once.
//
// RUN: check
// TRAP: did you mean `mulf` or `muli`?
// TRAP: expects different type than prior uses

cuda_tile.module @mistyped {
  entry @scale(%x: tile<ptr<f32>>, %factor: tile<f32>) {
    %value, %read = load_ptr_tko weak %x : tile<ptr<f32>> -> tile<f32>, token
    %scaled = mul %value, %factor : tile<f32>
    %one = constant <i32: 1> : tile<i32>
    %more = addf %value, %one : tile<f32>
    return
  }
}
