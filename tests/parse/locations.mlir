// RUN: check
// Locations and debug information.

#file = #cuda_tile.di_file<"k.py" in "/tmp">
#unit = #cuda_tile.di_compile_unit<file = #file>
#sub = #cuda_tile.di_subprogram<linkageName = "k", name = "k", line = 1, file = #file, compileUnit = #unit>
#block = #cuda_tile.di_lexical_block<scope = #sub, file = #file, line = 3, column = 4>
#wrong = #cuda_tile.di_compile_unit<file = #unit>
// ERROR: expected a file, `#cuda_tile.di_file<..>`
#short = #cuda_tile.di_subprogram<file = #file, line = 1>
// ERROR: a required parameter is missing
#twice = #cuda_tile.di_compile_unit<file = #file, file = #file>
// ERROR: a parameter is given twice
#other = #cuda_tile.di_compile_unit<path = #file>
// ERROR: unknown parameter of a debug-information attribute

cuda_tile.module @locations {
  entry @k(%n: tile<i32> loc("k.py":1:7)) {
    %0 = addi %n, %n : tile<i32> loc(unknown)
    %1 = addi %n, %n : tile<i32> loc("k.py":2:3 to :9)
    %2 = addi %n, %n : tile<i32> loc("k.py":2:3 to 4:5)
    %3 = addi %n, %n : tile<i32> loc("name"("k.py":2:3))
    %4 = addi %n, %n : tile<i32> loc(callsite("f" at "k.py":2:3))
    %5 = addi %n, %n : tile<i32> loc(fused<"why">["a":1:1, unknown])
    %6 = addi %n, %n : tile<i32> loc(#cuda_tile.di_loc<loc("k.py":2:3) in #block>)
    %7 = addi %n, %n : tile<i32> loc(somewhere)
    // ERROR: expected location instance
    %8 = addi %n, %n : tile<i32> loc("k.py":x:1)
    // ERROR: expected integer line number
    %9 = addi %n, %n : tile<i32> loc("k.py":1:99999999999)
    // ERROR: expected integer column number
    %10 = addi %n, %n : tile<i32> loc(#cuda_tile.di_loc<"k.py":2:3 in #unit>)
    // ERROR: expected a subprogram or lexical block
    %11 = addi %n, %n : tile<i32> loc(callsite("f" in "g"))
    // ERROR: expected 'at'
    return
  }
}
