// types: all
func.func @main(%x: tensor<5x9x$T>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<3x4x$T> {
  %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [3, 4] : (tensor<5x9x$T>, tensor<i32>, tensor<i32>) -> tensor<3x4x$T>
  return %0 : tensor<3x4x$T>
}
// -----
// The start indices are far out of range, and have several types.
// types: i8 i64 ui32 ui64
func.func @main(%x: tensor<9xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.constant dense<100> : tensor<$T>
  %1 = stablehlo.constant dense<0> : tensor<$T>
  %2 = stablehlo.dynamic_slice %x, %0, sizes = [4] : (tensor<9xf32>, tensor<$T>) -> tensor<4xf32>
  %3 = stablehlo.dynamic_slice %x, %1, sizes = [4] : (tensor<9xf32>, tensor<$T>) -> tensor<4xf32>
  return %2, %3 : tensor<4xf32>, tensor<4xf32>
}
