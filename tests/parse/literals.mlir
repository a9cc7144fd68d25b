// RUN: check
// Constants: ranges, shapes, bit patterns.

cuda_tile.module @literals {
  global @g <i8: [1, 2, 3]> : tile<4xi8>
  // ERROR: inferred shape of elements literal ([3]) does not match type ([4])

  entry @integers() {
    %0 = constant <i8: [-128, 255, 0x80, 0]> : tile<4xi8>
    %1 = constant <i8: 256> : tile<i8>
    // ERROR: integer constant out of range for type
    %2 = constant <i8: -129> : tile<i8>
    // ERROR: integer constant out of range for type
    %3 = constant <i64: -9223372036854775808> : tile<i64>
    %4 = constant <i64: 9223372036854775808> : tile<i64>
    // ERROR: integer constant out of range for type
    %5 = constant <i64: 0x8000000000000000> : tile<i64>
    // ERROR: integer constant out of range for type
    %6 = constant <i1: [true, false, -1, 1]> : tile<4xi1>
    %7 = constant <i1: 2> : tile<i1>
    // ERROR: integer constant out of range for type
    %8 = constant <i32: 1.0> : tile<i32>
    // ERROR: expected integer value
    %9 = constant <i32: true> : tile<i32>
    // ERROR: expected integer value
    %10 = constant <i32: -0x10> : tile<i32>
    // ERROR: expected an integer
  }

  entry @floats() {
    %0 = constant <f32: [1.0, -2.5e-3, 3., 0x7F800000]> : tile<4xf32>
    %1 = constant <f32: 1> : tile<f32>
    // ERROR: unexpected decimal integer literal for a floating point value
    %2 = constant <f16: 0x10000> : tile<f16>
    // ERROR: hexadecimal float constant out of range for type
    %3 = constant <f32: -0x1> : tile<f32>
    // ERROR: hexadecimal float literal may not have a minus sign
    %4 = constant <tf32: 0x7FFFF> : tile<tf32>
    %5 = constant <f32: nan> : tile<f32>
    // ERROR: expected a floating point literal
  }

  entry @shapes() {
    %0 = constant <i32: [[1, 2], [3, 4]]> : tile<2x2xi32>
    %1 = constant <i32: [[1, 2], [3]]> : tile<2x2xi32>
    // ERROR: tensor literal is invalid; ranks are not consistent between elements
    %2 = constant <i32: [1, 2, 3, 4]> : tile<2x2xi32>
    // ERROR: inferred shape of elements literal ([4]) does not match type ([2, 2])
    %3 = constant <i32: []> : tile<4xi32>
    // ERROR: inferred shape of elements literal ([0]) does not match type ([4])
    %4 = constant <i32: 1> : tile<4xi64>
    // ERROR: mismatch between the element type: 'i32' and the tile element type 'i64'
    %5 = constant <i32: 1> : i32
    // ERROR: result #0 must be tile of
    %6 = constant <tile<i32>: 1> : tile<i32>
    // ERROR: expect element type to be one of
  }

  entry @identities(%x: tile<8xf32>) {
    %0 = reduce %x dim=0 identities=[0.0 : f32, "no"] : tile<8xf32> -> tile<f32> (%a: tile<f32>, %b: tile<f32>) {
      // ERROR: expected a typed number
      yield %a : tile<f32>
    }
    %1 = reduce %x dim=9999999999 identities=[0.0 : f32] : tile<8xf32> -> tile<f32> (%a: tile<f32>, %b: tile<f32>) {
      // ERROR: integer constant out of range for attribute
      yield %a : tile<f32>
    }
  }
}
