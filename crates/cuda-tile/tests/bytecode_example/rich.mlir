cuda_tile.module @kernels attributes {producer = "a test"} {
  global private constant @table alignment = 16 <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
  global @flags <i1: true> : tile<16xi1>
  entry @rich(%p: tile<ptr<f32>>, %n: tile<i32>) optimization_hints=<sm_100 = {num_cta_in_cga = 2}, default = {occupancy = 4}> {
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %a = assume div_by<16>, %p : tile<ptr<f32>>
    %m = assume bounded<0, 1024>, %n : tile<i32>
    %view = make_tensor_view %a, shape = [%m, 64], strides = [64, 1] : tile<i32> -> tensor_view<?x64xf32, strides=[64,1]>
    %tiles = make_partition_view %view : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x64xf32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %mask = constant <i1: [true, false, true, true]> : tile<4xi1>
    %sum = constant <f32: 0.0> : tile<16x32xf32>
    %first = make_token : token
    %total, %last = for %i in (%zero to %m, step %one) : tile<i32> iter_values(%acc = %sum, %t = %first) -> (tile<16x32xf32>, token) {
      %x, %next = load_view_tko weak %tiles[%i, %bx] token = %t optimization_hints = <sm_100 = {allow_tma = false, latency = 3}> : partition_view<tile=(16x32), padding_value = zero, tensor_view<?x64xf32, strides=[64,1]>>, tile<i32> -> tile<16x32xf32>, token
      %y = addf %acc, %x rounding<zero> flush_to_zero : tile<16x32xf32>
      continue %y, %next : tile<16x32xf32>, token
    }
    %rows = reduce %total dim=1 identities=[0.0 : f32] : tile<16x32xf32> -> tile<16xf32> (%l: tile<f32>, %r: tile<f32>) {
      %s = addf %l, %r : tile<f32>
      yield %s : tile<f32>
    }
    %g = get_global @table : tile<ptr<f32>>
    %less = cmpi less_than %zero, %m, signed : tile<i32> -> tile<i1>
    %chosen = if %less -> (tile<f32>) {
      %c = constant <f32: 0.5> : tile<f32>
      yield %c : tile<f32>
    } else {
      %c = constant <f32: 1.5> : tile<f32>
      yield %c : tile<f32>
    }
    %done = print_tko "%f\n", %chosen : tile<f32> -> token
    %after = store_ptr_tko release device %g, %chosen token=%done : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
