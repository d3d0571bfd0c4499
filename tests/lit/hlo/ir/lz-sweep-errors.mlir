// What lz.sweep must not contain.
// RUN: lz-opt %s -split-input-file -verify-diagnostics

func.func @one_product(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>) {
  // expected-error @+1 {{must contain two or more products, but has 1}}
  %0 = lz.sweep (%a = %x, %b = %y) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    lz.return %1 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @another_op(%x: tensor<6x4xf32>) {
  %0 = lz.sweep (%a = %x) : (tensor<6x4xf32>) -> tensor<6x4xf32> {
    // expected-error @+1 {{cannot be in lz.sweep, which contains only products and reshapes}}
    %1 = stablehlo.tanh %a : tensor<6x4xf32>
    lz.return %1 : tensor<6x4xf32>
  }
  return
}

// -----

func.func @first_is_plain(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>) {
  %0 = lz.sweep (%a = %x, %b = %y) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x6xf32> {
    // expected-error @+1 {{is not the last product of lz.sweep, so it must be an lz.contraction}}
    %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    %2 = stablehlo.dot_general %1, %1, contracting_dims = [1] x [1] : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x6xf32>
    lz.return %2 : tensor<6x6xf32>
  }
  return
}

// -----

func.func @not_a_chain(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>) {
  %0 = lz.sweep (%a = %x, %b = %y) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    %1 = lz.contraction keeps (%c = %a, %d = %b) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
      %3 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
      %4 = lz.region rows 6 inside (%e = %3) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
        %5 = stablehlo.tanh %e : tensor<6x5xf32>
        lz.return %5 : tensor<6x5xf32>
      }
      lz.return %4 : tensor<6x5xf32>
    }
    // expected-error @+1 {{must multiply one result of the product before it, but multiplies 0}}
    %2 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    lz.return %2 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @read_twice(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>, %z: tensor<5x3xf32>) {
  %0:2 = lz.sweep (%a = %x, %b = %y, %v = %z) : (tensor<6x4xf32>, tensor<4x5xf32>, tensor<5x3xf32>) -> (tensor<6x3xf32>, tensor<6x5xf32>) {
    %1 = lz.contraction keeps (%c = %a, %d = %b) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
      %3 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
      %4 = lz.region rows 6 inside (%e = %3) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
        %5 = stablehlo.tanh %e : tensor<6x5xf32>
        lz.return %5 : tensor<6x5xf32>
      }
      lz.return %4 : tensor<6x5xf32>
    }
    // expected-error @+1 {{multiplies a result of the product before it that something else reads}}
    %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<6x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32>
    lz.return %2, %1 : tensor<6x3xf32>, tensor<6x5xf32>
  }
  return
}

// -----

func.func @kept_is_returned(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>, %z: tensor<5x3xf32>) {
  %0:2 = lz.sweep (%a = %x, %b = %y, %c = %z) : (tensor<6x4xf32>, tensor<4x5xf32>, tensor<5x3xf32>) -> (tensor<6x3xf32>, tensor<6x5xf32>) {
    %1:2 = lz.contraction keeps (%d = %a, %e = %b) : (tensor<6x4xf32>, tensor<4x5xf32>) -> (tensor<6x5xf32>, tensor<6x5xf32>) {
      %3 = stablehlo.dot_general %d, %e, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
      // expected-error @+1 {{keeps result 0, but only regions marked 'inside' may read it}}
      %4 = lz.region rows 6 inside keeps [0] (%f = %3) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
        %6 = stablehlo.tanh %f : tensor<6x5xf32>
        lz.return %6 : tensor<6x5xf32>
      }
      %5 = lz.region rows 6 inside (%f = %3, %g = %4) : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x5xf32> {
        %6 = stablehlo.add %f, %g : tensor<6x5xf32>
        lz.return %6 : tensor<6x5xf32>
      }
      lz.return %5, %4 : tensor<6x5xf32>, tensor<6x5xf32>
    }
    %2 = stablehlo.dot_general %1#0, %c, contracting_dims = [1] x [0] : (tensor<6x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32>
    lz.return %2, %1#1 : tensor<6x3xf32>, tensor<6x5xf32>
  }
  return
}

