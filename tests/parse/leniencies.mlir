// RUN: check
// What the reference parser allows too, and what Tilewright adds with a note.
// TILEIRAS: the back end takes no blank in the name of an entry

cuda_tile.module @leniencies {
  global @g : tile<4xi32> = dense<[1, 2, 3, 4]>
  // NOTE: the type of a global before its value is not standard
  // NOTE: `dense<..>` in a constant is not standard
  func @f() -> () { }
  // NOTE: `func` is not standard
  cuda_tile.entry @"a name"(%p: !cuda_tile.tile<!cuda_tile.ptr<f32>>, %0: tile<i32>) {
    %t = make_token : !cuda_tile.token
    %c = constant <i1: 1> : tile<i1>
    %1, %t1 = load_ptr_tko weak %p, token=%t : tile<ptr<f32>> -> tile<f32>, token
    %2, %t2 = load_ptr_tko weak %p, %c, token = %t1 : tile<ptr<f32>>, tile<i1> -> tile<f32>, token
    store_ptr_tko weak %p, %2 : tile<ptr<f32>>, tile<f32> -> token
    %3 = maxf %1, %2 propagate_nan flush_to_zero : tile<f32>
    %4 = minf %1, %2 flush_to_zero propagate_nan {note} : tile<f32>
    %5 = pow %3, %4 : tile<f32>
    %6 = fpowf %3, %4 : tile < f32 >
    print "%f", %6 : tile<f32>
    // NOTE: `print` is not standard
    cuda_tile.print "x" -> token
    // NOTE: `print` is not standard
    %7 = experimental$alloca num_elem = 4, alignment = 4 : tile<ptr<f32>>
    // NOTE: `experimental$alloca` is not standard
    %8 = constant <i32: "0x0100000002000000"> : tile<2xi32>
    // NOTE: a constant as a string of bytes is not standard
    %9 = constant <b32: 3> : tile<[2]xb32>
    // NOTE: the element type `b32` is not standard
    // NOTE: a shape in brackets is not standard
    // NOTE: the element type `b32` is not standard
    % a = addi %8, % 9 : tile<2xi32>
    // NOTE: a blank between `%` and its name is not standard
    // NOTE: a blank between `%` and its name is not standard
    %b = iota : ! cuda_tile.tile<2xi32>
    // NOTE: a blank between `!` and its name is not standard
    for %i in (%0 to %0, step %0) : tile<i32> { }
    if %c { } else { }
  }
}
