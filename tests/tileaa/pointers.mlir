// RUN: compile --emit=tileaa --target=sm_90a
// tileaa.module @tests {
//   func @k (%x: ptr, %n: i32) {
//     %one = view %x : ptr -> tile<1xptr>
//     %base = broadcast %one : tile<1xptr> -> tile<64xptr>
//     %i = make_range : tile<64xi32>
//     %p = addptr %base, %i <bytes = 2> : tile<64xptr>, tile<64xi32> -> tile<64xptr>
//     %n1 = view %n : i32 -> tile<1xi32>
//     %ns = broadcast %n1 : tile<1xi32> -> tile<64xi32>
//     %mask = cmpi %i, %ns <predicate = less_than, signed> : tile<64xi32>, tile<64xi32> -> tile<64xi1>
//     %zero = constant <value = 0x0> : tile<64xf16>
//     %v, %t = load %p, [%mask], [%zero] <latency = 3> : tile<64xptr>, tile<64xi1>, tile<64xf16> -> tile<64xf16>, token
//     %b = bitcast %v : tile<64xf16> -> tile<64xi16>
//     %u = store %p, %b, [%mask], [%t] <ordering = relaxed, scope = sys> : tile<64xptr>, tile<64xi16>, tile<64xi1>, token -> token
//     return
//   }
// }
//
// Offsets of elements become offsets of bytes; an address does not know what lies there.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f16>>, %n: tile<i32>) {
    %one = reshape %x : tile<ptr<f16>> -> tile<1xptr<f16>>
    %base = broadcast %one : tile<1xptr<f16>> -> tile<64xptr<f16>>
    %i = iota : tile<64xi32>
    %p = offset %base, %i : tile<64xptr<f16>>, tile<64xi32> -> tile<64xptr<f16>>
    %n1 = reshape %n : tile<i32> -> tile<1xi32>
    %ns = broadcast %n1 : tile<1xi32> -> tile<64xi32>
    %mask = cmpi less_than %i, %ns, signed : tile<64xi32> -> tile<64xi1>
    %zero = constant <f16: 0.0> : tile<64xf16>
    %v, %t = load_ptr_tko weak %p, %mask, %zero optimization_hints = <sm_90 = {latency = 3}> : tile<64xptr<f16>>, tile<64xi1>, tile<64xf16> -> tile<64xf16>, token
    %q = ptr_to_ptr %p : tile<64xptr<f16>> -> tile<64xptr<i16>>
    %b = bitcast %v : tile<64xf16> -> tile<64xi16>
    %u = store_ptr_tko relaxed sys %q, %b, %mask token=%t : tile<64xptr<i16>>, tile<64xi16>, tile<64xi1> -> token
    return
  }
}
