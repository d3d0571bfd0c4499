// RUN: lz-opt %s --lz-canonicalize --lz-fold-constants | FileCheck %s

// CHECK-LABEL: func.func @small
// CHECK-NEXT:  %[[C:.*]] = stablehlo.constant dense<[3.000000e+00, 5.000000e+00]>
// CHECK-NEXT:  return %[[C]]
func.func @small() -> tensor<2xf32> {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %0 = stablehlo.add %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A splat is computed once, whatever its size.
// CHECK-LABEL: func.func @splats
// CHECK-NEXT:  %[[C:.*]] = stablehlo.constant dense<6.000000e+00> : tensor<f32>
// CHECK-NEXT:  %[[B:.*]] = stablehlo.broadcast_in_dim %[[C]], dims = [] : (tensor<f32>) -> tensor<100000x100000xf32>
// CHECK-NEXT:  return %[[B]]
func.func @splats() -> tensor<100000x100000xf32> {
  %a = stablehlo.constant dense<2.0> : tensor<100000x100000xf32>
  %b = stablehlo.constant dense<3.0> : tensor<f32>
  %c = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<100000x100000xf32>
  %0 = stablehlo.multiply %a, %c : tensor<100000x100000xf32>
  return %0 : tensor<100000x100000xf32>
}

// CHECK-LABEL: func.func @views
// CHECK-NEXT:  stablehlo.constant dense<{{\[\[}}1, 3], [2, 4]]> : tensor<2x2xi32>
// CHECK-NEXT:  return
func.func @views() -> tensor<2x2xi32> {
  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}

// Near misses: the result is too large for a constant, or an operand is not known.
// CHECK-LABEL: func.func @large
// CHECK:       stablehlo.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<2xf32>) -> tensor<100000x2xf32>
func.func @large() -> tensor<100000x2xf32> {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2xf32>) -> tensor<100000x2xf32>
  return %0 : tensor<100000x2xf32>
}

// CHECK-LABEL: func.func @unknown
// CHECK:       stablehlo.add
func.func @unknown(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.add %x, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A small splat and a small constant.
// CHECK-LABEL: func.func @mixed
// CHECK-NEXT:  stablehlo.constant dense<[true, true, false]>
// CHECK-NEXT:  return
func.func @mixed() -> tensor<3xi1> {
  %i = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %j = stablehlo.constant dense<2> : tensor<3xi32>
  %0 = stablehlo.compare LE, %i, %j : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// A conversion rounds once, as in kernels. These numbers are next to ties of the target type. If they were rounded to
// f32 first, they would become ties.
// CHECK-LABEL: func.func @nextToTies
// CHECK-DAG:   stablehlo.constant dense<[1.000980e+00, 6.550400e+04]> : tensor<2xf16>
// CHECK-DAG:   stablehlo.constant dense<1.007810e+00> : tensor<bf16>
// CHECK-DAG:   stablehlo.constant dense<1.082130e+09> : tensor<bf16>
func.func @nextToTies() -> (tensor<2xf16>, tensor<bf16>, tensor<bf16>) {
  %a = stablehlo.constant dense<[1.0004882812509095, 65519.999999999]> : tensor<2xf64>
  %b = stablehlo.constant dense<1.0039062500000002> : tensor<f64>
  %c = stablehlo.constant dense<1077936129> : tensor<i64>
  %0 = stablehlo.convert %a : (tensor<2xf64>) -> tensor<2xf16>
  %1 = stablehlo.convert %b : (tensor<f64>) -> tensor<bf16>
  %2 = stablehlo.convert %c : (tensor<i64>) -> tensor<bf16>
  return %0, %1, %2 : tensor<2xf16>, tensor<bf16>, tensor<bf16>
}
