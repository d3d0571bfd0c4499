// types: all
func.func @main(%x: tensor<37x21x$T>) -> tensor<21x37x$T> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<37x21x$T>) -> tensor<21x37x$T>
  return %0 : tensor<21x37x$T>
}
// -----
// types: f32 i8
func.func @main(%x: tensor<3x1x5x7x$T>, %y: tensor<2x0x3x$T>) -> (tensor<7x3x5x1x$T>, tensor<3x2x0x$T>) {
  %0 = stablehlo.transpose %x, dims = [3, 0, 2, 1] : (tensor<3x1x5x7x$T>) -> tensor<7x3x5x1x$T>
  %1 = stablehlo.transpose %y, dims = [2, 0, 1] : (tensor<2x0x3x$T>) -> tensor<3x2x0x$T>
  return %0, %1 : tensor<7x3x5x1x$T>, tensor<3x2x0x$T>
}
