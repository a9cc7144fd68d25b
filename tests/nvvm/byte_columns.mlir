// RUN: compile --emit=nvvm --target=sm_120a
// nvvm.module @m <target = "sm_120a"> {
//   global @k$shared <space = shared, size = 1024, alignment = 1024>
//   func @k <reqntid = 32, param_bits = [64, 64, 64]> (%a: ptr<global>, %b: ptr<global>, %c: ptr<global>) {
//     %0 = address_of <name = @k$shared> : ptr<shared>
//     %1 = special <name = tid.x> : i32
//     %2 = addptr %a, %1 <bytes = 16> : ptr<global>, i32 -> ptr<global>
//     %3:4 = ld %2 <bits = 32> : ptr<global> -> i32, i32, i32, i32
//     %4 = addptr %b, %1 <bytes = 16> : ptr<global>, i32 -> ptr<global>
//     %5:4 = ld %4 <bits = 32> : ptr<global> -> i32, i32, i32, i32
//     %6 = constant <value = 0> : i32
//     barrier
//     %7 = addptr %0, %1 <bytes = 16> : ptr<shared>, i32 -> ptr<shared>
//     st %7, [%3#0, %3#1, %3#2, %3#3] <bits = 32> : ptr<shared>, i32, i32, i32, i32
//     st %7, [%5#0, %5#1, %5#2, %5#3] <bits = 32, offset = 512> : ptr<shared>, i32, i32, i32, i32
//     barrier
//     %8:4 = ldmatrix %7 <transposed, bytes> : ptr<shared> -> i32, i32, i32, i32
//     %9:4 = ldmatrix %7 <transposed, bytes, offset = 512> : ptr<shared> -> i32, i32, i32, i32
//     %sum:4 = mma [%8#0, %8#1, %8#2, %8#3], [%9#0, %9#2], [%6, %6, %6, %6] <shape = m16n8k32, a_format = s8, b_format = s8> : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 -> i32, i32, i32, i32
//     %sum_0:4 = mma [%8#0, %8#1, %8#2, %8#3], [%9#1, %9#3], [%6, %6, %6, %6] <shape = m16n8k32, a_format = s8, b_format = s8> : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32 -> i32, i32, i32, i32
//     %10 = constant <value = 2> : i32
//     %11 = shri %1, %10 : i32
//     %12 = constant <value = 3> : i32
//     %13 = andi %1, %12 : i32
//     %14 = addptr %c, %11 <bytes = 64> : ptr<global>, i32 -> ptr<global>
//     %15 = addptr %14, %13 <bytes = 8> : ptr<global>, i32 -> ptr<global>
//     st %15, [%sum#0] <bits = 32> : ptr<global>, i32
//     st %15, [%sum#1] <bits = 32, offset = 4> : ptr<global>, i32
//     st %15, [%sum#2] <bits = 32, offset = 512> : ptr<global>, i32
//     st %15, [%sum#3] <bits = 32, offset = 516> : ptr<global>, i32
//     st %15, [%sum_0#0] <bits = 32, offset = 32> : ptr<global>, i32
//     st %15, [%sum_0#1] <bits = 32, offset = 36> : ptr<global>, i32
//     st %15, [%sum_0#2] <bits = 32, offset = 544> : ptr<global>, i32
//     st %15, [%sum_0#3] <bits = 32, offset = 548> : ptr<global>, i32
//     return
//   }
// }
//
// Bytes that lie along the rows of the left operand and along the columns of the right one. One `ldmatrix` transposes a fragment of
// the left operand, or two of the right one.
cuda_tile.module @m {
  entry @k(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>) optimization_hints=<default = {num_worker_warps_per_cta = 1}> {
    %ap = assume div_by<16>, %a : tile<ptr<i8>>
    %bp = assume div_by<16>, %b : tile<ptr<i8>>
    %at = make_tensor_view %ap, shape = [16, 32], strides = [1, 16] : tensor_view<16x32xi8, strides=[1,16]>
    %bt = make_tensor_view %bp, shape = [32, 16], strides = [16, 1] : tensor_view<32x16xi8, strides=[16,1]>
    %ct = make_tensor_view %c, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xi32, strides=[16,1]>
    %av = make_partition_view %at : partition_view<tile=(16x32), tensor_view<16x32xi8, strides=[1,16]>>
    %bv = make_partition_view %bt : partition_view<tile=(32x16), tensor_view<32x16xi8, strides=[16,1]>>
    %cv = make_partition_view %ct : partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %none = constant <i32: 0> : tile<16x16xi32>
    %x, %t0 = load_view_tko weak %av[%zero, %zero] : partition_view<tile=(16x32), tensor_view<16x32xi8, strides=[1,16]>>, tile<i32> -> tile<16x32xi8>, token
    %y, %t1 = load_view_tko weak %bv[%zero, %zero] : partition_view<tile=(32x16), tensor_view<32x16xi8, strides=[16,1]>>, tile<i32> -> tile<32x16xi8>, token
    %sum = mmai %x, %y, %none signed signed : tile<16x32xi8>, tile<32x16xi8>, tile<16x16xi32>
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<16x16xi32>, partition_view<tile=(16x16), tensor_view<16x16xi32, strides=[16,1]>>, tile<i32> -> token
    return
  }
}
