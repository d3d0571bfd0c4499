func.func @main(%x: tensor<3x5x2xf64>) -> (tensor<3x5x2xf64>, tensor<3x5x2xf64>) {
  %0 = stablehlo.sine %x : tensor<3x5x2xf64>
  %1 = "stablehlo.sort"(%0) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %4 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<3x5x2xf64>) -> tensor<3x5x2xf64>
  %2 = "stablehlo.sort"(%0) <{dimension = -1 : i64}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %4 = stablehlo.compare GT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<3x5x2xf64>) -> tensor<3x5x2xf64>
  %3 = stablehlo.multiply %1, %1 : tensor<3x5x2xf64>
  return %3, %2 : tensor<3x5x2xf64>, tensor<3x5x2xf64>
}
// -----
// Two sorts move values with keys. The keys of the first sort have no gradient, and those of the second sort have one.
func.func @main(%x: tensor<7xf64>, %y: tensor<7xf64>) -> (tensor<7xf64>, tensor<7xf64>, tensor<7xf64>) {
  %0 = stablehlo.iota dim = 0 : tensor<7xi32>
  %1 = stablehlo.constant dense<5> : tensor<7xi32>
  %2 = stablehlo.multiply %0, %1 : tensor<7xi32>
  %3 = stablehlo.constant dense<7> : tensor<7xi32>
  %4 = stablehlo.remainder %2, %3 : tensor<7xi32>
  %5:2 = "stablehlo.sort"(%4, %x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f64>, %d: tensor<f64>):
    %9 = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<7xi32>, tensor<7xf64>) -> (tensor<7xi32>, tensor<7xf64>)
  %6:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):
    %9 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<7xf64>, tensor<7xf64>) -> (tensor<7xf64>, tensor<7xf64>)
  %7 = stablehlo.multiply %5#1, %y : tensor<7xf64>
  %8 = stablehlo.multiply %6#0, %6#1 : tensor<7xf64>
  return %7, %8, %6#1 : tensor<7xf64>, tensor<7xf64>, tensor<7xf64>
}
