// types: floats
// tolerance: 1e-5
func.func @main(%x: tensor<2x9x10x3x$T>, %k: tensor<3x3x3x5x$T>) -> (tensor<2x9x10x5x$T>, tensor<2x4x3x5x$T>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x10x3x$T>, tensor<3x3x3x5x$T>) -> tensor<2x9x10x5x$T>
  %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x10x3x$T>, tensor<3x3x3x5x$T>) -> tensor<2x4x3x5x$T>
  return %0, %1 : tensor<2x9x10x5x$T>, tensor<2x4x3x5x$T>
}
// -----
// These convolutions have channels first, dilations, a reversed window and negative padding.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%x: tensor<2x3x8x9x$T>, %k: tensor<5x3x2x3x$T>) -> (tensor<2x5x14x21x$T>, tensor<2x5x3x5x$T>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, -1], [2, 0]], lhs_dilate = [2, 3], rhs_dilate = [1, 3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x8x9x$T>, tensor<5x3x2x3x$T>) -> tensor<2x5x14x21x$T>
  %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 1], rhs_dilate = [2, 2], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x8x9x$T>, tensor<5x3x2x3x$T>) -> tensor<2x5x3x5x$T>
  return %0, %1 : tensor<2x5x14x21x$T>, tensor<2x5x3x5x$T>
}
// -----
// A convolution with feature groups, a depthwise convolution, and one with batch groups.
// types: f32
// tolerance: 1e-5
func.func @main(%x: tensor<6x7x6x$T>, %k: tensor<3x2x9x$T>, %d: tensor<3x1x12x$T>, %b: tensor<3x6x4x$T>) -> (tensor<6x5x9x$T>, tensor<6x5x12x$T>, tensor<3x5x4x$T>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<6x7x6x$T>, tensor<3x2x9x$T>) -> tensor<6x5x9x$T>
  %1 = stablehlo.convolution(%x, %d) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 6 : i64} : (tensor<6x7x6x$T>, tensor<3x1x12x$T>) -> tensor<6x5x12x$T>
  %2 = stablehlo.convolution(%x, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<6x7x6x$T>, tensor<3x6x4x$T>) -> tensor<3x5x4x$T>
  return %0, %1, %2 : tensor<6x5x9x$T>, tensor<6x5x12x$T>, tensor<3x5x4x$T>
}
// -----
// Depthwise convolutions with channels last: one keeps the size, one has strides and dilations, and one has too many
// taps to unroll.
// types: floats
// tolerance: 1e-5
func.func @main(%x: tensor<2x9x11x19x$T>, %k: tensor<3x3x1x19x$T>, %l: tensor<5x7x1x19x$T>) -> (tensor<2x9x11x19x$T>, tensor<2x4x4x19x$T>, tensor<2x9x11x19x$T>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 19 : i64} : (tensor<2x9x11x19x$T>, tensor<3x3x1x19x$T>) -> tensor<2x9x11x19x$T>
  %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 3], pad = [[1, 2], [0, 1]], rhs_dilate = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 19 : i64} : (tensor<2x9x11x19x$T>, tensor<3x3x1x19x$T>) -> tensor<2x4x4x19x$T>
  %2 = stablehlo.convolution(%x, %l) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[2, 2], [3, 3]]} {batch_group_count = 1 : i64, feature_group_count = 19 : i64} : (tensor<2x9x11x19x$T>, tensor<5x7x1x19x$T>) -> tensor<2x9x11x19x$T>
  return %0, %1, %2 : tensor<2x9x11x19x$T>, tensor<2x4x4x19x$T>, tensor<2x9x11x19x$T>
}
// -----
// Depthwise convolutions with channels last. The channels fill vectors of several registers and a part of one. Some
// windows are larger than the image.
// types: f32 f64 bf16
// tolerance: 1e-5
func.func @main(%x: tensor<1x7x6x70x$T>, %k: tensor<5x5x1x70x$T>, %l: tensor<7x7x1x70x$T>, %y: tensor<2x5x9x37x$T>, %m: tensor<3x9x1x37x$T>) -> (tensor<1x7x6x70x$T>, tensor<1x2x6x70x$T>, tensor<2x5x5x37x$T>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[2, 2], [2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 70 : i64} : (tensor<1x7x6x70x$T>, tensor<5x5x1x70x$T>) -> tensor<1x7x6x70x$T>
  %1 = stablehlo.convolution(%x, %l) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[5, 3], [8, 4]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 70 : i64} : (tensor<1x7x6x70x$T>, tensor<7x7x1x70x$T>) -> tensor<1x2x6x70x$T>
  %2 = stablehlo.convolution(%y, %m) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[1, 1], [4, 4]]} {batch_group_count = 1 : i64, feature_group_count = 37 : i64} : (tensor<2x5x9x37x$T>, tensor<3x9x1x37x$T>) -> tensor<2x5x5x37x$T>
  return %0, %1, %2 : tensor<1x7x6x70x$T>, tensor<1x2x6x70x$T>, tensor<2x5x5x37x$T>
}
// -----
// Depthwise convolutions of 5 x 5 and 7 x 7 with channels first. Some rows have more elements than a vector, and others
// fewer.
// types: f32 f16
// tolerance: 1e-5
func.func @main(%x: tensor<1x3x6x21x$T>, %k: tensor<3x1x5x5x$T>, %l: tensor<3x1x7x7x$T>, %y: tensor<2x4x5x5x$T>, %m: tensor<4x1x7x7x$T>) -> (tensor<1x3x6x21x$T>, tensor<1x3x6x11x$T>, tensor<2x4x5x5x$T>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[2, 2], [2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x3x6x21x$T>, tensor<3x1x5x5x$T>) -> tensor<1x3x6x21x$T>
  %1 = stablehlo.convolution(%x, %l) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 2], pad = [[6, 6], [3, 3]], rhs_dilate = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x3x6x21x$T>, tensor<3x1x7x7x$T>) -> tensor<1x3x6x11x$T>
  %2 = stablehlo.convolution(%y, %m) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[3, 3], [3, 3]]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<2x4x5x5x$T>, tensor<4x1x7x7x$T>) -> tensor<2x4x5x5x$T>
  return %0, %1, %2 : tensor<1x3x6x21x$T>, tensor<1x3x6x11x$T>, tensor<2x4x5x5x$T>
}
// -----
// One convolution makes two outputs from each channel. The other is the gradient of a strided convolution with respect
// to its image, with two inputs for each output.
// types: f32 f64
// tolerance: 1e-5
func.func @main(%x: tensor<2x7x6x5x$T>, %k: tensor<3x3x1x10x$T>, %g: tensor<2x7x6x10x$T>, %l: tensor<3x3x5x2x$T>) -> (tensor<2x7x6x10x$T>, tensor<2x14x12x5x$T>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 5 : i64} : (tensor<2x7x6x5x$T>, tensor<3x3x1x10x$T>) -> tensor<2x7x6x10x$T>
  %1 = stablehlo.convolution(%g, %l) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 5 : i64} : (tensor<2x7x6x10x$T>, tensor<3x3x5x2x$T>) -> tensor<2x14x12x5x$T>
  return %0, %1 : tensor<2x7x6x10x$T>, tensor<2x14x12x5x$T>
}
// -----
// Depthwise convolutions with channels first: one makes two outputs from each channel, and one has a reversed window.
// types: f32 bf16
// tolerance: 1e-5
func.func @main(%x: tensor<2x3x8x21x$T>, %k: tensor<6x1x3x3x$T>, %l: tensor<3x1x2x3x$T>) -> (tensor<2x6x8x11x$T>, tensor<2x3x7x21x$T>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<2x3x8x21x$T>, tensor<6x1x3x3x$T>) -> tensor<2x6x8x11x$T>
  %1 = stablehlo.convolution(%x, %l) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[0, 0], [2, 0]], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<2x3x8x21x$T>, tensor<3x1x2x3x$T>) -> tensor<2x3x7x21x$T>
  return %0, %1 : tensor<2x6x8x11x$T>, tensor<2x3x7x21x$T>
}
// -----
// Gradients of depthwise filters, which are convolutions with batch groups: of a plain one, of a strided one, and of
// one with two outputs for each channel.
// types: f32 f16
// tolerance: 1e-5
func.func @main(%x: tensor<3x7x9x17x$T>, %k: tensor<3x7x9x17x$T>, %l: tensor<3x4x5x17x$T>, %m: tensor<3x7x9x34x$T>) -> (tensor<3x3x1x17x$T>, tensor<3x3x1x17x$T>, tensor<3x3x1x34x$T>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 17 : i64, feature_group_count = 1 : i64} : (tensor<3x7x9x17x$T>, tensor<3x7x9x17x$T>) -> tensor<3x3x1x17x$T>
  %1 = stablehlo.convolution(%x, %l) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]], rhs_dilate = [2, 2]} {batch_group_count = 17 : i64, feature_group_count = 1 : i64} : (tensor<3x7x9x17x$T>, tensor<3x4x5x17x$T>) -> tensor<3x3x1x17x$T>
  %2 = stablehlo.convolution(%x, %m) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 17 : i64, feature_group_count = 1 : i64} : (tensor<3x7x9x17x$T>, tensor<3x7x9x34x$T>) -> tensor<3x3x1x34x$T>
  return %0, %1, %2 : tensor<3x3x1x17x$T>, tensor<3x3x1x17x$T>, tensor<3x3x1x34x$T>
}
// -----
// Gradients of filters whose taps are computed together: 5 x 5, and 3 x 3 and 1 x 3 of strided convolutions. The second
// one updates its filter.
// types: f32 f64 bf16
// tolerance: 1e-5
func.func @main(%x: tensor<2x6x7x35x$T>, %k: tensor<2x6x7x35x$T>, %y: tensor<2x11x13x35x$T>, %w: tensor<3x3x1x35x$T>) -> (tensor<5x5x1x35x$T>, tensor<3x3x1x35x$T>, tensor<1x3x1x35x$T>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[2, 2], [2, 2]]} {batch_group_count = 35 : i64, feature_group_count = 1 : i64} : (tensor<2x6x7x35x$T>, tensor<2x6x7x35x$T>) -> tensor<5x5x1x35x$T>
  %1 = stablehlo.convolution(%y, %k) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]], rhs_dilate = [2, 2]} {batch_group_count = 35 : i64, feature_group_count = 1 : i64} : (tensor<2x11x13x35x$T>, tensor<2x6x7x35x$T>) -> tensor<3x3x1x35x$T>
  %2 = stablehlo.subtract %w, %1 : tensor<3x3x1x35x$T>
  %3 = stablehlo.convolution(%y, %k) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[0, 0], [1, 1]], rhs_dilate = [2, 2]} {batch_group_count = 35 : i64, feature_group_count = 1 : i64} : (tensor<2x11x13x35x$T>, tensor<2x6x7x35x$T>) -> tensor<1x3x1x35x$T>
  return %0, %2, %3 : tensor<5x5x1x35x$T>, tensor<3x3x1x35x$T>, tensor<1x3x1x35x$T>
}
// -----
// A depthwise convolution between a scale and a bias, and one whose result is wider than its operands.
// types: bf16
// tolerance: 1e-5
func.func @main(%x: tensor<6x7x18x$T>, %k: tensor<3x1x18x$T>, %b: tensor<6x7x18x$T>) -> (tensor<6x7x18x$T>, tensor<6x5x18xf32>) {
  %0 = stablehlo.multiply %x, %b : tensor<6x7x18x$T>
  %1 = stablehlo.convolution(%0, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2, 0]]} {batch_group_count = 1 : i64, feature_group_count = 18 : i64} : (tensor<6x7x18x$T>, tensor<3x1x18x$T>) -> tensor<6x7x18x$T>
  %2 = stablehlo.add %1, %b : tensor<6x7x18x$T>
  %3 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 18 : i64} : (tensor<6x7x18x$T>, tensor<3x1x18x$T>) -> tensor<6x5x18xf32>
  return %2, %3 : tensor<6x7x18x$T>, tensor<6x5x18xf32>
}
// -----
// The feature groups have no output features.
// types: i32 f32
func.func @main(%x: tensor<1x2x4x$T>, %k: tensor<0x1x1x$T>) -> tensor<1x0x4x$T> {
  %r = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x2x4x$T>, tensor<0x1x1x$T>) -> tensor<1x0x4x$T>
  return %r : tensor<1x0x4x$T>
}
