// RUN: opt --passes=cse
// cuda_tile.module @tests {
//   entry @k(%c: tile<i1>, %p: tile<ptr<f32>>) {
//     %i = iota : tile<8xi32>
//     %x = itof %i signed  : tile<8xi32> -> tile<8xf32>
//     %y = exp %x  : tile<8xf32>
//     %a = addf %x, %y  : tile<8xf32>
//     %d = subf %x, %y  : tile<8xf32>
//     %e = subf %y, %x  : tile<8xf32>
//     %q0 = print_tko "%f %f %f %f", %a, %a, %d, %e : tile<8xf32>, tile<8xf32>, tile<8xf32>, tile<8xf32> -> token
//     %v, %tv = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
//     %w, %tw = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
//     %q1 = print_tko "%f %f", %v, %w : tile<f32>, tile<f32> -> token
//     if %c {
//       %m = mulf %x, %y  : tile<8xf32>
//       %q2 = print_tko "%f %f", %m, %a : tile<8xf32>, tile<8xf32> -> token
//     } else {
//       %m = mulf %x, %y  : tile<8xf32>
//       %q2 = print_tko "%f", %m : tile<8xf32> -> token
//     }
//     %one = constant <f32: 1.000000e+00> : tile<f32>
//     %r = reduce %x dim=0 identities=[0.000000e+00 : f32] : tile<8xf32> -> tile<f32>
//     (%element: tile<f32>, %so_far: tile<f32>) {
//       %again = constant <f32: 1.000000e+00> : tile<f32>
//       %scaled = mulf %element, %again  : tile<f32>
//       %sum = addf %scaled, %so_far  : tile<f32>
//       yield %sum : tile<f32>
//     }
//     %r3 = reduce %x dim=0 identities=[0.000000e+00 : f32] : tile<8xf32> -> tile<f32>
//     (%a1: tile<f32>, %a2: tile<f32>) {
//       %sum = addf %a1, %a2  : tile<f32>
//       yield %sum : tile<f32>
//     }
//     %q4 = print_tko "%f %f", %r, %r3 : tile<f32>, tile<f32> -> token
//     %q3 = print_tko "%f %f", %r, %one : tile<f32>, tile<f32> -> token
//     return
//   }
// }
//
// The same op of the same operands is computed once, where the first one is seen: not out of a branch, and not into the body
// of a reduction; but two reductions of equal bodies are one. Sums may be swapped. Loads stay: memory may have changed.
cuda_tile.module @tests {
  entry @k(%c: tile<i1>, %p: tile<ptr<f32>>) {
    %i = iota : tile<8xi32>
    %x = itof %i signed : tile<8xi32> -> tile<8xf32>
    %y = exp %x : tile<8xf32>
    %a = addf %x, %y : tile<8xf32>
    %b = addf %y, %x : tile<8xf32>
    %d = subf %x, %y : tile<8xf32>
    %e = subf %y, %x : tile<8xf32>
    %q0 = print_tko "%f %f %f %f", %a, %b, %d, %e : tile<8xf32>, tile<8xf32>, tile<8xf32>, tile<8xf32> -> token
    %v, %tv = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %w, %tw = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %q1 = print_tko "%f %f", %v, %w : tile<f32>, tile<f32> -> token
    if %c {
      %m = mulf %x, %y : tile<8xf32>
      %n = addf %x, %y : tile<8xf32>
      %q2 = print_tko "%f %f", %m, %n : tile<8xf32>, tile<8xf32> -> token
    } else {
      %m = mulf %x, %y : tile<8xf32>
      %q2 = print_tko "%f", %m : tile<8xf32> -> token
    }
    %one = constant <f32: 1.0> : tile<f32>
    %r = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32> (%element: tile<f32>, %so_far: tile<f32>) {
      %again = constant <f32: 1.0> : tile<f32>
      %scaled = mulf %element, %again : tile<f32>
      %sum = addf %scaled, %so_far : tile<f32>
      yield %sum : tile<f32>
    }
    %r2 = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32> (%a1: tile<f32>, %a2: tile<f32>) {
      %k = constant <f32: 1.0> : tile<f32>
      %m = mulf %a1, %k : tile<f32>
      %sum = addf %m, %a2 : tile<f32>
      yield %sum : tile<f32>
    }
    %r3 = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32> (%a1: tile<f32>, %a2: tile<f32>) {
      %sum = addf %a1, %a2 : tile<f32>
      yield %sum : tile<f32>
    }
    %q4 = print_tko "%f %f", %r2, %r3 : tile<f32>, tile<f32> -> token
    %q3 = print_tko "%f %f", %r, %one : tile<f32>, tile<f32> -> token
    return
  }
}
