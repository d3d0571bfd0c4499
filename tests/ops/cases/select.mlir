// The predicate is a scalar.
// types: all
func.func @main(%p: tensor<i1>, %x: tensor<33x$T>, %y: tensor<33x$T>) -> tensor<33x$T> {
  %0 = stablehlo.select %p, %x, %y : tensor<i1>, tensor<33x$T>
  return %0 : tensor<33x$T>
}
