// RUN: %round-trip %s

// CHECK-LABEL: func.func @constants
func.func @constants() -> (tensor<2xf8E4M3FN>, tensor<f8E5M2>, tensor<3xi4>, tensor<2xui2>) {
  // CHECK: stablehlo.constant dense<[1.500000e+00, -4.480000e+02]> : tensor<2xf8E4M3FN>
  %0 = stablehlo.constant dense<[1.5, -448.0]> : tensor<2xf8E4M3FN>
  // CHECK: stablehlo.constant dense<0xFC> : tensor<f8E5M2>
  %1 = stablehlo.constant dense<0xFC> : tensor<f8E5M2>
  // CHECK: stablehlo.constant dense<[-8, 7, 0]> : tensor<3xi4>
  %2 = stablehlo.constant dense<[-8, 7, 0]> : tensor<3xi4>
  // CHECK: stablehlo.constant dense<[0, 3]> : tensor<2xui2>
  %3 = stablehlo.constant dense<[0, 3]> : tensor<2xui2>
  return %0, %1, %2, %3 : tensor<2xf8E4M3FN>, tensor<f8E5M2>, tensor<3xi4>, tensor<2xui2>
}

// In MLIR, types that MLIR 19 lacks have the prefix "!stablehlo.". StableHLO text has the names without the prefix.
// CHECK-LABEL: func.func @own_types
func.func @own_types(%x: tensor<4x!stablehlo.f8E3M4>, %y: tensor<!stablehlo.f4E2M1FN>) -> tensor<4x!stablehlo.f8E8M0FNU> {
  // CHECK: stablehlo.convert %arg0 : (tensor<4x!stablehlo.f8E3M4>) -> tensor<4x!stablehlo.f8E8M0FNU>
  %0 = stablehlo.convert %x : (tensor<4x!stablehlo.f8E3M4>) -> tensor<4x!stablehlo.f8E8M0FNU>
  return %0 : tensor<4x!stablehlo.f8E8M0FNU>
}
