// RUN: lz-opt %s --explain-fusion 2>&1 >/dev/null | FileCheck %s

// The passes run first and merge the two tanh. The other ops join the region.
// CHECK-NOT: tanh joins{{.*}}tanh
// CHECK:     stablehlo.tanh joins stablehlo.add: computed where it is used
// CHECK-NOT: joins
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x : tensor<8xf32>
  %1 = stablehlo.tanh %x : tensor<8xf32>
  %2 = stablehlo.add %0, %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}
