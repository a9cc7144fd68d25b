// RUN: opt --passes=expand-math
// nvvm.module @m <target = "sm_100"> {
//   func @k <reqntid = 32> (%p: ptr<global>) {
//     %a, %b = ld %p <bits = 32> : ptr<global> -> f32, f32
//     %x = pack [%a, %b] : f32, f32 -> f32x2
//     %0:2 = unpack %x : f32x2 -> f32, f32
//     %1 = constant <value = 0.0057249805> : f32
//     %2 = constant <value = 0.5> : f32
//     %3 = fma %0#0, %1, %2 : f32
//     %4 = constant <value = 0.0> : f32
//     %5 = constant <value = 1.0> : f32
//     %6 = maxf %3, %4 : f32
//     %7 = minf %6, %5 : f32
//     %8 = constant <value = 0.0057249805> : f32
//     %9 = constant <value = 0.5> : f32
//     %10 = fma %0#1, %8, %9 : f32
//     %11 = constant <value = 0.0> : f32
//     %12 = constant <value = 1.0> : f32
//     %13 = maxf %10, %11 : f32
//     %14 = minf %13, %12 : f32
//     %15 = pack [%7, %14] : f32, f32 -> f32x2
//     %16 = constant <value = 0x3fb8aa3b3fb8aa3b> : f32x2
//     %17 = constant <value = 0x32a5706032a57060> : f32x2
//     %18 = constant <value = 0x437c0000437c0000> : f32x2
//     %19 = constant <value = 0x4b4000014b400001> : f32x2
//     %20 = fma %15, %18, %19 <rounding = negative_inf> : f32x2
//     %21 = constant <value = 0x4b40007f4b40007f> : f32x2
//     %22 = subf %21, %20 : f32x2
//     %23 = fma %x, %16, %22 : f32x2
//     %24 = fma %x, %17, %23 : f32x2
//     %25:2 = unpack %20 : f32x2 -> f32, f32
//     %26:2 = unpack %24 : f32x2 -> f32, f32
//     %27 = approx %26#0 <function = ex2, flush_to_zero> : f32
//     %28 = bitcast %25#0 : f32 -> i32
//     %29 = constant <value = 23> : i32
//     %30 = shli %28, %29 : i32
//     %31 = bitcast %30 : i32 -> f32
//     %32 = approx %26#1 <function = ex2, flush_to_zero> : f32
//     %33 = bitcast %25#1 : f32 -> i32
//     %34 = constant <value = 23> : i32
//     %35 = shli %33, %34 : i32
//     %36 = bitcast %35 : i32 -> f32
//     %37 = pack [%27, %32] : f32, f32 -> f32x2
//     %38 = pack [%31, %36] : f32, f32 -> f32x2
//     %power = mulf %37, %38 : f32x2
//     %39:2 = unpack %power : f32x2 -> f32, f32
//     %40 = approx %39#0 <function = ex2, flush_to_zero> : f32
//     %41 = approx %39#1 <function = ex2, flush_to_zero> : f32
//     %other = pack [%40, %41] : f32, f32 -> f32x2
//     %low, %high = unpack %other : f32x2 -> f32, f32
//     st %p, [%low, %high] <bits = 32> : ptr<global>, f32, f32
//     return
//   }
// }
//
// `exp` of a pair computes the exponent and the rest for both numbers at once. Other functions are those of its numbers.
nvvm.module @m <target = "sm_100"> {
  func @k <reqntid = 32> (%p: ptr<global>) {
    %a, %b = ld %p <bits = 32> : ptr<global> -> f32, f32
    %x = pack [%a, %b] : f32, f32 -> f32x2
    %power = exp %x : f32x2
    %other = exp2 %power <flush_to_zero> : f32x2
    %low, %high = unpack %other : f32x2 -> f32, f32
    st %p, [%low, %high] <bits = 32> : ptr<global>, f32, f32
    return
  }
}
