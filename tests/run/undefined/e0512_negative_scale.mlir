// RUN: run --grid 1
// TRAP: error[E0512]
// TRAP: a negative block scale, made by `mmaf_scaled` (in tile block 0,0,0, element 0,1)
//
// A negative scale.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <f4E2M1FN: 1.0> : tile<1x16xf4E2M1FN>
    %b = constant <f4E2M1FN: 1.0> : tile<16x2xf4E2M1FN>
    %c = constant <f32: 0.0> : tile<1x2xf32>
    %s = constant <f8E4M3FN: 1.0> : tile<1x1xf8E4M3FN>
    %n = constant <f8E4M3FN: [[1.0, -1.0]]> : tile<1x2xf8E4M3FN>
    %d = mmaf_scaled %a, %b, %c, %s, %n : tile<1x16xf4E2M1FN>, tile<16x2xf4E2M1FN>, tile<1x2xf32>, tile<1x1xf8E4M3FN>, tile<1x2xf8E4M3FN>
    print_tko "%f", %d : tile<1x2xf32> -> token
    return
  }
}
