// types: all
func.func @main(%x: tensor<3x17x$T>, %y: tensor<3x1x$T>, %z: tensor<3x0x$T>) -> (tensor<3x35x$T>, tensor<6x17x$T>) {
  %0 = stablehlo.concatenate %x, %y, %z, %x, dim = 1 : (tensor<3x17x$T>, tensor<3x1x$T>, tensor<3x0x$T>, tensor<3x17x$T>) -> tensor<3x35x$T>
  %1 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<3x17x$T>, tensor<3x17x$T>) -> tensor<6x17x$T>
  return %0, %1 : tensor<3x35x$T>, tensor<6x17x$T>
}
// -----
// One operand and the result go through elementwise ops.
// types: f32
func.func @main(%x: tensor<7x$T>, %y: tensor<9x$T>) -> tensor<16x$T> {
  %0 = stablehlo.tanh %x : tensor<7x$T>
  %1 = stablehlo.concatenate %0, %y, dim = 0 : (tensor<7x$T>, tensor<9x$T>) -> tensor<16x$T>
  %2 = stablehlo.negate %1 : tensor<16x$T>
  return %2 : tensor<16x$T>
}
// -----
// pad(x, 3, "reflect") in two dims: reversed rows and columns of x surround x. The rows are long enough for full
// vectors.
// types: all
func.func @main(%x: tensor<9x41x$T>) -> tensor<15x47x$T> {
  %0 = stablehlo.slice %x [1:4, 0:41] : (tensor<9x41x$T>) -> tensor<3x41x$T>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<3x41x$T>
  %2 = stablehlo.concatenate %1, %x, dim = 0 : (tensor<3x41x$T>, tensor<9x41x$T>) -> tensor<12x41x$T>
  %3 = stablehlo.slice %2 [8:11, 0:41] : (tensor<12x41x$T>) -> tensor<3x41x$T>
  %4 = stablehlo.reverse %3, dims = [0] : tensor<3x41x$T>
  %5 = stablehlo.concatenate %2, %4, dim = 0 : (tensor<12x41x$T>, tensor<3x41x$T>) -> tensor<15x41x$T>
  %6 = stablehlo.slice %5 [0:15, 1:4] : (tensor<15x41x$T>) -> tensor<15x3x$T>
  %7 = stablehlo.reverse %6, dims = [1] : tensor<15x3x$T>
  %8 = stablehlo.concatenate %7, %5, dim = 1 : (tensor<15x3x$T>, tensor<15x41x$T>) -> tensor<15x44x$T>
  %9 = stablehlo.slice %8 [0:15, 40:43] : (tensor<15x44x$T>) -> tensor<15x3x$T>
  %10 = stablehlo.reverse %9, dims = [1] : tensor<15x3x$T>
  %11 = stablehlo.concatenate %8, %10, dim = 1 : (tensor<15x44x$T>, tensor<15x3x$T>) -> tensor<15x47x$T>
  return %11 : tensor<15x47x$T>
}
// -----
// Each piece is computed by another function. The pieces have one element, full vectors, or full vectors and some
// elements.
// types: f32 f64 bf16
func.func @main(%x: tensor<2x64x$T>, %y: tensor<2x1x$T>, %z: tensor<2x100x$T>, %p: tensor<$T>) -> (tensor<2x165x$T>, tensor<2x70x$T>) {
  %0 = stablehlo.exponential %x : tensor<2x64x$T>
  %1 = stablehlo.tanh %z : tensor<2x100x$T>
  %2 = stablehlo.concatenate %0, %y, %1, dim = 1 : (tensor<2x64x$T>, tensor<2x1x$T>, tensor<2x100x$T>) -> tensor<2x165x$T>
  %3 = stablehlo.pad %0, %p, low = [0, 5], high = [0, 1], interior = [0, 0] : (tensor<2x64x$T>, tensor<$T>) -> tensor<2x70x$T>
  return %2, %3 : tensor<2x165x$T>, tensor<2x70x$T>
}
// -----
// x and y are interleaved, as by stack([x, y], -1).reshape(-1). The second result is reversed.
// types: all
func.func @main(%x: tensor<35x$T>, %y: tensor<35x$T>) -> (tensor<70x$T>, tensor<70x$T>) {
  %0 = stablehlo.reshape %x : (tensor<35x$T>) -> tensor<35x1x$T>
  %1 = stablehlo.reshape %y : (tensor<35x$T>) -> tensor<35x1x$T>
  %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<35x1x$T>, tensor<35x1x$T>) -> tensor<35x2x$T>
  %3 = stablehlo.reshape %2 : (tensor<35x2x$T>) -> tensor<70x$T>
  %4 = stablehlo.reverse %3, dims = [0] : tensor<70x$T>
  return %3, %4 : tensor<70x$T>, tensor<70x$T>
}
// -----
// The library concatenates these operands, because there are many of them and all are in memory.
// types: all
func.func @main(%x: tensor<3x256x$T>, %y: tensor<3x256x$T>) -> (tensor<3x16896x$T>, tensor<198x256x$T>) {
  %0 = stablehlo.concatenate %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, dim = 1 : (tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>) -> tensor<3x16896x$T>
  %1 = stablehlo.concatenate %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, %y, %x, %x, dim = 0 : (tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>, tensor<3x256x$T>) -> tensor<198x256x$T>
  return %0, %1 : tensor<3x16896x$T>, tensor<198x256x$T>
}
