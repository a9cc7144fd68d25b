nvvm.module @histogram <target = "sm_90a"> {
  global @histogram$shared <space = shared, size = 128, alignment = 1024>
  func @histogram <reqntid = 128, param_bits = [64, 64, 32, 32]> (%x: ptr<global>, %counts: ptr<global>, %n: i32, %bins: i32) {
    %0 = address_of <name = @histogram$shared> : ptr<shared>
    %block = special <name = ctaid.x> : i32
    %1 = constant <value = 5> : i32
    %first = shli %block, %1 : i32
    %2 = special <name = tid.x> : i32
    %3 = constant <value = 31> : i32
    %lanes = andi %2, %3 : i32
    %index = addi %first, %lanes : i32
    %exists = cmpi %index, %n <predicate = less_than, signed> : i32, i32 -> i1
    %none = constant <value = -1> : i32
    %4 = addptr %x, %index <bytes = 4> : ptr<global>, i32 -> ptr<global>
    %value = ld %4, [%exists], [%none] <bits = 32> : ptr<global>, i1, i32 -> i32
    %counted = cmpi %value, %bins <predicate = less_than> : i32, i32 -> i1
    %one = constant <value = 1> : i32
    %5 = constant <value = 96> : i32
    %6 = andi %2, %5 : i32
    %7 = constant <value = 0> : i32
    %8 = cmpi %6, %7 <predicate = equal> : i32, i32 -> i1
    %9 = andi %counted, %8 : i1
    %10 = addptr %counts, %value <bytes = 4> : ptr<global>, i32 -> ptr<global>
    %11 = atom %10, %one, [%9] <mode = add> : ptr<global>, i32, i1 -> i32
    barrier
    %12 = addptr %0, %lanes <bytes = 4> : ptr<shared>, i32 -> ptr<shared>
    st %12, [%11], [%8] <bits = 32> : ptr<shared>, i32, i1
    barrier
    return
  }
}
