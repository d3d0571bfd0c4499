// RUN: lz-opt %s --lz-promote-operands | FileCheck %s

// Numbers: tests/ops/cases.
// CHECK-LABEL: func.func @reduce
// CHECK-SAME:  (%[[X:.*]]: tensor<2x3xbf16>, %[[I:.*]]: tensor<f32>, %[[J:.*]]: tensor<bf16>)
// CHECK-DAG:   %[[C:.*]] = stablehlo.convert %[[X]] : (tensor<2x3xbf16>) -> tensor<2x3xf32>
// CHECK:       stablehlo.reduce(%[[C]] init: %[[I]])
// CHECK-DAG:   %[[D:.*]] = stablehlo.convert %[[X]] : (tensor<2x3xbf16>) -> tensor<2x3xf32>
// CHECK-DAG:   %[[E:.*]] = stablehlo.convert %[[J]] : (tensor<bf16>) -> tensor<f32>
// CHECK:       stablehlo.reduce(%[[D]] init: %[[E]])
func.func @reduce(%x: tensor<2x3xbf16>, %i: tensor<f32>, %j: tensor<bf16>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.reduce(%x init: %i) across dimensions = [1] : (tensor<2x3xbf16>, tensor<f32>) -> tensor<2xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  %1 = stablehlo.reduce(%x init: %j) across dimensions = [1] : (tensor<2x3xbf16>, tensor<bf16>) -> tensor<2xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// Only the narrow one of two inputs is converted.
// CHECK-LABEL: func.func @several
// CHECK-SAME:  (%[[X:.*]]: tensor<6xi8>, %[[Y:.*]]: tensor<6xi32>, %[[I:.*]]: tensor<i8>, %[[J:.*]]: tensor<i32>)
// CHECK-DAG:   %[[C:.*]] = stablehlo.convert %[[X]] : (tensor<6xi8>) -> tensor<6xi64>
// CHECK-DAG:   %[[E:.*]] = stablehlo.convert %[[I]] : (tensor<i8>) -> tensor<i64>
// CHECK:       "stablehlo.reduce_window"(%[[C]], %[[Y]], %[[E]], %[[J]])
func.func @several(%x: tensor<6xi8>, %y: tensor<6xi32>, %i: tensor<i8>, %j: tensor<i32>) -> (tensor<5xi64>, tensor<5xi32>) {
  %0:2 = "stablehlo.reduce_window"(%x, %y, %i, %j) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i32>, %c: tensor<i64>, %d: tensor<i32>):
    %1 = stablehlo.add %a, %c : tensor<i64>
    %2 = stablehlo.add %b, %d : tensor<i32>
    stablehlo.return %1, %2 : tensor<i64>, tensor<i32>
  }) : (tensor<6xi8>, tensor<6xi32>, tensor<i8>, tensor<i32>) -> (tensor<5xi64>, tensor<5xi32>)
  return %0#0, %0#1 : tensor<5xi64>, tensor<5xi32>
}

// Inputs and updates are converted, and indices are not. The same holds inside of a loop.
// CHECK-LABEL: func.func @scatter
// CHECK:       stablehlo.while
// CHECK-DAG:   %[[C:.*]] = stablehlo.convert %{{.*}} : (tensor<5xf16>) -> tensor<5xf32>
// CHECK-DAG:   %[[E:.*]] = stablehlo.convert %{{.*}} : (tensor<3xf16>) -> tensor<3xf32>
// CHECK:       "stablehlo.scatter"(%[[C]], %{{.*}}, %[[E]])
func.func @scatter(%x: tensor<5xf16>, %i: tensor<3x1xi8>, %u: tensor<3xf16>, %z: tensor<5xf32>, %p: tensor<i1>) -> tensor<5xf32> {
  %0 = stablehlo.while(%carried = %z) : tensor<5xf32>
   cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %2 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<5xf16>, tensor<3x1xi8>, tensor<3xf16>) -> tensor<5xf32>
    stablehlo.return %1 : tensor<5xf32>
  }
  return %0 : tensor<5xf32>
}

