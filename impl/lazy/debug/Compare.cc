#include "lazy/debug/Compare.h"

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "base/HashMap.h"
#include "base/StatusDetails.h"
#include "base/text/NumberText.h"
#include "lazy/context/Recording.h"
#include "spec/Clone.h"
#include "spec/Effects.h"

#include <cmath>
#include <cstring>

namespace lz::lazy {
namespace {

// Indexed by ValueId; empty for unknown values.
using Literals = std::vector<Literal>;

// Returns a program of one op. Each value that the op uses becomes one parameter.
Program programOf(const Op& op, const Program& whole) {
  Program program;
  program.types = whole.types;
  program.locations = whole.locations;
  HashMap<ValueId, bool> known;
  const auto use = [&](ValueId value) {
    if (known.try_emplace(value, true).second)
      program.body.params.push_back(value);
  };
  for (ValueId operand : op.operands)
    use(operand);
  for (const Region& region : op.regions)
    for (ValueId capture : capturesOf(region))
      use(capture);
  program.body.ops.push_back(op);
  program.body.results.assign(op.results.begin(), op.results.end());
  return program;
}

// Returns the same program with all its values as outputs.
Program withAllValues(Program program) {
  program.body.results.clear();
  for (const Op& op : program.body.ops)
    for (ValueId result : op.results)
      program.body.results.push_back(result);
  return program;
}

bool isNaN(const Literal& literal, int64_t i) {
  return isFloat(literal.type().dtype) && std::isnan(literal.toDouble(i));
}

class Comparison {
public:
  Comparison(Graph& graph, const RecordedProgram& recorded)
      : graph_(graph), inputs_(recorded.inputs), program_(recorded.program) {}

  StatusOr<std::optional<OpDifference>> find() {
    LZ_RETURN_IF_ERROR(checkEffects());
    LZ_ASSIGN_OR_RETURN(Literals compiled, run(program_, inputs_));
    LZ_ASSIGN_OR_RETURN(const Literals alone, runOpByOp());
    std::optional<OpDifference> whole = firstDifference(compiled, alone);
    if (!whole)
      return whole;
    LZ_ASSIGN_OR_RETURN(compiled, run(withAllValues(program_), inputs_));
    if (std::optional<OpDifference> stored = firstDifference(compiled, alone))
      return stored;
    whole->isFusedOnly = true;
    return whole;
  }

private:
  Status checkEffects() const {
    for (const Op& op : program_.body.ops)
      if (hasEffects(op))
        return unimplemented("[", nameOf(op), "] has effects, and cannot run twice to be compared");
    return okStatus();
  }

  static std::string nameOf(const Op& op) { return std::string(opInfo(op.opcode).name); }

  StatusOr<Literals> runOpByOp() {
    Literals values(program_.types.size());
    for (size_t i = 0; i < inputs_.size(); ++i) {
      LZ_ASSIGN_OR_RETURN(runtime::StorageRef storage, inputs_[i]->wait());
      const ValueId id = program_.body.params[i];
      values[size_t(id)] = Literal::copyOf(program_.type(id), storage->data());
    }
    for (const Op& op : program_.body.ops) {
      const Program one = programOf(op, program_);
      RunValues inputs;
      for (ValueId param : one.body.params) {
        LZ_ASSIGN_OR_RETURN(Ref<Data> data, toDevice(values[size_t(param)]));
        inputs.push_back(std::move(data));
      }
      LZ_ASSIGN_OR_RETURN(Literals results, run(one, inputs));
      for (ValueId result : op.results)
        values[size_t(result)] = std::move(results[size_t(result)]);
    }
    return values;
  }

  StatusOr<Ref<Data>> toDevice(const Literal& literal) {
    const int64_t bytes = literal.type().numBytes();
    LZ_ASSIGN_OR_RETURN(runtime::StorageRef storage, graph_.device().allocate(bytes));
    std::memcpy(storage->mutableData(), literal.data(), size_t(bytes));
    return Data::ready(std::move(storage), /*donatable=*/false);
  }

