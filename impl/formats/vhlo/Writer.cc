#include "formats/vhlo/Writer.h"

#include "formats/vhlo/Defaults.h"
#include "formats/vhlo/Encoder.h"
#include "formats/vhlo/Ops.h"
#include "hlo/build/Bridge.h"
#include "hlo/ir/PlainAttrs.h"

#include "mlir/Bytecode/Encoding.h"

namespace lz::formats {
namespace {

namespace Mask = mlir::bytecode::OpEncodingMask;

constexpr llvm::StringLiteral kProducer = "StableHLO_v1.8.0";
// StableHLO 1.8.0 uses the second version of these ops, and the first version of all others.
constexpr llvm::StringLiteral kSecondVersions[] = {"dot_general", "gather", "scatter"};

class Writer {
public:
  Writer() : encode_(file_) {}
  StatusOr<std::string> write(mlir::func::FuncOp main);

private:
  // A region whose ops are being written.
  struct Frame {
    mlir::Operation* op;
    unsigned region;
    mlir::Block::iterator next;
    uint64_t nextValue, endValue;
  };

  Status writeOp(mlir::Operation& op);
  Status writeProperties(mlir::Operation& op, const VhloOp& vhlo);
  void openRegion(mlir::Operation* op, unsigned region, uint64_t firstValue);
  void define(mlir::ValueRange values);
  std::string bodyOf(mlir::func::FuncOp main, Status& status);
  uint64_t functionProperties(mlir::func::FuncOp main);
  uint64_t typeOf(mlir::Value value) { return encode_.type(hlo::fromIr(value.getType())); }

