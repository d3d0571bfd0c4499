// RUN: lz-opt %s --lz-decompose-select-and-scatter | FileCheck %s

// Numbers: tests/unit/passes/NumbersTest.cc.
// CHECK-LABEL: func.func @main
// CHECK-SAME:  (%[[X:.*]]: tensor<4x5xf32>, %[[S:.*]]: tensor<2x2xf32>)
// CHECK:       %[[I:.*]] = stablehlo.iota dim = 0 : tensor<20xi32>
// CHECK:       %[[P:.*]] = stablehlo.reshape %[[I]] : (tensor<20xi32>) -> tensor<4x5xi32>
// CHECK:       %[[W:.*]]:2 = "stablehlo.reduce_window"(%[[X]], %[[P]],
// CHECK:       "stablehlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}})
// CHECK-NOT:   select_and_scatter
func.func @main(%x: tensor<4x5xf32>, %s: tensor<2x2xf32>) -> tensor<4x5xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %zero) <{
    window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>,
    padding = dense<0> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4x5xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// The windows tile the operand, so no scatter is needed. The last row is in no window, so the result is padded with
// zeros there.
// CHECK-LABEL: func.func @tiled
// CHECK:       %[[W:.*]]:2 = "stablehlo.reduce_window"
// CHECK-NOT:   scatter
// CHECK:       %[[A:.*]] = stablehlo.broadcast_in_dim %[[W]]#1, dims = [0, 2] : (tensor<2x2xi32>) -> tensor<2x2x2x3xi32>
// CHECK:       %[[B:.*]] = stablehlo.reshape %[[A]] : (tensor<2x2x2x3xi32>) -> tensor<4x6xi32>
// CHECK:       %[[H:.*]] = stablehlo.compare EQ, %[[B]],
// CHECK:       %[[R:.*]] = stablehlo.select %[[H]]
// CHECK:       stablehlo.pad %[[R]], {{.*}} high = [1, 0]
func.func @tiled(%x: tensor<5x6xf32>, %s: tensor<2x2xf32>) -> tensor<5x6xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %zero) <{
    window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<5x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<5x6xf32>
  return %0 : tensor<5x6xf32>
}
