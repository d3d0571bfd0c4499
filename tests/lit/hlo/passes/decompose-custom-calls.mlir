// RUN: lz-opt %s --lz-decompose-custom-calls | FileCheck %s

// CHECK-LABEL: func.func @annotation
// CHECK-SAME:  (%[[X:.*]]: tensor<3xf32>)
// CHECK-NEXT:  return %[[X]]
func.func @annotation(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @stop_gradient
// CHECK-SAME:  (%[[X:.*]]: tensor<3xf32>)
// CHECK-NEXT:  return %[[X]]
func.func @stop_gradient(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @lz.stop_gradient(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Near miss: a call of code that computes.
// CHECK-LABEL: func.func @foreign
// CHECK-NEXT:  stablehlo.custom_call @lapack_sgetrf_ffi
func.func @foreign(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = stablehlo.custom_call @lapack_sgetrf_ffi(%x) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}
