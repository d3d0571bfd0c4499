#include "formats/xla/Exporter.h"
#include "formats/xla/HloForms.h"
#include "spec/OpAttrs.inc.h"

namespace lz::formats {
namespace {

// Returns the names of the attributes by which an op refers to its computations, in the order of
// its regions.
std::vector<std::string_view> calleeNames(Opcode opcode) {
  if (opcode == Opcode::While)
    return {"condition", "body"};
  if (opcode == Opcode::SelectAndScatter)
    return {"select", "scatter"};
  return {"to_apply"};
}

Literal firstElement(const Literal& literal) {
  return Literal::copyOf({literal.type().dtype, {}}, literal.data());
}

} // namespace

int32_t HloExporter::add(std::string_view opcode, xla::Shape shape, Operands operands,
                         xla::Attributes attributes) {
  std::vector<xla::Instruction>& to = frames_.back().out.instructions;
  xla::Instruction& instruction = to.emplace_back();
  instruction.opcode = xla::findOpcode(opcode);
  instruction.shape = std::move(shape);
  instruction.operandIds = std::move(operands);
  instruction.attributes = std::move(attributes);
  return int32_t(to.size()) - 1;
}

int32_t HloExporter::addConstant(const Literal& literal) {
  const xla::Shape shape = xla::arrayShape(literal.type());
  const int32_t id = add("constant", shape);
  frames_.back().out.instructions[size_t(id)].literal = {.shape = shape, .data = literal};
  return id;
}

int32_t HloExporter::element(int32_t tuple, size_t index) {
  const xla::Shape& shape = frames_.back().out.instructions[size_t(tuple)].shape;
  return add("get-tuple-element", shape.tupleShapes[index], {tuple},
             {hloAttribute("index", int64_t(index))});
}

int32_t HloExporter::pack(const Operands& values) {
  if (values.size() == 1)
    return values.front();
  std::vector<xla::Shape> shapes;
  for (int32_t value : values)
    shapes.push_back(frames_.back().out.instructions[size_t(value)].shape);
  return add("tuple", xla::tupleShape(std::move(shapes)), values);
}

xla::Shape HloExporter::packedShape(absl::Span<const ValueId> values) const {
  if (values.size() == 1)
    return shapeOf(values.front());
  std::vector<xla::Shape> shapes;
  for (ValueId value : values)
    shapes.push_back(shapeOf(value));
  return xla::tupleShape(std::move(shapes));
}

int32_t HloExporter::use(ValueId value) {
  auto& ids = frames_.back().ids;
  if (auto known = ids.find(value); known != ids.end())
    return known->second;
  writeConstant(*splats_.at(value)); // a constant of an enclosing region is repeated here
  return ids.at(value);
}

HloExporter::Operands HloExporter::use(absl::Span<const ValueId> values) {
  Operands result;
  for (ValueId value : values)
    result.push_back(use(value));
  return result;
}

void HloExporter::define(absl::Span<const ValueId> values, int32_t instruction) {
  if (values.size() == 1) {
    frames_.back().ids[values.front()] = instruction;
    return;
  }
  for (size_t i = 0; i < values.size(); ++i)
    frames_.back().ids[values[i]] = element(instruction, i);
}

xla::Attribute HloExporter::callee(std::string_view attribute, size_t region) const {
  return hloAttribute(attribute, xla::Computations{{frames_.back().callees[region]}});
}

void HloExporter::writeConstant(const Op& op) {
  const Literal& literal = ConstantAttrs(op.attrs).value();
  const ValueId result = op.results.front();
  const bool isSplat = literal.isSplat();
  if (isSplat)
    splats_[result] = &op;
  if (!isSplat || literal.type().numElements() == 1)
    return define({result}, addConstant(literal));
  const int32_t scalar = addConstant(firstElement(literal));
  define({result},
         add("broadcast", shapeOf(result), {scalar}, {hloAttribute("dimensions", Ints())}));
}

// Writes a broadcast. HLO does not stretch dimensions of size 1, so a reshape removes them first.
void HloExporter::writeBroadcast(const Op& op) {
  const TensorType& from = program_.type(op.operands[0]);
  const TensorType& to = program_.type(op.results[0]);
  const auto dims = BroadcastInDimAttrs(op.attrs).broadcastDimensions();
  TensorType kept{from.dtype, {}};
  Ints keptDims;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (from.dims[i] != to.dims[size_t(dims[i])])
      continue;
    kept.dims.push_back(from.dims[i]);
    keptDims.push_back(dims[i]);
  }
  int32_t operand = use(op.operands[0]);
  if (kept.dims.size() < from.dims.size())
    operand = add("reshape", xla::arrayShape(kept), {operand});
  define(op.results, add("broadcast", shapeOf(op.results[0]), {operand},
                         {hloAttribute("dimensions", std::move(keptDims))}));
}

