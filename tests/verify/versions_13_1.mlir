// RUN: check --version=13.1
// What came later than the version whose rules are asked for.

cuda_tile.module @versions {
  entry @later_things(%b: tile<i32>) {
    %f = constant <f32: 1.0> : tile<8xf32>
    %i = constant <i32: 1> : tile<8xi32>
    %0 = atan2 %f, %f : tile<8xf32>
    // ERROR: 'cuda_tile.atan2' op needs version 13.2 or later, but version 13.1 is asked for
    %1 = negi %i : tile<8xi32>
    %2 = negi %i overflow<no_wrap> : tile<8xi32>
    // ERROR: 'cuda_tile.negi' op attribute 'overflow' needs version 13.2 or later
    %3 = tanh %f rounding<approx> : tile<8xf32>
    // ERROR: 'cuda_tile.tanh' op attribute 'rounding_mode' needs version 13.2 or later
    %4 = exp %f rounding<approx> : tile<8xf32>
    // ERROR: 'cuda_tile.exp' op attribute 'rounding_mode' needs version 13.3 or later
    for unsigned %k in (%b to %b, step %b) : tile<i32> {
    // ERROR: 'cuda_tile.for' op attribute 'unsignedCmp' needs version 13.2 or later
    }
    %5 = ftoi %f signed saturating : tile<8xf32> -> tile<8xi32>
    // ERROR: 'cuda_tile.ftoi' op attribute 'saturating' needs version 13.4 or later
    %6 = ftof %f rounding<zero> : tile<8xf32> -> tile<8xf8E8M0FNU>
    // ERROR: 'cuda_tile.ftof' op result type '!cuda_tile.tile<8xf8E8M0FNU>' needs version 13.2 or later
    %t = make_token : token
    %7 = print_tko "x" token=%t -> token
    // ERROR: 'cuda_tile.print_tko' op operand 'token' needs version 13.2 or later
    %8 = alloca num_elem = 8, alignment = 4 : tile<ptr<f32>>
    // ERROR: 'cuda_tile.alloca' op needs version 13.3 or later
    return
  }
}
