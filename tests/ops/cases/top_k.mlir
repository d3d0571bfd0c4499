// types: i1 i8 i16 i32 i64 ui8 ui16 ui32 ui64 f16 bf16 f32 f64
func.func @main(%x: tensor<3x333x$T>) -> (tensor<3x1x$T>, tensor<3x1xi32>, tensor<3x7x$T>, tensor<3x7xi32>, tensor<3x30x$T>, tensor<3x30xi32>, tensor<3x333x$T>, tensor<3x333xi32>) {
  %0, %1 = chlo.top_k(%x, k = 1) : tensor<3x333x$T> -> (tensor<3x1x$T>, tensor<3x1xi32>)
  %2, %3 = chlo.top_k(%x, k = 7) : tensor<3x333x$T> -> (tensor<3x7x$T>, tensor<3x7xi32>)
  %4, %5 = chlo.top_k(%x, k = 30) : tensor<3x333x$T> -> (tensor<3x30x$T>, tensor<3x30xi32>)
  %6, %7 = chlo.top_k(%x, k = 333) : tensor<3x333x$T> -> (tensor<3x333x$T>, tensor<3x333xi32>)
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<3x1x$T>, tensor<3x1xi32>, tensor<3x7x$T>, tensor<3x7xi32>, tensor<3x30x$T>, tensor<3x30xi32>, tensor<3x333x$T>, tensor<3x333xi32>
}
// -----
// A kernel computes the operand, and another kernel reads the results. Many elements of the operand are equal.
// types: i32 ui8
func.func @main(%x: tensor<2x3x50x$T>) -> (tensor<2x3x4x$T>, tensor<2x3x4xi32>) {
  %c = stablehlo.constant dense<2> : tensor<2x3x50x$T>
  %0 = stablehlo.maximum %x, %c : tensor<2x3x50x$T>
  %1 = stablehlo.minimum %x, %c : tensor<2x3x50x$T>
  %2 = stablehlo.subtract %0, %1 : tensor<2x3x50x$T>
  %3 = stablehlo.minimum %2, %c : tensor<2x3x50x$T>
  %v, %i = chlo.top_k(%3, k = 4) : tensor<2x3x50x$T> -> (tensor<2x3x4x$T>, tensor<2x3x4xi32>)
  %4 = stablehlo.add %v, %v : tensor<2x3x4x$T>
  %5 = stablehlo.add %i, %i : tensor<2x3x4xi32>
  return %4, %5 : tensor<2x3x4x$T>, tensor<2x3x4xi32>
}
// -----
// k is 0, or the operand has no elements or one.
// types: f32 i8
func.func @main(%x: tensor<4x5x$T>, %y: tensor<0x5x$T>, %z: tensor<1x$T>) -> (tensor<4x0x$T>, tensor<4x0xi32>, tensor<0x3x$T>, tensor<0x3xi32>, tensor<1x$T>, tensor<1xi32>) {
  %0, %1 = chlo.top_k(%x, k = 0) : tensor<4x5x$T> -> (tensor<4x0x$T>, tensor<4x0xi32>)
  %2, %3 = chlo.top_k(%y, k = 3) : tensor<0x5x$T> -> (tensor<0x3x$T>, tensor<0x3xi32>)
  %4, %5 = chlo.top_k(%z, k = 1) : tensor<1x$T> -> (tensor<1x$T>, tensor<1xi32>)
  return %0, %1, %2, %3, %4, %5 : tensor<4x0x$T>, tensor<4x0xi32>, tensor<0x3x$T>, tensor<0x3xi32>, tensor<1x$T>, tensor<1xi32>
}
