#include "base/elements/SmallTypes.h"
#include "formats/xla/module/Opcodes.h"
#include "formats/xla/proto/AttributeFields.h"
#include "formats/xla/proto/HloProto.h"
#include "formats/xla/proto/LiteralFields.h"
#include "formats/xla/proto/Sink.h"
#include "formats/xla/proto/Splats.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace lz::xla {
namespace {

Sink writeShape(const Shape& shape) {
  Sink proto;
  proto.number(2, int64_t(shape.elementType));
  proto.numbers(3, Ints(shape.dimensions.begin(), shape.dimensions.end()));
  for (const Shape& element : shape.tupleShapes)
    proto.message(4, writeShape(element));
  proto.numbers(6, Ints(shape.isDynamicDimension.begin(), shape.isDynamicDimension.end()));
  if (!shape.isArray())
    return proto;
  Ints order;
  for (size_t i = shape.dimensions.size(); i-- > 0;)
    order.push_back(int64_t(i));
  Sink layout;
  layout.numbers(1, shape.layout && !shape.layout->minorToMajor.empty() ? shape.layout->minorToMajor
                                                                        : order);
  proto.message(5, layout);
  return proto;
}

// Returns all elements of a splat, which must not be large.
lz::Literal elementsOf(const HloLiteral& splat) {
  lz::Literal all(splat.shape.tensorType());
  const DType dtype = all.type().dtype;
  const std::byte* element = splat.data.data();
  for (int64_t i = 0; i < all.type().numElements(); ++i)
    if (isSmall(dtype))
      storeCode(dtype, all.mutableData(), i, loadCode(dtype, element, 0));
    else
      std::memcpy(all.mutableData() + i * int64_t(byteSize(dtype)), element, byteSize(dtype));
  return all;
}

// Writes a literal. Its elements are in row-major order. Its shape is written without a layout,
// which means row-major order, whatever layout the module has.
Sink writeLiteral(const HloLiteral& literal) {
  Sink proto;
  Shape shape = literal.shape;
  shape.layout.reset();
  proto.message(1, writeShape(shape));
  for (const HloLiteral& element : literal.tupleLiterals)
    proto.message(10, writeLiteral(element));
  if (literal.shape.isTuple() || !literal.data.valid())
    return proto;
  const lz::Literal data = literal.isSplat ? elementsOf(literal) : literal.data;
  const LiteralField& field = *findLiteralField(literal.shape.elementType);
  if (field.held == LiteralField::Varints)
    proto.numbers(field.field, literalNumbers(data));
  else
    proto.text(field.field, literalBytes(data));
  return proto;
}

class InstructionWriter {
public:
  InstructionWriter(const Instruction& instruction, int64_t firstComputation)
      : instruction_(instruction), firstComputation_(firstComputation) {}

  Sink run();

private:
  void write(const Attribute& attribute);
  void writeField(const Attribute& attribute, const AttributeField& field);
  bool writeCompound(const Attribute& attribute);
  void writeWindow(const Window& window);
  void writeLabels(const ConvolutionDimensionNumbers& numbers);
  void writeGroups(std::string_view name, const ReplicaGroups& groups);
  void addCallees(std::string_view name, const Computations& callees);
  void addRequiredMessages();

