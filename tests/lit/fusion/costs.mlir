// RUN: lz-opt %s --lz-form-regions=explain 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHY < %t

// If these values joined the region that reads them, each value would be computed several times. The costs decide
// whether a value joins. The near misses are values that do join.

// a @ (b @ x): the inner product would be computed once per row of a.
// WHY:         stablehlo.reduce does not join stablehlo.reduce: joined {{[0-9.e+]+}} us, apart {{[0-9.e+]+}} us
// CHECK-LABEL: func.func @product_of_product
// CHECK-COUNT-2: lz.region
// CHECK-NOT:     lz.region
func.func @product_of_product(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %x: tensor<512xf32>) -> tensor<512xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %w = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<512xf32>) -> tensor<512x512xf32>
  %p = stablehlo.multiply %b, %w : tensor<512x512xf32>
  %t = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
  %u = stablehlo.broadcast_in_dim %t, dims = [1] : (tensor<512xf32>) -> tensor<512x512xf32>
  %q = stablehlo.multiply %a, %u : tensor<512x512xf32>
  %0 = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
  return %0 : tensor<512xf32>
}

// x.T @ (x @ w - y): the residual would be computed once per column of x.
// CHECK-LABEL: func.func @least_squares
// CHECK-COUNT-2: lz.region
// CHECK-NOT:     lz.region
func.func @least_squares(%x: tensor<4000x50xf32>, %w: tensor<50xf32>, %y: tensor<4000xf32>) -> tensor<50xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %v = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<50xf32>) -> tensor<4000x50xf32>
  %p = stablehlo.multiply %x, %v : tensor<4000x50xf32>
  %s = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4000x50xf32>, tensor<f32>) -> tensor<4000xf32>
  %r = stablehlo.subtract %s, %y : tensor<4000xf32>
  %u = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<4000xf32>) -> tensor<4000x50xf32>
  %q = stablehlo.multiply %x, %u : tensor<4000x50xf32>
  %0 = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4000x50xf32>, tensor<f32>) -> tensor<50xf32>
  return %0 : tensor<50xf32>
}

// The result adds a sum for its row to a sum for its column. Only one of the two reductions joins the region of the
// result.
// CHECK-LABEL: func.func @two_sides
// CHECK-COUNT-2: lz.region
// CHECK-NOT:     lz.region
func.func @two_sides(%x: tensor<1000x64xf32>, %y: tensor<1000x64xf32>) -> tensor<1000x1000xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<1000x64xf32>, tensor<f32>) -> tensor<1000xf32>
  %s = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [1] : (tensor<1000x64xf32>, tensor<f32>) -> tensor<1000xf32>
  %a = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<1000xf32>) -> tensor<1000x1000xf32>
  %b = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<1000xf32>) -> tensor<1000x1000xf32>
  %0 = stablehlo.add %a, %b : tensor<1000x1000xf32>
  return %0 : tensor<1000x1000xf32>
}

// The functions of the 1000 elements of %y stay outside, because the region would compute them again for each of the
// 4000 rows.
// CHECK-LABEL: func.func @functions_below_a_broadcast
// CHECK-COUNT-2: lz.region
// CHECK-NOT:     lz.region
func.func @functions_below_a_broadcast(%x: tensor<4000x1000xf32>, %y: tensor<1000xf32>) -> tensor<4000x1000xf32> {
  %1 = stablehlo.divide %y, %y : tensor<1000xf32>
  %2 = stablehlo.exponential %1 : tensor<1000xf32>
  %3 = stablehlo.divide %y, %2 : tensor<1000xf32>
  %4 = stablehlo.exponential %3 : tensor<1000xf32>
  %5 = stablehlo.divide %y, %4 : tensor<1000xf32>
  %6 = stablehlo.exponential %5 : tensor<1000xf32>
  %7 = stablehlo.divide %y, %6 : tensor<1000xf32>
  %8 = stablehlo.exponential %7 : tensor<1000xf32>
  %b = stablehlo.broadcast_in_dim %8, dims = [1] : (tensor<1000xf32>) -> tensor<4000x1000xf32>
  %0 = stablehlo.add %x, %b : tensor<4000x1000xf32>
  return %0 : tensor<4000x1000xf32>
}

