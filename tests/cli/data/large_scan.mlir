tileas.module @m <target = "sm_75"> {
  func @k <num_warps = 4> (%a: ptr, %o: ptr) {
    %z = constant <value = 0> : i32
    %at = make_memref %a : ptr -> memref<16x4096xf64, [4096, 1]>
    %ap = block_tile %at : memref<16x4096xf64, [4096, 1]> -> block_tile<[16, 4096], memref<16x4096xf64, [4096, 1]>, step = [16, 4096], dims = [0, 1]>
    %v = tiled_load %ap, [%z, %z] : block_tile<[16, 4096], memref<16x4096xf64, [4096, 1]>, step = [16, 4096], dims = [0, 1]>, i32, i32 -> tile<16x4096xf64, reg=[(0,32),(0,64),(0,128),(0,256),(0,512),(0,1024),(0,2048),(4,0),(8,0)] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(1,0),(2,0)]>
    %r = scan [%v] <dim = 0, reverse, identities = [0]> : tile<16x4096xf64, reg=[(0,32),(0,64),(0,128),(0,256),(0,512),(0,1024),(0,2048),(4,0),(8,0)] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(1,0),(2,0)]> -> tile<16x4096xf64, reg=[(0,32),(0,64),(0,128),(0,256),(0,512),(0,1024),(0,2048),(4,0),(8,0)] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(1,0),(2,0)]> (%x: f64, %y: f64) {
      %s = addf %x, %y : f64
      yield [%s] : f64
    }
    %ot = make_memref %o : ptr -> memref<16x4096xf64, [4096, 1]>
    %op = block_tile %ot : memref<16x4096xf64, [4096, 1]> -> block_tile<[16, 4096], memref<16x4096xf64, [4096, 1]>, step = [16, 4096], dims = [0, 1]>
    tiled_store %r, %op, [%z, %z] : tile<16x4096xf64, reg=[(0,32),(0,64),(0,128),(0,256),(0,512),(0,1024),(0,2048),(4,0),(8,0)] lane=[(0,1),(0,2),(0,4),(0,8),(0,16)] warp=[(1,0),(2,0)]>, block_tile<[16, 4096], memref<16x4096xf64, [4096, 1]>, step = [16, 4096], dims = [0, 1]>, i32, i32
    return
  }
}
