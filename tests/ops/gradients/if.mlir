// Both branches use %x. Only one branch uses %y, and only the other uses %z.
func.func @main(%p: tensor<i1>, %x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<i32>, tensor<3xf64>) {
  %0:3 = "stablehlo.if"(%p) ({
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.multiply %x, %y : tensor<3xf64>
    %2 = stablehlo.sine %1 : tensor<3xf64>
    stablehlo.return %2, %one, %x : tensor<3xf64>, tensor<i32>, tensor<3xf64>
  }, {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.multiply %x, %z : tensor<3xf64>
    %2 = stablehlo.multiply %1, %z : tensor<3xf64>
    stablehlo.return %2, %two, %1 : tensor<3xf64>, tensor<i32>, tensor<3xf64>
  }) : (tensor<i1>) -> (tensor<3xf64>, tensor<i32>, tensor<3xf64>)
  return %0#0, %0#1, %0#2 : tensor<3xf64>, tensor<i32>, tensor<3xf64>
}
// -----
// The second branch runs, and the branches capture a computed value.
func.func @main(%x: tensor<2xf64>, %y: tensor<2xf64>) -> tensor<2xf64> {
  %no = stablehlo.constant dense<false> : tensor<i1>
  %a = stablehlo.multiply %x, %y : tensor<2xf64>
  %0 = "stablehlo.if"(%no) ({
    stablehlo.return %x : tensor<2xf64>
  }, {
    %1 = stablehlo.multiply %a, %x : tensor<2xf64>
    %2 = "stablehlo.if"(%no) ({
      stablehlo.return %a : tensor<2xf64>
    }, {
      %3 = stablehlo.multiply %1, %y : tensor<2xf64>
      stablehlo.return %3 : tensor<2xf64>
    }) : (tensor<i1>) -> tensor<2xf64>
    stablehlo.return %2 : tensor<2xf64>
  }) : (tensor<i1>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}
// -----
// An `if` in a loop. One branch contains a loop whose bound is captured.
func.func @main(%x: tensor<f64>, %w: tensor<f64>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %h = %x) : tensor<i32>, tensor<f64>
   cond {
    %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.compare EQ, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = "stablehlo.if"(%1) ({
      %3:2 = stablehlo.while(%j = %zero, %s = %h) : tensor<i32>, tensor<f64>
       cond {
        %4 = stablehlo.compare LT, %j, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %4 : tensor<i1>
      } do {
        %4 = stablehlo.multiply %s, %w : tensor<f64>
        %5 = stablehlo.add %j, %one : tensor<i32>
        stablehlo.return %5, %4 : tensor<i32>, tensor<f64>
      }
      stablehlo.return %3#1 : tensor<f64>
    }, {
      %3 = stablehlo.sine %h : tensor<f64>
      stablehlo.return %3 : tensor<f64>
    }) : (tensor<i1>) -> tensor<f64>
    %6 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %6, %2 : tensor<i32>, tensor<f64>
  }
  return %0#1 : tensor<f64>
}
// -----
func.func @main(%p: tensor<i1>, %x: tensor<3xcomplex<f64>>, %y: tensor<3xf64>) -> tensor<3xcomplex<f64>> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.sine %x : tensor<3xcomplex<f64>>
    stablehlo.return %1 : tensor<3xcomplex<f64>>
  }, {
    %1 = stablehlo.convert %y : (tensor<3xf64>) -> tensor<3xcomplex<f64>>
    %2 = stablehlo.multiply %1, %x : tensor<3xcomplex<f64>>
    stablehlo.return %2 : tensor<3xcomplex<f64>>
  }) : (tensor<i1>) -> tensor<3xcomplex<f64>>
  return %0 : tensor<3xcomplex<f64>>
}
