// RUN: check --strict
// What the reference tools refuse and Tilewright reads by default.

cuda_tile.module @strict {
  global @g : tile<4xi32> = [1, 2, 3, 4]
  // ERROR: expected '<' and a literal
  func @f() { }
  // ERROR: custom op 'func' is unknown
  entry @k(%p: tile<ptr<f32>>) {
    print "hello"
    // ERROR: custom op 'print' is unknown (tried 'cuda_tile.print' as well)
    % t = make_token : token
    // ERROR: invalid SSA name
    %0 = iota : <! cuda_tile.tile<4xi32>
    // ERROR: expected a type
    %1 = iota : ! cuda_tile.tile<4xi32>
    // ERROR: invalid type identifier
    %2 = iota : tile<[4]xi32>
    // ERROR: expected a type
    %3 = iota : tile<4xb32>
    // ERROR: unknown type: b32
    %4 = constant <i32: dense<1>> : tile<4xi32>
    // ERROR: expected an integer
    %5 = constant <i32: "0x00000000"> : tile<4xi32>
    // ERROR: expected the elements as numbers, not as a string
    %6 = experimental$alloca num_elem = 4, alignment = 4 : tile<ptr<f32>>
    // ERROR: custom op 'experimental$alloca' is unknown
    %7 = internal$optimization_barrier %p : tile<ptr<f32>>
    // ERROR: custom op 'internal$optimization_barrier' is unknown
  }
}
entry @outside() { }
// ERROR: custom op 'entry' is unknown (tried 'builtin.entry' as well)
