// Only for hlo/passes: makes HLO ops by opcode. Result types come from shape inference, so a
// rewrite states only what the op's caller would state.
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

// Shape inference may refuse an op that a rewrite makes: its size overflows, or its operands have
// different types. Then make() returns a null value, and so does every make() with a null operand,
// and replace() leaves the program as it was. So a rewrite must use only the type of a value that
// it has made.
class OpMaker {
public:
  OpMaker(mlir::OpBuilder& builder, mlir::Location loc) : builder_(builder), loc_(loc) {}

  // Makes an op with one result. `stated` as in OpQuery.
  mlir::Value make(Opcode opcode, mlir::ValueRange operands, llvm::ArrayRef<NamedAttr> attrs = {},
                   const TensorType* stated = nullptr);

  // Makes an op with one region. `body` fills the region between the block arguments and
  // stablehlo.return, which returns what `body` returns.
  using Body = llvm::function_ref<llvm::SmallVector<mlir::Value>(OpMaker&, mlir::ValueRange args)>;
  struct RegionSpec {
    llvm::SmallVector<TensorType> params;
    Body body;
  };
  llvm::SmallVector<mlir::Value, 1> makeWithRegion(Opcode opcode, mlir::ValueRange operands,
                                                   llvm::ArrayRef<NamedAttr> attrs,
                                                   const RegionSpec& region);

  mlir::Value constant(const Literal& literal);
  // A scalar constant, broadcast when the type has dimensions: the canonical form of a splat.
  mlir::Value splat(const TensorType& type, double value);
  mlir::Value splat(const Literal& scalar, const Dims& dims);
  mlir::Value broadcast(mlir::Value operand, const Dims& dims, Ints broadcastDims);
  mlir::Value reshape(mlir::Value operand, const Dims& dims);
  mlir::Value convert(mlir::Value operand, DType dtype); // the operand itself when it has this type
  // Reduces `dims` with one op of two operands; `init` is a scalar of the operand's type.
  mlir::Value reduce(Opcode combiner, mlir::Value operand, mlir::Value init, Ints dims);
  mlir::Value compare(llvm::StringRef direction, mlir::Value lhs, mlir::Value rhs);

  // Ends a rewrite: `values` replace `op`. If one of them is null, all new ops are removed, and the
  // rewrite fails.
  mlir::LogicalResult replace(mlir::RewriterBase& rewriter, mlir::Operation* op,
                              mlir::ValueRange values);
  // The same check for a rewrite that changes `op` in place.
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

// Invalid, with rank 0, for a null value.
inline TensorType typeOf(mlir::Value value) {
  return value ? fromIr(value.getType()) : TensorType();
}

// The opcode of an op of the tables.
inline std::optional<Opcode> opcodeOf(mlir::Operation* op) {
  const OpInfo* info = op ? opInfo(op) : nullptr;
  return info ? std::optional(info->opcode) : std::nullopt;
}
inline bool is(mlir::Operation* op, Opcode opcode) {
  return opcodeOf(op) == opcode;
}

// The plain attributes of an op of the tables, without literals. All are unset if they have no
// plain form.
Attrs plainAttrsOf(mlir::Operation* op);

struct HeldAttrs {
  Attrs held;
};
// One of the views of spec/OpAttrs.inc.h on an op, with the data that it views. Its lists live as
// long as this object.
//   AttrsOf<TransposeAttrs> attrs(op);
//   for (int64_t d : attrs.permutation())
template <typename View> class AttrsOf : HeldAttrs, public View {
public:
  explicit AttrsOf(mlir::Operation* op) : HeldAttrs{plainAttrsOf(op)}, View(held) {}
  AttrsOf(const AttrsOf&) = delete;
  AttrsOf& operator=(const AttrsOf&) = delete;
};

// Whether the op is in the tables and Lazuli knows the types of all its operands and results.
// Programs may contain others (dynamic shapes), which lowering refuses and passes leave alone.
bool hasKnownTypes(mlir::Operation* op);

// A pattern rooted at one op of the tables, or at any; looks only at ops with known types.
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

// The only op in the region of a reduction or scatter, on its two arguments in order; nullopt for
// other regions.
std::optional<Opcode> combinerOf(mlir::Region& region);

// The scalar that every element of `value` equals: a constant with one element or a splat, also
// through broadcast_in_dim and reshape. Invalid literal if there is none.
Literal splatOf(mlir::Value value);

} // namespace lz::hlo