  BytecodeBuilder file_;
  VhloEncoder encode_;
  ByteSink out_;
  std::vector<Frame> frames_;
  llvm::DenseMap<mlir::Value, uint64_t> numbers_;
};

const VhloOp* vhloOf(mlir::Operation& op) {
  llvm::StringRef name = op.getName().getStringRef();
  if (name == "func.return")
    return findVhloOp("return_v1");
  if (!name.consume_front("stablehlo."))
    return nullptr;
  const bool isSecond = llvm::is_contained(kSecondVersions, name);
  return findVhloOp((name + (isSecond ? "_v2" : "_v1")).str());
}

void Writer::define(mlir::ValueRange values) {
  for (mlir::Value value : values)
    numbers_[value] = frames_.back().nextValue++;
}

// Opens a region. Its values are numbered after those of all enclosing regions.
void Writer::openRegion(mlir::Operation* op, unsigned region, uint64_t firstValue) {
  mlir::Block& block = op->getRegion(region).front();
  uint64_t values = block.getNumArguments();
  for (mlir::Operation& inner : block)
    values += inner.getNumResults();
  frames_.push_back({op, region, block.begin(), firstValue, firstValue + values});
  out_.varint(1); // number of blocks
  out_.varint(values);
  const bool hasParameters = block.getNumArguments() > 0;
  out_.varintWithFlag(block.getOperations().size(), hasParameters);
  if (!hasParameters)
    return;
  out_.varint(block.getNumArguments());
  for (mlir::Value parameter : block.getArguments())
    out_.varintWithFlag(typeOf(parameter), /*hasLocation=*/false);
  out_.byte(0); // the uses have the default order
  define(block.getArguments());
}

Status Writer::writeProperties(mlir::Operation& op, const VhloOp& vhlo) {
  llvm::SmallVector<llvm::StringRef> names = vhlo.attributeNames();
  if (names.empty())
    return okStatus();
  const OpInfo* info = hlo::opInfo(&op);
  LZ_ASSIGN_OR_RETURN(Attrs attrs, hlo::plainAttrs(&op, *info, hlo::Literals::Copy));
  ByteSink properties;
  for (llvm::StringRef name : names) {
    auto entry = llvm::find_if(info->attrs,
                               [&](const AttrInfo& a) { return name == llvm::StringRef(a.name); });
    const size_t index = size_t(entry - info->attrs.begin());
    const bool isGiven = entry != info->attrs.end() && isSet(attrs[index]);
    properties.varint(isGiven ? encode_.value(*entry, attrs[index]) : defaultOf(encode_, op, name));
  }
  out_.varint(file_.properties(properties.bytes()));
  return okStatus();
}

Status Writer::writeOp(mlir::Operation& op) {
  const VhloOp* vhlo = vhloOf(op);
  if (!vhlo)
    return withLocation(
        unimplemented(
            "[", op.getName().stripDialect().str(), "] is an op of ",
            op.getName().getDialectNamespace().str(),
            ", which portable artifacts cannot hold; write StableHLO as text or bytecode"),
        hlo::locationFromIr(op.getLoc()));
  out_.varint(file_.opName("vhlo", vhlo->name));
  uint8_t mask = 0;
  mask |= vhlo->attributes.empty() ? 0 : Mask::kHasProperties;
  mask |= op.getNumResults() == 0 ? 0 : Mask::kHasResults;
  mask |= op.getNumOperands() == 0 ? 0 : Mask::kHasOperands;
  mask |= op.getNumRegions() == 0 ? 0 : Mask::kHasInlineRegions;
  out_.byte(mask);
  out_.varint(encode_.location(op.getLoc()));
  LZ_RETURN_IF_ERROR(writeProperties(op, *vhlo));
  if (op.getNumResults() > 0) {
    out_.varint(op.getNumResults());
    for (mlir::Value result : op.getResults())
      out_.varint(typeOf(result));
  }
  if (op.getNumOperands() > 0) {
    out_.varint(op.getNumOperands());
    for (mlir::Value operand : op.getOperands())
      out_.varint(numbers_.at(operand));
  }
  define(op.getResults());
  if (op.getNumRegions() > 0) {
    out_.varintWithFlag(op.getNumRegions(), /*isIsolated=*/false);
    openRegion(&op, 0, frames_.back().endValue);
  }
  return okStatus();
}

// Returns the bytes of the function's region.
std::string Writer::bodyOf(mlir::func::FuncOp main, Status& status) {
  openRegion(main, 0, 0);
  while (!frames_.empty() && status.ok()) {
    Frame& frame = frames_.back();
    mlir::Region& region = frame.op->getRegion(frame.region);
    if (frame.next != region.front().end()) {
      mlir::Operation& op = *frame.next++;
      status = writeOp(op);
      continue;
    }
    const Frame done = frame;
    frames_.pop_back();
    if (done.region + 1 < done.op->getNumRegions())
      openRegion(done.op, done.region + 1, frames_.back().endValue);
  }
  return out_.bytes();
}

uint64_t Writer::functionProperties(mlir::func::FuncOp main) {
  llvm::SmallVector<uint64_t> inputs, results, parameters;
  for (mlir::Type type : main.getArgumentTypes())
    inputs.push_back(encode_.type(hlo::fromIr(type)));
  for (mlir::Type type : main.getResultTypes())
    results.push_back(encode_.type(hlo::fromIr(type)));
  for (unsigned i = 0; main.getArgAttrsAttr() && i < main.getNumArguments(); ++i)
    parameters.push_back(encode_.parameterAttrs(main.getArgAttrDict(i)));
  const uint64_t type = encode_.functionType(inputs, results);
  ByteSink properties; // in the order of the attributes' names
  properties.varint(encode_.list(parameters));
  properties.varint(encode_.typeAttr(type));
  properties.varint(encode_.list({}));
  properties.varint(encode_.text(main.getName()));
  properties.varint(encode_.text("public"));
  return file_.properties(properties.bytes());
}

StatusOr<std::string> Writer::write(mlir::func::FuncOp main) {
  Status status;
  const std::string body = bodyOf(main, status);
  LZ_RETURN_IF_ERROR(status);
  const uint64_t unknown = encode_.location(mlir::UnknownLoc::get(main.getContext()));
  ByteSink function; // the region of the module
  function.varint(1);
  function.varint(0);
  function.varintWithFlag(1, /*hasParameters=*/false);
  function.varint(file_.opName("vhlo", "func_v1"));
  function.byte(Mask::kHasProperties | Mask::kHasInlineRegions);
  function.varint(unknown);
  function.varint(functionProperties(main));
  function.varintWithFlag(1, /*isIsolated=*/true);
  function.section(mlir::bytecode::Section::kIR, body);
  ByteSink module; // the outermost block
  module.varintWithFlag(1, /*hasParameters=*/false);
  module.varint(file_.opName("builtin", "module"));
  module.byte(Mask::kHasInlineRegions);
  module.varint(unknown);
  module.varintWithFlag(1, /*isIsolated=*/true);
  module.section(mlir::bytecode::Section::kIR, function.bytes());
  return file_.finish(kProducer, module.bytes());
}

} // namespace

StatusOr<std::string> writePortable(mlir::ModuleOp module) {
  return Writer().write(*module.getOps<mlir::func::FuncOp>().begin());
}

} // namespace lz::formats
