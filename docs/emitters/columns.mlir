func.func @main(%x: tensor<2000x1000xf32>) -> tensor<1000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %x : tensor<2000x1000xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2000x1000xf32>, tensor<f32>) -> tensor<1000xf32>
  return %1 : tensor<1000xf32>
}
