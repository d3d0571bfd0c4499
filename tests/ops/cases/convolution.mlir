// types: floats
// tolerance: 1e-5
func.func @main(%x: tensor<2x9x10x3x$T>, %k: tensor<3x3x3x5x$T>) -> (tensor<2x9x10x5x$T>, tensor<2x4x3x5x$T>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x10x3x$T>, tensor<3x3x3x5x$T>) -> tensor<2x9x10x5x$T>
  %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x10x3x$T>, tensor<3x3x3x5x$T>) -> tensor<2x4x3x5x$T>
  return %0, %1 : tensor<2x9x10x5x$T>, tensor<2x4x3x5x$T>
}
// -----
// Other layouts, dilations, reversal, negative padding.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%x: tensor<2x3x8x9x$T>, %k: tensor<5x3x2x3x$T>) -> (tensor<2x5x14x21x$T>, tensor<2x5x3x5x$T>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, -1], [2, 0]], lhs_dilate = [2, 3], rhs_dilate = [1, 3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x8x9x$T>, tensor<5x3x2x3x$T>) -> tensor<2x5x14x21x$T>
  %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 1], rhs_dilate = [2, 2], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x8x9x$T>, tensor<5x3x2x3x$T>) -> tensor<2x5x3x5x$T>
  return %0, %1 : tensor<2x5x14x21x$T>, tensor<2x5x3x5x$T>
}
// -----
// Feature groups, depthwise, batch groups.
// types: f32
// tolerance: 1e-5
func.func @main(%x: tensor<6x7x6x$T>, %k: tensor<3x2x9x$T>, %d: tensor<3x1x12x$T>, %b: tensor<3x6x4x$T>) -> (tensor<6x5x9x$T>, tensor<6x5x12x$T>, tensor<3x5x4x$T>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<6x7x6x$T>, tensor<3x2x9x$T>) -> tensor<6x5x9x$T>
  %1 = stablehlo.convolution(%x, %d) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 6 : i64} : (tensor<6x7x6x$T>, tensor<3x1x12x$T>) -> tensor<6x5x12x$T>
  %2 = stablehlo.convolution(%x, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<6x7x6x$T>, tensor<3x6x4x$T>) -> tensor<3x5x4x$T>
  return %0, %1, %2 : tensor<6x5x9x$T>, tensor<6x5x12x$T>, tensor<3x5x4x$T>
}
