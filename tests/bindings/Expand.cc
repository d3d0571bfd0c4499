#include "Expand.h"

#include "Bodies.h"
#include "Values.h"
#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "semantics/shape/Infer.h"
#include "spec/Accuracy.h"

namespace lz::vectors {
namespace {

struct EnumCases {
  std::string_view name;
  absl::Span<const std::string_view> cases; // index: the value of the case
};
struct Default {
  Opcode opcode;
  std::string_view attr;
  int64_t number;
};
#include "spec/AttrValues.inc"

StatusOr<int64_t> caseNumber(const AttrInfo& info, const std::string& word) {
  for (const auto& [name, cases] : kEnums)
    if (name == info.enumName)
      if (auto found = absl::c_find(cases, word); found != cases.end())
        return found - cases.begin();
  return invalidArgument("'", word, "' is no case of ", std::string(info.enumName));
}

Ints numbersOf(const std::string& text) {
  Ints numbers;
  for (absl::string_view word : absl::StrSplit(text, ',', absl::SkipEmpty()))
    if (!absl::SimpleAtoi(word, &numbers.emplace_back()))
      numbers.clear();
  return numbers;
}

StatusOr<AttrValue> valueOf(const AttrInfo& info, const std::string& text) {
  if (info.kind == AttrKind::Enum) {
    LZ_ASSIGN_OR_RETURN(int64_t number, caseNumber(info, text));
    return AttrValue(number);
  }
  Ints numbers = numbersOf(text);
  if (info.kind == AttrKind::Ints)
    return AttrValue(std::move(numbers));
  if (numbers.size() != 1)
    return invalidArgument("'", text, "' of ", std::string(info.name), " is not one number");
  return AttrValue(numbers[0]);
}

// Returns the value that the C functions use if the attribute is not given.
AttrValue valueWithout(Opcode opcode, const AttrInfo& info) {
  for (const auto& [op, attr, number] : kDefaults)
    if (op == opcode && attr == info.name && !info.optional)
      return number;
  if (info.optional)
    return {};
  return info.kind == AttrKind::Ints ? AttrValue(Ints()) : AttrValue(int64_t(0));
}

class Expansion {
public:
  Expansion(const Case& source, const OpInfo& info, const Types& types)
      : source_(source), info_(info), op_{info.opcode} {
    vector_.source = source;
    vector_.types = types;
  }

  StatusOr<Vector> make() {
    addInputs();
    LZ_RETURN_IF_ERROR(addAttributes());
    LZ_RETURN_IF_ERROR(addRegions());
    LZ_RETURN_IF_ERROR(infer(op_, /*numResults=*/-1));
    program().body.results.assign(op_.results.begin(), op_.results.end());
    program().body.ops.push_back(std::move(op_));
    return std::move(vector_);
  }

private:
  Program& program() { return vector_.program; }

  void addInputs() {
    for (const CaseOperand& operand : source_.operands) {
      TensorType type{*dtypeOf(operand.dtype, vector_.types), operand.dims};
      ValueId value = program().addValue(type);
      program().body.params.push_back(value);
      if (operand.isCaptured)
        captured_.push_back(value);
      else
        op_.operands.push_back(value);
      size_t number = vector_.inputs.size();
      bool isPositive = cancellingTerms(info_.opcode) > 0;
      vector_.inputs.push_back(operand.values ? literalOf(type, *operand.values)
                               : info_.kind == OpKind::Elementwise
                                   ? elementwiseValues(type, number, isPositive)
                                   : plainValues(type, number));
    }
  }

  Status addAttributes() {
    for (const AttrInfo& info : info_.attrs)
      op_.attrs.push_back(valueWithout(info_.opcode, info));
    if (!op_.operands.empty())
      stated_.dtype = program().type(op_.operands[0]).dtype;
    for (const CaseAttribute& given : source_.attributes)
      LZ_RETURN_IF_ERROR(addAttribute(given));
    return okStatus();
  }

  Status addAttribute(const CaseAttribute& given) {
    if (given.name == "dtype") {
      stated_.dtype = dtypeOf(given.value, vector_.types).value_or(DType::Invalid);
      return okStatus();
    }
    if (given.name == "dims") {
      Ints dims = numbersOf(given.value);
      stated_.dims.assign(dims.begin(), dims.end());
      return okStatus();
    }
    for (size_t i = 0; i < info_.attrs.size(); ++i) {
      const AttrInfo& info = info_.attrs[i];
      if (info.name != given.name)
        continue;
      LZ_ASSIGN_OR_RETURN(op_.attrs[i], valueOf(info, given.value));
      return okStatus();
    }
    return invalidArgument("[", source_.op, "] has no attribute ", given.name);
  }

  TensorType scalarLike(size_t operand) {
    return {program().type(op_.operands[operand]).dtype, {}};
  }

  // Returns the types of operands first .. first + count - 1 twice: a b a b, or with `interleaved`
  // a a b b.
  std::vector<TensorType> pairsOf(size_t first, size_t count, bool interleaved) {
    std::vector<TensorType> types;
    for (size_t i = 0; i < 2 * count; ++i)
      types.push_back(scalarLike(first + (interleaved ? i / 2 : i % count)));
    return types;
  }

