// RUN: compile --emit=tileaa
// E0905: 'cuda_tile.experimental$extern_elementwise' op calls a function that only the caller can supply, so it cannot be compiled
//
// What only the caller can supply is refused with the reason.
cuda_tile.module @tests {
  entry @needs_twice() {
    %x = constant <f32: [0.0, 1.0]> : tile<2xf32>
    %y = experimental$extern_elementwise %x {libname = "lib", libpath = "/lib", pure = true, symbol = "twice"} : (tile<2xf32>) -> tile<2xf32>
    return
  }
  entry @k() {
    %x = constant <f32: [0.0, 1.0]> : tile<2xf32>
    %y = addf %x, %x : tile<2xf32>
    return
  }
}
