// Signed integers
func.func @main(%x: tensor<8x3xi32>, %y: tensor<11x3xi32>) -> (tensor<8x4xi32>, tensor<8x4xi32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xi32>, tensor<11x3xi32>) -> tensor<8x11xi32>
  %0, %1 = chlo.top_k(%s, k = 4) : tensor<8x11xi32> -> (tensor<8x4xi32>, tensor<8x4xi32>)
  return %0, %1 : tensor<8x4xi32>, tensor<8x4xi32>
}
// -----
// Unsigned integers
func.func @main(%x: tensor<8x3xui8>, %y: tensor<11x3xui8>) -> (tensor<8x4xui8>, tensor<8x4xi32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xui8>, tensor<11x3xui8>) -> tensor<8x11xui8>
  %0, %1 = chlo.top_k(%s, k = 4) : tensor<8x11xui8> -> (tensor<8x4xui8>, tensor<8x4xi32>)
  return %0, %1 : tensor<8x4xui8>, tensor<8x4xi32>
}
// -----
// Rows of NaN and of -inf have their first places.
func.func @main(%x: tensor<8x3xf32>, %y: tensor<11x3xf32>) -> (tensor<8x4xf32>, tensor<8x4xi32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf32>, tensor<11x3xf32>) -> tensor<8x11xf32>
  %n = stablehlo.constant dense<0x7FC00000> : tensor<8x11xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<8x11xf32>
  %i = stablehlo.iota dim = 0 : tensor<8x11xi32>
  %two = stablehlo.constant dense<2> : tensor<8x11xi32>
  %five = stablehlo.constant dense<5> : tensor<8x11xi32>
  %p = stablehlo.compare GE, %i, %two : (tensor<8x11xi32>, tensor<8x11xi32>) -> tensor<8x11xi1>
  %q = stablehlo.compare GE, %i, %five : (tensor<8x11xi32>, tensor<8x11xi32>) -> tensor<8x11xi1>
  %s0 = stablehlo.select %p, %s, %n : tensor<8x11xi1>, tensor<8x11xf32>
  %s1 = stablehlo.select %q, %s0, %low : tensor<8x11xi1>, tensor<8x11xf32>
  %0, %1 = chlo.top_k(%s1, k = 4) : tensor<8x11xf32> -> (tensor<8x4xf32>, tensor<8x4xi32>)
  return %0, %1 : tensor<8x4xf32>, tensor<8x4xi32>
}
// -----
// Two selections of one table
func.func @main(%x: tensor<8x3xf32>, %y: tensor<11x3xf32>) -> (tensor<8x4xf32>, tensor<8x4xi32>, tensor<11x2xf32>, tensor<11x2xi32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf32>, tensor<11x3xf32>) -> tensor<8x11xf32>
  %t = stablehlo.transpose %s, dims = [1, 0] : (tensor<8x11xf32>) -> tensor<11x8xf32>
  %0, %1 = chlo.top_k(%s, k = 4) : tensor<8x11xf32> -> (tensor<8x4xf32>, tensor<8x4xi32>)
  %2, %3 = chlo.top_k(%t, k = 2) : tensor<11x8xf32> -> (tensor<11x2xf32>, tensor<11x2xi32>)
  return %0, %1, %2, %3 : tensor<8x4xf32>, tensor<8x4xi32>, tensor<11x2xf32>, tensor<11x2xi32>
}
// -----
// Elements are the lowest NaN, so places follow from the order of equal elements alone.
func.func @main(%x: tensor<8x3xf32>, %y: tensor<11x3xf32>) -> (tensor<8x4xf32>, tensor<8x4xi32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf32>, tensor<11x3xf32>) -> tensor<8x11xf32>
  %n = stablehlo.constant dense<0xFFFFFFFF> : tensor<8x11xf32>
  %i = stablehlo.iota dim = 0 : tensor<8x11xi32>
  %j = stablehlo.iota dim = 1 : tensor<8x11xi32>
  %p = stablehlo.compare EQ, %i, %j : (tensor<8x11xi32>, tensor<8x11xi32>) -> tensor<8x11xi1>
  %s0 = stablehlo.select %p, %s, %n : tensor<8x11xi1>, tensor<8x11xf32>
  %0, %1 = chlo.top_k(%s0, k = 4) : tensor<8x11xf32> -> (tensor<8x4xf32>, tensor<8x4xi32>)
  return %0, %1 : tensor<8x4xf32>, tensor<8x4xi32>
}
// -----
// A selection of more than half of each row is tiled along the other dimension only.
func.func @main(%x: tensor<8x3xf32>, %y: tensor<11x3xf32>) -> (tensor<8x6xf32>, tensor<8x6xi32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf32>, tensor<11x3xf32>) -> tensor<8x11xf32>
  %0, %1 = chlo.top_k(%s, k = 6) : tensor<8x11xf32> -> (tensor<8x6xf32>, tensor<8x6xi32>)
  return %0, %1 : tensor<8x6xf32>, tensor<8x6xi32>
}
