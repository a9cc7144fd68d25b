// RUN: run --sanitize --entry wrong --arg 'x:f4E2M1FN[8]=ones'
// E0513 line 14, with 13: `load_ptr_tko`: an undefined value is used as an address: a pointer into the middle of a byte, made by `offset`
//   fix: offset the pointer by whole bytes, or reach the elements through a view
// RUN: run --sanitize --entry right --arg 'x:f4E2M1FN[8]=ones'
// clean
//
// Elements of 4 bits share their bytes in pairs: the second of a pair has no address of its own. A view reaches both.
cuda_tile.module @tests {
  entry @wrong(%x: tile<ptr<f4E2M1FN>>) {
    %i = iota : tile<2xi32>
    %p1 = reshape %x : tile<ptr<f4E2M1FN>> -> tile<1xptr<f4E2M1FN>>
    %pn = broadcast %p1 : tile<1xptr<f4E2M1FN>> -> tile<2xptr<f4E2M1FN>>
    %p = offset %pn, %i : tile<2xptr<f4E2M1FN>>, tile<2xi32> -> tile<2xptr<f4E2M1FN>>
    %v, %t = load_ptr_tko weak %p : tile<2xptr<f4E2M1FN>> -> tile<2xf4E2M1FN>, token
    return
  }
  entry @right(%x: tile<ptr<f4E2M1FN>>) {
    %zero = constant <i32: 0> : tile<i32>
    %v_t = make_tensor_view %x, shape = [8], strides = [1] : tensor_view<8xf4E2M1FN, strides=[1]>
    %v = make_partition_view %v_t : partition_view<tile=(2), tensor_view<8xf4E2M1FN, strides=[1]>>
    %both, %t = load_view_tko weak %v[%zero] : partition_view<tile=(2), tensor_view<8xf4E2M1FN, strides=[1]>>, tile<i32> -> tile<2xf4E2M1FN>, token
    return
  }
}
