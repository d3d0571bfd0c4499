// A recurrence in the form in which JAX prints lax.scan. The loop slices an array that it carries, and stacks its
// outputs.
func.func @main(%w: tensor<3x3xf64>, %h0: tensor<3xf64>, %xs: tensor<4x3xf64>)
    -> (tensor<3xf64>, tensor<4x3xf64>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %cst = stablehlo.constant dense<0.0> : tensor<f64>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4x3xf64>
  %1:4 = stablehlo.while(%iterArg = %xs, %iterArg_0 = %c, %iterArg_1 = %h0, %iterArg_2 = %0)
      : tensor<4x3xf64>, tensor<i32>, tensor<3xf64>, tensor<4x3xf64>
   cond {
    %c_3 = stablehlo.constant dense<4> : tensor<i32>
    %2 = stablehlo.compare LT, %iterArg_0, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.compare LT, %iterArg_0, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_4 = stablehlo.constant dense<4> : tensor<i32>
    %3 = stablehlo.add %iterArg_0, %c_4 : tensor<i32>
    %4 = stablehlo.select %2, %3, %iterArg_0 : tensor<i1>, tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.dynamic_slice %iterArg, %4, %c_5, sizes = [1, 3] : (tensor<4x3xf64>, tensor<i32>, tensor<i32>) -> tensor<1x3xf64>
    %6 = stablehlo.reshape %5 : (tensor<1x3xf64>) -> tensor<3xf64>
    %7 = stablehlo.dot_general %w, %iterArg_1, contracting_dims = [1] x [0] : (tensor<3x3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %8 = stablehlo.add %7, %6 : tensor<3xf64>
    %9 = stablehlo.tanh %8 : tensor<3xf64>
    %10 = stablehlo.broadcast_in_dim %9, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
    %11 = stablehlo.dynamic_update_slice %iterArg_2, %10, %4, %c_5 : (tensor<4x3xf64>, tensor<1x3xf64>, tensor<i32>, tensor<i32>) -> tensor<4x3xf64>
    %c_6 = stablehlo.constant dense<1> : tensor<i32>
    %12 = stablehlo.add %iterArg_0, %c_6 : tensor<i32>
    stablehlo.return %iterArg, %12, %9, %11 : tensor<4x3xf64>, tensor<i32>, tensor<3xf64>, tensor<4x3xf64>
  }
  return %1#2, %1#3 : tensor<3xf64>, tensor<4x3xf64>
}
// -----
// A power iteration. The loop counts down from a constant outside of it.
// RANGE arg0 0.5 1.5
// RANGE arg1 0.5 1.5
func.func @main(%a: tensor<3x3xf64>, %v: tensor<3xf64>) -> tensor<3xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %n = stablehlo.constant dense<5> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %0:2 = stablehlo.while(%i = %n, %x = %v) : tensor<i64>, tensor<3xf64>
   cond {
    %1 = stablehlo.compare LT, %zero, %i : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dot_general %a, %x, contracting_dims = [1] x [0] : (tensor<3x3xf64>, tensor<3xf64>) -> tensor<3xf64>
    %2 = stablehlo.dot_general %1, %1, contracting_dims = [0] x [0] : (tensor<3xf64>, tensor<3xf64>) -> tensor<f64>
    %3 = stablehlo.rsqrt %2 : tensor<f64>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %5 = stablehlo.multiply %1, %4 : tensor<3xf64>
    %6 = stablehlo.subtract %i, %one : tensor<i64>
    stablehlo.return %6, %5 : tensor<i64>, tensor<3xf64>
  }
  return %0#1 : tensor<3xf64>
}
// -----
// The counter starts at 2, has steps of 3, and is used by the body. One carried value has no derivative, but no result
// depends on it. Two carried values are swapped.
func.func @main(%x: tensor<2xf64>, %y: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<i32>) {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0:4 = stablehlo.while(%a = %x, %b = %y, %i = %two, %unused = %x)
      : tensor<2xf64>, tensor<2xf64>, tensor<i32>, tensor<2xf64>
   cond {
    %ten = stablehlo.constant dense<10> : tensor<i32>
    %1 = stablehlo.compare LE, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.convert %i : (tensor<i32>) -> tensor<f64>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f64>) -> tensor<2xf64>
    %3 = stablehlo.multiply %a, %2 : tensor<2xf64>
    %4 = stablehlo.sine %3 : tensor<2xf64>
    %5 = stablehlo.multiply %4, %b : tensor<2xf64>
    %6 = stablehlo.add %three, %i : tensor<i32>
    %7 = stablehlo.bitcast_convert %unused : (tensor<2xf64>) -> tensor<2xf64>
    %8 = stablehlo.multiply %7, %a : tensor<2xf64>
    stablehlo.return %b, %5, %6, %8 : tensor<2xf64>, tensor<2xf64>, tensor<i32>, tensor<2xf64>
  }
  return %0#0, %0#1, %0#2 : tensor<2xf64>, tensor<2xf64>, tensor<i32>
}
// -----
// The inner loop captures values that the outer loop carries. One of them is the bound of both loops, which does not
// change.
func.func @main(%x: tensor<f64>, %w: tensor<f64>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i16>
  %0:3 = stablehlo.while(%i = %zero, %n = %three, %h = %x) : tensor<i32>, tensor<i16>, tensor<f64>
   cond {
    %m = stablehlo.convert %n : (tensor<i16>) -> tensor<i32>
    %1 = stablehlo.compare NE, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1:2 = stablehlo.while(%j = %zero, %s = %w) : tensor<i32>, tensor<f64>
     cond {
      %m = stablehlo.convert %n : (tensor<i16>) -> tensor<i32>
      %2 = stablehlo.compare GT, %m, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    } do {
      %2 = stablehlo.multiply %s, %h : tensor<f64>
      %3 = stablehlo.sine %2 : tensor<f64>
      %4 = stablehlo.add %3, %w : tensor<f64>
      %5 = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %5, %4 : tensor<i32>, tensor<f64>
    }
    %6 = stablehlo.multiply %1#1, %h : tensor<f64>
    %7 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %7, %n, %6 : tensor<i32>, tensor<i16>, tensor<f64>
  }
  return %0#2 : tensor<f64>
}
// -----
// A loop that never runs.
func.func @main(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %n = stablehlo.constant dense<4> : tensor<1xi32>
  %0:2 = stablehlo.while(%a = %x, %i = %n) : tensor<3xf64>, tensor<1xi32>
   cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %2 = stablehlo.reshape %1 : (tensor<1xi1>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<1xi32>
    %3 = stablehlo.multiply %a, %y : tensor<3xf64>
    %4 = stablehlo.add %i, %one : tensor<1xi32>
    stablehlo.return %3, %4 : tensor<3xf64>, tensor<1xi32>
  }
  %5 = stablehlo.multiply %0#0, %0#0 : tensor<3xf64>
  return %5 : tensor<3xf64>
}
// -----
// The gradient of the first result needs no values of iterations. The gradient of the second result needs the
// predicate and the integer of each iteration.
func.func @main(%x: tensor<f64>, %w: tensor<3xf64>) -> (tensor<f64>, tensor<f64>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<ui8>
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %0:5 = stablehlo.while(%i = %zero, %s = %x, %p = %yes, %k = %seven, %q = %x)
      : tensor<i32>, tensor<f64>, tensor<i1>, tensor<ui8>, tensor<f64>
   cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.dynamic_slice %w, %i, sizes = [1] : (tensor<3xf64>, tensor<i32>) -> tensor<1xf64>
    %2 = stablehlo.reshape %1 : (tensor<1xf64>) -> tensor<f64>
    %3 = stablehlo.add %s, %2 : tensor<f64>
    %4 = stablehlo.not %p : tensor<i1>
    %5 = stablehlo.multiply %k, %k : tensor<ui8>
    %6 = stablehlo.convert %k : (tensor<ui8>) -> tensor<f64>
    %7 = stablehlo.logistic %2 : tensor<f64>
    %8 = stablehlo.multiply %7, %6 : tensor<f64>
    %9 = stablehlo.select %p, %8, %q : tensor<i1>, tensor<f64>
    %10 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %10, %3, %4, %5, %9 : tensor<i32>, tensor<f64>, tensor<i1>, tensor<ui8>, tensor<f64>
  }
  return %0#1, %0#4 : tensor<f64>, tensor<f64>
}
// -----
// The body reads slices and rows of captured arrays, one array twice. It also uses an entire array. In one iteration a
// start index is out of range.
func.func @main(%w: tensor<4x2xf64>, %t: tensor<5x2xf64>, %h0: tensor<2xf64>) -> tensor<2xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %h = %h0) : tensor<i32>, tensor<2xf64>
   cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %1 = stablehlo.dynamic_slice %w, %i, %zero, sizes = [1, 2] : (tensor<4x2xf64>, tensor<i32>, tensor<i32>) -> tensor<1x2xf64>
    %2 = stablehlo.reshape %1 : (tensor<1x2xf64>) -> tensor<2xf64>
    %3 = stablehlo.dynamic_slice %w, %next, %zero, sizes = [1, 2] : (tensor<4x2xf64>, tensor<i32>, tensor<i32>) -> tensor<1x2xf64>
    %4 = stablehlo.reshape %3 : (tensor<1x2xf64>) -> tensor<2xf64>
    %5 = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
    %6 = "stablehlo.gather"(%t, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 2>}> : (tensor<5x2xf64>, tensor<1xi32>) -> tensor<2xf64>
    %7 = stablehlo.dot_general %t, %h, contracting_dims = [1] x [0] : (tensor<5x2xf64>, tensor<2xf64>) -> tensor<5xf64>
    %8 = stablehlo.slice %7 [1:3] : (tensor<5xf64>) -> tensor<2xf64>
    %9 = stablehlo.multiply %2, %4 : tensor<2xf64>
    %10 = stablehlo.multiply %9, %h : tensor<2xf64>
    %11 = stablehlo.multiply %6, %8 : tensor<2xf64>
    %12 = stablehlo.add %10, %11 : tensor<2xf64>
    %13 = stablehlo.sine %12 : tensor<2xf64>
    stablehlo.return %next, %13 : tensor<i32>, tensor<2xf64>
  }
  return %0#1 : tensor<2xf64>
}
// -----
// A complex value is carried.
func.func @main(%x: tensor<3xcomplex<f64>>, %c: tensor<3xcomplex<f64>>) -> tensor<3xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%z = %x, %s = %c, %i = %zero) : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>, tensor<i32>
   cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.multiply %z, %z : tensor<3xcomplex<f64>>
    %2 = stablehlo.add %1, %s : tensor<3xcomplex<f64>>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %s, %3 : tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>, tensor<i32>
  }
  %4 = stablehlo.imag %0#0 : (tensor<3xcomplex<f64>>) -> tensor<3xf64>
  return %4 : tensor<3xf64>
}
