// types: numbers complex
func.func @main(%x: tensor<2x3x$T>) -> (tensor<2x3x$T>, tensor<2x3x$T>, tensor<5x$T>, tensor<0x$T>) {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi8>
  %1 = stablehlo.convert %0 : (tensor<2x3xi8>) -> tensor<2x3x$T>
  %2 = stablehlo.add %x, %1 : tensor<2x3x$T>
  %3 = stablehlo.constant dense<7> : tensor<5xi8>
  %4 = stablehlo.convert %3 : (tensor<5xi8>) -> tensor<5x$T>
  %5 = stablehlo.constant dense<> : tensor<0x$T>
  return %1, %2, %4, %5 : tensor<2x3x$T>, tensor<2x3x$T>, tensor<5x$T>, tensor<0x$T>
}