  const Instruction& instruction_;
  const int64_t firstComputation_; // the id of the first computation
  Sink proto_;
  std::map<int, Sink> messages_; // key: the field of the message
  Ints callees_;
};

// Adds the called computations to the list. The body of a loop comes before its condition.
void InstructionWriter::addCallees(std::string_view name, const Computations& callees) {
  for (int32_t id : callees.ids)
    callees_.insert(name == "body" ? callees_.begin() : callees_.end(), firstComputation_ + id);
}

void InstructionWriter::writeWindow(const Window& window) {
  Sink message;
  for (const WindowDimension& d : window.dimensions) {
    Sink dim;
    const int64_t numbers[] = {d.size,           d.stride,       d.paddingLow,    d.paddingHigh,
                               d.windowDilation, d.baseDilation, d.windowReversal};
    for (size_t i = 0; i < std::size(numbers); ++i)
      dim.number(int(i) + 1, numbers[i]);
    message.message(1, dim);
  }
  proto_.message(15, message);
}

void InstructionWriter::writeLabels(const ConvolutionDimensionNumbers& numbers) {
  Sink message;
  message.number(3, numbers.kernelInputFeature);
  message.number(4, numbers.kernelOutputFeature);
  message.numbers(6, numbers.kernelSpatial);
  message.number(7, numbers.inputBatch);
  message.number(8, numbers.inputFeature);
  message.number(9, numbers.outputBatch);
  message.number(10, numbers.outputFeature);
  message.numbers(11, numbers.inputSpatial);
  message.numbers(12, numbers.outputSpatial);
  proto_.message(16, message);
}

void InstructionWriter::writeGroups(std::string_view name, const ReplicaGroups& groups) {
  for (const Ints& group : groups.groups) {
    Sink message;
    if (name == "source_target_pairs") {
      message.number(1, group.front());
      message.number(2, group.back());
    } else {
      message.numbers(1, group);
    }
    proto_.message(name == "source_target_pairs" ? 52 : 49, message);
  }
  if (groups.dims.size() != 2)
    return;
  Sink iota;
  iota.number(1, groups.dims[0]);
  iota.number(2, groups.dims[1]);
  iota.numbers(3, groups.iotaReshapeDims);
  iota.numbers(4, groups.iotaTransposePerm);
  proto_.message(92, iota);
}

bool InstructionWriter::writeCompound(const Attribute& attribute) {
  const AttributeValue& value = attribute.value;
  const std::string_view name = attribute.info->name;
  if (auto* callees = std::get_if<Computations>(&value)) {
    addCallees(name, *callees);
  } else if (auto* window = std::get_if<Window>(&value)) {
    writeWindow(*window);
  } else if (auto* labels = std::get_if<ConvolutionDimensionNumbers>(&value)) {
    writeLabels(*labels);
  } else if (auto* groups = std::get_if<ReplicaGroups>(&value)) {
    writeGroups(name, *groups);
  } else if (auto* slices = std::get_if<SliceDimensions>(&value)) {
    for (const SliceDimension& d : slices->dimensions)
      proto_.message(17, Sink().number(1, d.start).number(2, d.limit).number(3, d.stride));
  } else if (auto* padding = std::get_if<PaddingConfig>(&value)) {
    Sink config;
    for (const PaddingDimension& d : padding->dimensions)
      config.message(1, Sink()
                            .number(1, d.edgePaddingLow)
                            .number(2, d.edgePaddingHigh)
                            .number(3, d.interiorPadding));
    proto_.message(21, config);
  } else if (auto* real = std::get_if<double>(&value)) {
    proto_.real32(24, float(*real)); // epsilon
  } else if (name == "backend_config") {
    auto* text = std::get_if<std::string>(&value);
    proto_.text(43, text ? *text : std::get<Verbatim>(value).text);
  } else {
    return false;
  }
  return true;
}

void InstructionWriter::writeField(const Attribute& attribute, const AttributeField& field) {
  Sink to;
  const AttributeValue& value = attribute.value;
  if (auto* number = std::get_if<int64_t>(&value)) {
    if (attribute.info->name == "iota_dimension")
      to.numbers(field.field, {*number});
    else
      to.number(field.field, *number);
  } else if (auto* flag = std::get_if<bool>(&value)) {
    to.number(field.field, *flag);
  } else if (auto* list = std::get_if<Ints>(&value)) {
    to.numbers(field.field, *list);
  } else if (auto* text = std::get_if<std::string>(&value)) {
    to.text(field.field, *text);
  } else if (auto* word = std::get_if<Word>(&value)) {
    auto found = std::find(field.words.begin(), field.words.end(), word->text);
    if (field.words.empty())
      to.text(field.field, word->text);
    else if (found != field.words.end())
      to.number(field.field, found - field.words.begin());
  }
  if (field.message == 0)
    proto_.append(to);
  else if (!to.isEmpty())
    messages_[field.message].append(to);
}

void InstructionWriter::write(const Attribute& attribute) {
  if (writeCompound(attribute))
    return;
  for (const AttributeField& field : attributeFields())
    if (field.attribute == attribute.info->name && isOf(field, instruction_.opcode->name))
      writeField(attribute, field);
}

// Adds the messages that an instruction must have even if all their fields are 0 or empty: those of
// required attributes, and the dimension numbers of a product.
void InstructionWriter::addRequiredMessages() {
  const OpcodeInfo& opcode = *instruction_.opcode;
  for (const AttributeField& field : attributeFields()) {
    const bool isRequired =
        field.message == kDotNumbers ||
        std::ranges::find(opcode.required, field.attribute) != opcode.required.end();
    if (field.message != 0 && isRequired && isOf(field, opcode.name))
      messages_.try_emplace(field.message);
  }
}

Sink InstructionWriter::run() {
  for (const Attribute& attribute : instruction_.attributes)
    write(attribute);
  addRequiredMessages();
  if (instruction_.opcode->name == "ragged-dot" && messages_.contains(kDotNumbers)) {
    messages_[kRaggedNumbers].message(1, messages_[kDotNumbers]);
    messages_.erase(kDotNumbers);
  }
  for (const auto& [field, message] : messages_)
    proto_.message(field, message);
  proto_.numbers(38, callees_);
  return std::move(proto_);
}

Sink programShape(const Computation& computation) {
  std::map<int64_t, const Instruction*> parameters;
  for (const Instruction& instruction : computation.instructions)
    if (instruction.opcode->name == "parameter")
      parameters[instruction.parameterNumber] = &instruction;
  Sink proto;
  for (const auto& [number, parameter] : parameters)
    proto.message(1, writeShape(parameter->shape));
  proto.message(2, writeShape(computation.root().shape));
  for (const auto& [number, parameter] : parameters)
    proto.text(3, parameter->name);
  return proto;
}

constexpr int64_t kFirstId = 1; // the first id of computations, and of instructions in each of them

Sink writeInstruction(const Instruction& instruction, int64_t firstId, int64_t id) {
  Sink proto;
  proto.text(1, instruction.name);
  proto.text(2, instruction.opcode->name);
  proto.message(3, writeShape(instruction.shape));
  if (instruction.opcode->name == "constant")
    proto.message(8, writeLiteral(instruction.literal));
  proto.number(9, instruction.parameterNumber);
  proto.number(35, id);
  Ints operands;
  for (int32_t operand : instruction.operandIds)
    operands.push_back(firstId + operand);
  proto.numbers(36, operands);
  proto.append(InstructionWriter(instruction, kFirstId).run());
  return proto;
}

} // namespace

