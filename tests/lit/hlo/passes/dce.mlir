// RUN: lz-opt %s --lz-dce | FileCheck %s

// CHECK-LABEL: func.func @chain
// CHECK-NEXT:  return
func.func @chain(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.exponential %x : tensor<3xf32>
  %1 = stablehlo.tanh %0 : tensor<3xf32>
  return %x : tensor<3xf32>
}

// Dead ops in regions are removed, and so is an unused loop without effects.
// CHECK-LABEL: func.func @regions
// CHECK-NEXT:  "stablehlo.if"
// CHECK-NOT:   exponential
// CHECK-NOT:   stablehlo.while
func.func @regions(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %dead = stablehlo.while(%i = %p) : tensor<i1>
    cond {
      stablehlo.return %i : tensor<i1>
    } do {
      stablehlo.return %i : tensor<i1>
    }
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.exponential %x : tensor<f32>
    stablehlo.return %x : tensor<f32>
  }, {
    %2 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}

// An unused call of foreign code without side effects is removed.
// CHECK-LABEL: func.func @pure_call
// CHECK-NEXT:  return
func.func @pure_call(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @f(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %x : tensor<3xf32>
}

// Near miss: a side effect.
// CHECK-LABEL: func.func @effect
// CHECK-NEXT:  stablehlo.custom_call @print
func.func @effect(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @print(%x) {has_side_effect = true} : (tensor<3xf32>) -> tensor<3xf32>
  return %x : tensor<3xf32>
}
