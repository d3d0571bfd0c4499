#include "formats/xla/text/ParseComputation.h"

#include "formats/xla/text/AttributeText.h"
#include "formats/xla/text/Literals.h"
#include "formats/xla/text/ParseShape.h"

#include <map>

namespace lz::xla {
namespace {

constexpr int kMaxDepth = 64;

class BodyParser {
public:
  BodyParser(ParserState& state, std::string_view name, Place place)
      : state_(state), scanner_(state.scanner) {
    computation_.name = name;
    computation_.place = place;
  }

  StatusOr<int32_t> run();

private:
  Status parseStatement();
  // Parses the text after the name and "=".
  StatusOr<int32_t> parseInstruction(std::string name, Place place, std::optional<Shape> shape);
  Status parseOpcode(Instruction& instruction);
  Status parseOperands(Instruction& instruction);
  StatusOr<int32_t> parseOperand();
  StatusOr<int32_t> parseNested(std::optional<Shape> shape);
  StatusOr<int32_t> select(int32_t tuple);
  Status parseAttributes(Instruction& instruction);
  StatusOr<AttributeValue> parseValue(const AttributeInfo& info);
  StatusOr<int32_t> parseCallee(std::string_view what);
  StatusOr<Computations> parseCallees(std::string_view what);
  StatusOr<Instructions> parsePredecessors(std::string_view what);
  StatusOr<int32_t> add(Instruction instruction);
  StatusOr<int32_t> findInstruction(std::string_view name, Place place) const;
  std::string freshName(std::string_view base) const;
  // Makes the computation that `instruction` runs asynchronously. It contains an instruction with
  // the opcode `wrapped`.
  Status wrapAsync(Instruction& instruction, const OpcodeInfo& wrapped);

