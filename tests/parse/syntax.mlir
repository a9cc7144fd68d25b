// RUN: check
// Ops that are written wrongly; reading goes on with the next one.

cuda_tile.module @syntax {
  entry @words(%a: tile<f32>, %i: tile<i32>) {
    %0 = adddf %a, %a : tile<f32>
    // ERROR: custom op 'adddf' is unknown (tried 'cuda_tile.adddf' as well)
    %1 = cuda_tile.adddf %a, %a : tile<f32>
    // ERROR: unknown operation 'cuda_tile.adddf'
    %2 = addf %0, %1 : tile<f32>
    foo
    // ERROR: custom op 'foo' is unknown (tried 'cuda_tile.foo' as well)
    foo %a
    // ERROR: custom op 'foo' is unknown (tried 'cuda_tile.foo' as well)
    %3 = 4 : tile<f32>
    // ERROR: expected operation name
    %4 = testing$bytecode_test_new_attribute
    // ERROR: custom op 'testing$bytecode_test_new_attribute' is unknown
  }

  entry @pieces(%a: tile<f32>, %i: tile<i32>, %c: tile<i1>) {
    %0 = addf %a %a : tile<f32>
    // ERROR: expected ','
    %1 = addf %a, 3 : tile<f32>
    // ERROR: expected SSA operand
    %2 = addf %a, %a flush_to_zero rounding<zero> : tile<f32>
    // ERROR: expected ':'
    %3 = addf %a, %a tile<f32>
    // ERROR: expected ':'
    %4 = exti %i signed : tile<i32> tile<i64>
    // ERROR: expected '->'
    %5 = addf %a,
      %a
      : tile<f32>
    %6 = addf %a, %a :
    // ERROR: expected a type
    %7 = maxf %a, %a propagate_nan flush_to_zero propagate_nan : tile<f32>
    // ERROR: expected ':'
    assert %c, message : tile<i1>
    // ERROR: expected a string
    %8 = addi %i, %i {a = 1, a = 2} : tile<i32>
    // ERROR: duplicate key 'a' in dictionary attribute
    %9 = addi %i, %i {a = 1,} : tile<i32>
    // ERROR: expected attribute name
    %10 = addi %i, %i : tile<i32> loc("x")
  }

  entry @characters(%i: tile<i32>, %c: tile<i1>) {
    %0 = addi %i; %i : tile<i32>
    // ERROR: unexpected character
    assert %c, "open : tile<i1>
    // ERROR: expected '"' in string literal
    assert %c, "\q" : tile<i1>
    // ERROR: unknown escape in string literal
    assert %c, "\"\\\n\t\0a" : tile<i1>
    %
    // ERROR: invalid SSA name
  }

  entry @terminators(%i: tile<i32>, %c: tile<i1>) {
    loop {
      break
      %0 = addi %i, %i : tile<i32>
      // ERROR: 'cuda_tile.break' op must be the last operation in the parent block
      %1 = addi %0, %i : tile<i32>
    }
    return
    if %c { }
    // ERROR: 'cuda_tile.return' op must be the last operation in the parent block
  }

  entry @lists(%i: tile<i32>, %f: tile<4xf32>) {
    %0 = for %iv in (%i to %i, step %i) : tile<i32> iter_values(%x = %f) -> (tile<4xf32>, tile<4xf32>) {
      // ERROR: mismatch in number of loop-carried values and defined values
      continue %x : tile<4xf32>
    }
    %1 = loop iter_values(%x = %f) : tile<4xf32>, tile<4xf32> {
      // ERROR: found different number of iter_values and types
      break %x : tile<4xf32>
    }
    loop {
      break %i, %i : tile<i32>
      // ERROR: number of operands and types do not match: got 2 operands and 1 types
    }
  }

  entry @labels(%i: tile<i32>) {
  ^bb0(%j: tile<i32>):
    // ERROR: invalid block name in region with named arguments
    return
  }
}
