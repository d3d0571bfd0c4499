// RUN: lz-opt %s --lz-skip-masked=blocks=2 | FileCheck %s

// Numbers: tests/unit/passes/SkipMaskedTest.cc.

// Row i sees columns up to i. The first two rows need two columns, and the others need all columns.
// CHECK-LABEL: func.func @causal
// CHECK-SAME:  (%[[Q:.*]]: tensor<4x3xf32>, %[[K:.*]]: tensor<4x3xf32>, %[[V:.*]]: tensor<4x2xf32>)
// CHECK:       %[[Q0:.*]] = stablehlo.slice %[[Q]] [0:2, 0:3]
// CHECK-NEXT:  %[[K0:.*]] = stablehlo.slice %[[K]] [0:2, 0:3]
// CHECK-NEXT:  stablehlo.dot_general %[[Q0]], %[[K0]], {{.*}} -> tensor<2x2xf32>
// CHECK:       stablehlo.iota dim = 0 : tensor<2xi32>
// CHECK:       stablehlo.select {{.*}} : tensor<2x2xi1>, tensor<2x2xf32>
// CHECK:       stablehlo.exponential {{.*}} : tensor<2x2xf32>
// CHECK:       %[[V0:.*]] = stablehlo.slice %[[V]] [0:2, 0:2]
// CHECK-NEXT:  %[[O0:.*]] = stablehlo.dot_general %{{.*}}, %[[V0]], {{.*}} -> tensor<2x2xf32>
// CHECK:       %[[Q1:.*]] = stablehlo.slice %[[Q]] [2:4, 0:3]
// CHECK-NEXT:  stablehlo.dot_general %[[Q1]], %[[K]], {{.*}} -> tensor<2x4xf32>
// The rows count from 2.
// CHECK:       %[[COUNT:.*]] = stablehlo.iota dim = 0 : tensor<2xi32>
// CHECK:       %[[TWO:.*]] = stablehlo.constant dense<2> : tensor<i32>
// CHECK-NEXT:  %[[TWOS:.*]] = stablehlo.broadcast_in_dim %[[TWO]], dims = []
// CHECK-NEXT:  stablehlo.add %[[COUNT]], %[[TWOS]]
// CHECK:       %[[O1:.*]] = stablehlo.dot_general %{{.*}}, %[[V]], {{.*}} -> tensor<2x2xf32>
// CHECK-NEXT:  %[[O:.*]] = stablehlo.concatenate %[[O0]], %[[O1]], dim = 0
// CHECK-NEXT:  return %[[O]]
func.func @causal(%q: tensor<4x3xf32>, %k: tensor<4x3xf32>, %v: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x4xf32>
  %n = stablehlo.iota dim = 0 : tensor<4xi32>
  %i = stablehlo.broadcast_in_dim %n, dims = [0] : (tensor<4xi32>) -> tensor<4x4xi32>
  %j = stablehlo.broadcast_in_dim %n, dims = [1] : (tensor<4xi32>) -> tensor<4x4xi32>
  %mask = stablehlo.compare GE, %i, %j : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
  %lows = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %t = stablehlo.select %mask, %s, %lows : tensor<4x4xi1>, tensor<4x4xf32>
  %m = stablehlo.reduce(%t init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
  %d = stablehlo.subtract %t, %mb : tensor<4x4xf32>
  %e = stablehlo.exponential %d : tensor<4x4xf32>
  %l = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %lb = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
  %p = stablehlo.divide %e, %lb : tensor<4x4xf32>
  %o = stablehlo.dot_general %p, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %o : tensor<4x2xf32>
}

// The window has one column before and one after the row. Rows 0 and 1 need columns 0 to 2, and rows 2 and 3 need
// columns 1 to 3. Masks with 0 need no softmax.
// CHECK-LABEL: func.func @window
// CHECK-SAME:  (%[[Q:.*]]: tensor<4x3xf32>, %[[K:.*]]: tensor<4x3xf32>, %[[V:.*]]: tensor<4x2xf32>)
// CHECK:       stablehlo.slice %[[K]] [0:3, 0:3]
// CHECK:       stablehlo.slice %[[V]] [0:3, 0:2]
// CHECK:       stablehlo.slice %[[K]] [1:4, 0:3]
// The mask depends on differences of indices, so the columns count from 0, and the rows from 2 - 1.
// CHECK:       stablehlo.iota dim = 0 : tensor<2x3xi32>
// CHECK-NEXT:  stablehlo.constant dense<1> : tensor<i32>
// CHECK-NEXT:  stablehlo.broadcast_in_dim
// CHECK-NEXT:  stablehlo.add
// CHECK-NEXT:  stablehlo.iota dim = 1 : tensor<2x3xi32>
// CHECK-NEXT:  stablehlo.subtract
// CHECK:       stablehlo.slice %[[V]] [1:4, 0:2]
// CHECK:       stablehlo.concatenate
func.func @window(%q: tensor<4x3xf32>, %k: tensor<4x3xf32>, %v: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %zeros = stablehlo.constant dense<0.0> : tensor<4x4xf32>
  %before = stablehlo.constant dense<-1> : tensor<4x4xi32>
  %after = stablehlo.constant dense<1> : tensor<4x4xi32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x4xf32>
  %i = stablehlo.iota dim = 0 : tensor<4x4xi32>
  %j = stablehlo.iota dim = 1 : tensor<4x4xi32>
  %apart = stablehlo.subtract %j, %i : tensor<4x4xi32>
  %m0 = stablehlo.compare GE, %apart, %before : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
  %m1 = stablehlo.compare LE, %apart, %after : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
  %mask = stablehlo.and %m0, %m1 : tensor<4x4xi1>
  %t = stablehlo.select %mask, %s, %zeros : tensor<4x4xi1>, tensor<4x4xf32>
  %o = stablehlo.dot_general %t, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %o : tensor<4x2xf32>
}

// The mask is an argument, so it may hide nothing.
// CHECK-LABEL: func.func @argument
// CHECK-NOT:   stablehlo.slice
// CHECK:       return
func.func @argument(%q: tensor<4x3xf32>, %k: tensor<4x3xf32>, %v: tensor<4x2xf32>, %mask: tensor<4x4xi1>) -> tensor<4x2xf32> {
  %zeros = stablehlo.constant dense<0.0> : tensor<4x4xf32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x4xf32>
  %t = stablehlo.select %mask, %s, %zeros : tensor<4x4xi1>, tensor<4x4xf32>
  %o = stablehlo.dot_general %t, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %o : tensor<4x2xf32>
}

// The hidden elements count in the minimum of each row.
// CHECK-LABEL: func.func @minimum
// CHECK-NOT:   stablehlo.slice
// CHECK:       return
func.func @minimum(%q: tensor<4x3xf32>, %k: tensor<4x3xf32>) -> tensor<4xf32> {
  %inf = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %lows = stablehlo.constant dense<0xFF800000> : tensor<4x4xf32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x4xf32>
  %i = stablehlo.iota dim = 0 : tensor<4x4xi32>
  %j = stablehlo.iota dim = 1 : tensor<4x4xi32>
  %mask = stablehlo.compare GE, %i, %j : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
  %t = stablehlo.select %mask, %s, %lows : tensor<4x4xi1>, tensor<4x4xf32>
  %m = stablehlo.reduce(%t init: %inf) applies stablehlo.minimum across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %m : tensor<4xf32>
}

// The last two rows see no column.
// CHECK-LABEL: func.func @hidden_rows
// CHECK-NOT:   stablehlo.slice {{.*}} [2:4
// CHECK:       return
func.func @hidden_rows(%q: tensor<4x3xf32>, %k: tensor<4x3xf32>) -> tensor<4xf32> {
  %low = stablehlo.constant dense<-1.0e30> : tensor<f32>
  %lows = stablehlo.constant dense<-1.0e30> : tensor<4x4xf32>
  %two = stablehlo.constant dense<2> : tensor<4x4xi32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x4xf32>
  %i = stablehlo.iota dim = 0 : tensor<4x4xi32>
  %mask = stablehlo.compare LT, %i, %two : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
  %t = stablehlo.select %mask, %s, %lows : tensor<4x4xi1>, tensor<4x4xf32>
  %m = stablehlo.reduce(%t init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %m : tensor<4xf32>
}
