// RUN: %round-trip %s

// CHECK-LABEL: func.func @contraction
func.func @contraction(%x: tensor<60x17xf32>, %w: tensor<17x45xf32>, %b: tensor<45xf32>) -> (tensor<60x45xf32>, tensor<30x90xf32>) {
  // CHECK:      %0:2 = lz.contraction (%arg3 = %arg0, %arg4 = %arg1, %arg5 = %arg2) : (tensor<60x17xf32>, tensor<17x45xf32>, tensor<45xf32>) -> (tensor<60x45xf32>, tensor<30x90xf32>) {
  // CHECK-NEXT:   %[[X:.*]] = lz.region rows 60 (%arg6 = %arg3) : (tensor<60x17xf32>) -> tensor<60x17xf32> {
  // CHECK-NEXT:     stablehlo.tanh %arg6 : tensor<60x17xf32>
  // CHECK-NEXT:     lz.return
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %[[D:.*]] = stablehlo.dot_general %[[X]], %arg4
  // CHECK-NEXT:   %[[R:.*]] = stablehlo.reshape %[[D]] : (tensor<60x45xf32>) -> tensor<30x90xf32>
  // CHECK-NEXT:   %[[Y:.*]] = lz.region rows 60 (%arg6 = %[[R]], %arg7 = %arg5) : (tensor<30x90xf32>, tensor<45xf32>) -> tensor<60x45xf32> {
  // CHECK:        } attributes {note = 1 : i32}
  // CHECK-NEXT:   lz.return %[[Y]], %[[R]] : tensor<60x45xf32>, tensor<30x90xf32>
  // CHECK-NEXT: } attributes {note = 2 : i32}
  %0:2 = lz.contraction (%c = %x, %d = %w, %e = %b) : (tensor<60x17xf32>, tensor<17x45xf32>, tensor<45xf32>) -> (tensor<60x45xf32>, tensor<30x90xf32>) {
    %1 = lz.region rows 60 (%f = %c) : (tensor<60x17xf32>) -> tensor<60x17xf32> {
      %5 = stablehlo.tanh %f : tensor<60x17xf32>
      lz.return %5 : tensor<60x17xf32>
    }
    %2 = stablehlo.dot_general %1, %d, contracting_dims = [1] x [0] : (tensor<60x17xf32>, tensor<17x45xf32>) -> tensor<60x45xf32>
    %3 = stablehlo.reshape %2 : (tensor<60x45xf32>) -> tensor<30x90xf32>
    %4 = lz.region rows 60 (%f = %3, %g = %e) : (tensor<30x90xf32>, tensor<45xf32>) -> tensor<60x45xf32> {
      %5 = stablehlo.reshape %f : (tensor<30x90xf32>) -> tensor<60x45xf32>
      %6 = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<45xf32>) -> tensor<60x45xf32>
      %7 = stablehlo.add %5, %6 : tensor<60x45xf32>
      lz.return %7 : tensor<60x45xf32>
    } attributes {note = 1 : i32}
    lz.return %4, %3 : tensor<60x45xf32>, tensor<30x90xf32>
  } attributes {note = 2 : i32}
  return %0#0, %0#1 : tensor<60x45xf32>, tensor<30x90xf32>
}

// A contraction whose regions run on its rows (fusion/attach/PlacedContraction.h).
// CHECK-LABEL: func.func @placed
func.func @placed(%x: tensor<6x4x4xf32>, %w: tensor<6x4x5xf32>) -> tensor<6x4x5xf32> {
  // CHECK:      lz.contraction by slices keeps (
  // CHECK-NEXT:   lz.region rows 6 (
  // CHECK:        lz.region rows 24 inside (
  // CHECK:      } attributes {note = 1 : i32}
  %0 = lz.contraction by slices keeps (%a = %x, %b = %w) : (tensor<6x4x4xf32>, tensor<6x4x5xf32>) -> tensor<6x4x5xf32> {
    %1 = lz.region rows 6 (%c = %a) : (tensor<6x4x4xf32>) -> tensor<6x4x4xf32> {
      %5 = stablehlo.tanh %c : tensor<6x4x4xf32>
      lz.return %5 : tensor<6x4x4xf32>
    }
    %2 = stablehlo.dot_general %1, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<6x4x4xf32>, tensor<6x4x5xf32>) -> tensor<6x4x5xf32>
    %3 = lz.region rows 24 inside (%c = %2) : (tensor<6x4x5xf32>) -> tensor<6x4x5xf32> {
      %5 = stablehlo.negate %c : tensor<6x4x5xf32>
      lz.return %5 : tensor<6x4x5xf32>
    }
    lz.return %3 : tensor<6x4x5xf32>
  } attributes {note = 1 : i32}
  return %0 : tensor<6x4x5xf32>
}
