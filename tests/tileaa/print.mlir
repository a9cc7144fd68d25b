// RUN: compile --emit=tileaa
// tileaa.module @tests {
//   func @k {
//     %i = constant <values = [1, -2, 30, 4]> : tile<2x2xi32>
//     %f = constant <value = 1.5> : f32
//     %u = constant <value = -1> : i8
//     %t = print [%i, %f, %f] <format = "i = %3d, f = %.2f and %e, 100%%\0A"> : tile<2x2xi32>, f32, f32 -> token
//     %t2 = print [%u, %u, %u, %u], [%t] <format = "u = %u = 0x%02X, %+d|%-5d|\0A"> : i8, i8, i8, i8, token -> token
//     return
//   }
//   func @holds {
//     %c = constant <value = true> : tile<4xi1>
//     assert %c <message = "must hold"> : tile<4xi1>
//     print <format = "held\0A"> : token
//     return
//   }
//   func @fails {
//     %i = make_range : tile<4xi32>
//     %two = constant <value = 2> : tile<4xi32>
//     %c = cmpi %i, %two <predicate = less_than, signed> : tile<4xi32>, tile<4xi32> -> tile<4xi1>
//     assert %c <message = "too large"> : tile<4xi1>
//     return
//   }
// }
//
// Formats are those of level 1; a failing assertion says its message.
cuda_tile.module @tests {
  entry @k() {
    %i = constant <i32: [[1, -2], [30, 4]]> : tile<2x2xi32>
    %f = constant <f32: 1.5> : tile<f32>
    %u = constant <i8: -1> : tile<i8>
    %t = print_tko "i = %3d, f = %.2f and %e, 100%%\n", %i, %f, %f : tile<2x2xi32>, tile<f32>, tile<f32> -> token
    %t2 = print_tko "u = %u = 0x%02X, %+d|%-5d|\n", %u, %u, %u, %u token=%t : tile<i8>, tile<i8>, tile<i8>, tile<i8> -> token
    return
  }
  entry @holds() {
    %c = constant <i1: true> : tile<4xi1>
    assert %c, "must hold" : tile<4xi1>
    print_tko "held\n" -> token
    return
  }
  entry @fails() {
    %i = iota : tile<4xi32>
    %two = constant <i32: 2> : tile<4xi32>
    %c = cmpi less_than %i, %two, signed : tile<4xi32> -> tile<4xi1>
    assert %c, "too large" : tile<4xi1>
    return
  }
}
