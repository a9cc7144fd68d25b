// RUN: run --arg 'a:i32[64]=arange(0)' --arg 'b:i32[64]=arange(0)' --arg 'c:i16[64]=arange(100)' --arg 'd:i16[64]=zeros' --print a --print b --print c --print d
// a = [ 1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 16 17 18 19 20 21 22 23
//      24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47
//      48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63]
// b = [ 0  1  3  3  6  5  9  7 12  9 15 11 18 13 21 15 24 17 27 19 30 21 33 23
//      36 25 39 27 42 29 45 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47
//      48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63]
// c = [100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117
//      118 119 120 121 122 123 124 125 126 127 128 129 130 131 124 137 135 129
//      127 136 134 128 140 141 142 143 144 145 146 147 148 149 150 151 152 153
//      154 155 156 157 158 159 160 161 162 163]
// d = [124 137 135 129 127 136 134 128 126 124 133 131 125 138 132 130   0   0
//        0   0   0   0   0   0   0   0   0   0   0   0   0   0   0   0   0   0
//        0   0   0   0   0   0   0   0   0   0   0   0   0   0   0   0   0   0
//        0   0   0   0   0   0   0   0   0   0]
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
