// RUN: check
// Hints that no compiler knows are ignored unless asked for.

cuda_tile.module @hints {
  entry @unknown() optimization_hints=<sm_1 = {}, sm_100 = {occupancy = 64, colour = 3, latency = 4}> {
    return
  }
}
