// RUN: compile --emit=tileaa
// tileaa.module @tests {
//   func @k (%x: ptr) {
//     %t0 = create_mem_token : token
//     %w = gdc_wait [%t0] : token
//     %one = constant <value = 1> : i32
//     %a = store %x, %one, [], [%w] <ordering = release> : ptr, i32, token -> token
//     %b = create_mem_token : token
//     %j = join_tokens [%a, %b] : token
//     %v, %t = load %x, [], [], [%j] <ordering = acquire> : ptr, token -> i32, token
//     %g = gdc_launch_dependents [%t] : token
//     return
//   }
// }
//
// Tokens stay edges between accesses; orderings and scopes stay what they are.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>) {
    %t0 = make_token : token
    %w = gdc_wait_tko token = %t0 -> token
    %one = constant <i32: 1> : tile<i32>
    %a = store_ptr_tko release device %x, %one token=%w : tile<ptr<i32>>, tile<i32> -> token
    %b = make_token : token
    %j = join_tokens %a, %b : token
    %v, %t = load_ptr_tko acquire device %x token=%j : tile<ptr<i32>> -> tile<i32>, token
    %g = gdc_launch_dependents_tko token = %t -> token
    return
  }
}
