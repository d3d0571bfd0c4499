// RUN: lz-opt %s --print-plans 2>&1 >/dev/null | FileCheck %s

// Three vectors are interleaved. The plan has a dim for the rows of three elements, so no index is divided by three.
// Each lane computes a row.
// CHECK-LABEL: region
// CHECK-NEXT:    d0: 300 grid
// CHECK-NEXT:    d1: 3 inner
// CHECK-NOT:     {{floordiv|mod}}
// CHECK:         out0[3*d0 + d1]
// CHECK:         schedule: loop, grid lanes over short rows
func.func @interleaved(%x: tensor<300xf32>, %y: tensor<300xf32>, %z: tensor<300xf32>) -> tensor<900xf32> {
  %0 = stablehlo.reshape %x : (tensor<300xf32>) -> tensor<300x1xf32>
  %1 = stablehlo.reshape %y : (tensor<300xf32>) -> tensor<300x1xf32>
  %2 = stablehlo.reshape %z : (tensor<300xf32>) -> tensor<300x1xf32>
  %3 = stablehlo.concatenate %0, %1, %2, dim = 1 : (tensor<300x1xf32>, tensor<300x1xf32>, tensor<300x1xf32>) -> tensor<300x3xf32>
  %4 = stablehlo.reshape %3 : (tensor<300x3xf32>) -> tensor<900xf32>
  %5 = stablehlo.tanh %4 : tensor<900xf32>
  return %5 : tensor<900xf32>
}

// Rows of 64 points consist of rows of 8 points.
// CHECK-LABEL: region
// CHECK-NEXT:    d0: 5 grid
// CHECK-NEXT:    d1: 8 grid
// CHECK-NEXT:    d2: 8 inner
// CHECK-NOT:     {{floordiv|mod}}
// CHECK:         load in0[d0] : f32
// CHECK:         load in1[8*d0 + d1] : f32
// CHECK-NOT:     {{floordiv|mod}}
// CHECK:         schedule: loop, grid lanes over short rows
func.func @nested(%x: tensor<5xf32>, %y: tensor<40xf32>) -> tensor<320xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<5xf32>) -> tensor<5x64xf32>
  %1 = stablehlo.reshape %0 : (tensor<5x64xf32>) -> tensor<320xf32>
  %2 = stablehlo.broadcast_in_dim %y, dims = [0] : (tensor<40xf32>) -> tensor<40x8xf32>
  %3 = stablehlo.reshape %2 : (tensor<40x8xf32>) -> tensor<320xf32>
  %4 = stablehlo.add %1, %3 : tensor<320xf32>
  %5 = stablehlo.tanh %4 : tensor<320xf32>
  return %5 : tensor<320xf32>
}

// Near miss: rows of two lengths, of which neither is a multiple of the other.
// CHECK-LABEL: region
// CHECK-NEXT:    d0: 60 grid
// CHECK:         floordiv 4
// CHECK:         floordiv 6
func.func @two_lengths(%x: tensor<15xf32>, %y: tensor<10xf32>) -> tensor<60xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<15xf32>) -> tensor<15x4xf32>
  %1 = stablehlo.reshape %0 : (tensor<15x4xf32>) -> tensor<60xf32>
  %2 = stablehlo.broadcast_in_dim %y, dims = [0] : (tensor<10xf32>) -> tensor<10x6xf32>
  %3 = stablehlo.reshape %2 : (tensor<10x6xf32>) -> tensor<60xf32>
  %4 = stablehlo.add %1, %3 : tensor<60xf32>
  %5 = stablehlo.tanh %4 : tensor<60xf32>
  return %5 : tensor<60xf32>
}

// Near miss: a row of 17 elements would take two vectors, and the second vector would use only one lane.
// CHECK-LABEL: region
// CHECK-NEXT:    d0: 10200 grid
// CHECK:         floordiv 17
func.func @lanes_left_empty(%x: tensor<600xf32>, %y: tensor<10200xf32>) -> tensor<10200xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<600xf32>) -> tensor<600x17xf32>
  %1 = stablehlo.reshape %0 : (tensor<600x17xf32>) -> tensor<10200xf32>
  %2 = stablehlo.multiply %1, %y : tensor<10200xf32>
  %3 = stablehlo.tanh %2 : tensor<10200xf32>
  return %3 : tensor<10200xf32>
}
