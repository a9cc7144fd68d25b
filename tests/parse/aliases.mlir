// RUN: check
// Aliases may be used before they are defined, and are defined once and not in circles.

#loop = #pool
#pool = #loop
// ERROR: alias '#loop' is defined by itself
!twice = !cuda_tile.tile<i32>
!twice = !cuda_tile.tile<i64>
// ERROR: redefinition of alias '!twice'
#bad = #cuda_tile.divby<4>
// ERROR: unknown attribute `divby` in dialect `cuda_tile`

cuda_tile.module @aliases {
  entry @k(%x: !later) {
    %0 = assume #fact, %x : !later
    %1 = assume #fakt, %0 : !later
    // ERROR: undefined symbol alias id 'fakt'
    %2 = assume #later, %0 : !later
    // ERROR: undefined symbol alias id 'later'
    %3 = assume #place, %0 : !later
    // ERROR: expected an alias of an attribute
    %4 = addi %0, %0 : !nowhere
    // ERROR: undefined symbol alias id 'nowhere'
    %5 = addi %0, %0 : !other.type
    // ERROR: unknown type: other.type
    %6 = addi %0, %0 : !later loc(#place)
    return loc(#fact)
    // ERROR: expected an alias of a location
  }
}

!later = !cuda_tile.tile<8xi32>
#fact = #cuda_tile.div_by<4>
#place = loc("k.py":1:2)
