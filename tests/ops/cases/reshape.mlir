// types: all
func.func @main(%x: tensor<6x35x$T>) -> (tensor<7x5x6x$T>, tensor<210x$T>) {
  %0 = stablehlo.reshape %x : (tensor<6x35x$T>) -> tensor<7x5x6x$T>
  %1 = stablehlo.reshape %x : (tensor<6x35x$T>) -> tensor<210x$T>
  return %0, %1 : tensor<7x5x6x$T>, tensor<210x$T>
}
// -----
// types: f32
func.func @main(%x: tensor<1x1x$T>, %y: tensor<0x3x$T>) -> (tensor<$T>, tensor<5x0x$T>) {
  %0 = stablehlo.reshape %x : (tensor<1x1x$T>) -> tensor<$T>
  %1 = stablehlo.reshape %y : (tensor<0x3x$T>) -> tensor<5x0x$T>
  return %0, %1 : tensor<$T>, tensor<5x0x$T>
}
// -----
// A transposed value is reshaped.
// types: f32 i64
func.func @main(%x: tensor<5x9x$T>) -> tensor<3x15x$T> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<5x9x$T>) -> tensor<9x5x$T>
  %1 = stablehlo.reshape %0 : (tensor<9x5x$T>) -> tensor<3x15x$T>
  %2 = stablehlo.add %1, %1 : tensor<3x15x$T>
  return %2 : tensor<3x15x$T>
}
// -----
// A computed value without elements is reshaped.
// types: f32 i8
func.func @main(%a: tensor<2x0x$T>) -> tensor<0x3x$T> {
  %t = stablehlo.negate %a : tensor<2x0x$T>
  %r = stablehlo.reshape %t : (tensor<2x0x$T>) -> tensor<0x3x$T>
  return %r : tensor<0x3x$T>
}
