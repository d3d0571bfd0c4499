func.func @main(%x: tensor<96x256xf32>) -> tensor<256x96xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<256x96xf32>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<96x256xf32>) -> tensor<256x96xf32>
  %1 = stablehlo.add %0, %one : tensor<256x96xf32>
  return %1 : tensor<256x96xf32>
}
