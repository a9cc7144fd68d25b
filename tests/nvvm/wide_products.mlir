// RUN: opt --passes=canonicalize,dce
// nvvm.module @tests <target = "sm_80"> {
//   func @k <reqntid = 128> (%x: ptr<global>, %n: i32, %m: i32) {
//     %tid = special <name = tid.x> : i32
//     %minus = constant <value = -4> : i64
//     %n_natural = exti %n : i32 -> i64
//     %m_signed = exti %m <signed> : i32 -> i64
//     %natural = mulwide %n, %m : i32, i32 -> i64
//     %signed = mulwide %n, %m <signed> : i32, i32 -> i64
//     %mixed = muli %n_natural, %m_signed : i64
//     %either = mulwide %n, %tid : i32, i32 -> i64
//     %0 = constant <value = -294967296> : i32
//     %far = mulwide %n, %0 : i32, i32 -> i64
//     %1 = constant <value = -4> : i32
//     %back = mulwide %n, %1 <signed> : i32, i32 -> i64
//     %apart = muli %n_natural, %minus : i64
//     %p0 = addptr %x, %natural <bytes = 1> : ptr<global>, i64 -> ptr<global>
//     %p1 = addptr %p0, %signed <bytes = 1> : ptr<global>, i64 -> ptr<global>
//     %p2 = addptr %p1, %mixed <bytes = 1> : ptr<global>, i64 -> ptr<global>
//     %p3 = addptr %p2, %either <bytes = 1> : ptr<global>, i64 -> ptr<global>
//     %p4 = addptr %p3, %far <bytes = 1> : ptr<global>, i64 -> ptr<global>
//     %p5 = addptr %p4, %back <bytes = 1> : ptr<global>, i64 -> ptr<global>
//     %p6 = addptr %p5, %apart <bytes = 1> : ptr<global>, i64 -> ptr<global>
//     st %p6, [%n] <bits = 32> : ptr<global>, i32
//     return
//   }
// }
//
// Factors that have no sign are multiplied without one, signed ones with theirs; natural numbers go with either. The product of one
// of each, and of a number that neither reading has, is made in 64 bits.
nvvm.module @tests <target = "sm_80"> {
  func @k <reqntid = 128> (%x: ptr<global>, %n: i32, %m: i32) {
    %tid = special <name = tid.x> : i32
    %big = constant <value = 4000000000> : i64
    %minus = constant <value = -4> : i64
    %n_natural = exti %n : i32 -> i64
    %n_signed = exti %n <signed> : i32 -> i64
    %m_natural = exti %m : i32 -> i64
    %m_signed = exti %m <signed> : i32 -> i64
    %tid_wide = exti %tid <signed> : i32 -> i64
    %natural = muli %n_natural, %m_natural : i64
    %signed = muli %n_signed, %m_signed : i64
    %mixed = muli %n_natural, %m_signed : i64
    %either = muli %n_natural, %tid_wide : i64
    %far = muli %n_natural, %big : i64
    %back = muli %n_signed, %minus : i64
    %apart = muli %n_natural, %minus : i64
    %p0 = addptr %x, %natural <bytes = 1> : ptr<global>, i64 -> ptr<global>
    %p1 = addptr %p0, %signed <bytes = 1> : ptr<global>, i64 -> ptr<global>
    %p2 = addptr %p1, %mixed <bytes = 1> : ptr<global>, i64 -> ptr<global>
    %p3 = addptr %p2, %either <bytes = 1> : ptr<global>, i64 -> ptr<global>
    %p4 = addptr %p3, %far <bytes = 1> : ptr<global>, i64 -> ptr<global>
    %p5 = addptr %p4, %back <bytes = 1> : ptr<global>, i64 -> ptr<global>
    %p6 = addptr %p5, %apart <bytes = 1> : ptr<global>, i64 -> ptr<global>
    st %p6, [%n] <bits = 32> : ptr<global>, i32
    return
  }
}
