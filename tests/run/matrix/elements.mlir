// Products that no instruction computes: several columns are read at once, and several elements along the inner dimension; too
// few of either, batches, and elements that are widened on the way.
//
// RUN: run --grid 1 --arg 'plain:f32[8,32]=zeros' --arg 'batched:f32[2,4,8]=zeros' --arg 'outer:f32[4,8]=zeros' --arg 'shallow:f32[2,16]=zeros' \
//   --arg 'column:f32[16,1]=zeros' --arg 'halves:f32[16,16]=zeros' --arg 'bytes:i32[16,16]=zeros' --arg 'floats_of_8:f32[4,16]=zeros' \
//   --print plain --print batched --print outer --print shallow --print column --print halves --print bytes --print floats_of_8
// plain = [[-14.  -2.   3.  15.  13.   4. -12. -14.  -2.   3.  15.  13.   4. -12.
//           -14.  -2.   3.  15.  13.   4. -12. -14.  -2.   3.  15.  13.   4. -12.
//           -14.  -2.   3.  15.]
//          [ 14.  13.   5.  -3. -18.  -5.   1.  14.  13.   5.  -3. -18.  -5.   1.
//            14.  13.   5.  -3. -18.  -5.   1.  14.  13.   5.  -3. -18.  -5.   1.
//            14.  13.   5.  -3.]
//          [ -3. -17.  -3.   4.  11.  11.   4.  -3. -17.  -3.   4.  11.  11.   4.
//            -3. -17.  -3.   4.  11.  11.   4.  -3. -17.  -3.   4.  11.  11.   4.
//            -3. -17.  -3.   4.]
//          [  5.  13.  14.   1.  -5. -18.  -3.   5.  13.  14.   1.  -5. -18.  -3.
//             5.  13.  14.   1.  -5. -18.  -3.   5.  13.  14.   1.  -5. -18.  -3.
//             5.  13.  14.   1.]
//          [  3.  -2. -14. -12.   4.  13.  15.   3.  -2. -14. -12.   4.  13.  15.
//             3.  -2. -14. -12.   4.  13.  15.   3.  -2. -14. -12.   4.  13.  15.
//             3.  -2. -14. -12.]
//          [-14.  -2.   3.  15.  13.   4. -12. -14.  -2.   3.  15.  13.   4. -12.
//           -14.  -2.   3.  15.  13.   4. -12. -14.  -2.   3.  15.  13.   4. -12.
//           -14.  -2.   3.  15.]
//          [ 14.  13.   5.  -3. -18.  -5.   1.  14.  13.   5.  -3. -18.  -5.   1.
//            14.  13.   5.  -3. -18.  -5.   1.  14.  13.   5.  -3. -18.  -5.   1.
//            14.  13.   5.  -3.]
//          [ -3. -17.  -3.   4.  11.  11.   4.  -3. -17.  -3.   4.  11.  11.   4.
//            -3. -17.  -3.   4.  11.  11.   4.  -3. -17.  -3.   4.  11.  11.   4.
//            -3. -17.  -3.   4.]]
// batched = [[[  4.   8.  19.   2.  -8. -11.  -7.   4.]
//             [ 10.  -3.  -9.  -8.   0.  15.   2.  10.]
//             [ -4.  -4.   3.  17.   3.  -4.  -4.  -4.]
//             [  2.  15.   0.  -8.  -9.  -3.  10.   2.]]
//            [[-11.  -8.   2.  19.   8.   4.  -7. -11.]
//             [  8.  19.   2.  -8. -11.  -7.   4.   8.]
//             [ -3.  -9.  -8.   0.  15.   2.  10.  -3.]
//             [ -4.   3.  17.   3.  -4.  -4.  -4.  -4.]]]
// outer = [[ 7.  5.  3.  1. -1. -3. -5.  7.]
//          [ 4.  3.  2.  1.  0. -1. -2.  4.]
//          [ 1.  1.  1.  1.  1.  1.  1.  1.]
//          [-2. -1.  0.  1.  2.  3.  4. -2.]]
// shallow = [[ 8.  5.  2. -1. -4.  0. -3.  8.  5.  2. -1. -4.  0. -3.  8.  5.]
//            [ 0.  1.  2.  3.  4. -2. -1.  0.  1.  2.  3.  4. -2. -1.  0.  1.]]
// column = [[ 4.]
//           [10.]
//           [-4.]
//           [ 2.]
//           [-7.]
//           [ 4.]
//           [10.]
//           [-4.]
//           [ 2.]
//           [-7.]
//           [ 4.]
//           [10.]
//           [-4.]
//           [ 2.]
//           [-7.]
//           [ 4.]]
// halves = [[ 5. -5. -1. -4.  7. 11. -6.  5. -5. -1. -4.  7. 11. -6.  5. -5.]
//           [ 1.  9. -4. 11.  5. -8. -7.  1.  9. -4. 11.  5. -8. -7.  1.  9.]
//           [12. -2. -2. -9. -2. -2. 12. 12. -2. -2. -9. -2. -2. 12. 12. -2.]
//           [-7. -8.  5. 11. -4.  9.  1. -7. -8.  5. 11. -4.  9.  1. -7. -8.]
//           [-6. 11.  7. -4. -1. -5.  5. -6. 11.  7. -4. -1. -5.  5. -6. 11.]
//           [ 5. -5. -1. -4.  7. 11. -6.  5. -5. -1. -4.  7. 11. -6.  5. -5.]
//           [ 1.  9. -4. 11.  5. -8. -7.  1.  9. -4. 11.  5. -8. -7.  1.  9.]
//           [12. -2. -2. -9. -2. -2. 12. 12. -2. -2. -9. -2. -2. 12. 12. -2.]
//           [-7. -8.  5. 11. -4.  9.  1. -7. -8.  5. 11. -4.  9.  1. -7. -8.]
//           [-6. 11.  7. -4. -1. -5.  5. -6. 11.  7. -4. -1. -5.  5. -6. 11.]
//           [ 5. -5. -1. -4.  7. 11. -6.  5. -5. -1. -4.  7. 11. -6.  5. -5.]
//           [ 1.  9. -4. 11.  5. -8. -7.  1.  9. -4. 11.  5. -8. -7.  1.  9.]
//           [12. -2. -2. -9. -2. -2. 12. 12. -2. -2. -9. -2. -2. 12. 12. -2.]
//           [-7. -8.  5. 11. -4.  9.  1. -7. -8.  5. 11. -4.  9.  1. -7. -8.]
//           [-6. 11.  7. -4. -1. -5.  5. -6. 11.  7. -4. -1. -5.  5. -6. 11.]
//           [ 5. -5. -1. -4.  7. 11. -6.  5. -5. -1. -4.  7. 11. -6.  5. -5.]]
// bytes = [[-256    5 -253  243   -1 -501 -766 -256    5 -253  243   -1 -501 -766
//           -256    5]
//          [-752 -760  249  511  254  -10 -253 -752 -760  249  511  254  -10 -253
//           -752 -760]
//          [  -8 -250 -499 -506  504  511  255   -8 -250 -499 -506  504  511  255
//             -8 -250]
//          [ 766  255   -7 -248 -496 -253  758  766  255   -7 -248 -496 -253  758
//            766  255]
//          [ 255  755  515    5 -256  258   11  255  755  515    5 -256  258   11
//            255  755]
//          [-256    5 -253  243   -1 -501 -766 -256    5 -253  243   -1 -501 -766
//           -256    5]
//          [-752 -760  249  511  254  -10 -253 -752 -760  249  511  254  -10 -253
//           -752 -760]
//          [  -8 -250 -499 -506  504  511  255   -8 -250 -499 -506  504  511  255
//             -8 -250]
//          [ 766  255   -7 -248 -496 -253  758  766  255   -7 -248 -496 -253  758
//            766  255]
//          [ 255  755  515    5 -256  258   11  255  755  515    5 -256  258   11
//            255  755]
//          [-256    5 -253  243   -1 -501 -766 -256    5 -253  243   -1 -501 -766
//           -256    5]
//          [-752 -760  249  511  254  -10 -253 -752 -760  249  511  254  -10 -253
//           -752 -760]
//          [  -8 -250 -499 -506  504  511  255   -8 -250 -499 -506  504  511  255
//             -8 -250]
//          [ 766  255   -7 -248 -496 -253  758  766  255   -7 -248 -496 -253  758
//            766  255]
//          [ 255  755  515    5 -256  258   11  255  755  515    5 -256  258   11
//            255  755]
//          [-256    5 -253  243   -1 -501 -766 -256    5 -253  243   -1 -501 -766
//           -256    5]]
// floats_of_8 = [[  0.   5.   3. -13.  -1.  11.   2.   0.   5.   3. -13.  -1.  11.   2.
//                   0.   5.]
//                [ 16.   8.  -7.  -1.  -2. -10.   3.  16.   8.  -7.  -1.  -2. -10.   3.
//                  16.   8.]
//                [ -8.   6.  13.   6.  -8.  -1.  -1.  -8.   6.  13.   6.  -8.  -1.  -1.
//                  -8.   6.]
//                [ -2.  -1.  -7.   8.  16.   3. -10.  -2.  -1.  -7.   8.  16.   3. -10.
//                  -2.  -1.]]
cuda_tile.module @tests {
  entry @k(%plain: tile<ptr<f32>>, %batched: tile<ptr<f32>>, %outer: tile<ptr<f32>>, %shallow: tile<ptr<f32>>, %column: tile<ptr<f32>>, %halves: tile<ptr<f32>>, %bytes: tile<ptr<i32>>, %floats_of_8: tile<ptr<f32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %plain_a_all = iota : tile<128xi32>
    %plain_a_mod = constant <i32: 5> : tile<128xi32>
    %plain_a_off = constant <i32: 2> : tile<128xi32>
    %plain_a_rem = remi %plain_a_all, %plain_a_mod signed : tile<128xi32>
    %plain_a_num = subi %plain_a_rem, %plain_a_off : tile<128xi32>
    %plain_a_flat = itof %plain_a_num signed : tile<128xi32> -> tile<128xf32>
    %plain_a = reshape %plain_a_flat : tile<128xf32> -> tile<8x16xf32>
    %plain_b_all = iota : tile<512xi32>
    %plain_b_mod = constant <i32: 7> : tile<512xi32>
    %plain_b_off = constant <i32: 3> : tile<512xi32>
    %plain_b_rem = remi %plain_b_all, %plain_b_mod signed : tile<512xi32>
    %plain_b_num = subi %plain_b_rem, %plain_b_off : tile<512xi32>
    %plain_b_flat = itof %plain_b_num signed : tile<512xi32> -> tile<512xf32>
    %plain_b = reshape %plain_b_flat : tile<512xf32> -> tile<16x32xf32>
    %plain_c = constant <f32: 1.0> : tile<8x32xf32>
    %plain_d = mmaf %plain_a, %plain_b, %plain_c : tile<8x16xf32>, tile<16x32xf32>, tile<8x32xf32>
    %plain_v = make_tensor_view %plain, shape = [8, 32], strides = [32, 1] : tensor_view<8x32xf32, strides=[32,1]>
    %plain_p = make_partition_view %plain_v : partition_view<tile=(8x32), tensor_view<8x32xf32, strides=[32,1]>>
    %plain_t = store_view_tko weak %plain_d, %plain_p[%zero, %zero] : tile<8x32xf32>, partition_view<tile=(8x32), tensor_view<8x32xf32, strides=[32,1]>>, tile<i32> -> token
    %batched_a_all = iota : tile<64xi32>
    %batched_a_mod = constant <i32: 5> : tile<64xi32>
    %batched_a_off = constant <i32: 2> : tile<64xi32>
    %batched_a_rem = remi %batched_a_all, %batched_a_mod signed : tile<64xi32>
    %batched_a_num = subi %batched_a_rem, %batched_a_off : tile<64xi32>
    %batched_a_flat = itof %batched_a_num signed : tile<64xi32> -> tile<64xf32>
    %batched_a = reshape %batched_a_flat : tile<64xf32> -> tile<2x4x8xf32>
    %batched_b_all = iota : tile<128xi32>
    %batched_b_mod = constant <i32: 7> : tile<128xi32>
    %batched_b_off = constant <i32: 3> : tile<128xi32>
    %batched_b_rem = remi %batched_b_all, %batched_b_mod signed : tile<128xi32>
    %batched_b_num = subi %batched_b_rem, %batched_b_off : tile<128xi32>
    %batched_b_flat = itof %batched_b_num signed : tile<128xi32> -> tile<128xf32>
    %batched_b = reshape %batched_b_flat : tile<128xf32> -> tile<2x8x8xf32>
    %batched_c = constant <f32: 1.0> : tile<2x4x8xf32>
    %batched_d = mmaf %batched_a, %batched_b, %batched_c : tile<2x4x8xf32>, tile<2x8x8xf32>, tile<2x4x8xf32>
    %batched_v = make_tensor_view %batched, shape = [2, 4, 8], strides = [32, 8, 1] : tensor_view<2x4x8xf32, strides=[32,8,1]>
    %batched_p = make_partition_view %batched_v : partition_view<tile=(2x4x8), tensor_view<2x4x8xf32, strides=[32,8,1]>>
    %batched_t = store_view_tko weak %batched_d, %batched_p[%zero, %zero, %zero] : tile<2x4x8xf32>, partition_view<tile=(2x4x8), tensor_view<2x4x8xf32, strides=[32,8,1]>>, tile<i32> -> token
    %outer_a_all = iota : tile<4xi32>
    %outer_a_mod = constant <i32: 5> : tile<4xi32>
    %outer_a_off = constant <i32: 2> : tile<4xi32>
    %outer_a_rem = remi %outer_a_all, %outer_a_mod signed : tile<4xi32>
    %outer_a_num = subi %outer_a_rem, %outer_a_off : tile<4xi32>
    %outer_a_flat = itof %outer_a_num signed : tile<4xi32> -> tile<4xf32>
    %outer_a = reshape %outer_a_flat : tile<4xf32> -> tile<4x1xf32>
    %outer_b_all = iota : tile<8xi32>
    %outer_b_mod = constant <i32: 7> : tile<8xi32>
    %outer_b_off = constant <i32: 3> : tile<8xi32>
    %outer_b_rem = remi %outer_b_all, %outer_b_mod signed : tile<8xi32>
    %outer_b_num = subi %outer_b_rem, %outer_b_off : tile<8xi32>
    %outer_b_flat = itof %outer_b_num signed : tile<8xi32> -> tile<8xf32>
    %outer_b = reshape %outer_b_flat : tile<8xf32> -> tile<1x8xf32>
    %outer_c = constant <f32: 1.0> : tile<4x8xf32>
    %outer_d = mmaf %outer_a, %outer_b, %outer_c : tile<4x1xf32>, tile<1x8xf32>, tile<4x8xf32>
    %outer_v = make_tensor_view %outer, shape = [4, 8], strides = [8, 1] : tensor_view<4x8xf32, strides=[8,1]>
    %outer_p = make_partition_view %outer_v : partition_view<tile=(4x8), tensor_view<4x8xf32, strides=[8,1]>>
    %outer_t = store_view_tko weak %outer_d, %outer_p[%zero, %zero] : tile<4x8xf32>, partition_view<tile=(4x8), tensor_view<4x8xf32, strides=[8,1]>>, tile<i32> -> token
    %shallow_a_all = iota : tile<4xi32>
    %shallow_a_mod = constant <i32: 5> : tile<4xi32>
    %shallow_a_off = constant <i32: 2> : tile<4xi32>
    %shallow_a_rem = remi %shallow_a_all, %shallow_a_mod signed : tile<4xi32>
    %shallow_a_num = subi %shallow_a_rem, %shallow_a_off : tile<4xi32>
    %shallow_a_flat = itof %shallow_a_num signed : tile<4xi32> -> tile<4xf32>
    %shallow_a = reshape %shallow_a_flat : tile<4xf32> -> tile<2x2xf32>
    %shallow_b_all = iota : tile<32xi32>
    %shallow_b_mod = constant <i32: 7> : tile<32xi32>
    %shallow_b_off = constant <i32: 3> : tile<32xi32>
    %shallow_b_rem = remi %shallow_b_all, %shallow_b_mod signed : tile<32xi32>
    %shallow_b_num = subi %shallow_b_rem, %shallow_b_off : tile<32xi32>
    %shallow_b_flat = itof %shallow_b_num signed : tile<32xi32> -> tile<32xf32>
    %shallow_b = reshape %shallow_b_flat : tile<32xf32> -> tile<2x16xf32>
    %shallow_c = constant <f32: 1.0> : tile<2x16xf32>
    %shallow_d = mmaf %shallow_a, %shallow_b, %shallow_c : tile<2x2xf32>, tile<2x16xf32>, tile<2x16xf32>
    %shallow_v = make_tensor_view %shallow, shape = [2, 16], strides = [16, 1] : tensor_view<2x16xf32, strides=[16,1]>
    %shallow_p = make_partition_view %shallow_v : partition_view<tile=(2x16), tensor_view<2x16xf32, strides=[16,1]>>
    %shallow_t = store_view_tko weak %shallow_d, %shallow_p[%zero, %zero] : tile<2x16xf32>, partition_view<tile=(2x16), tensor_view<2x16xf32, strides=[16,1]>>, tile<i32> -> token
    %column_a_all = iota : tile<128xi32>
    %column_a_mod = constant <i32: 5> : tile<128xi32>
    %column_a_off = constant <i32: 2> : tile<128xi32>
    %column_a_rem = remi %column_a_all, %column_a_mod signed : tile<128xi32>
    %column_a_num = subi %column_a_rem, %column_a_off : tile<128xi32>
    %column_a_flat = itof %column_a_num signed : tile<128xi32> -> tile<128xf32>
    %column_a = reshape %column_a_flat : tile<128xf32> -> tile<16x8xf32>
    %column_b_all = iota : tile<8xi32>
    %column_b_mod = constant <i32: 7> : tile<8xi32>
    %column_b_off = constant <i32: 3> : tile<8xi32>
    %column_b_rem = remi %column_b_all, %column_b_mod signed : tile<8xi32>
    %column_b_num = subi %column_b_rem, %column_b_off : tile<8xi32>
    %column_b_flat = itof %column_b_num signed : tile<8xi32> -> tile<8xf32>
    %column_b = reshape %column_b_flat : tile<8xf32> -> tile<8x1xf32>
    %column_c = constant <f32: 1.0> : tile<16x1xf32>
    %column_d = mmaf %column_a, %column_b, %column_c : tile<16x8xf32>, tile<8x1xf32>, tile<16x1xf32>
    %column_v = make_tensor_view %column, shape = [16, 1], strides = [1, 1] : tensor_view<16x1xf32, strides=[1,1]>
    %column_p = make_partition_view %column_v : partition_view<tile=(16x1), tensor_view<16x1xf32, strides=[1,1]>>
    %column_t = store_view_tko weak %column_d, %column_p[%zero, %zero] : tile<16x1xf32>, partition_view<tile=(16x1), tensor_view<16x1xf32, strides=[1,1]>>, tile<i32> -> token
    %halves_a_all = iota : tile<128xi32>
    %halves_a_mod = constant <i32: 5> : tile<128xi32>
    %halves_a_off = constant <i32: 2> : tile<128xi32>
    %halves_a_rem = remi %halves_a_all, %halves_a_mod signed : tile<128xi32>
    %halves_a_num = subi %halves_a_rem, %halves_a_off : tile<128xi32>
    %halves_a_flat = itof %halves_a_num signed : tile<128xi32> -> tile<128xf16>
    %halves_a = reshape %halves_a_flat : tile<128xf16> -> tile<16x8xf16>
    %halves_b_all = iota : tile<128xi32>
    %halves_b_mod = constant <i32: 7> : tile<128xi32>
    %halves_b_off = constant <i32: 3> : tile<128xi32>
    %halves_b_rem = remi %halves_b_all, %halves_b_mod signed : tile<128xi32>
    %halves_b_num = subi %halves_b_rem, %halves_b_off : tile<128xi32>
    %halves_b_flat = itof %halves_b_num signed : tile<128xi32> -> tile<128xf16>
    %halves_b = reshape %halves_b_flat : tile<128xf16> -> tile<8x16xf16>
    %halves_c = constant <f32: 1.0> : tile<16x16xf32>
    %halves_d = mmaf %halves_a, %halves_b, %halves_c : tile<16x8xf16>, tile<8x16xf16>, tile<16x16xf32>
    %halves_v = make_tensor_view %halves, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf32, strides=[16,1]>
    %halves_p = make_partition_view %halves_v : partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>
    %halves_t = store_view_tko weak %halves_d, %halves_p[%zero, %zero] : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>, tile<i32> -> token
    %bytes_a_all = iota : tile<256xi32>
    %bytes_a_mod = constant <i32: 5> : tile<256xi32>
    %bytes_a_off = constant <i32: 2> : tile<256xi32>
    %bytes_a_rem = remi %bytes_a_all, %bytes_a_mod signed : tile<256xi32>
    %bytes_a_num = subi %bytes_a_rem, %bytes_a_off : tile<256xi32>
    %bytes_a_flat = trunci %bytes_a_num : tile<256xi32> -> tile<256xi8>
    %bytes_a = reshape %bytes_a_flat : tile<256xi8> -> tile<16x16xi8>
    %bytes_b_all = iota : tile<256xi32>
    %bytes_b_mod = constant <i32: 7> : tile<256xi32>
    %bytes_b_off = constant <i32: 3> : tile<256xi32>
    %bytes_b_rem = remi %bytes_b_all, %bytes_b_mod signed : tile<256xi32>
    %bytes_b_num = subi %bytes_b_rem, %bytes_b_off : tile<256xi32>
    %bytes_b_flat = trunci %bytes_b_num : tile<256xi32> -> tile<256xi8>
    %bytes_b = reshape %bytes_b_flat : tile<256xi8> -> tile<16x16xi8>
    %bytes_c = constant <i32: 1> : tile<16x16xi32>
    %bytes_d = mmai %bytes_a, %bytes_b, %bytes_c signed unsigned : tile<16x16xi8>, tile<16x16xi8>, tile<16x16xi32>
    %bytes_v = make_tensor_view %bytes, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xi32, strides=[16,1]>
    %bytes_p = make_partition_view %bytes_v : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>
    %bytes_t = store_view_tko weak %bytes_d, %bytes_p[%zero, %zero] : tile<16x16xi32>, partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>, tile<i32> -> token
    %floats_of_8_a_all = iota : tile<64xi32>
    %floats_of_8_a_mod = constant <i32: 5> : tile<64xi32>
    %floats_of_8_a_off = constant <i32: 2> : tile<64xi32>
    %floats_of_8_a_rem = remi %floats_of_8_a_all, %floats_of_8_a_mod signed : tile<64xi32>
    %floats_of_8_a_num = subi %floats_of_8_a_rem, %floats_of_8_a_off : tile<64xi32>
    %floats_of_8_a_f32 = itof %floats_of_8_a_num signed : tile<64xi32> -> tile<64xf32>
    %floats_of_8_a_flat = ftof %floats_of_8_a_f32 : tile<64xf32> -> tile<64xf8E5M2>
    %floats_of_8_a = reshape %floats_of_8_a_flat : tile<64xf8E5M2> -> tile<4x16xf8E5M2>
    %floats_of_8_b_all = iota : tile<256xi32>
    %floats_of_8_b_mod = constant <i32: 7> : tile<256xi32>
    %floats_of_8_b_off = constant <i32: 3> : tile<256xi32>
    %floats_of_8_b_rem = remi %floats_of_8_b_all, %floats_of_8_b_mod signed : tile<256xi32>
    %floats_of_8_b_num = subi %floats_of_8_b_rem, %floats_of_8_b_off : tile<256xi32>
    %floats_of_8_b_f32 = itof %floats_of_8_b_num signed : tile<256xi32> -> tile<256xf32>
    %floats_of_8_b_flat = ftof %floats_of_8_b_f32 : tile<256xf32> -> tile<256xf8E5M2>
    %floats_of_8_b = reshape %floats_of_8_b_flat : tile<256xf8E5M2> -> tile<16x16xf8E5M2>
    %floats_of_8_c = constant <f32: 1.0> : tile<4x16xf32>
    %floats_of_8_d = mmaf %floats_of_8_a, %floats_of_8_b, %floats_of_8_c : tile<4x16xf8E5M2>, tile<16x16xf8E5M2>, tile<4x16xf32>
    %floats_of_8_v = make_tensor_view %floats_of_8, shape = [4, 16], strides = [16, 1] : tensor_view<4x16xf32, strides=[16,1]>
    %floats_of_8_p = make_partition_view %floats_of_8_v : partition_view<tile=(4x16), tensor_view<4x16xf32, strides=[16,1]>>
    %floats_of_8_t = store_view_tko weak %floats_of_8_d, %floats_of_8_p[%zero, %zero] : tile<4x16xf32>, partition_view<tile=(4x16), tensor_view<4x16xf32, strides=[16,1]>>, tile<i32> -> token
    return
  }
}
