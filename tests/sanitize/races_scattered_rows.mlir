// RUN: run --sanitize --entry wrong --grid 2 --arg 'idx:i32[4]=zeros' --arg 'm:i32[4,2]=zeros'
// E0571 line 26, with 26: `store_view_tko` writes element 0,0 of the buffer of argument 2 (`%m`), which `store_view_tko` writes in another tile block; nothing orders the two
//   fix: give every tile block elements of its own, or make the `store_view_tko` an atomic operation
// RUN: run --sanitize --entry right --grid 2 --arg 'idx:i32[4]=zeros' --arg 'm:i32[4,2]=zeros'
// clean
//
// Two tile blocks scatter to rows that an index array names; it names the same rows for both.
cuda_tile.module @tests {
  entry @wrong(%idx: tile<ptr<i32>>, %m: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %i = iota : tile<2xi32>
    %start = muli %x, %two : tile<i32>
    %s1 = reshape %start : tile<i32> -> tile<1xi32>
    %s = broadcast %s1 : tile<1xi32> -> tile<2xi32>
    %k = addi %s, %i : tile<2xi32>
    %p1 = reshape %idx : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<2xptr<i32>>
    %p = offset %pn, %k : tile<2xptr<i32>>, tile<2xi32> -> tile<2xptr<i32>>
    %rows, %t = load_ptr_tko weak %p : tile<2xptr<i32>> -> tile<2xi32>, token
    %v1 = reshape %x : tile<i32> -> tile<1x1xi32>
    %v = broadcast %v1 : tile<1x1xi32> -> tile<2x2xi32>
    %g_t = make_tensor_view %m, shape = [4, 2], strides = [2, 1] : tensor_view<4x2xi32, strides=[2,1]>
    %g = make_gather_scatter_view %g_t : gather_scatter_view<tile=(2x2), tensor_view<4x2xi32, strides=[2,1]>, sparse_dim=0>
    %written = store_view_tko weak %v, %g[%rows, %zero] : tile<2x2xi32>, gather_scatter_view<tile=(2x2), tensor_view<4x2xi32, strides=[2,1]>, sparse_dim=0>, tile<2xi32>, tile<i32> -> token
    return
  }
  entry @right(%idx: tile<ptr<i32>>, %m: tile<ptr<i32>>) {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %i = iota : tile<2xi32>
    %start = muli %x, %two : tile<i32>
    %s1 = reshape %start : tile<i32> -> tile<1xi32>
    %s = broadcast %s1 : tile<1xi32> -> tile<2xi32>
    %k = addi %s, %i : tile<2xi32>
    %p1 = reshape %idx : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pn = broadcast %p1 : tile<1xptr<i32>> -> tile<2xptr<i32>>
    %p = offset %pn, %k : tile<2xptr<i32>>, tile<2xi32> -> tile<2xptr<i32>>
    %rows, %t = load_ptr_tko weak %p : tile<2xptr<i32>> -> tile<2xi32>, token
    %v1 = reshape %x : tile<i32> -> tile<1x1xi32>
    %v = broadcast %v1 : tile<1x1xi32> -> tile<2x2xi32>
    %g_t = make_tensor_view %m, shape = [4, 2], strides = [2, 1] : tensor_view<4x2xi32, strides=[2,1]>
    %g = make_gather_scatter_view %g_t : gather_scatter_view<tile=(2x2), tensor_view<4x2xi32, strides=[2,1]>, sparse_dim=0>
    %written = store_view_tko weak %v, %g[%k, %zero] : tile<2x2xi32>, gather_scatter_view<tile=(2x2), tensor_view<4x2xi32, strides=[2,1]>, sparse_dim=0>, tile<2xi32>, tile<i32> -> token
    return
  }
}
