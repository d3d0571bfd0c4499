// Strides that divide the range evenly, and others that do not. Some elements are in two slices.
func.func @main(%x: tensor<5x11xf64>) -> (tensor<2x4xf64>, tensor<3x3xf64>, tensor<2x2xf64>) {
  %0 = stablehlo.sine %x : tensor<5x11xf64>
  %1 = stablehlo.slice %0 [1:3, 0:11:3] : (tensor<5x11xf64>) -> tensor<2x4xf64>
  %2 = stablehlo.slice %0 [0:5:2, 2:9:3] : (tensor<5x11xf64>) -> tensor<3x3xf64>
  %3 = stablehlo.slice %0 [3:5, 1:8:4] : (tensor<5x11xf64>) -> tensor<2x2xf64>
  return %1, %2, %3 : tensor<2x4xf64>, tensor<3x3xf64>, tensor<2x2xf64>
}
// -----
// A slice without elements, and a slice of the entire operand.
func.func @main(%x: tensor<3x4xf64>) -> (tensor<0x4xf64>, tensor<3x4xf64>) {
  %0 = stablehlo.slice %x [2:2, 0:4] : (tensor<3x4xf64>) -> tensor<0x4xf64>
  %1 = stablehlo.slice %x [0:3, 0:4] : (tensor<3x4xf64>) -> tensor<3x4xf64>
  return %0, %1 : tensor<0x4xf64>, tensor<3x4xf64>
}
