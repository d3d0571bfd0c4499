// types: all
func.func @main(%x: tensor<5x9x$T>, %u: tensor<3x4x$T>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<5x9x$T> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<5x9x$T>, tensor<3x4x$T>, tensor<i32>, tensor<i32>) -> tensor<5x9x$T>
  return %0 : tensor<5x9x$T>
}
// -----
// types: f32
func.func @main(%x: tensor<9x$T>, %u: tensor<4x$T>, %e: tensor<0x$T>) -> (tensor<9x$T>, tensor<9x$T>, tensor<9x$T>) {
  %0 = stablehlo.constant dense<-5> : tensor<i64>
  %1 = stablehlo.constant dense<50> : tensor<i64>
  %2 = stablehlo.dynamic_update_slice %x, %u, %0 : (tensor<9x$T>, tensor<4x$T>, tensor<i64>) -> tensor<9x$T>
  %3 = stablehlo.dynamic_update_slice %x, %u, %1 : (tensor<9x$T>, tensor<4x$T>, tensor<i64>) -> tensor<9x$T>
  %4 = stablehlo.dynamic_update_slice %x, %e, %1 : (tensor<9x$T>, tensor<0x$T>, tensor<i64>) -> tensor<9x$T>
  return %2, %3, %4 : tensor<9x$T>, tensor<9x$T>, tensor<9x$T>
}
