// RUN: lz-opt --write=hlo %s | FileCheck %s
// RUN: lz-opt --write=hlo %s > %t.hlo && lz-opt --write=stablehlo %t.hlo | FileCheck %s --check-prefix=AGAIN
// RUN: lz-opt --write=hlo-proto %s > %t.pb && lz-opt --write=stablehlo %t.pb | FileCheck %s --check-prefix=AGAIN
// RUN: lz-opt --write=stablehlo-generic %s | FileCheck %s --check-prefix=GENERIC
// RUN: not lz-opt --write=onnx %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not lz-opt --write=hlo --explain %s 2>&1 | FileCheck %s --check-prefix=TWO

// CHECK: HloModule lazuli
// CHECK: ENTRY %main {
// CHECK-NEXT: %[[X:.*]] = f32[3] parameter(0)
// CHECK-NEXT: %[[ONE:.*]] = f32[] constant(1)
// CHECK-NEXT: %[[ONES:.*]] = f32[3] broadcast(%[[ONE]]), dimensions={}
// CHECK-NEXT: ROOT %{{.*}} = f32[3] add(%[[X]], %[[ONES]])
// AGAIN: stablehlo.broadcast_in_dim
// AGAIN: stablehlo.add
// GENERIC: "stablehlo.add"(%{{.*}}) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
// UNKNOWN: there is no format 'onnx'; use one of: stablehlo, stablehlo-generic, bytecode, portable, hlo, hlo-proto
// TWO: give one of --explain, --stop-after and --write
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<3xf32>
  %1 = stablehlo.add %x, %0 : tensor<3xf32>
  return %1 : tensor<3xf32>
}
