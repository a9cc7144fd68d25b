// RUN: opt --passes=fuse-fma
// cuda_tile.module @tests {
//   entry @k(%a: tile<f32>, %b: tile<f32>, %c: tile<f32>) {
//     %sum = fma %a, %b, %c  : tile<f32>
//     %right = fma %a, %b, %c rounding<zero> flush_to_zero : tile<f32>
//     %0 = negf %c : tile<f32>
//     %difference = fma %a, %b, %0  : tile<f32>
//     %q0 = print_tko "%f %f %f", %sum, %right, %difference : tile<f32>, tile<f32>, tile<f32> -> token
//     %m3 = mulf %a, %b  : tile<f32>
//     %other_way = subf %c, %m3  : tile<f32>
//     %m4 = mulf %a, %b rounding<zero> : tile<f32>
//     %unlike = addf %m4, %c  : tile<f32>
//     %m5 = mulf %a, %c  : tile<f32>
//     %used_twice = addf %m5, %c  : tile<f32>
//     %q1 = print_tko "%f %f %f %f", %other_way, %unlike, %used_twice, %m5 : tile<f32>, tile<f32>, tile<f32>, tile<f32> -> token
//     return
//   }
// }
//
// One rounding where there were two: only where product and sum round and flush alike, and the product has no other use.
cuda_tile.module @tests {
  entry @k(%a: tile<f32>, %b: tile<f32>, %c: tile<f32>) {
    %m0 = mulf %a, %b : tile<f32>
    %sum = addf %m0, %c : tile<f32>
    %m1 = mulf %a, %b rounding<zero> flush_to_zero : tile<f32>
    %right = addf %c, %m1 rounding<zero> flush_to_zero : tile<f32>
    %m2 = mulf %a, %b : tile<f32>
    %difference = subf %m2, %c : tile<f32>
    %q0 = print_tko "%f %f %f", %sum, %right, %difference : tile<f32>, tile<f32>, tile<f32> -> token
    %m3 = mulf %a, %b : tile<f32>
    %other_way = subf %c, %m3 : tile<f32>
    %m4 = mulf %a, %b rounding<zero> : tile<f32>
    %unlike = addf %m4, %c : tile<f32>
    %m5 = mulf %a, %c : tile<f32>
    %used_twice = addf %m5, %c : tile<f32>
    %q1 = print_tko "%f %f %f %f", %other_way, %unlike, %used_twice, %m5 : tile<f32>, tile<f32>, tile<f32>, tile<f32> -> token
    return
  }
}
