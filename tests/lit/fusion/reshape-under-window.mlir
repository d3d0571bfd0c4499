// RUN: lz-opt %s --print-plans 2>&1 >/dev/null | FileCheck %s

// Windows slide over blocks of 8 elements, which a reshape has made. A mask keeps each window inside of its block. So
// the address is a sum without floordiv and mod.
// CHECK-LABEL: region
// CHECK-NOT:   floordiv
// CHECK:       load in0[125*d0 + 8*d1 + d2 + d3 + -8] if
// CHECK-NOT:   floordiv
// CHECK:       schedule: column, grid lanes
func.func @main(%x: tensor<2x125xf32>) -> tensor<2x16x8xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.pad %x, %c, low = [0, 1], high = [0, 2], interior = [0, 0] : (tensor<2x125xf32>, tensor<f32>) -> tensor<2x128xf32>
  %r = stablehlo.reshape %p : (tensor<2x128xf32>) -> tensor<2x16x8xf32>
  %0 = "stablehlo.reduce_window"(%r, %c) <{window_dimensions = array<i64: 1, 1, 8>, padding = dense<[[0, 0], [0, 0], [7, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x16x8xf32>, tensor<f32>) -> tensor<2x16x8xf32>
  return %0 : tensor<2x16x8xf32>
}
