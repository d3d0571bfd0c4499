func.func @main(%x: tensor<2x3x5xf64>) -> tensor<2x3x5xf64> {
  %0 = stablehlo.reverse %x, dims = [2, 0] : tensor<2x3x5xf64>
  %1 = stablehlo.multiply %0, %x : tensor<2x3x5xf64>
  return %1 : tensor<2x3x5xf64>
}
