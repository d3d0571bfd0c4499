// RUN: lz-opt %s --emit-kernels=nvptx64 | FileCheck %s
// RUN: lz-opt %s --emit-kernels=avx2 | FileCheck %s --check-prefix=X86

// Several updates may go to the same row, so a thread applies them one after the other. A thread of a GPU does this for
// one column, and a thread of a CPU for vectors of columns.
// CHECK-LABEL: llvm.func ptx_kernelcc @scatter0
// CHECK:       llvm.fadd {{.*}} : f32
// X86-LABEL:   llvm.func @scatter0
// X86:         llvm.fadd {{.*}} : vector<8xf32>
func.func @main(%x: tensor<7x64xf32>, %i: tensor<30x1xi32>, %u: tensor<30x64xf32>) -> tensor<7x64xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<7x64xf32>, tensor<30x1xi32>, tensor<30x64xf32>) -> tensor<7x64xf32>
  return %0 : tensor<7x64xf32>
}
