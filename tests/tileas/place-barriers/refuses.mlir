// RUN: opt --passes=place-barriers
// REFUSED: `place-barriers` cannot run: the module has agents, whose layouts are already chosen
// REFUSED: run it on a module without `async.pipeline.agent_switch`
//
// Agents wait for each other by the stages of pipelines; a barrier of all warps would never be passed.
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
