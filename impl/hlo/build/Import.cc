// Converts a Program to IR, with a stack of the regions that are being filled. The callee of a call
// becomes a function. Values that the callee captures become additional operands of the call. These
// calls are inlined at the end.
#include "hlo/build/Bridge.h"
#include "hlo/build/InlineCalls.h"
#include "hlo/ir/PlainAttrs.h"
#include "spec/Clone.h"

#include "mlir/IR/Builders.h"

namespace lz::hlo {
namespace {

class Importer {
public:
  Importer(mlir::MLIRContext& context, const Program& program, LocationIndices indices)
      : context_(&context), program_(program), indices_(indices), builder_(&context),
        values_(program.types.size()) {}

  mlir::OwningOpRef<mlir::ModuleOp> run();

private:
  struct Frame {
    const Region* region;
    size_t next = 0;
    mlir::Block* block;
    mlir::Operation* parent; // the op whose region is being filled
    // For a region that is the body of a callee: the values of the caller that the region captures,
    // with their ids.
    llvm::SmallVector<std::pair<ValueId, mlir::Value>> captured;
  };

  mlir::func::FuncOp makeFunction(llvm::StringRef name, absl::Span<const ValueId> params,
                                  absl::Span<const ValueId> results);
  mlir::func::FuncOp makeMain();
  void inlineCallees(mlir::func::FuncOp main);
  void openRegion(const Region& region, mlir::Block* block, mlir::Operation* parent);
  void closeRegion(const Frame& frame);
  void importCall(const Op& op);
  void importOp(const Op& op);
  llvm::SmallVector<mlir::Type> types(absl::Span<const ValueId> ids) const;
  llvm::SmallVector<mlir::Value> values(absl::Span<const ValueId> ids) const;
  mlir::Location location(int32_t index);

