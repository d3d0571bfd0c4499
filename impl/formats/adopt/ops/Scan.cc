#include "formats/adopt/ops/Scan.h"

#include "hlo/rewrite/OpMaker.h"

#include "mlir/IR/IRMapping.h"

namespace lz::formats {
namespace {

using Values = llvm::SmallVector<mlir::Value>;

class Loop {
public:
  Loop(mlir::RewriterBase& rewriter, chlo::ScanOp op)
      : rewriter_(rewriter), op_(op), dimension_(size_t(op.getDimension())), size_(sizeOf(op)) {}

  mlir::LogicalResult replace() {
    hlo::OpMaker maker(rewriter_, op_.getLoc());
    Values outputs;
    for (mlir::Value output : op_.getOutputs())
      outputs.push_back(maker.splat(hlo::typeOf(output), 0));
    if (size_ == 0) {
      llvm::append_range(outputs, op_.getInits());
      rewriter_.replaceOp(op_, outputs);
      return mlir::success();
    }
    // The carried values are the count, the inits, the inputs, and the outputs.
    Values carried{count(maker, 0)};
    llvm::append_range(carried, op_.getInits());
    llvm::append_range(carried, op_.getInputs());
    llvm::append_range(carried, outputs);
    const llvm::SmallVector<mlir::Type> types(mlir::ValueRange(carried).getTypes());
    auto loop = rewriter_.create<hlo::WhileOp>(op_.getLoc(), types, carried);
    fillCondition(loop);
    fillBody(loop);
    mlir::ResultRange results = loop->getResults();
    Values replacements(results.take_back(op_.getOutputs().size()));
    llvm::append_range(replacements, results.drop_front(1).take_front(op_.getInits().size()));
    rewriter_.replaceOp(op_, replacements);
    return mlir::success();
  }

private:
  // Returns the size of the dimension that is scanned. If the scan has no inputs or outputs to
  // slice, the op states the size.
  static int64_t sizeOf(chlo::ScanOp op) {
    if (std::optional<uint64_t> stated = op.getScanDimSize())
      return int64_t(*stated);
    mlir::Value sliced = op.getInputs().empty() ? mlir::Value(op.getOutputs().front())
                                                : mlir::Value(op.getInputs().front());
    return hlo::typeOf(sliced).dims[size_t(op.getDimension())];
  }
  static mlir::Value count(hlo::OpMaker& maker, int64_t value) {
    return maker.constant(Literal::splatInt({DType::S64, {}}, value));
  }

  mlir::Block& block(hlo::WhileOp loop, unsigned region) {
    mlir::Block& block = loop->getRegion(region).emplaceBlock();
    for (mlir::Type type : loop->getOperandTypes())
      block.addArgument(type, op_.getLoc());
    rewriter_.setInsertionPointToEnd(&block);
    return block;
  }

  void fillCondition(hlo::WhileOp loop) {
    mlir::OpBuilder::InsertionGuard guard(rewriter_);
    mlir::Block& body = block(loop, 0);
    hlo::OpMaker maker(rewriter_, op_.getLoc());
    mlir::Value goesOn = maker.compare("LT", body.getArgument(0), count(maker, size_));
    rewriter_.create<hlo::ReturnOp>(op_.getLoc(), goesOn);
  }

  // Returns the start indices of slice i of a value.
  Values corner(hlo::OpMaker& maker, mlir::Value whole, mlir::Value i) const {
    Values starts(size_t(hlo::typeOf(whole).rank()), count(maker, 0));
    starts[dimension_] = i;
    return starts;
  }

  mlir::Value slice(hlo::OpMaker& maker, mlir::Value whole, mlir::Value i) const {
    Dims sizes = hlo::typeOf(whole).dims;
    sizes[dimension_] = 1;
    Values operands{whole};
    llvm::append_range(operands, corner(maker, whole, i));
    mlir::Value slice = maker.make(Opcode::DynamicSlice, operands,
                                   {{"slice_sizes", Ints(sizes.begin(), sizes.end())}});
    sizes.erase(sizes.begin() + int64_t(dimension_));
    return maker.reshape(slice, sizes);
  }

  mlir::Value withSlice(hlo::OpMaker& maker, mlir::Value whole, mlir::Value slice,
                        mlir::Value i) const {
    Dims sizes = hlo::typeOf(whole).dims;
    sizes[dimension_] = 1;
    Values operands{whole, maker.reshape(slice, sizes)};
    llvm::append_range(operands, corner(maker, whole, i));
    return maker.make(Opcode::DynamicUpdateSlice, operands);
  }

  void fillBody(hlo::WhileOp loop) {
    mlir::OpBuilder::InsertionGuard guard(rewriter_);
    auto arguments = mlir::ValueRange(block(loop, 1).getArguments());
    hlo::OpMaker maker(rewriter_, op_.getLoc());
    const size_t numInits = op_.getInits().size(), numInputs = op_.getInputs().size();
    mlir::ValueRange inits = arguments.drop_front(1).take_front(numInits),
                     inputs = arguments.drop_front(1 + numInits).take_front(numInputs),
                     outputs = arguments.drop_front(1 + numInits + numInputs);
    mlir::Value i = arguments[0];
    if (op_.getIsReverse())
      i = maker.make(Opcode::Subtract, {count(maker, size_ - 1), i});

    mlir::Block& inner = op_.getBody().front();
    mlir::IRMapping mapping;
    for (auto [k, input] : llvm::enumerate(inputs))
      mapping.map(inner.getArgument(unsigned(k)), slice(maker, input, i));
    mapping.map(mlir::ValueRange(inner.getArguments().drop_front(numInputs)), inits);
    for (mlir::Operation& op : inner.without_terminator())
      rewriter_.clone(op, mapping);
    Values made;
    for (mlir::Value value : inner.getTerminator()->getOperands())
      made.push_back(mapping.lookupOrDefault(value));

    Values next{maker.make(Opcode::Add, {arguments[0], count(maker, 1)})};
    llvm::append_range(next, mlir::ValueRange(made).drop_front(outputs.size()));
    llvm::append_range(next, inputs);
    for (auto [output, value] : llvm::zip(outputs, made))
      next.push_back(withSlice(maker, output, value, i));
    rewriter_.create<hlo::ReturnOp>(op_.getLoc(), next);
  }

  mlir::RewriterBase& rewriter_;
  chlo::ScanOp op_;
  size_t dimension_;
  int64_t size_ = 0;
};

} // namespace

mlir::LogicalResult replaceScan(mlir::RewriterBase& rewriter, chlo::ScanOp op) {
  auto isKnown = [](mlir::Value v) {
    const TensorType type = hlo::typeOf(v);
    return isValid(type.dtype) && checkType(type).ok();
  };
  if (!llvm::all_of(op->getOperands(), isKnown) || !llvm::all_of(op->getResults(), isKnown))
    return mlir::failure();
  return Loop(rewriter, op).replace();
}

} // namespace lz::formats
