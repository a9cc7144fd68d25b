// RUN: check --strict
// The reference tools know none of the seeds' words.
cuda_tile.module @words {
  entry @k(%p: tile<ptr<i32>>, %c: tile<i1>) {
    %x = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
    %and = and %x, %x : tile<4xi32>
    // ERROR: custom op 'and' is unknown (tried 'cuda_tile.and' as well)
    %m = reshape %x [2, 2]
    // ERROR: expected ':'
    %asin = cuda_tile.experimental$asin %x : tile<4xf32>
    // ERROR: unknown operation 'cuda_tile.experimental$asin'
    %v = load %p
    // ERROR: custom op 'load' is unknown (tried 'cuda_tile.load' as well)
  }
  entry @b() {
    barrier
    // ERROR: custom op 'barrier' is unknown (tried 'cuda_tile.barrier' as well)
  }
  entry @c() {
    br ^a
    // ERROR: custom op 'br' is unknown (tried 'cuda_tile.br' as well)
  ^a:
    return
  }
}
