// RUN: run --sanitize --entry wrong --arg -3
// E0532 line 10: `assume`: -3 is below 0
//   fix: correct the bounds, or drop the `assume` of %m
// RUN: run --sanitize --entry right --arg -3
// clean
//
// A size is assumed not to be negative.
cuda_tile.module @tests {
  entry @wrong(%n: tile<i32>) {
    %m = assume bounded<0, ?>, %n : tile<i32>
    return
  }
  entry @right(%n: tile<i32>) {
    %m = assume bounded<-8, ?>, %n : tile<i32>
    return
  }
}