// Near miss: adding a bias costs less than a kernel.
// CHECK-LABEL: func.func @one_cheap_op_below_a_broadcast
// CHECK-COUNT-1: lz.region
// CHECK-NOT:     lz.region
func.func @one_cheap_op_below_a_broadcast(%x: tensor<40x100xf32>, %y: tensor<100xf32>) -> tensor<40x100xf32> {
  %1 = stablehlo.add %y, %y : tensor<100xf32>
  %b = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<100xf32>) -> tensor<40x100xf32>
  %0 = stablehlo.add %x, %b : tensor<40x100xf32>
  return %0 : tensor<40x100xf32>
}

// Two sums over different dims read |x - y|. Computing |x - y| twice costs less than storing it once and reading it
// twice.
// CHECK-LABEL: func.func @sums_over_different_dims
// CHECK-COUNT-2: stablehlo.subtract
// CHECK-NOT:     -> tensor<2000x2000x3xf32> {
// CHECK:         return
func.func @sums_over_different_dims(%x: tensor<2000x3xf32>, %y: tensor<2000x3xf32>) -> (tensor<2000x3xf32>, tensor<2000x3xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<2000x3xf32>) -> tensor<2000x2000x3xf32>
  %b = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<2000x3xf32>) -> tensor<2000x2000x3xf32>
  %d = stablehlo.subtract %a, %b : tensor<2000x2000x3xf32>
  %e = stablehlo.abs %d : tensor<2000x2000x3xf32>
  %0 = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2000x2000x3xf32>, tensor<f32>) -> tensor<2000x3xf32>
  %1 = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2000x2000x3xf32>, tensor<f32>) -> tensor<2000x3xf32>
  return %0, %1 : tensor<2000x3xf32>, tensor<2000x3xf32>
}

// The result is a reshape. The region stores the value in the shape before the reshape, and the reshape is free.
// CHECK-LABEL: func.func @reshape_as_result
// CHECK:       %[[R:.*]] = lz.region
// CHECK-SAME:    -> tensor<598x597xf32> {
// CHECK:       stablehlo.reshape %[[R]]
func.func @reshape_as_result(%x: tensor<598x598xf32>, %y: tensor<598x597xf32>) -> tensor<357006xf32> {
  %0 = stablehlo.slice %x [0:598, 1:598] : (tensor<598x598xf32>) -> tensor<598x597xf32>
  %1 = stablehlo.add %0, %y : tensor<598x597xf32>
  %2 = stablehlo.reshape %1 : (tensor<598x597xf32>) -> tensor<357006xf32>
  return %2 : tensor<357006xf32>
}

// The reshape stays outside of the region for rows of two elements, too. With the indices of the reshape, the kernel
// would be the same.
// CHECK-LABEL: func.func @interleaved
// CHECK:       lz.region
// CHECK-SAME:    -> tensor<500000x2xf32> {
func.func @interleaved(%x: tensor<500000x1xf32>, %y: tensor<500000x1xf32>) -> tensor<1000000xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<500000x1xf32>, tensor<500000x1xf32>) -> tensor<500000x2xf32>
  %1 = stablehlo.reshape %0 : (tensor<500000x2xf32>) -> tensor<1000000xf32>
  return %1 : tensor<1000000xf32>
}

// The two kernels are small. Still the first sum does not join the second one, because it would be computed 17 times.
// WHY:         stablehlo.reduce does not join stablehlo.reduce: joined {{[0-9.e+]+}} us, apart {{[0-9.e+]+}} us, joined {{[0-9.]+}} times the flops
// CHECK-LABEL: func.func @much_again_of_little
// CHECK-COUNT-2: lz.region
// CHECK-NOT:     lz.region
func.func @much_again_of_little(%x: tensor<64x17xf32>, %y: tensor<64x17xf32>) -> tensor<17xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [1] : (tensor<64x17xf32>, tensor<f32>) -> tensor<64xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<64xf32>) -> tensor<64x17xf32>
  %2 = stablehlo.multiply %x, %1 : tensor<64x17xf32>
  %3 = stablehlo.reduce(%2 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<64x17xf32>, tensor<f32>) -> tensor<17xf32>
  return %3 : tensor<17xf32>
}

