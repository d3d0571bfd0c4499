// RUN: lz-opt %s --explain-fusion 2>&1 >/dev/null | FileCheck %s

// The program sums the rows of a cumulative sum. One op after another joins the region of the sums, if the costs
// allow it. In the end the kernel would compute all windows again for each sum. So one of the ops is stored.
// CHECK: stablehlo.{{.*}} does not join stablehlo.reduce: the complete region would be slower
func.func @main(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<1024xf32>) -> tensor<1024x20000xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = "stablehlo.reduce_window"(%0, %zero) <{padding = dense<[[1023, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1024, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<1024x20000xf32>, tensor<f32>) -> tensor<1024x20000xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1024x20000xf32>, tensor<f32>) -> tensor<1024xf32>
  return %2 : tensor<1024xf32>
}
