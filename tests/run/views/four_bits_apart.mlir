// RUN: run --grid 4 --arg 'x:i8[16]=arange(0x32)' --arg 'y:i8[16]=zeros' --arg 'z:i8[8]=zeros' --arg 5 --print y --print z
// y = [  50   51    4   96  115 -125    0   58   59   12  -32  -13    3    0
//         0    0]
// z = [ 3 13  3 13  3 13  3 13]
//
// Halves of bytes that a store leaves alone stay: in rows of odd length, where an extent that comes at run time is odd, behind
// pointers, and where other tile blocks write the neighbours.
// TILEIRAS: it accesses 4-bit elements through views alone, not through pointers
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i8>>, %y: tile<ptr<i8>>, %z: tile<ptr<i8>>, %n: tile<i32>) {
    %x4 = ptr_to_ptr %x : tile<ptr<i8>> -> tile<ptr<f4E2M1FN>>
    %y4 = ptr_to_ptr %y : tile<ptr<i8>> -> tile<ptr<f4E2M1FN>>
    %z4 = ptr_to_ptr %z : tile<ptr<i8>> -> tile<ptr<f4E2M1FN>>
    %zero = constant <i32: 0> : tile<i32>
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %v = make_tensor_view %x4, shape = [4, 8], strides = [8, 1] : tensor_view<4x8xf4E2M1FN, strides=[8,1]>
    %p = make_partition_view %v : partition_view<tile=(1x8), tensor_view<4x8xf4E2M1FN, strides=[8,1]>>
    %a, %t = load_view_tko weak %p[%bx, %zero] : partition_view<tile=(1x8), tensor_view<4x8xf4E2M1FN, strides=[8,1]>>, tile<i32> -> tile<1x8xf4E2M1FN>, token
    %w = make_tensor_view %y4, shape = [4, %n], strides = [7, 1] : tile<i32> -> tensor_view<4x?xf4E2M1FN, strides=[7,1]>
    %q = make_partition_view %w : partition_view<tile=(1x8), tensor_view<4x?xf4E2M1FN, strides=[7,1]>>
    %t1 = store_view_tko weak %a, %q[%bx, %zero] : tile<1x8xf4E2M1FN>, partition_view<tile=(1x8), tensor_view<4x?xf4E2M1FN, strides=[7,1]>>, tile<i32> -> token
    %two = constant <i32: 2> : tile<i32>
    %row = muli %bx, %two : tile<i32>
    %zr = offset %z, %row : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
    %zr4 = ptr_to_ptr %zr : tile<ptr<i8>> -> tile<ptr<f4E2M1FN>>
    %one = reshape %zr4 : tile<ptr<f4E2M1FN>> -> tile<1xptr<f4E2M1FN>>
    %both = broadcast %one : tile<1xptr<f4E2M1FN>> -> tile<2xptr<f4E2M1FN>>
    %iota = iota : tile<2xi32>
    %twos = constant <i32: 2> : tile<2xi32>
    %even = muli %iota, %twos : tile<2xi32>
    %pz = offset %both, %even : tile<2xptr<f4E2M1FN>>, tile<2xi32> -> tile<2xptr<f4E2M1FN>>
    %c = constant <f4E2M1FN: [1.5, -3.0]> : tile<2xf4E2M1FN>
    %t2 = store_ptr_tko weak %pz, %c : tile<2xptr<f4E2M1FN>>, tile<2xf4E2M1FN> -> token
    return
  }
}
