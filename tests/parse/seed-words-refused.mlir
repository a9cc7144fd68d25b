// RUN: check
// Words of the seeds that cannot be turned into standard ops as they stand.
cuda_tile.module @refused {
  entry @values(%p: tile<ptr<i32>>) {
    %x = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
    %f = constant <f32: [1.0, 2.0]> : tile<2xf32>
    %a = slice %x [0] [3] [1]
    // ERROR: `slice` takes 3 elements of a dimension
    %b = slice %x [2] [8] [1]
    // ERROR: `slice` from 2 to 8 in steps of 1 of an extent of 4
    %c = reshape %x [4, 2]
    // ERROR: `reshape` from 4 elements to the shape [4, 2]
    %d = squeeze %x [0]
    // ERROR: `squeeze` drops axis 0, whose extent is 4
    %e = transpose %x [1]
    // ERROR: `transpose` has no axis 1
    %g = split %x 0 3
    // ERROR: `split` cuts an extent of 4 into 3 parts
    %h = view %x [0] [1] [4]
    // ERROR: `view` takes a pointer
    %i = load %x
    // ERROR: `load` takes pointers
    %j = load %p 3
    // ERROR: `load` has the alignment 3
    %k = asin %x
    // ERROR: `asin` takes f16, bf16, f32 or f64
    %l = not %f
    // ERROR: `not` takes integers
    %m = and %x, %x stride = 4
    // ERROR: `and` has no `stride`
    %n = slice %x [0] [2] [1] : tile<8xi32>
    // ERROR: `slice`: the type is '!cuda_tile.tile<2xi32>', not '!cuda_tile.tile<8xi32>'
    %o = split %x )
    // ERROR: expected `axis` of `split`
  }
  entry @offset(%p: tile<ptr<f32>>, %f: tile<f32>) {
    %v = make_tensor_view %p, shape = [4, 8], strides = [8, 1] : tensor_view<4x8xf32, strides=[8,1]>
    %i = constant <i32: [3, 0]> : tile<2xi32>
    %t = experimental$gather_load %v, %i, [%f] : tile<2x4xf32>
    // ERROR: `experimental$gather_load` takes one integer as its offset
  }
  entry @nowhere() {
    br ^missing
    // ERROR: no block of this region is labelled '^missing'
  }
  entry @two_entries(%c: tile<i1>) {
    cond_br %c, ^a, ^b
  ^a:
    br ^b
  ^b:
    br ^a
  }
  // ERROR: the blocks form a loop with several entries
  entry @arguments(%c: tile<i1>) {
    br ^a(%c : tile<i1>)
    // ERROR: the block takes 0 value(s), and is given 1
  ^a:
    return
  }
}
