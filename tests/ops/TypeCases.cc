#include "TypeCases.h"

#include "CaseFiles.h"
#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "formats/stablehlo/StableHloText.h"
#include "semantics/shape/Infer.h"
#include "spec/Clone.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lz::test {
namespace {

constexpr DType kTypes[] = {DType::Pred, DType::S8,  DType::S16, DType::S32, DType::S64,
                            DType::U8,   DType::U16, DType::U32, DType::U64, DType::F16,
                            DType::BF16, DType::F32, DType::F64, DType::C64, DType::C128};
constexpr DType kFewDTypes[] = {DType::Pred, DType::S8,  DType::S32, DType::U8,  DType::U32,
                                DType::BF16, DType::F32, DType::F64, DType::C64, DType::C128};
// The types that are tried for two operands that one body combines, each with a type of its own.
constexpr DType kVariadicDTypes[] = {DType::S8,  DType::S32, DType::BF16,
                                     DType::F32, DType::F64, DType::C64};
constexpr size_t kMostSlots = 5, kManySlots = 5, kMostVariadicSlots = 7;

// A part of a program whose element type can be varied: a parameter, all parameters of a region
// that have the same type at first, or the stated result.
struct Slot {
  enum Kind { Param, RegionParams, Stated } kind;
  size_t index = 0;             // index of the parameter, or of the region
  DType dtype = DType::Invalid; // for RegionParams: those that have this type at first
};

// A program of one op. Before the op there are the constants that its regions capture.
struct Pattern {
  Program program;
  std::vector<Slot> slots;

