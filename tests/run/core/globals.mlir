// RUN: run --grid 4 --block 3,0,0 --show old --show misaligned --show last
// %old = 13
// %misaligned = 0
// %last = 3.5
//
// A global is initialised when the module is loaded and shared by all tile blocks: each of the four adds 1 to it.
cuda_tile.module @tests {
  global @counter <i32: 10> : tile<1xi32>
  global private constant @table alignment = 512 <f32: [0.5, 1.5, 2.5, 3.5]> : tile<4xf32>
  entry @k() {
    %counter = get_global @counter : tile<ptr<i32>>
    %one = constant <i32: 1> : tile<i32>
    %old, %t = atomic_rmw_tko relaxed device %counter, add, %one : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %p = get_global @table : tile<ptr<f32>>
    %n = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
    %m = constant <i64: 511> : tile<i64>
    %misaligned = andi %n, %m : tile<i64>
    %three = constant <i32: 3> : tile<i32>
    %q = offset %p, %three : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %last, %u = load_ptr_tko weak %q : tile<ptr<f32>> -> tile<f32>, token
    return
  }
}
