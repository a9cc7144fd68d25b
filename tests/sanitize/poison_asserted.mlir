// RUN: run --sanitize --entry wrong --arg 40
// E0507 line 14, with 12: `assert`: an undefined value is asserted: a shift by the width of the type or more, made by `shli`
//   fix: keep %n below the width of its type
// RUN: run --sanitize --entry right --arg 40
// clean
//
// What an assertion checks is itself undefined.
cuda_tile.module @tests {
  entry @wrong(%n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %bit = shli %one, %n : tile<i32>
    %ok = cmpi less_than %zero, %bit, signed : tile<i32> -> tile<i1>
    assert %ok, "a bit is set" : tile<i1>
    return
  }
  entry @right(%n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %width = constant <i32: 32> : tile<i32>
    %fits = cmpi less_than %n, %width, unsigned : tile<i32> -> tile<i1>
    if %fits {
      %bit = shli %one, %n : tile<i32>
      %ok = cmpi not_equal %zero, %bit, unsigned : tile<i32> -> tile<i1>
      assert %ok, "a bit is set" : tile<i1>
    }
    return
  }
}
