// RUN: opt --passes=licm
// cuda_tile.module @tests {
//   entry @k(%x: tile<i32>, %n: tile<i32>, %p: tile<ptr<i32>>, %c: tile<i1>) {
//     %zero = constant <i32: 0> : tile<i32>
//     %one = constant <i32: 1> : tile<i32>
//     %ten = constant <i32: 10> : tile<i32>
//     %pure = muli %x, %n : tile<i32>
//     %safe = divi %x, %ten signed : tile<i32>
//     %a = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
//       %of_outer = addi %pure, %i : tile<i32>
//       %b = for %j in (%zero to %n, step %one) : tile<i32> iter_values(%w = %v) -> (tile<i32>) {
//         %guarded = divi %x, %n signed : tile<i32>
//         %s0 = addi %of_outer, %guarded : tile<i32>
//         %s1 = addi %s0, %safe : tile<i32>
//         %s2 = addi %s1, %j : tile<i32>
//         %s3 = addi %s2, %w : tile<i32>
//         continue %s3 : tile<i32>
//       }
//       continue %b : tile<i32>
//     }
//     %reached = divi %x, %n signed : tile<i32>
//     %d = for %i in (%zero to %ten, step %one) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
//       %q_0 = print_tko "%d", %i : tile<i32> -> token
//       %behind = remi %x, %n signed : tile<i32>
//       %s = addi %reached, %behind : tile<i32>
//       continue %s : tile<i32>
//     }
//     %limit = muli %n, %ten : tile<i32>
//     %l = loop iter_values(%v = %x) : tile<i32> -> tile<i32> {
//       if %c {
//         %inner = muli %n, %n : tile<i32>
//         break %inner : tile<i32>
//       }
//       %maybe = divi %x, %n signed : tile<i32>
//       %w = addi %limit, %maybe : tile<i32>
//       continue %w : tile<i32>
//     }
//     %q = print_tko "%d %d %d", %a, %d, %l : tile<i32>, tile<i32>, tile<i32> -> token
//     return
//   }
// }
//
// What every run computes alike is computed before the loop. A division stays behind the loop's condition, unless the loop
// is certain to reach it.
cuda_tile.module @tests {
  entry @k(%x: tile<i32>, %n: tile<i32>, %p: tile<ptr<i32>>, %c: tile<i1>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %ten = constant <i32: 10> : tile<i32>
    %a = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
      %b = for %j in (%zero to %n, step %one) : tile<i32> iter_values(%w = %v) -> (tile<i32>) {
        %pure = muli %x, %n : tile<i32>
        %of_outer = addi %pure, %i : tile<i32>
        %guarded = divi %x, %n signed : tile<i32>
        %safe = divi %x, %ten signed : tile<i32>
        %s0 = addi %of_outer, %guarded : tile<i32>
        %s1 = addi %s0, %safe : tile<i32>
        %s2 = addi %s1, %j : tile<i32>
        %s3 = addi %s2, %w : tile<i32>
        continue %s3 : tile<i32>
      }
      continue %b : tile<i32>
    }
    %d = for %i in (%zero to %ten, step %one) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
      %reached = divi %x, %n signed : tile<i32>
      %q = print_tko "%d", %i : tile<i32> -> token
      %behind = remi %x, %n signed : tile<i32>
      %s = addi %reached, %behind : tile<i32>
      continue %s : tile<i32>
    }
    %l = loop iter_values(%v = %x) : tile<i32> -> tile<i32> {
      %limit = muli %n, %ten : tile<i32>
      if %c {
        %inner = muli %n, %n : tile<i32>
        break %inner : tile<i32>
      }
      %maybe = divi %x, %n signed : tile<i32>
      %w = addi %limit, %maybe : tile<i32>
      continue %w : tile<i32>
    }
    %q = print_tko "%d %d %d", %a, %d, %l : tile<i32>, tile<i32>, tile<i32> -> token
    return
  }
}