void HloExporter::writeSquare(const Op& op) {
  const int32_t x = use(op.operands[0]);
  define(op.results, add("multiply", shapeOf(op.results[0]), {x, x}));
}

// Writes a loop. It also carries the values that its regions capture.
void HloExporter::writeWhile(const Op& op) {
  Operands carried = use(op.operands);
  for (int32_t captured : use(frames_.back().captures[0]))
    carried.push_back(captured);
  const int32_t operand = pack(carried);
  const xla::Shape shape = frames_.back().out.instructions[size_t(operand)].shape;
  const int32_t loop = add("while", shape, {operand}, {callee("condition", 0), callee("body", 1)});
  for (size_t i = 0; i < carried.size(); ++i) {
    const int32_t part = carried.size() == 1 ? loop : element(loop, i);
    if (i < op.results.size())
      frames_.back().ids[op.results[i]] = part;
  }
}

void HloExporter::writeConditional(const Op& op) {
  Operands operands = use(op.operands);
  for (const ValueIds& captures : frames_.back().captures)
    operands.push_back(pack(use(captures)));
  xla::Attributes attributes;
  if (op.opcode == Opcode::If)
    attributes = {callee("true_computation", 0), callee("false_computation", 1)};
  else
    attributes = {hloAttribute("branch_computations", xla::Computations{frames_.back().callees})};
  define(op.results,
         add("conditional", packedShape(op.results), std::move(operands), std::move(attributes)));
}

void HloExporter::writeCall(const Op& op) {
  Operands operands = use(op.operands);
  for (int32_t captured : use(frames_.back().captures[0]))
    operands.push_back(captured);
  define(op.results,
         add("call", packedShape(op.results), std::move(operands), {callee("to_apply", 0)}));
}

void HloExporter::writeCustomCall(const Op& op) {
  const CustomCallAttrs attrs(op.attrs);
  xla::Attributes attributes = {
      hloAttribute("custom_call_target", std::string(attrs.callTargetName()))};
  if (attrs.hasSideEffect())
    attributes.push_back(hloAttribute("custom_call_has_side_effect", true));
  if (const std::string_view config = attrs.backendConfig(); !config.empty()) {
    const bool isDictionary = config.starts_with("{");
    if (isDictionary)
      attributes.push_back(hloAttribute("api_version", xla::Word{"API_VERSION_TYPED_FFI"}));
    attributes.push_back(hloAttribute("backend_config", std::string(config)));
  }
  define(op.results,
         add("custom-call", packedShape(op.results), use(op.operands), std::move(attributes)));
}

void HloExporter::writeBarrier(const Op& op) {
  const int32_t operand = pack(use(op.operands));
  define(op.results, add("opt-barrier", packedShape(op.results), {operand}));
}

Status HloExporter::writeTableOp(const Op& op) {
  const xla::OpcodeInfo* opcode = xla::hloOpcode(op.opcode);
  if (!opcode)
    return notSupported(op, "HLO has no such op; write the program as StableHLO, or replace the op "
                            "by ops that HLO has");
  StatusOr<xla::Attributes> attributes = hloForms(*opcode, program_, op);
  if (!attributes.ok())
    return notSupported(op, attributes.status().message());
  if (op.opcode == Opcode::TopK)
    attributes->push_back(hloAttribute("largest", true));
  const std::vector<std::string_view> names = calleeNames(op.opcode);
  for (size_t i = 0; i < op.regions.size(); ++i)
    attributes->push_back(callee(names[i], i));
  define(op.results,
         add(opcode->name, packedShape(op.results), use(op.operands), *std::move(attributes)));
  return okStatus();
}

Status HloExporter::writeOp(const Op& op) {
  using Write = void (HloExporter::*)(const Op&);
  static constexpr std::pair<Opcode, Write> kWriters[] = {
      {Opcode::Constant, &HloExporter::writeConstant},
      {Opcode::BroadcastInDim, &HloExporter::writeBroadcast},
      {Opcode::Square, &HloExporter::writeSquare},
      {Opcode::While, &HloExporter::writeWhile},
      {Opcode::If, &HloExporter::writeConditional},
      {Opcode::Case, &HloExporter::writeConditional},
      {Opcode::Call, &HloExporter::writeCall},
      {Opcode::CustomCall, &HloExporter::writeCustomCall},
      {Opcode::OptimizationBarrier, &HloExporter::writeBarrier}};
  for (const auto& [opcode, write] : kWriters)
    if (opcode == op.opcode) {
      (this->*write)(op);
      return okStatus();
    }
  return writeTableOp(op);
}

} // namespace lz::formats
