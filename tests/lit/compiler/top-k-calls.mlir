// Custom calls that select become top_k when a text is read.
// RUN: lz-opt %s --stop-after=lz-cse | FileCheck %s

// CHECK-LABEL: func.func public @main(
// CHECK-SAME:  %[[X:.*]]: tensor<5x70xf32>, %[[Y:.*]]: tensor<9xi32>)
func.func @main(%x: tensor<5x70xf32>, %y: tensor<9xi32>) -> (tensor<5x3xf32>, tensor<5x3xi32>, tensor<2x70xf32>, tensor<2x70xi32>, tensor<4xi32>, tensor<4xi32>) {
  %none = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %minus = stablehlo.constant dense<-1> : tensor<i32>

  // jax.lax.approx_max_k(x, 3)
  // CHECK: chlo.top_k(%[[X]], k = 3) : tensor<5x70xf32> -> (tensor<5x3xf32>, tensor<5x3xi32>)
  %0 = stablehlo.iota dim = 1 : tensor<5x70xi32>
  %1:2 = stablehlo.custom_call @ApproxTopK(%x, %0, %none, %minus) {backend_config = "", called_computations = [@top_k_gt_f32_comparator], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.949999988 : f32, reduction_dim = 1 : i64, reduction_input_size_override = -1 : i64, top_k = 3 : i64}} : (tensor<5x70xf32>, tensor<5x70xi32>, tensor<f32>, tensor<i32>) -> (tensor<5x3xf32>, tensor<5x3xi32>)

  // jax.lax.approx_min_k(x, 2, reduction_dimension=0): negated, transposed, and back
  // CHECK: %[[N:.*]] = stablehlo.multiply %[[X]], %{{.*}}
  // CHECK: %[[T:.*]] = stablehlo.transpose %[[N]], dims = [1, 0]
  // CHECK: %[[V:.*]], %[[I:.*]] = chlo.top_k(%[[T]], k = 2) : tensor<70x5xf32> -> (tensor<70x2xf32>, tensor<70x2xi32>)
  // CHECK: %[[B:.*]] = stablehlo.transpose %[[V]], dims = [1, 0]
  // CHECK: stablehlo.multiply %[[B]], %{{.*}} : tensor<2x70xf32>
  // CHECK: stablehlo.transpose %[[I]], dims = [1, 0]
  %2 = stablehlo.iota dim = 0 : tensor<5x70xi32>
  %3:2 = stablehlo.custom_call @ApproxTopK(%x, %2, %none, %minus) {backend_config = "", called_computations = [@top_k_lt_f32_comparator], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.949999988 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 2 : i64}} : (tensor<5x70xf32>, tensor<5x70xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x70xf32>, tensor<2x70xi32>)

  // CHECK: chlo.top_k(%[[Y]], k = 4) : tensor<9xi32> -> (tensor<4xi32>, tensor<4xi32>)
  %4:2 = stablehlo.custom_call @mhlo.topk(%y) {mhlo.attributes = {k = 4 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<9xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  return %1#0, %1#1, %3#0, %3#1, %4#0, %4#1 : tensor<5x3xf32>, tensor<5x3xi32>, tensor<2x70xf32>, tensor<2x70xi32>, tensor<4xi32>, tensor<4xi32>
}
func.func private @top_k_gt_f32_comparator(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @top_k_lt_f32_comparator(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
