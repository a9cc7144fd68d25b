// RUN: run --show nearest --show zero --show down --show up --show root_zero --show root_up
// %nearest = [ 1051372203 -1096111445]
// %zero = [ 1051372202 -1096111446]
// %down = [ 1051372202 -1096111445]
// %up = [ 1051372203 -1096111446]
// %root_zero = [1068827891 1068827891]
// %root_up = [1068827892 1068827892]
//
// The four IEEE modes, seen in the bits of 1/3, -1/3 and of the root of 2.
cuda_tile.module @tests {
  entry @k() {
    %one = constant <f32: [1.0, -1.0]> : tile<2xf32>
    %three = constant <f32: 3.0> : tile<2xf32>
    %two = constant <f32: 2.0> : tile<2xf32>
    %n = divf %one, %three rounding<nearest_even> : tile<2xf32>
    %z = divf %one, %three rounding<zero> : tile<2xf32>
    %d = divf %one, %three rounding<negative_inf> : tile<2xf32>
    %u = divf %one, %three rounding<positive_inf> : tile<2xf32>
    %nearest = bitcast %n : tile<2xf32> -> tile<2xi32>
    %zero = bitcast %z : tile<2xf32> -> tile<2xi32>
    %down = bitcast %d : tile<2xf32> -> tile<2xi32>
    %up = bitcast %u : tile<2xf32> -> tile<2xi32>
    %rz = sqrt %two rounding<zero> : tile<2xf32>
    %ru = sqrt %two rounding<positive_inf> : tile<2xf32>
    %root_zero = bitcast %rz : tile<2xf32> -> tile<2xi32>
    %root_up = bitcast %ru : tile<2xf32> -> tile<2xi32>
    return
  }
}
