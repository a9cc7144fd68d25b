// RUN: check
// if, for, loop and their terminators.

cuda_tile.module @control {
  entry @right(%c: tile<i1>, %n: tile<i32>, %x: tile<f32>) {
    %0 = if %c -> (tile<f32>) {
      yield %x : tile<f32>
    } else {
      return
    }
    %1 = for unsigned %i in (%n to %n, step %n) : tile<i32> iter_values(%a = %x) -> (tile<f32>) {
      if %c {
        continue %x : tile<f32>
      }
      continue %a : tile<f32>
    }
    %2 = loop iter_values(%k = %n) : tile<i32> -> tile<f32> {
      if %c {
        if %c {
          break %x : tile<f32>
        }
        return
      }
      continue %k : tile<i32>
    }
    loop {
      return
    }
    return
  }

  entry @branches(%c: tile<i1>, %x: tile<f32>, %n: tile<i32>) {
    %0 = if %c -> (tile<f32>) {
    // ERROR: 'cuda_tile.if' op has non-empty return type, must define else branch
      yield %x : tile<f32>
    }
    %1 = if %c -> (tile<f32>) {
    // ERROR: 'cuda_tile.if' op has return type of '!cuda_tile.tile<f32>' but then branch does not yield anything
    } else {
      yield %x : tile<f32>
    }
    %2 = if %c -> (tile<f32>) {
    // ERROR: 'cuda_tile.if' op has return type of '!cuda_tile.tile<f32>' but else branch does not yield anything
      yield %x : tile<f32>
    } else {
    }
    if %c {
    // ERROR: 'cuda_tile.if' op does not return a value, but then branch yields '!cuda_tile.tile<f32>'
      yield %x : tile<f32>
    }
    if %c {
    // ERROR: 'cuda_tile.if' op does not return a value, but else branch yields '!cuda_tile.tile<f32>'
    } else {
      yield %x : tile<f32>
    }
    %3 = if %c -> (tile<f32>) {
    // ERROR: 'cuda_tile.if' op type does not match yield type, then branch yields '!cuda_tile.tile<i32>' but op result type is '!cuda_tile.tile<f32>'
      yield %n : tile<i32>
    } else {
      yield %x : tile<f32>
    }
    return
  }

  entry @views_cannot_be_carried(%c: tile<i1>, %p: tile<ptr<f32>>, %n: tile<i32>) {
    %tv = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
    %pv = make_partition_view %tv : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
    %0 = if %c -> (tensor_view<8xf32, strides=[1]>) {
    // ERROR: 'cuda_tile.if' op result type 0 is a tensor_view, which is not supported
      yield %tv : tensor_view<8xf32, strides=[1]>
    } else {
      yield %tv : tensor_view<8xf32, strides=[1]>
    }
    %1:2 = if %c -> (tile<i32>, partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>) {
    // ERROR: 'cuda_tile.if' op result type 1 is a tile view, which is not supported
      yield %n, %pv : tile<i32>, partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
    } else {
      yield %n, %pv : tile<i32>, partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
    }
    %2 = for %i in (%n to %n, step %n) : tile<i32> iter_values(%v = %tv) -> (tensor_view<8xf32, strides=[1]>) {
    // ERROR: 'cuda_tile.for' op loop-carried value 0 is a tensor_view, which is not supported
      continue %v : tensor_view<8xf32, strides=[1]>
    }
    %3 = for %i in (%n to %n, step %n) : tile<i32> iter_values(%v = %pv) -> (partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>) {
    // ERROR: 'cuda_tile.for' op loop-carried value 0 is a tile view, which is not supported
      continue %v : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
    }
    %6 = loop iter_values(%v = %tv) : tensor_view<8xf32, strides=[1]> -> tile<i32> {
    // ERROR: 'cuda_tile.loop' op loop-carried value 0 is a tensor_view, which is not supported
      break %n : tile<i32>
    }
    %4 = loop : tensor_view<8xf32, strides=[1]> {
    // ERROR: 'cuda_tile.loop' op result type 0 is a tensor_view, which is not supported
      break %tv : tensor_view<8xf32, strides=[1]>
    }
    %5 = loop : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>> {
    // ERROR: 'cuda_tile.loop' op result type 0 is a tile view, which is not supported
      break %pv : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
    }
    return
  }

  entry @terminators_of_loops(%c: tile<i1>, %x: tile<f32>, %n: tile<i32>) {
    %0 = for %i in (%n to %n, step %n) : tile<i32> iter_values(%a = %x) -> (tile<f32>) {
      continue %i : tile<i32>
      // ERROR: `for` is missing a valid terminator. `continue` op should have operand types that match the parent loop return types: ('!cuda_tile.tile<f32>'), but found: ('!cuda_tile.tile<i32>')
    }
    %1 = loop iter_values(%a = %n) : tile<i32> -> tile<f32> {
      if %c {
        break %a : tile<i32>
        // ERROR: 'cuda_tile.break' op operand types must correspond to the parent loop result types: ('!cuda_tile.tile<i32>') vs ('!cuda_tile.tile<f32>')
      }
      continue %x : tile<f32>
      // ERROR: `loop` is missing a valid terminator. `continue` op should have operand types that match the parent loop iter_values: ('!cuda_tile.tile<i32>'), but found: ('!cuda_tile.tile<f32>')
    }
    return
  }

  entry @terminators_and_parents(%c: tile<i1>, %x: tile<f32>, %n: tile<i32>) {
    for %i in (%n to %n, step %n) : tile<i32> {
      break
      // ERROR: 'cuda_tile.break' op expects parent op to be one of 'cuda_tile.if, cuda_tile.loop'
    }
    for %i in (%n to %n, step %n) : tile<i32> {
      if %c {
        break
        // ERROR: 'cuda_tile.break' op can only be nested within a ancestor chain of 'cuda_tile.loop', 'cuda_tile.if' operations
      }
    }
    for %i in (%n to %n, step %n) : tile<i32> {
      yield
      // ERROR: 'cuda_tile.yield' op expects parent op to be one of 'cuda_tile.if, cuda_tile.reduce, cuda_tile.scan'
    }
    for %i in (%n to %n, step %n) : tile<i32> {
      return
      // ERROR: 'cuda_tile.return' op expects parent op to be one of 'cuda_tile.entry, cuda_tile.if, cuda_tile.loop'
    }
    for %i in (%n to %n, step %n) : tile<i32> {
      if %c {
        return
        // ERROR: 'cuda_tile.return' op must be used within a cuda_tile.entry, cuda_tile.if, or cuda_tile.loop operation
      }
    }
    for %i in (%n to %n, step %n) : tile<i32> {
      loop {
        return
        // ERROR: 'cuda_tile.return' op must be used within a cuda_tile.entry, cuda_tile.if, or cuda_tile.loop operation
      }
    }
    if %c {
      continue
      // ERROR: 'cuda_tile.continue' op can only be nested within a ancestor chain of 'cuda_tile.for', 'cuda_tile.loop', 'cuda_tile.if' operations
    }
    if %c {
      break
      // ERROR: 'cuda_tile.break' op can only be nested within a ancestor chain of 'cuda_tile.loop', 'cuda_tile.if' operations
    }
    continue
    // ERROR: 'cuda_tile.continue' op expects parent op to be one of 'cuda_tile.for, cuda_tile.if, cuda_tile.loop'
  }

  entry @a_kernel_returns_nothing(%x: tile<f32>) {
    return %x : tile<f32>
    // ERROR: 'cuda_tile.return' op has 1 operands, but entry function must return 0 operands
  }

  entry @break_below_reduce(%c: tile<i1>) {
    %v = constant <f32: 1.0> : tile<8xf32>
    %0 = reduce %v dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
    (%a: tile<f32>, %b: tile<f32>) {
      continue %a : tile<f32>
      // ERROR: 'cuda_tile.continue' op expects parent op to be one of 'cuda_tile.for, cuda_tile.if, cuda_tile.loop'
    }
    return
  }
}
