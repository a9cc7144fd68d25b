// RUN: run --show ss --show us --show su --show uu
// %ss = [[   252     16]
//        [-15953  -1036]]
// %us = [[ 1020 -1008]
//        [16559   244]]
// %su = [[   252   -240]
//        [-15953  24564]]
// %uu = [[ 1020 64272]
//        [16559 25844]]
//
// Bytes of either signedness into i32.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <i8: [[-1, 2], [100, -128]]> : tile<2x2xi8>
    %b = constant <i8: [[3, -4], [127, 5]]> : tile<2x2xi8>
    %c = constant <i32: [[1, 2], [3, 4]]> : tile<2x2xi32>
    %ss = mmai %a, %b, %c signed signed : tile<2x2xi8>, tile<2x2xi8>, tile<2x2xi32>
    %us = mmai %a, %b, %c unsigned signed : tile<2x2xi8>, tile<2x2xi8>, tile<2x2xi32>
    %su = mmai %a, %b, %c signed unsigned : tile<2x2xi8>, tile<2x2xi8>, tile<2x2xi32>
    %uu = mmai %a, %b, %c unsigned unsigned : tile<2x2xi8>, tile<2x2xi8>, tile<2x2xi32>
    return
  }
}
