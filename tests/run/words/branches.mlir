// RUN: run --entry diamond --arg "7" --arg "o:i32[1]=zeros" --print o
// o = [21]
// RUN: run --entry diamond --arg "8" --arg "o:i32[1]=zeros" --print o
// o = [4]
// RUN: run --entry collatz --arg "27" --arg "o:i32[1]=zeros" --print o
// o = [111]
// RUN: run --entry search --arg "20" --arg "o:i32[2]=zeros" --print o
// o = [7 1]
// RUN: run --entry search --arg "5" --arg "o:i32[2]=zeros" --print o
// o = [5 2]
// RUN: run --entry nested --arg "4" --arg "o:i32[1]=zeros" --print o
// o = [30]
// RUN: run --entry tangle --arg "0" --arg "o:i32[1]=zeros" --print o
// o = [1101]
// RUN: run --entry tangle --arg "1" --arg "o:i32[1]=zeros" --print o
// o = [1010]
// RUN: run --entry tangle --arg "2" --arg "o:i32[1]=zeros" --print o
// o = [1000]

// Blocks that branch become `if` and `loop`: ways that meet, loops, loops with several exits, loops in loops.
cuda_tile.module @branches {
  // n odd: 3 n, n even: n / 2.
  entry @diamond(%n: tile<i32>, %o: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %low = and %n, %one : tile<i32>
    %odd = cmpi equal %low, %one, signed : tile<i32> -> tile<i1>
    cond_br %odd, ^odd, ^even
  ^odd:
    %three = constant <i32: 3> : tile<i32>
    %a = muli %n, %three : tile<i32>
    br ^done(%a : tile<i32>)
  ^even:
    %b = shr %n, %one unsigned : tile<i32>
    br ^done(%b : tile<i32>)
  ^done(%r: tile<i32>):
    store %o, %r
    return
  }

  // Steps until 1.
  entry @collatz(%start: tile<i32>, %o: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    br ^head(%start, %zero : tile<i32>, tile<i32>)
  ^head(%n: tile<i32>, %steps: tile<i32>):
    %more = cmpi greater_than %n, %one, signed : tile<i32> -> tile<i1>
    cond_br %more, ^body, ^done
  ^body:
    %low = and %n, %one
    %odd = cmpi equal %low, %one, signed : tile<i32> -> tile<i1>
    %next = addi %steps, %one : tile<i32>
    cond_br %odd, ^odd, ^even
  ^odd:
    %three = constant <i32: 3> : tile<i32>
    %a = muli %n, %three : tile<i32>
    %b = addi %a, %one : tile<i32>
    br ^head(%b, %next : tile<i32>, tile<i32>)
  ^even:
    %c = shr %n, %one
    br ^head(%c, %next : tile<i32>, tile<i32>)
  ^done:
    store %o, %steps
    return
  }

  // The first i with i * i > 40 (exit 1), or the end (exit 2). %i is defined in the loop and used behind it.
  entry @search(%end: tile<i32>, %o: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %limit = constant <i32: 40> : tile<i32>
    br ^head(%zero : tile<i32>)
  ^head(%i: tile<i32>):
    %less = cmpi less_than %i, %end, signed : tile<i32> -> tile<i1>
    cond_br %less, ^body, ^ran_out
  ^body:
    %square = muli %i, %i : tile<i32>
    %found = cmpi greater_than %square, %limit, signed : tile<i32> -> tile<i1>
    %next = addi %i, %one : tile<i32>
    cond_br %found, ^found, ^head(%next : tile<i32>)
  ^found:
    br ^done(%one : tile<i32>)
  ^ran_out:
    %two = constant <i32: 2> : tile<i32>
    br ^done(%two : tile<i32>)
  ^done(%how: tile<i32>):
    store %o, %i
    %p = offset %o, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    store %p, %how
    return
  }

  // The sum of i * i for i from 1 to n: i is added i times.
  entry @nested(%n: tile<i32>, %o: tile<ptr<i32>>) {
    %one = constant <i32: 1> : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    br ^outer(%one, %zero : tile<i32>, tile<i32>)
  ^outer(%i: tile<i32>, %sum: tile<i32>):
    %more = cmpi less_than_or_equal %i, %n, signed : tile<i32> -> tile<i1>
    cond_br %more, ^inner(%zero, %sum : tile<i32>, tile<i32>), ^done
  ^inner(%j: tile<i32>, %partial: tile<i32>):
    %less = cmpi less_than %j, %i, signed : tile<i32> -> tile<i1>
    %j1 = addi %j, %one : tile<i32>
    %more_sum = addi %partial, %i : tile<i32>
    cond_br %less, ^inner(%j1, %more_sum : tile<i32>, tile<i32>), ^next
  ^next:
    %i1 = addi %i, %one : tile<i32>
    br ^outer(%i1, %partial : tile<i32>, tile<i32>)
  ^done:
    store %o, %sum
    return
  }

  // Ways that cross: 0 takes a, c, d; 1 takes b, d; 2 takes neither.
  entry @tangle(%k: tile<i32>, %o: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %is0 = cmpi equal %k, %zero, signed : tile<i32> -> tile<i1>
    cond_br %is0, ^c(%one : tile<i32>), ^rest
  ^rest:
    %is1 = cmpi equal %k, %one, signed : tile<i32> -> tile<i1>
    %ten = constant <i32: 10> : tile<i32>
    cond_br %is1, ^d(%ten : tile<i32>), ^maybe
  ^maybe:
    %never = cmpi greater_than %zero, %one, signed : tile<i32> -> tile<i1>
    cond_br %never, ^c(%zero : tile<i32>), ^d(%zero : tile<i32>)
  ^c(%x: tile<i32>):
    %hundred = constant <i32: 100> : tile<i32>
    %y = addi %x, %hundred : tile<i32>
    br ^d(%y : tile<i32>)
  ^d(%z: tile<i32>):
    %thousand = constant <i32: 1000> : tile<i32>
    %sum = addi %z, %thousand : tile<i32>
    store %o, %sum
    return
  }
}
