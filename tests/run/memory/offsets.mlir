// RUN: run --arg 'a:i32[64]=arange(0)' --arg 'b:i32[64]=arange(0)' --arg 'c:i16[64]=arange(100)' --arg 'd:i16[64]=zeros' --print a --print b --print c --print d
//
// Pointers that are one pointer and offsets: counted into the memory that the offsets lie in, from every second element of a
// row; loaded and stored with offsets of both widths, in front of the pointer and behind it, some lanes masked off.
cuda_tile.module @tests {
  entry @k(%a: tile<ptr<i32>>, %b: tile<ptr<i32>>, %c: tile<ptr<i16>>, %d: tile<ptr<i16>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<16xi32>
    %iota = iota : tile<16xi32>
    // What is counted changes what is read, but not before.
    %a_tensor = make_tensor_view %a, shape = [16], strides = [1] : tensor_view<16xi32, strides=[1]>
    %a_tiles = make_partition_view %a_tensor : partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>
    %a_offsets, %a_read = load_view_tko weak %a_tiles[%zero] : partition_view<tile=(16), tensor_view<16xi32, strides=[1]>>, tile<i32> -> tile<16xi32>, token
    %a_1 = reshape %a : tile<ptr<i32>> -> tile<1xptr<i32>>
    %a_all = broadcast %a_1 : tile<1xptr<i32>> -> tile<16xptr<i32>>
    %a_places = offset %a_all, %a_offsets : tile<16xptr<i32>>, tile<16xi32> -> tile<16xptr<i32>>
    %a_before, %a_added = atomic_rmw_tko relaxed device %a_places, add, %one token=%a_read : tile<16xptr<i32>>, tile<16xi32> -> tile<16xi32>, token
    // Every second offset.
    %b_tensor = make_tensor_view %b, shape = [16], strides = [2] : tensor_view<16xi32, strides=[2]>
    %b_tiles = make_partition_view %b_tensor : partition_view<tile=(16), tensor_view<16xi32, strides=[2]>>
    %b_offsets, %b_read = load_view_tko weak %b_tiles[%zero] : partition_view<tile=(16), tensor_view<16xi32, strides=[2]>>, tile<i32> -> tile<16xi32>, token
    %b_1 = reshape %b : tile<ptr<i32>> -> tile<1xptr<i32>>
    %b_all = broadcast %b_1 : tile<1xptr<i32>> -> tile<16xptr<i32>>
    %b_places = offset %b_all, %b_offsets : tile<16xptr<i32>>, tile<16xi32> -> tile<16xptr<i32>>
    %b_before, %b_added = atomic_rmw_tko relaxed device %b_places, add, %iota token=%b_read : tile<16xptr<i32>>, tile<16xi32> -> tile<16xi32>, token
    // Around a pointer in the middle.
    %middle = constant <i32: 32> : tile<i32>
    %c_middle = offset %c, %middle : tile<ptr<i16>>, tile<i32> -> tile<ptr<i16>>
    %c_1 = reshape %c_middle : tile<ptr<i16>> -> tile<1xptr<i16>>
    %c_all = broadcast %c_1 : tile<1xptr<i16>> -> tile<16xptr<i16>>
    %four = constant <i32: 4> : tile<16xi32>
    %fifteen = constant <i32: 15> : tile<16xi32>
    %fours = muli %iota, %four : tile<16xi32>
    %mixed = remi %fours, %fifteen unsigned : tile<16xi32>
    %eight = constant <i32: 8> : tile<16xi32>
    %around = subi %mixed, %eight : tile<16xi32>
    %c_from = offset %c_all, %around : tile<16xptr<i16>>, tile<16xi32> -> tile<16xptr<i16>>
    %loaded, %c_read = load_ptr_tko weak %c_from : tile<16xptr<i16>> -> tile<16xi16>, token
    // Stored with wide offsets, one at each place, some of them.
    %seven = constant <i32: 7> : tile<16xi32>
    %sevens = muli %iota, %seven : tile<16xi32>
    %wrap = constant <i32: 15> : tile<16xi32>
    %spread = andi %sevens, %wrap : tile<16xi32>
    %wide = exti %spread signed : tile<16xi32> -> tile<16xi64>
    %d_1 = reshape %d : tile<ptr<i16>> -> tile<1xptr<i16>>
    %d_all = broadcast %d_1 : tile<1xptr<i16>> -> tile<16xptr<i16>>
    %d_to = offset %d_all, %wide : tile<16xptr<i16>>, tile<16xi64> -> tile<16xptr<i16>>
    %d_written = store_ptr_tko weak %d_to, %loaded : tile<16xptr<i16>>, tile<16xi16> -> token
    %some = cmpi less_than %spread, %eight, unsigned : tile<16xi32> -> tile<16xi1>
    %c_to = offset %c_all, %wide : tile<16xptr<i16>>, tile<16xi64> -> tile<16xptr<i16>>
    %c_written = store_ptr_tko weak %c_to, %loaded, %some token=%c_read : tile<16xptr<i16>>, tile<16xi16>, tile<16xi1> -> token
    return
  }
}
