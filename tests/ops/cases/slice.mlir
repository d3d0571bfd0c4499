// types: all
func.func @main(%x: tensor<9x33x$T>) -> (tensor<4x11x$T>, tensor<0x33x$T>) {
  %0 = stablehlo.slice %x [1:8:2, 0:33:3] : (tensor<9x33x$T>) -> tensor<4x11x$T>
  %1 = stablehlo.slice %x [4:4, 0:33] : (tensor<9x33x$T>) -> tensor<0x33x$T>
  return %0, %1 : tensor<4x11x$T>, tensor<0x33x$T>
}
