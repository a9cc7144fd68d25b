// RUN: opt --passes=bound-registers
// nvvm.module @m <target = "sm_80"> {
//   func @many <reqntid = 1024, minctas = 1> (%p: ptr<global>) {
//     %v0_0, %v0_1, %v0_2, %v0_3 = ld %p <bits = 32> : ptr<global> -> f32, f32, f32, f32
//     %v1_0, %v1_1, %v1_2, %v1_3 = ld %p <bits = 32, offset = 65536> : ptr<global> -> f32, f32, f32, f32
//     %v2_0, %v2_1, %v2_2, %v2_3 = ld %p <bits = 32, offset = 131072> : ptr<global> -> f32, f32, f32, f32
//     %v3_0, %v3_1, %v3_2, %v3_3 = ld %p <bits = 32, offset = 196608> : ptr<global> -> f32, f32, f32, f32
//     %v4_0, %v4_1, %v4_2, %v4_3 = ld %p <bits = 32, offset = 262144> : ptr<global> -> f32, f32, f32, f32
//     %v5_0, %v5_1, %v5_2, %v5_3 = ld %p <bits = 32, offset = 327680> : ptr<global> -> f32, f32, f32, f32
//     %v6_0, %v6_1, %v6_2, %v6_3 = ld %p <bits = 32, offset = 393216> : ptr<global> -> f32, f32, f32, f32
//     %v7_0, %v7_1, %v7_2, %v7_3 = ld %p <bits = 32, offset = 458752> : ptr<global> -> f32, f32, f32, f32
//     %v8_0, %v8_1, %v8_2, %v8_3 = ld %p <bits = 32, offset = 524288> : ptr<global> -> f32, f32, f32, f32
//     %v9_0, %v9_1, %v9_2, %v9_3 = ld %p <bits = 32, offset = 589824> : ptr<global> -> f32, f32, f32, f32
//     %v10_0, %v10_1, %v10_2, %v10_3 = ld %p <bits = 32, offset = 655360> : ptr<global> -> f32, f32, f32, f32
//     %v11_0, %v11_1, %v11_2, %v11_3 = ld %p <bits = 32, offset = 720896> : ptr<global> -> f32, f32, f32, f32
//     %v12_0, %v12_1, %v12_2, %v12_3 = ld %p <bits = 32, offset = 786432> : ptr<global> -> f32, f32, f32, f32
//     %v13_0, %v13_1, %v13_2, %v13_3 = ld %p <bits = 32, offset = 851968> : ptr<global> -> f32, f32, f32, f32
//     %v14_0, %v14_1, %v14_2, %v14_3 = ld %p <bits = 32, offset = 917504> : ptr<global> -> f32, f32, f32, f32
//     %v15_0, %v15_1, %v15_2, %v15_3 = ld %p <bits = 32, offset = 983040> : ptr<global> -> f32, f32, f32, f32
//     %v16_0, %v16_1, %v16_2, %v16_3 = ld %p <bits = 32, offset = 1048576> : ptr<global> -> f32, f32, f32, f32
//     barrier
//     st %p, [%v0_0, %v0_1, %v0_2, %v0_3] <bits = 32> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v1_0, %v1_1, %v1_2, %v1_3] <bits = 32, offset = 65536> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v2_0, %v2_1, %v2_2, %v2_3] <bits = 32, offset = 131072> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v3_0, %v3_1, %v3_2, %v3_3] <bits = 32, offset = 196608> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v4_0, %v4_1, %v4_2, %v4_3] <bits = 32, offset = 262144> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v5_0, %v5_1, %v5_2, %v5_3] <bits = 32, offset = 327680> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v6_0, %v6_1, %v6_2, %v6_3] <bits = 32, offset = 393216> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v7_0, %v7_1, %v7_2, %v7_3] <bits = 32, offset = 458752> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v8_0, %v8_1, %v8_2, %v8_3] <bits = 32, offset = 524288> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v9_0, %v9_1, %v9_2, %v9_3] <bits = 32, offset = 589824> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v10_0, %v10_1, %v10_2, %v10_3] <bits = 32, offset = 655360> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v11_0, %v11_1, %v11_2, %v11_3] <bits = 32, offset = 720896> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v12_0, %v12_1, %v12_2, %v12_3] <bits = 32, offset = 786432> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v13_0, %v13_1, %v13_2, %v13_3] <bits = 32, offset = 851968> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v14_0, %v14_1, %v14_2, %v14_3] <bits = 32, offset = 917504> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v15_0, %v15_1, %v15_2, %v15_3] <bits = 32, offset = 983040> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v16_0, %v16_1, %v16_2, %v16_3] <bits = 32, offset = 1048576> : ptr<global>, f32, f32, f32, f32
//     return
//   }
//   func @few <reqntid = 1024> (%p: ptr<global>) {
//     %v0_0, %v0_1, %v0_2, %v0_3 = ld %p <bits = 32> : ptr<global> -> f32, f32, f32, f32
//     %v1_0, %v1_1, %v1_2, %v1_3 = ld %p <bits = 32, offset = 65536> : ptr<global> -> f32, f32, f32, f32
//     %v2_0, %v2_1, %v2_2, %v2_3 = ld %p <bits = 32, offset = 131072> : ptr<global> -> f32, f32, f32, f32
//     %v3_0, %v3_1, %v3_2, %v3_3 = ld %p <bits = 32, offset = 196608> : ptr<global> -> f32, f32, f32, f32
//     %v4_0, %v4_1, %v4_2, %v4_3 = ld %p <bits = 32, offset = 262144> : ptr<global> -> f32, f32, f32, f32
//     %v5_0, %v5_1, %v5_2, %v5_3 = ld %p <bits = 32, offset = 327680> : ptr<global> -> f32, f32, f32, f32
//     %v6_0, %v6_1, %v6_2, %v6_3 = ld %p <bits = 32, offset = 393216> : ptr<global> -> f32, f32, f32, f32
//     %v7_0, %v7_1, %v7_2, %v7_3 = ld %p <bits = 32, offset = 458752> : ptr<global> -> f32, f32, f32, f32
//     barrier
//     st %p, [%v0_0, %v0_1, %v0_2, %v0_3] <bits = 32> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v1_0, %v1_1, %v1_2, %v1_3] <bits = 32, offset = 65536> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v2_0, %v2_1, %v2_2, %v2_3] <bits = 32, offset = 131072> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v3_0, %v3_1, %v3_2, %v3_3] <bits = 32, offset = 196608> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v4_0, %v4_1, %v4_2, %v4_3] <bits = 32, offset = 262144> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v5_0, %v5_1, %v5_2, %v5_3] <bits = 32, offset = 327680> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v6_0, %v6_1, %v6_2, %v6_3] <bits = 32, offset = 393216> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v7_0, %v7_1, %v7_2, %v7_3] <bits = 32, offset = 458752> : ptr<global>, f32, f32, f32, f32
//     return
//   }
//   func @given <reqntid = 256, minctas = 8> (%p: ptr<global>) {
//     %v0_0, %v0_1, %v0_2, %v0_3 = ld %p <bits = 32> : ptr<global> -> f32, f32, f32, f32
//     %v1_0, %v1_1, %v1_2, %v1_3 = ld %p <bits = 32, offset = 65536> : ptr<global> -> f32, f32, f32, f32
//     %v2_0, %v2_1, %v2_2, %v2_3 = ld %p <bits = 32, offset = 131072> : ptr<global> -> f32, f32, f32, f32
//     %v3_0, %v3_1, %v3_2, %v3_3 = ld %p <bits = 32, offset = 196608> : ptr<global> -> f32, f32, f32, f32
//     %v4_0, %v4_1, %v4_2, %v4_3 = ld %p <bits = 32, offset = 262144> : ptr<global> -> f32, f32, f32, f32
//     %v5_0, %v5_1, %v5_2, %v5_3 = ld %p <bits = 32, offset = 327680> : ptr<global> -> f32, f32, f32, f32
//     %v6_0, %v6_1, %v6_2, %v6_3 = ld %p <bits = 32, offset = 393216> : ptr<global> -> f32, f32, f32, f32
//     %v7_0, %v7_1, %v7_2, %v7_3 = ld %p <bits = 32, offset = 458752> : ptr<global> -> f32, f32, f32, f32
//     barrier
//     st %p, [%v0_0, %v0_1, %v0_2, %v0_3] <bits = 32> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v1_0, %v1_1, %v1_2, %v1_3] <bits = 32, offset = 65536> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v2_0, %v2_1, %v2_2, %v2_3] <bits = 32, offset = 131072> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v3_0, %v3_1, %v3_2, %v3_3] <bits = 32, offset = 196608> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v4_0, %v4_1, %v4_2, %v4_3] <bits = 32, offset = 262144> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v5_0, %v5_1, %v5_2, %v5_3] <bits = 32, offset = 327680> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v6_0, %v6_1, %v6_2, %v6_3] <bits = 32, offset = 393216> : ptr<global>, f32, f32, f32, f32
//     st %p, [%v7_0, %v7_1, %v7_2, %v7_3] <bits = 32, offset = 458752> : ptr<global>, f32, f32, f32, f32
//     return
//   }
// }
//
// Across the barrier 68 numbers are live. A thread of a block of 1024 has 64 registers, so the first kernel asks for all of them; the
// second one has few enough, and the program gives the occupancy of the third.
nvvm.module @m <target = "sm_80"> {
  func @many <reqntid = 1024> (%p: ptr<global>) {
    %v0_0, %v0_1, %v0_2, %v0_3 = ld %p <bits = 32, offset = 0> : ptr<global> -> f32, f32, f32, f32
    %v1_0, %v1_1, %v1_2, %v1_3 = ld %p <bits = 32, offset = 65536> : ptr<global> -> f32, f32, f32, f32
    %v2_0, %v2_1, %v2_2, %v2_3 = ld %p <bits = 32, offset = 131072> : ptr<global> -> f32, f32, f32, f32
    %v3_0, %v3_1, %v3_2, %v3_3 = ld %p <bits = 32, offset = 196608> : ptr<global> -> f32, f32, f32, f32
    %v4_0, %v4_1, %v4_2, %v4_3 = ld %p <bits = 32, offset = 262144> : ptr<global> -> f32, f32, f32, f32
    %v5_0, %v5_1, %v5_2, %v5_3 = ld %p <bits = 32, offset = 327680> : ptr<global> -> f32, f32, f32, f32
    %v6_0, %v6_1, %v6_2, %v6_3 = ld %p <bits = 32, offset = 393216> : ptr<global> -> f32, f32, f32, f32
    %v7_0, %v7_1, %v7_2, %v7_3 = ld %p <bits = 32, offset = 458752> : ptr<global> -> f32, f32, f32, f32
    %v8_0, %v8_1, %v8_2, %v8_3 = ld %p <bits = 32, offset = 524288> : ptr<global> -> f32, f32, f32, f32
    %v9_0, %v9_1, %v9_2, %v9_3 = ld %p <bits = 32, offset = 589824> : ptr<global> -> f32, f32, f32, f32
    %v10_0, %v10_1, %v10_2, %v10_3 = ld %p <bits = 32, offset = 655360> : ptr<global> -> f32, f32, f32, f32
    %v11_0, %v11_1, %v11_2, %v11_3 = ld %p <bits = 32, offset = 720896> : ptr<global> -> f32, f32, f32, f32
    %v12_0, %v12_1, %v12_2, %v12_3 = ld %p <bits = 32, offset = 786432> : ptr<global> -> f32, f32, f32, f32
    %v13_0, %v13_1, %v13_2, %v13_3 = ld %p <bits = 32, offset = 851968> : ptr<global> -> f32, f32, f32, f32
    %v14_0, %v14_1, %v14_2, %v14_3 = ld %p <bits = 32, offset = 917504> : ptr<global> -> f32, f32, f32, f32
    %v15_0, %v15_1, %v15_2, %v15_3 = ld %p <bits = 32, offset = 983040> : ptr<global> -> f32, f32, f32, f32
    %v16_0, %v16_1, %v16_2, %v16_3 = ld %p <bits = 32, offset = 1048576> : ptr<global> -> f32, f32, f32, f32
    barrier
    st %p, [%v0_0, %v0_1, %v0_2, %v0_3] <bits = 32, offset = 0> : ptr<global>, f32, f32, f32, f32
    st %p, [%v1_0, %v1_1, %v1_2, %v1_3] <bits = 32, offset = 65536> : ptr<global>, f32, f32, f32, f32
    st %p, [%v2_0, %v2_1, %v2_2, %v2_3] <bits = 32, offset = 131072> : ptr<global>, f32, f32, f32, f32
    st %p, [%v3_0, %v3_1, %v3_2, %v3_3] <bits = 32, offset = 196608> : ptr<global>, f32, f32, f32, f32
    st %p, [%v4_0, %v4_1, %v4_2, %v4_3] <bits = 32, offset = 262144> : ptr<global>, f32, f32, f32, f32
    st %p, [%v5_0, %v5_1, %v5_2, %v5_3] <bits = 32, offset = 327680> : ptr<global>, f32, f32, f32, f32
    st %p, [%v6_0, %v6_1, %v6_2, %v6_3] <bits = 32, offset = 393216> : ptr<global>, f32, f32, f32, f32
    st %p, [%v7_0, %v7_1, %v7_2, %v7_3] <bits = 32, offset = 458752> : ptr<global>, f32, f32, f32, f32
    st %p, [%v8_0, %v8_1, %v8_2, %v8_3] <bits = 32, offset = 524288> : ptr<global>, f32, f32, f32, f32
    st %p, [%v9_0, %v9_1, %v9_2, %v9_3] <bits = 32, offset = 589824> : ptr<global>, f32, f32, f32, f32
    st %p, [%v10_0, %v10_1, %v10_2, %v10_3] <bits = 32, offset = 655360> : ptr<global>, f32, f32, f32, f32
    st %p, [%v11_0, %v11_1, %v11_2, %v11_3] <bits = 32, offset = 720896> : ptr<global>, f32, f32, f32, f32
    st %p, [%v12_0, %v12_1, %v12_2, %v12_3] <bits = 32, offset = 786432> : ptr<global>, f32, f32, f32, f32
    st %p, [%v13_0, %v13_1, %v13_2, %v13_3] <bits = 32, offset = 851968> : ptr<global>, f32, f32, f32, f32
    st %p, [%v14_0, %v14_1, %v14_2, %v14_3] <bits = 32, offset = 917504> : ptr<global>, f32, f32, f32, f32
    st %p, [%v15_0, %v15_1, %v15_2, %v15_3] <bits = 32, offset = 983040> : ptr<global>, f32, f32, f32, f32
    st %p, [%v16_0, %v16_1, %v16_2, %v16_3] <bits = 32, offset = 1048576> : ptr<global>, f32, f32, f32, f32
    return
  }
  func @few <reqntid = 1024> (%p: ptr<global>) {
    %v0_0, %v0_1, %v0_2, %v0_3 = ld %p <bits = 32, offset = 0> : ptr<global> -> f32, f32, f32, f32
    %v1_0, %v1_1, %v1_2, %v1_3 = ld %p <bits = 32, offset = 65536> : ptr<global> -> f32, f32, f32, f32
    %v2_0, %v2_1, %v2_2, %v2_3 = ld %p <bits = 32, offset = 131072> : ptr<global> -> f32, f32, f32, f32
    %v3_0, %v3_1, %v3_2, %v3_3 = ld %p <bits = 32, offset = 196608> : ptr<global> -> f32, f32, f32, f32
    %v4_0, %v4_1, %v4_2, %v4_3 = ld %p <bits = 32, offset = 262144> : ptr<global> -> f32, f32, f32, f32
    %v5_0, %v5_1, %v5_2, %v5_3 = ld %p <bits = 32, offset = 327680> : ptr<global> -> f32, f32, f32, f32
    %v6_0, %v6_1, %v6_2, %v6_3 = ld %p <bits = 32, offset = 393216> : ptr<global> -> f32, f32, f32, f32
    %v7_0, %v7_1, %v7_2, %v7_3 = ld %p <bits = 32, offset = 458752> : ptr<global> -> f32, f32, f32, f32
    barrier
    st %p, [%v0_0, %v0_1, %v0_2, %v0_3] <bits = 32, offset = 0> : ptr<global>, f32, f32, f32, f32
    st %p, [%v1_0, %v1_1, %v1_2, %v1_3] <bits = 32, offset = 65536> : ptr<global>, f32, f32, f32, f32
    st %p, [%v2_0, %v2_1, %v2_2, %v2_3] <bits = 32, offset = 131072> : ptr<global>, f32, f32, f32, f32
    st %p, [%v3_0, %v3_1, %v3_2, %v3_3] <bits = 32, offset = 196608> : ptr<global>, f32, f32, f32, f32
    st %p, [%v4_0, %v4_1, %v4_2, %v4_3] <bits = 32, offset = 262144> : ptr<global>, f32, f32, f32, f32
    st %p, [%v5_0, %v5_1, %v5_2, %v5_3] <bits = 32, offset = 327680> : ptr<global>, f32, f32, f32, f32
    st %p, [%v6_0, %v6_1, %v6_2, %v6_3] <bits = 32, offset = 393216> : ptr<global>, f32, f32, f32, f32
    st %p, [%v7_0, %v7_1, %v7_2, %v7_3] <bits = 32, offset = 458752> : ptr<global>, f32, f32, f32, f32
    return
  }
  func @given <reqntid = 256, minctas = 8> (%p: ptr<global>) {
    %v0_0, %v0_1, %v0_2, %v0_3 = ld %p <bits = 32, offset = 0> : ptr<global> -> f32, f32, f32, f32
    %v1_0, %v1_1, %v1_2, %v1_3 = ld %p <bits = 32, offset = 65536> : ptr<global> -> f32, f32, f32, f32
    %v2_0, %v2_1, %v2_2, %v2_3 = ld %p <bits = 32, offset = 131072> : ptr<global> -> f32, f32, f32, f32
    %v3_0, %v3_1, %v3_2, %v3_3 = ld %p <bits = 32, offset = 196608> : ptr<global> -> f32, f32, f32, f32
    %v4_0, %v4_1, %v4_2, %v4_3 = ld %p <bits = 32, offset = 262144> : ptr<global> -> f32, f32, f32, f32
    %v5_0, %v5_1, %v5_2, %v5_3 = ld %p <bits = 32, offset = 327680> : ptr<global> -> f32, f32, f32, f32
    %v6_0, %v6_1, %v6_2, %v6_3 = ld %p <bits = 32, offset = 393216> : ptr<global> -> f32, f32, f32, f32
    %v7_0, %v7_1, %v7_2, %v7_3 = ld %p <bits = 32, offset = 458752> : ptr<global> -> f32, f32, f32, f32
    barrier
    st %p, [%v0_0, %v0_1, %v0_2, %v0_3] <bits = 32, offset = 0> : ptr<global>, f32, f32, f32, f32
    st %p, [%v1_0, %v1_1, %v1_2, %v1_3] <bits = 32, offset = 65536> : ptr<global>, f32, f32, f32, f32
    st %p, [%v2_0, %v2_1, %v2_2, %v2_3] <bits = 32, offset = 131072> : ptr<global>, f32, f32, f32, f32
    st %p, [%v3_0, %v3_1, %v3_2, %v3_3] <bits = 32, offset = 196608> : ptr<global>, f32, f32, f32, f32
    st %p, [%v4_0, %v4_1, %v4_2, %v4_3] <bits = 32, offset = 262144> : ptr<global>, f32, f32, f32, f32
    st %p, [%v5_0, %v5_1, %v5_2, %v5_3] <bits = 32, offset = 327680> : ptr<global>, f32, f32, f32, f32
    st %p, [%v6_0, %v6_1, %v6_2, %v6_3] <bits = 32, offset = 393216> : ptr<global>, f32, f32, f32, f32
    st %p, [%v7_0, %v7_1, %v7_2, %v7_3] <bits = 32, offset = 458752> : ptr<global>, f32, f32, f32, f32
    return
  }
}
