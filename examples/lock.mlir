// A lock that all tile blocks share, and a counter that it protects. Teaches the memory model: nothing is ordered unless
// a token orders it, and only acquire and release carry what one block wrote to another.
//
// RUN: run --grid 8 --arg 'lock:i32[1]=zeros' --arg 'counter:i32[1]=zeros' --print counter --print lock
// counter = [8]
// lock = [0]
//
// The same, whatever the order of the blocks:
//
// RUN: run --grid 100 --schedule 7 --arg 'lock:i32[1]=zeros' --arg 'counter:i32[1]=zeros' --print counter
// counter = [100]

cuda_tile.module @lock {
  entry @count(%lock: tile<ptr<i32>>, %counter: tile<ptr<i32>>) {
    %free = constant <i32: 0> : tile<i32>
    %taken = constant <i32: 1> : tile<i32>

    // Spin until the lock was free and is ours. Compare-and-swap writes `taken` only when it finds `free`, and its first
    // result is what it found. The loop carries the token: each attempt comes after the one before, and the token that
    // leaves the loop stands for the attempt that succeeded. `acquire`: what comes after this token sees everything
    // that the block which released the lock had written before.
    %start = make_token : token
    %acquired = loop iter_values(%before = %start) : token -> token {
      %found, %tried = atomic_cas_tko acquire device %lock, %free, %taken token=%before : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
      %ours = cmpi equal %found, %free, signed : tile<i32> -> tile<i1>
      if %ours {
        break %tried : token
      }
      continue %tried : token
    }

    // Inside the lock plain accesses are enough: `weak` says that no other block accesses it. The tokens keep the
    // load inside, and the store after the load.
    %value, %read = load_ptr_tko weak %counter token=%acquired : tile<ptr<i32>> -> tile<i32>, token
    %one = constant <i32: 1> : tile<i32>
    %more = addi %value, %one : tile<i32>
    %written = store_ptr_tko weak %counter, %more token=%read : tile<ptr<i32>>, tile<i32> -> token

    // Let go. `release`: everything that this token stands for is visible to whoever acquires the lock next.
    %released = store_ptr_tko release device %lock, %free token=%written : tile<ptr<i32>>, tile<i32> -> token
    return
  }
}
