// Copies of operands that are as wide as the rows of their buffers: K as large as N in one warp, columns of f64, and a sum of two products of
// which one is of what was read and one of what was computed.
//
// RUN: run --entry square --grid 1 --arg 'a:i8[32,256]=randint(-99,99,seed=1)' --arg 'b:i8[256,128]=randint(-99,99,seed=2)' --arg 'c:i32[32,128]=zeros' --print c
// c = [[ -57251 -187511  129235 ... -178144 -184760 -198934]
//      [-156609 -360183    7944 ...   39073 -153694  -39306]
//      [-114636 -424771  198022 ... -169592 -101563  -40982]
//      ...
//      [-209983 -273540    5063 ...   55681  -10377 -152642]
//      [  -7529 -228402   94942 ...  -59797  -61238 -147175]
//      [ -23791 -249184   80874 ... -212890  -65949 -106883]]
// RUN: run --entry columns --grid 1 --arg 'a:f64[128,48]=randint(-3,4,seed=1)' --arg 'b:f64[48,1]=randint(-3,4,seed=2)' --arg 'c:f64[128,1]=zeros' --print c
// c = [[ -76.]
//      [-136.]
//      [   8.]
//      [-132.]
//      [ -48.]
//      [-160.]
//      [  12.]
//      [  -4.]
//      [  76.]
//      [ -52.]
//      [ -48.]
//      [  40.]
//      [  68.]
//      [  24.]
//      [-136.]
//      [-124.]
//      [  92.]
//      [  36.]
//      [-100.]
//      [ -20.]
//      [  24.]
//      [  80.]
//      [-224.]
//      [  72.]
//      [ -76.]
//      [ -32.]
//      [   8.]
//      [ -84.]
//      [ -92.]
//      [ -36.]
//      [-112.]
//      [  -4.]
//      [ 112.]
//      [ -20.]
//      [ 116.]
//      [  40.]
//      [ -16.]
//      [   0.]
//      [ -56.]
//      [  44.]
//      [  36.]
//      [ 148.]
//      [ -60.]
//      [ -64.]
//      [  -8.]
//      [-240.]
//      [-100.]
//      [-160.]
//      [  84.]
//      [ 100.]
//      [ 104.]
//      [   8.]
//      [  44.]
//      [ 140.]
//      [-312.]
//      [  24.]
//      [  24.]
//      [   4.]
//      [  24.]
//      [ 252.]
//      [  80.]
//      [  44.]
//      [ -64.]
//      [-164.]
//      [  12.]
//      [ 136.]
//      [  24.]
//      [ 100.]
//      [  28.]
//      [ -36.]
//      [ -96.]
//      [-260.]
//      [ -20.]
//      [-168.]
//      [ 160.]
//      [ 164.]
//      [  28.]
//      [ -64.]
//      [-140.]
//      [   8.]
//      [ 108.]
//      [-112.]
//      [ -16.]
//      [  88.]
//      [  44.]
//      [-104.]
//      [ 136.]
//      [  40.]
//      [ -56.]
//      [ 144.]
//      [-192.]
//      [ 144.]
//      [ 164.]
//      [ 120.]
//      [  44.]
//      [ -76.]
//      [ -32.]
//      [ 168.]
//      [  96.]
//      [  28.]
//      [-172.]
//      [ 112.]
//      [  -4.]
//      [  40.]
//      [ -40.]
//      [  24.]
//      [  20.]
//      [-140.]
//      [  20.]
//      [ -84.]
//      [ 108.]
//      [ -20.]
//      [ -24.]
//      [  20.]
//      [ 148.]
//      [ -36.]
//      [ -56.]
//      [ 144.]
//      [ -48.]
//      [-184.]
//      [ -96.]
//      [  52.]
//      [ -60.]
//      [  68.]
//      [  68.]
//      [ -68.]
//      [ -40.]
//      [ -60.]]
// RUN: run --entry twice --grid 1 --arg 'a:i8[128,256]=randint(-99,99,seed=3)' --arg 'b:i8[256,128]=randint(-99,99,seed=4)' --arg 'c:i32[128,128]=zeros' --print c
// c = [[ -82674  -72725  -50362 ...  -59691  -79080 -119597]
//      [  78483   33877   76587 ... -179497    3676 -160755]
//      [   -615  100130   74322 ...  -88896   13977 -175777]
//      ...
//      [ -41457   14865   16938 ...   19911   17674   -3570]
//      [ -78231  -39473 -111495 ...   18941  -62057   82852]
//      [ -34919  -97933   35989 ...  -92866  -62193 -215209]]
cuda_tile.module @tests {
  entry @square(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>) optimization_hints=<default = {num_worker_warps_per_cta = 1}> {
    %ap = assume div_by<16>, %a : tile<ptr<i8>>
    %bp = assume div_by<16>, %b : tile<ptr<i8>>
    %cp = assume div_by<16>, %c : tile<ptr<i32>>
    %at = make_tensor_view %ap, shape = [32, 256], strides = [256, 1] : tensor_view<32x256xi8, strides=[256,1]>
    %av = make_partition_view %at : partition_view<tile=(32x128), tensor_view<32x256xi8, strides=[256,1]>>
    %bt = make_tensor_view %bp, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xi8, strides=[128,1]>
    %bv = make_partition_view %bt : partition_view<tile=(128x128), tensor_view<256x128xi8, strides=[128,1]>>
    %ct = make_tensor_view %cp, shape = [32, 128], strides = [128, 1] : tensor_view<32x128xi32, strides=[128,1]>
    %cv = make_partition_view %ct : partition_view<tile=(32x128), tensor_view<32x128xi32, strides=[128,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = constant <i32: 2> : tile<i32>
    %none = constant <i32: 0> : tile<32x128xi32>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%so = %none) -> (tile<32x128xi32>) {
      %x, %tx = load_view_tko weak %av[%zero, %i] : partition_view<tile=(32x128), tensor_view<32x256xi8, strides=[256,1]>>, tile<i32> -> tile<32x128xi8>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(128x128), tensor_view<256x128xi8, strides=[128,1]>>, tile<i32> -> tile<128x128xi8>, token
      %next = mmai %x, %y, %so unsigned signed : tile<32x128xi8>, tile<128x128xi8>, tile<32x128xi32>
      continue %next : tile<32x128xi32>
    }
    %done = store_view_tko weak %sum, %cv[%zero, %zero] : tile<32x128xi32>, partition_view<tile=(32x128), tensor_view<32x128xi32, strides=[128,1]>>, tile<i32> -> token
    return
  }
  entry @columns(%a: tile<ptr<f64>>, %b: tile<ptr<f64>>, %c: tile<ptr<f64>>) optimization_hints=<default = {num_worker_warps_per_cta = 8}> {
    %ap = assume div_by<16>, %a : tile<ptr<f64>>
    %bp = assume div_by<16>, %b : tile<ptr<f64>>
    %cp = assume div_by<16>, %c : tile<ptr<f64>>
    %at = make_tensor_view %ap, shape = [128, 48], strides = [1, 128] : tensor_view<128x48xf64, strides=[1,128]>
    %av = make_partition_view %at : partition_view<tile=(128x16), tensor_view<128x48xf64, strides=[1,128]>>
    %bt = make_tensor_view %bp, shape = [48, 1], strides = [1, 1] : tensor_view<48x1xf64, strides=[1,1]>
    %bv = make_partition_view %bt : partition_view<tile=(16x1), tensor_view<48x1xf64, strides=[1,1]>>
    %ct = make_tensor_view %cp, shape = [128, 1], strides = [1, 1] : tensor_view<128x1xf64, strides=[1,1]>
    %cv = make_partition_view %ct : partition_view<tile=(128x1), tensor_view<128x1xf64, strides=[1,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = constant <i32: 3> : tile<i32>
    %none = constant <f64: 0.0> : tile<128x1xf64>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%so = %none) -> (tile<128x1xf64>) {
      %x, %tx = load_view_tko weak %av[%zero, %i] : partition_view<tile=(128x16), tensor_view<128x48xf64, strides=[1,128]>>, tile<i32> -> tile<128x16xf64>, token
      %yraw, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(16x1), tensor_view<48x1xf64, strides=[1,1]>>, tile<i32> -> tile<16x1xf64>, token
      %y = addf %yraw, %yraw : tile<16x1xf64>
      %next = mmaf %x, %y, %so : tile<128x16xf64>, tile<16x1xf64>, tile<128x1xf64>
      continue %next : tile<128x1xf64>
    }
    %red = reduce %sum dim=1 identities=[0.0 : f64] : tile<128x1xf64> -> tile<128xf64> (%l: tile<f64>, %r: tile<f64>) {
      %lr = addf %l, %r : tile<f64>
      yield %lr : tile<f64>
    }
    %rr = reshape %red : tile<128xf64> -> tile<128x1xf64>
    %bc = broadcast %rr : tile<128x1xf64> -> tile<128x1xf64>
    %sum2 = addf %sum, %bc : tile<128x1xf64>
    %done = store_view_tko weak %sum2, %cv[%zero, %zero] : tile<128x1xf64>, partition_view<tile=(128x1), tensor_view<128x1xf64, strides=[1,1]>>, tile<i32> -> token
    return
  }
  entry @twice(%a: tile<ptr<i8>>, %b: tile<ptr<i8>>, %c: tile<ptr<i32>>) {
    %ap = assume div_by<16>, %a : tile<ptr<i8>>
    %bp = assume div_by<16>, %b : tile<ptr<i8>>
    %cp = assume div_by<16>, %c : tile<ptr<i32>>
    %at = make_tensor_view %ap, shape = [128, 256], strides = [256, 1] : tensor_view<128x256xi8, strides=[256,1]>
    %av = make_partition_view %at : partition_view<tile=(128x64), tensor_view<128x256xi8, strides=[256,1]>>
    %bt = make_tensor_view %bp, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xi8, strides=[128,1]>
    %bv = make_partition_view %bt : partition_view<tile=(64x128), tensor_view<256x128xi8, strides=[128,1]>>
    %ct = make_tensor_view %cp, shape = [128, 128], strides = [128, 1] : tensor_view<128x128xi32, strides=[128,1]>
    %cv = make_partition_view %ct : partition_view<tile=(128x128), tensor_view<128x128xi32, strides=[128,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %n = constant <i32: 4> : tile<i32>
    %none = constant <i32: 0> : tile<128x128xi32>
    %sum = for %i in (%zero to %n, step %one) : tile<i32> iter_values(%so = %none) -> (tile<128x128xi32>) {
      %x, %tx = load_view_tko weak %av[%zero, %i] : partition_view<tile=(128x64), tensor_view<128x256xi8, strides=[256,1]>>, tile<i32> -> tile<128x64xi8>, token
      %y, %ty = load_view_tko weak %bv[%i, %zero] : partition_view<tile=(64x128), tensor_view<256x128xi8, strides=[128,1]>>, tile<i32> -> tile<64x128xi8>, token
      %x2 = addi %x, %x : tile<128x64xi8>
      %s1 = mmai %x, %y, %so signed signed : tile<128x64xi8>, tile<64x128xi8>, tile<128x128xi32>
      %next = mmai %x2, %y, %s1 signed signed : tile<128x64xi8>, tile<64x128xi8>, tile<128x128xi32>
      continue %next : tile<128x128xi32>
    }
    %d = store_view_tko weak %sum, %cv[%zero, %zero] : tile<128x128xi32>, partition_view<tile=(128x128), tensor_view<128x128xi32, strides=[128,1]>>, tile<i32> -> token
    return
  }
}
