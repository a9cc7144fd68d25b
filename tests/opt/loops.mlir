// RUN: opt --passes=canonicalize
// cuda_tile.module @tests {
//   entry @counted(%x: tile<i32>, %n: tile<i32>) {
//     %zero = constant <i32: 0> : tile<i32>
//     %one = constant <i32: 1> : tile<i32>
//     %w = addi %x, %one : tile<i32>
//     %p = print_tko "%d", %w : tile<i32> -> token
//     %same, %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%v = %x, %s = %zero) -> (tile<i32>, tile<i32>) {
//       %w_1 = addi %s, %x : tile<i32>
//       continue %x, %w_1 : tile<i32>, tile<i32>
//     }
//     %p_0 = print_tko "%d %d %d %d %d", %x, %x, %w, %x, %sum : tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
//     return
//   }
//   entry @endless(%x: tile<i32>, %n: tile<i32>) {
//     %one = constant <i32: 1> : tile<i32>
//     %w = addi %x, %one : tile<i32>
//     %r = loop iter_values(%v = %x, %k = %n) : tile<i32>, tile<i32> -> tile<i32> {
//       %done = cmpi greater_than %v, %n, signed : tile<i32> -> tile<i1>
//       if %done {
//         break %n : tile<i32>
//       }
//       %w_0 = addi %v, %one : tile<i32>
//       continue %w_0, %n : tile<i32>, tile<i32>
//     }
//     %p = print_tko "%d %d", %w, %n : tile<i32>, tile<i32> -> token
//     return
//   }
//   entry @left_early(%x: tile<i32>, %c: tile<i1>) {
//     %zero = constant <i32: 0> : tile<i32>
//     %one = constant <i32: 1> : tile<i32>
//     %kept = for %i in (%zero to %one, step %one) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
//       if %c {
//         continue %zero : tile<i32>
//       }
//       %p_0 = print_tko "%d", %v : tile<i32> -> token
//       continue %i : tile<i32>
//     }
//     %p = print_tko "%d", %kept : tile<i32> -> token
//     return
//   }
// }
//
// Loops that do not run, that run once, and values that go round unchanged.
cuda_tile.module @tests {
  entry @counted(%x: tile<i32>, %n: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %minus = constant <i32: -1> : tile<i32>
    %none = for %i in (%zero to %minus, step %one) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
      %p = print_tko "never" -> token
      continue %i : tile<i32>
    }
    %unsigned = for unsigned %i in (%minus to %zero, step %one) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
      continue %i : tile<i32>
    }
    %once = for %i in (%one to %four, step %four) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
      %w = addi %v, %i : tile<i32>
      %p = print_tko "%d", %w : tile<i32> -> token
      continue %w : tile<i32>
    }
    %same, %sum = for %i in (%zero to %n, step %one) : tile<i32>
        iter_values(%v = %x, %s = %zero) -> (tile<i32>, tile<i32>) {
      %w = addi %s, %v : tile<i32>
      continue %v, %w : tile<i32>, tile<i32>
    }
    %p = print_tko "%d %d %d %d %d", %none, %unsigned, %once, %same, %sum : tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
    return
  }

  entry @endless(%x: tile<i32>, %n: tile<i32>) {
    %one = constant <i32: 1> : tile<i32>
    %once = loop iter_values(%v = %x) : tile<i32> -> tile<i32> {
      %w = addi %v, %one : tile<i32>
      break %w : tile<i32>
    }
    %r = loop iter_values(%v = %x, %k = %n) : tile<i32>, tile<i32> -> tile<i32> {
      %done = cmpi greater_than %v, %k, signed : tile<i32> -> tile<i1>
      if %done {
        break %n : tile<i32>
      }
      %w = addi %v, %one : tile<i32>
      continue %w, %k : tile<i32>, tile<i32>
    }
    %p = print_tko "%d %d", %once, %r : tile<i32>, tile<i32> -> token
    return
  }

  entry @left_early(%x: tile<i32>, %c: tile<i1>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %kept = for %i in (%zero to %one, step %one) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
      if %c {
        continue %zero : tile<i32>
      }
      %p = print_tko "%d", %v : tile<i32> -> token
      continue %i : tile<i32>
    }
    %p = print_tko "%d", %kept : tile<i32> -> token
    return
  }
}
