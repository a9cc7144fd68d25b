tileas.module @m <target = "sm_90a"> {
  func @k <num_warps = 4> {
    %p = async.pipeline.create_pipeline : pipeline<2, buffer<32xf32, offset=[1,2,4,8,16]>>
    %q = async.pipeline.create_pipeline : pipeline<2, buffer<32xf32, offset=[1,2,4,8,16]>>
    %i = async.pipeline.create_iterator %p : pipeline<2, buffer<32xf32, offset=[1,2,4,8,16]>> -> iterator<2, consumer>
    %s = async.pipeline.consumer_wait %q, %i : pipeline<2, buffer<32xf32, offset=[1,2,4,8,16]>>, iterator<2, consumer> -> stage<full>
    return
  }
}
