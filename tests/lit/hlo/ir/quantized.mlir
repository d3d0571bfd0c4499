// RUN: %round-trip %s

// Quantized types, and what StableHLO does with them.

!q = !quant.uniform<i8:f32, 0.5:-3>

// CHECK-LABEL: func.func @types
// Bounds are printed if they are not those of the storage type, and zero points if they are not 0.
// CHECK-SAME: tensor<2x!quant.uniform<i8:f32, 5.000000e-01:-3>>
// CHECK-SAME: tensor<!quant.uniform<u8<0:100>:f16, 2.500000e-01>>
// CHECK-SAME: tensor<3x2x!quant.uniform<i4:bf16:1, {1.000000e-01:7, 2.000000e-01}>>
// CHECK-SAME: tensor<2x!quant.uniform<i32:f64, 0.0039172410964965817:-128>>
func.func @types(%a: tensor<2x!quant.uniform<i8<-128:127>:f32, 0.5:-3>>, %b: tensor<!quant.uniform<u8<0:100>:f16, 0.25:0>>,
                 %c: tensor<3x2x!quant.uniform<i4:bf16:1, {0.1:7, 0.2}>>, %d: tensor<2x!quant.uniform<i32:f64, 0.0039172410964965817:-128>>) {
  return
}

// CHECK-LABEL: func.func @conversions
func.func @conversions(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: stablehlo.uniform_quantize %arg0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:-3>>
  %0 = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!q>
  // CHECK: stablehlo.uniform_quantize %{{.*}} : tensor<2x!quant.uniform<i8:f32, 5.000000e-01:-3>>
  %1 = stablehlo.uniform_quantize %0 : tensor<2x!q>
  // CHECK: stablehlo.uniform_dequantize %{{.*}} : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:-3>>) -> tensor<2xf32>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<2x!q>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// CHECK-LABEL: func.func @constants
func.func @constants() -> (tensor<2x!q>, tensor<2x!q>) {
  // CHECK: stablehlo.constant() <{value = dense<[1, -2]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:-3>>
  %0 = stablehlo.constant() <{value = dense<[1, -2]> : tensor<2xi8>}> : () -> tensor<2x!q>
  %1 = "stablehlo.constant"() <{value = dense<[1, -2]> : tensor<2xi8>}> : () -> tensor<2x!q>
  return %0, %1 : tensor<2x!q>, tensor<2x!q>
}

// CHECK-LABEL: func.func @arithmetic
func.func @arithmetic(%x: tensor<2x!q>, %y: tensor<2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2xi1> {
  // CHECK: stablehlo.add %arg0, %arg1 : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:-3>>, tensor<2x!quant.uniform<i8:f32, 2.500000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:-3>>
  %0 = stablehlo.add %x, %y : (tensor<2x!q>, tensor<2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x!q>
  // CHECK: stablehlo.tanh %{{.*}} : tensor<2x!quant.uniform<i8:f32, 5.000000e-01:-3>>
  %1 = stablehlo.tanh %0 : tensor<2x!q>
  // CHECK: stablehlo.compare LT
  %2 = stablehlo.compare LT, %1, %y : (tensor<2x!q>, tensor<2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2xi1>
  return %2 : tensor<2xi1>
}

// CHECK-LABEL: func.func @axes
func.func @axes(%x: tensor<1x3x2x!quant.uniform<i8:f32:2, {0.5, 0.25:1}>>) {
  // CHECK: stablehlo.transpose
  %0 = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<1x3x2x!quant.uniform<i8:f32:2, {0.5, 0.25:1}>>) -> tensor<1x2x3x!quant.uniform<i8:f32:1, {0.5, 0.25:1}>>
  // CHECK: stablehlo.reshape
  %1 = stablehlo.reshape %x : (tensor<1x3x2x!quant.uniform<i8:f32:2, {0.5, 0.25:1}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.5, 0.25:1}>>
  // CHECK: stablehlo.broadcast_in_dim
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 2] : (tensor<3x2x!quant.uniform<i8:f32:1, {0.5, 0.25:1}>>) -> tensor<3x4x2x!quant.uniform<i8:f32:2, {0.5, 0.25:1}>>
  return
}
