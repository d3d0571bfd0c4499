#include "formats/bytecode/Ops.h"

#include "formats/bytecode/Properties.h"
#include "formats/vhlo/Convert.h"

#include "mlir/Bytecode/Encoding.h"
#include "mlir/IR/BuiltinOps.h"

namespace lz::formats {
namespace {

namespace Mask = mlir::bytecode::OpEncodingMask;

constexpr size_t kMaxRegionDepth = 256;
constexpr uint8_t kAllParts = 0x7f;

// An op whose regions are being read, or the outermost block if `op` is null.
struct Level {
  mlir::Operation* op = nullptr;
  mlir::Block* block = nullptr;
  unsigned nextRegion = 0;
  uint64_t opsLeft = 0;
  // The values of the region have the numbers [firstValue, endValue). Those from nextValue on are
  // not defined yet. Values of enclosing regions in the same scope have lower numbers.
  uint64_t firstValue = 0, nextValue = 0, endValue = 0;
  // Whether the op is isolated from above. It then has a scope and, since version 2, bytes of its
  // own.
  bool isIsolated = false;
};

// This is a map, not an array, because a damaged file can state a larger number of values than it
// contains.
using Scope = llvm::DenseMap<uint64_t, mlir::Value>;

class OpReader {
public:
  OpReader(Entries& entries, mlir::Block* block) : entries_(entries) {
    cursors_.emplace_back(entries, entries.file().ir);
    scopes_.emplace_back();
    levels_.push_back({nullptr, block});
    readBlockHeader();
  }

  void run() {
    while (!levels_.empty() && in().ok()) {
      if (levels_.back().opsLeft > 0) {
        --levels_.back().opsLeft;
        readOp();
      } else if (!startRegion()) {
        finishLevel();
      }
    }
  }

private:
  EntryCursor& in() { return cursors_.back(); }
  uint64_t version() const { return entries_.file().version; }
  bool has(mlir::bytecode::BytecodeVersion feature) const { return version() >= feature; }

  bool startRegion();
  void forgetValues(Level& level);
  void finishLevel();
  void readBlockHeader();
  void readParameters();
  void skipUseOrders(size_t numValues);
  void define(mlir::ValueRange values);

  void readOp();
  std::string nameOf(const BytecodeOpName& name, const VhloOp* vhlo) const;
  void readAttributes(uint8_t mask, const VhloOp* vhlo, mlir::OperationState& state);
  void readOperands(mlir::OperationState& state);
  void place(mlir::OperationState& state, bool isIsolated);
  bool forwardsCast(const mlir::OperationState& state);
  void push(mlir::Operation* op, bool isIsolated);

