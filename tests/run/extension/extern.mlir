// RUN: run --entry k --show y
// %y = [0. 2.]
//
// An entry that calls a function which only the caller can supply does not run from the command line; the others do.
// (The test of the interpreter's library supplies one.)
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
