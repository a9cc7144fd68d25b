// RUN: run --sanitize --entry wrong --steps 1000 --arg 'out:i32[1]=zeros'
// E0561 line 13: the step budget is used up
//   fix: see what ends this loop, or raise `--steps` when it only takes long
// RUN: run --sanitize --entry right --steps 1000 --arg 'out:i32[1]=zeros'
// clean
//
// A search that never finds what it looks for: its state changes in every round, so only the step budget ends it.
cuda_tile.module @tests {
  entry @wrong(%out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %seven = constant <i32: 7> : tile<i32>
    %start = constant <i32: 8> : tile<i32>
    %found = loop iter_values(%k = %start) : tile<i32> -> tile<i32> {
      %done = cmpi equal %k, %seven, signed : tile<i32> -> tile<i1>
      if %done {
        break %k : tile<i32>
      }
      %next = addi %k, %one : tile<i32>
      continue %next : tile<i32>
    }
    return
  }
  entry @right(%out: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %seven = constant <i32: 7> : tile<i32>
    %start = constant <i32: 1> : tile<i32>
    %found = loop iter_values(%k = %start) : tile<i32> -> tile<i32> {
      %done = cmpi equal %k, %seven, signed : tile<i32> -> tile<i1>
      if %done {
        break %k : tile<i32>
      }
      %next = addi %k, %one : tile<i32>
      continue %next : tile<i32>
    }
    return
  }
}
