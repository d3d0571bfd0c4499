// One operand occurs twice, and one is empty.
func.func @main(%x: tensor<2x3xf64>, %y: tensor<2x1xf64>, %e: tensor<2x0xf64>) -> (tensor<2x7xf64>, tensor<2x3xf64>) {
  %0 = stablehlo.sine %x : tensor<2x3xf64>
  %1 = stablehlo.concatenate %0, %y, %e, %0, dim = 1 : (tensor<2x3xf64>, tensor<2x1xf64>, tensor<2x0xf64>, tensor<2x3xf64>) -> tensor<2x7xf64>
  %2 = stablehlo.concatenate %x, dim = 0 : (tensor<2x3xf64>) -> tensor<2x3xf64>
  return %1, %2 : tensor<2x7xf64>, tensor<2x3xf64>
}
// -----
// The other operands are a constant and converted integers, which have no gradient.
func.func @main(%x: tensor<2x3xf64>, %i: tensor<1x3xi32>) -> tensor<4x3xf64> {
  %c = stablehlo.constant dense<2.0> : tensor<1x3xf64>
  %f = stablehlo.convert %i : (tensor<1x3xi32>) -> tensor<1x3xf64>
  %0 = stablehlo.multiply %x, %x : tensor<2x3xf64>
  %1 = stablehlo.concatenate %c, %0, %f, dim = 0 : (tensor<1x3xf64>, tensor<2x3xf64>, tensor<1x3xf64>) -> tensor<4x3xf64>
  return %1 : tensor<4x3xf64>
}