  ParserState& state_;
  Scanner& scanner_;
  Computation computation_;
  bool hasRoot_ = false;
  HashMap<std::string, int32_t> ids_;
  std::map<std::pair<int32_t, int64_t>, int32_t> elements_; // key: tuple and index
  const OpcodeInfo* wrapped_ = nullptr; // opcode that the current instruction runs
};

StatusOr<int32_t> BodyParser::run() {
  while (!scanner_.atEnd() && scanner_.peek() != '}')
    LZ_RETURN_IF_ERROR(parseStatement());
  if (computation_.instructions.empty())
    return scanner_.error("computation ", computation_.name, " has no instructions");
  return state_.add(std::move(computation_));
}

Status BodyParser::parseStatement() {
  bool isRoot = scanner_.acceptWord("ROOT");
  Place place = scanner_.place();
  LZ_ASSIGN_OR_RETURN(std::string_view name, scanner_.name("the name of an instruction"));
  LZ_RETURN_IF_ERROR(scanner_.expect("=", absl::StrCat("after the name ", detail::piece(name))));
  LZ_ASSIGN_OR_RETURN(int32_t id, parseInstruction(std::string(name), place, {}));
  if (isRoot || !hasRoot_) // without ROOT, the last instruction is the root
    computation_.rootId = id;
  hasRoot_ |= isRoot;
  return okStatus();
}

StatusOr<int32_t> BodyParser::parseInstruction(std::string name, Place place,
                                               std::optional<Shape> shape) {
  Instruction instruction;
  instruction.name = std::move(name);
  instruction.place = place;
  if (!shape && shapeIsNext(scanner_)) {
    LZ_ASSIGN_OR_RETURN(shape, parseShape(scanner_));
  }
  if (shape)
    instruction.shape = *shape;
  LZ_RETURN_IF_ERROR(parseOpcode(instruction));
  const OpcodeInfo* wrapped = std::exchange(wrapped_, nullptr);
  LZ_RETURN_IF_ERROR(scanner_.expect("(", "before the operands"));
  LZ_RETURN_IF_ERROR(parseOperands(instruction));
  wrapped_ = wrapped;
  LZ_RETURN_IF_ERROR(parseAttributes(instruction));
  if (!shape) {
    LZ_ASSIGN_OR_RETURN(instruction.shape, impliedShape(state_, computation_, instruction));
  }
  if (wrapped)
    LZ_RETURN_IF_ERROR(wrapAsync(instruction, *wrapped));
  wrapped_ = nullptr;
  return add(std::move(instruction));
}

Status BodyParser::parseOpcode(Instruction& instruction) {
  Place place = scanner_.place();
  std::string_view word = scanner_.word();
  instruction.opcode = findOpcode(word);
  if (instruction.opcode)
    return okStatus();
  for (std::string_view suffix : {"-start", "-update", "-done"}) {
    if (!word.ends_with(suffix))
      continue;
    wrapped_ = findOpcode(word.substr(0, word.size() - suffix.size()));
    if (wrapped_ && wrapped_->numOperands == 0) // parameters and constants have no -start
      wrapped_ = nullptr;
    instruction.opcode =
        wrapped_ ? findOpcode(absl::StrCat("async", detail::piece(suffix))) : nullptr;
  }
  if (instruction.opcode)
    return okStatus();
  return scanner_.error(place, "instruction ", instruction.name, ": unknown opcode '", word,
                        "'; an opcode follows the shape, as in f32[2] add(a, b)");
}

Status BodyParser::parseOperands(Instruction& instruction) {
  if (instruction.opcode->name == "parameter") {
    LZ_ASSIGN_OR_RETURN(instruction.parameterNumber, scanner_.integer("the parameter's number"));
    return scanner_.expect(")", "after the number of a parameter");
  }
  if (instruction.opcode->name == "constant") {
    LZ_ASSIGN_OR_RETURN(instruction.literal, parseLiteral(scanner_, instruction.shape));
    return scanner_.expect(")", "after the value of a constant");
  }
  while (!scanner_.accept(")")) {
    if (!instruction.operandIds.empty())
      LZ_RETURN_IF_ERROR(scanner_.expect(",", "between operands"));
    LZ_ASSIGN_OR_RETURN(int32_t id, parseOperand());
    instruction.operandIds.push_back(id);
  }
  return okStatus();
}

StatusOr<int32_t> BodyParser::parseOperand() {
  Place place = scanner_.place();
  std::optional<Shape> shape;
  if (shapeIsNext(scanner_)) {
    LZ_ASSIGN_OR_RETURN(shape, parseShape(scanner_));
  }
  Scanner ahead = scanner_;
  bool isNested = !ahead.word().empty() && ahead.peek() == '(';
  if (isNested)
    return parseNested(std::move(shape));
  Place namePlace = scanner_.place();
  LZ_ASSIGN_OR_RETURN(std::string_view name, scanner_.name("an operand"));
  LZ_ASSIGN_OR_RETURN(int32_t id, findInstruction(name, namePlace));
  while (scanner_.peek() == '#') {
    LZ_ASSIGN_OR_RETURN(id, select(id));
  }
  const Instruction& operand = computation_.instructions[size_t(id)];
  if (shape && !sameWithoutLayout(*shape, operand.shape))
    return scanner_.error(place, "operand ", name, " has the shape ",
                          printShapeWithoutLayout(operand.shape), ", not ",
                          printShapeWithoutLayout(*shape));
  return id;
}

StatusOr<int32_t> BodyParser::parseNested(std::optional<Shape> shape) {
  if (++state_.depth > kMaxDepth)
    return scanner_.error("operands nest deeper than ", kMaxDepth, " levels; give them names");
  Place place = scanner_.place();
  LZ_ASSIGN_OR_RETURN(int32_t id,
                      parseInstruction(freshName(scanner_.peekWord()), place, std::move(shape)));
  --state_.depth;
  return id;
}

StatusOr<int32_t> BodyParser::select(int32_t tuple) {
  Place place = scanner_.place();
  scanner_.accept("#");
  LZ_ASSIGN_OR_RETURN(int64_t index, scanner_.integer("the number of an element"));
  const Instruction& from = computation_.instructions[size_t(tuple)];
  if (!from.shape.isTuple() || index < 0 || index >= int64_t(from.shape.tupleShapes.size()))
    return scanner_.error(place, from.name, " of shape ", printShapeWithoutLayout(from.shape),
                          " has no element ", index);
  auto [known, isNew] = elements_.try_emplace({tuple, index}, 0);
  if (!isNew)
    return known->second;
  Instruction element;
  element.name = freshName(absl::StrCat(from.name, ".", index));
  element.opcode = findOpcode("get-tuple-element");
  LZ_RETURN_IF_ERROR(chargeImplied(state_, place, from.shape.tupleShapes[size_t(index)], 0));
  element.shape = from.shape.tupleShapes[size_t(index)];
  element.operandIds = {tuple};
  element.attributes.push_back({findAttributeInfo("index"), index, place});
  element.place = place;
  LZ_ASSIGN_OR_RETURN(int32_t id, add(std::move(element)));
  return elements_[{tuple, index}] = id;
}

Status BodyParser::parseAttributes(Instruction& instruction) {
  const OpcodeInfo& opcode = wrapped_ ? *wrapped_ : *instruction.opcode;
  while (scanner_.accept(",")) {
    Place place = scanner_.place();
    std::string_view name = scanner_.word();
    const AttributeInfo* info = findAttributeInfo(name);
    if (!info || !(opcode.takes(name) || instruction.opcode->takes(name)))
      return scanner_.error(place, "instruction ", instruction.name, ": ", opcode.name,
                            " has no attribute '", name, "'; take it out");
    for (const Attribute& other : instruction.attributes)
      if (other.info == info)
        return scanner_.error(place, "instruction ", instruction.name, ": attribute ", name,
                              " occurs twice");
    LZ_RETURN_IF_ERROR(scanner_.expect("=", absl::StrCat("after ", detail::piece(name))));
    LZ_ASSIGN_OR_RETURN(AttributeValue value, parseValue(*info));
    instruction.attributes.push_back({info, std::move(value), place});
  }
  return okStatus();
}

StatusOr<AttributeValue> BodyParser::parseValue(const AttributeInfo& info) {
  switch (info.kind) {
  case AttributeKind::Computation:
  case AttributeKind::Computations: {
    Place place = scanner_.place();
    LZ_ASSIGN_OR_RETURN(Computations callees, parseCallees(info.name));
    if (info.kind == AttributeKind::Computation && callees.ids.size() != 1)
      return scanner_.error(place, info.name, " takes one computation");
    return callees;
  }
  case AttributeKind::Instructions:
    return parsePredecessors(info.name);
  default:
    return parseAttributeValue(scanner_, info);
  }
}

StatusOr<Computations> BodyParser::parseCallees(std::string_view what) {
  Computations callees;
  Scanner ahead = scanner_;
  // A brace begins either a list of names, or the instructions of one computation.
  bool isBody = ahead.accept("{") &&
                (ahead.acceptWord("ROOT") || (ahead.name(what).ok() && ahead.peek() == '='));
  if (scanner_.peek() != '{' || isBody) {
    LZ_ASSIGN_OR_RETURN(callees.ids.emplace_back(), parseCallee(what));
    return callees;
  }
  scanner_.accept("{");
  while (!scanner_.accept("}")) {
    if (!callees.ids.empty())
      LZ_RETURN_IF_ERROR(scanner_.expect(",", "between computations"));
    LZ_ASSIGN_OR_RETURN(callees.ids.emplace_back(), parseCallee(what));
  }
  return callees;
}

StatusOr<int32_t> BodyParser::parseCallee(std::string_view what) {
  Place place = scanner_.place();
  if (scanner_.accept("{")) {
    if (++state_.depth > kMaxDepth)
      return scanner_.error(place, "bodies nest deeper than ", kMaxDepth,
                            " levels; write them as computations with names");
    std::string name = state_.freshComputationName(what);
    LZ_ASSIGN_OR_RETURN(int32_t id, parseComputationBody(state_, name, place));
    --state_.depth;
    LZ_RETURN_IF_ERROR(scanner_.expect("}", "at the end of a computation"));
    return id;
  }
  LZ_ASSIGN_OR_RETURN(std::string_view name, scanner_.name("the name of a computation"));
  auto found = state_.computationIds.find(std::string(detail::piece(name)));
  if (found == state_.computationIds.end())
    return scanner_.error(place, "there is no computation ", name, " before this; ", what,
                          " must name one that is defined above");
  return found->second;
}

StatusOr<Instructions> BodyParser::parsePredecessors(std::string_view what) {
  Instructions result;
  LZ_RETURN_IF_ERROR(scanner_.expect("{", absl::StrCat("for ", detail::piece(what))));
  while (!scanner_.accept("}")) {
    if (!result.ids.empty())
      LZ_RETURN_IF_ERROR(scanner_.expect(",", "between instructions"));
    Place place = scanner_.place();
    LZ_ASSIGN_OR_RETURN(std::string_view name, scanner_.name("an instruction"));
    LZ_ASSIGN_OR_RETURN(result.ids.emplace_back(), findInstruction(name, place));
  }
  return result;
}

StatusOr<int32_t> BodyParser::findInstruction(std::string_view name, Place place) const {
  auto found = ids_.find(std::string(detail::piece(name)));
  if (found == ids_.end())
    return scanner_.error(place, "there is no instruction ", name, " before this in computation ",
                          computation_.name);
  return found->second;
}

StatusOr<int32_t> BodyParser::add(Instruction instruction) {
  int32_t id = int32_t(computation_.instructions.size());
  if (!ids_.try_emplace(instruction.name, id).second)
    return scanner_.error(instruction.place, "instruction ", instruction.name,
                          " is defined twice in computation ", computation_.name,
                          "; rename one of them");
  computation_.instructions.push_back(std::move(instruction));
  return id;
}

std::string BodyParser::freshName(std::string_view base) const {
  std::string name = absl::StrCat(detail::piece(base), ".", computation_.instructions.size());
  while (ids_.contains(name))
    name += "_";
  return name;
}

Status BodyParser::wrapAsync(Instruction& instruction, const OpcodeInfo& wrapped) {
  if (instruction.opcode->name != "async-start") {
    instruction.attributes.clear();
    return okStatus();
  }
  if (!instruction.shape.isTuple() || instruction.shape.tupleShapes.size() < 2)
    return scanner_.error(instruction.place, "instruction ", instruction.name,
                          ": the shape must be ((operands), result, ...), found ",
                          printShapeWithoutLayout(instruction.shape));
  Computation body;
  body.name = state_.freshComputationName(absl::StrCat("async_", instruction.name));
  body.place = instruction.place;
  Instruction inner;
  inner.opcode = &wrapped;
  inner.name = absl::StrCat(wrapped.name, ".", instruction.operandIds.size());
  inner.shape = instruction.shape.tupleShapes[1];
  Attributes outer = {{findAttributeInfo("calls"), {}, instruction.place}};
  for (Attribute& attribute : instruction.attributes) // control-predecessors stays outside
    (attribute.info->kind == AttributeKind::Instructions ? outer : inner.attributes)
        .push_back(std::move(attribute));
  inner.place = instruction.place;
  for (int32_t operand : instruction.operandIds) {
    int32_t number = int32_t(inner.operandIds.size());
    Instruction parameter;
    parameter.name = absl::StrCat("param_", number);
    parameter.opcode = findOpcode("parameter");
    parameter.shape = computation_.instructions[size_t(operand)].shape;
    parameter.parameterNumber = number;
    parameter.place = instruction.place;
    inner.operandIds.push_back(number);
    body.instructions.push_back(std::move(parameter));
  }
  body.rootId = int32_t(body.instructions.size());
  body.instructions.push_back(std::move(inner));
  LZ_ASSIGN_OR_RETURN(int32_t id, state_.add(std::move(body)));
  outer.front().value = Computations{{id}};
  instruction.attributes = std::move(outer);
  return okStatus();
}

} // namespace

StatusOr<int32_t> ParserState::add(Computation computation) {
  int32_t id = int32_t(module.computations.size());
  if (!computationIds.try_emplace(computation.name, id).second)
    return scanner.error(computation.place, "computation ", computation.name,
                         " is defined twice; rename one of them");
  module.computations.push_back(std::move(computation));
  return id;
}

std::string ParserState::freshComputationName(std::string_view base) const {
  std::string name = absl::StrCat(detail::piece(base), ".", module.computations.size());
  while (computationIds.contains(name))
    name += "_";
  return name;
}

StatusOr<int32_t> parseComputationBody(ParserState& state, std::string_view name, Place place) {
  return BodyParser(state, name, place).run();
}

} // namespace lz::xla
