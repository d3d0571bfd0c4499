// types: all
func.func @main(%x: tensor<3x17x$T>, %y: tensor<3x1x$T>, %z: tensor<3x0x$T>) -> (tensor<3x35x$T>, tensor<6x17x$T>) {
  %0 = stablehlo.concatenate %x, %y, %z, %x, dim = 1 : (tensor<3x17x$T>, tensor<3x1x$T>, tensor<3x0x$T>, tensor<3x17x$T>) -> tensor<3x35x$T>
  %1 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<3x17x$T>, tensor<3x17x$T>) -> tensor<6x17x$T>
  return %0, %1 : tensor<3x35x$T>, tensor<6x17x$T>
}
// -----
// Elementwise before and after.
// types: f32
func.func @main(%x: tensor<7x$T>, %y: tensor<9x$T>) -> tensor<16x$T> {
  %0 = stablehlo.tanh %x : tensor<7x$T>
  %1 = stablehlo.concatenate %0, %y, dim = 0 : (tensor<7x$T>, tensor<9x$T>) -> tensor<16x$T>
  %2 = stablehlo.negate %1 : tensor<16x$T>
  return %2 : tensor<16x$T>
}
