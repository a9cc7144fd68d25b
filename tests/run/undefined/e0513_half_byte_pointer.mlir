// RUN: run --arg 'i32[4]=zeros'
// TRAP: error[E0513]
// TRAP: a pointer into the middle of a byte, made by `offset` (in tile block 0,0,0, element 1)
//
// Half a byte has no address.
// TILEIRAS: 13.5 refuses tiles of pointers to f4E2M1FN
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %x = ptr_to_ptr %out : tile<ptr<i32>> -> tile<ptr<f4E2M1FN>>
    %x1 = reshape %x : tile<ptr<f4E2M1FN>> -> tile<1xptr<f4E2M1FN>>
    %xs = broadcast %x1 : tile<1xptr<f4E2M1FN>> -> tile<2xptr<f4E2M1FN>>
    %i = iota : tile<2xi32>
    %p = offset %xs, %i : tile<2xptr<f4E2M1FN>>, tile<2xi32> -> tile<2xptr<f4E2M1FN>>
    %v, %t = load_ptr_tko weak %p : tile<2xptr<f4E2M1FN>> -> tile<2xf4E2M1FN>, token
    return
  }
}
