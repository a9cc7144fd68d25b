// RUN: check --version=13.3
// Up to 13.3 a kernel does not return from below a loop.

cuda_tile.module @control {
  entry @returns(%c: tile<i1>) {
    if %c {
      if %c {
        return
      }
    }
    loop {
      return
      // ERROR: 'cuda_tile.return' op expects parent op to be one of 'cuda_tile.entry, cuda_tile.if'
    }
    loop {
      if %c {
        return
        // ERROR: 'cuda_tile.return' op must be used within a cuda_tile.entry, or cuda_tile.if operation
      }
      break
    }
    return
  }
}
