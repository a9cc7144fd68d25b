// One-dimensional work, 8192 elements a block.

cuda_tile.module @elementwise {
  entry @vector_add(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %z: tile<ptr<f32>>, %n: tile<i32>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %x_tensor = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>
    %y_tensor = make_tensor_view %y, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>
    %z_tensor = make_tensor_view %z, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %z_tiles = make_partition_view %z_tensor : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>
    %x_tile, %x_read = load_view_tko weak %x_tiles[%block] : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8192xf32>, token
    %y_tile, %y_read = load_view_tko weak %y_tiles[%block] : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8192xf32>, token
    %sum = addf %x_tile, %y_tile : tile<8192xf32>
    %written = store_view_tko weak %sum, %z_tiles[%block] : tile<8192xf32>, partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }

  entry @saxpy(%alpha: tile<f32>, %x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %n: tile<i32>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %x_tensor = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>
    %y_tensor = make_tensor_view %y, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>
    %x_tile, %x_read = load_view_tko weak %x_tiles[%block] : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8192xf32>, token
    %y_tile, %y_read = load_view_tko weak %y_tiles[%block] : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8192xf32>, token
    %alpha_1 = reshape %alpha : tile<f32> -> tile<1xf32>
    %alpha_all = broadcast %alpha_1 : tile<1xf32> -> tile<8192xf32>
    %sum = fma %alpha_all, %x_tile, %y_tile : tile<8192xf32>
    %written = store_view_tko weak %sum, %y_tiles[%block] token=%y_read : tile<8192xf32>, partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }

  entry @exp(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %n: tile<i32>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %x_tensor = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>
    %y_tensor = make_tensor_view %y, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>
    %x_tile, %x_read = load_view_tko weak %x_tiles[%block] : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8192xf32>, token
    %result = exp %x_tile : tile<8192xf32>
    %written = store_view_tko weak %result, %y_tiles[%block] : tile<8192xf32>, partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }

  entry @tanh(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %n: tile<i32>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %x_tensor = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>
    %y_tensor = make_tensor_view %y, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>
    %x_tile, %x_read = load_view_tko weak %x_tiles[%block] : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8192xf32>, token
    %result = tanh %x_tile : tile<8192xf32>
    %written = store_view_tko weak %result, %y_tiles[%block] : tile<8192xf32>, partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }

  entry @sin(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %n: tile<i32>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %x_tensor = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>
    %y_tensor = make_tensor_view %y, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>
    %x_tile, %x_read = load_view_tko weak %x_tiles[%block] : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8192xf32>, token
    %result = sin %x_tile : tile<8192xf32>
    %written = store_view_tko weak %result, %y_tiles[%block] : tile<8192xf32>, partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }

  entry @gelu(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %n: tile<i32>) {
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %x_tensor = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %x_tiles = make_partition_view %x_tensor : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>
    %y_tensor = make_tensor_view %y, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %y_tiles = make_partition_view %y_tensor : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>
    %x_tile, %x_read = load_view_tko weak %x_tiles[%block] : partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8192xf32>, token
    // 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3)))
    %cubic = constant <f32: 0.044715> : tile<8192xf32>
    %root = constant <f32: 0.7978845608> : tile<8192xf32>
    %one = constant <f32: 1.0> : tile<8192xf32>
    %half = constant <f32: 0.5> : tile<8192xf32>
    %square = mulf %x_tile, %x_tile : tile<8192xf32>
    %scaled = fma %square, %cubic, %one : tile<8192xf32>
    %inner = mulf %x_tile, %scaled : tile<8192xf32>
    %argument = mulf %inner, %root : tile<8192xf32>
    %tanh = tanh %argument : tile<8192xf32>
    %plus_one = addf %tanh, %one : tile<8192xf32>
    %halved = mulf %x_tile, %half : tile<8192xf32>
    %result = mulf %halved, %plus_one : tile<8192xf32>
    %written = store_view_tko weak %result, %y_tiles[%block] : tile<8192xf32>, partition_view<tile=(8192), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
