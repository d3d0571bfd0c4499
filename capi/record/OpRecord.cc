// lz_op_record: records an op by name, with attributes by name.
#include "Counts.h"
#include "absl/algorithm/container.h"
#include "absl/strings/str_join.h"
#include "base/StatusDetails.h"
#include "lazuli/op.h"
#include "record/OpArguments.h"

using namespace lz;
using namespace lz::capi;

namespace {

struct EnumCases {
  std::string_view name;
  absl::Span<const std::string_view> cases; // indexed by the enumerator
};

struct Default {
  Opcode opcode;
  std::string_view attr;
  int64_t number;
};

#include "spec/AttrValues.inc"

absl::Span<const std::string_view> casesOf(const AttrInfo& info) {
  for (const auto& [name, cases] : kEnums)
    if (name == info.enumName)
      return cases;
  return {};
}

// Returns the default of the attribute.
int64_t defaultOf(Opcode opcode, const AttrInfo& info) {
  for (const auto& [op, attr, number] : kDefaults)
    if (op == opcode && attr == info.name)
      return number;
  return 0;
}

struct Stated {
  TensorType type{DType::Invalid, {}};
  bool hasDType = false, hasDims = false;
};

StatusOr<const OpInfo*> opNamed(const char* name) {
  if (!name)
    return invalidArgument("name is NULL; pass the name of an op");
  const OpInfo* info = findOp(name);
  if (!info)
    return absl::NotFoundError(
        absl::StrCat("there is no op \"", name, "\"; ops.json lists all ops"));
  if (info->opcode == Opcode::Constant || info->opcode == Opcode::CustomCall)
    return unimplemented("[", std::string(info->name), "] is recorded by a function of its own: ",
                         info->opcode == Opcode::Constant ? "lz_constant" : "lz_host_call");
  return info;
}

Status checkAttribute(const lz_attribute& given) {
  if (!given.name)
    return invalidArgument("an attribute has no name");
  LZ_RETURN_IF_ERROR(checkReserved(given.reserved, "lz_attribute.reserved"));
  if (given.kind == LZ_ATTRIBUTE_INTEGERS)
    return checkCount(given.data, given.size, kMaxNumbers, given.name);
  if (given.kind == LZ_ATTRIBUTE_TEXT)
    return checkCount(given.data, given.size == SIZE_MAX ? 1 : given.size, kMaxTextBytes,
                      given.name);
  if (given.kind != LZ_ATTRIBUTE_INTEGER)
    return invalidArgument("the kind of attribute ", given.name, " is ", given.kind,
                           "; use LZ_ATTRIBUTE_*");
  return okStatus();
}

Ints numbersOf(const lz_attribute& given) {
  auto* numbers = static_cast<const int64_t*>(given.data);
  return Ints(numbers, numbers + given.size);
}

std::string textOf(const lz_attribute& given) {
  auto* text = static_cast<const char*>(given.data);
  return given.size == SIZE_MAX ? std::string(text) : std::string(text, given.size);
}

Status wrongKind(const lz_attribute& given, const char* needed) {
  return invalidArgument("attribute ", given.name, " needs ", needed);
}

std::string list(absl::Span<const std::string_view> names) {
  return absl::StrJoin(names, ", ",
                       [](std::string* out, std::string_view name) { out->append(name); });
}

// Reads an enumerator that the caller passes by name or by number.
StatusOr<int64_t> caseOf(const AttrInfo& info, const lz_attribute& given) {
  absl::Span<const std::string_view> cases = casesOf(info);
  if (given.kind == LZ_ATTRIBUTE_INTEGER) {
    if (given.integer >= 0 && given.integer < int64_t(cases.size()))
      return given.integer;
    return invalidArgument("attribute ", given.name, " is ", given.integer, "; use 0 to ",
                           cases.size() - 1);
  }
  if (given.kind != LZ_ATTRIBUTE_TEXT)
    return wrongKind(given, "LZ_ATTRIBUTE_INTEGER or LZ_ATTRIBUTE_TEXT");
  std::string name = textOf(given);
  auto found = absl::c_find(cases, name);
  if (found == cases.end())
    return invalidArgument("attribute ", given.name, " is \"", name, "\"; use one of ",
                           list(cases));
  return found - cases.begin();
}

StatusOr<AttrValue> valueOf(Opcode opcode, const AttrInfo& info, const lz_attribute& given) {
  switch (info.kind) {
  case AttrKind::Enum: {
    LZ_ASSIGN_OR_RETURN(int64_t value, caseOf(info, given));
    return numberAttr(value, info.optional);
  }
  case AttrKind::Bool:
  case AttrKind::Int:
    if (given.kind != LZ_ATTRIBUTE_INTEGER)
      return wrongKind(given, "LZ_ATTRIBUTE_INTEGER");
    if (info.kind == AttrKind::Bool)
      LZ_RETURN_IF_ERROR(checkFlag(given.integer, given.name));
    return numberAttr(given.integer, info.optional, defaultOf(opcode, info));
  case AttrKind::Ints:
    if (given.kind != LZ_ATTRIBUTE_INTEGERS)
      return wrongKind(given, "LZ_ATTRIBUTE_INTEGERS");
    return info.optional && given.size == 0 ? AttrValue() : AttrValue(numbersOf(given));
  default:
    return invalidArgument("lz_op_record cannot set attribute ", given.name,
                           ": call the function of the op instead");
  }
}

// Reads an attribute that states the type of the result. Returns false if `given` is any other
// attribute.
StatusOr<bool> state(const OpInfo& info, const lz_attribute& given, Stated& stated) {
  bool takesDType = info.resultSpec == ResultSpec::DType || info.resultSpec == ResultSpec::Type;
  bool takesDims = info.resultSpec == ResultSpec::Shape || info.resultSpec == ResultSpec::Type;
  if (takesDType && given.name == std::string_view("dtype")) {
    if (given.kind != LZ_ATTRIBUTE_INTEGER)
      return wrongKind(given, "LZ_ATTRIBUTE_INTEGER");
    if (std::exchange(stated.hasDType, true))
      return invalidArgument("attribute dtype is given twice");
    // A number that does not fit into lz_dtype must not become a valid dtype by truncation.
    bool fits = given.integer == lz_dtype(given.integer);
    stated.type.dtype =
        fits && isValid(DType(given.integer)) ? DType(given.integer) : DType::Invalid;
    return true;
  }
  if (!takesDims || given.name != std::string_view("dims"))
    return false;
  if (given.kind != LZ_ATTRIBUTE_INTEGERS)
    return wrongKind(given, "LZ_ATTRIBUTE_INTEGERS");
  if (std::exchange(stated.hasDims, true))
    return invalidArgument("attribute dims is given twice");
  auto* dims = static_cast<const int64_t*>(given.data);
  LZ_RETURN_IF_ERROR(checkRank(dims, given.size));
  stated.type.dims.assign(dims, dims + given.size);
  return true;
}

Status unknownAttribute(const OpInfo& info, const lz_attribute& given) {
  std::vector<std::string_view> names;
  for (const AttrInfo& attr : info.attrs)
    names.push_back(attr.name);
  std::string known = list(names);
  return invalidArgument("[", std::string(info.name), "] has no attribute ", given.name,
                         known.empty() ? "" : "; it has ", known);
}

// Handles are checked before names, so that an error in a handle is reported first.
Status checkHandles(lz_device* device, absl::Span<lz_tensor* const> operands,
                    absl::Span<lz_function* const> functions) {
  if (device)
    LZ_RETURN_IF_ERROR(check(device, "device"));
  for (size_t i = 0; i < operands.size(); ++i)
    if (Status status = check(operands[i], "an operand"); !status.ok())
      return withOperand(std::move(status), int32_t(i));
  for (lz_function* function : functions)
    LZ_RETURN_IF_ERROR(check(function, "a function"));
  return okStatus();
}

// Returns the value of a required attribute that the caller leaves out. A list becomes an empty
// list, and a number gets its default. An attribute without a default stays unset, and shape
// inference rejects it.
AttrValue leftOut(Opcode opcode, const AttrInfo& info) {
  if (info.kind == AttrKind::Ints)
    return AttrValue(Ints());
  int64_t number = defaultOf(opcode, info);
  return number == 0 ? AttrValue() : AttrValue(number);
}

// Returns the attributes in the order of the op. Missing ones get their defaults.
StatusOr<Attrs> gather(const OpInfo& info, absl::Span<const lz_attribute> given, Stated& stated) {
  Attrs attrs(info.attrs.size());
  std::vector<bool> seen(info.attrs.size());
  for (const lz_attribute& attribute : given) {
    LZ_RETURN_IF_ERROR(checkAttribute(attribute));
    LZ_ASSIGN_OR_RETURN(bool isStated, state(info, attribute, stated));
    if (isStated)
      continue;
    auto found =
        absl::c_find_if(info.attrs, [&](auto& attr) { return attr.name == attribute.name; });
    if (found == info.attrs.end())
      return unknownAttribute(info, attribute);
    size_t position = size_t(found - info.attrs.begin());
    if (seen[position])
      return invalidArgument("attribute ", attribute.name, " is given twice");
    seen[position] = true;
    LZ_ASSIGN_OR_RETURN(attrs[position], valueOf(info.opcode, *found, attribute));
  }
  for (size_t i = 0; i < attrs.size(); ++i)
    if (!seen[i] && !info.attrs[i].optional)
      attrs[i] = leftOut(info.opcode, info.attrs[i]);
  return attrs;
}

// Adds the op and the caller's location to an error about an attribute, as shape inference does.
Status placedAt(const OpInfo& info, const lz_op_options* options, const Status& status) {
  std::string message(status.message());
  if (message[0] != '[')
    message = absl::StrCat("[", std::string(info.name), "] ", message);
  return placed(info.opcode, options, withMessage(status, message));
}

// If the caller states no element type for a contraction, uses the operands' type.
void completeType(const OpInfo& info, absl::Span<lz_tensor* const> operands, Stated& stated) {
  if (info.kind == OpKind::Contraction && !stated.hasDType && !operands.empty() && isA(operands[0]))
    stated.type.dtype = resultOf(operands[0]).type.dtype;
}

} // namespace

