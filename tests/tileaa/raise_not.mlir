// RUN: compile --emit=tileaa --passes=canonicalize,cse,licm,dce,raise-pointers,canonicalize,cse,licm,dce
// tileaa.module @tests {
//   func @k (%x: ptr, %stride: i32, %n: i32) {
//     %four = make_range : tile<4xi32>
//     %eight = make_range : tile<8xi32>
//     %down_1 = view %four : tile<4xi32> -> tile<4x1xi32>
//     %down = broadcast %down_1 : tile<4x1xi32> -> tile<4x8xi32>
//     %across_1 = view %eight : tile<8xi32> -> tile<1x8xi32>
//     %across = broadcast %across_1 : tile<1x8xi32> -> tile<4x8xi32>
//     %s_1 = view %stride : i32 -> tile<1x1xi32>
//     %s = broadcast %s_1 : tile<1x1xi32> -> tile<4x8xi32>
//     %n_1 = view %n : i32 -> tile<1x1xi32>
//     %ns = broadcast %n_1 : tile<1x1xi32> -> tile<4x8xi32>
//     %x_1 = view %x : ptr -> tile<1x1xptr>
//     %xs = broadcast %x_1 : tile<1x1xptr> -> tile<4x8xptr>
//     %far = muli %down, %s : tile<4x8xi32>
//     %index = addi %far, %across : tile<4x8xi32>
//     %p = addptr %xs, %index <bytes = 4> : tile<4x8xptr>, tile<4x8xi32> -> tile<4x8xptr>
//     %wrapped, %t0 = load %p : tile<4x8xptr> -> tile<4x8xf32>, token
//     %flat = make_range : tile<32xi32>
//     %cut = view %flat : tile<32xi32> -> tile<4x8xi32>
//     %q = addptr %xs, %cut <bytes = 4> : tile<4x8xptr>, tile<4x8xi32> -> tile<4x8xptr>
//     %from = cmpi %across, %ns <predicate = greater_than_or_equal, signed> : tile<4x8xi32>, tile<4x8xi32> -> tile<4x8xi1>
//     %middle, %t1 = load %q, [%from], [], [%t0] : tile<4x8xptr>, tile<4x8xi1>, token -> tile<4x8xf32>, token
//     %to = cmpi %across, %ns <predicate = less_than, signed> : tile<4x8xi32>, tile<4x8xi32> -> tile<4x8xi1>
//     %seven = constant <value = 7.0> : tile<4x8xf32>
//     %sevens, %t2 = load %q, [%to], [%seven], [%t1] : tile<4x8xptr>, tile<4x8xi1>, tile<4x8xf32>, token -> tile<4x8xf32>, token
//     %ordered, %t3 = load %q, [], [], [%t2] <ordering = relaxed> : tile<4x8xptr>, token -> tile<4x8xf32>, token
//     %r = addptr %xs, %down <bytes = 4> : tile<4x8xptr>, tile<4x8xi32> -> tile<4x8xptr>
//     %a = addf %wrapped, %middle : tile<4x8xf32>
//     %b = addf %sevens, %ordered : tile<4x8xf32>
//     %c = addf %a, %b : tile<4x8xf32>
//     %t4 = store %r, %c, [], [%t3] : tile<4x8xptr>, tile<4x8xf32>, token -> token
//     %row_1 = view %x : ptr -> tile<1xptr>
//     %rows = broadcast %row_1 : tile<1xptr> -> tile<8xptr>
//     %row = addptr %rows, %eight <bytes = 4> : tile<8xptr>, tile<8xi32> -> tile<8xptr>
//     %ones = constant <value = 1.0> : tile<8xf32>
//     %t5 = store %row, %ones, [], [%t4] : tile<8xptr>, tile<8xf32>, token -> token
//     return
//   }
// }
//
// Not raised: `%wrapped`, whose indices may wrap before they are widened; `%middle`, whose mask begins in the tile; `%sevens`,
// which reads sevens outside; `%ordered`, which others may wait for; a store of which elements share an address; a row.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>, %stride: tile<i32>, %n: tile<i32>) {
    %four = iota : tile<4xi32>
    %eight = iota : tile<8xi32>
    %down_1 = reshape %four : tile<4xi32> -> tile<4x1xi32>
    %down = broadcast %down_1 : tile<4x1xi32> -> tile<4x8xi32>
    %across_1 = reshape %eight : tile<8xi32> -> tile<1x8xi32>
    %across = broadcast %across_1 : tile<1x8xi32> -> tile<4x8xi32>
    %s_1 = reshape %stride : tile<i32> -> tile<1x1xi32>
    %s = broadcast %s_1 : tile<1x1xi32> -> tile<4x8xi32>
    %n_1 = reshape %n : tile<i32> -> tile<1x1xi32>
    %ns = broadcast %n_1 : tile<1x1xi32> -> tile<4x8xi32>
    %x_1 = reshape %x : tile<ptr<f32>> -> tile<1x1xptr<f32>>
    %xs = broadcast %x_1 : tile<1x1xptr<f32>> -> tile<4x8xptr<f32>>
    %far = muli %down, %s : tile<4x8xi32>
    %index = addi %far, %across : tile<4x8xi32>
    %p = offset %xs, %index : tile<4x8xptr<f32>>, tile<4x8xi32> -> tile<4x8xptr<f32>>
    %wrapped, %t0 = load_ptr_tko weak %p : tile<4x8xptr<f32>> -> tile<4x8xf32>, token
    %flat = iota : tile<32xi32>
    %cut = reshape %flat : tile<32xi32> -> tile<4x8xi32>
    %q = offset %xs, %cut : tile<4x8xptr<f32>>, tile<4x8xi32> -> tile<4x8xptr<f32>>
    %from = cmpi greater_than_or_equal %across, %ns, signed : tile<4x8xi32> -> tile<4x8xi1>
    %middle, %t1 = load_ptr_tko weak %q, %from token = %t0 : tile<4x8xptr<f32>>, tile<4x8xi1> -> tile<4x8xf32>, token
    %to = cmpi less_than %across, %ns, signed : tile<4x8xi32> -> tile<4x8xi1>
    %seven = constant <f32: 7.0> : tile<4x8xf32>
    %sevens, %t2 = load_ptr_tko weak %q, %to, %seven token = %t1 : tile<4x8xptr<f32>>, tile<4x8xi1>, tile<4x8xf32> -> tile<4x8xf32>, token
    %ordered, %t3 = load_ptr_tko relaxed device %q token = %t2 : tile<4x8xptr<f32>> -> tile<4x8xf32>, token
    %r = offset %xs, %down : tile<4x8xptr<f32>>, tile<4x8xi32> -> tile<4x8xptr<f32>>
    %a = addf %wrapped, %middle : tile<4x8xf32>
    %b = addf %sevens, %ordered : tile<4x8xf32>
    %c = addf %a, %b : tile<4x8xf32>
    %t4 = store_ptr_tko weak %r, %c token = %t3 : tile<4x8xptr<f32>>, tile<4x8xf32> -> token
    %row_1 = reshape %x : tile<ptr<f32>> -> tile<1xptr<f32>>
    %rows = broadcast %row_1 : tile<1xptr<f32>> -> tile<8xptr<f32>>
    %row = offset %rows, %eight : tile<8xptr<f32>>, tile<8xi32> -> tile<8xptr<f32>>
    %ones = constant <f32: 1.0> : tile<8xf32>
    %t5 = store_ptr_tko weak %row, %ones token = %t4 : tile<8xptr<f32>>, tile<8xf32> -> token
    return
  }
}
