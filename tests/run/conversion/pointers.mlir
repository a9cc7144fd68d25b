// RUN: run --arg 'f32[4]=arange(1)' --show same --show a --show halves
// %same = True
// %a = 3.
// %halves = [    0 16256     0 16384]
//
// A pointer is a 64-bit number; a difference of addresses counts bytes. ptr_to_ptr looks at the same bytes as another type:
// 1.0 and 2.0 as f32 are 0x3F800000 and 0x40000000.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>) {
    %n = ptr_to_int %x : tile<ptr<f32>> -> tile<i64>
    %eight = constant <i64: 8> : tile<i64>
    %two = constant <i32: 2> : tile<i32>
    %m = addi %n, %eight : tile<i64>
    %p = int_to_ptr %m : tile<i64> -> tile<ptr<f32>>
    %q = offset %x, %two : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %k = ptr_to_int %q : tile<ptr<f32>> -> tile<i64>
    %same = cmpi equal %m, %k, signed : tile<i64> -> tile<i1>
    %a, %t1 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %i = ptr_to_ptr %x : tile<ptr<f32>> -> tile<ptr<i16>>
    %i4 = reshape %i : tile<ptr<i16>> -> tile<1xptr<i16>>
    %is = broadcast %i4 : tile<1xptr<i16>> -> tile<4xptr<i16>>
    %iota = iota : tile<4xi32>
    %all = offset %is, %iota : tile<4xptr<i16>>, tile<4xi32> -> tile<4xptr<i16>>
    %halves, %t2 = load_ptr_tko weak %all : tile<4xptr<i16>> -> tile<4xi16>, token
    return
  }
}
