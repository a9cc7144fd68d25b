cuda_tile.module @m {
  entry @k(%arg0: tile<i32>, %arg1: tile<ptr<i32>>, %arg2: tile<ptr<f16>>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f32>>, %arg6: tile<i32>) {
    %p10 = assume div_by<16>, %arg2 : tile<ptr<f16>>
    %n11 = assume div_by<16>, %arg3 : tile<i32>
    %tv14 = make_tensor_view %p10, shape = [%n11, %n11], strides = [%n11, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %pv15 = make_partition_view %tv14 : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %pv23 = make_partition_view %tv14 : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %tv27 = make_tensor_view %p10, shape = [%n11, %arg4], strides = [1, %n11] : tile<i32> -> tensor_view<?x?xf16, strides=[1,?]>
    %pv28 = make_partition_view %tv27 : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>
    %tv45 = make_tensor_view %arg1, shape = [48], strides = [1] : tensor_view<48xi32, strides=[1]>
    %pv46 = make_partition_view %tv45 : partition_view<tile=(64), padding_value = zero, tensor_view<48xi32, strides=[1]>>
    %x47, %t48 = load_view_tko weak %pv46[%arg0] : partition_view<tile=(64), padding_value = zero, tensor_view<48xi32, strides=[1]>>, tile<i32> -> tile<64xi32>, token
    %v49 = constant <f32: 0.000000e+00> : tile<64x128xf32>
    %r53 = for %i51 in (%arg0 to %arg0, step %arg0) : tile<i32> iter_values(%c52 = %v49) -> (tile<64x128xf32>) {
      %x54, %t55 = load_view_tko weak %pv15[%arg0, %i51] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
      %x56, %t57 = load_view_tko weak %pv28[%i51, %arg0] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[1,?]>>, tile<i32> -> tile<64x128xf16>, token
      %v58 = mmaf %x54, %x56, %c52 : tile<64x64xf16>, tile<64x128xf16>, tile<64x128xf32>
      continue %v58 : tile<64x128xf32>
    }
    %r68 = for %i66 in (%arg0 to %arg0, step %arg0) : tile<i32> iter_values(%c67 = %r53) -> (tile<64x128xf32>) {
      %x69, %t70 = load_view_tko weak %pv15[%arg0, %i66] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
      %cst_0_i32 = constant <i32: 0> : tile<1xi32>
      %v77 = broadcast %cst_0_i32 : tile<1xi32> -> tile<64xi32>
      %v78 = cmpi less_than %x47, %v77, signed : tile<64xi32> -> tile<64xi1>
      %v79 = reshape %v78 : tile<64xi1> -> tile<1x64xi1>
      %v80 = broadcast %v79 : tile<1x64xi1> -> tile<64x64xi1>
      %v81 = constant <f16: 0.000000e+00> : tile<64x64xf16>
      %v82 = select %v80, %x69, %v81 : tile<64x64xi1>, tile<64x64xf16>
      %x83, %t84 = load_view_tko weak %pv23[%i66, %arg0] : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
      %v87 = mmaf %v82, %x83, %c67 : tile<64x64xf16>, tile<64x128xf16>, tile<64x128xf32>
      continue %v87 : tile<64x128xf32>
    }
    %tv101 = make_tensor_view %arg5, shape = [%n11, %arg6], strides = [%n11, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %pv102 = make_partition_view %tv101 : partition_view<tile=(64x128), tensor_view<?x?xf32, strides=[?,1]>>
    %t103 = store_view_tko weak %r68, %pv102[%arg0, %arg0] : tile<64x128xf32>, partition_view<tile=(64x128), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    return
  }
  entry @with_room(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %steps: tile<i32>) {
    %first = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %zeros = constant <f32: 0.0> : tile<64x64xf32>
    %a_aligned = assume div_by<16>, %a : tile<ptr<f16>>
    %b_aligned = assume div_by<16>, %b : tile<ptr<f16>>
    %c_aligned = assume div_by<16>, %c : tile<ptr<f32>>
    %a_view = make_tensor_view %a_aligned, shape = [64, 4096], strides = [4096, 1] : tensor_view<64x4096xf16, strides=[4096,1]>
    %b_view = make_tensor_view %b_aligned, shape = [4096, 64], strides = [64, 1] : tensor_view<4096x64xf16, strides=[64,1]>
    %c_view = make_tensor_view %c_aligned, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
    %a_tiles = make_partition_view %a_view : partition_view<tile=(64x64), tensor_view<64x4096xf16, strides=[4096,1]>>
    %b_tiles = make_partition_view %b_view : partition_view<tile=(64x64), tensor_view<4096x64xf16, strides=[64,1]>>
    %c_tiles = make_partition_view %c_view : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
    %sum = for %step in (%first to %steps, step %one) : tile<i32> iter_values(%sum_so_far = %zeros) -> (tile<64x64xf32>) {
      %a_tile, %a_token = load_view_tko weak %a_tiles[%first, %step] : partition_view<tile=(64x64), tensor_view<64x4096xf16, strides=[4096,1]>>, tile<i32> -> tile<64x64xf16>, token
      %b_tile, %b_token = load_view_tko weak %b_tiles[%step, %first] : partition_view<tile=(64x64), tensor_view<4096x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
      %next = mmaf %a_tile, %b_tile, %sum_so_far : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %next : tile<64x64xf32>
    }
    %stored = store_view_tko weak %sum, %c_tiles[%first, %first] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
}
