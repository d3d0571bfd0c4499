// RUN: lz-opt %s --lz-split-windows | FileCheck %s

// Numbers: tests/unit/passes/WindowsTest.cc and tests/ops/LongWindowsTest.cc.
// CHECK-LABEL: func.func @prefixes
// CHECK-SAME:  (%[[X:.*]]: tensor<200x96xf32>)
// CHECK:       %[[R:.*]] = stablehlo.reshape %[[X]] : {{.*}} -> tensor<200x12x8xf32>
// CHECK:       %[[T:.*]] = stablehlo.reduce(%[[R]] {{.*}} applies stablehlo.add across dimensions = [2] : {{.*}} -> tensor<200x12xf32>
// CHECK:       %[[C:.*]] = "stablehlo.reduce_window"(%[[T]], {{.*}} <{padding = dense<{{\[\[}}0, 0], [12, -1]]> {{.*}} window_dimensions = array<i64: 1, 12>
// CHECK:       %[[B:.*]] = stablehlo.broadcast_in_dim %[[C]], dims = [0, 1] : {{.*}} -> tensor<200x12x8xf32>
// CHECK:       %[[S:.*]] = "stablehlo.reduce_window"(%[[R]], {{.*}} <{padding = dense<{{\[\[}}0, 0], [0, 0], [7, 0]]> {{.*}} window_dimensions = array<i64: 1, 1, 8>
// CHECK:       %[[Y:.*]] = stablehlo.add %[[B]], %[[S]]
// CHECK:       stablehlo.reshape %[[Y]] : {{.*}} -> tensor<200x96xf32>
func.func @prefixes(%x: tensor<200x96xf32>) -> tensor<200x96xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 1, 96>, padding = dense<[[0, 0], [95, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<200x96xf32>, tensor<f32>) -> tensor<200x96xf32>
  return %0 : tensor<200x96xf32>
}

// The first dimension has 97 elements. Three more are padded, so that the last block is complete.
// CHECK-LABEL: func.func @suffixes
// CHECK:       %[[P:.*]] = stablehlo.pad {{.*}}, low = [0, 0], high = [7, 0]
// CHECK:       stablehlo.reshape %[[P]] : {{.*}} -> tensor<13x8x200xi32>
// CHECK:       padding = dense<{{\[\[}}-1, 13], [0, 0]]>
// CHECK:       padding = dense<{{\[\[}}0, 0], [0, 7], [0, 0]]>
// CHECK:       stablehlo.slice {{.*}} [0:97, 0:200]
func.func @suffixes(%x: tensor<97x200xi32>, %c: tensor<i32>) -> tensor<97x200xi32> {
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 97, 1>, padding = dense<[[0, 96], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.maximum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<97x200xi32>, tensor<i32>) -> tensor<97x200xi32>
  return %0 : tensor<97x200xi32>
}

// A cumulative sum of a million elements. The sums of blocks are split into blocks again.
// CHECK-LABEL: func.func @a_million
// CHECK-COUNT-4: stablehlo.reduce(
// CHECK:         return
func.func @a_million(%x: tensor<1000000xf32>) -> tensor<1000000xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 1000000>, padding = dense<[[999999, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1000000xf32>, tensor<f32>) -> tensor<1000000xf32>
  return %0 : tensor<1000000xf32>
}

// A window of 502 elements is combined from adjacent short windows, and from the elements that are left.
// CHECK-LABEL: func.func @slides
// CHECK:       window_dilations = array<i64: 1>
// CHECK:       window_dilations = array<i64: [[D:[0-9]+]]>
// CHECK:       return
func.func @slides(%x: tensor<100000xf32>) -> tensor<99499xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 502>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<100000xf32>, tensor<f32>) -> tensor<99499xf32>
  return %0 : tensor<99499xf32>
}

// Sums of 16-bit floats are rounded once.
// CHECK-LABEL: func.func @sixteen_bits
// CHECK-SAME:  (%[[X:.*]]: tensor<200x96xbf16>)
// CHECK:       stablehlo.convert %[[X]] : {{.*}} -> tensor<200x96xf32>
// CHECK:       %[[Y:.*]] = stablehlo.convert {{.*}} -> tensor<200x96xbf16>
// CHECK-NEXT:  return %[[Y]]
func.func @sixteen_bits(%x: tensor<200x96xbf16>) -> tensor<200x96xbf16> {
  %c = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 1, 96>, padding = dense<[[0, 0], [95, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %s = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<200x96xbf16>, tensor<bf16>) -> tensor<200x96xbf16>
  return %0 : tensor<200x96xbf16>
}

// Near misses. An initial value other than 0 would be added more than once. The second body is not commutative. The
// other windows have strides, are short, are few, or have padding in another dimension.
// CHECK-LABEL: func.func @stay
// CHECK-COUNT-6: "stablehlo.reduce_window"
// CHECK-NOT:     "stablehlo.reduce_window"
// CHECK:         return
func.func @stay(%x: tensor<200x96xf32>, %y: tensor<12xf32>, %i: tensor<f32>)
    -> (tensor<200x96xf32>, tensor<200x96xf32>, tensor<200x48xf32>, tensor<200x94xf32>, tensor<12xf32>, tensor<202x96xf32>) {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 1, 96>, padding = dense<[[0, 0], [95, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<200x96xf32>, tensor<f32>) -> tensor<200x96xf32>
  %1 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 1, 96>, padding = dense<[[0, 0], [95, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %n = stablehlo.negate %a : tensor<f32>
    %s = stablehlo.add %n, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<200x96xf32>, tensor<f32>) -> tensor<200x96xf32>
  %2 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 1, 96>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [95, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<200x96xf32>, tensor<f32>) -> tensor<200x48xf32>
  %3 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 1, 3>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<200x96xf32>, tensor<f32>) -> tensor<200x94xf32>
  %4 = "stablehlo.reduce_window"(%y, %c) <{window_dimensions = array<i64: 12>, padding = dense<[[11, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<12xf32>, tensor<f32>) -> tensor<12xf32>
  %5 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 1, 96>, padding = dense<[[1, 1], [95, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<200x96xf32>, tensor<f32>) -> tensor<202x96xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<200x96xf32>, tensor<200x96xf32>, tensor<200x48xf32>, tensor<200x94xf32>, tensor<12xf32>, tensor<202x96xf32>
}
