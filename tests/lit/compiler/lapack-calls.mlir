// When a text is read, calls of LAPACK become ops if such ops exist.
// RUN: lz-opt %s --stop-after=lz-inline-calls | FileCheck %s
// RUN: lz-opt %s --stop-after=thunks | FileCheck %s --check-prefix=THUNKS

// All of these become calls of the library. Their scratch is part of the plan.
// THUNKS: call cholesky reads in0 writes tmp{{[0-9]+}} scratch tmp{{[0-9]+}} {lower = 1}
// THUNKS: call triangular_solve reads in0 in1 writes out2 scratch tmp{{[0-9]+}} {left_side = 1, lower = 0, unit_diagonal = 1, transpose_a = 1}
// THUNKS: call lapack reads in1 writes out3 out4 scratch tmp{{[0-9]+}} {routine = "geqrf"}
// THUNKS: call lapack reads in0 writes tmp{{[0-9]+}} out5 tmp{{[0-9]+}} scratch tmp{{[0-9]+}} {routine = "syevd", mode = 86, uplo = 76}

// CHECK-LABEL: func.func public @main(
// CHECK-SAME:  %[[A:.*]]: tensor<4x4xf32>, %[[B:.*]]: tensor<4x3xf32>
func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x3xf32>) -> (tensor<4x4xf32>, tensor<i32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<3xf32>, tensor<4xf32>) {
  // CHECK:     %[[L:.*]] = stablehlo.cholesky %[[A]], lower = true
  // CHECK:     stablehlo.compare GE
  // CHECK:     %[[S:.*]] = stablehlo.select %{{.*}}, %[[L]], %[[A]]
  // CHECK:     stablehlo.slice %[[L]] [0:1, 0:1]
  // CHECK:     stablehlo.compare NE
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<i32>)
  // CHECK:     "stablehlo.triangular_solve"(%[[A]], %[[B]]) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = true}>
  %1 = stablehlo.custom_call @lapack_strsm_ffi(%a, %b) {backend_config = "", mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 84 : ui8, uplo = 85 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  // There is no op for this one, so the configuration stays with the call.
  // CHECK:     stablehlo.custom_call @lapack_sgeqrf_ffi(%[[B]]) {backend_config = "{}"
  %2:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%b) {backend_config = "", mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>]} : (tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<3xf32>)
  %3:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {backend_config = "", mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4xf32>, tensor<i32>)
  return %0#0, %0#1, %1, %2#0, %2#1, %3#1 : tensor<4x4xf32>, tensor<i32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<3xf32>, tensor<4xf32>
}
