// Start indices out of range are moved into range.
// RANGE arg1 -2 2
// RANGE arg2 3 9
func.func @main(%x: tensor<4x6xf64>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<3x2xf64> {
  %0 = stablehlo.multiply %x, %x : tensor<4x6xf64>
  %1 = stablehlo.dynamic_slice %0, %i, %j, sizes = [3, 2] : (tensor<4x6xf64>, tensor<i32>, tensor<i32>) -> tensor<3x2xf64>
  return %1 : tensor<3x2xf64>
}
// -----
// If two slices overlap, their cotangents are added.
func.func @main(%x: tensor<7xf64>, %i: tensor<ui8>, %j: tensor<ui8>) -> tensor<4xf64> {
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [4] : (tensor<7xf64>, tensor<ui8>) -> tensor<4xf64>
  %1 = stablehlo.dynamic_slice %x, %j, sizes = [4] : (tensor<7xf64>, tensor<ui8>) -> tensor<4xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<4xf64>
  return %2 : tensor<4xf64>
}
// -----
func.func @main(%x: tensor<3x4xf64>, %i: tensor<i64>) -> (tensor<0x4xf64>, tensor<3x4xf64>) {
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [0, 4] : (tensor<3x4xf64>, tensor<i64>, tensor<i64>) -> tensor<0x4xf64>
  %1 = stablehlo.dynamic_slice %x, %i, %i, sizes = [3, 4] : (tensor<3x4xf64>, tensor<i64>, tensor<i64>) -> tensor<3x4xf64>
  return %0, %1 : tensor<0x4xf64>, tensor<3x4xf64>
}
