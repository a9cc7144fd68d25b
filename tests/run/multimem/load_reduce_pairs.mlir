// RUN: run --grid 2,2 --arg 'x:f16[6,14]=iota@multicast(2)' --arg 'y:f16[4,16]=full(-1)' --arg 'z:bf16[4,16]=full(-1)' --arg 'w:bf16[14,6]=iota@multicast(2)' --print y --print z
// y = [[ 84.  86.  88.  90.  92.  94.  96.  98. 100. 102. 104. 106. 108. 110.
//         0.   0.]
//      [112. 114. 116. 118. 120. 122. 124. 126. 128. 130. 132. 134. 136. 138.
//         0.   0.]
//      [140. 142. 144. 146. 148. 150. 152. 154. 156. 158. 160. 162. 164. 166.
//         0.   0.]
//      [168. 170. 172. 174. 176. 178. 180. 182. 184. 186. 188. 190. 192. 194.
//         0.   0.]]
// z = [[ 84.  90.  96. 102. 108. 114. 120. 126. 132. 138. 144. 150. 156. 162.
//         0.   0.]
//      [ 85.  91.  97. 103. 109. 115. 121. 127. 133. 139. 145. 151. 157. 163.
//         0.   0.]
//      [ 86.  92.  98. 104. 110. 116. 122. 128. 134. 140. 146. 152. 158. 164.
//         0.   0.]
//      [ 87.  93.  99. 105. 111. 117. 123. 129. 135. 141. 147. 153. 159. 165.
//         0.   0.]]
//
// Elements of 16 bits are moved in pairs: along rows of `x`, along columns of `w`, whose tiles lie the other way round. Tiles at
// the edge are padded with zeros.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f16, <multicast>>>, %y: tile<ptr<f16>>, %z: tile<ptr<bf16>>, %w: tile<ptr<bf16, <multicast>>>) {
    %i, %j, %k = get_tile_block_id : tile<i32>
    %xv = make_tensor_view %x, shape = [6, 14], strides = [14, 1] : tile<ptr<f16, <multicast>>> -> tensor_view<6x14xf16, strides=[14,1], #cuda_tile.ptr_attr<multicast>>
    %xp = make_partition_view %xv : partition_view<tile=(2x8), padding_value = zero, tensor_view<6x14xf16, strides=[14,1], #cuda_tile.ptr_attr<multicast>>>
    %yv = make_tensor_view %y, shape = [4, 16], strides = [16, 1] : tensor_view<4x16xf16, strides=[16,1]>
    %yp = make_partition_view %yv : partition_view<tile=(2x8), tensor_view<4x16xf16, strides=[16,1]>>
    %sum, %a = multimem_load_reduce_view_tko weak %xp[%i, %j]  : partition_view<tile=(2x8), padding_value = zero, tensor_view<6x14xf16, strides=[14,1], #cuda_tile.ptr_attr<multicast>>>, tile<i32> -> tile<2x8xf16>, token
    %s = store_view_tko weak %sum, %yp[%i, %j] : tile<2x8xf16>, partition_view<tile=(2x8), tensor_view<4x16xf16, strides=[16,1]>>, tile<i32> -> token
    %wv = make_tensor_view %w, shape = [14, 6], strides = [6, 1] : tile<ptr<bf16, <multicast>>> -> tensor_view<14x6xbf16, strides=[6,1], #cuda_tile.ptr_attr<multicast>>
    %wp = make_partition_view %wv : partition_view<tile=(2x8), padding_value = zero, tensor_view<14x6xbf16, strides=[6,1], #cuda_tile.ptr_attr<multicast>>, dim_map=[1, 0]>
    %zv = make_tensor_view %z, shape = [4, 16], strides = [16, 1] : tensor_view<4x16xbf16, strides=[16,1]>
    %zp = make_partition_view %zv : partition_view<tile=(2x8), tensor_view<4x16xbf16, strides=[16,1]>>
    %most, %b = multimem_load_reduce_view_tko relaxed device %wp[%i, %j]  attributes {reduction = #cuda_tile.multimem_reduction_kind<max>} : partition_view<tile=(2x8), padding_value = zero, tensor_view<14x6xbf16, strides=[6,1], #cuda_tile.ptr_attr<multicast>>, dim_map=[1, 0]>, tile<i32> -> tile<2x8xbf16>, token
    %t = store_view_tko weak %most, %zp[%i, %j] : tile<2x8xbf16>, partition_view<tile=(2x8), tensor_view<4x16xbf16, strides=[16,1]>>, tile<i32> -> token
    return
  }
}
