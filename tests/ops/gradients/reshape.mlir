func.func @main(%x: tensor<3x4xf64>, %y: tensor<f64>) -> (tensor<2x6xf64>, tensor<1x1xf64>) {
  %0 = stablehlo.multiply %x, %x : tensor<3x4xf64>
  %1 = stablehlo.reshape %0 : (tensor<3x4xf64>) -> tensor<2x6xf64>
  %2 = stablehlo.sine %y : tensor<f64>
  %3 = stablehlo.reshape %2 : (tensor<f64>) -> tensor<1x1xf64>
  return %1, %3 : tensor<2x6xf64>, tensor<1x1xf64>
}
// -----
func.func @main(%x: tensor<0x4xf64>) -> tensor<2x0xf64> {
  %0 = stablehlo.reshape %x : (tensor<0x4xf64>) -> tensor<2x0xf64>
  return %0 : tensor<2x0xf64>
}
