module @jit_evidence attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20000x4xf32>, %arg1: tensor<20000xf32>, %arg2: tensor<256x4xf32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.multiply %arg2, %arg2 : tensor<256x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<256x4xf32>, tensor<f32>) -> tensor<256xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<256xf32>) -> tensor<256x1xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<256x4xf32>
    %4 = stablehlo.multiply %3, %arg2 : tensor<256x4xf32>
    %5 = stablehlo.transpose %arg2, dims = [1, 0] : (tensor<256x4xf32>) -> tensor<4x256xf32>
    %6 = stablehlo.dot_general %4, %5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4xf32>, tensor<4x256xf32>) -> tensor<256x256xf32>
    %7 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<256x1xf32>) -> tensor<256x256xf32>
    %8 = stablehlo.subtract %7, %6 : tensor<256x256xf32>
    %9 = stablehlo.multiply %arg2, %arg2 : tensor<256x4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<256x4xf32>, tensor<f32>) -> tensor<256xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x256xf32>) -> tensor<256x256xf32>
    %13 = stablehlo.add %8, %12 : tensor<256x256xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<256x256xf32>
    %15 = stablehlo.maximum %13, %14 : tensor<256x256xf32>
    %cst_3 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<256x256xf32>
    %17 = stablehlo.multiply %16, %15 : tensor<256x256xf32>
    %18 = stablehlo.exponential %17 : tensor<256x256xf32>
    %19 = stablehlo.iota dim = 0 : tensor<256x256xi32>
    %20 = stablehlo.iota dim = 1 : tensor<256x256xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %21 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<256x256xi32>
    %22 = stablehlo.add %19, %21 : tensor<256x256xi32>
    %23 = stablehlo.compare EQ, %22, %20, SIGNED : (tensor<256x256xi32>, tensor<256x256xi32>) -> tensor<256x256xi1>
    %24 = stablehlo.convert %23 : (tensor<256x256xi1>) -> tensor<256x256xf32>
    %cst_4 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<256x256xf32>
    %26 = stablehlo.multiply %25, %24 : tensor<256x256xf32>
    %27 = stablehlo.add %18, %26 : tensor<256x256xf32>
    %28 = call @cholesky(%27) : (tensor<256x256xf32>) -> tensor<256x256xf32>
    %29 = stablehlo.multiply %arg2, %arg2 : tensor<256x4xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_5) applies stablehlo.add across dimensions = [1] : (tensor<256x4xf32>, tensor<f32>) -> tensor<256xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0] : (tensor<256xf32>) -> tensor<256x1xf32>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<256x4xf32>
    %33 = stablehlo.multiply %32, %arg2 : tensor<256x4xf32>
    %34 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<20000x4xf32>) -> tensor<4x20000xf32>
    %35 = stablehlo.dot_general %33, %34, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x4xf32>, tensor<4x20000xf32>) -> tensor<256x20000xf32>
    %36 = stablehlo.broadcast_in_dim %31, dims = [0, 1] : (tensor<256x1xf32>) -> tensor<256x20000xf32>
    %37 = stablehlo.subtract %36, %35 : tensor<256x20000xf32>
    %38 = stablehlo.multiply %arg0, %arg0 : tensor<20000x4xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_7) applies stablehlo.add across dimensions = [1] : (tensor<20000x4xf32>, tensor<f32>) -> tensor<20000xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [1] : (tensor<20000xf32>) -> tensor<1x20000xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1] : (tensor<1x20000xf32>) -> tensor<256x20000xf32>
    %42 = stablehlo.add %37, %41 : tensor<256x20000xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<256x20000xf32>
    %44 = stablehlo.maximum %42, %43 : tensor<256x20000xf32>
    %cst_9 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<256x20000xf32>
    %46 = stablehlo.multiply %45, %44 : tensor<256x20000xf32>
    %47 = stablehlo.exponential %46 : tensor<256x20000xf32>
    %48 = call @_solve_triangular(%28, %47) : (tensor<256x256xf32>, tensor<256x20000xf32>) -> tensor<256x20000xf32>
    %cst_10 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<256x20000xf32>
    %50 = stablehlo.divide %48, %49 : tensor<256x20000xf32>
    %51 = stablehlo.iota dim = 0 : tensor<256x256xi32>
    %52 = stablehlo.iota dim = 1 : tensor<256x256xi32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %53 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<256x256xi32>
    %54 = stablehlo.add %51, %53 : tensor<256x256xi32>
    %55 = stablehlo.compare EQ, %54, %52, SIGNED : (tensor<256x256xi32>, tensor<256x256xi32>) -> tensor<256x256xi1>
    %56 = stablehlo.convert %55 : (tensor<256x256xi1>) -> tensor<256x256xf32>
    %57 = stablehlo.transpose %50, dims = [1, 0] : (tensor<256x20000xf32>) -> tensor<20000x256xf32>
    %58 = stablehlo.dot_general %50, %57, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x20000xf32>, tensor<20000x256xf32>) -> tensor<256x256xf32>
    %59 = stablehlo.add %56, %58 : tensor<256x256xf32>
    %60 = call @cholesky(%59) : (tensor<256x256xf32>) -> tensor<256x256xf32>
    %61 = stablehlo.dot_general %50, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x20000xf32>, tensor<20000xf32>) -> tensor<256xf32>
    %62 = call @_solve_triangular_0(%60, %61) : (tensor<256x256xf32>, tensor<256xf32>) -> tensor<256xf32>
    %cst_12 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %64 = stablehlo.divide %62, %63 : tensor<256xf32>
    %65 = stablehlo.multiply %50, %50 : tensor<256x20000xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.reduce(%65 init: %cst_13) applies stablehlo.add across dimensions = [0, 1] : (tensor<256x20000xf32>, tensor<f32>) -> tensor<f32>
    %cst_14 = stablehlo.constant dense<2.000000e+06> : tensor<f32>
    %67 = stablehlo.subtract %cst_14, %66 : tensor<f32>
    %68 = stablehlo.multiply %arg1, %arg1 : tensor<20000xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %69 = stablehlo.reduce(%68 init: %cst_15) applies stablehlo.add across dimensions = [0] : (tensor<20000xf32>, tensor<f32>) -> tensor<f32>
    %cst_16 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %70 = stablehlo.divide %69, %cst_16 : tensor<f32>
    %cst_17 = stablehlo.constant dense<-55345.8633> : tensor<f32>
    %71 = stablehlo.add %cst_17, %70 : tensor<f32>
    %72 = stablehlo.multiply %64, %64 : tensor<256xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.reduce(%72 init: %cst_18) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
    %74 = stablehlo.subtract %71, %73 : tensor<f32>
    %75 = stablehlo.add %74, %67 : tensor<f32>
    %cst_19 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %76 = stablehlo.multiply %cst_19, %75 : tensor<f32>
    %77 = call @diagonal(%60) : (tensor<256x256xf32>) -> tensor<256xf32>
    %78 = stablehlo.log %77 : tensor<256xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %79 = stablehlo.reduce(%78 init: %cst_20) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
    %80 = stablehlo.subtract %76, %79 : tensor<f32>
    return %80 : tensor<f32>
  }
  func.func private @cholesky(%arg0: tensor<256x256xf32>) -> tensor<256x256xf32> {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<256x256xf32>) -> tensor<256x256xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<256x256xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<256x256xf32>
    %3 = stablehlo.divide %1, %2 : tensor<256x256xf32>
    %4:2 = stablehlo.custom_call @lapack_spotrf_ffi(%3) {backend_config = "", mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], []) {i=256, j=256, k=256, l=256}, custom>} : (tensor<256x256xf32>) -> (tensor<256x256xf32>, tensor<i32>)
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %6 = stablehlo.compare EQ, %4#1, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<i1>) -> tensor<1x1xi1>
    %cst_0 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<256x256xf32>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<256x256xi1>
    %10 = stablehlo.select %9, %4#0, %8 : tensor<256x256xi1>, tensor<256x256xf32>
    %11 = stablehlo.iota dim = 0 : tensor<256x256xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<256x256xi32>
    %13 = stablehlo.add %11, %12 : tensor<256x256xi32>
    %14 = stablehlo.iota dim = 1 : tensor<256x256xi32>
    %15 = stablehlo.compare GE, %13, %14, SIGNED : (tensor<256x256xi32>, tensor<256x256xi32>) -> tensor<256x256xi1>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<256x256xf32>
    %17 = stablehlo.select %15, %10, %16 : tensor<256x256xi1>, tensor<256x256xf32>
    return %17 : tensor<256x256xf32>
  }
  func.func private @_solve_triangular(%arg0: tensor<256x256xf32>, %arg1: tensor<256x20000xf32>) -> tensor<256x20000xf32> {
    %0 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %arg1) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=256, j=256, k=256, l=20000, m=256, n=20000}, custom>} : (tensor<256x256xf32>, tensor<256x20000xf32>) -> tensor<256x20000xf32>
    return %0 : tensor<256x20000xf32>
  }
  func.func private @_solve_triangular_0(%arg0: tensor<256x256xf32>, %arg1: tensor<256xf32>) -> tensor<256xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<256xf32>) -> tensor<256x1xf32>
    %1 = stablehlo.custom_call @lapack_strsm_ffi(%arg0, %0) {backend_config = "", mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k, l])->([m, n]) {i=256, j=256, k=256, l=1, m=256, n=1}, custom>} : (tensor<256x256xf32>, tensor<256x1xf32>) -> tensor<256x1xf32>
    %2 = stablehlo.reshape %1 : (tensor<256x1xf32>) -> tensor<256xf32>
    return %2 : tensor<256xf32>
  }
  func.func private @diagonal(%arg0: tensor<256x256xf32>) -> tensor<256xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<256x256xi32>
    %1 = stablehlo.iota dim = 1 : tensor<256x256xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<256x256xi32>
    %3 = stablehlo.add %0, %2 : tensor<256x256xi32>
    %4 = stablehlo.compare EQ, %3, %1, SIGNED : (tensor<256x256xi32>, tensor<256x256xi32>) -> tensor<256x256xi1>
    %5 = stablehlo.convert %4 : (tensor<256x256xi1>) -> tensor<256x256xf32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %6 = "stablehlo.case"(%c_0) ({
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }, {
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      stablehlo.return %c_1 : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %7 = "stablehlo.case"(%6) ({
      %8 = stablehlo.iota dim = 0 : tensor<256xi32>
      %9 = stablehlo.iota dim = 0 : tensor<256xi32>
      %c_1 = stablehlo.constant dense<0> : tensor<i32>
      %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<256xi32>
      %11 = stablehlo.compare LT, %8, %10, SIGNED : (tensor<256xi32>, tensor<256xi32>) -> tensor<256xi1>
      %c_2 = stablehlo.constant dense<256> : tensor<i32>
      %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<256xi32>
      %13 = stablehlo.add %8, %12 : tensor<256xi32>
      %14 = stablehlo.select %11, %13, %8 : tensor<256xi1>, tensor<256xi32>
      %c_3 = stablehlo.constant dense<0> : tensor<i32>
      %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<256xi32>
      %16 = stablehlo.compare LT, %9, %15, SIGNED : (tensor<256xi32>, tensor<256xi32>) -> tensor<256xi1>
      %c_4 = stablehlo.constant dense<256> : tensor<i32>
      %17 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<256xi32>
      %18 = stablehlo.add %9, %17 : tensor<256xi32>
      %19 = stablehlo.select %16, %18, %9 : tensor<256xi1>, tensor<256xi32>
      %20 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<256xi32>) -> tensor<256x1xi32>
      %21 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<256xi32>) -> tensor<256x1xi32>
      %22 = stablehlo.concatenate %20, %21, dim = 1 : (tensor<256x1xi32>, tensor<256x1xi32>) -> tensor<256x2xi32>
      %23 = "stablehlo.gather"(%arg0, %22) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<256x256xf32>, tensor<256x2xi32>) -> tensor<256xf32>
      stablehlo.return %23 : tensor<256xf32>
    }) : (tensor<i32>) -> tensor<256xf32>
    return %7 : tensor<256xf32>
  }
}
