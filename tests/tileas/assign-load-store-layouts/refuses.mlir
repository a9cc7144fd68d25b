// RUN: opt --passes=assign-load-store-layouts
// REFUSED: `assign-load-store-layouts` cannot run: the module has agents, whose layouts are already chosen
// REFUSED: run it on a module without `async.pipeline.agent_switch`
//
// Agents hold tiles of their own, in layouts for their own warps.
tileas.module @tests <target = "sm_90a"> {
  func @k <num_warps = 4> (%x: ptr) {
    async.pipeline.agent_switch {
      async.pipeline.agent <num_warps = 4> {
        async.pipeline.yield
      }
      async.pipeline.yield
    }
    return
  }
}
