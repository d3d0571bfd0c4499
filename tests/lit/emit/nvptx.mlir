// RUN: lz-opt %s --emit-kernels=nvptx64 | %ptx | FileCheck %s
// RUN: lz-opt %s --emit-kernels=nvptx64 | FileCheck %s --check-prefix=IR --implicit-check-not=x86
// RUN: lz-opt %s --emit-kernels=avx512 | FileCheck %s --check-prefix=X86 --implicit-check-not=nvvm
// RUN: not lz-opt %s --emit-kernels=riscv64 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: error: there is no target 'riscv64'; use one of: x86-64-v2, avx2, avx512, nvptx64

// Each thread computes the element that has its number. If there is no such element, the thread does nothing.
// CHECK-LABEL: .entry loop0(
// CHECK-DAG:   mov.u32 %[[BLOCK:r[0-9]+]], %ctaid.x;
// CHECK-DAG:   mov.u32 %[[THREADS:r[0-9]+]], %ntid.x;
// CHECK-DAG:   mov.u32 %[[THREAD:r[0-9]+]], %tid.x;
// CHECK:       mul.wide.u32 %{{.*}}, %[[BLOCK]], %[[THREADS]];
// CHECK:       setp.ge.s64
// CHECK:       bra [[END:.*]];
// The thread loads x. Near 0, tanh is a polynomial of five multiply-adds. Elsewhere it is a quotient of e^2|x| - 1,
// which is another polynomial.
// CHECK:       ld.f32 %[[X:f[0-9]+]],
// CHECK:       abs.f32 %[[T:f[0-9]+]], %[[X]];
// CHECK:       mul.rn.f32 %[[Z:f[0-9]+]], %[[X]], %[[X]];
// CHECK:       mul.rn.f32 %[[CUBE:f[0-9]+]], %[[T]], %[[Z]];
// CHECK-NEXT:  fma.rn.f32 %[[P0:f[0-9]+]], %[[Z]], 0fBBBEAE52, 0f3CA9DBFE;
// CHECK-NEXT:  fma.rn.f32 %[[P1:f[0-9]+]], %[[P0]], %[[Z]], 0fBD5C3AD8;
// CHECK-NEXT:  fma.rn.f32 %[[P2:f[0-9]+]], %[[P1]], %[[Z]], 0f3E08845F;
// CHECK-NEXT:  fma.rn.f32 %[[P3:f[0-9]+]], %[[P2]], %[[Z]], 0fBEAAAA9D;
// CHECK-NEXT:  fma.rn.f32 %[[SMALL:f[0-9]+]], %[[CUBE]], %[[P3]], %[[T]];
// CHECK:       cvt.rni.f32.f32
// CHECK-COUNT-7: fma.rn.f32
// CHECK:       div.rn.f32
// CHECK:       selp.f32 %{{.*}}, %[[SMALL]],
// The thread adds y and stores the sum.
// CHECK:       ld.f32 %[[Y:f[0-9]+]],
// CHECK-NEXT:  add.rn.f32 %[[SUM:f[0-9]+]], %[[Y]], %{{f[0-9]+}};
// CHECK:       st.f32 [%{{.*}}], %[[SUM]];
// CHECK-NEXT:  [[END]]:
// CHECK:       ret;
// IR-LABEL:    llvm.func ptx_kernelcc @loop0(%{{.*}}: !llvm.ptr, %{{.*}}: i64)
// IR:          llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.ctaid.x"
// On x86 the kernel takes a range of units. A table of powers of two is in a register.
// X86-LABEL:   llvm.func @loop0(%{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64)
// X86:         llvm.call_intrinsic "llvm.x86.avx512.permvar.sf.512"
// X86:         llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.ps.512"
func.func @map(%x: tensor<64x256xf32>, %y: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %0 = stablehlo.tanh %x : tensor<64x256xf32>
  %1 = stablehlo.add %0, %y : tensor<64x256xf32>
  return %1 : tensor<64x256xf32>
}

// Each thread sums a row of 1000 elements in four chains. Rows are 4000 bytes apart.
// CHECK-LABEL: .entry reduce1(
// CHECK:       mul.lo.s64 %{{.*}}, 4000;
// CHECK:       [[LOOP:.*]]: {{.*}}Inner Loop Header
// CHECK-NEXT:  ld.f32 %[[E0:f[0-9]+]], [%[[AT:rd[0-9]+]]+-8];
// CHECK-NEXT:  add.rn.f32 %[[S0:f[0-9]+]], %[[S0]], %[[E0]];
// CHECK-NEXT:  ld.f32 %[[E1:f[0-9]+]], [%[[AT]]+-4];
// CHECK-NEXT:  add.rn.f32 %[[S1:f[0-9]+]], %[[S1]], %[[E1]];
// CHECK-NEXT:  ld.f32 %[[E2:f[0-9]+]], [%[[AT]]];
// CHECK-NEXT:  add.rn.f32 %[[S2:f[0-9]+]], %[[S2]], %[[E2]];
// CHECK-NEXT:  ld.f32 %[[E3:f[0-9]+]], [%[[AT]]+4];
// CHECK-NEXT:  add.rn.f32 %[[S3:f[0-9]+]], %[[S3]], %[[E3]];
// CHECK:       bra [[LOOP]];
// CHECK:       add.rn.f32 %[[LOW:f[0-9]+]], %[[S0]], %[[S1]];
// CHECK-NEXT:  add.rn.f32 %[[HIGH:f[0-9]+]], %[[S2]], %[[S3]];
// CHECK-NEXT:  add.rn.f32 %{{.*}}, %[[LOW]], %[[HIGH]];
// CHECK:       st.f32
// CHECK:       ret;
// IR-LABEL:    llvm.func ptx_kernelcc @reduce1
// X86-LABEL:   llvm.func @reduce1
// X86:         llvm.fadd {{.*}} : vector<16xf32>
func.func @sums(%x: tensor<4x1000xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x1000xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