  // Runs the program and returns its outputs.
  StatusOr<Literals> run(const Program& program, RunValues inputs) {
    Engine& engine = graph_.engine();
    LZ_ASSIGN_OR_RETURN(const ExecutableRef executable,
                        engine.compile(program, engine.options.compile));
    const std::vector<uint8_t> donated(inputs.size());
    LZ_ASSIGN_OR_RETURN(const RunNodes nodes, graph_.run(executable, std::move(inputs), {}, donated,
                                                         /*wait=*/true));
    auto release = absl::MakeCleanup([&] {
      for (Node* node : nodes)
        graph_.releaseHandle(node->result(0));
    });
    Literals values(program.types.size());
    for (size_t i = 0; i < nodes.size(); ++i) {
      LZ_ASSIGN_OR_RETURN(runtime::StorageRef storage, nodes[i]->result(0).data.load()->wait());
      const ValueId id = program.body.results[i];
      values[size_t(id)] = Literal::copyOf(program.type(id), storage->data());
    }
    return values;
  }

  std::optional<OpDifference> firstDifference(const Literals& compiled,
                                              const Literals& alone) const {
    for (size_t i = 0; i < program_.body.ops.size(); ++i)
      for (ValueId id : program_.body.ops[i].results)
        if (compiled[size_t(id)].valid())
          if (auto difference = differenceOf(compiled[size_t(id)], alone[size_t(id)])) {
            const Op& op = program_.body.ops[i];
            difference->op = int64_t(i);
            difference->at = absl::StrCat("[", nameOf(op), "]");
            if (op.location >= 0)
              absl::StrAppend(&difference->at, " at ", program_.locations[size_t(op.location)]);
            return difference;
          }
    return std::nullopt;
  }

  static std::optional<OpDifference> differenceOf(const Literal& compiled, const Literal& alone) {
    if (compiled == alone)
      return std::nullopt;
    OpDifference difference{-1, "", alone.type()};
    for (int64_t i = alone.type().numElements(); i-- > 0;) {
      if (areEqual(compiled, alone, i))
        continue;
      ++difference.numDifferent;
      difference.firstElement = i;
    }
    if (difference.numDifferent == 0)
      return std::nullopt;
    difference.compiled = compiled.toDouble(difference.firstElement);
    difference.opByOp = alone.toDouble(difference.firstElement);
    return difference;
  }

  static bool areEqual(const Literal& a, const Literal& b, int64_t i) {
    const int64_t bits = bitWidth(a.type().dtype);
    if (bits < 8)
      return a.toInt(i) == b.toInt(i);
    const size_t bytes = size_t(bits / 8);
    return std::memcmp(a.data() + size_t(i) * bytes, b.data() + size_t(i) * bytes, bytes) == 0 ||
           (isNaN(a, i) && isNaN(b, i));
  }

  Graph& graph_;
  const RunValues& inputs_;
  const Program& program_;
};

} // namespace

StatusOr<std::optional<OpDifference>> compareOpByOp(Graph& graph,
                                                    absl::Span<Result* const> results) {
  LZ_RETURN_IF_ERROR(graph.checkRunning());
  const HeldNodes held = hold(results);
  for (const Result* result : results)
    LZ_RETURN_IF_ERROR(checkHasValue(*result->owner));
  const RecordedProgram recorded = recordedProgramWithInputs(graph, results);
  return Comparison(graph, recorded).find();
}

std::string str(const OpDifference& difference) {
  std::string text = absl::StrCat(
      difference.at, ": ", difference.numDifferent, " of the ", difference.type.numElements(),
      " elements of ", difference.type.str(), " differ; element ", difference.firstElement, " is ");
  const int digits = bitWidth(difference.type.dtype) > 32 ? 17 : 9;
  absl::StrAppend(&text, generalText(difference.compiled, digits), " in the program and ",
                  generalText(difference.opByOp, digits), " op by op");
  if (difference.isFusedOnly)
    absl::StrAppend(&text, ", and the same where the program stores every value");
  return text;
}

} // namespace lz::lazy
