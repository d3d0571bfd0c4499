func.func @main(%x: tensor<2x3x5xf64>, %y: tensor<3x4xf64>) -> (tensor<5x2x3xf64>, tensor<4x3xf64>) {
  %0 = stablehlo.multiply %x, %x : tensor<2x3x5xf64>
  %1 = stablehlo.transpose %0, dims = [2, 0, 1] : (tensor<2x3x5xf64>) -> tensor<5x2x3xf64>
  %2 = stablehlo.transpose %y, dims = [1, 0] : (tensor<3x4xf64>) -> tensor<4x3xf64>
  return %1, %2 : tensor<5x2x3xf64>, tensor<4x3xf64>
}
