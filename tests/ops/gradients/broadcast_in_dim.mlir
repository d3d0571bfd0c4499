func.func @main(%x: tensor<3x1x5xf64>, %y: tensor<f64>) -> (tensor<4x3x2x5xf64>, tensor<2x3xf64>) {
  %0 = stablehlo.sine %x : tensor<3x1x5xf64>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1, 2, 3] : (tensor<3x1x5xf64>) -> tensor<4x3x2x5xf64>
  %2 = stablehlo.broadcast_in_dim %y, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
  %3 = stablehlo.multiply %2, %2 : tensor<2x3xf64>
  return %1, %3 : tensor<4x3x2x5xf64>, tensor<2x3xf64>
}
// -----
// Two broadcasts permute dims, one keeps a dim of size 1, and two repeat nothing.
func.func @main(%x: tensor<3x1x5xf64>, %y: tensor<2x3xf64>) -> (tensor<4x5x3xf64>, tensor<5x1x3xf64>, tensor<2x3xf64>, tensor<3x2xf64>) {
  %0 = stablehlo.sine %x : tensor<3x1x5xf64>
  %1 = stablehlo.broadcast_in_dim %0, dims = [2, 0, 1] : (tensor<3x1x5xf64>) -> tensor<4x5x3xf64>
  %2 = stablehlo.broadcast_in_dim %0, dims = [2, 1, 0] : (tensor<3x1x5xf64>) -> tensor<5x1x3xf64>
  %3 = stablehlo.broadcast_in_dim %y, dims = [0, 1] : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %4 = stablehlo.broadcast_in_dim %y, dims = [1, 0] : (tensor<2x3xf64>) -> tensor<3x2xf64>
  return %1, %2, %3, %4 : tensor<4x5x3xf64>, tensor<5x1x3xf64>, tensor<2x3xf64>, tensor<3x2xf64>
}
// -----
// The result has no elements.
func.func @main(%x: tensor<3x1xf64>) -> tensor<3x0xf64> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<3x1xf64>) -> tensor<3x0xf64>
  return %0 : tensor<3x0xf64>
}
