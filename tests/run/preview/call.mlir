// RUN: run --preview=simt --entry k --show y
// %y = [0. 2.]
//
// An entry that calls an external function does not run from the command line, because only a caller of the library can
// supply the function; the others do. The tests of the libraries supply some; one that fails ends the run with E0563.
cuda_tile.module @tests {
  preview$func extern @scale<[N: index, T: !cuda_tile<preview$Datatype>]>(%arg0: tile<2xf32> {cuda_tile.preview$access = #cuda_tile<preview$access<inout>>}, %arg1: tile<4xpreview$sym_t<T>> {cuda_tile.preview$access = #cuda_tile<preview$access<in>>}) -> (tile<2xf32>, tile<1xi32>)
  preview$extern_impl @scale_threads<[N: index, T: !cuda_tile<preview$Datatype>]> implements @scale<[N, T]> (%arg0: preview$fragment<2xf32, local, mem_layout = <(2):(1)>, fragmap = <(1, 32, 2):(0, 0, 1)>, alignment = 2> {cuda_tile.preview$access = #cuda_tile<preview$access<inout>>}, %arg1: preview$fragment<[N]xpreview$sym_t<T>, smem, mem_layout = <(N):(1)>, fragmap = <(1, (32, 1), N):(0, (0, 0), 4 / N)>> {cuda_tile.preview$access = #cuda_tile<preview$access<in>>}) synchronization = #cuda_tile<preview$synchronization<warp>> arch = ["sm_90", "sm_100"] scratch {smem.size = #cuda_tile<preview$expr_mul<#cuda_tile<preview$expr_var<"N">>, #cuda_tile<preview$expr_int<4>>>>, smem.alignment = #cuda_tile<preview$expr_int<16>>} {frontendABI = {version = "1"}, provider_score = 7 : i64}
  entry @calls() {
    %x = constant <f32: [0.0, 1.0]> : tile<2xf32>
    %n = iota : tile<4xi16>
    %y, %m = preview$call @scale<[2 * (3 - 1), i16]>(%x, %n) : (!cuda_tile.tile<2xf32>, !cuda_tile.tile<4xi16>) -> (!cuda_tile.tile<2xf32>, !cuda_tile.tile<1xi32>)
    return
  }
  entry @k() {
    %x = constant <f32: [0.0, 1.0]> : tile<2xf32>
    %y = addf %x, %x : tile<2xf32>
    return
  }
}
