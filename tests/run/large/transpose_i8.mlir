// RUN: run --arg 'a:i8[256,512]=iota' --arg 'o:i8[512,256]=zeros' --print o
// o = [[ 0  0  0 ...  0  0  0]
//      [ 1  1  1 ...  1  1  1]
//      [ 2  2  2 ...  2  2  2]
//      ...
//      [-3 -3 -3 ... -3 -3 -3]
//      [-2 -2 -2 ... -2 -2 -2]
//      [-1 -1 -1 ... -1 -1 -1]]
//
// The same of bytes, which registers hold in 16 bits.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<i8>>, %o: tile<ptr<i8>>) {
    %z = constant <i32: 0> : tile<i32>
    %aa = assume div_by<16>, %a : tile<ptr<i8>>
    %at = make_tensor_view %aa, shape = [256,512], strides = [512,1] : tensor_view<256x512xi8, strides=[512,1]>
    %ap = make_partition_view %at : partition_view<tile=(256x512), tensor_view<256x512xi8, strides=[512,1]>>
    %av, %ak = load_view_tko weak %ap[%z, %z] : partition_view<tile=(256x512), tensor_view<256x512xi8, strides=[512,1]>>, tile<i32> -> tile<256x512xi8>, token
    %p = permute %av [1, 0] : tile<256x512xi8> -> tile<512x256xi8>
    %oa = assume div_by<16>, %o : tile<ptr<i8>>
    %ot = make_tensor_view %oa, shape = [512,256], strides = [256,1] : tensor_view<512x256xi8, strides=[256,1]>
    %op = make_partition_view %ot : partition_view<tile=(512x256), tensor_view<512x256xi8, strides=[256,1]>>
    %ok = store_view_tko weak %p, %op[%z, %z] : tile<512x256xi8>, partition_view<tile=(512x256), tensor_view<512x256xi8, strides=[256,1]>>, tile<i32> -> token
    return
  }
}
