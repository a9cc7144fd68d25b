// RUN: compile --emit=tileaa
// tileaa.module @tests {
//   func @k (%x: f32, %n: i32) {
//     %a = view %x : f32 -> tile<1x1xf32>
//     %b = broadcast %a : tile<1x1xf32> -> tile<4x8xf32>
//     %c = permute %b <permutation = [1, 0]> : tile<4x8xf32> -> tile<8x4xf32>
//     %d = cat %c, %c <dim = 1> : tile<8x4xf32>, tile<8x4xf32> -> tile<8x8xf32>
//     %e = extract %d, [%n, %n] : tile<8x8xf32>, i32, i32 -> tile<2x8xf32>
//     %f = addf %e, %e <rounding = zero, flush_to_zero> : tile<2x8xf32>
//     %g = maxf %e, %f <propagate_nan> : tile<2x8xf32>
//     %h = cmpf %g, %f <predicate = less_than> : tile<2x8xf32>, tile<2x8xf32> -> tile<2x8xi1>
//     %i = select %h, %f, %g : tile<2x8xi1>, tile<2x8xf32>, tile<2x8xf32> -> tile<2x8xf32>
//     %j = ftoi %i <signed> : tile<2x8xf32> -> tile<2x8xi32>
//     %k = divi %j, %j <signed, rounding = negative_inf> : tile<2x8xi32>
//     %l = addi %k, %j <overflow = no_wrap> : tile<2x8xi32>
//     %m = scan [%l] <dim = 1, reverse, identities = [0]> : tile<2x8xi32> -> tile<2x8xi32> (%sum: i32, %element: i32) {
//       %next = addi %element, %sum : i32
//       yield [%next] : i32
//     }
//     return
//   }
// }
//
// Ops on shapes, and arithmetic with its modes, under the names of levels 2 to 4.
cuda_tile.module @tests {
  entry @k(%x: tile<f32>, %n: tile<i32>) {
    %a = reshape %x : tile<f32> -> tile<1x1xf32>
    %b = broadcast %a : tile<1x1xf32> -> tile<4x8xf32>
    %c = permute %b [1, 0] : tile<4x8xf32> -> tile<8x4xf32>
    %d = cat %c, %c dim = 1 : tile<8x4xf32>, tile<8x4xf32> -> tile<8x8xf32>
    %e = extract %d[%n, %n] : tile<8x8xf32> -> tile<2x8xf32>
    %f = addf %e, %e rounding<zero> flush_to_zero : tile<2x8xf32>
    %g = maxf %e, %f propagate_nan : tile<2x8xf32>
    %h = cmpf less_than unordered %g, %f : tile<2x8xf32> -> tile<2x8xi1>
    %i = select %h, %f, %g : tile<2x8xi1>, tile<2x8xf32>
    %j = ftoi %i signed : tile<2x8xf32> -> tile<2x8xi32>
    %k = divi %j, %j signed rounding<negative_inf> : tile<2x8xi32>
    %l = addi %k, %j overflow<no_wrap> : tile<2x8xi32>
    %m = scan %l dim=1 reverse=true identities=[0 : i32] : tile<2x8xi32> -> tile<2x8xi32>
    (%element: tile<i32>, %sum: tile<i32>) {
      %next = addi %element, %sum : tile<i32>
      yield %next : tile<i32>
    }
    return
  }
}
