// A function is called twice. The second call gets a result of the first call as both arguments.
func.func @main(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0:2 = call @f(%x, %y) : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<i32>)
  %1:2 = call @f(%0#0, %0#0) : (tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<i32>)
  return %1#0 : tensor<3xf64>
}
func.func private @f(%a: tensor<3xf64>, %b: tensor<3xf64>) -> (tensor<3xf64>, tensor<i32>) {
  %n = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.multiply %a, %b : tensor<3xf64>
  %1 = stablehlo.sine %a : tensor<3xf64>
  %2 = stablehlo.add %0, %1 : tensor<3xf64>
  return %2, %n : tensor<3xf64>, tensor<i32>
}
// -----
// The trip count of a loop is an argument that is passed through two functions. One function returns its parameter.
func.func @main(%x: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %n = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = call @power(%x, %n) : (tensor<f64>, tensor<i32>) -> (tensor<f64>, tensor<f64>)
  return %0#0, %0#1 : tensor<f64>, tensor<f64>
}
func.func private @power(%x: tensor<f64>, %n: tensor<i32>) -> (tensor<f64>, tensor<f64>) {
  %0 = call @repeat(%x, %n) : (tensor<f64>, tensor<i32>) -> tensor<f64>
  return %0, %x : tensor<f64>, tensor<f64>
}
func.func private @repeat(%x: tensor<f64>, %n: tensor<i32>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %unit = stablehlo.constant dense<1.0> : tensor<f64>
  %0:2 = stablehlo.while(%i = %zero, %r = %unit) : tensor<i32>, tensor<f64>
   cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.multiply %r, %x : tensor<f64>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<f64>
  }
  return %0#1 : tensor<f64>
}
