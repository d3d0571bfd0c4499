// RUN: lz-opt %s --lz-skip-masked='blocks=2 loop=true' | FileCheck %s
// RUN: lz-opt %s --lz-skip-masked='blocks=2 loop=true tile=2' | FileCheck %s --check-prefix=TILES

// Numbers: tests/unit/passes/SkipMaskedTest.cc.

// A window of one column before and after: rows 0 and 1 need columns 0 to 2, rows 2 and 3 columns 1 to 3. So the columns
// of trip n begin at n, and its rows at 2 n.
// CHECK-LABEL: func.func @window
// CHECK-SAME:  (%[[Q:.*]]: tensor<4x3xf32>, %[[K:.*]]: tensor<4x3xf32>, %[[V:.*]]: tensor<4x2xf32>)
// CHECK:       stablehlo.while(%[[N:.*]] = %{{.*}}, %[[O:.*]] = %{{.*}}) : tensor<i32>, tensor<4x2xf32>
// CHECK:       stablehlo.multiply %[[N]], %{{.*}} : tensor<i32>
// CHECK:       stablehlo.dynamic_slice %[[Q]], {{.*}} -> tensor<2x3xf32>
// CHECK:       stablehlo.dynamic_slice %[[K]], {{.*}} -> tensor<3x3xf32>
// CHECK:       stablehlo.select {{.*}} : tensor<2x3xi1>, tensor<2x3xf32>
// CHECK:       stablehlo.dynamic_slice %[[V]], {{.*}} -> tensor<3x2xf32>
// CHECK:       stablehlo.dynamic_update_slice %[[O]]
// CHECK-NOT:   stablehlo.while
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

// The first block needs one tile of two columns, and the second block needs two tiles. Without tiles both blocks
// would have all columns, so the table is not divided.
// CHECK-LABEL: func.func @causal
// CHECK-NOT:   stablehlo.while
// CHECK:       return
// TILES-LABEL: func.func @causal
// TILES-SAME:  (%[[Q:.*]]: tensor<4x3xf32>, %[[K:.*]]: tensor<4x3xf32>, %[[V:.*]]: tensor<4x2xf32>)
// TILES:       stablehlo.while(%[[N:.*]] = %{{.*}}, %[[O:.*]] = %{{.*}}) : tensor<i32>, tensor<4x2xf32>
// TILES:       stablehlo.dynamic_slice %[[Q]], {{.*}} -> tensor<2x3xf32>
// TILES:       stablehlo.while(%[[J:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>
// TILES:       stablehlo.compare LT, %[[J]]
// TILES:       stablehlo.dynamic_slice %[[K]], %[[J]], {{.*}} -> tensor<2x3xf32>
// TILES:       stablehlo.dynamic_slice %[[V]], %[[J]], {{.*}} -> tensor<2x2xf32>
// TILES:       stablehlo.dynamic_update_slice %[[O]]
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
