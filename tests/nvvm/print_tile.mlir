// RUN: compile --emit=nvvm --target sm_80
// nvvm.module @m <target = "sm_80"> {
//   global @k$shared <space = shared, size = 256, alignment = 1024>
//   func @k <reqntid = 128, param_bits = [32]> (%n: i32) {
//     %0 = address_of <name = @k$shared> : ptr<shared>
//     %1 = special <name = tid.x> : i32
//     %2 = constant <value = 3> : i32
//     %x = andi %1, %2 : i32
//     %3 = constant <value = 124> : i32
//     %4 = andi %1, %3 : i32
//     %5 = constant <value = 0> : i32
//     %6 = cmpi %4, %5 <predicate = equal> : i32, i32 -> i1
//     barrier
//     %7 = addptr %0, %x <bytes = 4> : ptr<shared>, i32 -> ptr<shared>
//     st %7, [%x], [%6] <bits = 32> : ptr<shared>, i32, i1
//     barrier
//     %8 = ld %0 <bits = 32> : ptr<shared> -> i32
//     %9 = ld %0 <bits = 32, offset = 4> : ptr<shared> -> i32
//     %10 = ld %0 <bits = 32, offset = 8> : ptr<shared> -> i32
//     %11 = ld %0 <bits = 32, offset = 12> : ptr<shared> -> i32
//     %12 = cmpi %1, %5 <predicate = equal> : i32, i32 -> i1
//     if %12 : i1 {
//       printf [%n, %8, %9, %10, %11] <format = "%d: [[%d, %d], [%d, %d]]\0A"> : i32
//       yield
//     }
//     %13 = constant <value = 63> : i32
//     %y = andi %1, %13 : i32
//     %14 = constant <value = 64> : i32
//     %15 = andi %1, %14 : i32
//     %16 = cmpi %15, %5 <predicate = equal> : i32, i32 -> i1
//     barrier
//     %17 = addptr %0, %y <bytes = 4> : ptr<shared>, i32 -> ptr<shared>
//     st %17, [%y], [%16] <bits = 32> : ptr<shared>, i32, i1
//     barrier
//     if %12 : i1 {
//       %18 = constant <value = 32> : i32
//       for %5, %14, %18 : i32, i32, i32 (%arg0: i32) {
//         %19 = cmpi %arg0, %5 <predicate = equal> : i32, i32 -> i1
//         if %19 : i1 {
//           printf <format = "[">
//           yield
//         }
//         %20 = addptr %0, %arg0 <bytes = 4> : ptr<shared>, i32 -> ptr<shared>
//         %21 = ld %20 <bits = 32> : ptr<shared> -> i32
//         %22 = ld %20 <bits = 32, offset = 4> : ptr<shared> -> i32
//         %23 = ld %20 <bits = 32, offset = 8> : ptr<shared> -> i32
//         %24 = ld %20 <bits = 32, offset = 12> : ptr<shared> -> i32
//         %25 = ld %20 <bits = 32, offset = 16> : ptr<shared> -> i32
//         %26 = ld %20 <bits = 32, offset = 20> : ptr<shared> -> i32
//         %27 = ld %20 <bits = 32, offset = 24> : ptr<shared> -> i32
//         %28 = ld %20 <bits = 32, offset = 28> : ptr<shared> -> i32
//         %29 = ld %20 <bits = 32, offset = 32> : ptr<shared> -> i32
//         %30 = ld %20 <bits = 32, offset = 36> : ptr<shared> -> i32
//         %31 = ld %20 <bits = 32, offset = 40> : ptr<shared> -> i32
//         %32 = ld %20 <bits = 32, offset = 44> : ptr<shared> -> i32
//         %33 = ld %20 <bits = 32, offset = 48> : ptr<shared> -> i32
//         %34 = ld %20 <bits = 32, offset = 52> : ptr<shared> -> i32
//         %35 = ld %20 <bits = 32, offset = 56> : ptr<shared> -> i32
//         %36 = ld %20 <bits = 32, offset = 60> : ptr<shared> -> i32
//         %37 = ld %20 <bits = 32, offset = 64> : ptr<shared> -> i32
//         %38 = ld %20 <bits = 32, offset = 68> : ptr<shared> -> i32
//         %39 = ld %20 <bits = 32, offset = 72> : ptr<shared> -> i32
//         %40 = ld %20 <bits = 32, offset = 76> : ptr<shared> -> i32
//         %41 = ld %20 <bits = 32, offset = 80> : ptr<shared> -> i32
//         %42 = ld %20 <bits = 32, offset = 84> : ptr<shared> -> i32
//         %43 = ld %20 <bits = 32, offset = 88> : ptr<shared> -> i32
//         %44 = ld %20 <bits = 32, offset = 92> : ptr<shared> -> i32
//         %45 = ld %20 <bits = 32, offset = 96> : ptr<shared> -> i32
//         %46 = ld %20 <bits = 32, offset = 100> : ptr<shared> -> i32
//         %47 = ld %20 <bits = 32, offset = 104> : ptr<shared> -> i32
//         %48 = ld %20 <bits = 32, offset = 108> : ptr<shared> -> i32
//         %49 = ld %20 <bits = 32, offset = 112> : ptr<shared> -> i32
//         %50 = ld %20 <bits = 32, offset = 116> : ptr<shared> -> i32
//         %51 = ld %20 <bits = 32, offset = 120> : ptr<shared> -> i32
//         %52 = ld %20 <bits = 32, offset = 124> : ptr<shared> -> i32
//         printf [%21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52] <format = "%d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d"> : i32
//         %53 = addi %arg0, %18 : i32
//         %54 = andi %53, %13 : i32
//         %55 = cmpi %54, %5 <predicate = equal> : i32, i32 -> i1
//         if %55 : i1 {
//           printf <format = "]">
//           yield
//         }
//         %56 = cmpi %53, %14 <predicate = less_than> : i32, i32 -> i1
//         if %56 : i1 {
//           printf <format = ", ">
//           yield
//         }
//         continue
//       }
//       yield
//     }
//     return
//   }
// }
//
// Text, numbers and the elements of small tiles are one call: calls of other thread blocks come between calls. A call takes 32
// arguments, so the larger tile is printed by a loop of two calls of 32 elements.
cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    %x = iota : tile<4xi32>
    %q = reshape %x : tile<4xi32> -> tile<2x2xi32>
    %first = print_tko "%d: %d\n", %n, %q : tile<i32>, tile<2x2xi32> -> token
    %y = iota : tile<64xi32>
    %second = print_tko "%d", %y token=%first : tile<64xi32> -> token
    return
  }
}
