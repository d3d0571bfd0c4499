// Start indices out of range are moved into range.
// RANGE arg2 2 9
// RANGE arg3 -3 1
func.func @main(%x: tensor<4x6xf64>, %u: tensor<2x5xf64>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<4x6xf64> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<4x6xf64>, tensor<2x5xf64>, tensor<i32>, tensor<i32>) -> tensor<4x6xf64>
  %1 = stablehlo.multiply %0, %0 : tensor<4x6xf64>
  return %1 : tensor<4x6xf64>
}
// -----
// The same tensor is the operand and the update.
func.func @main(%x: tensor<5xf64>, %i: tensor<i64>) -> (tensor<5xf64>, tensor<5xf64>) {
  %0 = stablehlo.slice %x [0:2] : (tensor<5xf64>) -> tensor<2xf64>
  %1 = stablehlo.multiply %0, %0 : tensor<2xf64>
  %2 = stablehlo.dynamic_update_slice %x, %1, %i : (tensor<5xf64>, tensor<2xf64>, tensor<i64>) -> tensor<5xf64>
  %3 = stablehlo.dynamic_update_slice %x, %x, %i : (tensor<5xf64>, tensor<5xf64>, tensor<i64>) -> tensor<5xf64>
  return %2, %3 : tensor<5xf64>, tensor<5xf64>
}
