// Factorizations as JAX prints them for a TPU become calls of the library, too.
// RUN: lz-opt %s --stop-after=lz-inline-calls | FileCheck %s
// RUN: lz-opt %s --stop-after=thunks | FileCheck %s --check-prefix=THUNKS

// THUNKS-DAG: call lapack reads in0 writes {{.*}} {routine = "geqrf"}
// THUNKS-DAG: call lapack reads {{.*}} writes {{.*}} {routine = "orgqr"}
// THUNKS-DAG: call lapack reads {{.*}} writes {{.*}} {routine = "lu"}
// THUNKS-DAG: call lapack reads {{.*}} writes {{.*}} {routine = "syevd", mode = 86, uplo = 76}

// CHECK-LABEL: func.func public @main(
// CHECK-SAME:  %[[A:.*]]: tensor<4x3xf32>, %[[B:.*]]: tensor<4x4xcomplex<f32>>)
func.func @main(%a: tensor<4x3xf32>, %b: tensor<4x4xcomplex<f32>>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x4xcomplex<f32>>, tensor<4xi32>, tensor<4xi32>, tensor<4x4xcomplex<f32>>, tensor<4xf32>) {
  // CHECK: %[[QR:.*]]:2 = stablehlo.custom_call @Qr(%[[A]])
  // CHECK: stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%[[QR]]#0, %[[QR]]#1)
  %0:2 = stablehlo.custom_call @Qr(%a) : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  %1 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%0#0, %0#1) : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  // CHECK: stablehlo.custom_call @LuDecomposition(%[[B]])
  %2:3 = stablehlo.custom_call @LuDecomposition(%b) {api_version = 2 : i32} : (tensor<4x4xcomplex<f32>>) -> (tensor<4x4xcomplex<f32>>, tensor<4xi32>, tensor<4xi32>)
  // CHECK: %{{.*}}:3 = stablehlo.custom_call @lapack_cheevd_ffi(%[[B]]) {backend_config = "{mode = 86 : ui8, uplo = 76 : ui8}"
  %3:2 = stablehlo.custom_call @Eigh(%b) {backend_config = "1,1,100,1e-6"} : (tensor<4x4xcomplex<f32>>) -> (tensor<4x4xcomplex<f32>>, tensor<4xf32>)
  return %0#0, %1, %2#0, %2#1, %2#2, %3#0, %3#1 : tensor<4x3xf32>, tensor<4x3xf32>, tensor<4x4xcomplex<f32>>, tensor<4xi32>, tensor<4xi32>, tensor<4x4xcomplex<f32>>, tensor<4xf32>
}
