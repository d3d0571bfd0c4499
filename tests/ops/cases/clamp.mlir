// The bounds are scalars, and the operand is a vector.
// types: numbers
func.func @main(%a: tensor<$T>, %x: tensor<33x$T>, %b: tensor<$T>) -> tensor<33x$T> {
  %0 = stablehlo.clamp %a, %x, %b : (tensor<$T>, tensor<33x$T>, tensor<$T>) -> tensor<33x$T>
  return %0 : tensor<33x$T>
}
