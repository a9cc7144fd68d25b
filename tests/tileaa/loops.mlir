// RUN: compile --emit=tileaa
// tileaa.module @tests {
//   func @steps {
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %two = constant <value = 2> : i32
//     %three = constant <value = 3> : i32
//     %start = constant <value = 27> : i32
//     %steps = loop [%start, %zero] : i32, i32 -> i32 (%n: i32, %k: i32) {
//       %done = cmpi %n, %one <predicate = equal, signed> : i32, i32 -> i1
//       if %done : i1 {
//         break [%k] : i32
//       }
//       %k1 = addi %k, %one : i32
//       %bit = remi %n, %two <signed> : i32
//       %even = cmpi %bit, %zero <predicate = equal, signed> : i32, i32 -> i1
//       if %even : i1 {
//         %half = divi %n, %two <signed> : i32
//         continue [%half, %k1] : i32
//       }
//       %triple = muli %n, %three : i32
//       %next = addi %triple, %one : i32
//       continue [%next, %k1] : i32
//     }
//     return
//   }
//   func @k {
//     %x = get_program_id <axis = 0> : i32
//     %y = get_program_id <axis = 1> : i32
//     %z = get_program_id <axis = 2> : i32
//     %one = constant <value = 1> : i32
//     %two = constant <value = 2> : i32
//     %first = cmpi %x, %one <predicate = less_than, signed> : i32, i32 -> i1
//     if %first : i1 {
//       return
//     }
//     %third = cmpi %x, %two <predicate = equal, signed> : i32, i32 -> i1
//     loop {
//       if %third : i1 {
//         return
//       }
//       break
//     }
//     print [%x] <format = "block %d reached the end\0A"> : i32 -> token
//     return
//   }
// }
//
// Carried values, early ends of runs, and returns from inside of branches and loops.
cuda_tile.module @tests {
  entry @steps() {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %start = constant <i32: 27> : tile<i32>
    %steps = loop iter_values(%n = %start, %k = %zero) : tile<i32>, tile<i32> -> tile<i32> {
      %done = cmpi equal %n, %one, signed : tile<i32> -> tile<i1>
      if %done {
        break %k : tile<i32>
      }
      %k1 = addi %k, %one : tile<i32>
      %bit = remi %n, %two signed : tile<i32>
      %even = cmpi equal %bit, %zero, signed : tile<i32> -> tile<i1>
      if %even {
        %half = divi %n, %two signed : tile<i32>
        continue %half, %k1 : tile<i32>, tile<i32>
      }
      %triple = muli %n, %three : tile<i32>
      %next = addi %triple, %one : tile<i32>
      continue %next, %k1 : tile<i32>, tile<i32>
    }
    return
  }
  entry @k() {
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %two = constant <i32: 2> : tile<i32>
    %first = cmpi less_than %x, %one, signed : tile<i32> -> tile<i1>
    if %first {
      return
    }
    %third = cmpi equal %x, %two, signed : tile<i32> -> tile<i1>
    loop {
      if %third {
        return
      }
      break
    }
    print_tko "block %d reached the end\n", %x : tile<i32> -> token
    return
  }
}
