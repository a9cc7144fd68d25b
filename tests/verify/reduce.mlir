// RUN: check
// Reductions and prefixes.

cuda_tile.module @reductions {
  entry @right() {
    %x = constant <f32: 1.0> : tile<8x4xf32>
    %h = constant <f16: 1.0> : tile<8xf16>
    %i = constant <i32: 1> : tile<8xi32>
    %0 = reduce %x dim=1 identities=[0.0 : f32] : tile<8x4xf32> -> tile<8xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %s = addf %a, %b : tile<f32>
      yield %s : tile<f32>
    }
    %1:2 = reduce %h, %i dim=0 identities=[0.0 : bf16, 0 : i32] : tile<8xf16>, tile<8xi32> -> tile<f16>, tile<i32>
    (%a: tile<f16>, %b: tile<f16>, %c: tile<i32>, %d: tile<i32>) {
      %s = addi %c, %d : tile<i32>
      %q = divi %c, %d signed : tile<i32>
      yield %a, %s : tile<f16>, tile<i32>
    }
    %2 = scan %x dim=0 reverse=true identities=[0.0 : f32] : tile<8x4xf32> -> tile<8x4xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %s = addf %a, %b : tile<f32>
      yield %s : tile<f32>
    }
    return
  }

  entry @identities() {
    %x = constant <f32: 1.0> : tile<8xf32>
    %0 = reduce %x dim=0 identities=[0.0 : f32, 0.0 : f32] : tile<8xf32> -> tile<f32>
    // ERROR: 'cuda_tile.reduce' op expect identities to match the number of operands but got: 1 operands and 2 identities
    (%a: tile<f32>, %b: tile<f32>) {
      yield %a : tile<f32>
    }
    %1 = reduce %x dim=0 identities=[0 : i32] : tile<8xf32> -> tile<f32>
    // ERROR: 'cuda_tile.reduce' op expect same type for operand at index: 0 and identity at index: 0 but got: 'f32' and 'i32'
    (%a: tile<f32>, %b: tile<f32>) {
      yield %a : tile<f32>
    }
    %2 = scan %x dim=0 reverse=false identities=[0.0 : f64] : tile<8xf32> -> tile<8xf32>
    // ERROR: 'cuda_tile.scan' op expect same type for operand at index: 0 and identity at index: 0 but got: 'f32' and 'f64'
    (%a: tile<f32>, %b: tile<f32>) {
      yield %a : tile<f32>
    }
    return
  }

  entry @dimensions_and_results() {
    %x = constant <f32: 1.0> : tile<8x64xf32>
    %0 = reduce %x dim=2 identities=[0.0 : f32] : tile<8x64xf32> -> tile<8xf32>
    // ERROR: 'cuda_tile.reduce' op dimension (2) is out of bound [0, 2)
    (%a: tile<f32>, %b: tile<f32>) {
      yield %a : tile<f32>
    }
    %1 = reduce %x dim=0 identities=[0.0 : f32] : tile<8x64xf32> -> tile<8xf32>
    // ERROR: 'cuda_tile.reduce' op inferred type(s) '!cuda_tile.tile<64xf32>' are incompatible with return type(s) of operation '!cuda_tile.tile<8xf32>'
    (%a: tile<f32>, %b: tile<f32>) {
      yield %a : tile<f32>
    }
    %2 = scan %x dim=0 reverse=false identities=[0.0 : f32] : tile<8x64xf32> -> tile<64xf32>
    // ERROR: 'cuda_tile.scan' op expect same type for operand at index: 0 and result at index: 0
    (%a: tile<f32>, %b: tile<f32>) {
      yield %a : tile<f32>
    }
    %3 = scan %x dim=3 reverse=false identities=[0.0 : f32] : tile<8x64xf32> -> tile<8x64xf32>
    // ERROR: 'cuda_tile.scan' op dimension (3) is out of bound [0, 2)
    (%a: tile<f32>, %b: tile<f32>) {
      yield %a : tile<f32>
    }
    return
  }

  entry @operands() {
    %x = constant <f32: 1.0> : tile<8xf32>
    %y = constant <f32: 1.0> : tile<4xf32>
    %0:2 = reduce %x, %y dim=0 identities=[0.0 : f32, 0.0 : f32] : tile<8xf32>, tile<4xf32> -> tile<f32>, tile<f32>
    // ERROR: 'cuda_tile.reduce' op requires the same shape for all operands
    (%a: tile<f32>, %b: tile<f32>, %c: tile<f32>, %d: tile<f32>) {
      yield %a, %c : tile<f32>, tile<f32>
    }
    %1:2 = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>, tile<f32>
    // ERROR: 'cuda_tile.reduce' op expect same number of operands and results
    (%a: tile<f32>, %b: tile<f32>) {
      yield %a : tile<f32>
    }
    return
  }

  entry @arguments() {
    %x = constant <f32: 1.0> : tile<8xf32>
    %0 = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
    // ERROR: 'cuda_tile.reduce' op expect 2 block arguments but got: 1
    (%a: tile<f32>) {
      yield %a : tile<f32>
    }
    %1 = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
    // ERROR: 'cuda_tile.reduce' op expect 0-rank tile type at index: 0 but got: '!cuda_tile.tile<8xf32>'
    (%a: tile<8xf32>, %b: tile<f32>) {
      yield %b : tile<f32>
    }
    %2 = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
    // ERROR: 'cuda_tile.reduce' op expect same element type for block argument at index: 0 and 1 but got: 'f32' and 'f64'
    (%a: tile<f32>, %b: tile<f64>) {
      yield %a : tile<f32>
    }
    %3 = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
    // ERROR: 'cuda_tile.reduce' op expect same type for operand at index: 0 and block argument at index: 0 but got: 'f32' and 'f64'
    (%a: tile<f64>, %b: tile<f64>) {
      yield %a : tile<f64>
    }
    return
  }

  entry @yields() {
    %x = constant <f32: 1.0> : tile<8xf32>
    %0 = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
    // ERROR: 'cuda_tile.reduce' op expect number of terminators operands (2) to match number of operands (1)
    (%a: tile<f32>, %b: tile<f32>) {
      yield %a, %b : tile<f32>, tile<f32>
    }
    %1 = scan %x dim=0 reverse=false identities=[0.0 : f32] : tile<8xf32> -> tile<8xf32>
    // ERROR: 'cuda_tile.scan' op expect same type for operand at index: 0 and terminator argument at index: 0 but got: 'f32' and 'i32'
    (%a: tile<f32>, %b: tile<f32>) {
      %c = ftoi %a signed : tile<f32> -> tile<i32>
      yield %c : tile<i32>
    }
    return
  }

  entry @yields_one_element() {
    %x = constant <f32: 1.0> : tile<8xf32>
    %0 = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
    // ERROR: terminator argument at index: 0 but got: 'f32' and '!cuda_tile.tile<8xf32>'
    (%a: tile<f32>, %b: tile<f32>) {
      yield %x : tile<8xf32>
    }
    return
  }

  entry @bodies_have_no_loops(%n: tile<i32>) {
    %x = constant <f32: 1.0> : tile<8xf32>
    %0 = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
    (%a: tile<f32>, %b: tile<f32>) {
      for %i in (%n to %n, step %n) : tile<i32> {
      // ERROR: 'cuda_tile.for' op only memory-effect-free operations are allowed inside 'cuda_tile.reduce'
      }
      loop {
      // ERROR: 'cuda_tile.loop' op only memory-effect-free operations are allowed inside 'cuda_tile.reduce'
        break
      }
      yield %b : tile<f32>
    }
    %1 = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
    // ERROR: 'cuda_tile.reduce' op expected TileType for operand and terminator types but got: '!cuda_tile.tile<8xf32>' and '!cuda_tile.token'
    (%a: tile<f32>, %b: tile<f32>) {
      %t = make_token : token
      yield %t : token
    }
    return
  }

  entry @bodies_have_no_effects(%p: tile<ptr<f32>>) {
    %x = constant <f32: 1.0> : tile<8xf32>
    %0 = reduce %x dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
    (%a: tile<f32>, %b: tile<f32>) {
      %v, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
      // ERROR: only memory-effect-free operations are allowed inside 'cuda_tile.reduce'
      %t1 = print_tko "x" -> token
      // ERROR: only memory-effect-free operations are allowed inside 'cuda_tile.reduce'
      yield %v : tile<f32>
    }
    %1 = scan %x dim=0 reverse=false identities=[0.0 : f32] : tile<8xf32> -> tile<8xf32>
    (%a: tile<f32>, %b: tile<f32>) {
      %c = constant <i1: true> : tile<i1>
      if %c {
        assert %c, "no" : tile<i1>
        // ERROR: only memory-effect-free operations are allowed inside 'cuda_tile.scan'
      }
      yield %b : tile<f32>
    }
    return
  }
}
