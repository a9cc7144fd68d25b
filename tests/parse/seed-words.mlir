// RUN: check
// Every word of the seeds gives one note, which names the standard spelling.
cuda_tile.module @words {
  entry @k(%p: tile<ptr<i32>>, %c: tile<i1>) {
    %x = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
    %f = constant <f32: [1.0, 2.0, 3.0, 4.0]> : tile<4xf32>
    %and = and %x, %x : tile<4xi32>
    // NOTE: `and` is not standard
    %or = or %x, %x
    // NOTE: `or` is not standard
    %xor = xor %x %x
    // NOTE: `xor` is not standard
    %not = not %x
    // NOTE: `not` is not standard
    %shl = shl %x, %x
    // NOTE: `shl` is not standard
    %shr = shr %x, %x unsigned
    // NOTE: `shr` is not standard
    %fma = fmaf %f, %f, %f
    // NOTE: `fmaf` is not standard
    %sqrt = sqrtf %f rounding<approx> : tile<4xf32>
    // NOTE: `sqrtf` is not standard
    %exp = expf %f
    // NOTE: `expf` is not standard
    %log = logf %f : tile<4xf32>
    // NOTE: `logf` is not standard
    %asin = experimental$asin %f : tile<4xf32>
    // NOTE: `experimental$asin` is not standard
    %atanh = cuda_tile.experimental.atanh %f : tile<4xf32>
    // NOTE: `experimental.atanh` is not standard
    %v = load %p alignment = 4
    // NOTE: `load` is not standard
    store %p, %v 4 true always
    // NOTE: `store` is not standard
    %a = atomic_add %p, %v acq_rel sys
    // NOTE: `atomic_add` is not standard
    %old, %ok = atomic_compare_exchange %p, %v, %v seq_cst relaxed
    // NOTE: `atomic_compare_exchange` is not standard
    %m = reshape %x [2, 2]
    // NOTE: `reshape` is not standard
    %t = transpose %m [1, 0] : tile<2x2xi32> -> tile<2x2xi32>
    // NOTE: `transpose` is not standard
    %s = slice %x [1] [3] [1] : tile<2xi32>
    // NOTE: `slice` is not standard
    barrier
    // NOTE: `barrier` is not standard
    comment "a remark"
    // NOTE: `comment` is not standard
    cond_br %c, ^a, ^b
    // NOTE: `cond_br` is not standard
  ^a:
    br ^b
    // NOTE: `br` is not standard
  ^b:
    return
  }
}
