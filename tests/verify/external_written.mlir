// RUN: check --preview=simt
// What an implementation of an external function writes stands beside each other.

cuda_tile.module @written {
  preview$func extern @two(%arg0: tile<2xf32> {cuda_tile.preview$access = #cuda_tile<preview$access<out>>}, %arg1: tile<2xf32> {cuda_tile.preview$access = #cuda_tile<preview$access<in>>}, %arg2: tile<2xf32> {cuda_tile.preview$access = #cuda_tile<preview$access<inout>>}) -> (tile<2xf32>, tile<2xf32>)
  preview$extern_impl @apart implements @two (%arg0: preview$fragment<2xf32, local, mem_layout = <(2):(1)>, fragmap = <(1, 32, 2):(0, 0, 1)>> {cuda_tile.preview$access = #cuda_tile<preview$access<out>>}, %arg1: preview$fragment<2xf32, local, mem_layout = <(2):(1)>, fragmap = <(1, 32, 2):(0, 0, 1)>> {cuda_tile.preview$access = #cuda_tile<preview$access<in>>}, %arg2: preview$fragment<2xf32, local, mem_layout = <(2):(1)>, fragmap = <(1, 32, 2):(0, 0, 1)>> {cuda_tile.preview$access = #cuda_tile<preview$access<inout>>})
  // ERROR: out/inout fragment args must form a single contiguous run; found 2 out/inout arg(s) spanning indices 0..2 with an 'in' arg in between
}
