// RUN: %round-trip %s

// CHECK-LABEL: func.func @top_k
func.func @top_k(%x: tensor<3x4xi32>) -> (tensor<3x2xi32>, tensor<3x2xi32>) {
  // CHECK: %values, %indices = chlo.top_k(%{{.*}}, k = 2) : tensor<3x4xi32> -> (tensor<3x2xi32>, tensor<3x2xi32>)
  %0, %1 = chlo.top_k(%x, k = 2) : tensor<3x4xi32> -> (tensor<3x2xi32>, tensor<3x2xi32>)
  return %0, %1 : tensor<3x2xi32>, tensor<3x2xi32>
}

// The generic form.
// CHECK-LABEL: func.func @generic
func.func @generic(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %values, %indices = chlo.top_k(%{{.*}}, k = 4) : tensor<4xf32> -> (tensor<4xf32>, tensor<4xi32>)
  %0:2 = "chlo.top_k"(%x) <{k = 4 : i64}> : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi32>)
  return %0#0 : tensor<4xf32>
}
