// RUN: run --entry quotients --grid 2 --arg 20000 --arg 'i64[20000]=randint(-900000,900000,seed=1)' --arg 'i64[20000]=randint(-90,90,seed=2)' --arg 'y:i64[20000]=ones' --print y
// y = [ 449546    3236 -111089 ...  537838 -801684  125116]
// RUN: run --entry roots --grid 2 --arg 20000 --arg 'f64[20000]=randint(-900,900,seed=1)' --arg 'f64[20000]=randint(-90,90,seed=2)' --arg 'y:f64[20000]=ones' --print y
// y = [ -35.02468496   67.76088464  -27.86496912 ...   32.59542268  -83.98527071
//      -116.88510806]
//
// Quotients, remainders and roots of 64 bits are calls in machine code: no element is finished before the call of the next op, so all
// are live at once. A thread block computes them in slices.

cuda_tile.module @wide_calls {
  entry @quotients(%n: tile<i32>, %x: tile<ptr<i64>>, %z: tile<ptr<i64>>, %y: tile<ptr<i64>>) {
    %block, %unused_y, %unused_z = get_tile_block_id : tile<i32>
    %x_tensor = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi64, strides=[1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(16384), padding_value = zero, tensor_view<?xi64, strides=[1]>>
    %z_tensor = make_tensor_view %z, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi64, strides=[1]>
    %z_tiles = make_partition_view %z_tensor : partition_view<tile=(16384), padding_value = zero, tensor_view<?xi64, strides=[1]>>
    %y_tensor = make_tensor_view %y, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xi64, strides=[1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(16384), padding_value = zero, tensor_view<?xi64, strides=[1]>>
    %x_tile, %x_read = load_view_tko weak %x_tiles[%block] : partition_view<tile=(16384), padding_value = zero, tensor_view<?xi64, strides=[1]>>, tile<i32> -> tile<16384xi64>, token
    %z_tile, %z_read = load_view_tko weak %z_tiles[%block] : partition_view<tile=(16384), padding_value = zero, tensor_view<?xi64, strides=[1]>>, tile<i32> -> tile<16384xi64>, token
    %one = constant <i64: 1> : tile<16384xi64>
    %below = maxi %z_tile, %one signed : tile<16384xi64>
    %quotient = divi %x_tile, %below signed : tile<16384xi64>
    %rest = remi %x_tile, %below signed : tile<16384xi64>
    %mixed = xori %quotient, %rest : tile<16384xi64>
    %less = cmpi less_than %x_tile, %below, signed : tile<16384xi64> -> tile<16384xi1>
    %result = select %less, %mixed, %x_tile : tile<16384xi1>, tile<16384xi64>
    %done = store_view_tko weak %result, %y_tiles[%block] : tile<16384xi64>, partition_view<tile=(16384), padding_value = zero, tensor_view<?xi64, strides=[1]>>, tile<i32> -> token
    return
  }

  entry @roots(%n: tile<i32>, %x: tile<ptr<f64>>, %z: tile<ptr<f64>>, %y: tile<ptr<f64>>) {
    %block, %unused_y, %unused_z = get_tile_block_id : tile<i32>
    %x_tensor = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(16384), padding_value = zero, tensor_view<?xf64, strides=[1]>>
    %z_tensor = make_tensor_view %z, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
    %z_tiles = make_partition_view %z_tensor : partition_view<tile=(16384), padding_value = zero, tensor_view<?xf64, strides=[1]>>
    %y_tensor = make_tensor_view %y, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(16384), padding_value = zero, tensor_view<?xf64, strides=[1]>>
    %x_tile, %x_read = load_view_tko weak %x_tiles[%block] : partition_view<tile=(16384), padding_value = zero, tensor_view<?xf64, strides=[1]>>, tile<i32> -> tile<16384xf64>, token
    %z_tile, %z_read = load_view_tko weak %z_tiles[%block] : partition_view<tile=(16384), padding_value = zero, tensor_view<?xf64, strides=[1]>>, tile<i32> -> tile<16384xf64>, token
    %one = constant <f64: 1.0> : tile<16384xf64>
    %square = fma %z_tile, %z_tile, %one : tile<16384xf64>
    %root = sqrt %square : tile<16384xf64>
    %ratio = divf %x_tile, %root : tile<16384xf64>
    %result = addf %ratio, %z_tile : tile<16384xf64>
    %done = store_view_tko weak %result, %y_tiles[%block] : tile<16384xf64>, partition_view<tile=(16384), padding_value = zero, tensor_view<?xf64, strides=[1]>>, tile<i32> -> token
    return
  }
}
