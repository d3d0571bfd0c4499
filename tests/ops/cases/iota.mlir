// types: numbers complex
func.func @main() -> (tensor<7x33x$T>, tensor<7x33x$T>, tensor<0x$T>) {
  %0 = stablehlo.iota dim = 0 : tensor<7x33x$T>
  %1 = stablehlo.iota dim = 1 : tensor<7x33x$T>
  %2 = stablehlo.iota dim = 0 : tensor<0x$T>
  return %0, %1, %2 : tensor<7x33x$T>, tensor<7x33x$T>, tensor<0x$T>
}