// -----

func.func @read_later(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>, %z: tensor<5x3xf32>) {
  %0 = lz.sweep (%a = %x, %b = %y, %c = %z) : (tensor<6x4xf32>, tensor<4x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32> {
    %1 = lz.contraction keeps (%d = %a, %e = %b) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
      %3 = stablehlo.dot_general %d, %e, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
      // expected-error @+1 {{keeps a result that overwrites the rows of an operand, but a later region reads this operand}}
      %4 = lz.region rows 6 inside keeps [0] over [0] (%f = %3) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
        %6 = stablehlo.tanh %f : tensor<6x5xf32>
        lz.return %6 : tensor<6x5xf32>
      }
      %5 = lz.region rows 6 inside (%f = %3, %g = %4) : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x5xf32> {
        %6 = stablehlo.add %f, %g : tensor<6x5xf32>
        lz.return %6 : tensor<6x5xf32>
      }
      lz.return %5 : tensor<6x5xf32>
    }
    %2 = stablehlo.dot_general %1, %c, contracting_dims = [1] x [0] : (tensor<6x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32>
    lz.return %2 : tensor<6x3xf32>
  }
  return
}

// -----

func.func @over_memory(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>, %z: tensor<5x3xf32>) {
  %0 = lz.sweep (%a = %x, %b = %y, %c = %z) : (tensor<6x4xf32>, tensor<4x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32> {
    %1 = lz.contraction  (%d = %a, %e = %b) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
      %3 = stablehlo.dot_general %d, %e, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
      // expected-error @+1 {{must keep results in the rows of an operand that exists only row by row, but this operand is an array in memory}}
      %4 = lz.region rows 6 inside keeps [0] over [0] (%f = %3) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
        %6 = stablehlo.tanh %f : tensor<6x5xf32>
        lz.return %6 : tensor<6x5xf32>
      }
      %5 = lz.region rows 6 inside (%f = %3, %g = %4) : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x5xf32> {
        %6 = stablehlo.add %f, %g : tensor<6x5xf32>
        lz.return %6 : tensor<6x5xf32>
      }
      lz.return %5 : tensor<6x5xf32>
    }
    %2 = stablehlo.dot_general %1, %c, contracting_dims = [1] x [0] : (tensor<6x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32>
    lz.return %2 : tensor<6x3xf32>
  }
  return
}

// -----