// A broadcast that is a result becomes the second output of the region that uses it.
// CHECK-LABEL: func.func @view_as_second_result
// CHECK-COUNT-1: lz.region
// CHECK-NOT:     lz.region
func.func @view_as_second_result(%x: tensor<3x908x3xf32>, %y: tensor<3x908xf32>) -> (tensor<3x908x3xf32>, tensor<3x908x3xf32>) {
  %0 = stablehlo.broadcast_in_dim %y, dims = [0, 1] : (tensor<3x908xf32>) -> tensor<3x908x3xf32>
  %1 = stablehlo.multiply %x, %0 : tensor<3x908x3xf32>
  return %0, %1 : tensor<3x908x3xf32>, tensor<3x908x3xf32>
}

// No choice of lanes suits both the sums of rows and the sums of columns of one matrix.
// CHECK-LABEL: func.func @sums_of_rows_and_columns
// CHECK-COUNT-2: lz.region
// CHECK-NOT:     lz.region
func.func @sums_of_rows_and_columns(%x: tensor<290x290xf32>) -> tensor<290xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<290x290xf32>, tensor<f32>) -> tensor<290xf32>
  %1 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<290x290xf32>, tensor<f32>) -> tensor<290xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<290xf32>
  return %2 : tensor<290xf32>
}

// This is the gradient of sum(exp(-|x_i - y_j|^2 / 2) b_j). One kernel computes the exponential of each pair once, and
// two kernels add up the blocks of the sums of columns. A stored table of all pairs would not fit into a cache.
// WHY:         stablehlo.exponential is computed once for all sums: {{[0-9.e+]+}} us, for each of its sums {{[0-9.e+]+}} us, stored {{[0-9.e+]+}} us
// CHECK-LABEL: func.func @gradient_of_a_sum_over_pairs
// CHECK-NOT:     -> tensor<4000x4000xf32> {
// CHECK-COUNT-3: lz.region
// CHECK-NOT:     lz.region
func.func @gradient_of_a_sum_over_pairs(%x: tensor<4000x3xf32>, %y: tensor<4000x3xf32>, %b: tensor<4000xf32>)
    -> (tensor<4000x3xf32>, tensor<4000x3xf32>, tensor<4000xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.constant dense<-0.5> : tensor<4000x4000xf32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<4000x3xf32>) -> tensor<4000x4000x3xf32>
  %1 = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<4000x3xf32>) -> tensor<4000x4000x3xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<4000x4000x3xf32>
  %3 = stablehlo.multiply %2, %2 : tensor<4000x4000x3xf32>
  %4 = stablehlo.reduce(%3 init: %z) applies stablehlo.add across dimensions = [2] : (tensor<4000x4000x3xf32>, tensor<f32>) -> tensor<4000x4000xf32>
  %5 = stablehlo.multiply %4, %h : tensor<4000x4000xf32>
  %6 = stablehlo.exponential %5 : tensor<4000x4000xf32>
  %7 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4000xf32>) -> tensor<4000x4000xf32>
  %8 = stablehlo.multiply %6, %7 : tensor<4000x4000xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<4000x4000xf32>) -> tensor<4000x4000x3xf32>
  %10 = stablehlo.multiply %2, %9 : tensor<4000x4000x3xf32>
  %11 = stablehlo.reduce(%10 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4000x4000x3xf32>, tensor<f32>) -> tensor<4000x3xf32>
  %12 = stablehlo.negate %10 : tensor<4000x4000x3xf32>
  %13 = stablehlo.reduce(%12 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4000x4000x3xf32>, tensor<f32>) -> tensor<4000x3xf32>
  %14 = stablehlo.reduce(%6 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4000x4000xf32>, tensor<f32>) -> tensor<4000xf32>
  return %11, %13, %14 : tensor<4000x3xf32>, tensor<4000x3xf32>, tensor<4000xf32>
}

