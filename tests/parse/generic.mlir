// RUN: check
// The generic form, right and wrong.

"cuda_tile.module"() <{sym_name = "generic"}> ({
  "cuda_tile.global"() <{sym_name = "g", value = dense<[1, 2, 3, 4]> : !cuda_tile.tile<4xi32>, alignment = 0 : i64, symbol_visibility = #cuda_tile.symbol_visibility<private>}> : () -> ()
  "cuda_tile.entry"() <{sym_name = "k", function_type = (!cuda_tile.tile<i32>, !cuda_tile.tile<ptr<f32>>) -> ()}> ({
  ^bb0(%n: !cuda_tile.tile<i32>, %p: !cuda_tile.tile<ptr<f32>>):
    %0 = "cuda_tile.addi"(%n, %n) <{overflow = #cuda_tile.overflow<no_wrap>}> : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>
    %1 = "cuda_tile.addi"(%n) : (!cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>
    // ERROR: 1 operand(s) do not fit 'cuda_tile.addi'
    %2 = "cuda_tile.addi"(%n, %n) : (!cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>
    // ERROR: expected 2 operand type(s) but had 1
    %3 = "cuda_tile.ad"(%n, %n) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>
    // ERROR: unknown operation 'cuda_tile.ad'
    %4:2 = "cuda_tile.addi"(%n, %n) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>)
    // ERROR: 'cuda_tile.addi' has 1 result(s)
    %5 = "cuda_tile.maxi"(%n, %n) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>
    // ERROR: 'cuda_tile.maxi' op requires attribute 'signedness'
    %6 = "cuda_tile.maxi"(%n, %n) <{signedness = 1 : i32}> : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>
    // ERROR: attribute 'signedness' does not hold what it should
    %7:2 = "cuda_tile.load_ptr_tko"(%p) <{memory_ordering_semantics = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (!cuda_tile.tile<ptr<f32>>) -> (!cuda_tile.tile<f32>, !cuda_tile.token)
    %8:2 = "cuda_tile.load_ptr_tko"(%p) <{memory_ordering_semantics = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!cuda_tile.tile<ptr<f32>>) -> (!cuda_tile.tile<f32>, !cuda_tile.token)
    // ERROR: 1 operand(s) do not fit 'cuda_tile.load_ptr_tko'
    %9 = "cuda_tile.addi"(%n, %p) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>
    // ERROR: use of value '%p' expects different type than prior uses: '!cuda_tile.tile<i32>' vs '!cuda_tile.tile<ptr<f32>>'
    "cuda_tile.loop"() ({
      "cuda_tile.break"() : () -> ()
    }, {
    // ERROR: 'cuda_tile.loop' has 1 region(s)
    }) : () -> ()
    "cuda_tile.return"()[^bb1] : () -> ()
    // ERROR: no operation of the language has successors
    "cuda_tile.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
