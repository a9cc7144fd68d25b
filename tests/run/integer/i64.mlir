// RUN: run --show add --show mul --show high --show half --show abs
// %add = [-9223372036854775808 -9223372036854775807]
// %mul = [-2  0]
// %high = [0 1]
// %half = [4611686018427387903 4611686018427387904]
// %abs = [ 9223372036854775807 -9223372036854775808]
//
// 64-bit integers use all their bits.
cuda_tile.module @tests {
  entry @k() {
    %a = constant <i64: [9223372036854775807, -9223372036854775808]> : tile<2xi64>
    %one = constant <i64: 1> : tile<2xi64>
    %two = constant <i64: 2> : tile<2xi64>
    %add = addi %a, %one : tile<2xi64>
    %mul = muli %a, %two : tile<2xi64>
    %high = mulhii %a, %two : tile<2xi64>
    %half = divi %a, %two unsigned : tile<2xi64>
    %abs = absi %a : tile<2xi64>
    return
  }
}
