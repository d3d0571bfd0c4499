// types: i8 i16 i32 i64 ui8 ui16 ui32 ui64
func.func @main(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<5x7x$T>, tensor<2xui64>, tensor<5x7x$T>) {
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x7x$T>)
  %1:2 = stablehlo.rng_bit_generator %0#0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x7x$T>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<2xui64>, tensor<5x7x$T>, tensor<2xui64>, tensor<5x7x$T>
}
// -----
// The bits are computed as two halves along the first, the last, or an odd dim. They need more blocks than are computed
// at once.
// types: ui32 ui64
func.func @main(%s: tensor<2xui64>) -> (tensor<4x333x$T>, tensor<333x4x$T>, tensor<3x1x129x$T>) {
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x333x$T>)
  %1:2 = stablehlo.rng_bit_generator %0#0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<333x4x$T>)
  %2:2 = stablehlo.rng_bit_generator %1#0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x1x129x$T>)
  return %0#1, %1#1, %2#1 : tensor<4x333x$T>, tensor<333x4x$T>, tensor<3x1x129x$T>
}
// -----
// Results with one element and without elements, and a counter of 128 bits whose low half overflows.
// types: ui16 ui32 ui64
func.func @main(%s: tensor<2xui64>) -> (tensor<$T>, tensor<1x1x$T>, tensor<2xui64>, tensor<3x0x$T>, tensor<3xui64>, tensor<1001x$T>) {
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<$T>)
  %1:2 = stablehlo.rng_bit_generator %0#0, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x1x$T>)
  %2:2 = stablehlo.rng_bit_generator %1#0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x0x$T>)
  %key = stablehlo.slice %2#0 [0:1] : (tensor<2xui64>) -> tensor<1xui64>
  %counter = stablehlo.constant dense<[18446744073709551516, 7]> : tensor<2xui64>
  %3 = stablehlo.concatenate %key, %counter, dim = 0 : (tensor<1xui64>, tensor<2xui64>) -> tensor<3xui64>
  %4:2 = stablehlo.rng_bit_generator %3, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<1001x$T>)
  return %0#1, %1#1, %2#0, %2#1, %4#0, %4#1 : tensor<$T>, tensor<1x1x$T>, tensor<2xui64>, tensor<3x0x$T>, tensor<3xui64>, tensor<1001x$T>
}
// -----
// One kernel after the call converts the bits to floats.
// types: f32
func.func @main(%s: tensor<2xui64>) -> tensor<6x50x$T> {
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6x50xui32>)
  %nine = stablehlo.constant dense<9> : tensor<6x50xui32>
  %1 = stablehlo.shift_right_logical %0#1, %nine : tensor<6x50xui32>
  %one = stablehlo.constant dense<1065353216> : tensor<6x50xui32>
  %2 = stablehlo.or %1, %one : tensor<6x50xui32>
  %3 = stablehlo.bitcast_convert %2 : (tensor<6x50xui32>) -> tensor<6x50x$T>
  return %3 : tensor<6x50x$T>
}
