func.func @main(%x: tensor<2x5x4x2xf64>, %k: tensor<3x2x2x3xf64>) -> tensor<2x3x3x3xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x4x2xf64>, tensor<3x2x2x3xf64>) -> tensor<2x3x3x3xf64>
  return %0 : tensor<2x3x3x3xf64>
}
// -----
// The padding of the next four cases differs from side to side. Some of it is larger than the filter, and some is
// negative.
func.func @main(%x: tensor<2x5x4x2xf64>, %k: tensor<3x2x2x3xf64>) -> tensor<2x5x4x3xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x4x2xf64>, tensor<3x2x2x3xf64>) -> tensor<2x5x4x3xf64>
  return %0 : tensor<2x5x4x3xf64>
}
// -----
func.func @main(%x: tensor<1x4x5x1xf64>, %k: tensor<2x3x1x2xf64>) -> tensor<1x7x9x2xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[4, 0], [1, 5]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x5x1xf64>, tensor<2x3x1x2xf64>) -> tensor<1x7x9x2xf64>
  return %0 : tensor<1x7x9x2xf64>
}
// -----
func.func @main(%x: tensor<1x7x6x1xf64>, %k: tensor<2x3x1x2xf64>) -> tensor<1x3x5x2xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[-1, -2], [2, -1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x7x6x1xf64>, tensor<2x3x1x2xf64>) -> tensor<1x3x5x2xf64>
  return %0 : tensor<1x3x5x2xf64>
}
// -----
func.func @main(%x: tensor<1x7x3x1xf64>, %k: tensor<2x3x1x2xf64>) -> tensor<1x3x3x2xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[-3, 2], [-2, 4]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x7x3x1xf64>, tensor<2x3x1x2xf64>) -> tensor<1x3x3x2xf64>
  return %0 : tensor<1x3x3x2xf64>
}
// -----
// In the next two cases some strides leave elements out at the end.
func.func @main(%x: tensor<2x8x9x2xf64>, %k: tensor<3x2x2x3xf64>) -> tensor<2x3x3x3xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x9x2xf64>, tensor<3x2x2x3xf64>) -> tensor<2x3x3x3xf64>
  return %0 : tensor<2x3x3x3xf64>
}
// -----
func.func @main(%x: tensor<2x9x7x2xf64>, %k: tensor<2x3x2x3xf64>) -> tensor<2x3x4x3xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [3, 2], pad = [[1, 0], [1, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x7x2xf64>, tensor<2x3x2x3xf64>) -> tensor<2x3x4x3xf64>
  return %0 : tensor<2x3x4x3xf64>
}
// -----
// The input, the filter, or both are dilated.
func.func @main(%x: tensor<2x3x4x2xf64>, %k: tensor<2x3x2x1xf64>) -> tensor<2x4x8x1xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [2, 3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x4x2xf64>, tensor<2x3x2x1xf64>) -> tensor<2x4x8x1xf64>
  return %0 : tensor<2x4x8x1xf64>
}
// -----
func.func @main(%x: tensor<2x8x7x2xf64>, %k: tensor<3x2x2x1xf64>) -> tensor<2x6x6x1xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [0, 2]], rhs_dilate = [2, 3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x7x2xf64>, tensor<3x2x2x1xf64>) -> tensor<2x6x6x1xf64>
  return %0 : tensor<2x6x6x1xf64>
}
// -----
func.func @main(%x: tensor<2x4x5x2xf64>, %k: tensor<3x2x2x3xf64>) -> tensor<2x4x3x3xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 3], pad = [[2, -1], [-2, 3]], lhs_dilate = [3, 2], rhs_dilate = [2, 3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x5x2xf64>, tensor<3x2x2x3xf64>) -> tensor<2x4x3x3xf64>
  return %0 : tensor<2x4x3x3xf64>
}
// -----
// The next two cases have other layouts and reversed windows.
func.func @main(%x: tensor<2x2x6x5xf64>, %k: tensor<3x2x3x2xf64>) -> tensor<2x3x3x5xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 1], pad = [[0, 1], [2, 0]], rhs_dilate = [1, 2], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x2x6x5xf64>, tensor<3x2x3x2xf64>) -> tensor<2x3x3x5xf64>
  return %0 : tensor<2x3x3x5xf64>
}
// -----
func.func @main(%x: tensor<6x2x2x5xf64>, %k: tensor<2x3x3x2xf64>) -> tensor<6x2x3x2xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [0, b, f, 1]x[i, 0, 1, o]->[1, f, 0, b], window = {stride = [2, 1], pad = [[1, 1], [0, -1]], lhs_dilate = [1, 2], reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<6x2x2x5xf64>, tensor<2x3x3x2xf64>) -> tensor<6x2x3x2xf64>
  return %0 : tensor<6x2x3x2xf64>
}
// -----
// Feature groups: a plain convolution, a depthwise one, and one with strides, padding and dilations.
func.func @main(%x: tensor<2x7x6xf64>, %k: tensor<3x2x9xf64>) -> tensor<2x5x9xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<2x7x6xf64>, tensor<3x2x9xf64>) -> tensor<2x5x9xf64>
  return %0 : tensor<2x5x9xf64>
}
// -----
func.func @main(%x: tensor<2x5x4xf64>, %k: tensor<3x1x8xf64>) -> tensor<2x3x8xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<2x5x4xf64>, tensor<3x1x8xf64>) -> tensor<2x3x8xf64>
  return %0 : tensor<2x3x8xf64>
}
// -----
func.func @main(%x: tensor<2x4x5x4xf64>, %k: tensor<6x2x2x3xf64>) -> tensor<2x6x6x1xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 1], pad = [[2, 1], [-1, 2]], lhs_dilate = [2, 1], rhs_dilate = [1, 2], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x4x5x4xf64>, tensor<6x2x2x3xf64>) -> tensor<2x6x6x1xf64>
  return %0 : tensor<2x6x6x1xf64>
}
// -----
// The next three cases have batch groups.
func.func @main(%x: tensor<4x6x3xf64>, %k: tensor<3x3x4xf64>) -> tensor<2x4x4xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x6x3xf64>, tensor<3x3x4xf64>) -> tensor<2x4x4xf64>
  return %0 : tensor<2x4x4xf64>
}
// -----
func.func @main(%x: tensor<6x4x5x2xf64>, %k: tensor<3x2x2x6xf64>) -> tensor<2x3x8x6xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[2, 1], [-1, 2]], lhs_dilate = [1, 2], rhs_dilate = [1, 2]} {batch_group_count = 3 : i64, feature_group_count = 1 : i64} : (tensor<6x4x5x2xf64>, tensor<3x2x2x6xf64>) -> tensor<2x3x8x6xf64>
  return %0 : tensor<2x3x8x6xf64>
}
// -----
func.func @main(%x: tensor<2x6x4x3xf64>, %k: tensor<4x2x2x2xf64>) -> tensor<2x4x3x2xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [f, 0, b, 1]x[o, 1, i, 0]->[1, f, 0, b], window = {stride = [2, 2], pad = [[1, 0], [1, 1]], reverse = [true, false]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x6x4x3xf64>, tensor<4x2x2x2xf64>) -> tensor<2x4x3x2xf64>
  return %0 : tensor<2x4x3x2xf64>
}
// -----
// Convolutions without spatial dims, and with three.
func.func @main(%x: tensor<3x4xf64>, %k: tensor<4x5xf64>) -> tensor<3x5xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x4xf64>, tensor<4x5xf64>) -> tensor<3x5xf64>
  return %0 : tensor<3x5xf64>
}
// -----
func.func @main(%x: tensor<1x3x4x3x2xf64>, %k: tensor<2x2x3x2x1xf64>) -> tensor<1x3x2x3x1xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f], window = {stride = [1, 2, 1], pad = [[1, 0], [0, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x4x3x2xf64>, tensor<2x2x3x2x1xf64>) -> tensor<1x3x2x3x1xf64>
  return %0 : tensor<1x3x2x3x1xf64>
}
// -----
// In the next four cases the window never fits, the batch is empty, there are no features, or there is only padding.
func.func @main(%x: tensor<2x3x2xf64>, %k: tensor<5x2x3xf64>) -> tensor<2x0x3xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x2xf64>, tensor<5x2x3xf64>) -> tensor<2x0x3xf64>
  return %0 : tensor<2x0x3xf64>
}
// -----
func.func @main(%x: tensor<0x4x2xf64>, %k: tensor<3x2x3xf64>) -> tensor<0x2x3xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<0x4x2xf64>, tensor<3x2x3xf64>) -> tensor<0x2x3xf64>
  return %0 : tensor<0x2x3xf64>
}
// -----
func.func @main(%x: tensor<2x4x0xf64>, %k: tensor<3x0x3xf64>) -> tensor<2x2x3xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x0xf64>, tensor<3x0x3xf64>) -> tensor<2x2x3xf64>
  return %0 : tensor<2x2x3xf64>
}
// -----
func.func @main(%x: tensor<2x0x2xf64>, %k: tensor<3x2x3xf64>) -> tensor<2x3x3xf64> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2, 3]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x0x2xf64>, tensor<3x2x3xf64>) -> tensor<2x3x3xf64>
  return %0 : tensor<2x3x3xf64>
}
// -----
func.func @main(%x: tensor<2x5x2xcomplex<f64>>, %k: tensor<3x2x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x2xcomplex<f64>>, tensor<3x2x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  return %0 : tensor<2x3x3xcomplex<f64>>
}
