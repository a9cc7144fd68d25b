// RUN: emulate --grid {n} --checks -a a:f32[{n},2,2,2,8]=randint(-9,9,seed=1) -a 8 -a 2 -a 2 -a 2 -a {n} -a 8 -a 16 -a 32 -a 64 \
// -a b:f32[{n},2,2,2,8]=randint(-9,9,seed=2) -a 8 -a 2 -a 2 -a 2 -a {n} -a 8 -a 16 -a 32 -a 64 \
// -a c:f32[{n},2,2,2,8]=zeros -a 8 -a 2 -a 2 -a 2 -a {n} -a 8 -a 16 -a 32 -a 64 \
// -a d:f32[{n},2,2,2,8]=zeros -a 8 -a 2 -a 2 -a 2 -a {n} -a 8 -a 16 -a 32 -a 64
// compile --abi=drop-in
// with n=4
// with n=9
// scaled c = a 1
// scaled d = b 1
// entries copy$maps 128 512 2
// fault E0880 ld.acquire.gpu.global.b64 => ld.relaxed.gpu.global.b64
//
// Maps that depend on more arguments than a warp has lanes: each looks at two words of an entry. One warp, as level 4 says it, copies a box
// of two tensors of five dimensions.
nvvm.module @m <target = "sm_90a"> {
  func @copy <reqntid = 32, dynamic_shared = 768> (%a: ptr<global>, %ae0: i32, %ae1: i32, %ae2: i32, %ae3: i32, %ae4: i32, %as1: i32, %as2: i32, %as3: i32, %as4: i32, %b: ptr<global>, %be0: i32, %be1: i32, %be2: i32, %be3: i32, %be4: i32, %bs1: i32, %bs2: i32, %bs3: i32, %bs4: i32, %c: ptr<global>, %ce0: i32, %ce1: i32, %ce2: i32, %ce3: i32, %ce4: i32, %cs1: i32, %cs2: i32, %cs3: i32, %cs4: i32, %d: ptr<global>, %de0: i32, %de1: i32, %de2: i32, %de3: i32, %de4: i32, %ds1: i32, %ds2: i32, %ds3: i32, %ds4: i32) {
    %c0 = constant <value = 0> : i32
    %c512 = constant <value = 512> : i32
    %smem = dynamic_shared : ptr<shared>
    %ma = tensor_map %a, [%ae0, %ae1, %ae2, %ae3, %ae4], [%as1, %as2, %as3, %as4] <element = f32, box_shape = [8, 2, 2, 2, 1]> : ptr<global>, i32, i32, i32, i32, i32, i32, i32, i32, i32 -> ptr<generic>
    %mb = tensor_map %b, [%be0, %be1, %be2, %be3, %be4], [%bs1, %bs2, %bs3, %bs4] <element = f32, box_shape = [8, 2, 2, 2, 1]> : ptr<global>, i32, i32, i32, i32, i32, i32, i32, i32, i32 -> ptr<generic>
    %mc = tensor_map %c, [%ce0, %ce1, %ce2, %ce3, %ce4], [%cs1, %cs2, %cs3, %cs4] <element = f32, box_shape = [8, 2, 2, 2, 1]> : ptr<global>, i32, i32, i32, i32, i32, i32, i32, i32, i32 -> ptr<generic>
    %md = tensor_map %d, [%de0, %de1, %de2, %de3, %de4], [%ds1, %ds2, %ds3, %ds4] <element = f32, box_shape = [8, 2, 2, 2, 1]> : ptr<global>, i32, i32, i32, i32, i32, i32, i32, i32, i32 -> ptr<generic>
    %block = special <name = ctaid.x> : i32
    %one = elect : i1
    mbarrier_init %smem, [%one] <count = 1, offset = 640> : ptr<shared>, i1
    fence <ordering = mbarrier_init>
    barrier
    mbarrier_arrive %smem, [%c512], [%one] <offset = 640> : ptr<shared>, i32, i1
    bulk_tensor_load %smem, %smem, %ma, [%c0, %c0, %c0, %c0, %block], [], [%one] <barrier_offset = 640> : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32, i32, i32, i32, i1
    bulk_tensor_load %smem, %smem, %mb, [%c0, %c0, %c0, %c0, %block], [], [%one] <offset = 256, barrier_offset = 640> : ptr<shared>, ptr<shared>, ptr<generic>, i32, i32, i32, i32, i32, i1
    mbarrier_wait %smem, %c0 <offset = 640> : ptr<shared>, i32
    bulk_tensor_store %smem, %mc, [%c0, %c0, %c0, %c0, %block], [%one] <offset = 0> : ptr<shared>, ptr<generic>, i32, i32, i32, i32, i32, i1
    bulk_tensor_store %smem, %md, [%c0, %c0, %c0, %c0, %block], [%one] <offset = 256> : ptr<shared>, ptr<generic>, i32, i32, i32, i32, i32, i1
    bulk_commit [%one] : i1
    bulk_wait [%one] <read> : i1
    return
  }
}
