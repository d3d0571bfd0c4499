// Signed integers
func.func @main(%x: tensor<8x3xi32>, %y: tensor<11x3xi32>) -> (tensor<8x4xi32>, tensor<8x4xi32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xi32>, tensor<11x3xi32>) -> tensor<8x11xi32>
  %0, %1 = chlo.top_k(%s, k = 4) : tensor<8x11xi32> -> (tensor<8x4xi32>, tensor<8x4xi32>)
  return %0, %1 : tensor<8x4xi32>, tensor<8x4xi32>
}
// -----
// Unsigned integers
func.func @main(%x: tensor<8x3xui8>, %y: tensor<11x3xui8>) -> (tensor<8x4xui8>, tensor<8x4xi32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xui8>, tensor<11x3xui8>) -> tensor<8x11xui8>
  %0, %1 = chlo.top_k(%s, k = 4) : tensor<8x11xui8> -> (tensor<8x4xui8>, tensor<8x4xi32>)
  return %0, %1 : tensor<8x4xui8>, tensor<8x4xi32>
}
// -----
// Rows of NaN and of -inf have their first places.
func.func @main(%x: tensor<8x3xf32>, %y: tensor<11x3xf32>) -> (tensor<8x4xf32>, tensor<8x4xi32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf32>, tensor<11x3xf32>) -> tensor<8x11xf32>
  %n = stablehlo.constant dense<0x7FC00000> : tensor<8x11xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<8x11xf32>
  %i = stablehlo.iota dim = 0 : tensor<8x11xi32>
  %two = stablehlo.constant dense<2> : tensor<8x11xi32>
  %five = stablehlo.constant dense<5> : tensor<8x11xi32>
  %p = stablehlo.compare GE, %i, %two : (tensor<8x11xi32>, tensor<8x11xi32>) -> tensor<8x11xi1>
  %q = stablehlo.compare GE, %i, %five : (tensor<8x11xi32>, tensor<8x11xi32>) -> tensor<8x11xi1>
  %s0 = stablehlo.select %p, %s, %n : tensor<8x11xi1>, tensor<8x11xf32>
  %s1 = stablehlo.select %q, %s0, %low : tensor<8x11xi1>, tensor<8x11xf32>
  %0, %1 = chlo.top_k(%s1, k = 4) : tensor<8x11xf32> -> (tensor<8x4xf32>, tensor<8x4xi32>)
  return %0, %1 : tensor<8x4xf32>, tensor<8x4xi32>
}
// -----
// Two selections of one table
func.func @main(%x: tensor<8x3xf32>, %y: tensor<11x3xf32>) -> (tensor<8x4xf32>, tensor<8x4xi32>, tensor<11x2xf32>, tensor<11x2xi32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf32>, tensor<11x3xf32>) -> tensor<8x11xf32>
  %t = stablehlo.transpose %s, dims = [1, 0] : (tensor<8x11xf32>) -> tensor<11x8xf32>
  %0, %1 = chlo.top_k(%s, k = 4) : tensor<8x11xf32> -> (tensor<8x4xf32>, tensor<8x4xi32>)
  %2, %3 = chlo.top_k(%t, k = 2) : tensor<11x8xf32> -> (tensor<11x2xf32>, tensor<11x2xi32>)
  return %0, %1, %2, %3 : tensor<8x4xf32>, tensor<8x4xi32>, tensor<11x2xf32>, tensor<11x2xi32>
}
// -----
// All elements are the lowest NaN, so only the order of equal elements decides the places.
func.func @main(%x: tensor<8x3xf32>, %y: tensor<11x3xf32>) -> (tensor<8x4xf32>, tensor<8x4xi32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf32>, tensor<11x3xf32>) -> tensor<8x11xf32>
  %n = stablehlo.constant dense<0xFFFFFFFF> : tensor<8x11xf32>
  %i = stablehlo.iota dim = 0 : tensor<8x11xi32>
  %j = stablehlo.iota dim = 1 : tensor<8x11xi32>
  %p = stablehlo.compare EQ, %i, %j : (tensor<8x11xi32>, tensor<8x11xi32>) -> tensor<8x11xi1>
  %s0 = stablehlo.select %p, %s, %n : tensor<8x11xi1>, tensor<8x11xf32>
  %0, %1 = chlo.top_k(%s0, k = 4) : tensor<8x11xf32> -> (tensor<8x4xf32>, tensor<8x4xi32>)
  return %0, %1 : tensor<8x4xf32>, tensor<8x4xi32>
}
// -----
// A selection of more than half of each row is tiled along the other dimension only.
func.func @main(%x: tensor<8x3xf32>, %y: tensor<11x3xf32>) -> (tensor<8x6xf32>, tensor<8x6xi32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf32>, tensor<11x3xf32>) -> tensor<8x11xf32>
  %0, %1 = chlo.top_k(%s, k = 6) : tensor<8x11xf32> -> (tensor<8x6xf32>, tensor<8x6xi32>)
  return %0, %1 : tensor<8x6xf32>, tensor<8x6xi32>
}
// -----
// The results are the first elements of sorted distances, which are never -0.
func.func @main(%x: tensor<8x3xf32>, %y: tensor<11x3xf32>) -> (tensor<8x4xf32>, tensor<8x4xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %xb = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<8x3xf32>) -> tensor<8x11x3xf32>
  %yb = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<11x3xf32>) -> tensor<8x11x3xf32>
  %d = stablehlo.subtract %xb, %yb : tensor<8x11x3xf32>
  %q = stablehlo.multiply %d, %d : tensor<8x11x3xf32>
  %s = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<8x11x3xf32>, tensor<f32>) -> tensor<8x11xf32>
  %i = stablehlo.iota dim = 1 : tensor<8x11xi32>
  %0:2 = "stablehlo.sort"(%s, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %xz = stablehlo.constant dense<0.0> : tensor<f32>
    %xn = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %xe = stablehlo.compare EQ, %a0, %xz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %xs = stablehlo.select %xe, %xz, %a0 : tensor<i1>, tensor<f32>
    %xu = stablehlo.compare NE, %a0, %a0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %xc = stablehlo.select %xu, %xn, %xs : tensor<i1>, tensor<f32>
    %yz = stablehlo.constant dense<0.0> : tensor<f32>
    %yn = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %ye = stablehlo.compare EQ, %b0, %yz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %ys = stablehlo.select %ye, %yz, %b0 : tensor<i1>, tensor<f32>
    %yu = stablehlo.compare NE, %b0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %yc = stablehlo.select %yu, %yn, %ys : tensor<i1>, tensor<f32>
    %p = stablehlo.compare LT, %xc, %yc, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<8x11xf32>, tensor<8x11xi32>) -> (tensor<8x11xf32>, tensor<8x11xi32>)
  %1 = stablehlo.slice %0#0 [0:8, 0:4] : (tensor<8x11xf32>) -> tensor<8x4xf32>
  %2 = stablehlo.slice %0#1 [0:8, 0:4] : (tensor<8x11xi32>) -> tensor<8x4xi32>
  return %1, %2 : tensor<8x4xf32>, tensor<8x4xi32>
}
// -----
// One of them
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>) -> (tensor<8x1xf64>, tensor<8x1xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %xb = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<8x3xf64>) -> tensor<8x11x3xf64>
  %yb = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<11x3xf64>) -> tensor<8x11x3xf64>
  %d = stablehlo.subtract %xb, %yb : tensor<8x11x3xf64>
  %q = stablehlo.multiply %d, %d : tensor<8x11x3xf64>
  %s = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<8x11x3xf64>, tensor<f64>) -> tensor<8x11xf64>
  %i = stablehlo.iota dim = 1 : tensor<8x11xi32>
  %0:2 = "stablehlo.sort"(%s, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f64>, %b0: tensor<f64>, %a1: tensor<i32>, %b1: tensor<i32>):
    %xz = stablehlo.constant dense<0.0> : tensor<f64>
    %xn = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %xe = stablehlo.compare EQ, %a0, %xz, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %xs = stablehlo.select %xe, %xz, %a0 : tensor<i1>, tensor<f64>
    %xu = stablehlo.compare NE, %a0, %a0, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %xc = stablehlo.select %xu, %xn, %xs : tensor<i1>, tensor<f64>
    %yz = stablehlo.constant dense<0.0> : tensor<f64>
    %yn = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %ye = stablehlo.compare EQ, %b0, %yz, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %ys = stablehlo.select %ye, %yz, %b0 : tensor<i1>, tensor<f64>
    %yu = stablehlo.compare NE, %b0, %b0, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %yc = stablehlo.select %yu, %yn, %ys : tensor<i1>, tensor<f64>
    %p = stablehlo.compare LT, %xc, %yc, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<8x11xf64>, tensor<8x11xi32>) -> (tensor<8x11xf64>, tensor<8x11xi32>)
  %1 = stablehlo.slice %0#0 [0:8, 0:1] : (tensor<8x11xf64>) -> tensor<8x1xf64>
  %2 = stablehlo.slice %0#1 [0:8, 0:1] : (tensor<8x11xi32>) -> tensor<8x1xi32>
  return %1, %2 : tensor<8x1xf64>, tensor<8x1xi32>
}
// -----
// The results are the first elements of sorted products, whose zeros keep their signs.
func.func @main(%x: tensor<8x3xf32>, %y: tensor<11x3xf32>) -> (tensor<8x5xf32>, tensor<8x5xi32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf32>, tensor<11x3xf32>) -> tensor<8x11xf32>
  %i = stablehlo.iota dim = 1 : tensor<8x11xi32>
  %0:2 = "stablehlo.sort"(%s, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %xz = stablehlo.constant dense<0.0> : tensor<f32>
    %xn = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %xe = stablehlo.compare EQ, %a0, %xz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %xs = stablehlo.select %xe, %xz, %a0 : tensor<i1>, tensor<f32>
    %xu = stablehlo.compare NE, %a0, %a0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %xc = stablehlo.select %xu, %xn, %xs : tensor<i1>, tensor<f32>
    %yz = stablehlo.constant dense<0.0> : tensor<f32>
    %yn = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %ye = stablehlo.compare EQ, %b0, %yz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %ys = stablehlo.select %ye, %yz, %b0 : tensor<i1>, tensor<f32>
    %yu = stablehlo.compare NE, %b0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %yc = stablehlo.select %yu, %yn, %ys : tensor<i1>, tensor<f32>
    %p = stablehlo.compare LT, %xc, %yc, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<8x11xf32>, tensor<8x11xi32>) -> (tensor<8x11xf32>, tensor<8x11xi32>)
  %1 = stablehlo.slice %0#0 [0:8, 0:5] : (tensor<8x11xf32>) -> tensor<8x5xf32>
  %2 = stablehlo.slice %0#1 [0:8, 0:5] : (tensor<8x11xi32>) -> tensor<8x5xi32>
  return %1, %2 : tensor<8x5xf32>, tensor<8x5xi32>
}
// -----
// The last elements of sorted products
func.func @main(%x: tensor<8x3xf32>, %y: tensor<11x3xf32>) -> (tensor<8x3xf32>, tensor<8x3xi32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf32>, tensor<11x3xf32>) -> tensor<8x11xf32>
  %i = stablehlo.iota dim = 1 : tensor<8x11xi32>
  %0:2 = "stablehlo.sort"(%s, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %xz = stablehlo.constant dense<0.0> : tensor<f32>
    %xn = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %xe = stablehlo.compare EQ, %a0, %xz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %xs = stablehlo.select %xe, %xz, %a0 : tensor<i1>, tensor<f32>
    %xu = stablehlo.compare NE, %a0, %a0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %xc = stablehlo.select %xu, %xn, %xs : tensor<i1>, tensor<f32>
    %yz = stablehlo.constant dense<0.0> : tensor<f32>
    %yn = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %ye = stablehlo.compare EQ, %b0, %yz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %ys = stablehlo.select %ye, %yz, %b0 : tensor<i1>, tensor<f32>
    %yu = stablehlo.compare NE, %b0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %yc = stablehlo.select %yu, %yn, %ys : tensor<i1>, tensor<f32>
    %p = stablehlo.compare LT, %xc, %yc, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<8x11xf32>, tensor<8x11xi32>) -> (tensor<8x11xf32>, tensor<8x11xi32>)
  %1 = stablehlo.slice %0#0 [0:8, 8:11] : (tensor<8x11xf32>) -> tensor<8x3xf32>
  %2 = stablehlo.slice %0#1 [0:8, 8:11] : (tensor<8x11xi32>) -> tensor<8x3xi32>
  return %1, %2 : tensor<8x3xf32>, tensor<8x3xi32>
}
// -----
// The first elements in descending order
func.func @main(%x: tensor<8x3xf16>, %y: tensor<11x3xf16>) -> (tensor<8x3xf16>, tensor<8x3xi32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf16>, tensor<11x3xf16>) -> tensor<8x11xf16>
  %i = stablehlo.iota dim = 1 : tensor<8x11xi32>
  %0:2 = "stablehlo.sort"(%s, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f16>, %b0: tensor<f16>, %a1: tensor<i32>, %b1: tensor<i32>):
    %xz = stablehlo.constant dense<0.0> : tensor<f16>
    %xn = stablehlo.constant dense<0x7E00> : tensor<f16>
    %xe = stablehlo.compare EQ, %a0, %xz, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %xs = stablehlo.select %xe, %xz, %a0 : tensor<i1>, tensor<f16>
    %xu = stablehlo.compare NE, %a0, %a0, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %xc = stablehlo.select %xu, %xn, %xs : tensor<i1>, tensor<f16>
    %yz = stablehlo.constant dense<0.0> : tensor<f16>
    %yn = stablehlo.constant dense<0x7E00> : tensor<f16>
    %ye = stablehlo.compare EQ, %b0, %yz, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %ys = stablehlo.select %ye, %yz, %b0 : tensor<i1>, tensor<f16>
    %yu = stablehlo.compare NE, %b0, %b0, FLOAT : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %yc = stablehlo.select %yu, %yn, %ys : tensor<i1>, tensor<f16>
    %p = stablehlo.compare GT, %xc, %yc, TOTALORDER : (tensor<f16>, tensor<f16>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<8x11xf16>, tensor<8x11xi32>) -> (tensor<8x11xf16>, tensor<8x11xi32>)
  %1 = stablehlo.slice %0#0 [0:8, 0:3] : (tensor<8x11xf16>) -> tensor<8x3xf16>
  %2 = stablehlo.slice %0#1 [0:8, 0:3] : (tensor<8x11xi32>) -> tensor<8x3xi32>
  return %1, %2 : tensor<8x3xf16>, tensor<8x3xi32>
}
// -----
// Rows of three numbers and NaN, which come last, and by their places
func.func @main(%x: tensor<8x3xf32>, %y: tensor<11x3xf32>) -> (tensor<8x5xf32>, tensor<8x5xi32>) {
  %p0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf32>, tensor<11x3xf32>) -> tensor<8x11xf32>
  %four = stablehlo.constant dense<4.0> : tensor<8x11xf32>
  %scaled = stablehlo.multiply %p0, %four : tensor<8x11xf32>
  %round = stablehlo.floor %scaled : tensor<8x11xf32>
  %nans = stablehlo.constant dense<0x7FC00000> : tensor<8x11xf32>
  %j = stablehlo.iota dim = 1 : tensor<8x11xi32>
  %c3 = stablehlo.constant dense<3> : tensor<8x11xi32>
  %big = stablehlo.compare GE, %j, %c3 : (tensor<8x11xi32>, tensor<8x11xi32>) -> tensor<8x11xi1>
  %s = stablehlo.select %big, %nans, %round : tensor<8x11xi1>, tensor<8x11xf32>
  %i = stablehlo.iota dim = 1 : tensor<8x11xi32>
  %0:2 = "stablehlo.sort"(%s, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
    %xz = stablehlo.constant dense<0.0> : tensor<f32>
    %xn = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %xe = stablehlo.compare EQ, %a0, %xz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %xs = stablehlo.select %xe, %xz, %a0 : tensor<i1>, tensor<f32>
    %xu = stablehlo.compare NE, %a0, %a0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %xc = stablehlo.select %xu, %xn, %xs : tensor<i1>, tensor<f32>
    %yz = stablehlo.constant dense<0.0> : tensor<f32>
    %yn = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %ye = stablehlo.compare EQ, %b0, %yz, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %ys = stablehlo.select %ye, %yz, %b0 : tensor<i1>, tensor<f32>
    %yu = stablehlo.compare NE, %b0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %yc = stablehlo.select %yu, %yn, %ys : tensor<i1>, tensor<f32>
    %p = stablehlo.compare LT, %xc, %yc, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<8x11xf32>, tensor<8x11xi32>) -> (tensor<8x11xf32>, tensor<8x11xi32>)
  %1 = stablehlo.slice %0#0 [0:8, 0:5] : (tensor<8x11xf32>) -> tensor<8x5xf32>
  %2 = stablehlo.slice %0#1 [0:8, 0:5] : (tensor<8x11xi32>) -> tensor<8x5xi32>
  return %1, %2 : tensor<8x5xf32>, tensor<8x5xi32>
}
// -----
// Elements of another table at the selected places
func.func @main(%x: tensor<8x3xf32>, %y: tensor<11x3xf32>) -> (tensor<8x3xi32>, tensor<8x3xf32>) {
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf32>, tensor<11x3xf32>) -> tensor<8x11xf32>
  %e = stablehlo.exponential %s : tensor<8x11xf32>
  %t0, %t1 = chlo.top_k(%s, k = 3) : tensor<8x11xf32> -> (tensor<8x3xf32>, tensor<8x3xi32>)
  %v = stablehlo.reshape %t1 : (tensor<8x3xi32>) -> tensor<8x3x1xi32>
  %g = "stablehlo.gather"(%e, %v) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x11xf32>, tensor<8x3x1xi32>) -> tensor<8x3xf32>
  return %t1, %g : tensor<8x3xi32>, tensor<8x3xf32>
}
