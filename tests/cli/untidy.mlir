// What the author wrote stays: comments, names, literals.
cuda_tile.module @untidy {
entry @twice(%p:tile<ptr<f32>>){ %x,%t=cuda_tile.load_ptr_tko weak %p:tile<ptr<f32>>->tile<f32>,token   // the old value


  %two = constant <f32: 2.0> : !cuda_tile.tile<f32>
  // and back
  %y = mulf %x , %two : tile<f32>
      store_ptr_tko weak %p,%y token = %t:tile<ptr<f32>>,tile<f32>->token }
}
