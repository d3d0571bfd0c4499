func.func @main(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %0 = call @twice(%x) : (tensor<5xf32>) -> tensor<5xf32>
  %1 = call @twice(%0) : (tensor<5xf32>) -> tensor<5xf32>
  return %0, %1 : tensor<5xf32>, tensor<5xf32>
}
func.func private @twice(%x: tensor<5xf32>) -> tensor<5xf32> {
  %0 = stablehlo.add %x, %x : tensor<5xf32>
  return %0 : tensor<5xf32>
}
