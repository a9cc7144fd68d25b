// RUN: check
// Rules that only the generic form can break: the custom form writes one type, one block, one name of a mode.

cuda_tile.module @generic_form {
  entry @shapes_and_types(%i: tile<i32>, %f: tile<f32>, %p: tile<ptr<f32>>) {
    %f8 = constant <f32: 1.0> : tile<8xf32>
    %d8 = constant <f64: 1.0> : tile<8xf64>
    %i8 = constant <i32: 1> : tile<8xi32>
    %0 = "cuda_tile.absf"(%f8) : (tile<8xf32>) -> tile<4xf32>
    // ERROR: 'cuda_tile.absf' op failed to verify that all of {source, result} have same type
    %1 = "cuda_tile.absi"(%i8) : (tile<8xi32>) -> tile<8xi64>
    // ERROR: 'cuda_tile.absi' op failed to verify that all of {source, result} have same type
    %8 = "cuda_tile.cmpi"(%i8, %i) <{comparison_predicate = #cuda_tile.comparison_predicate<equal>, signedness = #cuda_tile.signedness<signed>}> : (tile<8xi32>, tile<i32>) -> tile<8xi1>
    // ERROR: 'cuda_tile.cmpi' op failed to verify that all of {lhs, rhs} have same type
    %2 = "cuda_tile.addf"(%f8, %d8) <{rounding_mode = #cuda_tile.rounding<nearest_even>}> : (tile<8xf32>, tile<8xf64>) -> tile<8xf32>
    // ERROR: 'cuda_tile.addf' op failed to verify that all of {lhs, rhs, result} have same type
    %3 = "cuda_tile.remi"(%i8, %i) <{signedness = #cuda_tile.signedness<signed>}> : (tile<8xi32>, tile<i32>) -> tile<8xi32>
    // ERROR: 'cuda_tile.remi' op failed to verify that all of {result, lhs, rhs} have same type
    %4 = "cuda_tile.pow"(%f8, %f) : (tile<8xf32>, tile<f32>) -> tile<8xf32>
    // ERROR: 'cuda_tile.pow' op failed to verify that all of {result, source, exponent} have same type
    %5 = "cuda_tile.offset"(%p, %i8) : (tile<ptr<f32>>, tile<8xi32>) -> tile<8xptr<f32>>
    // ERROR: 'cuda_tile.offset' op failed to verify that all of {result, ptr} have same type
    %6 = "cuda_tile.fpowi"(%f8, %i) : (tile<8xf32>, tile<i32>) -> tile<8xf32>
    // ERROR: 'cuda_tile.fpowi' op failed to verify that all of {source, exponent} have same shape
    %7 = "cuda_tile.constant"() <{value = dense<1> : tile<8xi32>}> : () -> tile<4xi32>
    // ERROR: 'cuda_tile.constant' op failed to verify that all of {value, result} have same type
    return
  }
  entry @modes(%i: tile<i32>, %f: tile<f32>) {
    %0 = "cuda_tile.addf"(%f, %f) <{rounding_mode = #cuda_tile.rounding<approx>}> : (tile<f32>, tile<f32>) -> tile<f32>
    // ERROR: 'cuda_tile.addf' op invalid rounding mode specified, expect one of [nearest_even, zero, negative_inf, positive_inf]
    %1 = "cuda_tile.divf"(%f, %f) <{rounding_mode = #cuda_tile.rounding<nearest_int_to_zero>}> : (tile<f32>, tile<f32>) -> tile<f32>
    // ERROR: 'cuda_tile.divf' op invalid rounding mode specified, expect one of [nearest_even, zero, negative_inf, positive_inf, approx, full]
    %2 = "cuda_tile.divi"(%i, %i) <{signedness = #cuda_tile.signedness<signed>, rounding = #cuda_tile.rounding<full>}> : (tile<i32>, tile<i32>) -> tile<i32>
    // ERROR: 'cuda_tile.divi' op invalid rounding mode specified, expect one of [zero, negative_inf, positive_inf]
    %3 = "cuda_tile.exp"(%f) <{rounding_mode = #cuda_tile.rounding<zero>}> : (tile<f32>) -> tile<f32>
    // ERROR: 'cuda_tile.exp' op invalid rounding mode specified, expect one of [approx, full]
    %4 = "cuda_tile.fma"(%f, %f, %f) <{rounding_mode = #cuda_tile.rounding<full>}> : (tile<f32>, tile<f32>, tile<f32>) -> tile<f32>
    // ERROR: 'cuda_tile.fma' op invalid rounding mode specified, expect one of [nearest_even, zero, negative_inf, positive_inf]
    %5 = "cuda_tile.sqrt"(%f) <{rounding_mode = #cuda_tile.rounding<full>}> : (tile<f32>) -> tile<f32>
    // ERROR: 'cuda_tile.sqrt' op invalid rounding mode specified, expect one of [nearest_even, zero, negative_inf, positive_inf, approx]
    %6 = "cuda_tile.tanh"(%f) <{rounding_mode = #cuda_tile.rounding<zero>}> : (tile<f32>) -> tile<f32>
    // ERROR: 'cuda_tile.tanh' op invalid rounding mode specified, expect one of [approx, full]
    %7 = "cuda_tile.ftoi"(%f) <{signedness = #cuda_tile.signedness<signed>, rounding_mode = #cuda_tile.rounding<zero>}> : (tile<f32>) -> tile<i32>
    // ERROR: 'cuda_tile.ftoi' op invalid rounding mode specified. Only 'nearest_int_to_zero' is supported
    %8 = "cuda_tile.ftof"(%f) <{rounding_mode = #cuda_tile.rounding<approx>}> : (tile<f32>) -> tile<f64>
    // ERROR: 'cuda_tile.ftof' op invalid rounding mode specified for widening conversion. Only IEEE float rounding modes are supported: 'nearest_even', 'zero', 'negative_inf', 'positive_inf', 'nearest_away'
    %9 = "cuda_tile.itof"(%i) <{signedness = #cuda_tile.signedness<signed>, rounding_mode = #cuda_tile.rounding<zero>}> : (tile<i32>) -> tile<f32>
    // ERROR: 'cuda_tile.itof' op invalid rounding mode specified. Only 'nearest_even' is supported
    return
  }
  entry @for_loops(%i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
    "cuda_tile.for"(%i, %i, %i) ({
    // ERROR: 'cuda_tile.for' op expected at least one block argument for induction variable
    ^bb0:
      "cuda_tile.continue"() : () -> ()
    }) : (tile<i32>, tile<i32>, tile<i32>) -> ()
    "cuda_tile.for"(%i, %i, %i) ({
    // ERROR: 'cuda_tile.for' op expected induction variable to be same type as bounds and step: '!cuda_tile.tile<i64>' vs '!cuda_tile.tile<i32>'
    ^bb0(%x: tile<i64>):
      "cuda_tile.continue"() : () -> ()
    }) : (tile<i32>, tile<i32>, tile<i32>) -> ()
    "cuda_tile.for"(%i, %i, %i) ({
    // ERROR: 'cuda_tile.for' op mismatch in number of region iterator values and loop iterator inits: 1 vs 0
    ^bb0(%x: tile<i32>, %y: tile<i32>):
      "cuda_tile.continue"() : () -> ()
    }) : (tile<i32>, tile<i32>, tile<i32>) -> ()
    %0 = "cuda_tile.for"(%i, %i, %i, %f) ({
    // ERROR: 'cuda_tile.for' op init value 0 and region iter_value 0 have different type: '!cuda_tile.tile<f32>' != '!cuda_tile.tile<f64>'
    ^bb0(%x: tile<i32>, %y: tile<f64>):
      "cuda_tile.continue"(%f) : (tile<f32>) -> ()
    }) : (tile<i32>, tile<i32>, tile<i32>, tile<f32>) -> tile<f32>
    "cuda_tile.for"(%i, %i, %l) ({
    // ERROR: 'cuda_tile.for' op failed to verify that all of {lowerBound, upperBound, step} have same type
    ^bb0(%x: tile<i32>):
      "cuda_tile.continue"() : () -> ()
    }) : (tile<i32>, tile<i32>, tile<i64>) -> ()
    %1 = "cuda_tile.for"(%i, %i, %i, %f) ({
    // ERROR: 'cuda_tile.for' op failed to verify that all of {initValues, resultValues} have same type
    ^bb0(%x: tile<i32>, %y: tile<f32>):
      "cuda_tile.continue"(%y) : (tile<f32>) -> ()
      // ERROR: `for` is missing a valid terminator. `continue` op should have operand types that match the parent loop return types: ('!cuda_tile.tile<f64>'), but found: ('!cuda_tile.tile<f32>')
    }) : (tile<i32>, tile<i32>, tile<i32>, tile<f32>) -> tile<f64>
    "cuda_tile.for"(%i, %i, %i) ({
    // ERROR: 'cuda_tile.for' op region #0 ('region') failed to verify constraint: region with 1 blocks
    }) : (tile<i32>, tile<i32>, tile<i32>) -> ()
    return
  }
  entry @loops(%i: tile<i32>, %f: tile<f32>) {
    "cuda_tile.loop"() ({
    // ERROR: 'cuda_tile.loop' op region #0 ('region') failed to verify constraint: region with 1 blocks
    }) : () -> ()
    "cuda_tile.loop"(%i) ({
    // ERROR: 'cuda_tile.loop' op mismatch in number of region iterator values and loop iterator inits: 0 vs 1
    ^bb0:
      "cuda_tile.break"() : () -> ()
    }) : (tile<i32>) -> ()
    "cuda_tile.loop"(%i) ({
    // ERROR: 'cuda_tile.loop' op init value 0 and region iter_value 0 have different type: '!cuda_tile.tile<i32>' != '!cuda_tile.tile<f32>'
    ^bb0(%x: tile<f32>):
      "cuda_tile.break"() : () -> ()
    }) : (tile<i32>) -> ()
    return
  }
  entry @branches(%c: tile<i1>) {
    "cuda_tile.if"(%c) ({
    // ERROR: 'cuda_tile.if' op region #0 ('thenRegion') failed to verify constraint: region with 1 blocks
    }, {
    }) : (tile<i1>) -> ()
    return
  }
  entry @blocks(%c: tile<i1>) {
    "cuda_tile.if"(%c) ({
    // ERROR: 'cuda_tile.if' op region #1 ('elseRegion') failed to verify constraint: region with at most 1 blocks
      "cuda_tile.yield"() : () -> ()
    }, {
    ^bb0:
      "cuda_tile.yield"() : () -> ()
    ^bb1:
      "cuda_tile.yield"() : () -> ()
    }) : (tile<i1>) -> ()
    return
  }
  entry @returns(%i: tile<i32>) {
    "cuda_tile.return"(%i) : (tile<i32>) -> ()
    // ERROR: 'cuda_tile.return' op has 1 operands, but entry function must return 0 operands
  }
  "cuda_tile.entry"() <{sym_name = "gives", function_type = () -> tile<i32>}> ({
  // ERROR: 'cuda_tile.entry' op entry op must not return values
    "cuda_tile.return"() : () -> ()
  }) : () -> ()
  "cuda_tile.entry"() <{sym_name = "empty", function_type = () -> ()}> ({
  // ERROR: 'cuda_tile.entry' op region #0 ('body') failed to verify constraint: region with 1 blocks
  }) : () -> ()
  entry @reductions(%f: tile<f32>) {
    %f8 = constant <f32: 1.0> : tile<8xf32>
    %0 = "cuda_tile.reduce"(%f8) <{dim = -1 : i32, identities = [0.0 : f32]}> ({
    // ERROR: 'cuda_tile.reduce' op attribute 'dim' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative
    ^bb0(%a: tile<f32>, %b: tile<f32>):
      "cuda_tile.yield"(%a) : (tile<f32>) -> ()
    }) : (tile<8xf32>) -> tile<f32>
    "cuda_tile.reduce"() <{dim = 0 : i32, identities = []}> ({
    // ERROR: 'cuda_tile.reduce' op expect at least 1 operand
    ^bb0:
      "cuda_tile.yield"() : () -> ()
    }) : () -> ()
    %1 = "cuda_tile.reduce"(%f8) <{dim = 0 : i32, identities = [0.0 : f32]}> ({
    // ERROR: 'cuda_tile.reduce' op expects a non-empty block: region #0 ('body') must end in a terminator
    ^bb0(%a: tile<f32>, %b: tile<f32>):
    }) : (tile<8xf32>) -> tile<f32>
    %2 = "cuda_tile.reduce"(%f8) <{dim = 0 : i32, identities = [0.0 : f32]}> ({
    // ERROR: 'cuda_tile.reduce' op region #0 ('body') failed to verify constraint: region with 1 blocks
    }) : (tile<8xf32>) -> tile<f32>
    %3 = "cuda_tile.scan"(%f8) <{dim = -1 : i32, reverse = false, identities = [0.0 : f32]}> ({
    // ERROR: 'cuda_tile.scan' op attribute 'dim' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative
    ^bb0(%a: tile<f32>, %b: tile<f32>):
      "cuda_tile.yield"(%a) : (tile<f32>) -> ()
    }) : (tile<8xf32>) -> tile<8xf32>
    "cuda_tile.scan"() <{dim = 0 : i32, reverse = false, identities = []}> ({
    // ERROR: 'cuda_tile.scan' op expect at least 1 operand
    ^bb0:
      "cuda_tile.yield"() : () -> ()
    }) : () -> ()
    return
  }
}