// The operands of products in f64 are converted. Near miss: in a product of bf16 in f32, the kernels convert the
// operands.
// CHECK-LABEL: func.func @products
// CHECK-SAME:  (%[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<3x2xf32>, %[[U:.*]]: tensor<2x3xbf16>)
// CHECK-DAG:   %[[C:.*]] = stablehlo.convert %[[X]] : (tensor<2x3xf32>) -> tensor<2x3xf64>
// CHECK-DAG:   %[[D:.*]] = stablehlo.convert %[[Y]] : (tensor<3x2xf32>) -> tensor<3x2xf64>
// CHECK:       stablehlo.dot_general %[[C]], %[[D]],
// CHECK:       stablehlo.dot_general %[[U]], %[[U]],
func.func @products(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>, %u: tensor<2x3xbf16>) -> (tensor<2x2xf64>, tensor<2x2xf32>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf64>
  %1 = stablehlo.dot_general %u, %u, contracting_dims = [1] x [1] : (tensor<2x3xbf16>, tensor<2x3xbf16>) -> tensor<2x2xf32>
  return %0, %1 : tensor<2x2xf64>, tensor<2x2xf32>
}

// Operands of two types are converted to one type that holds the numbers of both.
// CHECK-LABEL: func.func @two_types
// CHECK-SAME:  (%[[X:.*]]: tensor<2x3xi8>, %[[Y:.*]]: tensor<3x2xi16>, %[[U:.*]]: tensor<2x3xbf16>, %[[V:.*]]: tensor<3x2xf16>)
// CHECK-DAG:   %[[A:.*]] = stablehlo.convert %[[X]] : (tensor<2x3xi8>) -> tensor<2x3xi32>
// CHECK-DAG:   %[[B:.*]] = stablehlo.convert %[[Y]] : (tensor<3x2xi16>) -> tensor<3x2xi32>
// CHECK:       stablehlo.dot_general %[[A]], %[[B]],
// CHECK:       %[[C:.*]] = stablehlo.convert %[[X]] : (tensor<2x3xi8>) -> tensor<2x3xbf16>
// CHECK:       stablehlo.dot_general %[[U]], %[[C]],
// CHECK-DAG:   %[[D:.*]] = stablehlo.convert %[[U]] : (tensor<2x3xbf16>) -> tensor<2x3xf32>
// CHECK-DAG:   %[[E:.*]] = stablehlo.convert %[[V]] : (tensor<3x2xf16>) -> tensor<3x2xf32>
// CHECK:       stablehlo.dot_general %[[D]], %[[E]],
func.func @two_types(%x: tensor<2x3xi8>, %y: tensor<3x2xi16>, %u: tensor<2x3xbf16>, %v: tensor<3x2xf16>) -> (tensor<2x2xi32>, tensor<2x2xbf16>, tensor<2x2xbf16>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xi8>, tensor<3x2xi16>) -> tensor<2x2xi32>
  %1 = stablehlo.dot_general %u, %x, contracting_dims = [1] x [1] : (tensor<2x3xbf16>, tensor<2x3xi8>) -> tensor<2x2xbf16>
  %2 = stablehlo.dot_general %u, %v, contracting_dims = [1] x [0] : (tensor<2x3xbf16>, tensor<3x2xf16>) -> tensor<2x2xbf16>
  return %0, %1, %2 : tensor<2x2xi32>, tensor<2x2xbf16>, tensor<2x2xbf16>
}

// Near misses: operands that have the type of the body, and a select_and_scatter, which compares the elements of its
// operand without a conversion.
// CHECK-LABEL: func.func @equal
// CHECK-NOT:   convert
func.func @equal(%x: tensor<4x4xbf16>, %s: tensor<2x2xbf16>, %i: tensor<bf16>) -> (tensor<4xbf16>, tensor<4x4xf32>) {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [1] : (tensor<4x4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %1 = "stablehlo.select_and_scatter"(%x, %s, %i) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %2 = stablehlo.compare GE, %a, %b : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4x4xbf16>, tensor<2x2xbf16>, tensor<bf16>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4xbf16>, tensor<4x4xf32>
}

// Factorizations of 16-bit floats.
// CHECK-LABEL: func.func @factor
// CHECK:       %[[C:.*]] = stablehlo.convert %{{.*}} : (tensor<3x3xbf16>) -> tensor<3x3xf32>
// CHECK:       %[[L:.*]] = stablehlo.cholesky %[[C]], lower = true : tensor<3x3xf32>
// CHECK:       %[[N:.*]] = stablehlo.convert %[[L]] : (tensor<3x3xf32>) -> tensor<3x3xbf16>
// CHECK:       return %[[N]]
func.func @factor(%x: tensor<3x3xbf16>) -> tensor<3x3xbf16> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<3x3xbf16>
  return %0 : tensor<3x3xbf16>
}
