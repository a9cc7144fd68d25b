// RUN: opt -g
// cuda_tile.module @tests {
//   entry @k(%p: tile<ptr<i32>>, %n: tile<i32>) {
//     %zero = constant <i32: 0> : tile<i32> loc(#loc1)
//     %two = constant <i32: 2> : tile<i32> loc(#loc2)
//     %four = constant <i32: 4> : tile<i32> loc(#loc3)
//     %width = muli %n, %four : tile<i32> loc(#loc4)
//     %both = addi %width, %width : tile<i32> loc(#loc5)
//     %r = for %i in (%zero to %n, step %two) : tile<i32> iter_values(%s = %zero) -> (tile<i32>) {
//       %s1 = addi %s, %both : tile<i32> loc(#loc7)
//       continue %s1 : tile<i32> loc(#loc)
//     } loc(#loc6)
//     %done = store_ptr_tko weak %p, %r : tile<ptr<i32>>, tile<i32> -> token loc(#loc8)
//     return loc(#loc)
//   } loc(#loc)
// } loc(#loc)
// #loc = loc(unknown)
// #loc1 = loc("k.py":1:1)
// #loc2 = loc("k.py":2:1)
// #loc3 = loc("k.py":5:1)
// #loc4 = loc("k.py":6:1)
// #loc5 = loc("k.py":8:1)
// #loc6 = loc("k.py":4:1)
// #loc7 = loc("k.py":9:1)
// #loc8 = loc("k.py":11:1)
//
// The default: canonicalize, cse, licm and dce in turn until nothing changes. Ops keep their locations, and one that is made
// has that of the op that it stands for.
cuda_tile.module @tests {
  entry @k(%p: tile<ptr<i32>>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32> loc("k.py":1:1)
    %two = constant <i32: 2> : tile<i32> loc("k.py":2:1)
    %start = make_token : token loc("k.py":3:1)
    %r:2 = for %i in (%zero to %n, step %two) : tile<i32> iter_values(%s = %zero, %t = %start) -> (tile<i32>, token) {
      %four = addi %two, %two : tile<i32> loc("k.py":5:1)
      %width = muli %n, %four : tile<i32> loc("k.py":6:1)
      %again = muli %n, %four : tile<i32> loc("k.py":7:1)
      %both = addi %width, %again : tile<i32> loc("k.py":8:1)
      %s1 = addi %s, %both : tile<i32> loc("k.py":9:1)
      %joined = join_tokens %t, %start : token loc("k.py":10:1)
      continue %s1, %joined : tile<i32>, token
    } loc("k.py":4:1)
    %done = store_ptr_tko weak %p, %r#0 token=%r#1 : tile<ptr<i32>>, tile<i32> -> token loc("k.py":11:1)
    return
  }
}
