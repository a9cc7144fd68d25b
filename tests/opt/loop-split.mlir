// RUN: opt --passes=loop-split,fixpoint(canonicalize,cse,dce)
// cuda_tile.module @tests {
//   entry @causal(%n: tile<i32>, %diagonal: tile<i32>, %p: tile<ptr<i32>>) {
//     %zero = constant <i32: 0> : tile<i32>
//     %one = constant <i32: 1> : tile<i32>
//     %0 = mini %diagonal, %n signed : tile<i32>
//     %1 = maxi %diagonal, %zero signed : tile<i32>
//     %sum = for %i in (%zero to %0, step %one) : tile<i32> iter_values(%s = %zero) -> (tile<i32>) {
//       %w = muli %i, %i : tile<i32>
//       %s1 = addi %s, %w : tile<i32>
//       continue %s1 : tile<i32>
//     }
//     %sum_0 = for %i in (%1 to %n, step %one) : tile<i32> iter_values(%s = %sum) -> (tile<i32>) {
//       %w, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
//       %s1 = addi %s, %w : tile<i32>
//       continue %s1 : tile<i32>
//     }
//     %q = print_tko "%d", %sum_0 : tile<i32> -> token
//     return
//   }
//   entry @with_bound(%n: tile<i32>, %b: tile<i32>) {
//     %zero = constant <i32: 0> : tile<i32>
//     %three = constant <i32: 3> : tile<i32>
//     %cst_1_i32 = constant <i32: 1> : tile<i32>
//     %cst_-1_i32 = constant <i32: -1> : tile<i32>
//     %0 = addi %n, %cst_-1_i32 : tile<i32>
//     %1 = mini %b, %0 unsigned : tile<i32>
//     %2 = addi %1, %cst_1_i32 : tile<i32>
//     %3 = mini %2, %n unsigned : tile<i32>
//     %4 = divi %3, %three unsigned rounding<positive_inf> : tile<i32>
//     %5 = muli %4, %three : tile<i32>
//     %6 = mini %5, %n unsigned : tile<i32>
//     for unsigned %i in (%zero to %6, step %three) : tile<i32> {
//       %q = print_tko "low %d", %i : tile<i32> -> token
//     }
//     for unsigned %i in (%5 to %n, step %three) : tile<i32> {
//       %q = print_tko "high %d", %i : tile<i32> -> token
//     }
//     return
//   }
//   entry @unlike(%n: tile<i32>, %b: tile<i32>) {
//     %zero = constant <i32: 0> : tile<i32>
//     %one = constant <i32: 1> : tile<i32>
//     for %i in (%zero to %n, step %one) : tile<i32> {
//       %unsigned = cmpi less_than %i, %b, unsigned : tile<i32> -> tile<i1>
//       if %unsigned {
//         %q = print_tko "%d", %i : tile<i32> -> token
//       }
//       %varies = addi %i, %b : tile<i32>
//       %other = cmpi less_than %i, %varies, signed : tile<i32> -> tile<i1>
//       if %other {
//         %q = print_tko "%d", %b : tile<i32> -> token
//       }
//     }
//     return
//   }
// }
//
// A causal loop: the mask is needed only from the diagonal on. The bound of a comparison that holds at it is one further on,
// without overflow; with a step that is not one, the loops meet at a value of the counter.
cuda_tile.module @tests {
  entry @causal(%n: tile<i32>, %diagonal: tile<i32>, %p: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%s = %zero) -> (tile<i32>) {
      %masked = cmpi greater_than_or_equal %i, %diagonal, signed : tile<i32> -> tile<i1>
      %v = if %masked -> (tile<i32>) {
        %w, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
        yield %w : tile<i32>
      } else {
        %w = muli %i, %i : tile<i32>
        yield %w : tile<i32>
      }
      %s1 = addi %s, %v : tile<i32>
      continue %s1 : tile<i32>
    }
    %q = print_tko "%d", %sum : tile<i32> -> token
    return
  }

  entry @with_bound(%n: tile<i32>, %b: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    for unsigned %i in (%zero to %n, step %three) : tile<i32> {
      %low = cmpi greater_than_or_equal %b, %i, unsigned : tile<i32> -> tile<i1>
      if %low {
        %q = print_tko "low %d", %i : tile<i32> -> token
        continue
      }
      %q = print_tko "high %d", %i : tile<i32> -> token
    }
    return
  }

  entry @unlike(%n: tile<i32>, %b: tile<i32>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    for %i in (%zero to %n, step %one) : tile<i32> {
      %unsigned = cmpi less_than %i, %b, unsigned : tile<i32> -> tile<i1>
      if %unsigned {
        %q = print_tko "%d", %i : tile<i32> -> token
      }
      %varies = addi %i, %b : tile<i32>
      %other = cmpi less_than %i, %varies, signed : tile<i32> -> tile<i1>
      if %other {
        %q = print_tko "%d", %b : tile<i32> -> token
      }
    }
    return
  }
}
