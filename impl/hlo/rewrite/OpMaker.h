// Makes HLO ops by opcode. Shape inference computes the result types. A rewrite states a result
// type only if it does not follow from operands and attributes.
#pragma once

#include "hlo/ir/Dialect.h"
#include "hlo/ir/TypeBridge.h"
#include "semantics/shape/Infer.h"
#include "spec/Attr.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"

namespace lz::hlo {

struct NamedAttr {
  std::string_view name; // the name in the op's entry
  AttrValue value;
};

// Makes ops. If shape inference rejects an op, make() returns a null value. If an operand is null,
// make() also returns null. replace() then leaves the program unchanged. So a rewrite does not need
// to check the values that it makes, but it must use only their types.
class OpMaker {
public:
  OpMaker(mlir::OpBuilder& builder, mlir::Location loc) : builder_(builder), loc_(loc) {}

  // Makes an op with one result. `stated` is as in OpQuery.
  mlir::Value make(Opcode opcode, mlir::ValueRange operands, llvm::ArrayRef<NamedAttr> attrs = {},
                   const TensorType* stated = nullptr);

  // Makes an op that has a body, such as a reduce. `body` makes the ops of the body. The values
  // that `body` returns become the operands of stablehlo.return.
  using Body = llvm::function_ref<llvm::SmallVector<mlir::Value>(OpMaker&, mlir::ValueRange args)>;
  struct RegionSpec {
    llvm::SmallVector<TensorType> params;
    Body body;
  };
  llvm::SmallVector<mlir::Value, 1> makeWithRegion(Opcode opcode, mlir::ValueRange operands,
                                                   llvm::ArrayRef<NamedAttr> attrs,
                                                   const RegionSpec& region);

  mlir::Value constant(const Literal& literal);
  // Makes a splat in canonical form: a scalar constant, broadcast if the type has dimensions.
  mlir::Value splat(const TensorType& type, double value);
  mlir::Value splat(const Literal& scalar, const Dims& dims);
  mlir::Value broadcast(mlir::Value operand, const Dims& dims, Ints broadcastDims);
  mlir::Value reshape(mlir::Value operand, const Dims& dims);
  mlir::Value convert(mlir::Value operand, DType dtype); // returns `operand` if it has this type
  // Reduces `dims` with the op `combiner`. `init` is a scalar of the operand's type.
  mlir::Value reduce(Opcode combiner, mlir::Value operand, mlir::Value init, Ints dims);
  mlir::Value compare(llvm::StringRef direction, mlir::Value lhs, mlir::Value rhs);

  // Ends a rewrite: replaces `op` by `values`. If a value is null, removes all new ops and fails.
  mlir::LogicalResult replace(mlir::RewriterBase& rewriter, mlir::Operation* op,
                              mlir::ValueRange values);
  // Ends a rewrite that has changed `op` in place. If a value was null, removes all new ops and
  // fails.
  mlir::LogicalResult finish(mlir::RewriterBase& rewriter);

  mlir::OpBuilder& builder() { return builder_; }
  mlir::Location loc() const { return loc_; }

private:
  mlir::Operation* create(const mlir::OperationState& state);
  std::optional<shape::TypeList> resultTypes(const OpInfo& info, mlir::ValueRange operands,
                                             absl::Span<const AttrValue> attrs,
                                             absl::Span<const shape::RegionType> regions,
                                             const TensorType* stated);

  mlir::OpBuilder& builder_;
  mlir::Location loc_;
  bool refused_ = false;
  llvm::SmallVector<mlir::Operation*> made_;
};

// Returns the type of a value. For a null value, returns an invalid type of rank 0.
inline TensorType typeOf(mlir::Value value) {
  return value ? fromIr(value.getType()) : TensorType();
}

// Returns the opcode of an op, or nullopt for ops without an entry (spec/ops).
inline std::optional<Opcode> opcodeOf(mlir::Operation* op) {
  const OpInfo* info = op ? opInfo(op) : nullptr;
  return info ? std::optional(info->opcode) : std::nullopt;
}
inline bool is(mlir::Operation* op, Opcode opcode) {
  return opcodeOf(op) == opcode;
}

// Returns the plain attributes of an op that has an entry (spec/ops), without literals. If one
// attribute has no plain form, all attributes are unset.
Attrs plainAttrsOf(mlir::Operation* op);

struct HeldAttrs {
  Attrs held;
};
// The attributes of an op, with the functions of an attribute view (spec/OpAttrs.inc.h). Lists that
// these functions return live as long as this object.
//   AttrsOf<TransposeAttrs> attrs(op);
//   for (int64_t d : attrs.permutation())
template <typename View> class AttrsOf : HeldAttrs, public View {
public:
  explicit AttrsOf(mlir::Operation* op) : HeldAttrs{plainAttrsOf(op)}, View(held) {}
  AttrsOf(const AttrsOf&) = delete;
  AttrsOf& operator=(const AttrsOf&) = delete;
};

// Returns whether the op has an entry (spec/ops), and Lazuli knows the types of all operands and
// results. Passes do not change other ops, and lowering rejects them.
bool hasKnownTypes(mlir::Operation* op);

// A pattern for ops of one opcode, or for any op that has an entry (spec/ops). It matches only ops
// with known types.
class OpcodePattern : public mlir::RewritePattern {
public:
  OpcodePattern(mlir::MLIRContext* context, Opcode opcode)
      : RewritePattern(llvm::StringRef(lz::opInfo(opcode).fullName), /*benefit=*/1, context) {}
  explicit OpcodePattern(mlir::MLIRContext* context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  mlir::LogicalResult matchAndRewrite(mlir::Operation* op,
                                      mlir::PatternRewriter& rewriter) const final {
    return hasKnownTypes(op) ? rewriteKnown(op, rewriter) : mlir::failure();
  }

protected:
  virtual mlir::LogicalResult rewriteKnown(mlir::Operation* op,
                                           mlir::PatternRewriter& rewriter) const = 0;
};

// Returns the opcode of the only op in the region of a reduction or scatter. If the region has
// another form, or if the operands of the op are not the two arguments in order, returns nullopt.
std::optional<Opcode> combinerOf(mlir::Region& region);

// Returns the scalar that every element of `value` equals, or an invalid literal. Finds constants
// with one element, splats, and a broadcast_in_dim or reshape of such a value.
Literal splatOf(mlir::Value value);

} // namespace lz::hlo
