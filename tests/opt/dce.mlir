// RUN: opt --passes=dce
// cuda_tile.module @tests {
//   entry @k(%x: tile<i32>, %n: tile<i32>, %p: tile<ptr<i32>>, %c: tile<i1>) {
//     %zero = constant <i32: 0> : tile<i32>
//     %one = constant <i32: 1> : tile<i32>
//     %round:2 = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%s = %zero, %u = %x) -> (tile<i32>, tile<i32>) {
//       %s1 = addi %s, %u : tile<i32>
//       %u1 = addi %u, %one : tile<i32>
//       continue %s1, %u1 : tile<i32>, tile<i32>
//     }
//     %first = if %c -> (tile<i32>) {
//       %q_0 = print_tko "then" -> token
//       yield %x : tile<i32>
//     } else {
//       yield %n : tile<i32>
//     }
//     %q = print_tko "%d %d", %round#0, %first : tile<i32>, tile<i32> -> token
//     loop iter_values(%k = %zero) : tile<i32> {
//       %stop = cmpi equal %k, %n, signed : tile<i32> -> tile<i1>
//       if %stop {
//         break
//       }
//       %k1 = addi %k, %one : tile<i32>
//       continue %k1 : tile<i32>
//     }
//     return
//   }
// }
//
// What nobody uses goes: pure ops, loads, loops and branches without effects, results, and carried values that only go
// round. A loop that may not end stays, and so does what may be seen.
cuda_tile.module @tests {
  entry @k(%x: tile<i32>, %n: tile<i32>, %p: tile<ptr<i32>>, %c: tile<i1>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %unused = divi %x, %n signed : tile<i32>
    %unseen, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
    %scratch = alloca num_elem = 8, alignment = 4 : tile<ptr<i32>>
    %dead = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%v = %x) -> (tile<i32>) {
      %w = addi %v, %i : tile<i32>
      continue %w : tile<i32>
    }
    %round, %sum, %used = for %i in (%zero to %n, step %one) : tile<i32>
        iter_values(%r = %x, %s = %zero, %u = %x) -> (tile<i32>, tile<i32>, tile<i32>) {
      %r1 = muli %r, %i : tile<i32>
      %s1 = addi %s, %u : tile<i32>
      %u1 = addi %u, %one : tile<i32>
      continue %r1, %s1, %u1 : tile<i32>, tile<i32>, tile<i32>
    }
    %first, %second = if %c -> (tile<i32>, tile<i32>) {
      %q = print_tko "then" -> token
      %a = addi %x, %one : tile<i32>
      yield %a, %x : tile<i32>, tile<i32>
    } else {
      yield %x, %n : tile<i32>, tile<i32>
    }
    %q = print_tko "%d %d", %sum, %second : tile<i32>, tile<i32> -> token
    %forever = loop iter_values(%k = %zero, %d = %x) : tile<i32>, tile<i32> -> tile<i32> {
      %stop = cmpi equal %k, %n, signed : tile<i32> -> tile<i1>
      if %stop {
        break %d : tile<i32>
      }
      %k1 = addi %k, %one : tile<i32>
      %d1 = addi %d, %one : tile<i32>
      continue %k1, %d1 : tile<i32>, tile<i32>
    }
    return
  }
}
