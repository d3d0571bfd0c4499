func.func @main(%x: tensor<3x5xf64>, %y: tensor<5x4xf64>) -> tensor<3x4xf64> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x5xf64>, tensor<5x4xf64>) -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}
// -----
func.func @main(%x: tensor<5x3xf64>, %y: tensor<4x5xf64>) -> tensor<3x4xf64> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [1] : (tensor<5x3xf64>, tensor<4x5xf64>) -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}
// -----
func.func @main(%x: tensor<2x3x5xf64>, %y: tensor<2x5x4xf64>) -> tensor<2x3x4xf64> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x5xf64>, tensor<2x5x4xf64>) -> tensor<2x3x4xf64>
  return %0 : tensor<2x3x4xf64>
}
// -----
// Two batch dims and two contracted dims, in different orders in the operands.
func.func @main(%x: tensor<3x2x5x4xf64>, %y: tensor<6x5x2x3x4xf64>) -> tensor<2x3x6xf64> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [1, 0] x [2, 3], contracting_dims = [3, 2] x [4, 1] : (tensor<3x2x5x4xf64>, tensor<6x5x2x3x4xf64>) -> tensor<2x3x6xf64>
  return %0 : tensor<2x3x6xf64>
}
// -----
func.func @main(%x: tensor<3x2x5x4xf64>, %y: tensor<6x3x4x2x5xf64>) -> tensor<2x3x6xf64> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [1, 0] x [3, 1], contracting_dims = [2, 3] x [4, 2] : (tensor<3x2x5x4xf64>, tensor<6x3x4x2x5xf64>) -> tensor<2x3x6xf64>
  return %0 : tensor<2x3x6xf64>
}
// -----
// Next: a dot product of vectors, an outer product, and a product with batch dims only.
func.func @main(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<f64> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<3xf64>, tensor<3xf64>) -> tensor<f64>
  return %0 : tensor<f64>
}
// -----
func.func @main(%x: tensor<3xf64>, %y: tensor<4xf64>) -> tensor<3x4xf64> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [] x [] : (tensor<3xf64>, tensor<4xf64>) -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}
// -----
func.func @main(%x: tensor<3x2xf64>, %y: tensor<2x3xf64>) -> tensor<3x2xf64> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0, 1] x [1, 0], contracting_dims = [] x [] : (tensor<3x2xf64>, tensor<2x3xf64>) -> tensor<3x2xf64>
  return %0 : tensor<3x2xf64>
}
// -----
// The contracted dim is empty, or the result is empty.
func.func @main(%x: tensor<3x0xf64>, %y: tensor<0x4xf64>) -> tensor<3x4xf64> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x0xf64>, tensor<0x4xf64>) -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}
// -----
func.func @main(%x: tensor<0x3xf64>, %y: tensor<3x4xf64>) -> tensor<0x4xf64> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<0x3xf64>, tensor<3x4xf64>) -> tensor<0x4xf64>
  return %0 : tensor<0x4xf64>
}
// -----
// Both operands are the same value.
func.func @main(%x: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [0] x [0] : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64>
  return %1 : tensor<3x3xf64>
}
// -----
func.func @main(%x: tensor<3x5xcomplex<f64>>, %y: tensor<5x4xcomplex<f64>>) -> tensor<3x4xcomplex<f64>> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x5xcomplex<f64>>, tensor<5x4xcomplex<f64>>) -> tensor<3x4xcomplex<f64>>
  return %0 : tensor<3x4xcomplex<f64>>
}
// -----
// The operands have two types. The integers have no gradient.
func.func @main(%x: tensor<3x5xf64>, %y: tensor<5x4xi32>) -> tensor<3x4xf64> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x5xf64>, tensor<5x4xi32>) -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}