// Near miss: a table of 300 x 300 pairs fits into a cache. So the table is computed and stored once.
// CHECK-LABEL: func.func @gradient_of_few_pairs
// CHECK:         lz.region
// CHECK-SAME:    tensor<300x300xf32>
func.func @gradient_of_few_pairs(%x: tensor<300x3xf32>, %y: tensor<300x3xf32>, %b: tensor<300xf32>)
    -> (tensor<300x3xf32>, tensor<300x3xf32>, tensor<300xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.constant dense<-0.5> : tensor<300x300xf32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<300x3xf32>) -> tensor<300x300x3xf32>
  %1 = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<300x3xf32>) -> tensor<300x300x3xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<300x300x3xf32>
  %3 = stablehlo.multiply %2, %2 : tensor<300x300x3xf32>
  %4 = stablehlo.reduce(%3 init: %z) applies stablehlo.add across dimensions = [2] : (tensor<300x300x3xf32>, tensor<f32>) -> tensor<300x300xf32>
  %5 = stablehlo.multiply %4, %h : tensor<300x300xf32>
  %6 = stablehlo.exponential %5 : tensor<300x300xf32>
  %7 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<300xf32>) -> tensor<300x300xf32>
  %8 = stablehlo.multiply %6, %7 : tensor<300x300xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<300x300xf32>) -> tensor<300x300x3xf32>
  %10 = stablehlo.multiply %2, %9 : tensor<300x300x3xf32>
  %11 = stablehlo.reduce(%10 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<300x300x3xf32>, tensor<f32>) -> tensor<300x3xf32>
  %12 = stablehlo.negate %10 : tensor<300x300x3xf32>
  %13 = stablehlo.reduce(%12 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<300x300x3xf32>, tensor<f32>) -> tensor<300x3xf32>
  %14 = stablehlo.reduce(%6 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<300x300xf32>, tensor<f32>) -> tensor<300xf32>
  return %11, %13, %14 : tensor<300x3xf32>, tensor<300x3xf32>, tensor<300xf32>
}

// Two ops read the sums of the maxima %0. If each op computed the sums in its own kernel, the maxima would have to stay
// in memory until the second kernel. The maxima take 16 times as much memory as the sums.
// WHY:         stablehlo.reduce does not join stablehlo.{{[a-z_]+}}: joined {{.*}}, joined keeps larger operands
// CHECK-LABEL: func.func @operands_larger_than_the_result
// CHECK:         lz.region {{.*}} : (tensor<16x16xf32>) -> tensor<16xf32> {
func.func @operands_larger_than_the_result(%x: tensor<16x16xf32>, %y: tensor<16xf32>, %v: tensor<4x16xf32>) -> (tensor<16xf32>, tensor<4x16xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {window_dimensions = array<i64: 3, 3>, padding = dense<1> : tensor<2x2xi64>} : (tensor<16x16xf32>, tensor<f32>) -> tensor<16x16xf32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
  %2 = stablehlo.subtract %1, %y : tensor<16xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<16xf32>) -> tensor<4x16xf32>
  %4 = stablehlo.multiply %3, %v : tensor<4x16xf32>
  return %2, %4 : tensor<16xf32>, tensor<4x16xf32>
}

// The sums of %x, one for each row of the result, are computed in the region of the result. If the sums of %y were
// computed there instead, the kernel would write the result column by column, and no cache of a core holds the result.
// WHY:         stablehlo.reduce joins stablehlo.add: joined {{[0-9.e+]+}} us, apart at least {{[0-9.e+]+}} us
// CHECK-LABEL: func.func @two_sums_of_rows
// CHECK:         stablehlo.reduce{{.*}} (tensor<800x64xf32>
// CHECK:         lz.region
// CHECK-SAME:    -> tensor<1000x800xf32> {
// CHECK:         stablehlo.reduce{{.*}} (tensor<1000x64xf32>
// CHECK-NOT:     lz.region
func.func @two_sums_of_rows(%x: tensor<1000x64xf32>, %y: tensor<800x64xf32>) -> tensor<1000x800xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %x : tensor<1000x64xf32>
  %1 = stablehlo.multiply %y, %y : tensor<800x64xf32>
  %2 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<1000x64xf32>, tensor<f32>) -> tensor<1000xf32>
  %3 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<800x64xf32>, tensor<f32>) -> tensor<800xf32>
  %4 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1000xf32>) -> tensor<1000x800xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<800xf32>) -> tensor<1000x800xf32>
  %6 = stablehlo.add %4, %5 : tensor<1000x800xf32>
  return %6 : tensor<1000x800xf32>
}