  Entries& entries_;
  // One cursor for the file, and one per isolated region around the current op.
  std::vector<EntryCursor> cursors_;
  std::vector<Scope> scopes_;
  std::vector<Level> levels_;
};

void OpReader::forgetValues(Level& level) {
  for (uint64_t value = level.firstValue; value < level.nextValue; ++value)
    scopes_.back().erase(value);
  level.nextValue = level.endValue = level.firstValue;
}

// Enters the op's next region that is not empty. Returns false if there is none.
bool OpReader::startRegion() {
  Level& level = levels_.back();
  forgetValues(level);
  while (level.op && level.nextRegion < level.op->getNumRegions() && in().ok()) {
    EntryCursor start = in();
    mlir::Region& region = level.op->getRegion(level.nextRegion++);
    const size_t blocks = in().count();
    if (blocks == 0)
      continue;
    if (blocks > 1) {
      start.refuse("a region of " + llvm::Twine(blocks) + " blocks, with branches between them,");
      return false;
    }
    level.endValue = level.firstValue + in().count();
    level.block = &region.emplaceBlock();
    readBlockHeader();
    return true;
  }
  return false;
}

void OpReader::finishLevel() {
  Level& level = levels_.back();
  if (level.isIsolated) {
    scopes_.pop_back();
    if (has(mlir::bytecode::kLazyLoading)) {
      if (in().ok() && !in().atEnd())
        in().fail("there are bytes after the end of a region; the file is damaged");
      cursors_.pop_back();
    }
  }
  levels_.pop_back();
  if (levels_.empty() && in().ok() && !in().atEnd())
    in().fail("there are bytes after the last op; the file is damaged");
}

void OpReader::readBlockHeader() {
  bool hasParameters = false;
  levels_.back().opsLeft = in().varintWithFlag(hasParameters);
  if (hasParameters)
    readParameters();
}

void OpReader::readParameters() {
  mlir::Block* block = levels_.back().block;
  for (size_t i = 0, n = in().count(); i < n && in().ok(); ++i) {
    bool hasLocation = true;
    const uint64_t index = has(mlir::bytecode::kElideUnknownBlockArgLocation)
                               ? in().varintWithFlag(hasLocation)
                               : in().varint();
    mlir::Type type = entries_.type(in(), index);
    mlir::Location location = hasLocation ? entries_.locationAt(in(), in().varint())
                                          : mlir::UnknownLoc::get(in().context());
    if (in().ok())
      block->addArgument(type, location);
  }
  if (has(mlir::bytecode::kUseListOrdering) && in().byte() != 0)
    skipUseOrders(block->getNumArguments());
  if (in().ok())
    define(block->getArguments());
}

// Skips the orders in which values are used. They have no meaning for the program.
void OpReader::skipUseOrders(size_t numValues) {
  const size_t count = numValues > 1 ? in().count() : 1;
  for (size_t i = 0; i < count && in().ok(); ++i) {
    if (numValues > 1)
      in().varint(); // index of the value
    bool isPairs = false;
    for (uint64_t k = 0, n = in().varintWithFlag(isPairs); k < n && in().ok(); ++k)
      in().varint();
  }
}

void OpReader::define(mlir::ValueRange values) {
  Level& level = levels_.back();
  for (mlir::Value value : values) {
    if (level.nextValue >= level.endValue)
      return in().fail("a region has more values than it states; the file is damaged");
    scopes_.back()[level.nextValue++] = value;
  }
}

std::string OpReader::nameOf(const BytecodeOpName& name, const VhloOp* vhlo) const {
  if (!vhlo)
    return name.name;
  const Level& level = levels_.back();
  const bool isInFunction = level.op && level.op->getName().getStringRef() == "func.func";
  return nameFromVhlo(*vhlo, isInFunction);
}

void OpReader::readOp() {
  EntryCursor start = in();
  const uint64_t index = in().varint();
  const std::vector<BytecodeOpName>& names = entries_.file().ops;
  if (in().ok() && index >= names.size())
    return start.fail("op name " + llvm::Twine(index) + " does not exist, since the file has " +
                      llvm::Twine(names.size()) + "; the file is damaged");
  const uint8_t mask = in().byte();
  if (in().ok() && (mask & ~kAllParts))
    return start.fail("an op has unknown parts; the file is damaged");
  mlir::Location location = entries_.locationAt(in(), in().varint());
  if (!in().ok())
    return;
  llvm::StringRef name = names[index].name;
  const VhloOp* vhlo = nullptr;
  if (name.consume_front("vhlo.")) {
    vhlo = findVhloOp(name);
    if (!vhlo) {
      mlir::emitError(location) << "op vhlo." << name
                                << ", which a later version of StableHLO may have, "
                                << "is not supported by Lazuli";
      in().source().failed = true;
      return;
    }
  }
  mlir::OperationState state(location, nameOf(names[index], vhlo));
  readAttributes(mask, vhlo, state);
  if (mask & Mask::kHasResults)
    state.addTypes(in().types());
  if (mask & Mask::kHasOperands)
    readOperands(state);
  if (mask & Mask::kHasSuccessors)
    start.refuse("op " + state.name.getStringRef() + ", which branches,");
  if (mask & Mask::kHasUseListOrders)
    skipUseOrders(state.types.size());
  bool isIsolated = false;
  const uint64_t regions =
      mask & Mask::kHasInlineRegions ? in().varintWithFlag(isIsolated) : uint64_t{0};
  if (in().ok() && regions > in().remaining())
    start.fail("an op cannot have " + llvm::Twine(regions) + " regions; the file is damaged");
  for (uint64_t i = 0; i < regions && in().ok(); ++i)
    state.addRegion();
  if (in().ok())
    place(state, isIsolated);
}

void OpReader::readAttributes(uint8_t mask, const VhloOp* vhlo, mlir::OperationState& state) {
  if (mask & Mask::kHasAttrs) {
    auto dictionary = in().attributeOf<mlir::DictionaryAttr>("a dictionary");
    if (dictionary)
      state.attributes = mlir::NamedAttrList(dictionary);
  }
  if (mask & Mask::kHasProperties) {
    EntryCursor start = in();
    const uint64_t index = in().varint();
    if (in().ok() && index >= entries_.file().properties.size())
      return start.fail("properties " + llvm::Twine(index) + " do not exist, since the file has " +
                        llvm::Twine(entries_.file().properties.size()) + "; the file is damaged");
    if (!in().ok())
      return;
    EntryCursor properties(entries_, entries_.file().properties[index]);
    if (!vhlo)
      return readProperties(properties, state);
    for (llvm::StringRef name : vhlo->attributeNames())
      if (mlir::Attribute value = properties.attribute())
        state.attributes.set(name, value);
    if (in().ok() && !properties.atEnd())
      properties.fail("there are more attributes than vhlo." + vhlo->name +
                      " has; the file is damaged");
  }
  if (vhlo && in().ok())
    attributesFromVhlo(*vhlo, state.attributes);
}

void OpReader::readOperands(mlir::OperationState& state) {
  for (size_t i = 0, n = in().count(); i < n && in().ok(); ++i) {
    EntryCursor start = in();
    const uint64_t index = in().varint();
    mlir::Value value = index < levels_.back().endValue ? scopes_.back().lookup(index) : nullptr;
    if (!value)
      start.fail("value " + llvm::Twine(index) +
                 " is used before it is defined; the file is damaged");
    else
      state.operands.push_back(value);
  }
}

// Returns whether the op is a cast between types that Lazuli reads as the same type. A file can mix
// ops of vhlo with ops of other dialects, and has casts between the types of the dialects.
bool OpReader::forwardsCast(const mlir::OperationState& state) {
  return state.name.getStringRef() == "builtin.unrealized_conversion_cast" &&
         state.regions.empty() &&
         mlir::TypeRange(mlir::ValueRange(state.operands)) == mlir::TypeRange(state.types);
}

void OpReader::place(mlir::OperationState& state, bool isIsolated) {
  if (forwardsCast(state))
    return define(state.operands);
  mlir::Operation* op = mlir::Operation::create(state);
  levels_.back().block->push_back(op);
  define(op->getResults());
  if (op->getNumRegions() > 0 && in().ok())
    push(op, isIsolated);
}

void OpReader::push(mlir::Operation* op, bool isIsolated) {
  if (levels_.size() > kMaxRegionDepth)
    return in().fail("regions nest deeper than 256");
  if (isIsolated)
    scopes_.emplace_back();
  if (isIsolated && has(mlir::bytecode::kLazyLoading)) {
    EntryCursor start = in();
    BytecodeSection section = readSection(in());
    if (section.id != mlir::bytecode::Section::kIR)
      return start.fail("the section of a region has the wrong kind; the file is damaged");
    if (in().ok())
      cursors_.emplace_back(entries_, section.bytes);
  }
  Level level;
  level.op = op;
  level.isIsolated = isIsolated;
  if (!isIsolated)
    level.firstValue = level.nextValue = level.endValue = levels_.back().endValue;
  levels_.push_back(level);
}

} // namespace

void readOps(Entries& entries, mlir::Block* block) {
  OpReader(entries, block).run();
}

} // namespace lz::formats
