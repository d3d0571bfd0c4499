func.func @main(%x: tensor<3x4xf64>, %v: tensor<f64>) -> (tensor<6x11xf64>, tensor<3x4xf64>) {
  %0 = stablehlo.sine %x : tensor<3x4xf64>
  %1 = stablehlo.exponential %v : tensor<f64>
  %2 = stablehlo.pad %0, %1, low = [1, 0], high = [0, 1], interior = [1, 2] : (tensor<3x4xf64>, tensor<f64>) -> tensor<6x11xf64>
  %3 = stablehlo.pad %0, %1, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<3x4xf64>, tensor<f64>) -> tensor<3x4xf64>
  return %2, %3 : tensor<6x11xf64>, tensor<3x4xf64>
}
// -----
// Negative padding cuts off elements. The second pad puts zeros between elements before it cuts, and the third cuts off
// all elements.
func.func @main(%x: tensor<3x5xf64>, %v: tensor<f64>) -> (tensor<2x5xf64>, tensor<3x8xf64>, tensor<2x5xf64>) {
  %0 = stablehlo.sine %x : tensor<3x5xf64>
  %1 = stablehlo.pad %0, %v, low = [-1, 2], high = [0, -2], interior = [0, 0] : (tensor<3x5xf64>, tensor<f64>) -> tensor<2x5xf64>
  %2 = stablehlo.pad %0, %v, low = [-1, -4], high = [-1, -1], interior = [1, 2] : (tensor<3x5xf64>, tensor<f64>) -> tensor<3x8xf64>
  %3 = stablehlo.pad %0, %v, low = [-5, 0], high = [4, 0], interior = [0, 0] : (tensor<3x5xf64>, tensor<f64>) -> tensor<2x5xf64>
  return %1, %2, %3 : tensor<2x5xf64>, tensor<3x8xf64>, tensor<2x5xf64>
}
// -----
// The first operand has no elements. The second result has none.
func.func @main(%x: tensor<0x3xf64>, %y: tensor<2xf64>, %v: tensor<f64>) -> (tensor<2x3xf64>, tensor<0xf64>) {
  %0 = stablehlo.pad %x, %v, low = [1, 0], high = [1, 0], interior = [2, 0] : (tensor<0x3xf64>, tensor<f64>) -> tensor<2x3xf64>
  %1 = stablehlo.pad %y, %v, low = [-1], high = [-1], interior = [0] : (tensor<2xf64>, tensor<f64>) -> tensor<0xf64>
  return %0, %1 : tensor<2x3xf64>, tensor<0xf64>
}
