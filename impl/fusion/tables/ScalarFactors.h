// Takes factors out of a table if they are the same for all entries of the table.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"

namespace lz::fusion {

// If all terms of a sum have the same factors, the terms can be added without these factors, and
// then the sum is multiplied by the factors. For example, the gradients of a kernel product have
// factors of the length scale s in all their entries:
//
//   sum_j (-0.5 * (v * w_ij) / s^2) d_ij  ->  (sum_j w_ij d_ij) * -0.5 * v / s^2
//
// Multiplications of each sum then replace multiplications of each entry. Sums with different
// factors can share products such as w_ij.
class ScalarFactors {
public:
  using OpList = llvm::SmallVector<mlir::Operation*>;
  // Factors are taken out of the results of `ops`. `made` gets all ops that this object makes.
  // `ops` and `made` must outlive this object.
  ScalarFactors(const llvm::SetVector<mlir::Operation*>& ops, OpList& made)
      : ops_(ops), made_(made) {}

  struct Factor {
    mlir::Value value; // has one element
    bool divides;
  };
  // A value as rest * number * factors.
  struct Factored {
    mlir::Value rest;
    double number = 1;
    llvm::SmallVector<Factor, 4> factors{};

    bool hasFactors() const { return number != 1 || !factors.empty(); }
  };

  // Follows products, quotients, sums of two equal values, and views. New ops are placed next to
  // the ops that make the value.
  Factored of(mlir::Value value);
  // Multiplies `sum` by the factors. `sum` is a sum of the terms without these factors.
  mlir::Value multiply(mlir::OpBuilder& builder, mlir::Value sum, const Factored& factored);

private:
  Factored fresh(mlir::Operation* op);
  Factored ofOperand(mlir::Operation* op, unsigned operand);
  Factored ofProduct(mlir::Operation* op);
  Factored ofUnary(mlir::Operation* op);
  mlir::Value copy(mlir::Operation* op, mlir::ValueRange operands);

  const llvm::SetVector<mlir::Operation*>& ops_;
  OpList& made_;
  llvm::DenseMap<mlir::Value, Factored> known_;
};

} // namespace lz::fusion
