// RANGE arg0 0.5 4
func.func @powers(%x: tensor<2x5xf64>) -> tensor<2x5xf64> {
  %s = stablehlo.constant dense<2.5> : tensor<2x5xf64>
  %0 = chlo.zeta %s, %x : tensor<2x5xf64>, tensor<2x5xf64> -> tensor<2x5xf64>
  return %0 : tensor<2x5xf64>
}
