nvvm.module @m <target = "sm_80"> {
  func @k <reqntid = 32> (%p: ptr<global>) {
    %t = special <name = tid.x> : i32
    %zero = constant <value = 0> : i32
    %u = addi %t, %zero : i32
    %a = addptr %p, %u <bytes = 4> : ptr<global>, i32 -> ptr<global>
    grid_wait
    st %a, [%u] <bits = 32> : ptr<global>, i32
    return
  }
}
