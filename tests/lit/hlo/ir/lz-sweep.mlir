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
