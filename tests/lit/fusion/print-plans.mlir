// RUN: lz-opt %s --lz-form-regions --lz-print-plans 2>&1 >/dev/null | FileCheck %s
// RUN: lz-opt %s --print-plans 2>&1 >/dev/null | FileCheck %s --check-prefix=PIPELINE

// A map: one vector after the other.
// CHECK:      region loop, grid lanes
// CHECK-NEXT:   d0: 65536 grid
// CHECK:      schedule: 16 lanes, 16 units of 4096 points of d0
// CHECK-NEXT:   out0
// PIPELINE:   schedule: 16 lanes, 16 units of 4096 points of d0
func.func @map(%x: tensor<64x1024xf32>) -> tensor<64x1024xf32> {
  %0 = stablehlo.negate %x : tensor<64x1024xf32>
  return %0 : tensor<64x1024xf32>
}

// Rows: three stages, and the exponentials are kept.
// CHECK:      region row, row lanes
// CHECK:      schedule: 16 lanes, 3 units of a point of d0
// CHECK-NEXT:   reduction0 over d2: 12 vectors and 8 lanes in 4 chains
// CHECK-NEXT:   reduction1 over d3: 12 vectors and 8 lanes, keeps %[[E:[0-9]+]]
// CHECK-NEXT:   out0 over d1: 12 vectors and 8 lanes, reads %[[E]] as %{{[0-9]+}}
func.func @softmax(%x: tensor<3x200xf32>) -> tensor<3x200xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<3x200xf32>, tensor<f32>) -> tensor<3xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<3xf32>) -> tensor<3x200xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<3x200xf32>
  %3 = stablehlo.exponential %2 : tensor<3x200xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x200xf32>, tensor<f32>) -> tensor<3xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<3xf32>) -> tensor<3x200xf32>
  %6 = stablehlo.divide %3, %5 : tensor<3x200xf32>
  return %6 : tensor<3x200xf32>
}

// Columns: four vectors side by side, one chain each.
// CHECK:      region column, grid lanes
// CHECK:      schedule: 64 lanes in 4 registers, {{.*}} points of d0
// CHECK-NEXT:   reduction0 over d1: point by point
// CHECK-NEXT:   out0
func.func @columns(%x: tensor<100x512xf32>) -> tensor<512xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100x512xf32>, tensor<f32>) -> tensor<512xf32>
  return %0 : tensor<512xf32>
}

// Tiles.
// CHECK:      region transpose, grid lanes, tiles over d0
// CHECK:      schedule: 16 lanes, {{.*}} units of {{.*}} points of d1 by 32 of d0, in tiles of 16 by 16
// CHECK-NEXT:   out0
func.func @transpose(%x: tensor<96x256xf32>) -> tensor<256x96xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<96x256xf32>) -> tensor<256x96xf32>
  return %0 : tensor<256x96xf32>
}

// A reduction inside of another one, whose rows are read side by side.
// CHECK:      schedule: 16 lanes, {{.*}} points of d0
// CHECK-NEXT:   reduction{{[0-9]}} over d1: some points at a time
// CHECK-NEXT:     reduction{{[0-9]}} over d2 at a point of d1: rows side by side, 49 vectors
// CHECK-NEXT:   out0
func.func @distances(%x: tensor<100x784xf32>, %y: tensor<200x784xf32>) -> tensor<100xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<100x784xf32>) -> tensor<100x200x784xf32>
  %1 = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<200x784xf32>) -> tensor<100x200x784xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<100x200x784xf32>
  %3 = stablehlo.multiply %2, %2 : tensor<100x200x784xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<100x200x784xf32>, tensor<f32>) -> tensor<100x200xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<100x200xf32>, tensor<f32>) -> tensor<100xf32>
  return %5 : tensor<100xf32>
}

// A depthwise convolution: the lanes are over channels, the taps written out; of bf16 in f32.
// CHECK:      region column, grid lanes
// CHECK:        load in0{{.*}} if %[[INSIDE:[0-9]+]] : bf16
// CHECK:        convert {{.*}} : f32
// CHECK:        %[[SUM:[0-9]+]] = reduction0.0 : f32
// CHECK-NEXT:   convert %[[SUM]] : bf16
// CHECK:        reduction0 of {{.*}} over d4 d5 { {{.*}} add
// CHECK:      schedule: 16 lanes, 162 units of 32 points of d3 at a point of d0 d1 d2
// CHECK-NEXT:   reduction0 over d4 d5: written out
// CHECK-NEXT:   out0
func.func @depthwise(%x: tensor<2x9x9x32xbf16>, %w: tensor<3x3x1x32xbf16>) -> tensor<2x9x9x32xbf16> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 32 : i64} : (tensor<2x9x9x32xbf16>, tensor<3x3x1x32xbf16>) -> tensor<2x9x9x32xbf16>
  return %0 : tensor<2x9x9x32xbf16>
}

// The gradient of its filter: a sum over images and pixels for each tap and channel.
// CHECK:      region column, grid lanes
// CHECK-NEXT:   d0: 3 grid
// CHECK-NEXT:   d1: 3 grid
// CHECK-NEXT:   d2: 32 grid
// CHECK-NEXT:   d3: 2 reduction
// CHECK-NEXT:   d4: 9 reduction
// CHECK-NEXT:   d5: 9 reduction
// CHECK:        reduction0 over d3 d4 d5: point by point
func.func @filter_gradient(%x: tensor<2x9x9x32xf32>, %g: tensor<2x9x9x32xf32>) -> tensor<3x3x1x32xf32> {
  %0 = stablehlo.convolution(%x, %g) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 32 : i64, feature_group_count = 1 : i64} : (tensor<2x9x9x32xf32>, tensor<2x9x9x32xf32>) -> tensor<3x3x1x32xf32>
  return %0 : tensor<3x3x1x32xf32>
}
