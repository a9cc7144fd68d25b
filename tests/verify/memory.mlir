// RUN: check
// Loads and stores through pointers, tokens, scratch memory.

cuda_tile.module @memory {
  entry @right(%p: tile<ptr<f32>>) {
    %q = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
    %ps = broadcast %q : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %m = constant <i1: true> : tile<8xi1>
    %x = constant <f32: 1.0> : tile<8xf32>
    %a, %t0 = load_ptr_tko weak %ps : tile<8xptr<f32>> -> tile<8xf32>, token
    %b, %t1 = load_ptr_tko relaxed sys %ps, %m : tile<8xptr<f32>>, tile<8xi1> -> tile<8xf32>, token
    %c, %t2 = load_ptr_tko acquire tl_blk %ps, %m, %x token=%t1 : tile<8xptr<f32>>, tile<8xi1>, tile<8xf32> -> tile<8xf32>, token
    %t3 = store_ptr_tko weak %ps, %x : tile<8xptr<f32>>, tile<8xf32> -> token
    %t4 = store_ptr_tko release device %ps, %x, %m token=%t2 : tile<8xptr<f32>>, tile<8xf32>, tile<8xi1> -> token
    %t5 = join_tokens %t3, %t4, %t0 : token
    %s = alloca num_elem = 0, alignment = 8 : tile<ptr<f32>>
    return
  }

  entry @pointees(%p: tile<ptr<f32>>, %ph: tile<ptr<f16>>) {
    %x = constant <f32: 1.0> : tile<8xf32>
    %s = constant <f32: 1.0> : tile<f32>
    %a, %t0 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<8xf32>, token
    // ERROR: 'cuda_tile.load_ptr_tko' op failed to verify that `source` type is expected a pointer type of `result` type
    %b, %t1 = load_ptr_tko weak %ph : tile<ptr<f16>> -> tile<f32>, token
    // ERROR: 'cuda_tile.load_ptr_tko' op failed to verify that `source` type is expected a pointer type of `result` type
    %t2 = store_ptr_tko weak %p, %x : tile<ptr<f32>>, tile<8xf32> -> token
    // ERROR: 'cuda_tile.store_ptr_tko' op failed to verify that `destination` type is expected a pointer type of `value` type
    %t3 = store_ptr_tko weak %ph, %s : tile<ptr<f16>>, tile<f32> -> token
    // ERROR: 'cuda_tile.store_ptr_tko' op failed to verify that `destination` type is expected a pointer type of `value` type
    return
  }

  entry @masks_and_padding(%p: tile<ptr<f32>>) {
    %m = constant <i1: true> : tile<8xi1>
    %s = constant <i1: true> : tile<i1>
    %x = constant <f32: 1.0> : tile<f32>
    %h = constant <f16: 1.0> : tile<f16>
    %a, %t0 = load_ptr_tko weak %p, %m : tile<ptr<f32>>, tile<8xi1> -> tile<f32>, token
    // ERROR: 'cuda_tile.load_ptr_tko' op failed to verify that shape of 'mask' must match the shape of 'source'
    %b, %t1 = load_ptr_tko weak %p, %s, %h : tile<ptr<f32>>, tile<i1>, tile<f16> -> tile<f32>, token
    // ERROR: 'cuda_tile.load_ptr_tko' op failed to verify that type of 'paddingValue' must match the type of 'result'
    %t2 = store_ptr_tko weak %p, %x, %m : tile<ptr<f32>>, tile<f32>, tile<8xi1> -> token
    // ERROR: 'cuda_tile.store_ptr_tko' op failed to verify that shape of 'destination' must match the shape of 'mask'
    return
  }

  entry @orderings(%p: tile<ptr<f32>>) {
    %x = constant <f32: 1.0> : tile<f32>
    %b, %t1 = load_ptr_tko release device %p : tile<ptr<f32>> -> tile<f32>, token
    // ERROR: 'cuda_tile.load_ptr_tko' op expect one of: weak, relaxed, or acquire, but got: release
    %c, %t2 = load_ptr_tko acq_rel device %p : tile<ptr<f32>> -> tile<f32>, token
    // ERROR: 'cuda_tile.load_ptr_tko' op expect one of: weak, relaxed, or acquire, but got: acq_rel
    %d, %t3 = load_ptr_tko relaxed %p : tile<ptr<f32>> -> tile<f32>, token
    // ERROR: 'cuda_tile.load_ptr_tko' op memory scope is required for relaxed load
    %e, %t4 = load_ptr_tko acquire %p : tile<ptr<f32>> -> tile<f32>, token
    // ERROR: 'cuda_tile.load_ptr_tko' op memory scope is required for acquire load
    %t5 = store_ptr_tko acquire device %p, %x : tile<ptr<f32>>, tile<f32> -> token
    // ERROR: 'cuda_tile.store_ptr_tko' op expect one of: weak, relaxed, or release, but got: acquire
    %t6 = store_ptr_tko relaxed %p, %x : tile<ptr<f32>>, tile<f32> -> token
    // ERROR: 'cuda_tile.store_ptr_tko' op memory scope is required for relaxed store
    %t7 = store_ptr_tko release %p, %x : tile<ptr<f32>>, tile<f32> -> token
    // ERROR: 'cuda_tile.store_ptr_tko' op memory scope is required for release store
    return
  }

  entry @weak_has_no_scope(%p: tile<ptr<f32>>, %x: tile<f32>) {
    %a, %t0 = "cuda_tile.load_ptr_tko"(%p) <{memory_ordering_semantics = 0 : i32, memory_scope = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (!cuda_tile.tile<ptr<f32>>) -> (!cuda_tile.tile<f32>, !cuda_tile.token)
    // ERROR: 'cuda_tile.load_ptr_tko' op weak load must not have memory scope
    %t1 = "cuda_tile.store_ptr_tko"(%p, %x) <{memory_ordering_semantics = 0 : i32, memory_scope = 1 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!cuda_tile.tile<ptr<f32>>, !cuda_tile.tile<f32>) -> !cuda_tile.token
    // ERROR: 'cuda_tile.store_ptr_tko' op weak store must not have memory scope
    return
  }

  entry @tokens() {
    %t = make_token : token
    %0 = join_tokens %t : token
    // ERROR: 'cuda_tile.join_tokens' op expect two or more tokens
    return
  }

  entry @scratch_memory() {
    %6 = alloca num_elem = 8, alignment = 1 : tile<ptr<i1>>
    %7 = alloca num_elem = 8, alignment = 2 : tile<ptr<tf32>>
    %8 = alloca num_elem = 8, alignment = 1 : tile<ptr<tf32>>
    // ERROR: 'cuda_tile.alloca' op 'alignment' (1) must be at least the natural size (2 bytes) for element type 'tf32'
    %0 = alloca num_elem = 8, alignment = 6 : tile<ptr<f32>>
    // ERROR: 'cuda_tile.alloca' op 'alignment' must be power of two
    %1 = alloca num_elem = 8, alignment = 2 : tile<ptr<f32>>
    // ERROR: 'cuda_tile.alloca' op 'alignment' (2) must be at least the natural size (4 bytes) for element type 'f32'
    %2 = alloca num_elem = 8, alignment = 0 : tile<ptr<f32>>
    // ERROR: 'cuda_tile.alloca' op 'alignment' must be power of two
    %3 = alloca num_elem = -1, alignment = 4 : tile<ptr<f32>>
    // ERROR: attribute 'num_elem' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0
    %4 = alloca num_elem = 8, alignment = -4 : tile<ptr<f32>>
    // ERROR: attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0
    %5 = alloca num_elem = 8, alignment = 4 : tile<8xptr<f32>>
    // ERROR: 'cuda_tile.alloca' op result #0 must be 0D tile of Pointer type values, but got '!cuda_tile.tile<8xptr<f32>>'
    return
  }
}
