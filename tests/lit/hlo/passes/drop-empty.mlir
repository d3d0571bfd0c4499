// RUN: lz-opt %s --lz-drop-empty --lz-dce | FileCheck %s

// A chain of values without elements is replaced by a constant.
// CHECK-LABEL: func.func @chain
// CHECK-NEXT:  %[[E:.*]] = stablehlo.constant dense<> : tensor<0x3xf32>
// CHECK-NEXT:  return %[[E]]
func.func @chain(%a: tensor<2x0xf32>) -> tensor<0x3xf32> {
  %0 = stablehlo.exponential %a : tensor<2x0xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x0xf32>) -> tensor<0x3xf32>
  return %1 : tensor<0x3xf32>
}

// A reduction over nothing is its initial value, in the type of the body.
// CHECK-LABEL: func.func @reduce
// CHECK-NEXT:  %[[V:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<i32>) -> tensor<3xi32>
// CHECK-NEXT:  return %[[V]]
func.func @reduce(%a: tensor<0x3xi32>, %i: tensor<i32>) -> tensor<3xi32> {
  %0 = stablehlo.negate %a : tensor<0x3xi32>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.add across dimensions = [0] : (tensor<0x3xi32>, tensor<i32>) -> tensor<3xi32>
  return %1 : tensor<3xi32>
}

// CHECK-LABEL: func.func @promoting_reduce
// CHECK-NEXT:  stablehlo.convert %arg1 : (tensor<i8>) -> tensor<i32>
// CHECK-NEXT:  return
func.func @promoting_reduce(%a: tensor<0xi8>, %i: tensor<i8>) -> tensor<i32> {
  %0 = "stablehlo.reduce"(%a, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<0xi8>, tensor<i8>) -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: func.func @pad_of_concatenation
// CHECK-NEXT:  stablehlo.constant
// CHECK-NEXT:  stablehlo.broadcast_in_dim {{.*}} -> tensor<2xf32>
// CHECK-NEXT:  return
func.func @pad_of_concatenation(%a: tensor<0xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<0.5> : tensor<f32>
  %v = stablehlo.concatenate %a, %a, dim = 0 : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  %r = stablehlo.pad %v, %c, low = [2], high = [0], interior = [0] : (tensor<0xf32>, tensor<f32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// CHECK-LABEL: func.func @concatenate
// CHECK-NEXT:  %[[C:.*]] = stablehlo.concatenate %arg1, %arg2, dim = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
// CHECK-NEXT:  return %[[C]], %arg1
func.func @concatenate(%a: tensor<0xf32>, %b: tensor<2xf32>, %c: tensor<3xf32>) -> (tensor<5xf32>, tensor<2xf32>) {
  %0 = stablehlo.concatenate %b, %a, %c, dim = 0 : (tensor<2xf32>, tensor<0xf32>, tensor<3xf32>) -> tensor<5xf32>
  %1 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<0xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<5xf32>, tensor<2xf32>
}

// A sum of no products is 0.
// CHECK-LABEL: func.func @contractions
// CHECK-NOT:   dot_general
// CHECK-NOT:   convolution
// CHECK:       stablehlo.broadcast_in_dim {{.*}} -> tensor<2x3xf32>
// CHECK:       return
func.func @contractions(%a: tensor<2x0xf32>, %b: tensor<0x3xf32>, %x: tensor<1x2x4xf32>, %k: tensor<0x1x1xf32>) -> (tensor<2x3xf32>, tensor<1x0x4xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x2x4xf32>, tensor<0x1x1xf32>) -> tensor<1x0x4xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<1x0x4xf32>
}

// CHECK-LABEL: func.func @updates
// CHECK-NOT:   scatter
// CHECK:       return %arg0, %arg0
func.func @updates(%a: tensor<4xf32>, %i: tensor<i32>, %is: tensor<0x1xi32>, %u: tensor<0xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<4xf32>, tensor<0xf32>, tensor<i32>) -> tensor<4xf32>
  %1 = "stablehlo.scatter"(%a, %is, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<0x1xi32>, tensor<0xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// Near misses: a gather whose index vectors have no components still reads elements. A loop can run forever, so it
// stays.
// CHECK-LABEL: func.func @stays
// CHECK:       "stablehlo.gather"(%arg0
// CHECK:       stablehlo.while
// CHECK:       return
func.func @stays(%a: tensor<4xf32>, %is: tensor<3x0xi32>, %p: tensor<i1>, %e: tensor<0xf32>) -> (tensor<3x4xf32>, tensor<i1>) {
  %0 = "stablehlo.gather"(%a, %is) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], index_vector_dim = 1>, slice_sizes = array<i64: 4>}> : (tensor<4xf32>, tensor<3x0xi32>) -> tensor<3x4xf32>
  %1:2 = stablehlo.while(%q = %p, %f = %e) : tensor<i1>, tensor<0xf32>
    cond {
      stablehlo.return %q : tensor<i1>
    } do {
      %n = stablehlo.negate %f : tensor<0xf32>
      stablehlo.return %q, %n : tensor<i1>, tensor<0xf32>
    }
  return %0, %1#0 : tensor<3x4xf32>, tensor<i1>
}

// Near miss: the operand is empty, but the windows contain padding, which the body combines with the initial value.
// CHECK-LABEL: func.func @window_over_padding
// CHECK:       reduce_window
func.func @window_over_padding(%a: tensor<0xf32>, %i: tensor<f32>) -> tensor<3xf32> {
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2>, padding = dense<[[2, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<0xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Near miss: without results there is nothing to replace.
// CHECK-LABEL: func.func @no_results
// CHECK:       stablehlo.custom_call @f
func.func @no_results(%a: tensor<0xf32>) {
  stablehlo.custom_call @f(%a) {has_side_effect = true} : (tensor<0xf32>) -> ()
  return
}
