// types: all
func.func @main(%x: tensor<3x$T>) -> (tensor<3x5x$T>, tensor<5x3x$T>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<3x$T>) -> tensor<3x5x$T>
  %1 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3x$T>) -> tensor<5x3x$T>
  return %0, %1 : tensor<3x5x$T>, tensor<5x3x$T>
}
// -----
// types: f32 i8
func.func @main(%x: tensor<2x1x3x$T>, %s: tensor<$T>) -> (tensor<7x3x4x2x$T>, tensor<0x5x$T>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [3, 2, 1] : (tensor<2x1x3x$T>) -> tensor<7x3x4x2x$T>
  %1 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<$T>) -> tensor<0x5x$T>
  return %0, %1 : tensor<7x3x4x2x$T>, tensor<0x5x$T>
}
