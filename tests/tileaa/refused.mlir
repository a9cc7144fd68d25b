// RUN: compile --emit=tileaa
// E0905: 'cuda_tile.experimental$extern_elementwise' op calls an external function, so it cannot be compiled
// E0905: 'cuda_tile.experimental$extern_elementwise' op calls an external function, so it cannot be compiled
// E0905: 'cuda_tile.experimental$extern_elementwise' op calls an external function, so it cannot be compiled
//
// What only the caller can supply is refused with the reason: every call of a kernel at once, and one of an inlined function once.
cuda_tile.module @tests {
  experimental$func @thrice(%x: tile<2xf32>) -> tile<2xf32> {
    %y = experimental$extern_elementwise %x {libname = "lib", libpath = "/lib", pure = true, symbol = "thrice"} : (tile<2xf32>) -> tile<2xf32>
    return %y : tile<2xf32>
  }
  entry @needs_twice() {
    %x = constant <f32: [0.0, 1.0]> : tile<2xf32>
    %y = experimental$extern_elementwise %x {libname = "lib", libpath = "/lib", pure = true, symbol = "twice"} : (tile<2xf32>) -> tile<2xf32>
    %z = experimental$extern_elementwise %y {libname = "lib", libpath = "/lib", pure = true, symbol = "half"} : (tile<2xf32>) -> tile<2xf32>
    %a = experimental$call @thrice(%y) : (tile<2xf32>) -> tile<2xf32>
    %b = experimental$call @thrice(%z) : (tile<2xf32>) -> tile<2xf32>
    return
  }
  entry @k() {
    %x = constant <f32: [0.0, 1.0]> : tile<2xf32>
    %y = addf %x, %x : tile<2xf32>
    return
  }
}
