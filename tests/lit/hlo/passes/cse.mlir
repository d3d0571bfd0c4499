// RUN: lz-opt %s --lz-cse | FileCheck %s

// CHECK-LABEL: func.func @twins
// CHECK-NEXT:  %[[E:.*]] = stablehlo.exponential
// CHECK-NEXT:  %[[S:.*]] = stablehlo.add %[[E]], %[[E]]
// CHECK-NEXT:  return %[[S]]
func.func @twins(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.exponential %x : tensor<3xf32>
  %1 = stablehlo.exponential %x : tensor<3xf32>
  %2 = stablehlo.add %0, %1 : tensor<3xf32>
  return %2 : tensor<3xf32>
}

// Equal calls of foreign code without side effects become one.
// CHECK-LABEL: func.func @calls
// CHECK-NEXT:  %[[C:.*]] = stablehlo.custom_call @f
// CHECK-NEXT:  %[[S:.*]] = stablehlo.add %[[C]], %[[C]]
func.func @calls(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @f(%x) {backend_config = "a"} : (tensor<3xf32>) -> tensor<3xf32>
  %1 = stablehlo.custom_call @f(%x) {backend_config = "a"} : (tensor<3xf32>) -> tensor<3xf32>
  %2 = stablehlo.add %0, %1 : tensor<3xf32>
  return %2 : tensor<3xf32>
}

// Near miss: a side effect.
// CHECK-LABEL: func.func @effects
// CHECK-COUNT-2: stablehlo.custom_call @f
func.func @effects(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @f(%x) {has_side_effect = true} : (tensor<3xf32>) -> tensor<3xf32>
  %1 = stablehlo.custom_call @f(%x) {has_side_effect = true} : (tensor<3xf32>) -> tensor<3xf32>
  %2 = stablehlo.add %0, %1 : tensor<3xf32>
  return %2 : tensor<3xf32>
}

// Near miss: another attribute.
// CHECK-LABEL: func.func @attributes
// CHECK-COUNT-2: stablehlo.reverse
func.func @attributes(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<3x3xf32>
  %1 = stablehlo.reverse %x, dims = [1] : tensor<3x3xf32>
  %2 = stablehlo.add %0, %1 : tensor<3x3xf32>
  return %2 : tensor<3x3xf32>
}

// If elementwise ops in the body of a loop use a broadcast, it is computed in the body. If other ops use it, it is
// computed once.
// CHECK-LABEL: func.func @bodies
// CHECK:       %[[M:.*]] = stablehlo.broadcast_in_dim %arg1, {{.*}} -> tensor<4x4xf32>
// CHECK-NOT:   stablehlo.broadcast_in_dim
// CHECK:       do {
// CHECK-NEXT:    %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, {{.*}} -> tensor<8x4xf32>
// CHECK-NEXT:    %[[S:.*]] = stablehlo.add %{{.*}}, %[[B]]
// CHECK-NEXT:    %[[D:.*]] = stablehlo.dot_general %[[S]], %[[M]]
// CHECK-NEXT:    stablehlo.return %[[D]]
func.func @bodies(%x: tensor<8x4xf32>, %row: tensor<4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.broadcast_in_dim %row, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.broadcast_in_dim %row, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.while(%a = %x) : tensor<8x4xf32>
  cond {
    %end = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %end : tensor<i1>
  } do {
    %3 = stablehlo.add %a, %0 : tensor<8x4xf32>
    %4 = stablehlo.dot_general %3, %1, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    stablehlo.return %4 : tensor<8x4xf32>
  }
  return %2 : tensor<8x4xf32>
}
