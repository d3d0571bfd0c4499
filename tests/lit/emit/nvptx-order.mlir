// RUN: not lz-opt %s --emit-kernels=nvptx64 2>&1 | FileCheck %s
// RUN: lz-opt %s --emit-kernels=avx2 | FileCheck %s --check-prefix=X86

// Elements that may have one place are combined one after the other, which threads of a GPU do not do.
// CHECK: error: [emit] scatter0: its points have an order, and this target runs each in a thread of its own; compile it for a CPU class
// X86: llvm.func @scatter0
func.func @main(%x: tensor<7xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<7xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<7xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
