// Internal to hlo/passes: makes HLO ops by opcode. Shape inference computes their result types, so
// a rewrite states only what a caller of the op would state.
#pragma once

#include "hlo/ir/Dialect.h"
#include "hlo/ir/TypeBridge.h"
#include "semantics/shape/Infer.h"
#include "spec/Attr.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"

namespace lz::hlo {

struct NamedAttr {
  std::string_view name; // as in the op's entry
  AttrValue value;
};

// Makes ops. Shape inference may reject an op that a rewrite makes: its size overflows, or its
// operands have different types. Then make() returns a null value, and so does every make() with a
// null operand, and replace() leaves the program unchanged. So a rewrite may use nothing but the
// type of a value that it has made.
class OpMaker {
public:
  OpMaker(mlir::OpBuilder& builder, mlir::Location loc) : builder_(builder), loc_(loc) {}

  // Makes an op with one result. `stated` is as in OpQuery.
  mlir::Value make(Opcode opcode, mlir::ValueRange operands, llvm::ArrayRef<NamedAttr> attrs = {},
                   const TensorType* stated = nullptr);

  // Makes an op with one region. `body` fills the region, and its results become the operands of
  // stablehlo.return.
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
  // Reduces `dims` with an op of two operands. `init` is a scalar of the operand's type.
  mlir::Value reduce(Opcode combiner, mlir::Value operand, mlir::Value init, Ints dims);
  mlir::Value compare(llvm::StringRef direction, mlir::Value lhs, mlir::Value rhs);

  // Ends a rewrite by replacing `op` by `values`. If one of them is null, removes all new ops and
  // fails.
  mlir::LogicalResult replace(mlir::RewriterBase& rewriter, mlir::Operation* op,
                              mlir::ValueRange values);
  // Ends a rewrite that changes `op` in place, with the same check.
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

// Returns the type; for a null value an invalid type of rank 0.
inline TensorType typeOf(mlir::Value value) {
  return value ? fromIr(value.getType()) : TensorType();
}

// Returns the opcode of an op of the tables, or nullopt for other ops.
inline std::optional<Opcode> opcodeOf(mlir::Operation* op) {
  const OpInfo* info = op ? opInfo(op) : nullptr;
  return info ? std::optional(info->opcode) : std::nullopt;
}
inline bool is(mlir::Operation* op, Opcode opcode) {
  return opcodeOf(op) == opcode;
}

// Returns the plain attributes of an op of the tables, without literals. If one has no plain form,
// all are unset.
Attrs plainAttrsOf(mlir::Operation* op);

struct HeldAttrs {
  Attrs held;
};
// A view of spec/OpAttrs.inc.h on an op, with the data that it views. Lists that it returns live as
// long as this object.
//   AttrsOf<TransposeAttrs> attrs(op);
//   for (int64_t d : attrs.permutation())
template <typename View> class AttrsOf : HeldAttrs, public View {
public:
  explicit AttrsOf(mlir::Operation* op) : HeldAttrs{plainAttrsOf(op)}, View(held) {}
  AttrsOf(const AttrsOf&) = delete;
  AttrsOf& operator=(const AttrsOf&) = delete;
};

// Returns whether the op is in the tables and Lazuli knows the types of all its operands and
// results. Programs may contain other ops (dynamic shapes); passes do not change them, and lowering
// rejects them.
bool hasKnownTypes(mlir::Operation* op);

// A pattern whose root is an op of one opcode, or any op of the tables. It matches only ops with
// known types.
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

// Returns the only op in the region of a reduction or scatter, applied to the two arguments in
// order, or nullopt for other regions.
std::optional<Opcode> combinerOf(mlir::Region& region);

// Returns the scalar that every element of `value` equals, or an invalid literal if there is none.
// The value is a constant with one element or a splat, or a broadcast_in_dim or reshape of such a
// value.
Literal splatOf(mlir::Value value);

} // namespace lz::hlo
