#include "lazy/Salvage.h"

#include "lazy/RunErrors.h"
#include "spec/Clone.h"

#include <algorithm>

namespace lz::lazy {

namespace {

using Outputs = std::vector<uint32_t>; // positions

struct Part {
  Program program; // values are numbered as in the whole
  std::vector<uint32_t> inputs;
  Outputs outputs;
};

// The ops behind some outputs.
Part partOf(const Program& whole, Outputs outputs) {
  std::vector<uint8_t> needed(whole.types.size());
  auto need = [&](ValueId value) { needed[size_t(value)] = 1; };
  Part part;
  part.program.types = whole.types;
  part.program.locations = whole.locations;
  Region& body = part.program.body;
  for (uint32_t output : outputs) {
    body.results.push_back(whole.body.results[output]);
    need(body.results.back());
  }
  for (size_t i = whole.body.ops.size(); i-- > 0;) {
    const Op& op = whole.body.ops[i];
    if (std::none_of(op.results.begin(), op.results.end(),
                     [&](ValueId result) { return needed[size_t(result)] != 0; }))
      continue;
    for (ValueId operand : op.operands)
      need(operand);
    for (const Region& region : op.regions)
      for (ValueId capture : capturesOf(region))
        need(capture);
    body.ops.push_back(op);
  }
  std::reverse(body.ops.begin(), body.ops.end());
  for (size_t i = 0; i < whole.body.params.size(); ++i)
    if (ValueId param = whole.body.params[i]; needed[size_t(param)]) {
      body.params.push_back(param);
      part.inputs.push_back(uint32_t(i));
    }
  part.outputs = std::move(outputs);
  return part;
}

class Salvager {
public:
  Salvager(const Program& whole, CompilePart compile) : whole_(whole), compile_(compile) {
    result_.errors.resize(whole.body.results.size());
  }

  // The outputs that do not depend on a value of `values`; the others have the error.
  Outputs without(absl::Span<const ValueId> values, const Outputs& outputs, const Status& error) {
    std::vector<uint8_t> depends(whole_.types.size());
    for (ValueId value : values)
      depends[size_t(value)] = 1;
    auto isLost = [&](ValueId value) { return depends[size_t(value)] != 0; };
    for (const Op& op : whole_.body.ops) {
      bool lost = std::any_of(op.operands.begin(), op.operands.end(), isLost);
      for (const Region& region : op.regions) {
        std::vector<ValueId> captures = capturesOf(region);
        lost |= std::any_of(captures.begin(), captures.end(), isLost);
      }
      for (ValueId result : op.results)
        depends[size_t(result)] |= uint8_t(lost);
    }
    Outputs rest;
    for (uint32_t output : outputs)
      if (isLost(whole_.body.results[output]))
        result_.errors[output] = error;
      else
        rest.push_back(output);
    return rest;
  }

  void attempt(Outputs outputs) {
    if (outputs.empty())
      return;
    Part part = partOf(whole_, std::move(outputs));
    --triesLeft_;
    StatusOr<ExecutableRef> executable = compile_(part.program);
    if (executable.ok())
      result_.parts.push_back(
          {*std::move(executable), std::move(part.inputs), std::move(part.outputs)});
    else
      divide(std::move(part.outputs), executable.status());
  }

  // Of outputs that were refused together.
  void divide(Outputs outputs, const Status& error) {
    if (outputs.size() == 1 || triesLeft_ <= 0 || absl::IsCancelled(error)) {
      for (uint32_t output : outputs)
        result_.errors[output] = error;
      return;
    }
    if (const Op* blamed = onlyOpNamed(whole_, error)) {
      Outputs rest = without(blamed->results, outputs, error);
      if (rest.size() < outputs.size())
        return attempt(std::move(rest));
    }
    auto middle = outputs.begin() + ptrdiff_t(outputs.size() / 2);
    attempt(Outputs(outputs.begin(), middle));
    attempt(Outputs(middle, outputs.end()));
  }

  Salvage take() { return std::move(result_); }

private:
  const Program& whole_;
  CompilePart compile_;
  // The outputs that are not tried any more share the error of those that they were tried with.
  int triesLeft_ = 64;
  Salvage result_;
};

} // namespace

Salvage salvage(const Program& program, absl::Span<const Status> inputErrors, const Status& refusal,
                CompilePart compile) {
  Salvager salvager(program, compile);
  Outputs outputs(program.body.results.size());
  for (size_t i = 0; i < outputs.size(); ++i)
    outputs[i] = uint32_t(i);
  for (size_t i = 0; i < inputErrors.size(); ++i)
    if (!inputErrors[i].ok())
      outputs = salvager.without({program.body.params[i]}, outputs, inputErrors[i]);
  if (refusal.ok())
    salvager.attempt(std::move(outputs));
  else if (!outputs.empty())
    salvager.divide(std::move(outputs), refusal);
  return salvager.take();
}

} // namespace lz::lazy