  mlir::MLIRContext* context_;
  const Program& program_;
  const LocationIndices indices_;
  mlir::OpBuilder builder_;
  mlir::OwningOpRef<mlir::ModuleOp> module_;
  std::vector<mlir::func::FuncOp> callees_;
  std::vector<mlir::Value> values_;
  std::vector<Frame> frames_;
};

llvm::SmallVector<mlir::Type> Importer::types(absl::Span<const ValueId> ids) const {
  llvm::SmallVector<mlir::Type> result;
  for (ValueId id : ids)
    result.push_back(toIr(context_, program_.type(id)));
  return result;
}

llvm::SmallVector<mlir::Value> Importer::values(absl::Span<const ValueId> ids) const {
  llvm::SmallVector<mlir::Value> result;
  for (ValueId id : ids)
    result.push_back(values_[size_t(id)]);
  return result;
}

mlir::Location Importer::location(int32_t index) {
  if (index < 0)
    return mlir::UnknownLoc::get(context_);
  const mlir::Location location = locationToIr(context_, program_.locations[size_t(index)]);
  if (indices_ == LocationIndices::Drop)
    return location;
  return mlir::FusedLoc::get(context_, {location}, builder_.getI32IntegerAttr(index));
}

mlir::func::FuncOp Importer::makeFunction(llvm::StringRef name, absl::Span<const ValueId> params,
                                          absl::Span<const ValueId> results) {
  mlir::OpBuilder::InsertionGuard guard(builder_);
  builder_.setInsertionPointToEnd(module_->getBody());
  auto type = mlir::FunctionType::get(context_, types(params), types(results));
  return builder_.create<mlir::func::FuncOp>(builder_.getUnknownLoc(), name, type);
}

mlir::func::FuncOp Importer::makeMain() {
  mlir::func::FuncOp main = makeFunction("main", program_.body.params, program_.body.results);
  // Public is the default, but JAX states it, too.
  main.setSymVisibilityAttr(builder_.getStringAttr("public"));
  for (size_t i = 0; i < program_.donated.size(); ++i)
    if (program_.donated[i])
      main.setArgAttr(unsigned(i), "jax.buffer_donor", builder_.getBoolAttr(true));
  return main;
}

void Importer::openRegion(const Region& region, mlir::Block* block, mlir::Operation* parent) {
  mlir::Location unknown = builder_.getUnknownLoc();
  if (block->getNumArguments() == 0)
    for (mlir::Type type : types(region.params))
      block->addArgument(type, unknown);
  for (auto [id, argument] : llvm::zip(region.params, block->getArguments()))
    values_[size_t(id)] = argument;
  frames_.push_back({&region, 0, block, parent, {}});
}

void Importer::closeRegion(const Frame& frame) {
  builder_.setInsertionPointToEnd(frame.block);
  mlir::Location loc = frame.parent->getLoc();
  llvm::SmallVector<mlir::Value> results = values(frame.region->results);
  if (mlir::isa<mlir::func::FuncOp>(frame.parent))
    builder_.create<mlir::func::ReturnOp>(loc, results);
  else
    builder_.create<ReturnOp>(loc, results);
  for (auto [id, value] : frame.captured)
    values_[size_t(id)] = value;
}

void Importer::importCall(const Op& op) {
  const Region& body = op.regions.front();
  std::vector<ValueId> captures = capturesOf(body), params = body.params;
  params.insert(params.end(), captures.begin(), captures.end());
  std::string name = absl::StrCat("callee", callees_.size());
  mlir::func::FuncOp callee = makeFunction(name, params, body.results);
  callees_.push_back(callee);

  llvm::SmallVector<mlir::Value> operands = values(op.operands);
  llvm::append_range(operands, values(captures));
  auto call = builder_.create<mlir::func::CallOp>(location(op.location), callee, operands);
  for (auto [id, result] : llvm::zip(op.results, call->getResults()))
    values_[size_t(id)] = result;

  mlir::Block* block = callee.addEntryBlock();
  openRegion(body, block, callee);
  auto arguments = block->getArguments().drop_front(body.params.size());
  for (auto [id, argument] : llvm::zip(captures, arguments)) {
    frames_.back().captured.emplace_back(id, values_[size_t(id)]);
    values_[size_t(id)] = argument;
  }
}

// Inlines the callees. In an invalid program, calls can have operands that do not fit their
// callees. Such calls stay, so that the verifier reports them.
void Importer::inlineCallees(mlir::func::FuncOp main) {
  if (callees_.empty() || inlineCalls(main))
    return;
  for (mlir::func::FuncOp callee : callees_)
    callee.erase();
}

void Importer::importOp(const Op& op) {
  const OpInfo& info = lz::opInfo(op.opcode);
  llvm::StringRef name(info.fullName.data(), info.fullName.size());
  mlir::OperationState state(location(op.location), name);
  state.addOperands(values(op.operands));
  state.addTypes(types(op.results));
  setIrAttrs(context_, info, op.attrs, state.attributes);
  for (size_t i = 0; i < op.regions.size(); ++i)
    state.addRegion()->emplaceBlock();
  mlir::Operation* made = builder_.create(state);
  for (auto [id, result] : llvm::zip(op.results, made->getResults()))
    values_[size_t(id)] = result;
  // Pushes the last region first, so that the first one is filled first.
  for (size_t i = op.regions.size(); i-- > 0;)
    openRegion(op.regions[i], &made->getRegion(unsigned(i)).front(), made);
}

mlir::OwningOpRef<mlir::ModuleOp> Importer::run() {
  module_ = mlir::ModuleOp::create(builder_.getUnknownLoc());
  mlir::func::FuncOp main = makeMain();
  openRegion(program_.body, main.addEntryBlock(), main);
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (frame.next == frame.region->ops.size()) {
      closeRegion(frame);
      frames_.pop_back();
      continue;
    }
    builder_.setInsertionPointToEnd(frame.block);
    const Op& op = frame.region->ops[frame.next++];
    if (op.opcode == Opcode::Call)
      importCall(op);
    else
      importOp(op);
  }
  inlineCallees(main);
  return std::move(module_);
}

} // namespace

mlir::OwningOpRef<mlir::ModuleOp> importProgram(mlir::MLIRContext& context, const Program& program,
                                                LocationIndices indices) {
  return Importer(context, program, indices).run();
}

} // namespace lz::hlo