  Op& op() { return program.body.ops.back(); }
  const Op& op() const { return program.body.ops.back(); }
};

bool statesDType(const OpInfo& info) {
  return info.resultSpec == ResultSpec::DType || info.resultSpec == ResultSpec::Type;
}

// Returns true for ops whose region parameters have the types of the operands: loops and calls.
bool followOperands(const OpInfo& info) {
  return info.kind == OpKind::Control;
}

void addSlots(Pattern& pattern) {
  for (size_t i = 0; i < pattern.program.body.params.size(); ++i)
    pattern.slots.push_back({Slot::Param, i});
  const Op& op = pattern.op();
  const OpInfo& info = opInfo(op.opcode);
  for (size_t r = 0; r < op.regions.size() && !followOperands(info); ++r) {
    std::vector<DType> seen;
    for (ValueId param : op.regions[r].params) {
      DType dtype = pattern.program.type(param).dtype;
      if (absl::c_linear_search(seen, dtype))
        continue;
      seen.push_back(dtype);
      pattern.slots.push_back({Slot::RegionParams, r, dtype});
    }
  }
  if (statesDType(info))
    pattern.slots.push_back({Slot::Stated});
}

// Returns a program of `op` alone. Its operands become parameters, and so do the values that its
// regions capture, except constants.
Pattern isolated(const Program& source, const Op& op) {
  Pattern pattern;
  Program& program = pattern.program;
  Cloner cloner(source, program);
  for (const Region& region : op.regions)
    for (ValueId captured : capturesOf(region)) {
      if (cloner.lookup(captured) != Cloner::kNoValue)
        continue;
      auto definition = absl::c_find_if(source.body.ops, [&](const Op& other) {
        return other.opcode == Opcode::Constant && other.results[0] == captured;
      });
      if (definition != source.body.ops.end()) {
        cloner.cloneOps({*definition}, program.body.ops);
        continue;
      }
      program.body.params.push_back(program.addValue(source.type(captured)));
      cloner.bind(captured, program.body.params.back());
    }
  Op copy{op.opcode, {}, {}, op.attrs};
  for (ValueId operand : op.operands) {
    copy.operands.push_back(program.addValue(source.type(operand)));
    program.body.params.push_back(copy.operands.back());
  }
  for (const Region& region : op.regions)
    copy.regions.push_back(cloner.cloneRegion(region));
  for (ValueId result : op.results)
    copy.results.push_back(program.addValue(source.type(result)));
  program.body.results.assign(copy.results.begin(), copy.results.end());
  program.body.ops.push_back(std::move(copy));
  addSlots(pattern);
  return pattern;
}

// Converts [5,8] to [5,2]. If the widths of the types differ, the wider side must have no last
// dimension, or one that fits.
std::vector<Pattern> elementwisePatterns(const OpInfo& info) {
  std::vector<Pattern> patterns;
  for (int64_t last : {8, 4, 2}) {
    Program program;
    Op op{info.opcode, {}, {}, Attrs(info.attrs.size())};
    for (size_t i = 0; i < info.attrs.size(); ++i)
      if (!info.attrs[i].optional)
        op.attrs[i] = int64_t(1);
    for (int i = 0; i < info.numOperands; ++i)
      op.operands.push_back(program.addValue({DType::F32, {5, last}}));
    op.results.push_back(program.addValue({DType::F32, {5, last}}));
    patterns.push_back(isolated(program, op));
  }
  return patterns;
}

// Adds a pattern for each place where the op occurs, including bodies of other ops.
void addPatterns(const Program& source, const std::vector<Op>& ops, Opcode opcode,
                 std::vector<Pattern>& patterns) {
  for (const Op& op : ops) {
    if (op.opcode == opcode)
      patterns.push_back(isolated(source, op));
    for (const Region& region : op.regions)
      addPatterns(source, region.ops, opcode, patterns);
  }
}

std::vector<Program> parsedFiles() {
  std::vector<Program> programs;
  for (const CaseProgram& file : readCaseFiles(LZ_OPS_CASES)) {
    std::string text = absl::StrReplaceAll(file.text, {{"$T", "f32"}});
    StatusOr<Program> program = formats::parseStableHlo(text, file.name);
    if (!program.ok()) // if $T must be an integer type
      program = formats::parseStableHlo(absl::StrReplaceAll(file.text, {{"$T", "i8"}}), file.name);
    if (program.ok())
      programs.push_back(*std::move(program));
  }
  return programs;
}

std::vector<Pattern> patternsInFiles(Opcode opcode) {
  static const std::vector<Program> programs = parsedFiles();
  std::vector<Pattern> patterns;
  for (const Program& program : programs)
    addPatterns(program, program.body.ops, opcode, patterns);
  return patterns;
}

int64_t numElements(const Program& program) {
  int64_t count = 0;
  for (const TensorType& type : program.types)
    count += type.numElements();
  return count;
}

// Returns true if the body combines elements of two operands, and the type of each is a slot.
bool isVariadic(const Pattern& pattern) {
  return pattern.op().results.size() == 2 && absl::c_count_if(pattern.slots, [](const Slot& slot) {
                                               return slot.kind == Slot::RegionParams;
                                             }) == 2;
}

// Returns the patterns with the fewest slots, beginning with the smallest programs.
std::vector<Pattern> simplest(std::vector<Pattern> patterns, size_t mostSlots) {
  size_t fewest = mostSlots;
  for (const Pattern& pattern : patterns)
    fewest = std::min(fewest, pattern.slots.size());
  std::multimap<int64_t, Pattern> bySize; // those of equal size keep their order
  for (Pattern& pattern : patterns)
    if (pattern.slots.size() == fewest)
      bySize.emplace(numElements(pattern.program), std::move(pattern));
  std::vector<Pattern> sorted;
  for (auto& [size, pattern] : bySize)
    sorted.push_back(std::move(pattern));
  return sorted;
}

// Returns the simplest patterns of the op. If none of them is variadic, adds the simplest variadic
// one.
std::vector<Pattern> patternsOf(Opcode opcode) {
  const OpInfo& info = opInfo(opcode);
  std::vector<Pattern> patterns =
      info.kind == OpKind::Elementwise ? elementwisePatterns(info) : patternsInFiles(opcode);
  std::vector<Pattern> variadic;
  absl::c_copy_if(patterns, std::back_inserter(variadic), isVariadic);
  patterns = simplest(std::move(patterns), kMostSlots);
  variadic = simplest(std::move(variadic), kMostVariadicSlots);
  if (!variadic.empty() && absl::c_none_of(patterns, isVariadic))
    patterns.push_back(std::move(variadic.front()));
  return patterns;
}

// Finds types of results from those of operands and parameters, from the inside out.
class Typing {
public:
  explicit Typing(Program& program) : program_(program) {}

  bool infer(Op& op) {
    const OpInfo& info = opInfo(op.opcode);
    for (Region& region : op.regions) {
      if (followOperands(info) && region.params.size() == op.operands.size())
        for (size_t i = 0; i < region.params.size(); ++i)
          program_.types[size_t(region.params[i])] = program_.type(op.operands[i]);
      for (Op& inner : region.ops)
        if (!infer(inner))
          return false;
    }
    std::vector<const TensorType*> operands;
    for (ValueId operand : op.operands)
      operands.push_back(&program_.type(operand));
    std::vector<shape::RegionType> regions;
    for (const Region& region : op.regions)
      regions.push_back({typesOf(region.params), typesOf(region.results)});
    TensorType stated = op.results.empty() ? TensorType() : program_.type(op.results[0]);
    StatusOr<shape::TypeList> results =
        shape::inferTypes({op.opcode, operands, op.attrs, regions,
                           info.resultSpec == ResultSpec::Inferred ? nullptr : &stated});
    if (!results.ok() || results->size() != op.results.size())
      return false;
    for (size_t i = 0; i < op.results.size(); ++i)
      program_.types[size_t(op.results[i])] = (*results)[i];
    return true;
  }

private:
  template <typename Ids> std::vector<TensorType> typesOf(const Ids& ids) const {
    std::vector<TensorType> types;
    for (ValueId id : ids)
      types.push_back(program_.type(id));
    return types;
  }

