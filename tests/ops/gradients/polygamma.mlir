// Elementwise ops have no file of their own, unless one of their operands has no derivative.
// RANGE arg0 0.5 4
func.func @trigamma(%x: tensor<2x5xf64>) -> tensor<2x5xf64> {
  %n = stablehlo.constant dense<1.0> : tensor<2x5xf64>
  %0 = chlo.polygamma %n, %x : tensor<2x5xf64>, tensor<2x5xf64> -> tensor<2x5xf64>
  return %0 : tensor<2x5xf64>
}

// -----

// RANGE arg0 -0.8 -0.2
func.func @below_zero(%x: tensor<2x5xf64>) -> tensor<2x5xf64> {
  %n = stablehlo.constant dense<2.0> : tensor<2x5xf64>
  %0 = chlo.polygamma %n, %x : tensor<2x5xf64>, tensor<2x5xf64> -> tensor<2x5xf64>
  return %0 : tensor<2x5xf64>
}
