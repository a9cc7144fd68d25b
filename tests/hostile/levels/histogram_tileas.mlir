#r0 = reg=[] lane=[0,0,0,0,0] warp=[0,0]
#r1 = reg=[] lane=[1,2,4,8,16] warp=[0,0]
tileas.module @histogram <target = "sm_90a"> {
  func @histogram <num_warps = 4> (%x: ptr, %counts: ptr, %n: i32, %bins: i32) {
    %block = get_program_id <axis = 0> : i32
    %size = constant <value = 32> : i32
    %first = muli %block, %size : i32
    %first_1 = view %first : i32 -> tile<1xi32, #r0>
    %first_32 = broadcast %first_1 : tile<1xi32, #r0> -> tile<32xi32, #r1>
    %lanes = make_range : tile<32xi32, #r1>
    %index = addi %first_32, %lanes : tile<32xi32, #r1>
    %n_1 = view %n : i32 -> tile<1xi32, #r0>
    %n_32 = broadcast %n_1 : tile<1xi32, #r0> -> tile<32xi32, #r1>
    %exists = cmpi %index, %n_32 <predicate = less_than, signed> : tile<32xi32, #r1>, tile<32xi32, #r1> -> tile<32xi1, #r1>
    %x_1 = view %x : ptr -> tile<1xptr, #r0>
    %x_32 = broadcast %x_1 : tile<1xptr, #r0> -> tile<32xptr, #r1>
    %x_ptrs = addptr %x_32, %index <bytes = 4> : tile<32xptr, #r1>, tile<32xi32, #r1> -> tile<32xptr, #r1>
    %none = constant <value = -1> : tile<32xi32, #r1>
    %value = load %x_ptrs, [%exists], [%none] : tile<32xptr, #r1>, tile<32xi1, #r1>, tile<32xi32, #r1> -> tile<32xi32, #r1>
    %bins_1 = view %bins : i32 -> tile<1xi32, #r0>
    %bins_32 = broadcast %bins_1 : tile<1xi32, #r0> -> tile<32xi32, #r1>
    %counted = cmpi %value, %bins_32 <predicate = less_than> : tile<32xi32, #r1>, tile<32xi32, #r1> -> tile<32xi1, #r1>
    %counts_1 = view %counts : ptr -> tile<1xptr, #r0>
    %counts_32 = broadcast %counts_1 : tile<1xptr, #r0> -> tile<32xptr, #r1>
    %counters = addptr %counts_32, %value <bytes = 4> : tile<32xptr, #r1>, tile<32xi32, #r1> -> tile<32xptr, #r1>
    %one = constant <value = 1> : tile<32xi32, #r1>
    %before = atomic_rmw %counters, %one, [%counted] <mode = add, ordering = relaxed> : tile<32xptr, #r1>, tile<32xi32, #r1>, tile<32xi1, #r1> -> tile<32xi32, #r1>
    return
  }
}
