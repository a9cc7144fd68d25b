// RUN: opt --passes=canonicalize
// nvvm.module @m <target = "sm_80"> {
//   func @lanes <reqntid = 128> (%out: ptr<global>, %x: f32, %w: i32) {
//     %t = special <name = tid.x> : i32
//     %two = constant <value = 2> : i32
//     %bit = andi %t, %two : i32
//     %0 = constant <value = 0> : i32
//     %upper = cmpi %bit, %0 <predicate = not_equal> : i32, i32 -> i1
//     %other = shfl %x, %two <kind = bfly> : f32, i32 -> f32
//     %sum = addf %x, %other : f32
//     st %out, [%sum], [%upper] <bits = 32> : ptr<global>, f32, i1
//     st %out, [%w] <bits = 32, offset = 512> : ptr<global>, i32
//     return
//   }
// }
//
// What an exchange between two lanes comes down to: the parity of one bit is a test of it, and a sum does not ask which of
// its operands comes first. Halves that are cut out of a word and put together again are the word.
nvvm.module @m <target = "sm_80"> {
  func @lanes <reqntid = 128> (%out: ptr<global>, %x: f32, %w: i32) {
    %t = special <name = tid.x> : i32
    %one = constant <value = 1> : i32
    %two = constant <value = 2> : i32
    %bit = andi %t, %two : i32
    %count = popc %bit : i32
    %odd = andi %count, %one : i32
    %upper = cmpi %odd, %one <predicate = equal> : i32, i32 -> i1
    %other = shfl %x, %two <kind = bfly> : f32, i32 -> f32
    %first = select %upper, %other, %x : i1, f32, f32 -> f32
    %second = select %upper, %x, %other : i1, f32, f32 -> f32
    %sum = addf %first, %second : f32
    st %out, [%sum], [%upper] <bits = 32> : ptr<global>, f32, i1
    %by = constant <value = 16> : i32
    %low = trunci %w : i32 -> i16
    %down = shri %w, %by : i32
    %high = trunci %down : i32 -> i16
    %l = exti %low : i16 -> i32
    %h = exti %high : i16 -> i32
    %up = shli %h, %by : i32
    %word = ori %l, %up : i32
    st %out, [%word] <bits = 32, offset = 512> : ptr<global>, i32
    return
  }
}
