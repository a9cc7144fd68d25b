// RUN: opt --passes=canonicalize
// cuda_tile.module @tests {
//   entry @known(%x: tile<i32>) {
//     %p = print_tko "then" -> token
//     %p_0 = print_tko "%d", %x : tile<i32> -> token
//     return
//   }
//   entry @results(%c: tile<i1>, %x: tile<i32>) {
//     %y = iota : tile<4xi32>
//     %z = constant <i32: [3, 2, 1, 0]> : tile<4xi32>
//     %true_0 = constant <i1: true> : tile<i1>
//     %0 = xori %c, %true_0 : tile<i1>
//     %reshape = reshape %c : tile<i1> -> tile<1xi1>
//     %bcast = broadcast %reshape : tile<1xi1> -> tile<4xi1>
//     %1 = select %bcast, %y, %z : tile<4xi1>, tile<4xi32>
//     %bit, %not, %choice, %tile, %kept = if %c -> (tile<i1>, tile<i1>, tile<i32>, tile<4xi32>, tile<i32>) {
//       %true = constant <i1: true> : tile<i1>
//       %false = constant <i1: false> : tile<i1>
//       %p_1 = print_tko "then" -> token
//       %in = addi %x, %x : tile<i32>
//       yield %true, %false, %x, %y, %in : tile<i1>, tile<i1>, tile<i32>, tile<4xi32>, tile<i32>
//     } else {
//       %true = constant <i1: true> : tile<i1>
//       %false = constant <i1: false> : tile<i1>
//       yield %false, %true, %x, %z, %x : tile<i1>, tile<i1>, tile<i32>, tile<4xi32>, tile<i32>
//     }
//     %p = print_tko "%d %d %d %d %d", %c, %0, %x, %1, %kept : tile<i1>, tile<i1>, tile<i32>, tile<4xi32>, tile<i32> -> token
//     return
//   }
//   entry @inside(%c: tile<i1>, %x: tile<i32>) {
//     if %c {
//       %true_0 = constant <i1: true> : tile<i1>
//       %p = print_tko "%d", %true_0 : tile<i1> -> token
//       %q = print_tko "%d", %x : tile<i32> -> token
//     } else {
//       %false_0 = constant <i1: false> : tile<i1>
//       %p = print_tko "not %d", %false_0 : tile<i1> -> token
//     }
//     return
//   }
//   entry @joined(%c: tile<i1>, %d: tile<i1>, %x: tile<i32>) {
//     %r = if %c -> (tile<i32>) {
//       %p_0 = print_tko "one" -> token
//       %y = addi %x, %x : tile<i32>
//       %p_1 = print_tko "two %d", %y : tile<i32> -> token
//       if %d {
//         %p_2 = print_tko "three" -> token
//       }
//       yield %y : tile<i32>
//     } else {
//       return
//     }
//     %p = print_tko "end %d", %r : tile<i32> -> token
//     return
//   }
//   entry @leaving(%c: tile<i1>, %x: tile<i32>) {
//     %r = if %c -> (tile<i32>) {
//       return
//     } else {
//       yield %x : tile<i32>
//     }
//     %p = print_tko "%d", %x : tile<i32> -> token
//     if %c {
//       %q_0 = print_tko "then" -> token
//       return
//     }
//     %q = print_tko "else" -> token
//     return
//   }
//   entry @swapped(%c: tile<i1>) {
//     if %c {
//       %p = print_tko "it is" -> token
//     } else {
//       %p = print_tko "not" -> token
//     }
//     %true_0 = constant <i1: true> : tile<i1>
//     %0 = xori %c, %true_0 : tile<i1>
//     if %0 {
//       %p = print_tko "alone" -> token
//     }
//     return
//   }
// }
//
// Branches that are known, that do nothing, that leave, and that may be joined. Two conditions are joined by `select`: where
// the outer one is false, the inner one may be undefined.
cuda_tile.module @tests {
  entry @known(%x: tile<i32>) {
    %true = constant <i1: true> : tile<i1>
    %r = if %true -> (tile<i32>) {
      %p = print_tko "then" -> token
      yield %x : tile<i32>
    } else {
      %p = print_tko "else" -> token
      yield %x : tile<i32>
    }
    %false = xori %true, %true : tile<i1>
    if %false {
      return
    }
    if %true {
      %p = print_tko "%d", %r : tile<i32> -> token
      return
    }
    %p = print_tko "never" -> token
    return
  }

  entry @results(%c: tile<i1>, %x: tile<i32>) {
    %y = iota : tile<4xi32>
    %z = constant <i32: [3, 2, 1, 0]> : tile<4xi32>
    %bit, %not, %choice, %tile, %kept = if %c -> (tile<i1>, tile<i1>, tile<i32>, tile<4xi32>, tile<i32>) {
      %true = constant <i1: true> : tile<i1>
      %false = constant <i1: false> : tile<i1>
      %p = print_tko "then" -> token
      %in = addi %x, %x : tile<i32>
      yield %true, %false, %x, %y, %in : tile<i1>, tile<i1>, tile<i32>, tile<4xi32>, tile<i32>
    } else {
      %true = constant <i1: true> : tile<i1>
      %false = constant <i1: false> : tile<i1>
      yield %false, %true, %x, %z, %x : tile<i1>, tile<i1>, tile<i32>, tile<4xi32>, tile<i32>
    }
    %p = print_tko "%d %d %d %d %d", %bit, %not, %choice, %tile, %kept : tile<i1>, tile<i1>, tile<i32>, tile<4xi32>, tile<i32> -> token
    return
  }

  entry @inside(%c: tile<i1>, %x: tile<i32>) {
    if %c {
      %p = print_tko "%d", %c : tile<i1> -> token
      if %c {
        %q = print_tko "%d", %x : tile<i32> -> token
      }
    } else {
      %p = print_tko "not %d", %c : tile<i1> -> token
    }
    return
  }

  entry @joined(%c: tile<i1>, %d: tile<i1>, %x: tile<i32>) {
    %r = if %c -> (tile<i32>) {
      %p = print_tko "one" -> token
      %y = addi %x, %x : tile<i32>
      yield %y : tile<i32>
    } else {
      %y = muli %x, %x : tile<i32>
      yield %y : tile<i32>
    }
    if %c {
      %p = print_tko "two %d", %r : tile<i32> -> token
    } else {
      return
    }
    if %c {
      if %d {
        %p = print_tko "three" -> token
      }
    }
    %p = print_tko "end %d", %r : tile<i32> -> token
    return
  }

  entry @leaving(%c: tile<i1>, %x: tile<i32>) {
    %r = if %c -> (tile<i32>) {
      return
    } else {
      yield %x : tile<i32>
    }
    %p = print_tko "%d", %r : tile<i32> -> token
    if %c {
      %q = print_tko "then" -> token
      return
    } else {
      %q = print_tko "else" -> token
      return
    }
    %q = print_tko "never" -> token
    return
  }

  entry @swapped(%c: tile<i1>) {
    %true = constant <i1: true> : tile<i1>
    %not = xori %c, %true : tile<i1>
    if %not {
      %p = print_tko "not" -> token
    } else {
      %p = print_tko "it is" -> token
    }
    if %c {
    } else {
      %p = print_tko "alone" -> token
    }
    return
  }
}
