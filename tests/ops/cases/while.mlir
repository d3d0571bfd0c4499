// The condition reads a captured bound, and the loop carries two values.
// types: f32 i64 complex
// tolerance: 1e-6
func.func @main(%x: tensor<5x$T>, %n: tensor<i32>) -> (tensor<5x$T>, tensor<i32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%s = %x, %i = %z) : tensor<5x$T>, tensor<i32>
   cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %s, %x : tensor<5x$T>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %1, %2 : tensor<5x$T>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<5x$T>, tensor<i32>
}
// -----
// The body of the first loop swaps two values. The body of the second loop never runs.
// types: f32 complex
func.func @main(%x: tensor<3x$T>, %y: tensor<3x$T>) -> (tensor<3x$T>, tensor<3x$T>, tensor<3x$T>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %0:3 = stablehlo.while(%a = %x, %b = %y, %i = %z) : tensor<3x$T>, tensor<3x$T>, tensor<i32>
   cond {
    %1 = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %b, %a, %2 : tensor<3x$T>, tensor<3x$T>, tensor<i32>
  }
  %3 = stablehlo.while(%a = %x) : tensor<3x$T>
   cond {
    stablehlo.return %no : tensor<i1>
  } do {
    %4 = stablehlo.negate %a : tensor<3x$T>
    stablehlo.return %4 : tensor<3x$T>
  }
  return %0#0, %0#1, %3 : tensor<3x$T>, tensor<3x$T>, tensor<3x$T>
}
// -----
// An op of the same block reads the reshape, and a nested body captures it.
// types: f32
func.func @main(%x: tensor<3x$T>, %y: tensor<$T>) -> tensor<$T> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %z, %a = %y) : tensor<i32>, tensor<$T>
   cond {
    %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %2 = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<3x$T>, tensor<i32>) -> tensor<1x$T>
    %3 = stablehlo.reshape %2 : (tensor<1x$T>) -> tensor<$T>
    %4:2 = stablehlo.while(%j = %z, %b = %a) : tensor<i32>, tensor<$T>
     cond {
      %5 = stablehlo.compare LT, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %6 = stablehlo.multiply %b, %3 : tensor<$T>
      %7 = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %7, %6 : tensor<i32>, tensor<$T>
    }
    %8 = stablehlo.add %4#1, %3 : tensor<$T>
    %9 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %9, %8 : tensor<i32>, tensor<$T>
  }
  return %0#1 : tensor<$T>
}

// -----
// types: f32 i32
// The loop updates arrays, most of them in place. The update of %b reads %b before it writes. The old value of %c
// becomes %d. The kernel that updates %e also reads %e and the old value of %a.
func.func @main(%x: tensor<3x$T>) -> (tensor<6x3x$T>, tensor<6x3x$T>, tensor<6x3x$T>, tensor<6x3x$T>, tensor<6x3x$T>) {
  %n = stablehlo.constant dense<6> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two_i = stablehlo.constant dense<2> : tensor<i32>
  %two = stablehlo.convert %two_i : (tensor<i32>) -> tensor<$T>
  %start = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3x$T>) -> tensor<6x3x$T>
  %0:6 = stablehlo.while(%i = %zero, %a = %start, %b = %start, %c = %start, %d = %start, %e = %start) : tensor<i32>, tensor<6x3x$T>, tensor<6x3x$T>, tensor<6x3x$T>, tensor<6x3x$T>, tensor<6x3x$T>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %last = stablehlo.subtract %next, %one : tensor<i32>
    %row = stablehlo.dynamic_slice %b, %i, %zero, sizes = [1, 3] : (tensor<6x3x$T>, tensor<i32>, tensor<i32>) -> tensor<1x3x$T>
    %twos = stablehlo.broadcast_in_dim %two, dims = [] : (tensor<$T>) -> tensor<1x3x$T>
    %new = stablehlo.multiply %row, %twos : tensor<1x3x$T>
    %a1 = stablehlo.dynamic_update_slice %a, %new, %i, %zero : (tensor<6x3x$T>, tensor<1x3x$T>, tensor<i32>, tensor<i32>) -> tensor<6x3x$T>
    %b1 = stablehlo.dynamic_update_slice %b, %new, %next, %zero : (tensor<6x3x$T>, tensor<1x3x$T>, tensor<i32>, tensor<i32>) -> tensor<6x3x$T>
    %c1 = stablehlo.dynamic_update_slice %c, %new, %i, %zero : (tensor<6x3x$T>, tensor<1x3x$T>, tensor<i32>, tensor<i32>) -> tensor<6x3x$T>
    %sum = stablehlo.add %e, %a : tensor<6x3x$T>
    %part = stablehlo.dynamic_slice %sum, %last, %zero, sizes = [1, 3] : (tensor<6x3x$T>, tensor<i32>, tensor<i32>) -> tensor<1x3x$T>
    %e1 = stablehlo.dynamic_update_slice %e, %part, %last, %zero : (tensor<6x3x$T>, tensor<1x3x$T>, tensor<i32>, tensor<i32>) -> tensor<6x3x$T>
    stablehlo.return %next, %a1, %b1, %c1, %c, %e1 : tensor<i32>, tensor<6x3x$T>, tensor<6x3x$T>, tensor<6x3x$T>, tensor<6x3x$T>, tensor<6x3x$T>
  }
  return %0#1, %0#2, %0#3, %0#4, %0#5 : tensor<6x3x$T>, tensor<6x3x$T>, tensor<6x3x$T>, tensor<6x3x$T>, tensor<6x3x$T>
}
