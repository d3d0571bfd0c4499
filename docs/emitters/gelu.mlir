func.func @main(%x: tensor<64x1024xf32>) -> tensor<64x1024xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<64x1024xf32>
  %one = stablehlo.constant dense<1.0> : tensor<64x1024xf32>
  %a = stablehlo.constant dense<0.044715> : tensor<64x1024xf32>
  %b = stablehlo.constant dense<0.797884583> : tensor<64x1024xf32>
  %0 = stablehlo.multiply %x, %x : tensor<64x1024xf32>
  %1 = stablehlo.multiply %0, %x : tensor<64x1024xf32>
  %2 = stablehlo.multiply %a, %1 : tensor<64x1024xf32>
  %3 = stablehlo.add %x, %2 : tensor<64x1024xf32>
  %4 = stablehlo.multiply %b, %3 : tensor<64x1024xf32>
  %5 = stablehlo.tanh %4 : tensor<64x1024xf32>
  %6 = stablehlo.add %one, %5 : tensor<64x1024xf32>
  %7 = stablehlo.multiply %half, %x : tensor<64x1024xf32>
  %8 = stablehlo.multiply %7, %6 : tensor<64x1024xf32>
  return %8 : tensor<64x1024xf32>
}
