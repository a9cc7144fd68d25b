// RUN: check
// Debug scopes: ops carry the subprogram of their kernel, or none.

#file = #cuda_tile.di_file<"k.py" in "/src">
#unit = #cuda_tile.di_compile_unit<file = #file>
#right = #cuda_tile.di_subprogram<file = #file, line = 1, name = "right", linkageName = "right", compileUnit = #unit>
#other = #cuda_tile.di_subprogram<file = #file, line = 9, name = "other", linkageName = "other", compileUnit = #unit>
#misnamed = #cuda_tile.di_subprogram<file = #file, line = 1, name = "misnamed", linkageName = "somebody", compileUnit = #unit>
#mismatch = #cuda_tile.di_subprogram<file = #file, line = 1, name = "mismatch", linkageName = "mismatch", compileUnit = #unit>
#called = #cuda_tile.di_subprogram<file = #file, line = 1, name = "called", linkageName = "called", compileUnit = #unit>
#block = #cuda_tile.di_lexical_block<scope = #right, file = #file, line = 3>
#inner = #cuda_tile.di_lexical_block<scope = #block, file = #file, line = 4, column = 2>
#foreign = #cuda_tile.di_lexical_block<scope = #other, file = #file, line = 3>

cuda_tile.module @scopes {
  global @plain <i32: [1]> : tile<1xi32> loc("k.py":1:1)
  global @scoped <i32: [1]> : tile<1xi32> loc(#cuda_tile.di_loc<loc("k.py":1:1) in #right>)
  // ERROR: Global variables must not have scope.

  entry @right() {
    %0 = iota : tile<8xi32> loc(#cuda_tile.di_loc<loc("k.py":2:1) in #right>)
    %1 = iota : tile<8xi32> loc(#cuda_tile.di_loc<loc("k.py":2:1) in #inner>)
    %2 = iota : tile<8xi32> loc(callsite(#cuda_tile.di_loc<loc("k.py":9:1) in #other> at #cuda_tile.di_loc<loc("k.py":2:1) in #block>))
    %3 = iota : tile<8xi32> loc("k.py":2:1)
    %4 = iota : tile<8xi32> loc(unknown)
    return
  } loc(#cuda_tile.di_loc<loc("k.py":1:1) in #right>)

  entry @unscoped() {
    %0 = iota : tile<8xi32> loc(#cuda_tile.di_loc<loc("k.py":2:1) in #right>)
    // ERROR: Operation has debug info scope, but function debug info scope is undefined.
    return
  }

  entry @misnamed() {
  // ERROR: does not match subprogram scope linkage name
    return
  } loc(#cuda_tile.di_loc<loc("k.py":1:1) in #misnamed>)

  entry @blocked() {
  // ERROR: Function location must have cuda_tile.di_subprogram debug info scope.
    return
  } loc(#cuda_tile.di_loc<loc("k.py":1:1) in #block>)

  entry @called() {
  // ERROR: Function location must not be a CallSiteLoc.
    return
  } loc(callsite(#cuda_tile.di_loc<loc("k.py":1:1) in #called> at #cuda_tile.di_loc<loc("k.py":1:1) in #called>))

  entry @mismatch() {
    %0 = iota : tile<8xi32> loc(#cuda_tile.di_loc<loc("k.py":2:1) in #other>)
    // ERROR: Operation debug info scope does not match function debug info scope
    %1 = iota : tile<8xi32> loc(#cuda_tile.di_loc<loc("k.py":2:1) in #foreign>)
    // ERROR: Operation debug info scope does not match function debug info scope
    %2 = iota : tile<8xi32> loc(callsite(#cuda_tile.di_loc<loc("k.py":9:1) in #mismatch> at #cuda_tile.di_loc<loc("k.py":2:1) in #other>))
    // ERROR: Operation debug info scope does not match function debug info scope
    return
  } loc(#cuda_tile.di_loc<loc("k.py":1:1) in #mismatch>)
}
