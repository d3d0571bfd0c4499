func.func @main(%x: tensor<512x64xf32>, %y: tensor<300x64xf32>) -> tensor<512xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<512x64xf32>) -> tensor<512x300x64xf32>
  %1 = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<300x64xf32>) -> tensor<512x300x64xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<512x300x64xf32>
  %3 = stablehlo.abs %2 : tensor<512x300x64xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<512x300x64xf32>, tensor<f32>) -> tensor<512x300xf32>
  %5 = stablehlo.negate %4 : tensor<512x300xf32>
  %6 = stablehlo.exponential %5 : tensor<512x300xf32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<512x300xf32>, tensor<f32>) -> tensor<512xf32>
  return %7 : tensor<512xf32>
}
