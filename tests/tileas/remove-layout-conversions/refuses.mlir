// RUN: opt --passes=remove-layout-conversions
// REFUSED: `remove-layout-conversions` cannot run: the module has agents, whose layouts are already chosen
// REFUSED: run it on a module without `async.pipeline.agent_switch`
//
// Layouts do not travel into an agent, whose warps are others.
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
