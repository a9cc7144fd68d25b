// RUN: compile --emit=tileaa
// tileaa.module @tests {
//   func @k (%n: i32) {
//     %a = loop : i32 {
//       %zero = constant <value = 0> : i32
//       %negative = cmpi %n, %zero <predicate = less_than, signed> : i32, i32 -> i1
//       if %negative : i1 {
//         break [%zero] : i32
//       }
//       break [%n] : i32
//     }
//     %t = print [%a] <format = "%d"> : i32 -> token
//     return
//   }
// }
//
// A function that returns from inside of a branch is inlined as the body of a loop that runs once.
cuda_tile.module @tests {
  experimental$func @clamp(%x: tile<i32>) -> tile<i32> {
    %zero = constant <i32: 0> : tile<i32>
    %negative = cmpi less_than %x, %zero, signed : tile<i32> -> tile<i1>
    if %negative {
      return %zero : tile<i32>
    }
    return %x : tile<i32>
  }
  entry @k(%n: tile<i32>) {
    %a = experimental$call @clamp(%n) : (tile<i32>) -> tile<i32>
    %t = print_tko "%d", %a : tile<i32> -> token
    return
  }
}
