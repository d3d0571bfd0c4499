// types: all
func.func @main(%x: tensor<5x33x$T>) -> (tensor<5x33x$T>, tensor<5x33x$T>) {
  %0 = stablehlo.reverse %x, dims = [1] : tensor<5x33x$T>
  %1 = stablehlo.reverse %x, dims = [0, 1] : tensor<5x33x$T>
  return %0, %1 : tensor<5x33x$T>, tensor<5x33x$T>
}