func.func @over_other_type(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>, %z: tensor<5x3xf32>) {
  %0 = lz.sweep (%a = %x, %b = %y, %c = %z) : (tensor<6x4xf32>, tensor<4x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32> {
    %1 = lz.contraction keeps (%d = %a, %e = %b) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
      %3 = stablehlo.dot_general %d, %e, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
      // expected-error @+1 {{keeps a result of type 'tensor<6x5xi32>' over the rows of an operand of type 'tensor<6x5xf32>'}}
      %4 = lz.region rows 6 inside keeps [0] over [0] (%f = %3) : (tensor<6x5xf32>) -> tensor<6x5xi32> {
        %6 = stablehlo.convert %f : (tensor<6x5xf32>) -> tensor<6x5xi32>
        lz.return %6 : tensor<6x5xi32>
      }
      %5 = lz.region rows 6 inside (%f = %3, %g = %4) : (tensor<6x5xf32>, tensor<6x5xi32>) -> tensor<6x5xf32> {
        %7 = stablehlo.convert %g : (tensor<6x5xi32>) -> tensor<6x5xf32>
        %6 = stablehlo.add %f, %7 : tensor<6x5xf32>
        lz.return %6 : tensor<6x5xf32>
      }
      lz.return %5 : tensor<6x5xf32>
    }
    %2 = stablehlo.dot_general %1, %c, contracting_dims = [1] x [0] : (tensor<6x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32>
    lz.return %2 : tensor<6x3xf32>
  }
  return
}

// -----

func.func @no_rows(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>, %z: tensor<5x3xf32>) {
  %0 = lz.sweep (%a = %x, %b = %y, %c = %z) : (tensor<6x4xf32>, tensor<4x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32> {
    %1 = lz.contraction keeps (%d = %a, %e = %b) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
      %3 = stablehlo.dot_general %d, %e, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
      // expected-error @+1 {{keeps result 0, which does not consist of 6 rows}}
      %4 = lz.region rows 6 inside keeps [0] (%f = %3) : (tensor<6x5xf32>) -> tensor<f32> {
        %7 = stablehlo.constant dense<0.0> : tensor<f32>
        %6 = stablehlo.reduce(%f init: %7) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x5xf32>, tensor<f32>) -> tensor<f32>
        lz.return %6 : tensor<f32>
      }
      %5 = lz.region rows 6 inside (%f = %3, %g = %4) : (tensor<6x5xf32>, tensor<f32>) -> tensor<6x5xf32> {
        %7 = stablehlo.broadcast_in_dim %g, dims = [] : (tensor<f32>) -> tensor<6x5xf32>
        %6 = stablehlo.add %f, %7 : tensor<6x5xf32>
        lz.return %6 : tensor<6x5xf32>
      }
      lz.return %5 : tensor<6x5xf32>
    }
    %2 = stablehlo.dot_general %1, %c, contracting_dims = [1] x [0] : (tensor<6x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32>
    lz.return %2 : tensor<6x3xf32>
  }
  return
}

// -----

func.func @no_such_result(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>, %z: tensor<5x3xf32>) {
  %0 = lz.sweep (%a = %x, %b = %y, %c = %z) : (tensor<6x4xf32>, tensor<4x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32> {
    %1 = lz.contraction keeps (%d = %a, %e = %b) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
      %3 = stablehlo.dot_general %d, %e, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
      // expected-error @+1 {{keeps result 1, but must list some of its 1 results in order}}
      %4 = lz.region rows 6 inside keeps [1] (%f = %3) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
        %6 = stablehlo.tanh %f : tensor<6x5xf32>
        lz.return %6 : tensor<6x5xf32>
      }
      %5 = lz.region rows 6 inside (%f = %3, %g = %4) : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x5xf32> {
        %6 = stablehlo.add %f, %g : tensor<6x5xf32>
        lz.return %6 : tensor<6x5xf32>
      }
      lz.return %5 : tensor<6x5xf32>
    }
    %2 = stablehlo.dot_general %1, %c, contracting_dims = [1] x [0] : (tensor<6x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32>
    lz.return %2 : tensor<6x3xf32>
  }
  return
}

// -----

func.func @no_such_operand(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>, %z: tensor<5x3xf32>) {
  %0 = lz.sweep (%a = %x, %b = %y, %c = %z) : (tensor<6x4xf32>, tensor<4x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32> {
    %1 = lz.contraction keeps (%d = %a, %e = %b) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
      %3 = stablehlo.dot_general %d, %e, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
      // expected-error @+1 {{keeps a result over operand 1, but has 1 operands}}
      %4 = lz.region rows 6 inside keeps [0] over [1] (%f = %3) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
        %6 = stablehlo.tanh %f : tensor<6x5xf32>
        lz.return %6 : tensor<6x5xf32>
      }
      %5 = lz.region rows 6 inside (%f = %3, %g = %4) : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x5xf32> {
        %6 = stablehlo.add %f, %g : tensor<6x5xf32>
        lz.return %6 : tensor<6x5xf32>
      }
      lz.return %5 : tensor<6x5xf32>
    }
    %2 = stablehlo.dot_general %1, %c, contracting_dims = [1] x [0] : (tensor<6x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32>
    lz.return %2 : tensor<6x3xf32>
  }
  return
}

// -----

func.func @other_count(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>, %z: tensor<5x3xf32>) {
  %0 = lz.sweep (%a = %x, %b = %y, %c = %z) : (tensor<6x4xf32>, tensor<4x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32> {
    %1 = lz.contraction keeps (%d = %a, %e = %b) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
      %3 = stablehlo.dot_general %d, %e, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
      // expected-error @+1 {{keeps 1 results over the rows of 2 operands}}
      %4 = lz.region rows 6 inside keeps [0] over [0, -1] (%f = %3) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
        %6 = stablehlo.tanh %f : tensor<6x5xf32>
        lz.return %6 : tensor<6x5xf32>
      }
      %5 = lz.region rows 6 inside (%f = %3, %g = %4) : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x5xf32> {
        %6 = stablehlo.add %f, %g : tensor<6x5xf32>
        lz.return %6 : tensor<6x5xf32>
      }
      lz.return %5 : tensor<6x5xf32>
    }
    %2 = stablehlo.dot_general %1, %c, contracting_dims = [1] x [0] : (tensor<6x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32>
    lz.return %2 : tensor<6x3xf32>
  }
  return
}

// -----

func.func @keeps_nothing(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>, %z: tensor<5x3xf32>) {
  %0 = lz.sweep (%a = %x, %b = %y, %c = %z) : (tensor<6x4xf32>, tensor<4x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32> {
    %1 = lz.contraction keeps (%d = %a, %e = %b) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
      %3 = stablehlo.dot_general %d, %e, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
      // expected-error @+1 {{has 'over' without 'keeps': it names operands, but keeps no results over their rows}}
      %4 = lz.region rows 6 inside over [0] (%f = %3) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
        %6 = stablehlo.tanh %f : tensor<6x5xf32>
        lz.return %6 : tensor<6x5xf32>
      }
      %5 = lz.region rows 6 inside (%f = %3, %g = %4) : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x5xf32> {
        %6 = stablehlo.add %f, %g : tensor<6x5xf32>
        lz.return %6 : tensor<6x5xf32>
      }
      lz.return %5 : tensor<6x5xf32>
    }
    %2 = stablehlo.dot_general %1, %c, contracting_dims = [1] x [0] : (tensor<6x5xf32>, tensor<5x3xf32>) -> tensor<6x3xf32>
    lz.return %2 : tensor<6x3xf32>
  }
  return
}

