// RUN: check
// Ops like one before are not examined again: after each sound op comes one that is nearly like it.

cuda_tile.module @repeats {
  entry @types(%x: tile<i32>, %y: tile<i64>) {
    %0 = exti %x signed : tile<i32> -> tile<i64>
    %1 = exti %y signed : tile<i64> -> tile<i64>
    // ERROR: extending to smaller or identical integer
    %2 = exti %x signed : tile<i32> -> tile<i64>
    return
  }
  entry @attributes(%x: tile<f32>, %h: tile<f16>) {
    %0 = addf %x, %x rounding<nearest_even> flush_to_zero : tile<f32>
    %1 = addf %h, %h rounding<nearest_even> : tile<f16>
    %2 = addf %h, %h rounding<nearest_even> flush_to_zero : tile<f16>
    // ERROR: flush_to_zero modifier only supported for f32 data type
    return
  }
  entry @warnings() {
    %x = iota : tile<8xi32>
    %0 = constant <i32: 0> : tile<i32>
    %9 = constant <i32: 9> : tile<i32>
    %a = extract %x[%0] : tile<8xi32> -> tile<4xi32>
    %b = extract %x[%9] : tile<8xi32> -> tile<4xi32>
    // WARNING: index 0 value 9 may be out of bounds
    %c = extract %x[%9] : tile<8xi32> -> tile<4xi32>
    // WARNING: index 0 value 9 may be out of bounds
    return
  }
  entry @blocks(%c: tile<i1>, %i: tile<i32>) {
    %x = constant <f32: 0.0> : tile<8xf32>
    %0 = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
    (%a: tile<f32>, %b: tile<f32>) {
      yield %a : tile<f32>
    }
    %1 = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
    // ERROR: expect same element type for block argument
    (%a: tile<f32>, %b: tile<i32>) {
      yield %a : tile<f32>
    }
    %2 = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
    // ERROR: expect same type for operand
    (%a: tile<f32>, %b: tile<f32>) {
      %s = constant <i32: 0> : tile<i32>
      yield %s : tile<i32>
    }
    %3 = if %c -> (tile<i32>) {
      yield %i : tile<i32>
    } else {
      yield %i : tile<i32>
    }
    %4 = if %c -> (tile<i32>) {
    // ERROR: else branch yields
      yield %i : tile<i32>
    } else {
      yield %c : tile<i1>
    }
    return
  }
}