  std::vector<TensorType> parametersOf(size_t region) {
    const size_t n = op_.operands.size();
    switch (info_.opcode) {
    case Opcode::Reduce:
    case Opcode::ReduceWindow:
      return pairsOf(n / 2, n / 2, /*interleaved=*/false);
    case Opcode::Scatter:
      return pairsOf(0, n / 2, /*interleaved=*/false);
    case Opcode::SelectAndScatter:
      return pairsOf(region == 0 ? 0 : 2, 1, /*interleaved=*/false);
    case Opcode::Sort:
      return pairsOf(0, n, /*interleaved=*/true);
    default:
      break;
    }
    std::vector<TensorType> types;
    if (info_.opcode == Opcode::While || info_.opcode == Opcode::Call)
      for (ValueId operand : op_.operands)
        types.push_back(program().type(operand));
    return types;
  }

  Status addRegions() {
    for (size_t i = 0; i < source_.functions.size(); ++i) {
      LZ_ASSIGN_OR_RETURN(Region region, makeBody(program(), source_.functions[i].body,
                                                  parametersOf(i), captured_));
      for (Op& inner : region.ops)
        LZ_RETURN_IF_ERROR(infer(inner, int(inner.results.size())));
      op_.regions.push_back(std::move(region));
    }
    return okStatus();
  }

  // Infers the types of the results. If numResults is -1, also adds the results to the op.
  Status infer(Op& op, int numResults) {
    std::vector<const TensorType*> operands;
    for (ValueId operand : op.operands)
      operands.push_back(&program().type(operand));
    std::vector<shape::RegionType> regions;
    for (const Region& region : op.regions)
      regions.push_back({typesOf(region.params), typesOf(region.results)});
    bool isStated = opInfo(op.opcode).resultSpec != ResultSpec::Inferred;
    LZ_ASSIGN_OR_RETURN(
        shape::TypeList types,
        shape::inferTypes({op.opcode, operands, op.attrs, regions, isStated ? &stated_ : nullptr}));
    for (size_t i = 0; numResults < 0 && i < types.size(); ++i)
      op.results.push_back(program().addValue({}));
    for (size_t i = 0; i < op.results.size(); ++i)
      program().types[size_t(op.results[i])] = types[i];
    return okStatus();
  }

  std::vector<TensorType> typesOf(const std::vector<ValueId>& values) {
    std::vector<TensorType> types;
    for (ValueId value : values)
      types.push_back(program().type(value));
    return types;
  }

  const Case& source_;
  const OpInfo& info_;
  Vector vector_;
  Op op_;
  TensorType stated_;
  std::vector<ValueId> captured_;
};

bool uses(const Case& source, const std::string& letter) {
  return absl::c_any_of(source.operands, [&](const auto& o) { return o.dtype == letter; }) ||
         absl::c_any_of(source.attributes, [&](const auto& a) { return a.value == letter; });
}

// Returns false for combinations that test nothing new. Small types are only combined with f32, and
// indices other than s32 only with elements of f32.
bool isWorthwhile(const Types& types) {
  auto get = [&](const char* letter) {
    auto found = types.find(letter);
    return found == types.end() ? DType::F32 : found->second;
  };
  DType t = get("T"), u = get("U");
  bool isPlain = !isSmall(t) && !isSmall(u);
  bool indexed = types.contains("I") && get("I") != DType::S32;
  return (isPlain || t == DType::F32 || u == DType::F32) && (!indexed || t == DType::F32);
}

Status forEachTyping(const Case& source, const OpInfo& info, Types types, const char* letter,
                     int& found, Status& refusal, const std::function<Status(const Vector&)>& use) {
  if (*letter && !uses(source, {*letter}))
    return forEachTyping(source, info, types, letter + 1, found, refusal, use);
  if (*letter) {
    for (DType dtype : allDTypes()) {
      if (absl::c_linear_search(source.without, dtypeWord(dtype)))
        continue;
      types[{*letter}] = dtype;
      LZ_RETURN_IF_ERROR(forEachTyping(source, info, types, letter + 1, found, refusal, use));
    }
    return okStatus();
  }
  if (!isWorthwhile(types))
    return okStatus();
  StatusOr<Vector> vector = Expansion(source, info, types).make();
  if (!vector.ok()) {
    refusal = vector.status();
    return okStatus();
  }
  ++found;
  return use(*vector);
}

} // namespace

std::optional<DType> dtypeOf(const std::string& word, const Types& types) {
  auto found = types.find(word);
  return found == types.end() ? dtypeOfWord(word) : found->second;
}

Status forEachVector(const Case& source, const std::function<Status(const Vector&)>& use) {
  const OpInfo* info = findOp(source.op);
  if (!info)
    return invalidArgument("there is no op '", source.op, "'");
  for (const CaseOperand& operand : source.operands)
    if (!dtypeOfWord(operand.dtype) &&
        (operand.dtype.size() != 1 ||
         std::string_view(kLetters).find(operand.dtype) == std::string_view::npos))
      return invalidArgument("'", operand.dtype, "' is no element type");
  int found = 0;
  Status refusal;
  LZ_RETURN_IF_ERROR(forEachTyping(source, *info, {}, kLetters, found, refusal, use));
  return found ? okStatus() : refusal;
}

} // namespace lz::vectors
