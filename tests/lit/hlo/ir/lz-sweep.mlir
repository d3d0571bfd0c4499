// RUN: %round-trip %s

// CHECK-LABEL: func.func @sweep
func.func @sweep(%x: tensor<6x4xf32>, %y: tensor<5x4xf32>, %z: tensor<5x3xf32>) -> tensor<6x3xf32> {
  // CHECK:      %0 = lz.sweep (%arg3 = %arg0, %arg4 = %arg1, %arg5 = %arg2) : (tensor<6x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) -> tensor<6x3xf32> {
  // CHECK-NEXT:   %[[P:.*]] = lz.contraction keeps (
  // CHECK:        %[[R:.*]] = stablehlo.reshape %[[P]]
  // CHECK-NEXT:   %[[O:.*]] = stablehlo.dot_general %[[R]], %arg5
  // CHECK-NEXT:   lz.return %[[O]]
  // CHECK-NEXT: } attributes {note = 1 : i32}
  %0 = lz.sweep (%a = %x, %b = %y, %c = %z) : (tensor<6x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) -> tensor<6x3xf32> {
    %1 = lz.contraction keeps (%d = %a, %e = %b) : (tensor<6x4xf32>, tensor<5x4xf32>) -> tensor<1x6x5xf32> {
      %4 = stablehlo.dot_general %d, %e, contracting_dims = [1] x [1] : (tensor<6x4xf32>, tensor<5x4xf32>) -> tensor<6x5xf32>
      %5 = lz.region rows 6 inside (%f = %4) : (tensor<6x5xf32>) -> tensor<1x6x5xf32> {
        %6 = stablehlo.exponential %f : tensor<6x5xf32>
        %7 = stablehlo.reshape %6 : (tensor<6x5xf32>) -> tensor<1x6x5xf32>
        lz.return %7 : tensor<1x6x5xf32>
      }
      lz.return %5 : tensor<1x6x5xf32>
    }
    %2 = stablehlo.reshape %1 : (tensor<1x6x5xf32>) -> tensor<6x5xf32>
    %3 = stablehlo.dot_general %2, %c, contracting_dims = [1] x [0] : (tensor<6x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32>
    lz.return %3 : tensor<6x3xf32>
  } attributes {note = 1 : i32}
  return %0 : tensor<6x3xf32>
}

// The first region overwrites the rows of the product. The second one keeps the sums in rows of their own.
// CHECK-LABEL: func.func @kept
func.func @kept(%x: tensor<6x4xf32>, %y: tensor<5x4xf32>, %z: tensor<5x3xf32>) -> tensor<6x3xf32> {
  %0 = lz.sweep (%a = %x, %b = %y, %c = %z) : (tensor<6x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) -> tensor<6x3xf32> {
    %1:2 = lz.contraction keeps (%d = %a, %e = %b) : (tensor<6x4xf32>, tensor<5x4xf32>) -> (tensor<6x5xf32>, tensor<6x1xf32>) {
      %4 = stablehlo.dot_general %d, %e, contracting_dims = [1] x [1] : (tensor<6x4xf32>, tensor<5x4xf32>) -> tensor<6x5xf32>
      // CHECK: lz.region rows 6 inside keeps [0] over [0] (
      %5 = lz.region rows 6 inside keeps [0] over [0] (%f = %4) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
        %10 = stablehlo.tanh %f : tensor<6x5xf32>
        lz.return %10 : tensor<6x5xf32>
      }
      // CHECK: lz.region rows 6 inside keeps [1] (
      %6:2 = lz.region rows 6 inside keeps [1] (%f = %5) : (tensor<6x5xf32>) -> (tensor<6x5xf32>, tensor<6xf32>) {
        %10 = stablehlo.exponential %f : tensor<6x5xf32>
        %11 = stablehlo.constant dense<0.0> : tensor<f32>
        %12 = stablehlo.reduce(%10 init: %11) applies stablehlo.add across dimensions = [1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<6xf32>
        lz.return %10, %12 : tensor<6x5xf32>, tensor<6xf32>
      }
      %7 = stablehlo.reshape %6#1 : (tensor<6xf32>) -> tensor<6x1xf32>
      lz.return %6#0, %7 : tensor<6x5xf32>, tensor<6x1xf32>
    }
    %2 = lz.contraction (%d = %1#0, %e = %c, %s = %1#1) : (tensor<6x5xf32>, tensor<5x3xf32>, tensor<6x1xf32>) -> tensor<6x3xf32> {
      %4 = stablehlo.dot_general %d, %e, contracting_dims = [1] x [0] : (tensor<6x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32>
      %5 = lz.region rows 6 inside (%f = %4, %g = %s) : (tensor<6x3xf32>, tensor<6x1xf32>) -> tensor<6x3xf32> {
        %10 = stablehlo.reshape %g : (tensor<6x1xf32>) -> tensor<6xf32>
        %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<6xf32>) -> tensor<6x3xf32>
        %12 = stablehlo.divide %f, %11 : tensor<6x3xf32>
        lz.return %12 : tensor<6x3xf32>
      }
      lz.return %5 : tensor<6x3xf32>
    }
    lz.return %2 : tensor<6x3xf32>
  }
  return %0 : tensor<6x3xf32>
}
