// RUN: %round-trip %s

// CHECK-LABEL: func.func @source
func.func @source() {
  // CHECK: %cst = stablehlo.constant dense<[1.000000e+00, 0x7F800000]> : tensor<2xf32>
  %0 = stablehlo.constant dense<[1.0, 0x7F800000]> : tensor<2xf32>
  // CHECK: %c = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %1 = "stablehlo.constant"() <{value = dense<[true, false]> : tensor<2xi1>}> : () -> tensor<2xi1>
  // CHECK: %cst_0 = stablehlo.constant {mhlo.note = "n"} dense<0.000000e+00> : tensor<3xbf16>
  %2 = stablehlo.constant {mhlo.note = "n"} dense<0.0> : tensor<3xbf16>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xi32>
  %3 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  return
}

// CHECK-LABEL: func.func @view
func.func @view(%x: tensor<2x3xf32>, %v: tensor<f32>) {
  // CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %0 = stablehlo.broadcast_in_dim %v, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.broadcast_in_dim %{{.*}}, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  %1 = "stablehlo.broadcast_in_dim"(%x) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  // CHECK: stablehlo.reshape %{{.*}} : (tensor<2x3xf32>) -> tensor<6xf32>
  %2 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  // CHECK: stablehlo.transpose %{{.*}}, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %3 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // CHECK: stablehlo.slice %{{.*}} [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  %4 = stablehlo.slice %x [0:2:1, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  // CHECK: stablehlo.slice %{{.*}} [] : (tensor<f32>) -> tensor<f32>
  %5 = stablehlo.slice %v [] : (tensor<f32>) -> tensor<f32>
  // CHECK: stablehlo.reverse %{{.*}}, dims = [0, 1] : tensor<2x3xf32>
  %6 = stablehlo.reverse %x, dims = [0, 1] : tensor<2x3xf32>
  // CHECK: stablehlo.pad %{{.*}}, %{{.*}}, low = [1, -1], high = [2, 0], interior = [1, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<6x2xf32>
  %7 = stablehlo.pad %x, %v, low = [1, -1], high = [2, 0], interior = [1, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<6x2xf32>
  // CHECK: stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  %8 = stablehlo.concatenate %x, %x, dim = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  return
}
