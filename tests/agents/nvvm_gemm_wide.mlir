// RUN: emulate --grid {n/256},{m/128} --checks -a a:f16[{m},{k}]=randint(-2,3,seed=1) -a b:f16[1,{n},{k}]=randint(-2,3,seed=2) \
// -a c:f16[{m},{n}]=zeros -a {m} -a {n} -a {k}
// with m=128 n=256 k=64
// with m=128 n=256 k=320
// with m=120 n=248 k=584
// product c = a rows/1 b transposed
//
// The same product with tiles of 128x256 and four stages: two warpgroups of 64 rows each, with 128 registers of sums a thread, ask for
// the registers that the warps that copy give back.
nvvm.module @m <target = "sm_90a"> {
  func @gemm <reqntid = 384, minctas = 1, dynamic_shared = 196672> (%a: ptr<global>, %b: ptr<global>, %c: ptr<global>, %m: i32, %n: i32, %k: i32) {
    %c5 = constant <value = 5> : i32
    %c0 = constant <value = 0> : i32
    %c31 = constant <value = 31> : i32
    %c63 = constant <value = 63> : i32
    %c6 = constant <value = 6> : i32
    %c8 = constant <value = 8> : i32
    %c2 = constant <value = 2> : i32
    %c8192 = constant <value = 8192> : i32
    %c4 = constant <value = 4> : i32
    %c65536 = constant <value = 65536> : i32
    %c1 = constant <value = 1> : i32
    %c1024 = constant <value = 1024> : i32
    %c2048 = constant <value = 2048> : i32
    %c3 = constant <value = 3> : i32
    %c15 = constant <value = 15> : i32
    %c7 = constant <value = 7> : i32
    %c32 = constant <value = 32> : i32
    %c64 = constant <value = 64> : i32
    %c96 = constant <value = 96> : i32
    %c256 = constant <value = 256> : i32
    %c128 = constant <value = 128> : i32
    %c192 = constant <value = 192> : i32
    %c49152 = constant <value = 49152> : i32
    %smem = dynamic_shared : ptr<shared>
    %ma = tensor_map %a, [%k, %m], [%k] <element = f16, box_shape = [64, 128], swizzle = 128> : ptr<global>, i32, i32, i32 -> ptr<generic>
    %mb = tensor_map %b, [%k, %n], [%k] <element = f16, box_shape = [64, 256], swizzle = 128> : ptr<global>, i32, i32, i32 -> ptr<generic>
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
    mbarrier_init %smem, [%init] <count = 1, offset = 196608> : ptr<shared>, i1
    mbarrier_init %smem, [%init] <count = 8, offset = 196640> : ptr<shared>, i1
    mbarrier_init %smem, [%init] <count = 1, offset = 196616> : ptr<shared>, i1
    mbarrier_init %smem, [%init] <count = 8, offset = 196648> : ptr<shared>, i1
    mbarrier_init %smem, [%init] <count = 1, offset = 196624> : ptr<shared>, i1
    mbarrier_init %smem, [%init] <count = 8, offset = 196656> : ptr<shared>, i1
    mbarrier_init %smem, [%init] <count = 1, offset = 196632> : ptr<shared>, i1
    mbarrier_init %smem, [%init] <count = 8, offset = 196664> : ptr<shared>, i1
    if %first : i1 {
      fence <ordering = mbarrier_init>
      yield
    }
    barrier
    %consumes = cmpi %warp, %c8 <predicate = less_than> : i32, i32 -> i1
    if %consumes : i1 {
      setmaxnreg <action = inc, registers = 240>
      %group = shri %warp, %c2 : i32
      %rows = muli %group, %c8192 : i32
      %base = ptr_to_int %smem : ptr<shared> -> i32
      %a_bytes = addi %base, %rows : i32
      %a16 = shri %a_bytes, %c4 : i32
      %a_low = ori %a16, %c65536 : i32
      %b_bytes = addi %base, %c65536 : i32
      %b16 = shri %b_bytes, %c4 : i32
      %b_low = ori %b16, %c65536 : i32
      %high = constant <value = 1073741888> : i32
      %zero0 = constant <value = 0.0> : regs<128xf32>
      %sum0_0 = wgmma_fence [%zero0] : regs<128xf32> -> pending<128xf32>
      %stage9, %parity9, %before9, %sum9_0 = for %c0, %steps, %c1, [%c0, %c0, %c0, %sum0_0] : i32, i32, i32, i32, i32, i32, pending<128xf32> -> i32, i32, i32, pending<128xf32> (%step: i32, %stage: i32, %parity: i32, %before: i32, %acc0: pending<128xf32>) {
        %full = addptr %smem, %stage <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
        mbarrier_wait %full, %parity <offset = 196608> : ptr<shared>, i32
        %a_off = muli %stage, %c1024 : i32
        %a_stage = addi %a_low, %a_off : i32
        %b_off = muli %stage, %c2048 : i32
        %b_stage = addi %b_low, %b_off : i32
        %s0_0 = wgmma_fence [%acc0] : pending<128xf32> -> pending<128xf32>
        %b_k0 = addi %b_stage, %c0 : i32
        %db0 = pack [%b_k0, %high] : i32, i32 -> i64
        %a_k0_0 = addi %a_stage, %c0 : i32
        %da0_0 = pack [%a_k0_0, %high] : i32, i32 -> i64
        %s0_1 = wgmma %da0_0, %db0, %s0_0 <n = 256, a_format = f16, b_format = f16> : i64, i64, pending<128xf32> -> pending<128xf32>
        %b_k1 = addi %b_stage, %c2 : i32
        %db1 = pack [%b_k1, %high] : i32, i32 -> i64
        %a_k1_0 = addi %a_stage, %c2 : i32
        %da1_0 = pack [%a_k1_0, %high] : i32, i32 -> i64
        %s0_2 = wgmma %da1_0, %db1, %s0_1 <n = 256, a_format = f16, b_format = f16> : i64, i64, pending<128xf32> -> pending<128xf32>
        %b_k2 = addi %b_stage, %c4 : i32
        %db2 = pack [%b_k2, %high] : i32, i32 -> i64
        %a_k2_0 = addi %a_stage, %c4 : i32
        %da2_0 = pack [%a_k2_0, %high] : i32, i32 -> i64
        %s0_3 = wgmma %da2_0, %db2, %s0_2 <n = 256, a_format = f16, b_format = f16> : i64, i64, pending<128xf32> -> pending<128xf32>
        %b_k3 = addi %b_stage, %c6 : i32
        %db3 = pack [%b_k3, %high] : i32, i32 -> i64
        %a_k3_0 = addi %a_stage, %c6 : i32
        %da3_0 = pack [%a_k3_0, %high] : i32, i32 -> i64
        %s0_4 = wgmma %da3_0, %db3, %s0_3 <n = 256, a_format = f16, b_format = f16> : i64, i64, pending<128xf32> -> pending<128xf32>
        wgmma_commit
        wgmma_wait <pending = 1>
        %later = cmpi %step, %c0 <predicate = not_equal> : i32, i32 -> i1
        %gives = andi %later, %one : i1
        %empty = addptr %smem, %before <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
        mbarrier_arrive %empty, [], [%gives] <offset = 196640> : ptr<shared>, i1
        %next = addi %stage, %c1 : i32
        %wraps = cmpi %next, %c4 <predicate = equal> : i32, i32 -> i1
        %stage1 = select %wraps, %c0, %next : i1, i32, i32 -> i32
        %flip = exti %wraps : i1 -> i32
        %parity1 = xori %parity, %flip : i32
        continue [%stage1, %parity1, %stage, %s0_4] : i32, i32, i32, pending<128xf32>
      }
      %sum0 = wgmma_wait [%sum9_0] : pending<128xf32> -> regs<128xf32>
      barrier <id = 1, threads = 256>
      %warp4 = andi %warp, %c3 : i32
      %row16 = shli %warp4, %c4 : i32
      %lane15 = andi %lane, %c15 : i32
      %r = addi %lane15, %row16 : i32
      %r128 = shli %r, %c7 : i32
      %r7 = andi %r, %c7 : i32
      %swizzle = shli %r7, %c4 : i32
      %upper = shri %lane, %c4 : i32
      %chunk = shli %upper, %c4 : i32
      %staging = addptr %smem, %group <bytes = 32768> : ptr<shared>, i32 -> ptr<shared>
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
      %f0_0 = reg %sum0 <index = 0> : regs<128xf32> -> f32
      %f0_1 = reg %sum0 <index = 1> : regs<128xf32> -> f32
      %h0_0 = narrow [%f0_0, %f0_1] <format = f16> : f32, f32 -> i32
      %f0_2 = reg %sum0 <index = 2> : regs<128xf32> -> f32
      %f0_3 = reg %sum0 <index = 3> : regs<128xf32> -> f32
      %h0_2 = narrow [%f0_2, %f0_3] <format = f16> : f32, f32 -> i32
      %f0_4 = reg %sum0 <index = 4> : regs<128xf32> -> f32
      %f0_5 = reg %sum0 <index = 5> : regs<128xf32> -> f32
      %h0_4 = narrow [%f0_4, %f0_5] <format = f16> : f32, f32 -> i32
      %f0_6 = reg %sum0 <index = 6> : regs<128xf32> -> f32
      %f0_7 = reg %sum0 <index = 7> : regs<128xf32> -> f32
      %h0_6 = narrow [%f0_6, %f0_7] <format = f16> : f32, f32 -> i32
      stmatrix %to0, [%h0_0, %h0_2, %h0_4, %h0_6] <offset = 0> : ptr<shared>, i32, i32, i32, i32
      %f0_8 = reg %sum0 <index = 8> : regs<128xf32> -> f32
      %f0_9 = reg %sum0 <index = 9> : regs<128xf32> -> f32
      %h0_8 = narrow [%f0_8, %f0_9] <format = f16> : f32, f32 -> i32
      %f0_10 = reg %sum0 <index = 10> : regs<128xf32> -> f32
      %f0_11 = reg %sum0 <index = 11> : regs<128xf32> -> f32
      %h0_10 = narrow [%f0_10, %f0_11] <format = f16> : f32, f32 -> i32
      %f0_12 = reg %sum0 <index = 12> : regs<128xf32> -> f32
      %f0_13 = reg %sum0 <index = 13> : regs<128xf32> -> f32
      %h0_12 = narrow [%f0_12, %f0_13] <format = f16> : f32, f32 -> i32
      %f0_14 = reg %sum0 <index = 14> : regs<128xf32> -> f32
      %f0_15 = reg %sum0 <index = 15> : regs<128xf32> -> f32
      %h0_14 = narrow [%f0_14, %f0_15] <format = f16> : f32, f32 -> i32
      stmatrix %to1, [%h0_8, %h0_10, %h0_12, %h0_14] <offset = 0> : ptr<shared>, i32, i32, i32, i32
      %f0_16 = reg %sum0 <index = 16> : regs<128xf32> -> f32
      %f0_17 = reg %sum0 <index = 17> : regs<128xf32> -> f32
      %h0_16 = narrow [%f0_16, %f0_17] <format = f16> : f32, f32 -> i32
      %f0_18 = reg %sum0 <index = 18> : regs<128xf32> -> f32
      %f0_19 = reg %sum0 <index = 19> : regs<128xf32> -> f32
      %h0_18 = narrow [%f0_18, %f0_19] <format = f16> : f32, f32 -> i32
      %f0_20 = reg %sum0 <index = 20> : regs<128xf32> -> f32
      %f0_21 = reg %sum0 <index = 21> : regs<128xf32> -> f32
      %h0_20 = narrow [%f0_20, %f0_21] <format = f16> : f32, f32 -> i32
      %f0_22 = reg %sum0 <index = 22> : regs<128xf32> -> f32
      %f0_23 = reg %sum0 <index = 23> : regs<128xf32> -> f32
      %h0_22 = narrow [%f0_22, %f0_23] <format = f16> : f32, f32 -> i32
      stmatrix %to2, [%h0_16, %h0_18, %h0_20, %h0_22] <offset = 0> : ptr<shared>, i32, i32, i32, i32
      %f0_24 = reg %sum0 <index = 24> : regs<128xf32> -> f32
      %f0_25 = reg %sum0 <index = 25> : regs<128xf32> -> f32
      %h0_24 = narrow [%f0_24, %f0_25] <format = f16> : f32, f32 -> i32
      %f0_26 = reg %sum0 <index = 26> : regs<128xf32> -> f32
      %f0_27 = reg %sum0 <index = 27> : regs<128xf32> -> f32
      %h0_26 = narrow [%f0_26, %f0_27] <format = f16> : f32, f32 -> i32
      %f0_28 = reg %sum0 <index = 28> : regs<128xf32> -> f32
      %f0_29 = reg %sum0 <index = 29> : regs<128xf32> -> f32
      %h0_28 = narrow [%f0_28, %f0_29] <format = f16> : f32, f32 -> i32
      %f0_30 = reg %sum0 <index = 30> : regs<128xf32> -> f32
      %f0_31 = reg %sum0 <index = 31> : regs<128xf32> -> f32
      %h0_30 = narrow [%f0_30, %f0_31] <format = f16> : f32, f32 -> i32
      stmatrix %to3, [%h0_24, %h0_26, %h0_28, %h0_30] <offset = 0> : ptr<shared>, i32, i32, i32, i32
      %f0_32 = reg %sum0 <index = 32> : regs<128xf32> -> f32
      %f0_33 = reg %sum0 <index = 33> : regs<128xf32> -> f32
      %h0_32 = narrow [%f0_32, %f0_33] <format = f16> : f32, f32 -> i32
      %f0_34 = reg %sum0 <index = 34> : regs<128xf32> -> f32
      %f0_35 = reg %sum0 <index = 35> : regs<128xf32> -> f32
      %h0_34 = narrow [%f0_34, %f0_35] <format = f16> : f32, f32 -> i32
      %f0_36 = reg %sum0 <index = 36> : regs<128xf32> -> f32
      %f0_37 = reg %sum0 <index = 37> : regs<128xf32> -> f32
      %h0_36 = narrow [%f0_36, %f0_37] <format = f16> : f32, f32 -> i32
      %f0_38 = reg %sum0 <index = 38> : regs<128xf32> -> f32
      %f0_39 = reg %sum0 <index = 39> : regs<128xf32> -> f32
      %h0_38 = narrow [%f0_38, %f0_39] <format = f16> : f32, f32 -> i32
      stmatrix %to0, [%h0_32, %h0_34, %h0_36, %h0_38] <offset = 8192> : ptr<shared>, i32, i32, i32, i32
      %f0_40 = reg %sum0 <index = 40> : regs<128xf32> -> f32
      %f0_41 = reg %sum0 <index = 41> : regs<128xf32> -> f32
      %h0_40 = narrow [%f0_40, %f0_41] <format = f16> : f32, f32 -> i32
      %f0_42 = reg %sum0 <index = 42> : regs<128xf32> -> f32
      %f0_43 = reg %sum0 <index = 43> : regs<128xf32> -> f32
      %h0_42 = narrow [%f0_42, %f0_43] <format = f16> : f32, f32 -> i32
      %f0_44 = reg %sum0 <index = 44> : regs<128xf32> -> f32
      %f0_45 = reg %sum0 <index = 45> : regs<128xf32> -> f32
      %h0_44 = narrow [%f0_44, %f0_45] <format = f16> : f32, f32 -> i32
      %f0_46 = reg %sum0 <index = 46> : regs<128xf32> -> f32
      %f0_47 = reg %sum0 <index = 47> : regs<128xf32> -> f32
      %h0_46 = narrow [%f0_46, %f0_47] <format = f16> : f32, f32 -> i32
      stmatrix %to1, [%h0_40, %h0_42, %h0_44, %h0_46] <offset = 8192> : ptr<shared>, i32, i32, i32, i32
      %f0_48 = reg %sum0 <index = 48> : regs<128xf32> -> f32
      %f0_49 = reg %sum0 <index = 49> : regs<128xf32> -> f32
      %h0_48 = narrow [%f0_48, %f0_49] <format = f16> : f32, f32 -> i32
      %f0_50 = reg %sum0 <index = 50> : regs<128xf32> -> f32
      %f0_51 = reg %sum0 <index = 51> : regs<128xf32> -> f32
      %h0_50 = narrow [%f0_50, %f0_51] <format = f16> : f32, f32 -> i32
      %f0_52 = reg %sum0 <index = 52> : regs<128xf32> -> f32
      %f0_53 = reg %sum0 <index = 53> : regs<128xf32> -> f32
      %h0_52 = narrow [%f0_52, %f0_53] <format = f16> : f32, f32 -> i32
      %f0_54 = reg %sum0 <index = 54> : regs<128xf32> -> f32
      %f0_55 = reg %sum0 <index = 55> : regs<128xf32> -> f32
      %h0_54 = narrow [%f0_54, %f0_55] <format = f16> : f32, f32 -> i32
      stmatrix %to2, [%h0_48, %h0_50, %h0_52, %h0_54] <offset = 8192> : ptr<shared>, i32, i32, i32, i32
      %f0_56 = reg %sum0 <index = 56> : regs<128xf32> -> f32
      %f0_57 = reg %sum0 <index = 57> : regs<128xf32> -> f32
      %h0_56 = narrow [%f0_56, %f0_57] <format = f16> : f32, f32 -> i32
      %f0_58 = reg %sum0 <index = 58> : regs<128xf32> -> f32
      %f0_59 = reg %sum0 <index = 59> : regs<128xf32> -> f32
      %h0_58 = narrow [%f0_58, %f0_59] <format = f16> : f32, f32 -> i32
      %f0_60 = reg %sum0 <index = 60> : regs<128xf32> -> f32
      %f0_61 = reg %sum0 <index = 61> : regs<128xf32> -> f32
      %h0_60 = narrow [%f0_60, %f0_61] <format = f16> : f32, f32 -> i32
      %f0_62 = reg %sum0 <index = 62> : regs<128xf32> -> f32
      %f0_63 = reg %sum0 <index = 63> : regs<128xf32> -> f32
      %h0_62 = narrow [%f0_62, %f0_63] <format = f16> : f32, f32 -> i32
      stmatrix %to3, [%h0_56, %h0_58, %h0_60, %h0_62] <offset = 8192> : ptr<shared>, i32, i32, i32, i32
      %f0_64 = reg %sum0 <index = 64> : regs<128xf32> -> f32
      %f0_65 = reg %sum0 <index = 65> : regs<128xf32> -> f32
      %h0_64 = narrow [%f0_64, %f0_65] <format = f16> : f32, f32 -> i32
      %f0_66 = reg %sum0 <index = 66> : regs<128xf32> -> f32
      %f0_67 = reg %sum0 <index = 67> : regs<128xf32> -> f32
      %h0_66 = narrow [%f0_66, %f0_67] <format = f16> : f32, f32 -> i32
      %f0_68 = reg %sum0 <index = 68> : regs<128xf32> -> f32
      %f0_69 = reg %sum0 <index = 69> : regs<128xf32> -> f32
      %h0_68 = narrow [%f0_68, %f0_69] <format = f16> : f32, f32 -> i32
      %f0_70 = reg %sum0 <index = 70> : regs<128xf32> -> f32
      %f0_71 = reg %sum0 <index = 71> : regs<128xf32> -> f32
      %h0_70 = narrow [%f0_70, %f0_71] <format = f16> : f32, f32 -> i32
      stmatrix %to0, [%h0_64, %h0_66, %h0_68, %h0_70] <offset = 16384> : ptr<shared>, i32, i32, i32, i32
      %f0_72 = reg %sum0 <index = 72> : regs<128xf32> -> f32
      %f0_73 = reg %sum0 <index = 73> : regs<128xf32> -> f32
      %h0_72 = narrow [%f0_72, %f0_73] <format = f16> : f32, f32 -> i32
      %f0_74 = reg %sum0 <index = 74> : regs<128xf32> -> f32
      %f0_75 = reg %sum0 <index = 75> : regs<128xf32> -> f32
      %h0_74 = narrow [%f0_74, %f0_75] <format = f16> : f32, f32 -> i32
      %f0_76 = reg %sum0 <index = 76> : regs<128xf32> -> f32
      %f0_77 = reg %sum0 <index = 77> : regs<128xf32> -> f32
      %h0_76 = narrow [%f0_76, %f0_77] <format = f16> : f32, f32 -> i32
      %f0_78 = reg %sum0 <index = 78> : regs<128xf32> -> f32
      %f0_79 = reg %sum0 <index = 79> : regs<128xf32> -> f32
      %h0_78 = narrow [%f0_78, %f0_79] <format = f16> : f32, f32 -> i32
      stmatrix %to1, [%h0_72, %h0_74, %h0_76, %h0_78] <offset = 16384> : ptr<shared>, i32, i32, i32, i32
      %f0_80 = reg %sum0 <index = 80> : regs<128xf32> -> f32
      %f0_81 = reg %sum0 <index = 81> : regs<128xf32> -> f32
      %h0_80 = narrow [%f0_80, %f0_81] <format = f16> : f32, f32 -> i32
      %f0_82 = reg %sum0 <index = 82> : regs<128xf32> -> f32
      %f0_83 = reg %sum0 <index = 83> : regs<128xf32> -> f32
      %h0_82 = narrow [%f0_82, %f0_83] <format = f16> : f32, f32 -> i32
      %f0_84 = reg %sum0 <index = 84> : regs<128xf32> -> f32
      %f0_85 = reg %sum0 <index = 85> : regs<128xf32> -> f32
      %h0_84 = narrow [%f0_84, %f0_85] <format = f16> : f32, f32 -> i32
      %f0_86 = reg %sum0 <index = 86> : regs<128xf32> -> f32
      %f0_87 = reg %sum0 <index = 87> : regs<128xf32> -> f32
      %h0_86 = narrow [%f0_86, %f0_87] <format = f16> : f32, f32 -> i32
      stmatrix %to2, [%h0_80, %h0_82, %h0_84, %h0_86] <offset = 16384> : ptr<shared>, i32, i32, i32, i32
      %f0_88 = reg %sum0 <index = 88> : regs<128xf32> -> f32
      %f0_89 = reg %sum0 <index = 89> : regs<128xf32> -> f32
      %h0_88 = narrow [%f0_88, %f0_89] <format = f16> : f32, f32 -> i32
      %f0_90 = reg %sum0 <index = 90> : regs<128xf32> -> f32
      %f0_91 = reg %sum0 <index = 91> : regs<128xf32> -> f32
      %h0_90 = narrow [%f0_90, %f0_91] <format = f16> : f32, f32 -> i32
      %f0_92 = reg %sum0 <index = 92> : regs<128xf32> -> f32
      %f0_93 = reg %sum0 <index = 93> : regs<128xf32> -> f32
      %h0_92 = narrow [%f0_92, %f0_93] <format = f16> : f32, f32 -> i32
      %f0_94 = reg %sum0 <index = 94> : regs<128xf32> -> f32
      %f0_95 = reg %sum0 <index = 95> : regs<128xf32> -> f32
      %h0_94 = narrow [%f0_94, %f0_95] <format = f16> : f32, f32 -> i32
      stmatrix %to3, [%h0_88, %h0_90, %h0_92, %h0_94] <offset = 16384> : ptr<shared>, i32, i32, i32, i32
      %f0_96 = reg %sum0 <index = 96> : regs<128xf32> -> f32
      %f0_97 = reg %sum0 <index = 97> : regs<128xf32> -> f32
      %h0_96 = narrow [%f0_96, %f0_97] <format = f16> : f32, f32 -> i32
      %f0_98 = reg %sum0 <index = 98> : regs<128xf32> -> f32
      %f0_99 = reg %sum0 <index = 99> : regs<128xf32> -> f32
      %h0_98 = narrow [%f0_98, %f0_99] <format = f16> : f32, f32 -> i32
      %f0_100 = reg %sum0 <index = 100> : regs<128xf32> -> f32
      %f0_101 = reg %sum0 <index = 101> : regs<128xf32> -> f32
      %h0_100 = narrow [%f0_100, %f0_101] <format = f16> : f32, f32 -> i32
      %f0_102 = reg %sum0 <index = 102> : regs<128xf32> -> f32
      %f0_103 = reg %sum0 <index = 103> : regs<128xf32> -> f32
      %h0_102 = narrow [%f0_102, %f0_103] <format = f16> : f32, f32 -> i32
      stmatrix %to0, [%h0_96, %h0_98, %h0_100, %h0_102] <offset = 24576> : ptr<shared>, i32, i32, i32, i32
      %f0_104 = reg %sum0 <index = 104> : regs<128xf32> -> f32
      %f0_105 = reg %sum0 <index = 105> : regs<128xf32> -> f32
      %h0_104 = narrow [%f0_104, %f0_105] <format = f16> : f32, f32 -> i32
      %f0_106 = reg %sum0 <index = 106> : regs<128xf32> -> f32
      %f0_107 = reg %sum0 <index = 107> : regs<128xf32> -> f32
      %h0_106 = narrow [%f0_106, %f0_107] <format = f16> : f32, f32 -> i32
      %f0_108 = reg %sum0 <index = 108> : regs<128xf32> -> f32
      %f0_109 = reg %sum0 <index = 109> : regs<128xf32> -> f32
      %h0_108 = narrow [%f0_108, %f0_109] <format = f16> : f32, f32 -> i32
      %f0_110 = reg %sum0 <index = 110> : regs<128xf32> -> f32
      %f0_111 = reg %sum0 <index = 111> : regs<128xf32> -> f32
      %h0_110 = narrow [%f0_110, %f0_111] <format = f16> : f32, f32 -> i32
      stmatrix %to1, [%h0_104, %h0_106, %h0_108, %h0_110] <offset = 24576> : ptr<shared>, i32, i32, i32, i32
      %f0_112 = reg %sum0 <index = 112> : regs<128xf32> -> f32
      %f0_113 = reg %sum0 <index = 113> : regs<128xf32> -> f32
      %h0_112 = narrow [%f0_112, %f0_113] <format = f16> : f32, f32 -> i32
      %f0_114 = reg %sum0 <index = 114> : regs<128xf32> -> f32
      %f0_115 = reg %sum0 <index = 115> : regs<128xf32> -> f32
      %h0_114 = narrow [%f0_114, %f0_115] <format = f16> : f32, f32 -> i32
      %f0_116 = reg %sum0 <index = 116> : regs<128xf32> -> f32
      %f0_117 = reg %sum0 <index = 117> : regs<128xf32> -> f32
      %h0_116 = narrow [%f0_116, %f0_117] <format = f16> : f32, f32 -> i32
      %f0_118 = reg %sum0 <index = 118> : regs<128xf32> -> f32
      %f0_119 = reg %sum0 <index = 119> : regs<128xf32> -> f32
      %h0_118 = narrow [%f0_118, %f0_119] <format = f16> : f32, f32 -> i32
      stmatrix %to2, [%h0_112, %h0_114, %h0_116, %h0_118] <offset = 24576> : ptr<shared>, i32, i32, i32, i32
      %f0_120 = reg %sum0 <index = 120> : regs<128xf32> -> f32
      %f0_121 = reg %sum0 <index = 121> : regs<128xf32> -> f32
      %h0_120 = narrow [%f0_120, %f0_121] <format = f16> : f32, f32 -> i32
      %f0_122 = reg %sum0 <index = 122> : regs<128xf32> -> f32
      %f0_123 = reg %sum0 <index = 123> : regs<128xf32> -> f32
      %h0_122 = narrow [%f0_122, %f0_123] <format = f16> : f32, f32 -> i32
      %f0_124 = reg %sum0 <index = 124> : regs<128xf32> -> f32
      %f0_125 = reg %sum0 <index = 125> : regs<128xf32> -> f32
      %h0_124 = narrow [%f0_124, %f0_125] <format = f16> : f32, f32 -> i32
      %f0_126 = reg %sum0 <index = 126> : regs<128xf32> -> f32
      %f0_127 = reg %sum0 <index = 127> : regs<128xf32> -> f32
      %h0_126 = narrow [%f0_126, %f0_127] <format = f16> : f32, f32 -> i32
      stmatrix %to3, [%h0_120, %h0_122, %h0_124, %h0_126] <offset = 24576> : ptr<shared>, i32, i32, i32, i32
      fence <ordering = async_shared>
      %second = cmpi %group, %c0 <predicate = not_equal> : i32, i32 -> i1
      if %second : i1 {
        barrier <id = 3, threads = 128>
        yield
      } {
        barrier <id = 2, threads = 128>
        yield
      }
      %leads = cmpi %warp4, %c0 <predicate = equal> : i32, i32 -> i1
      %stores = andi %leads, %one : i1
      %col0 = muli %column, %c256 : i32
      %row0 = muli %row, %c128 : i32
      %group_rows = muli %group, %c64 : i32
      %r0 = addi %row0, %group_rows : i32
      %cc0_0 = addi %col0, %c0 : i32
      %rr0_0 = addi %r0, %c0 : i32
      bulk_tensor_store %staging, %mc, [%cc0_0, %rr0_0], [%stores] <offset = 0> : ptr<shared>, ptr<generic>, i32, i32, i1
      %cc0_1 = addi %col0, %c64 : i32
      %rr0_1 = addi %r0, %c0 : i32
      bulk_tensor_store %staging, %mc, [%cc0_1, %rr0_1], [%stores] <offset = 8192> : ptr<shared>, ptr<generic>, i32, i32, i1
      %cc0_2 = addi %col0, %c128 : i32
      %rr0_2 = addi %r0, %c0 : i32
      bulk_tensor_store %staging, %mc, [%cc0_2, %rr0_2], [%stores] <offset = 16384> : ptr<shared>, ptr<generic>, i32, i32, i1
      %cc0_3 = addi %col0, %c192 : i32
      %rr0_3 = addi %r0, %c0 : i32
      bulk_tensor_store %staging, %mc, [%cc0_3, %rr0_3], [%stores] <offset = 24576> : ptr<shared>, ptr<generic>, i32, i32, i1
      bulk_commit [%stores] : i1
      bulk_wait [%stores] <read> : i1
      yield
    } {
      setmaxnreg <action = dec, registers = 24>
      %loader = cmpi %warp, %c8 <predicate = equal> : i32, i32 -> i1
      %loads = andi %loader, %one : i1
      if %loader : i1 {
        prefetch_map %ma, [%one] : ptr<generic>, i1
        prefetch_map %mb, [%one] : ptr<generic>, i1
        %a_row = muli %row, %c128 : i32
        %b_row = muli %column, %c256 : i32
        %p9_0, %p9_1, %p9_2 = for %c0, %steps, %c1, [%c0, %c1, %c0] : i32, i32, i32, i32, i32, i32 -> i32, i32, i32 (%step: i32, %stage: i32, %parity: i32, %kk: i32) {
          %bar = addptr %smem, %stage <bytes = 8> : ptr<shared>, i32 -> ptr<shared>
          mbarrier_wait %bar, %parity <offset = 196640> : ptr<shared>, i32
          mbarrier_arrive %bar, [%c49152], [%one] <offset = 196608> : ptr<shared>, i32, i1
          %to_a = addptr %smem, %stage <bytes = 16384> : ptr<shared>, i32 -> ptr<shared>
          %to_b = addptr %smem, %stage <bytes = 32768> : ptr<shared>, i32 -> ptr<shared>
          bulk_tensor_load %to_a, %bar, %ma, [%kk, %a_row], [], [%one] <barrier_offset = 196608> : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32, i1
          bulk_tensor_load %to_b, %bar, %mb, [%kk, %b_row], [], [%one] <offset = 65536, barrier_offset = 196608> : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32, i1
          %kk1 = addi %kk, %c64 : i32
          %next = addi %stage, %c1 : i32
          %wraps = cmpi %next, %c4 <predicate = equal> : i32, i32 -> i1
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