lz_status* lz_op_record(lz_device* device, const char* name, lz_tensor* const* operands,
                        size_t num_operands, const lz_attribute* attributes, size_t num_attributes,
                        lz_function* const* functions, size_t num_functions,
                        const lz_op_options* options, lz_tensor** outs, size_t num_outs) {
  return guarded("lz_op_record", [&]() -> Status {
    LZ_RETURN_IF_ERROR(checkCount(outs, num_outs, kMaxTensors, "outs"));
    std::fill_n(outs, num_outs, nullptr);
    LZ_RETURN_IF_ERROR(checkCount(operands, num_operands, kMaxTensors, "operands"));
    LZ_RETURN_IF_ERROR(checkCount(attributes, num_attributes, kMaxNumbers, "attributes"));
    LZ_RETURN_IF_ERROR(checkCount(functions, num_functions, kMaxTensors, "functions"));
    LZ_RETURN_IF_ERROR(checkHandles(device, {operands, num_operands}, {functions, num_functions}));
    LZ_ASSIGN_OR_RETURN(const OpInfo* info, opNamed(name));
    Stated stated;
    StatusOr<Attrs> attrs = gather(*info, {attributes, num_attributes}, stated);
    if (!attrs.ok())
      return placedAt(*info, options, attrs.status());
    completeType(*info, {operands, num_operands}, stated);
    absl::InlinedVector<lz_tensor**, 1> places;
    for (size_t i = 0; i < num_outs; ++i)
      places.push_back(outs + i);
    bool isStated = info->resultSpec != ResultSpec::Inferred;
    return recordOp({.opcode = info->opcode,
                     .operands = {operands, num_operands},
                     .attrs = *std::move(attrs),
                     .stated = isStated ? &stated.type : nullptr,
                     .regions = {functions, num_functions},
                     .options = options,
                     .outs = absl::MakeSpan(places),
                     .device = device});
  });
}
