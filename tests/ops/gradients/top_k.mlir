func.func @main(%x: tensor<2x3x7xf64>, %y: tensor<5xf64>) -> (tensor<2x3x3xf64>, tensor<5xf64>) {
  %0 = stablehlo.sine %x : tensor<2x3x7xf64>
  %v, %i = chlo.top_k(%0, k = 3) : tensor<2x3x7xf64> -> (tensor<2x3x3xf64>, tensor<2x3x3xi32>)
  %w, %j = chlo.top_k(%y, k = 5) : tensor<5xf64> -> (tensor<5xf64>, tensor<5xi32>)
  %1 = stablehlo.multiply %v, %v : tensor<2x3x3xf64>
  %2 = stablehlo.convert %j : (tensor<5xi32>) -> tensor<5xf64>
  %3 = stablehlo.multiply %w, %2 : tensor<5xf64>
  return %1, %3 : tensor<2x3x3xf64>, tensor<5xf64>
}
// -----
// The least elements of each column, in the form in which JAX prints approx_min_k.
func.func private @less(%a: tensor<f64>, %b: tensor<f64>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func @main(%x: tensor<5x3xf64>) -> tensor<2x3xf64> {
  %i = stablehlo.iota dim = 0 : tensor<5x3xi32>
  %s = stablehlo.constant dense<9.0> : tensor<f64>
  %c = stablehlo.constant dense<-1> : tensor<i32>
  %0:2 = stablehlo.custom_call @ApproxTopK(%x, %i, %s, %c) {called_computations = [@less], backend_config = {aggregate_to_topk = true, reduction_dim = 0 : i64, top_k = 2 : i64}} : (tensor<5x3xf64>, tensor<5x3xi32>, tensor<f64>, tensor<i32>) -> (tensor<2x3xf64>, tensor<2x3xi32>)
  %1 = stablehlo.multiply %0#0, %0#0 : tensor<2x3xf64>
  return %1 : tensor<2x3xf64>
}
