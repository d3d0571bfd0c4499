func.func @main(%x: tensor<3xf32>, %y: tensor<1000xf32>, %z: tensor<500xf32>) -> tensor<1503xf32> {
  %0 = stablehlo.concatenate %x, %y, %z, dim = 0 : (tensor<3xf32>, tensor<1000xf32>, tensor<500xf32>) -> tensor<1503xf32>
  %1 = stablehlo.exponential %0 : tensor<1503xf32>
  return %1 : tensor<1503xf32>
}
