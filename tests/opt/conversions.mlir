// RUN: opt --passes=canonicalize
// cuda_tile.module @tests {
//   entry @k(%a: tile<i8>, %f: tile<f32>, %h: tile<f16>, %p: tile<ptr<f32>>, %n: tile<i64>) {
//     %a32 = exti %a unsigned : tile<i8> -> tile<i32>
//     %less = trunci %a : tile<i8> -> tile<i1>
//     %more = exti %a unsigned : tile<i8> -> tile<i16>
//     %s16 = exti %a signed : tile<i8> -> tile<i16>
//     %s32 = exti %s16 unsigned : tile<i16> -> tile<i32>
//     %p0 = print_tko "%d %d %d %d %d", %a32, %a, %less, %more, %s32 : tile<i32>, tile<i8>, tile<i1>, tile<i16>, tile<i32> -> token
//     %hh = addf %h, %h  : tile<f16>
//     %wide = ftof %hh  : tile<f16> -> tile<f32>
//     %other = ftof %wide  : tile<f32> -> tile<bf16>
//     %odd = ftof %h  : tile<f16> -> tile<f32>
//     %odd_back = ftof %odd  : tile<f32> -> tile<f16>
//     %p1 = print_tko "%f %f %f %f", %f, %hh, %other, %odd_back : tile<f32>, tile<f16>, tile<bf16>, tile<f16> -> token
//     %s = store_ptr_tko weak %p, %f : tile<ptr<f32>>, tile<f32> -> token
//     %p2 = print_tko "%d", %n : tile<i64> -> token
//     return
//   }
// }
//
// Two conversions in a row are one, or none. A float that was widened and narrowed again is itself where it cannot be an odd
// NaN; f16 and bf16 hold different numbers.
cuda_tile.module @tests {
  entry @k(%a: tile<i8>, %f: tile<f32>, %h: tile<f16>, %p: tile<ptr<f32>>, %n: tile<i64>) {
    %a16 = exti %a unsigned : tile<i8> -> tile<i16>
    %a32 = exti %a16 signed : tile<i16> -> tile<i32>
    %back = trunci %a32 : tile<i32> -> tile<i8>
    %less = trunci %a32 : tile<i32> -> tile<i1>
    %more = trunci %a32 : tile<i32> -> tile<i16>
    %s16 = exti %a signed : tile<i8> -> tile<i16>
    %s32 = exti %s16 unsigned : tile<i16> -> tile<i32>
    %p0 = print_tko "%d %d %d %d %d", %a32, %back, %less, %more, %s32 : tile<i32>, tile<i8>, tile<i1>, tile<i16>, tile<i32> -> token
    %bits = bitcast %f : tile<f32> -> tile<i32>
    %again = bitcast %bits : tile<i32> -> tile<f32>
    %hh = addf %h, %h : tile<f16>
    %wide = ftof %hh : tile<f16> -> tile<f32>
    %narrow = ftof %wide : tile<f32> -> tile<f16>
    %other = ftof %wide : tile<f32> -> tile<bf16>
    %odd = ftof %h : tile<f16> -> tile<f32>
    %odd_back = ftof %odd : tile<f32> -> tile<f16>
    %p1 = print_tko "%f %f %f %f", %again, %narrow, %other, %odd_back : tile<f32>, tile<f16>, tile<bf16>, tile<f16> -> token
    %address = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
    %q = int_to_ptr %address : tile<i64> -> tile<ptr<i32>>
    %r = ptr_to_ptr %q : tile<ptr<i32>> -> tile<ptr<f32>>
    %zero = constant <i64: 0> : tile<i64>
    %here = offset %r, %zero : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
    %there = int_to_ptr %n : tile<i64> -> tile<ptr<f32>>
    %number = ptr_to_int %there : tile<ptr<f32>> -> tile<i64>
    %s = store_ptr_tko weak %here, %f : tile<ptr<f32>>, tile<f32> -> token
    %p2 = print_tko "%d", %number : tile<i64> -> token
    return
  }
}
