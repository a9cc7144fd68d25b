// RUN: opt --passes=loop-split{split-threshold=3}
// cuda_tile.module @tests {
//   entry @k(%n: tile<i32>, %b: tile<i32>) {
//     %zero = constant <i32: 0> : tile<i32>
//     %one = constant <i32: 1> : tile<i32>
//     %small = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%s = %zero) -> (tile<i32>) {
//       %c = cmpi less_than %i, %b, signed : tile<i32> -> tile<i1>
//       %v = if %c -> (tile<i32>) {
//         %w = muli %i, %i : tile<i32>
//         yield %w : tile<i32>
//       } else {
//         yield %i : tile<i32>
//       }
//       continue %v : tile<i32>
//     }
//     %0 = mini %b, %n signed : tile<i32>
//     %1 = maxi %b, %zero signed : tile<i32>
//     %hinted = for %i in (%zero to %0, step %one) : tile<i32> iter_values(%s = %zero) -> (tile<i32>) {
//       %c = constant <i1: true> : tile<i1>
//       %w = muli %i, %i : tile<i32>
//       continue %w : tile<i32>
//     }
//     %hinted_0 = for %i in (%1 to %n, step %one) : tile<i32> iter_values(%s = %hinted) -> (tile<i32>) {
//       %c = constant <i1: false> : tile<i1>
//       continue %i : tile<i32>
//     }
//     %2 = mini %b, %n signed : tile<i32>
//     %3 = maxi %b, %zero signed : tile<i32>
//     %large = for %i in (%zero to %2, step %one) : tile<i32> iter_values(%s = %zero) -> (tile<i32>) {
//       %c = constant <i1: true> : tile<i1>
//       %w = muli %i, %i : tile<i32>
//       %x = addi %w, %s : tile<i32>
//       %y = subi %x, %n : tile<i32>
//       continue %y : tile<i32>
//     }
//     %large_1 = for %i in (%3 to %n, step %one) : tile<i32> iter_values(%s = %large) -> (tile<i32>) {
//       %c = constant <i1: false> : tile<i1>
//       continue %i : tile<i32>
//     }
//     %not = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%s = %zero) -> (tile<i32>) {
//       %c = cmpi less_than %i, %b, signed : tile<i32> -> tile<i1>
//       %v = if %c -> (tile<i32>) {
//         %w = muli %i, %i : tile<i32>
//         %x = addi %w, %s : tile<i32>
//         %y = subi %x, %n : tile<i32>
//         yield %y : tile<i32>
//       } else {
//         yield %i : tile<i32>
//       }
//       continue %v : tile<i32>
//     } {cuda_tile.loop_split = 0 : i64}
//     %q = print_tko "%d %d %d %d", %small, %hinted_0, %large_1, %not : tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
//     return
//   }
// }
//
// Only a branch of three ops, or of something that takes long, is worth two loops; hints say otherwise.
cuda_tile.module @tests {
  entry @k(%n: tile<i32>, %b: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %small = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%s = %zero) -> (tile<i32>) {
      %c = cmpi less_than %i, %b, signed : tile<i32> -> tile<i1>
      %v = if %c -> (tile<i32>) {
        %w = muli %i, %i : tile<i32>
        yield %w : tile<i32>
      } else {
        yield %i : tile<i32>
      }
      continue %v : tile<i32>
    }
    %hinted = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%s = %zero) -> (tile<i32>) {
      %c = cmpi less_than %i, %b, signed : tile<i32> -> tile<i1>
      %v = if %c -> (tile<i32>) {
        %w = muli %i, %i : tile<i32>
        yield %w : tile<i32>
      } else {
        yield %i : tile<i32>
      } {cuda_tile.loop_split = 1}
      continue %v : tile<i32>
    }
    %large = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%s = %zero) -> (tile<i32>) {
      %c = cmpi less_than %i, %b, signed : tile<i32> -> tile<i1>
      %v = if %c -> (tile<i32>) {
        %w = muli %i, %i : tile<i32>
        %x = addi %w, %s : tile<i32>
        %y = subi %x, %n : tile<i32>
        yield %y : tile<i32>
      } else {
        yield %i : tile<i32>
      }
      continue %v : tile<i32>
    }
    %not = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%s = %zero) -> (tile<i32>) {
      %c = cmpi less_than %i, %b, signed : tile<i32> -> tile<i1>
      %v = if %c -> (tile<i32>) {
        %w = muli %i, %i : tile<i32>
        %x = addi %w, %s : tile<i32>
        %y = subi %x, %n : tile<i32>
        yield %y : tile<i32>
      } else {
        yield %i : tile<i32>
      }
      continue %v : tile<i32>
    } {cuda_tile.loop_split = 0}
    %q = print_tko "%d %d %d %d", %small, %hinted, %large, %not : tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
    return
  }
}
