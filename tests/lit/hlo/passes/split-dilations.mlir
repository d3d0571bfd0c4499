// RUN: lz-opt %s --lz-split-dilations | FileCheck %s

// The operand has a dilation of 2. So a result with an even index uses every second tap, and a result with an odd index
// the other taps. The two groups of taps become features of a convolution without dilation.
// CHECK-LABEL: func.func @phases
// CHECK:       %[[P:.*]] = stablehlo.pad %arg1, %{{.*}}, low = [0, 0, 0], high = [1, 0, 0], interior = [0, 0, 0]
// CHECK:       %[[A:.*]] = stablehlo.reshape %[[P]] : (tensor<4x8x16xf32>) -> tensor<2x2x8x16xf32>
// CHECK:       %[[B:.*]] = stablehlo.reverse %[[A]], dims = [1]
// CHECK:       %[[C:.*]] = stablehlo.transpose %[[B]], dims = [0, 2, 1, 3]
// CHECK:       %[[K:.*]] = stablehlo.reshape %[[C]] : (tensor<2x8x2x16xf32>) -> tensor<2x8x32xf32>
// CHECK:       stablehlo.convolution(%arg0, %[[K]])
// CHECK-SAME:  window = {pad = {{\[\[}}0, 1]]}
// CHECK-SAME:  -> tensor<1x32x32xf32>
// CHECK-NOT:   lhs_dilate
func.func @phases(%x: tensor<1x32x8xf32>, %k: tensor<3x8x16xf32>) -> tensor<1x64x16xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 2]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x32x8xf32>, tensor<3x8x16xf32>) -> tensor<1x64x16xf32>
  return %0 : tensor<1x64x16xf32>
}

// Near miss: making kernels for the phases takes longer than 4 results.
// CHECK-LABEL: func.func @few
// CHECK:       lhs_dilate = [2]
func.func @few(%x: tensor<1x2x8xf32>, %k: tensor<3x8x16xf32>) -> tensor<1x4x16xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 2]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x8xf32>, tensor<3x8x16xf32>) -> tensor<1x4x16xf32>
  return %0 : tensor<1x4x16xf32>
}

// The kernel has one tap, so every second result is zero.
// CHECK-LABEL: func.func @one_tap
// CHECK:       stablehlo.convolution
// CHECK-SAME:  -> tensor<1x4x16xf32>
// CHECK:       stablehlo.pad %{{.*}}, low = [0, 0, 0], high = [0, 1, 0], interior = [0, 1, 0]
func.func @one_tap(%x: tensor<1x4x8xf32>, %k: tensor<1x8x16xf32>) -> tensor<1x8x16xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[0, 1]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x8xf32>, tensor<1x8x16xf32>) -> tensor<1x8x16xf32>
  return %0 : tensor<1x8x16xf32>
}

// Near miss: a convolution that has strides, too.
// CHECK-LABEL: func.func @strided
// CHECK:       lhs_dilate = [2]
func.func @strided(%x: tensor<1x4x8xf32>, %k: tensor<3x8x16xf32>) -> tensor<1x3x16xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[0, 0]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x8xf32>, tensor<3x8x16xf32>) -> tensor<1x3x16xf32>
  return %0 : tensor<1x3x16xf32>
}
