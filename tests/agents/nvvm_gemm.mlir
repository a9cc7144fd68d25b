// RUN: emulate --grid {n/64},{m/64} --checks -a a:f16[{m},{k}]=randint(-2,3,seed=1) -a b:f16[1,{n},{k}]=randint(-2,3,seed=2) \
// -a c:f16[{m},{n}]=zeros -a {m} -a {n} -a {k}
// with m=64 n=64 k=64
// with m=64 n=128 k=320
// with m=128 n=64 k=128
// with m=100 n=72 k=40
// product c = a rows/1 b transposed
// fault E0885 wgmma.wait_group.sync.aligned 0; =>
// fault E0886 cp.async.bulk.wait_group.read 0; =>
// fault E0882 fence.proxy.async.shared::cta; =>
//
// The product of 64x64 tiles on Hopper, as level 4 says it: four warps multiply by wgmma, a fifth brings boxes by tensor maps, and two
// stages of shared memory go back and forth between them by mbarriers. What one lane does is under a predicate, so that
// warps stay together. Sums are one value of 32 registers, from the fence that hands them to the tensor core to the wait that gives them
// back; the stage of a step is released when the next product has begun. Tensor maps are made of the kernel's parameters.
nvvm.module @m <target = "sm_90a"> {
  func @gemm <reqntid = 160, minctas = 1, dynamic_shared = 32800> (%a: ptr<global>, %b: ptr<global>, %c: ptr<global>, %m: i32, %n: i32, %k: i32) {
    %c5 = constant <value = 5> : i32
    %c0 = constant <value = 0> : i32
    %c31 = constant <value = 31> : i32
    %c63 = constant <value = 63> : i32
    %c6 = constant <value = 6> : i32
    %c4 = constant <value = 4> : i32
    %c2 = constant <value = 2> : i32
    %c8192 = constant <value = 8192> : i32
    %c65536 = constant <value = 65536> : i32
    %c16384 = constant <value = 16384> : i32
    %c1 = constant <value = 1> : i32
    %c512 = constant <value = 512> : i32
    %c3 = constant <value = 3> : i32
    %c15 = constant <value = 15> : i32
    %c7 = constant <value = 7> : i32
    %c32 = constant <value = 32> : i32
    %c64 = constant <value = 64> : i32
    %c96 = constant <value = 96> : i32
    %smem = dynamic_shared : ptr<shared>
    %ma = tensor_map %a, [%k, %m], [%k] <element = f16, box_shape = [64, 64], swizzle = 128> : ptr<global>, i32, i32, i32 -> ptr<generic>
    %mb = tensor_map %b, [%k, %n], [%k] <element = f16, box_shape = [64, 64], swizzle = 128> : ptr<global>, i32, i32, i32 -> ptr<generic>
    %mc = tensor_map %c, [%n, %m], [%n] <element = f16, box_shape = [64, 64], swizzle = 128> : ptr<global>, i32, i32, i32 -> ptr<generic>
    %thread = special <name = tid.x> : i32
    %warp0 = shri %thread, %c5 : i32
    %warp = shfl %warp0, %c0 <kind = idx> : i32, i32 -> i32
    %lane = andi %thread, %c31 : i32
    %one = elect : i1
    %column = special <name = ctaid.x> : i32
    %row = special <name = ctaid.y> : i32
    %k1 = addi %k, %c63 : i32
    %steps = shri %k1, %c6 : i32
    %first = cmpi %warp, %c0 <predicate = equal> : i32, i32 -> i1
    %init = andi %first, %one : i1
    mbarrier_init %smem, [%init] <count = 1, offset = 32768> : ptr<shared>, i1
    mbarrier_init %smem, [%init] <count = 4, offset = 32784> : ptr<shared>, i1
    mbarrier_init %smem, [%init] <count = 1, offset = 32776> : ptr<shared>, i1
    mbarrier_init %smem, [%init] <count = 4, offset = 32792> : ptr<shared>, i1
    if %first : i1 {
      fence <ordering = mbarrier_init>
      yield
    }
    barrier
    %consumes = cmpi %warp, %c4 <predicate = less_than> : i32, i32 -> i1
    if %consumes : i1 {
      %group = shri %warp, %c2 : i32
      %rows = muli %group, %c8192 : i32
      %base = ptr_to_int %smem : ptr<shared> -> i32
      %a_bytes = addi %base, %rows : i32
      %a16 = shri %a_bytes, %c4 : i32
      %a_low = ori %a16, %c65536 : i32
      %b_bytes = addi %base, %c16384 : i32
      %b16 = shri %b_bytes, %c4 : i32
      %b_low = ori %b16, %c65536 : i32
      %high = constant <value = 1073741888> : i32
      %zero0 = constant <value = 0.0> : regs<32xf32>
      %sum0_0 = wgmma_fence [%zero0] : regs<32xf32> -> pending<32xf32>
      %stage9, %parity9, %before9, %sum9_0 = for %c0, %steps, %c1, [%c0, %c0, %c0, %sum0_0] : i32, i32, i32, i32, i32, i32, pending<32xf32> -> i32, i32, i32, pending<32xf32> (%step: i32, %stage: i32, %parity: i32, %before: i32, %acc0: pending<32xf32>) {
        %full = addptr %smem, %stage <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
        mbarrier_wait %full, %parity <offset = 32768> : ptr<shared>, i32
        %a_off = muli %stage, %c512 : i32
        %a_stage = addi %a_low, %a_off : i32
        %b_off = muli %stage, %c512 : i32
        %b_stage = addi %b_low, %b_off : i32
        %s0_0 = wgmma_fence [%acc0] : pending<32xf32> -> pending<32xf32>
        %b_k0 = addi %b_stage, %c0 : i32
        %db0 = pack [%b_k0, %high] : i32, i32 -> i64
        %a_k0_0 = addi %a_stage, %c0 : i32
        %da0_0 = pack [%a_k0_0, %high] : i32, i32 -> i64
        %s0_1 = wgmma %da0_0, %db0, %s0_0 <n = 64, a_format = f16, b_format = f16> : i64, i64, pending<32xf32> -> pending<32xf32>
        %b_k1 = addi %b_stage, %c2 : i32
        %db1 = pack [%b_k1, %high] : i32, i32 -> i64
        %a_k1_0 = addi %a_stage, %c2 : i32
        %da1_0 = pack [%a_k1_0, %high] : i32, i32 -> i64
        %s0_2 = wgmma %da1_0, %db1, %s0_1 <n = 64, a_format = f16, b_format = f16> : i64, i64, pending<32xf32> -> pending<32xf32>
        %b_k2 = addi %b_stage, %c4 : i32
        %db2 = pack [%b_k2, %high] : i32, i32 -> i64
        %a_k2_0 = addi %a_stage, %c4 : i32
        %da2_0 = pack [%a_k2_0, %high] : i32, i32 -> i64
        %s0_3 = wgmma %da2_0, %db2, %s0_2 <n = 64, a_format = f16, b_format = f16> : i64, i64, pending<32xf32> -> pending<32xf32>
        %b_k3 = addi %b_stage, %c6 : i32
        %db3 = pack [%b_k3, %high] : i32, i32 -> i64
        %a_k3_0 = addi %a_stage, %c6 : i32
        %da3_0 = pack [%a_k3_0, %high] : i32, i32 -> i64
        %s0_4 = wgmma %da3_0, %db3, %s0_3 <n = 64, a_format = f16, b_format = f16> : i64, i64, pending<32xf32> -> pending<32xf32>
        wgmma_commit
        wgmma_wait <pending = 1>
        %later = cmpi %step, %c0 <predicate = not_equal> : i32, i32 -> i1
        %gives = andi %later, %one : i1
        %empty = addptr %smem, %before <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
        mbarrier_arrive %empty, [], [%gives] <offset = 32784> : ptr<shared>, i1
        %next = addi %stage, %c1 : i32
        %wraps = cmpi %next, %c2 <predicate = equal> : i32, i32 -> i1
        %stage1 = select %wraps, %c0, %next : i1, i32, i32 -> i32
        %flip = exti %wraps : i1 -> i32
        %parity1 = xori %parity, %flip : i32
        continue [%stage1, %parity1, %stage, %s0_4] : i32, i32, i32, pending<32xf32>
      }
      %sum0 = wgmma_wait [%sum9_0] : pending<32xf32> -> regs<32xf32>
      barrier <id = 1, threads = 128>
      %warp4 = andi %warp, %c3 : i32
      %row16 = shli %warp4, %c4 : i32
      %lane15 = andi %lane, %c15 : i32
      %r = addi %lane15, %row16 : i32
      %r128 = shli %r, %c7 : i32
      %r7 = andi %r, %c7 : i32
      %swizzle = shli %r7, %c4 : i32
      %upper = shri %lane, %c4 : i32
      %chunk = shli %upper, %c4 : i32
      %staging = addptr %smem, %group <bytes = 8192> : ptr<shared>, i32 -> ptr<shared>
      %own = addptr %staging, %r128 <bytes = 1> : ptr<shared>, i32 -> ptr<shared>
      %o0 = ori %chunk, %c0 : i32
      %x0 = xori %o0, %swizzle : i32
      %to0 = addptr %own, %x0 <bytes = 1> : ptr<shared>, i32 -> ptr<shared>
      %o1 = ori %chunk, %c32 : i32
      %x1 = xori %o1, %swizzle : i32
      %to1 = addptr %own, %x1 <bytes = 1> : ptr<shared>, i32 -> ptr<shared>
      %o2 = ori %chunk, %c64 : i32
      %x2 = xori %o2, %swizzle : i32
      %to2 = addptr %own, %x2 <bytes = 1> : ptr<shared>, i32 -> ptr<shared>
      %o3 = ori %chunk, %c96 : i32
      %x3 = xori %o3, %swizzle : i32
      %to3 = addptr %own, %x3 <bytes = 1> : ptr<shared>, i32 -> ptr<shared>
      %f0_0 = reg %sum0 <index = 0> : regs<32xf32> -> f32
      %f0_1 = reg %sum0 <index = 1> : regs<32xf32> -> f32
      %h0_0 = narrow [%f0_0, %f0_1] <format = f16> : f32, f32 -> i32
      %f0_2 = reg %sum0 <index = 2> : regs<32xf32> -> f32
      %f0_3 = reg %sum0 <index = 3> : regs<32xf32> -> f32
      %h0_2 = narrow [%f0_2, %f0_3] <format = f16> : f32, f32 -> i32
      %f0_4 = reg %sum0 <index = 4> : regs<32xf32> -> f32
      %f0_5 = reg %sum0 <index = 5> : regs<32xf32> -> f32
      %h0_4 = narrow [%f0_4, %f0_5] <format = f16> : f32, f32 -> i32
      %f0_6 = reg %sum0 <index = 6> : regs<32xf32> -> f32
      %f0_7 = reg %sum0 <index = 7> : regs<32xf32> -> f32
      %h0_6 = narrow [%f0_6, %f0_7] <format = f16> : f32, f32 -> i32
      stmatrix %to0, [%h0_0, %h0_2, %h0_4, %h0_6] <offset = 0> : ptr<shared>, i32, i32, i32, i32
      %f0_8 = reg %sum0 <index = 8> : regs<32xf32> -> f32
      %f0_9 = reg %sum0 <index = 9> : regs<32xf32> -> f32
      %h0_8 = narrow [%f0_8, %f0_9] <format = f16> : f32, f32 -> i32
      %f0_10 = reg %sum0 <index = 10> : regs<32xf32> -> f32
      %f0_11 = reg %sum0 <index = 11> : regs<32xf32> -> f32
      %h0_10 = narrow [%f0_10, %f0_11] <format = f16> : f32, f32 -> i32
      %f0_12 = reg %sum0 <index = 12> : regs<32xf32> -> f32
      %f0_13 = reg %sum0 <index = 13> : regs<32xf32> -> f32
      %h0_12 = narrow [%f0_12, %f0_13] <format = f16> : f32, f32 -> i32
      %f0_14 = reg %sum0 <index = 14> : regs<32xf32> -> f32
      %f0_15 = reg %sum0 <index = 15> : regs<32xf32> -> f32
      %h0_14 = narrow [%f0_14, %f0_15] <format = f16> : f32, f32 -> i32
      stmatrix %to1, [%h0_8, %h0_10, %h0_12, %h0_14] <offset = 0> : ptr<shared>, i32, i32, i32, i32
      %f0_16 = reg %sum0 <index = 16> : regs<32xf32> -> f32
      %f0_17 = reg %sum0 <index = 17> : regs<32xf32> -> f32
      %h0_16 = narrow [%f0_16, %f0_17] <format = f16> : f32, f32 -> i32
      %f0_18 = reg %sum0 <index = 18> : regs<32xf32> -> f32
      %f0_19 = reg %sum0 <index = 19> : regs<32xf32> -> f32
      %h0_18 = narrow [%f0_18, %f0_19] <format = f16> : f32, f32 -> i32
      %f0_20 = reg %sum0 <index = 20> : regs<32xf32> -> f32
      %f0_21 = reg %sum0 <index = 21> : regs<32xf32> -> f32
      %h0_20 = narrow [%f0_20, %f0_21] <format = f16> : f32, f32 -> i32
      %f0_22 = reg %sum0 <index = 22> : regs<32xf32> -> f32
      %f0_23 = reg %sum0 <index = 23> : regs<32xf32> -> f32
      %h0_22 = narrow [%f0_22, %f0_23] <format = f16> : f32, f32 -> i32
      stmatrix %to2, [%h0_16, %h0_18, %h0_20, %h0_22] <offset = 0> : ptr<shared>, i32, i32, i32, i32
      %f0_24 = reg %sum0 <index = 24> : regs<32xf32> -> f32
      %f0_25 = reg %sum0 <index = 25> : regs<32xf32> -> f32
      %h0_24 = narrow [%f0_24, %f0_25] <format = f16> : f32, f32 -> i32
      %f0_26 = reg %sum0 <index = 26> : regs<32xf32> -> f32
      %f0_27 = reg %sum0 <index = 27> : regs<32xf32> -> f32
      %h0_26 = narrow [%f0_26, %f0_27] <format = f16> : f32, f32 -> i32
      %f0_28 = reg %sum0 <index = 28> : regs<32xf32> -> f32
      %f0_29 = reg %sum0 <index = 29> : regs<32xf32> -> f32
      %h0_28 = narrow [%f0_28, %f0_29] <format = f16> : f32, f32 -> i32
      %f0_30 = reg %sum0 <index = 30> : regs<32xf32> -> f32
      %f0_31 = reg %sum0 <index = 31> : regs<32xf32> -> f32
      %h0_30 = narrow [%f0_30, %f0_31] <format = f16> : f32, f32 -> i32
      stmatrix %to3, [%h0_24, %h0_26, %h0_28, %h0_30] <offset = 0> : ptr<shared>, i32, i32, i32, i32
      fence <ordering = async_shared>
      barrier <id = 2, threads = 128>
      %leads = cmpi %warp4, %c0 <predicate = equal> : i32, i32 -> i1
      %stores = andi %leads, %one : i1
      %col0 = muli %column, %c64 : i32
      %row0 = muli %row, %c64 : i32
      %group_rows = muli %group, %c64 : i32
      %r0 = addi %row0, %group_rows : i32
      %cc0_0 = addi %col0, %c0 : i32
      %rr0_0 = addi %r0, %c0 : i32
      bulk_tensor_store %staging, %mc, [%cc0_0, %rr0_0], [%stores] <offset = 0> : ptr<shared>, ptr<generic>, i32, i32, i1
      bulk_commit [%stores] : i1
      bulk_wait [%stores] <read> : i1
      yield
    } {
      %loader = cmpi %warp, %c4 <predicate = equal> : i32, i32 -> i1
      %loads = andi %loader, %one : i1
      if %loader : i1 {
        prefetch_map %ma, [%one] : ptr<generic>, i1
        prefetch_map %mb, [%one] : ptr<generic>, i1
        %a_row = muli %row, %c64 : i32
        %b_row = muli %column, %c64 : i32
        %p9_0, %p9_1, %p9_2 = for %c0, %steps, %c1, [%c0, %c1, %c0] : i32, i32, i32, i32, i32, i32 -> i32, i32, i32 (%step: i32, %stage: i32, %parity: i32, %kk: i32) {
          %bar = addptr %smem, %stage <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
          mbarrier_wait %bar, %parity <offset = 32784> : ptr<shared>, i32
          mbarrier_arrive %bar, [%c16384], [%one] <offset = 32768> : ptr<shared>, i32, i1
          %to_a = addptr %smem, %stage <bytes = 8192> : ptr<shared>, i32 -> ptr<shared>
          %to_b = addptr %smem, %stage <bytes = 8192> : ptr<shared>, i32 -> ptr<shared>
          bulk_tensor_load %to_a, %bar, %ma, [%kk, %a_row], [], [%one] <barrier_offset = 32768> : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32, i1
          bulk_tensor_load %to_b, %bar, %mb, [%kk, %b_row], [], [%one] <offset = 16384, barrier_offset = 32768> : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32, i1
          %kk1 = addi %kk, %c64 : i32
          %next = addi %stage, %c1 : i32
          %wraps = cmpi %next, %c2 <predicate = equal> : i32, i32 -> i1
          %stage1 = select %wraps, %c0, %next : i1, i32, i32 -> i32
          %flip = exti %wraps : i1 -> i32
          %parity1 = xori %parity, %flip : i32
          continue [%stage1, %parity1, %kk1] : i32, i32, i32
        }
        yield
      }
      yield
    }
    return
  }
}
