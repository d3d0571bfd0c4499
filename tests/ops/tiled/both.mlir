// The diagonals of the log-softmax of the rows and of the columns.
func.func @main(%x: tensor<13x3xf64>, %y: tensor<13x3xf64>) -> (tensor<13xf64>, tensor<13xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %count = stablehlo.iota dim = 0 : tensor<13xi32>
  %column = stablehlo.reshape %count : (tensor<13xi32>) -> tensor<13x1xi32>
  %places = stablehlo.concatenate %column, %column, dim = 1 : (tensor<13x1xi32>, tensor<13x1xi32>) -> tensor<13x2xi32>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<13x3xf64>, tensor<13x3xf64>) -> tensor<13x13xf64>
  %rm = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<13x13xf64>, tensor<f64>) -> tensor<13xf64>
  %rmb = stablehlo.broadcast_in_dim %rm, dims = [0] : (tensor<13xf64>) -> tensor<13x13xf64>
  %rd = stablehlo.subtract %s, %rmb : tensor<13x13xf64>
  %re = stablehlo.exponential %rd : tensor<13x13xf64>
  %rl = stablehlo.reduce(%re init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<13x13xf64>, tensor<f64>) -> tensor<13xf64>
  %rg = stablehlo.log %rl : tensor<13xf64>
  %rgb = stablehlo.broadcast_in_dim %rg, dims = [0] : (tensor<13xf64>) -> tensor<13x13xf64>
  %p = stablehlo.subtract %rd, %rgb : tensor<13x13xf64>
  %0 = "stablehlo.gather"(%p, %places) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<13x13xf64>, tensor<13x2xi32>) -> tensor<13xf64>
  %cm = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<13x13xf64>, tensor<f64>) -> tensor<13xf64>
  %cmb = stablehlo.broadcast_in_dim %cm, dims = [1] : (tensor<13xf64>) -> tensor<13x13xf64>
  %cd = stablehlo.subtract %s, %cmb : tensor<13x13xf64>
  %ce = stablehlo.exponential %cd : tensor<13x13xf64>
  %cl = stablehlo.reduce(%ce init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<13x13xf64>, tensor<f64>) -> tensor<13xf64>
  %cg = stablehlo.log %cl : tensor<13xf64>
  %cgb = stablehlo.broadcast_in_dim %cg, dims = [1] : (tensor<13xf64>) -> tensor<13x13xf64>
  %q = stablehlo.subtract %cd, %cgb : tensor<13x13xf64>
  %1 = "stablehlo.gather"(%q, %places) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<13x13xf64>, tensor<13x2xi32>) -> tensor<13xf64>
  return %0, %1 : tensor<13xf64>, tensor<13xf64>
}
// -----
// A label gives the element of each row. Labels count from 0, and those outside of the row are clamped.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>) -> tensor<8xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %label = stablehlo.constant dense<[[3], [10], [0], [-4], [11], [7], [7], [2147483647]]> : tensor<8x1xi32>
  %count = stablehlo.iota dim = 0 : tensor<8x1xi32>
  %places = stablehlo.concatenate %count, %label, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %rm = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %rmb = stablehlo.broadcast_in_dim %rm, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %rd = stablehlo.subtract %s, %rmb : tensor<8x11xf64>
  %re = stablehlo.exponential %rd : tensor<8x11xf64>
  %rl = stablehlo.reduce(%re init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %rg = stablehlo.log %rl : tensor<8xf64>
  %rgb = stablehlo.broadcast_in_dim %rg, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %p = stablehlo.subtract %rd, %rgb : tensor<8x11xf64>
  %0 = "stablehlo.gather"(%p, %places) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x11xf64>, tensor<8x2xi32>) -> tensor<8xf64>
  return %0 : tensor<8xf64>
}
// -----
// The element of each column is given by a label.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>) -> tensor<11xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %label = stablehlo.constant dense<[[3], [1], [0], [-4], [11], [7], [7], [2147483647], [2], [5], [8]]> : tensor<11x1xi32>
  %count = stablehlo.iota dim = 0 : tensor<11x1xi32>
  %places = stablehlo.concatenate %label, %count, dim = 1 : (tensor<11x1xi32>, tensor<11x1xi32>) -> tensor<11x2xi32>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %cm = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<8x11xf64>, tensor<f64>) -> tensor<11xf64>
  %cmb = stablehlo.broadcast_in_dim %cm, dims = [1] : (tensor<11xf64>) -> tensor<8x11xf64>
  %cd = stablehlo.subtract %s, %cmb : tensor<8x11xf64>
  %ce = stablehlo.exponential %cd : tensor<8x11xf64>
  %cl = stablehlo.reduce(%ce init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x11xf64>, tensor<f64>) -> tensor<11xf64>
  %cg = stablehlo.log %cl : tensor<11xf64>
  %cgb = stablehlo.broadcast_in_dim %cg, dims = [1] : (tensor<11xf64>) -> tensor<8x11xf64>
  %p = stablehlo.subtract %cd, %cgb : tensor<8x11xf64>
  %0 = "stablehlo.gather"(%p, %places) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x11xf64>, tensor<11x2xi32>) -> tensor<11xf64>
  return %0 : tensor<11xf64>
}
// -----
// Gradients of a contrastive loss. A table of ones on the diagonal is read along its rows. A transposition also reads
// it along its columns.
func.func @main(%x: tensor<13x3xf64>, %y: tensor<13x3xf64>, %u: tensor<13xf64>) -> (tensor<13x3xf64>, tensor<13x3xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %zeros = stablehlo.constant dense<0.0> : tensor<13x13xf64>
  %count = stablehlo.iota dim = 0 : tensor<13xi32>
  %column = stablehlo.reshape %count : (tensor<13xi32>) -> tensor<13x1xi32>
  %places = stablehlo.concatenate %column, %column, dim = 1 : (tensor<13x1xi32>, tensor<13x1xi32>) -> tensor<13x2xi32>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<13x3xf64>, tensor<13x3xf64>) -> tensor<13x13xf64>
  %rm = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<13x13xf64>, tensor<f64>) -> tensor<13xf64>
  %rmb = stablehlo.broadcast_in_dim %rm, dims = [0] : (tensor<13xf64>) -> tensor<13x13xf64>
  %rd = stablehlo.subtract %s, %rmb : tensor<13x13xf64>
  %re = stablehlo.exponential %rd : tensor<13x13xf64>
  %rl = stablehlo.reduce(%re init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<13x13xf64>, tensor<f64>) -> tensor<13xf64>
  %rg = stablehlo.log %rl : tensor<13xf64>
  %rgb = stablehlo.broadcast_in_dim %rg, dims = [0] : (tensor<13xf64>) -> tensor<13x13xf64>
  %p = stablehlo.subtract %rd, %rgb : tensor<13x13xf64>
  %t = stablehlo.transpose %s, dims = [1, 0] : (tensor<13x13xf64>) -> tensor<13x13xf64>
  %cm = stablehlo.reduce(%t init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<13x13xf64>, tensor<f64>) -> tensor<13xf64>
  %cmb = stablehlo.broadcast_in_dim %cm, dims = [0] : (tensor<13xf64>) -> tensor<13x13xf64>
  %cd = stablehlo.subtract %t, %cmb : tensor<13x13xf64>
  %ce = stablehlo.exponential %cd : tensor<13x13xf64>
  %cl = stablehlo.reduce(%ce init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<13x13xf64>, tensor<f64>) -> tensor<13xf64>
  %cg = stablehlo.log %cl : tensor<13xf64>
  %cgb = stablehlo.broadcast_in_dim %cg, dims = [0] : (tensor<13xf64>) -> tensor<13x13xf64>
  %q = stablehlo.subtract %cd, %cgb : tensor<13x13xf64>
  %h = "stablehlo.scatter"(%zeros, %places, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %sum = stablehlo.add %a, %b : tensor<f64>
    stablehlo.return %sum : tensor<f64>
  }) : (tensor<13x13xf64>, tensor<13x2xi32>, tensor<13xf64>) -> tensor<13x13xf64>
  %pe = stablehlo.exponential %p : tensor<13x13xf64>
  %qe = stablehlo.exponential %q : tensor<13x13xf64>
  %gp = stablehlo.subtract %pe, %h : tensor<13x13xf64>
  %gq = stablehlo.subtract %qe, %h : tensor<13x13xf64>
  %gt = stablehlo.transpose %gq, dims = [1, 0] : (tensor<13x13xf64>) -> tensor<13x13xf64>
  %g = stablehlo.add %gp, %gt : tensor<13x13xf64>
  %0 = stablehlo.dot_general %g, %y, contracting_dims = [1] x [0] : (tensor<13x13xf64>, tensor<13x3xf64>) -> tensor<13x3xf64>
  %1 = stablehlo.dot_general %g, %x, contracting_dims = [0] x [0] : (tensor<13x13xf64>, tensor<13x3xf64>) -> tensor<13x3xf64>
  return %0, %1 : tensor<13x3xf64>, tensor<13x3xf64>
}
// -----
// The variances of the rows, of the columns, and of all elements of a table of 8 x 11.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>) -> (tensor<8xf64>, tensor<11xf64>, tensor<f64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %m0 = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %c0 = stablehlo.constant dense<11.0> : tensor<8xf64>
  %a0 = stablehlo.divide %m0, %c0 : tensor<8xf64>
  %b0 = stablehlo.broadcast_in_dim %a0, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %d0 = stablehlo.subtract %s, %b0 : tensor<8x11xf64>
  %q0 = stablehlo.multiply %d0, %d0 : tensor<8x11xf64>
  %0 = stablehlo.reduce(%q0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %m1 = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x11xf64>, tensor<f64>) -> tensor<11xf64>
  %c1 = stablehlo.constant dense<8.0> : tensor<11xf64>
  %a1 = stablehlo.divide %m1, %c1 : tensor<11xf64>
  %b1 = stablehlo.broadcast_in_dim %a1, dims = [1] : (tensor<11xf64>) -> tensor<8x11xf64>
  %d1 = stablehlo.subtract %s, %b1 : tensor<8x11xf64>
  %q1 = stablehlo.multiply %d1, %d1 : tensor<8x11xf64>
  %1 = stablehlo.reduce(%q1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x11xf64>, tensor<f64>) -> tensor<11xf64>
  %m2 = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<f64>
  %c2 = stablehlo.constant dense<88.0> : tensor<f64>
  %a2 = stablehlo.divide %m2, %c2 : tensor<f64>
  %b2 = stablehlo.broadcast_in_dim %a2, dims = [] : (tensor<f64>) -> tensor<8x11xf64>
  %d2 = stablehlo.subtract %s, %b2 : tensor<8x11xf64>
  %q2 = stablehlo.multiply %d2, %d2 : tensor<8x11xf64>
  %2 = stablehlo.reduce(%q2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<f64>
  return %0, %1, %2 : tensor<8xf64>, tensor<11xf64>, tensor<f64>
}
// -----
// The variances of the rows, of the columns, and of all elements of a table of 2 x 7.
func.func @main(%x: tensor<2x3xf64>, %y: tensor<7x3xf64>) -> (tensor<2xf64>, tensor<7xf64>, tensor<f64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<2x3xf64>, tensor<7x3xf64>) -> tensor<2x7xf64>
  %m0 = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x7xf64>, tensor<f64>) -> tensor<2xf64>
  %c0 = stablehlo.constant dense<7.0> : tensor<2xf64>
  %a0 = stablehlo.divide %m0, %c0 : tensor<2xf64>
  %b0 = stablehlo.broadcast_in_dim %a0, dims = [0] : (tensor<2xf64>) -> tensor<2x7xf64>
  %d0 = stablehlo.subtract %s, %b0 : tensor<2x7xf64>
  %q0 = stablehlo.multiply %d0, %d0 : tensor<2x7xf64>
  %0 = stablehlo.reduce(%q0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x7xf64>, tensor<f64>) -> tensor<2xf64>
  %m1 = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x7xf64>, tensor<f64>) -> tensor<7xf64>
  %c1 = stablehlo.constant dense<2.0> : tensor<7xf64>
  %a1 = stablehlo.divide %m1, %c1 : tensor<7xf64>
  %b1 = stablehlo.broadcast_in_dim %a1, dims = [1] : (tensor<7xf64>) -> tensor<2x7xf64>
  %d1 = stablehlo.subtract %s, %b1 : tensor<2x7xf64>
  %q1 = stablehlo.multiply %d1, %d1 : tensor<2x7xf64>
  %1 = stablehlo.reduce(%q1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x7xf64>, tensor<f64>) -> tensor<7xf64>
  %m2 = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x7xf64>, tensor<f64>) -> tensor<f64>
  %c2 = stablehlo.constant dense<14.0> : tensor<f64>
  %a2 = stablehlo.divide %m2, %c2 : tensor<f64>
  %b2 = stablehlo.broadcast_in_dim %a2, dims = [] : (tensor<f64>) -> tensor<2x7xf64>
  %d2 = stablehlo.subtract %s, %b2 : tensor<2x7xf64>
  %q2 = stablehlo.multiply %d2, %d2 : tensor<2x7xf64>
  %2 = stablehlo.reduce(%q2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x7xf64>, tensor<f64>) -> tensor<f64>
  return %0, %1, %2 : tensor<2xf64>, tensor<7xf64>, tensor<f64>
}
// -----
// Each step of a Sinkhorn iteration reads the table along the other dimension, and waits for the step before.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<11x3xf64>, %f: tensor<8xf64>) -> (tensor<8xf64>, tensor<11xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<11x3xf64>) -> tensor<8x11xf64>
  %fb = stablehlo.broadcast_in_dim %f, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %fs = stablehlo.subtract %fb, %s : tensor<8x11xf64>
  %cm = stablehlo.reduce(%fs init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<8x11xf64>, tensor<f64>) -> tensor<11xf64>
  %cmb = stablehlo.broadcast_in_dim %cm, dims = [1] : (tensor<11xf64>) -> tensor<8x11xf64>
  %cd = stablehlo.subtract %fs, %cmb : tensor<8x11xf64>
  %ce = stablehlo.exponential %cd : tensor<8x11xf64>
  %cl = stablehlo.reduce(%ce init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x11xf64>, tensor<f64>) -> tensor<11xf64>
  %cg = stablehlo.log %cl : tensor<11xf64>
  %cgb = stablehlo.broadcast_in_dim %cg, dims = [1] : (tensor<11xf64>) -> tensor<8x11xf64>
  %p = stablehlo.subtract %cd, %cgb : tensor<8x11xf64>
  %g = stablehlo.add %cg, %cm : tensor<11xf64>
  %gb = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<11xf64>) -> tensor<8x11xf64>
  %gs = stablehlo.subtract %gb, %s : tensor<8x11xf64>
  %rm = stablehlo.reduce(%gs init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %rmb = stablehlo.broadcast_in_dim %rm, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %rd = stablehlo.subtract %gs, %rmb : tensor<8x11xf64>
  %re = stablehlo.exponential %rd : tensor<8x11xf64>
  %rl = stablehlo.reduce(%re init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x11xf64>, tensor<f64>) -> tensor<8xf64>
  %rg = stablehlo.log %rl : tensor<8xf64>
  %rgb = stablehlo.broadcast_in_dim %rg, dims = [0] : (tensor<8xf64>) -> tensor<8x11xf64>
  %q = stablehlo.subtract %rd, %rgb : tensor<8x11xf64>
  %h = stablehlo.add %rg, %rm : tensor<8xf64>
  return %h, %g : tensor<8xf64>, tensor<11xf64>
}
// -----
// Two tables are centered by the means of their rows, of their columns, and of all elements. The result is the sum of
// their products.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<8x2xf64>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<8x3xf64>) -> tensor<8x8xf64>
  %r0 = stablehlo.reduce(%s0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf64>, tensor<f64>) -> tensor<8xf64>
  %c0 = stablehlo.reduce(%s0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf64>, tensor<f64>) -> tensor<8xf64>
  %a0 = stablehlo.reduce(%s0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf64>, tensor<f64>) -> tensor<f64>
  %rb0 = stablehlo.broadcast_in_dim %r0, dims = [0] : (tensor<8xf64>) -> tensor<8x8xf64>
  %cb0 = stablehlo.broadcast_in_dim %c0, dims = [1] : (tensor<8xf64>) -> tensor<8x8xf64>
  %ab0 = stablehlo.broadcast_in_dim %a0, dims = [] : (tensor<f64>) -> tensor<8x8xf64>
  %u0 = stablehlo.subtract %s0, %rb0 : tensor<8x8xf64>
  %v0 = stablehlo.subtract %u0, %cb0 : tensor<8x8xf64>
  %w0 = stablehlo.add %v0, %ab0 : tensor<8x8xf64>
  %s1 = stablehlo.dot_general %y, %y, contracting_dims = [1] x [1] : (tensor<8x2xf64>, tensor<8x2xf64>) -> tensor<8x8xf64>
  %r1 = stablehlo.reduce(%s1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf64>, tensor<f64>) -> tensor<8xf64>
  %c1 = stablehlo.reduce(%s1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf64>, tensor<f64>) -> tensor<8xf64>
  %a1 = stablehlo.reduce(%s1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf64>, tensor<f64>) -> tensor<f64>
  %rb1 = stablehlo.broadcast_in_dim %r1, dims = [0] : (tensor<8xf64>) -> tensor<8x8xf64>
  %cb1 = stablehlo.broadcast_in_dim %c1, dims = [1] : (tensor<8xf64>) -> tensor<8x8xf64>
  %ab1 = stablehlo.broadcast_in_dim %a1, dims = [] : (tensor<f64>) -> tensor<8x8xf64>
  %u1 = stablehlo.subtract %s1, %rb1 : tensor<8x8xf64>
  %v1 = stablehlo.subtract %u1, %cb1 : tensor<8x8xf64>
  %w1 = stablehlo.add %v1, %ab1 : tensor<8x8xf64>
  %p = stablehlo.multiply %w0, %w1 : tensor<8x8xf64>
  %0 = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf64>, tensor<f64>) -> tensor<f64>
  return %0 : tensor<f64>
}
// -----
// A matrix is added to the table, and its transpose to the transposed table.
func.func @main(%x: tensor<8x3xf64>, %y: tensor<8x3xf64>, %b: tensor<8x8xf64>) -> tensor<8xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<8x3xf64>, tensor<8x3xf64>) -> tensor<8x8xf64>
  %bt = stablehlo.transpose %b, dims = [1, 0] : (tensor<8x8xf64>) -> tensor<8x8xf64>
  %u = stablehlo.multiply %s, %b : tensor<8x8xf64>
  %v = stablehlo.add %u, %bt : tensor<8x8xf64>
  %0 = stablehlo.reduce(%v init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<8x8xf64>, tensor<f64>) -> tensor<8xf64>
  return %0 : tensor<8xf64>
}
// -----
// Products mix the heads of an attention before and after the softmax.
func.func @main(%q: tensor<2x8x3xf64>, %k: tensor<2x11x3xf64>, %v: tensor<3x11x3xf64>, %w: tensor<2x4xf64>, %o: tensor<3x4xf64>) -> tensor<3x8x3xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %low = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %s = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x3xf64>, tensor<2x11x3xf64>) -> tensor<2x8x11xf64>
  %t = stablehlo.dot_general %w, %s, contracting_dims = [0] x [0] : (tensor<2x4xf64>, tensor<2x8x11xf64>) -> tensor<4x8x11xf64>
  %m = stablehlo.reduce(%t init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<4x8x11xf64>, tensor<f64>) -> tensor<4x8xf64>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0, 1] : (tensor<4x8xf64>) -> tensor<4x8x11xf64>
  %d = stablehlo.subtract %t, %mb : tensor<4x8x11xf64>
  %e = stablehlo.exponential %d : tensor<4x8x11xf64>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<4x8x11xf64>, tensor<f64>) -> tensor<4x8xf64>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0, 1] : (tensor<4x8xf64>) -> tensor<4x8x11xf64>
  %p = stablehlo.divide %e, %lb : tensor<4x8x11xf64>
  %n = stablehlo.dot_general %o, %p, contracting_dims = [1] x [0] : (tensor<3x4xf64>, tensor<4x8x11xf64>) -> tensor<3x8x11xf64>
  %0 = stablehlo.dot_general %n, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x8x11xf64>, tensor<3x11x3xf64>) -> tensor<3x8x3xf64>
  return %0 : tensor<3x8x3xf64>
}