std::string printHloProto(const Module& module) {
  if (hasLargeSplats(module))
    return printHloProto(makeLargeSplats(module));
  Sink proto;
  proto.text(1, module.name);
  proto.text(2, module.entry().name);
  int64_t firstId = kFirstId; // the first id of the computation's instructions
  for (size_t c = 0; c < module.computations.size(); ++c) {
    const Computation& computation = module.computations[c];
    Sink to;
    to.text(1, computation.name);
    for (size_t i = 0; i < computation.instructions.size(); ++i)
      to.message(2, writeInstruction(computation.instructions[i], firstId, firstId + int64_t(i)));
    to.message(4, programShape(computation));
    to.number(5, kFirstId + int64_t(c));
    to.number(6, firstId + computation.rootId);
    to.text(8, computation.executionThread);
    proto.message(3, to);
    firstId += int64_t(computation.instructions.size());
  }
  proto.message(4, programShape(module.entry()));
  proto.number(5, 0);
  proto.number(6, kFirstId + module.entryComputationId);
  auto* aliases = findAttribute<BufferAliases>(module.attributes, "input_output_alias");
  auto* donors = findAttribute<BufferAliases>(module.attributes, "buffer_donor");
  Sink message;
  for (const BufferAlias& a : aliases ? aliases->entries : std::vector<BufferAlias>())
    message.message(1, Sink()
                           .numbers(1, a.outputShapeIndex)
                           .number(2, a.parameterNumber)
                           .numbers(3, a.parameterShapeIndex)
                           .number(4, a.mustAlias ? 2 : 1));
  if (aliases)
    proto.message(8, message);
  message = Sink();
  for (const BufferAlias& d : donors ? donors->entries : std::vector<BufferAlias>())
    message.message(1, Sink().number(1, d.parameterNumber).numbers(2, d.parameterShapeIndex));
  if (donors)
    proto.message(18, message);
  return proto.take();
}

} // namespace lz::xla
