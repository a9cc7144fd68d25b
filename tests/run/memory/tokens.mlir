// RUN: run --arg 'i32[1]=zeros' --show v
// %v = 1
//
// Tokens carry order and nothing else; programmatic dependent launch has nothing to wait for here.
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
