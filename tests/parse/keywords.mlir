// RUN: check
// Keywords of attributes: the message lists what fits.

cuda_tile.module @keywords {
  entry @rounding(%f: tile<f32>, %i: tile<i32>) {
    %0 = addf %f, %f rounding<approx> : tile<f32>
    // ERROR: expected rounding mode to be one of: 'nearest_even', 'zero', 'negative_inf', 'positive_inf', got: 'approx'
    %1 = ftoi %f signed rounding<zero> : tile<f32> -> tile<i32>
    // ERROR: expected rounding mode to be one of: 'nearest_int_to_zero', got: 'zero'
    %2 = exp %f rounding<zero> : tile<f32>
    // ERROR: expected rounding mode to be one of: 'approx', 'full', got: 'zero'
    %3 = addi %i, %i overflow<some> : tile<i32>
    // ERROR: expected overflow to be one of: 'none', 'no_signed_wrap', 'no_unsigned_wrap', 'no_wrap', got: 'some'
  }

  entry @comparisons(%f: tile<f32>, %i: tile<i32>) {
    %0 = cmpf less ordered %f, %f : tile<f32> -> tile<i1>
    // ERROR: expected 'comparison_predicate' to be one of: {'equal', 'not_equal', 'less_than', 'less_than_or_equal', 'greater_than', 'greater_than_or_equal'}
    %1 = cmpf less_than %f, %f : tile<f32> -> tile<i1>
    // ERROR: expected 'comparison_ordering' to be one of: {'ordered', 'unordered'}
    %2 = cmpi less_than %i, %i : tile<i32> -> tile<i1>
    // ERROR: expected ','
    %3 = maxi %i, %i : tile<i32>
    // ERROR: expected signedness to be one of: {'signed', 'unsigned'}
  }

  entry @memory(%p: tile<ptr<i32>>, %i: tile<i32>, %v: partition_view<tile=(4), tensor_view<8xi32, strides=[1]>>) {
    %0, %t0 = load_ptr_tko sequential %p : tile<ptr<i32>> -> tile<i32>, token
    // ERROR: invalid memory_ordering_semantics attribute specification. Got "sequential" but expect one of: weak, relaxed, acquire, release, acq_rel
    %1, %t1 = atomic_rmw_tko relaxed gpu %p, add, %i : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // ERROR: invalid memory_scope attribute specification. Got "gpu" but expect one of: tl_blk, device, sys
    %2, %t2 = atomic_rmw_tko relaxed device %p, plus, %i : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // ERROR: expected 'mode' to be one of: {'and', 'or', 'xor', 'add', 'addf', 'max', 'min', 'umax', 'umin', 'xchg'}
    %3, %t3 = load_view_tko weak device %v[%i] : partition_view<tile=(4), tensor_view<8xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    // ERROR: operation specifies weak memory ordering semantics, but then provides "device" scope, expected no memory scope.
    %4, %t4 = load_view_tko weak %v[%i] : partition_view<tile=(4), tensor_view<8xi32, strides=[1]>> -> tile<4xi32>, token
    // ERROR: index types must be specified when indices are present
    %5, %t5 = load_view_tko weak %v[%i, %i, %i] : partition_view<tile=(4), tensor_view<8xi32, strides=[1]>>, tile<i32>, tile<i32> -> tile<4xi32>, token
    // ERROR: expected 3 index types, got 2
    %6, %t6 = load_ptr_tko weak %p optimization_hints = <sm_90 = {latency = 1}, sm_90 = {latency = 2}> : tile<ptr<i32>> -> tile<i32>, token
    // ERROR: duplicate optimization_hints key `sm_90`
    %7, %t7 = load_ptr_tko weak %p optimization_hints = <sm_90 = 3> : tile<ptr<i32>> -> tile<i32>, token
    // ERROR: expected dictionary attribute for optimization_hints entry `sm_90` got value=3
  }

  entry @predicates(%i: tile<8xi32>) {
    %0 = assume div_by<four>, %i : tile<8xi32>
    // ERROR: failed to parse parameter 'divisor' which is expected to be an integer
    %1 = assume odd<1>, %i : tile<8xi32>
    // ERROR: unknown assume predicate attribute: odd (expected 'div_by', 'same_elements', or 'bounded')
    %2 = assume #cuda_tile.rounding<zero>, %i : tile<8xi32>
    // ERROR: expected assume predicate attribute
    %3 = assume #cuda_tile.div_by<4, every 2 along 0>, %i : tile<8xi32>
    %4 = assume same_elements<[2]>, %i : tile<8xi32>
    %5 = assume bounded<?, 0x10>, %i : tile<8xi32>
    %6 = assume bounded<0>, %i : tile<8xi32>
    // ERROR: expected ','
  }
}
