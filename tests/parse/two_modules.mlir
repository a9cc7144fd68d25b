// RUN: check
// One file, one module; nothing else beside it.

module @wrapper attributes {anything = [1, 2.0, "x"]} {
  cuda_tile.module @first { }
  cuda_tile.module @second { }
  // ERROR: a file holds one module
  entry @outside() { }
  // ERROR: `entry` stands outside the module
  %0 = make_token : token
  // ERROR: an operation stands outside a module
}
