// RUN: compile --emit=nvvm
// nvvm.module @pairs <target = "sm_100"> {
//   func @rows <reqntid = 32, param_bits = [64, 64]> (%p: ptr<global>, %q: ptr<global>) {
//     %0 = special <name = tid.x> : i32
//     %1 = addptr %p, %0 <bytes = 32> : ptr<global>, i32 -> ptr<global>
//     %x:4 = ld %1 <bits = 32> : ptr<global> -> f32, f32, f32, f32
//     %x_0:4 = ld %1 <bits = 32, offset = 16> : ptr<global> -> f32, f32, f32, f32
//     %2 = pack [%x#0, %x#1] : f32, f32 -> f32x2
//     %3 = fma %2, %2, %2 : f32x2
//     %4 = pack [%x#2, %x#3] : f32, f32 -> f32x2
//     %5 = fma %4, %4, %4 : f32x2
//     %6 = pack [%x_0#0, %x_0#1] : f32, f32 -> f32x2
//     %7 = fma %6, %6, %6 : f32x2
//     %8 = pack [%x_0#2, %x_0#3] : f32, f32 -> f32x2
//     %9 = fma %8, %8, %8 : f32x2
//     %10 = addf %3, %5 : f32x2
//     %11 = addf %7, %9 : f32x2
//     %12 = addf %10, %11 : f32x2
//     %13:2 = unpack %12 : f32x2 -> f32, f32
//     %sum = addf %13#0, %13#1 : f32
//     %14 = maxf %x#0, %x#1 : f32
//     %15 = maxf %14, %x#2 : f32
//     %16 = maxf %x#3, %x_0#0 : f32
//     %17 = maxf %16, %x_0#1 : f32
//     %18 = maxf %x_0#2, %x_0#3 : f32
//     %19 = maxf %15, %17 : f32
//     %most = maxf %19, %18 : f32
//     %20 = addptr %q, %0 <bytes = 4> : ptr<global>, i32 -> ptr<global>
//     st %20, [%sum] <bits = 32> : ptr<global>, f32
//     st %20, [%most] <bits = 32, offset = 128> : ptr<global>, f32
//     return
//   }
// }
//
// Two neighbouring registers are computed at once. The sum of a row adds its even and its odd elements; three elements in
// a row are compared with each other.
#r0 = reg=[(0,1),(0,2),(0,4)] lane=[(1,0),(2,0),(4,0),(8,0),(16,0)] warp=[]
#r1 = reg=[] lane=[1,2,4,8,16] warp=[]
tileas.module @pairs <target = "sm_100"> {
  func @rows <num_warps = 1> (%p: ptr, %q: ptr) {
    %zero = constant <value = 0> : i32
    %m = make_memref %p : ptr -> memref<32x8xf32, [8, 1]>
    %tiles = block_tile %m : memref<32x8xf32, [8, 1]> -> block_tile<[32, 8], memref<32x8xf32, [8, 1]>, step = [32, 8], dims = [0, 1]>
    %n = make_memref %q : ptr -> memref<64xf32, [1]>
    %rows = block_tile %n : memref<64xf32, [1]> -> block_tile<[32], memref<64xf32, [1]>, step = [32], dims = [0]>
    %x = tiled_load %tiles, [%zero, %zero] <contiguity = [1, 8], divisibility = 16> : block_tile<[32, 8], memref<32x8xf32, [8, 1]>, step = [32, 8], dims = [0, 1]>, i32, i32 -> tile<32x8xf32, #r0>
    %y = fma %x, %x, %x : tile<32x8xf32, #r0>
    %sum = reduce [%y] <dim = 1, identities = [0]> : tile<32x8xf32, #r0> -> tile<32xf32, #r1> (%a: f32, %b: f32) {
      %c = addf %a, %b : f32
      yield [%c] : f32
    }
    %most = reduce [%x] <dim = 1, identities = [4286578688]> : tile<32x8xf32, #r0> -> tile<32xf32, #r1> (%a: f32, %b: f32) {
      %c = maxf %a, %b : f32
      yield [%c] : f32
    }
    %one = constant <value = 1> : i32
    tiled_store %sum, %rows, [%zero] <contiguity = [32], divisibility = 4> : tile<32xf32, #r1>, block_tile<[32], memref<64xf32, [1]>, step = [32], dims = [0]>, i32
    tiled_store %most, %rows, [%one] <contiguity = [32], divisibility = 4> : tile<32xf32, #r1>, block_tile<[32], memref<64xf32, [1]>, step = [32], dims = [0]>, i32
    return
  }
}
