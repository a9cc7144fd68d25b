// RUN: run --entry plain
// TRAP: error[E0530]
// TRAP: `assume`: 9 is not divisible by 8 (in tile block 0,0,0, element 1)
// RUN: run --entry groups
// TRAP: error[E0530]
// TRAP: `assume`: 18 stands where the group continues with 17 (in tile block 0,0,0, element 3)
// RUN: run --entry pointer --arg 'i8[4]=zeros'
// TRAP: error[E0530]
// TRAP: is not divisible by 16
//
// 9 is not divisible by 8; in groups, the first element must be, and the others must rise by one.
cuda_tile.module @tests {
  entry @plain() {
    %i = constant <i32: [8, 9]> : tile<2xi32>
    %a = assume div_by<8>, %i : tile<2xi32>
    return
  }
  entry @groups() {
    %i = constant <i32: [8, 9, 16, 18]> : tile<4xi32>
    %a = assume div_by<8, every 2 along 0>, %i : tile<4xi32>
    return
  }
  entry @pointer(%x: tile<ptr<i8>>) {
    %one = constant <i32: 1> : tile<i32>
    %p = offset %x, %one : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
    %v = make_tensor_view %p, shape = [2], strides = [1] : tensor_view<2xi8, strides=[1]>
    %a = assume div_by<16>, %v : tensor_view<2xi8, strides=[1]>
    return
  }
}