// -----

func.func @not_in_a_sweep(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>) {
  %0 = lz.contraction (%a = %x, %b = %y) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    // expected-error @+1 {{keeps result 0 in rows of its own, but only a region in lz.sweep may do so}}
    %2 = lz.region rows 6 inside keeps [0] (%c = %1) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
      %3 = stablehlo.tanh %c : tensor<6x5xf32>
      lz.return %3 : tensor<6x5xf32>
    }
    lz.return %2 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @kept_outside(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>) {
  %0 = lz.contraction (%a = %x, %b = %y) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    // expected-error @+1 {{keeps results, but only a region marked 'inside' may do so}}
    %2 = lz.region rows 6 keeps [0] over [0] (%c = %1) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
      %3 = stablehlo.tanh %c : tensor<6x5xf32>
      lz.return %3 : tensor<6x5xf32>
    }
    lz.return %2 : tensor<6x5xf32>
  }
  return
}

// -----

func.func @kept_by_a_contraction(%x: tensor<6x4xf32>, %y: tensor<4x5xf32>) -> tensor<6x5xf32> {
  %0 = lz.contraction keeps (%a = %x, %b = %y) : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32> {
    %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
    // expected-error @+1 {{keeps result 0, but only regions marked 'inside' may read it}}
    %2 = lz.region rows 6 inside keeps [0] over [0] (%c = %1) : (tensor<6x5xf32>) -> tensor<6x5xf32> {
      %3 = stablehlo.tanh %c : tensor<6x5xf32>
      lz.return %3 : tensor<6x5xf32>
    }
    lz.return %2 : tensor<6x5xf32>
  }
  return %0 : tensor<6x5xf32>
}
