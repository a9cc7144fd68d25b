// RUN: check
// Read-modify-write through pointers.

cuda_tile.module @atomics {
  entry @right(%pi: tile<ptr<i32>>, %pf: tile<ptr<f32>>, %ph: tile<ptr<bf16>>, %pd: tile<ptr<f64>>) {
    %i = constant <i32: 1> : tile<i32>
    %f = constant <f32: 1.0> : tile<f32>
    %h = constant <bf16: 1.0> : tile<bf16>
    %d = constant <f64: 1.0> : tile<f64>
    %m = constant <i1: true> : tile<i1>
    %0, %t0 = atomic_rmw_tko relaxed device %pi, add, %i, %m : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
    %1, %t1 = atomic_rmw_tko acq_rel sys %pf, addf, %f token=%t0 : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    %2, %t2 = atomic_rmw_tko acquire tl_blk %ph, addf, %h : tile<ptr<bf16>>, tile<bf16> -> tile<bf16>, token
    %3, %t3 = atomic_rmw_tko release device %pd, xchg, %d : tile<ptr<f64>>, tile<f64> -> tile<f64>, token
    %4, %t4 = atomic_cas_tko relaxed device %pf, %f, %f, %m : tile<ptr<f32>>, tile<f32>, tile<i1> -> tile<f32>, token
    return
  }

  entry @modes(%pi: tile<ptr<i32>>, %pf: tile<ptr<f32>>, %ph: tile<ptr<f16>>, %ps: tile<ptr<i16>>, %pq: tile<ptr<f8E5M2>>) {
    %i = constant <i32: 1> : tile<i32>
    %s = constant <i16: 1> : tile<i16>
    %f = constant <f32: 1.0> : tile<f32>
    %h = constant <f16: 1.0> : tile<f16>
    %q = constant <f8E5M2: 1.0> : tile<f8E5M2>
    %0, %t0 = atomic_rmw_tko relaxed device %pf, add, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    // ERROR: 'cuda_tile.atomic_rmw_tko' op 'add' works only with integers i32 and i64
    %1, %t1 = atomic_rmw_tko relaxed device %ps, and, %s : tile<ptr<i16>>, tile<i16> -> tile<i16>, token
    // ERROR: 'and' works only with integers i32 and i64
    %2, %t2 = atomic_rmw_tko relaxed device %pf, or, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    // ERROR: 'or' works only with integers i32 and i64
    %3, %t3 = atomic_rmw_tko relaxed device %pf, xor, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    // ERROR: 'xor' works only with integers i32 and i64
    %4, %t4 = atomic_rmw_tko relaxed device %pf, max, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    // ERROR: 'max' works only with integers i32 and i64
    %5, %t5 = atomic_rmw_tko relaxed device %pf, min, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    // ERROR: 'min' works only with integers i32 and i64
    %6, %t6 = atomic_rmw_tko relaxed device %pf, umax, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    // ERROR: 'umax' works only with integers i32 and i64
    %7, %t7 = atomic_rmw_tko relaxed device %pf, umin, %f : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
    // ERROR: 'umin' works only with integers i32 and i64
    %8, %t8 = atomic_rmw_tko relaxed device %pi, addf, %i : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    // ERROR: 'addf' works only with floats f16, bf16, f32, and f64
    %9, %t9 = atomic_rmw_tko relaxed device %pq, addf, %q : tile<ptr<f8E5M2>>, tile<f8E5M2> -> tile<f8E5M2>, token
    // ERROR: 'addf' works only with floats f16, bf16, f32, and f64
    %10, %t10 = atomic_rmw_tko relaxed device %ph, xchg, %h : tile<ptr<f16>>, tile<f16> -> tile<f16>, token
    // ERROR: 'xchg' works only with integers or float of 32 or 64 bitwidth
    %11, %t11 = atomic_cas_tko relaxed device %ph, %h, %h : tile<ptr<f16>>, tile<f16> -> tile<f16>, token
    // ERROR: 'cuda_tile.atomic_cas_tko' op expect only float or integer types with 32 or 64 bit
    return
  }

  entry @types(%pi: tile<ptr<i32>>, %pf: tile<ptr<f32>>) {
    %f = constant <f32: 1.0> : tile<f32>
    %v = constant <f32: 1.0> : tile<8xf32>
    %m = constant <i1: true> : tile<8xi1>
    %0, %t0 = atomic_rmw_tko relaxed device %pi, addf, %f : tile<ptr<i32>>, tile<f32> -> tile<f32>, token
    // ERROR: 'cuda_tile.atomic_rmw_tko' op expected pointee type ('i32') to match element type of 'arg' ('f32')
    %1, %t1 = atomic_cas_tko relaxed device %pi, %f, %f : tile<ptr<i32>>, tile<f32> -> tile<f32>, token
    // ERROR: 'cuda_tile.atomic_cas_tko' op expected pointee type ('i32') to match element type of 'val' ('f32')
    %2, %t2 = atomic_rmw_tko relaxed device %pf, addf, %v : tile<ptr<f32>>, tile<8xf32> -> tile<8xf32>, token
    // ERROR: 'cuda_tile.atomic_rmw_tko' op failed to verify that all of {pointers, arg, result} have same shape
    %3, %t3 = atomic_rmw_tko relaxed device %pf, addf, %f : tile<ptr<f32>>, tile<f32> -> tile<f64>, token
    // ERROR: 'cuda_tile.atomic_rmw_tko' op failed to verify that all of {arg, result} have same type
    %4, %t4 = atomic_rmw_tko relaxed device %pf, addf, %f, %m : tile<ptr<f32>>, tile<f32>, tile<8xi1> -> tile<f32>, token
    // ERROR: 'cuda_tile.atomic_rmw_tko' op failed to verify that all of {pointers, arg, mask} have same shape
    %5, %t5 = atomic_cas_tko relaxed device %pf, %v, %v : tile<ptr<f32>>, tile<8xf32> -> tile<8xf32>, token
    // ERROR: 'cuda_tile.atomic_cas_tko' op failed to verify that all of {pointers, cmp, val, result} have same shape
    %6, %t6 = atomic_cas_tko relaxed device %pf, %f, %f : tile<ptr<f32>>, tile<f32> -> tile<f64>, token
    // ERROR: 'cuda_tile.atomic_cas_tko' op failed to verify that all of {cmp, val, result} have same type
    %7, %t7 = atomic_cas_tko relaxed device %pf, %f, %f, %m : tile<ptr<f32>>, tile<f32>, tile<8xi1> -> tile<f32>, token
    // ERROR: 'cuda_tile.atomic_cas_tko' op failed to verify that all of {pointers, val, cmp and mask} have same shape
    return
  }

  entry @an_atomic_is_not_weak(%p: tile<ptr<f32>>, %x: tile<f32>) {
    %0, %t0 = "cuda_tile.atomic_rmw_tko"(%p, %x) <{memory_ordering_semantics = 0 : i32, memory_scope = 1 : i32, mode = 4 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!cuda_tile.tile<ptr<f32>>, !cuda_tile.tile<f32>) -> (!cuda_tile.tile<f32>, !cuda_tile.token)
    // ERROR: 'cuda_tile.atomic_rmw_tko' op memory ordering semantics must be one of: relaxed, acquire, release, acq_rel
    %1, %t1 = "cuda_tile.atomic_cas_tko"(%p, %x, %x) <{memory_ordering_semantics = 0 : i32, memory_scope = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (!cuda_tile.tile<ptr<f32>>, !cuda_tile.tile<f32>, !cuda_tile.tile<f32>) -> (!cuda_tile.tile<f32>, !cuda_tile.token)
    // ERROR: 'cuda_tile.atomic_cas_tko' op memory ordering semantics must be one of: relaxed, acquire, release, acq_rel
    return
  }
}
