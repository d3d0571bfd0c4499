// Floats are quantized and converted back. The scales are powers of two, so sums are exact in any order.
!a = !quant.uniform<i8:f32, 0.0625:3>
!b = !quant.uniform<i8:f32, 0.125>
func.func @main(%x: tensor<5x7xf32>, %y: tensor<5x7xf32>) -> (tensor<5x7xf32>, tensor<7x5x!a>, tensor<5x7xi1>) {
  %0 = stablehlo.uniform_quantize %x : (tensor<5x7xf32>) -> tensor<5x7x!a>
  %1 = stablehlo.uniform_quantize %y : (tensor<5x7xf32>) -> tensor<5x7x!b>
  %2 = stablehlo.multiply %0, %1 : (tensor<5x7x!a>, tensor<5x7x!b>) -> tensor<5x7x!b>
  %3 = stablehlo.add %2, %0 : (tensor<5x7x!b>, tensor<5x7x!a>) -> tensor<5x7x!a>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<5x7x!a>) -> tensor<7x5x!a>
  %5 = stablehlo.compare LT, %3, %1 : (tensor<5x7x!a>, tensor<5x7x!b>) -> tensor<5x7xi1>
  %6 = stablehlo.uniform_dequantize %3 : (tensor<5x7x!a>) -> tensor<5x7xf32>
  return %6, %4, %5 : tensor<5x7xf32>, tensor<7x5x!a>, tensor<5x7xi1>
}
// -----
// Parameters have quantized types. Each column of %w has its own scale, and the result of the product has 32 bits.
!a = !quant.uniform<i8:f32, 0.5:-3>
!w = !quant.uniform<i8:f32:1, {0.5, 0.25, 1.0, 2.0, 0.125}>
!r = !quant.uniform<i32:f32:1, {0.25, 0.125, 0.5, 1.0, 0.0625}>
!o = !quant.uniform<i8:f32, 4.0:5>
func.func @main(%x: tensor<6x17x!a>, %w: tensor<17x5x!w>) -> (tensor<6x5x!r>, tensor<6x5x!o>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<6x17x!a>, tensor<17x5x!w>) -> tensor<6x5x!r>
  %1 = stablehlo.uniform_quantize %0 : (tensor<6x5x!r>) -> tensor<6x5x!o>
  return %0, %1 : tensor<6x5x!r>, tensor<6x5x!o>
}
// -----
// The padding represents the float 0.
!a = !quant.uniform<u8:f32, 0.5:100>
!w = !quant.uniform<u8:f32, 0.25:120>
!r = !quant.uniform<i32:f32, 0.125>
func.func @main(%x: tensor<2x9x3x!a>, %w: tensor<4x3x5x!w>) -> tensor<2x9x5x!r> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x3x!a>, tensor<4x3x5x!w>) -> tensor<2x9x5x!r>
  return %0 : tensor<2x9x5x!r>
}
// -----
// The elements have 4 bits and share bytes. A reduction has a quantized body.
!q = !quant.uniform<i4:f32, 0.5:1>
func.func @main(%x: tensor<4x9x!q>, %z: tensor<!q>) -> (tensor<4x!q>, tensor<4x9x!q>) {
  %0 = "stablehlo.reduce"(%x, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<!q>, %b: tensor<!q>):
    %1 = stablehlo.maximum %a, %b : tensor<!q>
    stablehlo.return %1 : tensor<!q>
  }) : (tensor<4x9x!q>, tensor<!q>) -> tensor<4x!q>
  %2 = stablehlo.negate %x : tensor<4x9x!q>
  return %0, %2 : tensor<4x!q>, tensor<4x9x!q>
}
