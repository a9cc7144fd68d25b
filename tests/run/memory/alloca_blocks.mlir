// RUN: run --grid 3 --arg 'x:i32[384]=arange(384)' --arg 'y:i32[12]=zeros' --print y
// y = [       0  3462528  6925056 10387584        0  4502912  9005824 13508736
//             0  5543296 11086592 16629888]
//
// Memory of a tile block: as large as the block wants and aligned as it wants, its own in every block, and in every run of the
// loop or branch that it is in. What one thread writes, others read behind a token.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %last = constant <i32: 127> : tile<128xi32>
    %iota = iota : tile<128xi32>
    %back = subi %last, %iota : tile<128xi32>
    %bx, %by, %bz = get_tile_block_id : tile<i32>
    %size = constant <i32: 128> : tile<i32>
    %start = muli %bx, %size : tile<i32>
    %xb = offset %x, %start : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %x1 = reshape %xb : tile<ptr<i32>> -> tile<1xptr<i32>>
    %x128 = broadcast %x1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
    %px = offset %x128, %iota : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
    %in, %t0 = load_ptr_tko weak %px : tile<128xptr<i32>> -> tile<128xi32>, token
    %first = muli %bx, %four : tile<i32>
    %yb = offset %y, %first : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    for %i in (%zero to %four, step %one) : tile<i32> {
      %m = alloca num_elem = 128, alignment = 256 : tile<ptr<i32>>
      %m1 = reshape %m : tile<ptr<i32>> -> tile<1xptr<i32>>
      %m128 = broadcast %m1 : tile<1xptr<i32>> -> tile<128xptr<i32>>
      %p = offset %m128, %iota : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
      %q = offset %m128, %back : tile<128xptr<i32>>, tile<128xi32> -> tile<128xptr<i32>>
      %ii1 = reshape %i : tile<i32> -> tile<1xi32>
      %ii = broadcast %ii1 : tile<1xi32> -> tile<128xi32>
      %scaled = muli %in, %ii : tile<128xi32>
      %t1 = store_ptr_tko weak %p, %scaled : tile<128xptr<i32>>, tile<128xi32> -> token
      %v, %t2 = load_ptr_tko weak %q token=%t1 : tile<128xptr<i32>> -> tile<128xi32>, token
      %weighted = muli %v, %iota : tile<128xi32>
      %sum = reduce %weighted dim=0 identities=[0 : i32] : tile<128xi32> -> tile<i32>
      (%e: tile<i32>, %acc: tile<i32>) {
        %s = addi %acc, %e : tile<i32>
        yield %s : tile<i32>
      }
      %two = constant <i32: 2> : tile<i32>
      %early = cmpi less_than %i, %two, signed : tile<i32> -> tile<i1>
      %out = if %early -> (tile<i32>) {
        %big = alloca num_elem = 20000, alignment = 4 : tile<ptr<i32>>
        %far = constant <i32: 19999> : tile<i32>
        %end = offset %big, %far : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
        %t3 = store_ptr_tko weak %end, %sum : tile<ptr<i32>>, tile<i32> -> token
        %w, %t4 = load_ptr_tko weak %end token=%t3 : tile<ptr<i32>> -> tile<i32>, token
        yield %w : tile<i32>
      } else {
        yield %sum : tile<i32>
      }
      %place = offset %yb, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
      %t5 = store_ptr_tko weak %place, %out : tile<ptr<i32>>, tile<i32> -> token
      continue
    }
    return
  }
}