  Program& program_;
};

// Returns true if the op takes these element types. `program` is the pattern's program, whose types
// are changed.
bool retype(const Pattern& pattern, absl::Span<const DType> dtypes, Program& program) {
  program.types = pattern.program.types;
  Op& op = program.body.ops.back();
  for (size_t i = 0; i < pattern.slots.size(); ++i) {
    const Slot& slot = pattern.slots[i];
    if (slot.kind == Slot::Param)
      program.types[size_t(program.body.params[slot.index])].dtype = dtypes[i];
    else if (slot.kind == Slot::Stated)
      program.types[size_t(op.results[0])].dtype = dtypes[i];
    else
      for (ValueId param : op.regions[slot.index].params)
        if (pattern.program.type(param).dtype == slot.dtype)
          program.types[size_t(param)].dtype = dtypes[i];
  }
  return Typing(program).infer(op);
}

std::string nameOf(const Pattern& pattern, absl::Span<const DType> dtypes, const Program& program) {
  std::string name;
  for (size_t i = 0; i < dtypes.size(); ++i)
    if (Slot::Kind kind = pattern.slots[i].kind; kind != Slot::Stated)
      absl::StrAppend(&name,
                      i == 0                                                            ? ""
                      : kind == Slot::RegionParams && pattern.slots[i - 1].kind != kind ? "|"
                                                                                        : ",",
                      std::string(dtypeName(dtypes[i])));
  std::vector<std::string> results;
  for (ValueId result : program.body.results)
    results.emplace_back(dtypeName(program.type(result).dtype));
  return absl::StrCat(name, "->", absl::StrJoin(results, ","));
}

// Adds 1 to a number with these digits in this base. Returns false after the largest number.
bool next(std::vector<size_t>& digits, size_t base) {
  for (size_t& digit : digits) {
    if (++digit < base)
      return true;
    digit = 0;
  }
  return false;
}

// Adds the cases of the pattern with element types from `choice`, one for each slot.
void addCases(const Pattern& pattern, absl::Span<const DType> choice,
              absl::flat_hash_set<std::string>& seen, std::vector<TypeCase>& cases) {
  Program program = pattern.program;
  std::vector<size_t> digits(pattern.slots.size());
  std::vector<DType> dtypes(digits.size());
  do {
    absl::c_transform(digits, dtypes.begin(), [&](size_t digit) { return choice[digit]; });
    if (!retype(pattern, dtypes, program))
      continue;
    std::string name = nameOf(pattern, dtypes, program);
    if (seen.insert(name).second)
      cases.push_back({std::move(name), program});
  } while (next(digits, choice.size()));
}

} // namespace

std::vector<TypeCase> smallTypeCasesOf(Opcode opcode) {
  static constexpr DType kSmall[] = {
      DType::F8E4M3FN,   DType::S4,     DType::F8E5M2,        DType::U4,       DType::F4E2M1FN,
      DType::F8E4M3FNUZ, DType::U2,     DType::F8E4M3B11FNUZ, DType::F8E4M3,   DType::S2,
      DType::F8E5M2FNUZ, DType::F8E3M4, DType::F8E8M0FNU,     DType::F6E2M3FN, DType::F6E3M2FN};
  std::vector<TypeCase> cases;
  absl::flat_hash_set<std::string> seen;
  std::vector<Pattern> patterns = patternsOf(opcode);
  // Each turn uses another type. The opcode says which type comes first.
  for (size_t turn = 0; turn < std::size(kSmall); ++turn) {
    DType small = kSmall[(turn + size_t(opcode)) % std::size(kSmall)];
    const DType choice[] = {small, wideType(small), DType::S32, DType::Pred};
    addCases(patterns[turn % patterns.size()], choice, seen, cases);
  }
  std::erase_if(cases, [](const TypeCase& c) {
    return absl::c_none_of(c.program.types, [](const TensorType& t) { return isSmall(t.dtype); });
  });
  return cases;
}

std::vector<TypeCase> typeCasesOf(Opcode opcode, bool all) {
  std::vector<TypeCase> cases;
  absl::flat_hash_set<std::string> seen;
  for (const Pattern& pattern : patternsOf(opcode)) {
    bool few = !all && pattern.slots.size() >= kManySlots;
    absl::Span<const DType> choice = few ? absl::MakeConstSpan(kFewDTypes) : kTypes;
    if (isVariadic(pattern))
      choice = kVariadicDTypes;
    addCases(pattern, choice, seen, cases);
  }
  return cases;
}

} // namespace lz::test
