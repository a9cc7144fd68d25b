// Counts how often each value occurs. Teaches atomics: many lanes of many blocks may add to the same counter, and no
// addition is lost. Values that have no counter are left out.
//
// RUN: run --grid 2 --arg 'x:i32[50]=randint(0,6,seed=3)' --arg 'counts:i32[5]=zeros' --arg 'x.shape[0]' --arg 'counts.shape[0]' --print counts
// counts = [ 8  9 11  7  8]

cuda_tile.module @histogram {
  entry @histogram(%x: tile<ptr<i32>>, %counts: tile<ptr<i32>>, %n: tile<i32>, %bins: tile<i32>) {
    // This block's 32 elements.
    %block, %block_y, %block_z = get_tile_block_id : tile<i32>
    %size = constant <i32: 32> : tile<i32>
    %first = muli %block, %size : tile<i32>
    %first_1 = reshape %first : tile<i32> -> tile<1xi32>
    %first_32 = broadcast %first_1 : tile<1xi32> -> tile<32xi32>
    %lanes = iota : tile<32xi32>
    %index = addi %first_32, %lanes : tile<32xi32>
    %n_1 = reshape %n : tile<i32> -> tile<1xi32>
    %n_32 = broadcast %n_1 : tile<1xi32> -> tile<32xi32>
    %exists = cmpi less_than %index, %n_32, signed : tile<32xi32> -> tile<32xi1>
    %x_1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %x_32 = broadcast %x_1 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %x_ptrs = offset %x_32, %index : tile<32xptr<i32>>, tile<32xi32> -> tile<32xptr<i32>>

    // Lanes past the end read -1, the padding operand after the mask. Read without a sign, -1 is the largest number of
    // all, so one unsigned comparison leaves out padding, negative values, and values that are too large.
    %none = constant <i32: -1> : tile<32xi32>
    %value, %read = load_ptr_tko weak %x_ptrs, %exists, %none : tile<32xptr<i32>>, tile<32xi1>, tile<32xi32> -> tile<32xi32>, token
    %bins_1 = reshape %bins : tile<i32> -> tile<1xi32>
    %bins_32 = broadcast %bins_1 : tile<1xi32> -> tile<32xi32>
    %counted = cmpi less_than %value, %bins_32, unsigned : tile<32xi32> -> tile<32xi1>

    // Every lane is a transaction of its own: read, add, write, with no other access between. `relaxed` asks for no order with
    // other memory, `device` says that blocks anywhere on the GPU take part. The first result, what each lane found
    // before, is not needed.
    %counts_1 = reshape %counts : tile<ptr<i32>> -> tile<1xptr<i32>>
    %counts_32 = broadcast %counts_1 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %counters = offset %counts_32, %value : tile<32xptr<i32>>, tile<32xi32> -> tile<32xptr<i32>>
    %one = constant <i32: 1> : tile<32xi32>
    %before, %added = atomic_rmw_tko relaxed device %counters, add, %one, %counted : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    return
  }
}