// The inner sum is a kernel of its own, and its result is stored. Inside of the outer sum, it would read the 8 MB of %w
// in the wrong order, one cache line at a time.
// CHECK-LABEL: func.func @sum_of_sums_down_columns
// CHECK-COUNT-2: lz.region
// CHECK-NOT:     lz.region
func.func @sum_of_sums_down_columns(%x: tensor<1024xf32>, %w: tensor<1024x8x256xf32>, %g: tensor<8xf32>) -> tensor<256xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<1024xf32>) -> tensor<1024x8x256xf32>
  %1 = stablehlo.multiply %0, %w : tensor<1024x8x256xf32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<1024x8x256xf32>, tensor<f32>) -> tensor<8x256xf32>
  %3 = stablehlo.tanh %2 : tensor<8x256xf32>
  %4 = stablehlo.broadcast_in_dim %g, dims = [0] : (tensor<8xf32>) -> tensor<8x256xf32>
  %5 = stablehlo.multiply %3, %4 : tensor<8x256xf32>
  %6 = stablehlo.reduce(%5 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8x256xf32>, tensor<f32>) -> tensor<256xf32>
  return %6 : tensor<256xf32>
}

// The sine of one operand does not join the concatenation. Rows have only two elements, so each vector contains rows of
// all three operands, and the sine would be computed in all lanes.
// WHY:         stablehlo.sine does not join stablehlo.concatenate: joined {{.*}} us, apart {{.*}} us
// CHECK-LABEL: func.func @function_in_a_piece
// CHECK:         lz.region
// CHECK-NEXT:      stablehlo.sine
// CHECK:         lz.region
// CHECK-NEXT:      stablehlo.concatenate
func.func @function_in_a_piece(%x: tensor<100x697x2xf32>, %y: tensor<100x697x2xf32>, %z: tensor<100x697x2xf32>) -> tensor<100x2091x2xf32> {
  %0 = stablehlo.sine %x : tensor<100x697x2xf32>
  %1 = stablehlo.concatenate %0, %y, %z, dim = 1 : (tensor<100x697x2xf32>, tensor<100x697x2xf32>, tensor<100x697x2xf32>) -> tensor<100x2091x2xf32>
  return %1 : tensor<100x2091x2xf32>
}

// The pad does not join the sums, because each sum would test for each of its nine elements whether it is padding.
// WHY:         stablehlo.pad does not join stablehlo.reduce_window: joined {{.*}} us, apart {{.*}} us
// CHECK-LABEL: func.func @pad_below_a_window
// CHECK:         lz.region
// CHECK-NEXT:      stablehlo.constant
// CHECK-NEXT:      stablehlo.pad
// CHECK:         lz.region
// CHECK:           stablehlo.reduce_window
func.func @pad_below_a_window(%x: tensor<8x31x31x16xf32>) -> tensor<8x61x61x16xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %z, low = [0, 1, 1, 0], high = [0, 1, 1, 0], interior = [0, 1, 1, 0] : (tensor<8x31x31x16xf32>, tensor<f32>) -> tensor<8x63x63x16xf32>
  %1 = "stablehlo.reduce_window"(%0, %z) <{window_dimensions = array<i64: 1, 3, 3, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<8x63x63x16xf32>, tensor<f32>) -> tensor<8x61x61x16xf32>
  return %1 : tensor<8x61x61x16xf32>
}
