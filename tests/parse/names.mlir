// RUN: check
// Names of values: scopes, groups, uses of what is not there. One mistake gives one error, its results none.

cuda_tile.module @names {
  entry @scopes(%n: tile<i32>, %c: tile<i1>) {
    if %c {
      %inner = addi %n, %n : tile<i32>
    } else {
      // Beside each other the same name may be used again.
      %inner = muli %n, %n : tile<i32>
    }
    %0 = addi %inner, %n : tile<i32>
    // ERROR: use of undeclared SSA value name '%inner'
    %1 = addi %inner, %0 : tile<i32>
    if %c {
      %n = addi %1, %1 : tile<i32>
      // ERROR: redefinition of SSA value '%n'
    }
  }

  entry @entries_see_nothing_from_outside() {
    %0 = addi %n, %n : tile<i32>
    // ERROR: use of undeclared SSA value name '%n'
  }

  entry @groups() {
    %id:3 = get_tile_block_id : tile<i32>
    %0 = addi %id, %id#2 : tile<i32>
    %1 = addi %id#0, %id#3 : tile<i32>
    // ERROR: reference to invalid result number
    %a, %b:2 = get_num_tile_blocks : tile<i32>
    %2 = addi %a, %b#1 : tile<i32>
    get_num_tile_blocks : tile<i32>
  }

  entry @counts(%p: tile<ptr<f32>>, %c: tile<i1>) {
    %x, %y = get_tile_block_id : tile<i32>
    // ERROR: operation defines 3 results but was provided 2 to bind
    %z = addi %x, %y : tile<i32>
    %0, %1 = make_token : token
    // ERROR: operation defines 1 results but was provided 2 to bind
    %2 = assert %c, "no" : tile<i1>
    // ERROR: cannot name an operation with no results
    %3:0 = make_token : token
    // ERROR: expected named operation to have at least 1 result
  }

  entry @types(%f: tile<4xf32>, %i: tile<i32>, %t: token) {
    %0 = addf %f, %f : tile<8xf32>
    // ERROR: use of value '%f' expects different type than prior uses: '!cuda_tile.tile<8xf32>' vs '!cuda_tile.tile<4xf32>'
    %1 = negf %0 : tile<4xf32>
    // ERROR: use of value '%0' expects different type than prior uses: '!cuda_tile.tile<4xf32>' vs '!cuda_tile.tile<8xf32>'
    %2 = join_tokens %t, %i : token
    // ERROR: use of value '%i' expects different type than prior uses: '!cuda_tile.token' vs '!cuda_tile.tile<i32>'
    %3 = extract %f[%f] : tile<4xf32> -> tile<2xf32>
    // ERROR: use of value '%f' expects different type than prior uses: '!cuda_tile.tile<i32>' vs '!cuda_tile.tile<4xf32>'
    if %i { }
    // ERROR: use of value '%i' expects different type than prior uses: '!cuda_tile.tile<i1>' vs '!cuda_tile.tile<i32>'
  }

  entry @definitions_come_first(%i: tile<i32>) {
    %0 = addi %later, %i : tile<i32>
    // ERROR: use of undeclared SSA value name '%later'
    %later = addi %i, %i : tile<i32>
  }
}
