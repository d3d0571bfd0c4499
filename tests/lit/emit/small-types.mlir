// Kernels do not compute in types of 8 bits or less. A compilation widens such types first, and lz-opt refuses them.
// RUN: not lz-opt %s --emit-kernels=avx2 2>&1 | FileCheck %s

// CHECK: error: a region at {{.*}}small-types.mlir:7:8 has tensor<5xi4>, but kernels do not compute in types of 8 bits or less: run the program with LAZULI_DUMP=DIR
// CHECK-NOT: Assertion
func.func @main(%x: tensor<5xi4>, %y: tensor<5xi4>) -> tensor<5xi4> {
  %0 = stablehlo.add %x, %y : tensor<5xi4>
  return %0 : tensor<5xi4>
}
