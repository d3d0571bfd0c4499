// Program -> IR, with a stack of the regions that are being filled.
#include "hlo/build/Bridge.h"
#include "hlo/ir/PlainAttrs.h"

#include "mlir/IR/Builders.h"

namespace lz::hlo {
namespace {

class Importer {
public:
  Importer(mlir::MLIRContext& context, const Program& program)
      : context_(&context), program_(program), builder_(&context), values_(program.types.size()) {}

  mlir::OwningOpRef<mlir::ModuleOp> run();

private:
  struct Frame {
    const Region* region;
    size_t next = 0;
    mlir::Block* block;
    mlir::Operation* parent;     // whose region is filled
    const Op* inlined = nullptr; // a call: its callee's ops go into the block of the frame below
  };

  mlir::func::FuncOp makeMain(mlir::ModuleOp module);
  void openRegion(const Region& region, mlir::Block* block, mlir::Operation* parent);
  void closeRegion(const Frame& frame);
  void inlineCall(const Op& op);
  void importOp(const Op& op);
  llvm::SmallVector<mlir::Type> types(absl::Span<const ValueId> ids) const;
  llvm::SmallVector<mlir::Value> values(absl::Span<const ValueId> ids) const;
  mlir::Location location(int32_t index) const;

  mlir::MLIRContext* context_;
  const Program& program_;
  mlir::OpBuilder builder_;
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

mlir::Location Importer::location(int32_t index) const {
  if (index < 0)
    return mlir::UnknownLoc::get(context_);
  return locationToIr(context_, program_.locations[size_t(index)]);
}

mlir::func::FuncOp Importer::makeMain(mlir::ModuleOp module) {
  const Region& body = program_.body;
  auto type = mlir::FunctionType::get(context_, types(body.params), types(body.results));
  builder_.setInsertionPointToEnd(module.getBody());
  auto main = builder_.create<mlir::func::FuncOp>(builder_.getUnknownLoc(), "main", type);
  // Written out, as JAX does.
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
  frames_.push_back({&region, 0, block, parent});
}

void Importer::closeRegion(const Frame& frame) {
  builder_.setInsertionPointToEnd(frame.block);
  if (frame.inlined) {
    for (auto [id, result] : llvm::zip(frame.inlined->results, frame.region->results))
      values_[size_t(id)] = values_[size_t(result)];
    return;
  }
  mlir::Location loc = frame.parent->getLoc();
  llvm::SmallVector<mlir::Value> results = values(frame.region->results);
  if (mlir::isa<mlir::func::FuncOp>(frame.parent))
    builder_.create<mlir::func::ReturnOp>(loc, results);
  else
    builder_.create<ReturnOp>(loc, results);
}

void Importer::inlineCall(const Op& op) {
  const Region& callee = op.regions.front();
  for (auto [param, operand] : llvm::zip(callee.params, op.operands))
    values_[size_t(param)] = values_[size_t(operand)];
  Frame frame{&callee, 0, frames_.back().block, frames_.back().parent, &op};
  frames_.push_back(frame);
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
  // The last one opened is filled first: values of one region are not visible in its siblings.
  for (size_t i = op.regions.size(); i-- > 0;)
    openRegion(op.regions[i], &made->getRegion(unsigned(i)).front(), made);
}

mlir::OwningOpRef<mlir::ModuleOp> Importer::run() {
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(builder_.getUnknownLoc());
  mlir::func::FuncOp main = makeMain(*module);
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
      inlineCall(op);
    else
      importOp(op);
  }
  return module;
}

} // namespace

mlir::OwningOpRef<mlir::ModuleOp> importProgram(mlir::MLIRContext& context,
                                                const Program& program) {
  return Importer(context, program).run();
}

} // namespace lz::hlo
