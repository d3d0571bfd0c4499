// RUN: lz-opt %s --stop-after=hlo | FileCheck %s --check-prefix=HLO
// RUN: lz-opt %s --stop-after=lz-cse | FileCheck %s --check-prefix=CSE
// RUN: lz-opt %s --stop-after=regions | FileCheck %s --check-prefix=REGIONS
// RUN: env LAZULI_CPU=avx2 lz-opt %s --stop-after=plans | FileCheck %s --check-prefix=PLANS
// RUN: lz-opt %s --stop-after=memory | FileCheck %s --check-prefix=MEMORY
// RUN: env LAZULI_CPU=avx2 lz-opt %s --stop-after=kernels | FileCheck %s --check-prefix=KERNELS
// RUN: lz-opt %s --stop-after=thunks | FileCheck %s --check-prefix=THUNKS
// RUN: not lz-opt %s --stop-after=lower 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not lz-opt %s --stop-after=hlo --lz-cse 2>&1 | FileCheck %s --check-prefix=MIXED

// HLO-COUNT-2:   stablehlo.tanh
// HLO-NOT:       lz.region
// CSE-COUNT-1:   stablehlo.tanh
// CSE-NOT:       stablehlo.tanh
// CSE-NOT:       lz.region
// REGIONS:       lz.region
// PLANS:         loop_tanh_add_0
// PLANS-NEXT:    region
// PLANS:         cost:
// PLANS-NEXT:    schedule: loop, grid lanes
// MEMORY:        arena 0 B, of which 0 B are alive at once
// KERNELS:       loop_tanh_add_0: units
// KERNELS:       machine code: {{[1-9][0-9]*}} bytes
// THUNKS:        executable main: 1 inputs, 1 outputs, 1 kernels
// THUNKS:        kernel loop_tanh_add_0
// NONE:          no phase or pass is called "lower"; use one of these, which run in this order: hlo, lz-inline-calls, {{.*}}, lz-canonicalize,2, {{.*}}, passes, regions, plans, steps, memory, kernels, thunks
// MIXED:         --lz-cse cannot be combined with --stop-after, --explain or --write
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x : tensor<8xf32>
  %1 = stablehlo.tanh %x : tensor<8xf32>
  %2 = stablehlo.add %0, %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}
