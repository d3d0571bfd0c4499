// types: all
func.func @main(%x: tensor<5x7x$T>, %v: tensor<$T>) -> (tensor<8x16x$T>, tensor<3x6x$T>) {
  %0 = stablehlo.pad %x, %v, low = [1, 0], high = [2, 3], interior = [0, 1] : (tensor<5x7x$T>, tensor<$T>) -> tensor<8x16x$T>
  %1 = stablehlo.pad %x, %v, low = [-1, 1], high = [-1, -2], interior = [0, 0] : (tensor<5x7x$T>, tensor<$T>) -> tensor<3x6x$T>
  return %0, %1 : tensor<8x16x$T>, tensor<3x6x$T>
}
// -----
// The first pad has interior padding and negative edges. The second result consists of padding only. The third result
// is empty.
// types: f32
func.func @main(%x: tensor<4x$T>, %e: tensor<0x$T>, %v: tensor<$T>) -> (tensor<6x$T>, tensor<3x$T>, tensor<0x$T>) {
  %0 = stablehlo.pad %x, %v, low = [-2], high = [-2], interior = [2] : (tensor<4x$T>, tensor<$T>) -> tensor<6x$T>
  %1 = stablehlo.pad %e, %v, low = [1], high = [2], interior = [0] : (tensor<0x$T>, tensor<$T>) -> tensor<3x$T>
  %2 = stablehlo.pad %x, %v, low = [-3], high = [-1], interior = [0] : (tensor<4x$T>, tensor<$T>) -> tensor<0x$T>
  return %0, %1, %2 : tensor<6x$T>, tensor<3x$T>, tensor<0x$T>
}
// -----
// The padded operand is a concatenation without elements.
// types: f32 i8
func.func @main(%a: tensor<0x$T>, %c: tensor<$T>) -> tensor<2x$T> {
  %v = stablehlo.concatenate %a, %a, dim = 0 : (tensor<0x$T>, tensor<0x$T>) -> tensor<0x$T>
  %r = stablehlo.pad %v, %c, low = [2], high = [0], interior = [0] : (tensor<0x$T>, tensor<$T>) -> tensor<2x$T>
  return %r : tensor<2x$T>
}
