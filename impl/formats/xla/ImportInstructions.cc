#include "formats/xla/Importer.h"
#include "formats/xla/PlainForms.h"
#include "hlo/ir/PlainAttrs.h"

#include "llvm/ADT/StringSwitch.h"

#include <numeric>

namespace lz::formats {
namespace {

using xla::Computations;
using xla::findAttribute;

// Returns the computations that become regions of the op, in the order of the regions.
std::vector<int32_t> regionsOf(const xla::Instruction& instruction) {
  std::vector<int32_t> result;
  if (instruction.opcode->name == "custom-call") // its computations do not become regions
    return result;
  for (const char* name : {"condition", "body", "select", "scatter", "to_apply"})
    if (auto* callee = findAttribute<Computations>(instruction.attributes, name))
      result.push_back(callee->ids.front());
  return result;
}

int32_t calleeOf(const xla::Instruction& instruction) {
  auto* callee = findAttribute<Computations>(instruction.attributes, "to_apply");
  callee = callee ? callee : findAttribute<Computations>(instruction.attributes, "calls");
  return callee ? callee->ids.front() : -1;
}

int64_t firstOf(const xla::Instruction& instruction, std::string_view name) {
  auto* list = findAttribute<Ints>(instruction.attributes, name);
  return list && !list->empty() ? list->front() : 0;
}

} // namespace

const Leaves& Importer::operand(const xla::Instruction& instruction, size_t i) const {
  return frames_.back().values[size_t(instruction.operandIds[i])];
}

Leaves Importer::operands(const xla::Instruction& instruction) const {
  Leaves result;
  for (size_t i = 0; i < instruction.operandIds.size(); ++i)
    llvm::append_range(result, operand(instruction, i));
  return result;
}

Status Importer::constantLeaves(const xla::Instruction& instruction, const xla::HloLiteral& literal,
                                Leaves& leaves) {
  if (literal.shape.isTuple() && !literal.isElided) {
    for (const xla::HloLiteral& element : literal.tupleLiterals)
      LZ_RETURN_IF_ERROR(constantLeaves(instruction, element, leaves));
    return okStatus();
  }
  llvm::SmallVector<mlir::Type> types;
  LZ_RETURN_IF_ERROR(leafTypes(instruction, literal.shape, types));
  hlo::OpMaker maker(builder_, location(instruction.place));
  for (mlir::Type type : types)
    leaves.push_back(literal.isElided  ? maker.splat(hlo::fromIr(type), 1)
                     : literal.isSplat ? maker.splat(literal.data, hlo::fromIr(type).dims)
                                       : maker.constant(literal.data));
  return okStatus();
}

StatusOr<Leaves> Importer::importConstant(const xla::Instruction& instruction) {
  Leaves leaves;
  LZ_RETURN_IF_ERROR(constantLeaves(instruction, instruction.literal, leaves));
  return leaves;
}

StatusOr<Leaves> Importer::importElement(const xla::Instruction& instruction) {
  const xla::Instruction& tuple =
      frames_.back().computation->instructions[size_t(instruction.operandIds.front())];
  const int64_t index = *findAttribute<int64_t>(instruction.attributes, "index");
  llvm::SmallVector<mlir::Type> before, own;
  for (int64_t i = 0; i < index; ++i)
    LZ_RETURN_IF_ERROR(leafTypes(tuple, tuple.shape.tupleShapes[size_t(i)], before));
  LZ_RETURN_IF_ERROR(leafTypes(instruction, instruction.shape, own));
  const Leaves& from = operand(instruction, 0);
  // The instruction asks for an element that exists only while an asynchronous op runs.
  if (before.size() + own.size() > from.size())
    return notSupported(instruction, "reading a part of an asynchronous op before it is done");
  return Leaves(llvm::ArrayRef(from).slice(before.size(), own.size()));
}

StatusOr<Leaves> Importer::importCall(const xla::Instruction& instruction) {
  const int32_t callee = calleeOf(instruction);
  if (callee < 0)
    return error(instruction, "it names no computation; add calls=...");
  LZ_ASSIGN_OR_RETURN(mlir::func::FuncOp function, functionOf(callee));
  auto call = builder_.create<mlir::func::CallOp>(location(instruction.place), function,
                                                  operands(instruction));
  return Leaves(call.getResults());
}

// Converts a conditional. Its branches have parameters in HLO. In StableHLO they capture the values
// instead.
StatusOr<Leaves> Importer::importConditional(const xla::Instruction& instruction) {
  std::vector<int32_t> branches;
  for (const char* name : {"true_computation", "false_computation", "branch_computations"})
    if (auto* found = findAttribute<Computations>(instruction.attributes, name))
      branches.insert(branches.end(), found->ids.begin(), found->ids.end());
  if (branches.empty() || branches.size() + 1 != instruction.operandIds.size() ||
      operand(instruction, 0).size() != 1)
    return error(instruction, "it takes an index and an operand for each of its branches");
  const mlir::Value index = operand(instruction, 0).front();
  const bool isIf = hlo::fromIr(index.getType()).dtype == DType::Pred;
  mlir::OperationState state(location(instruction.place), isIf ? "stablehlo.if" : "stablehlo.case");
  state.addOperands(index);
  llvm::SmallVector<mlir::Type> types;
  LZ_RETURN_IF_ERROR(leafTypes(instruction, instruction.shape, types));
  state.addTypes(types);
  for (size_t i = 0; i < branches.size(); ++i)
    state.addRegion()->emplaceBlock();
  std::vector<Leaves> arguments;
  for (size_t i = 0; i < branches.size(); ++i)
    arguments.push_back(operand(instruction, i + 1));
  mlir::Operation* made = builder_.create(state);
  for (size_t i = 0; i < branches.size(); ++i)
    openBranch(branches[i], &made->getRegion(unsigned(i)).front(), {std::move(arguments[i])});
  return Leaves(made->getResults());
}

// Replaces a collective op by its operands. Fails unless there is only one participant.
StatusOr<Leaves> Importer::importCollective(const xla::Instruction& instruction) {
  bool isOfOne = isAlone();
  for (const char* name : {"replica_groups", "source_target_pairs"}) {
    auto* groups = findAttribute<xla::ReplicaGroups>(instruction.attributes, name);
    if (!groups)
      continue;
    const size_t members = name[0] == 's' ? 2 : 1; // source_target_pairs has groups of two
    isOfOne &= groups->mesh.empty() && (groups->dims.empty() || groups->dims.back() == 1);
    for (const Ints& group : groups->groups)
      isOfOne &= group.size() == members && group.front() == 0 && group.back() == 0;
  }
  if (!isOfOne)
    return notSupported(instruction, "an op of several devices");
  const bool isStart = llvm::StringRef(instruction.opcode->name).ends_with("-start");
  Leaves values = operands(instruction);
  llvm::SmallVector<mlir::Type> types;
  LZ_RETURN_IF_ERROR(leafTypes(instruction, instruction.shape, types));
  if (!isStart && !llvm::equal(mlir::ValueRange(values).getTypes(), types))
    return notSupported(instruction, "an op of several devices");
  return values;
}

// Converts a bitcast: the elements, in the order of memory, get another shape and layout.
StatusOr<Leaves> Importer::importBitcast(const xla::Instruction& instruction) {
  const xla::Instruction& from =
      frames_.back().computation->instructions[size_t(instruction.operandIds.front())];
  const mlir::Value value =
      operands(instruction).empty() ? mlir::Value() : operands(instruction)[0];
  const TensorType to = instruction.shape.tensorType();
  if (!value || !from.shape.isArray() || !instruction.shape.isArray() ||
      storageBits(from.shape.tensorType().dtype) != storageBits(to.dtype) ||
      from.shape.tensorType().numElements() != to.numElements())
    return notSupported(instruction, "a bitcast between types of different sizes");
  auto majorToMinor = [](const xla::Shape& shape) {
    Ints order(shape.dimensions.size());
    std::iota(order.begin(), order.end(), 0);
    if (shape.layout && !shape.layout->minorToMajor.empty())
      order.assign(shape.layout->minorToMajor.rbegin(), shape.layout->minorToMajor.rend());
    return order;
  };
  const Ints source = majorToMinor(from.shape), target = majorToMinor(instruction.shape);
  Dims physical;
  Ints back(target.size());
  for (size_t i = 0; i < target.size(); ++i) {
    physical.push_back(to.dims[size_t(target[i])]);
    back[size_t(target[i])] = int64_t(i);
  }
  hlo::OpMaker maker(builder_, location(instruction.place));
  mlir::Value result = value;
  if (!llvm::is_sorted(source))
    result = maker.make(Opcode::Transpose, result, {{"permutation", source}});
  const DType dtype = from.shape.tensorType().dtype;
  if (dtype != to.dtype && (dtype == DType::Pred || to.dtype == DType::Pred)) {
    if (!isInteger(dtype) && !isInteger(to.dtype))
      return notSupported(instruction, "a bitcast between predicates and floats");
    result = maker.convert(result, to.dtype); // predicates are bytes of 0 and 1
  } else if (dtype != to.dtype) {
    TensorType stated{to.dtype, {}};
    result = maker.make(Opcode::BitcastConvert, result, {}, &stated);
  }
  if (hlo::typeOf(result).dims != physical)
    result = maker.reshape(result, physical);
  if (!llvm::is_sorted(back))
    result = maker.make(Opcode::Transpose, result, {{"permutation", back}});
  if (!result)
    return error(instruction, "its operand and its result must have equally many bytes");
  return Leaves{result};
}

// Converts a dynamic slice. Old texts have all start indices in one operand.
StatusOr<Leaves> Importer::importDynamicSlice(const xla::Instruction& instruction,
                                              size_t firstIndex) {
  Leaves all = operands(instruction);
  const TensorType indices = all.size() == firstIndex + 1 ? hlo::typeOf(all.back()) : TensorType();
  if (indices.rank() != 1)
    return importTableOp(instruction);
  hlo::OpMaker maker(builder_, location(instruction.place));
  const mlir::Value vector = all.pop_back_val();
  for (int64_t i = 0; i < indices.dims[0]; ++i) {
    mlir::Value one = maker.make(
        Opcode::Slice, vector,
        {{"start_indices", Ints{i}}, {"limit_indices", Ints{i + 1}}, {"strides", Ints{1}}});
    all.push_back(maker.reshape(one, {}));
  }
  return importTableOp(instruction, all);
}

StatusOr<Leaves> Importer::importSize(const xla::Instruction& instruction) {
  const Leaves& from = operand(instruction, 0);
  const TensorType type = from.size() == 1 ? hlo::typeOf(from.front()) : TensorType();
  const int64_t dim = firstOf(instruction, "dimensions");
  if (dim < 0 || dim >= type.rank())
    return error(instruction, absl::StrCat("its operand has no dimension ", dim));
  hlo::OpMaker maker(builder_, location(instruction.place));
  return Leaves{maker.constant(Literal::splatInt({DType::S32, {}}, type.dims[size_t(dim)]))};
}

StatusOr<Leaves> Importer::importOp(const xla::Instruction& instruction,
                                    mlir::NamedAttrList attributes, mlir::ValueRange operands,
                                    int numRegions) {
  mlir::OperationState state(location(instruction.place), instruction.opcode->fullName);
  state.addOperands(operands);
  state.attributes = std::move(attributes);
  llvm::SmallVector<mlir::Type> types;
  LZ_RETURN_IF_ERROR(leafTypes(instruction, instruction.shape, types));
  state.addTypes(types);
  std::vector<int32_t> regions = regionsOf(instruction);
  if (numRegions >= 0 && regions.size() != size_t(numRegions))
    return error(instruction,
                 absl::StrCat("it takes ", numRegions, " computations, not ", regions.size()));
  for (size_t i = 0; i < regions.size(); ++i)
    state.addRegion()->emplaceBlock();
  mlir::Operation* made = builder_.create(state);
  for (size_t i = 0; i < regions.size(); ++i)
    LZ_RETURN_IF_ERROR(openBlock(regions[i], &made->getRegion(unsigned(i)).front()));
  return Leaves(made->getResults());
}

// Converts a convolution. Operands of two types are converted to the type of the result.
StatusOr<Leaves> Importer::importConvolution(const xla::Instruction& instruction) {
  Leaves values = operands(instruction);
  if (values.size() != 2)
    return notSupported(instruction, "a convolution that does not have two operands");
  hlo::OpMaker maker(builder_, location(instruction.place));
  if (hlo::typeOf(values[0]).dtype != hlo::typeOf(values[1]).dtype)
    for (mlir::Value& value : values)
      value = maker.convert(value, dtypeOf(instruction.shape.elementType));
  if (llvm::is_contained(values, mlir::Value()))
    return error(instruction, "its operand types cannot be converted to the result type");
  return importTableOp(instruction, values);
}

// Converts rng-bit-generator. The state can have more numbers than the algorithm needs. XLA reads
// the first numbers of the state and does not change the others: from u64[6] {0, 1, 8, 9, 4, 1},
// Philox uses {0, 1, 8}.
StatusOr<Leaves> Importer::importRandomBits(const xla::Instruction& instruction) {
  const Leaves states = operands(instruction);
  const TensorType type = states.size() == 1 ? hlo::typeOf(states.front()) : TensorType();
  auto* algorithm = findAttribute<xla::Word>(instruction.attributes, "algorithm");
  const int64_t used = algorithm && algorithm->text == "rng_three_fry" ? 2 : 3;
  if (type.dtype != DType::U64 || type.rank() != 1 || type.dims[0] <= used)
    return importTableOp(instruction, states);
  hlo::OpMaker maker(builder_, location(instruction.place));
  auto numbers = [&](int64_t from, int64_t to) {
    return maker.make(
        Opcode::Slice, states.front(),
        {{"start_indices", Ints{from}}, {"limit_indices", Ints{to}}, {"strides", Ints{1}}});
  };
  const mlir::Value state = numbers(0, used), rest = numbers(used, type.dims[0]);
  LZ_ASSIGN_OR_RETURN(Leaves made, importTableOp(instruction, state));
  if (made.empty() || hlo::typeOf(made.front()) != type)
    return error(instruction, "its results must be a state of its operand's type, and random bits");
  made.front().setType(state.getType());
  made.front() = maker.make(Opcode::Concatenate, {made.front(), rest}, {{"dimension", int64_t(0)}});
  return made;
}

StatusOr<Leaves> Importer::importTableOp(const xla::Instruction& instruction) {
  return importTableOp(instruction, operands(instruction));
}

StatusOr<Leaves> Importer::importTableOp(const xla::Instruction& instruction,
                                         mlir::ValueRange values) {
  const OpInfo& info = *instruction.opcode->op;
  StatusOr<Attrs> attrs = plainForms(instruction, info);
  if (!attrs.ok())
    return located(instruction, attrs.status());
  mlir::NamedAttrList attributes;
  hlo::setIrAttrs(context_, info, *attrs, attributes);
  return importOp(instruction, std::move(attributes), values, info.numRegions);
}

StatusOr<Leaves> Importer::import(const xla::Instruction& instruction) {
  const std::string& name = instruction.opcode->name;
  if (name == "constant")
    return importConstant(instruction);
  if (name == "get-tuple-element")
    return importElement(instruction);
  if (name == "call" || name == "fusion" || name == "async-start")
    return importCall(instruction);
  if (name == "conditional")
    return importConditional(instruction);
  if (name == "bitcast")
    return importBitcast(instruction);
  if (name == "dynamic-slice" || name == "dynamic-update-slice")
    return importDynamicSlice(instruction, name == "dynamic-slice" ? 1 : 2);
  if (name == "get-dimension-size")
    return importSize(instruction);
  // The results of these instructions are their operands.
  if (llvm::StringSwitch<bool>(name)
          .Cases("tuple", "copy", "copy-start", "copy-done", "domain", "async-update", true)
          .Cases("async-done", "all-gather-done", "all-reduce-done", "collective-permute-done",
                 true)
          .Case("after-all", true)
          .Default(false))
    return operands(instruction);
  if (name == "add-dependency")
    return operand(instruction, 0);
  if (llvm::StringRef(name).starts_with("all-") ||
      llvm::StringRef(name).starts_with("collective-") || name == "reduce-scatter")
    return importCollective(instruction);
  auto* largest = findAttribute<bool>(instruction.attributes, "largest");
  if (name == "topk" && largest && !*largest)
    return notSupported(instruction, "topk of the smallest elements");
  if (name == "convolution")
    return importConvolution(instruction);
  if (name == "rng-bit-generator")
    return importRandomBits(instruction);
  if (instruction.opcode->op && name != "custom-call")
    return importTableOp(instruction);
  return importTextOp(instruction);
}

} // namespace lz::formats
