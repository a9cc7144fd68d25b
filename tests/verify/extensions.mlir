// RUN: check
// Ops that Tilewright adds to the language.

cuda_tile.module @extensions {
  experimental$func @twice(%x: tile<8xf32>) -> tile<8xf32> {
    %y = addf %x, %x : tile<8xf32>
    return %y : tile<8xf32>
  }
  experimental$func @wrong_count(%x: tile<f32>) -> tile<f32> {
    return
    // ERROR: 'cuda_tile.return' op has 0 operands, but enclosing function (@wrong_count) returns 1
  }
  experimental$func @wrong_type(%x: tile<f32>) -> tile<i32> {
    return %x : tile<f32>
    // ERROR: type of return operand 0 ('!cuda_tile.tile<f32>') doesn't match function result type ('!cuda_tile.tile<i32>')
  }
  experimental$func @recursive(%x: tile<f32>) -> tile<f32> {
    %y = experimental$call @recursive(%x) : (tile<f32>) -> tile<f32>
    // ERROR: calls itself
    return %y : tile<f32>
  }
  experimental$func @ping(%x: tile<f32>) -> tile<f32> {
    %y = experimental$call @pong(%x) : (tile<f32>) -> tile<f32>
    // ERROR: calls itself
    return %y : tile<f32>
  }
  experimental$func @pong(%x: tile<f32>) -> tile<f32> {
    %y = experimental$call @ping(%x) : (tile<f32>) -> tile<f32>
    // ERROR: calls itself
    return %y : tile<f32>
  }
  entry @calls() {
    %x = constant <f32: 1.0> : tile<8xf32>
    %s = constant <f32: 1.0> : tile<f32>
    %0 = experimental$call @twice(%x) : (tile<8xf32>) -> tile<8xf32>
    %1 = experimental$call @twice(%s) : (tile<f32>) -> tile<8xf32>
    // ERROR: operands must be those of the function
    %2 = experimental$call @twice(%x) : (tile<8xf32>) -> tile<f32>
    // ERROR: results must be those of the function
    %3 = experimental$call @nothing(%x) : (tile<8xf32>) -> tile<f32>
    // ERROR: 'nothing' does not reference a function
    %4 = experimental$call @calls() : () -> tile<f32>
    // ERROR: 'calls' does not reference a function
    return
  }
}
