#include "lazy/submit/Salvage.h"

#include "lazy/submit/RunErrors.h"
#include "spec/Clone.h"

#include <algorithm>
#include <numeric>

namespace lz::lazy {

namespace {

using Outputs = std::vector<uint32_t>; // positions among the outputs of the entire program

template <typename T>
std::vector<T> pick(const std::vector<T>& from, const std::vector<uint32_t>& positions) {
  std::vector<T> picked;
  for (uint32_t position : positions)
    picked.push_back(from[position]);
  return picked;
}

// Returns the part of `whole` that some outputs need.
Part partOf(const Part& whole, const Outputs& outputs) {
  const Program& from = whole.program;
  std::vector<uint8_t> needed(from.types.size());
  auto need = [&](ValueId value) { needed[size_t(value)] = 1; };
  Part part;
  part.program.types = from.types;
  part.program.locations = from.locations;
  Region& body = part.program.body;
  for (uint32_t output : outputs) {
    body.results.push_back(from.body.results[output]);
    need(body.results.back());
  }
  for (size_t i = from.body.ops.size(); i-- > 0;) {
    const Op& op = from.body.ops[i];
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
  for (size_t i = 0; i < from.body.params.size(); ++i)
    if (ValueId param = from.body.params[i]; needed[size_t(param)]) {
      body.params.push_back(param);
      part.inputs.push_back(whole.inputs[i]);
    }
  part.outputs = pick(whole.outputs, outputs);
  return part;
}

class Salvager {
public:
  Salvager(const Part& whole, Divide how, TryPart tryPart)
      : whole_(whole), program_(whole.program), how_(how), tryPart_(tryPart),
        triesLeft_(how == Divide::Never   ? 1
                   : how == Divide::ByOps ? 3
                                          : 64),
        errors_(whole.outputs.size()) {}

  // Returns the outputs that do not depend on any of `values`. The other outputs get the error.
  Outputs without(absl::Span<const ValueId> values, const Outputs& outputs, const Status& error) {
    std::vector<uint8_t> depends(program_.types.size());
    for (ValueId value : values)
      depends[size_t(value)] = 1;
    auto isLost = [&](ValueId value) { return depends[size_t(value)] != 0; };
    for (const Op& op : program_.body.ops) {
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
      if (isLost(program_.body.results[output]))
        errors_[output] = error;
      else
        rest.push_back(output);
    return rest;
  }

  void attempt(Outputs outputs) {
    if (outputs.empty())
      return;
    --triesLeft_;
    if (Status status = tryPart_(partOf(whole_, outputs)); !status.ok())
      divide(std::move(outputs), status);
  }

  // Divides outputs that failed together. If several ops match the error of a run, the op with the
  // largest result, in bytes, is the most likely cause, because a run fails when there is no memory
  // for a result.
  void divide(Outputs outputs, const Status& error) {
    if (outputs.size() == 1 || triesLeft_ <= 0 || absl::IsCancelled(error))
      return fail(outputs, error);
    const Op* blamed =
        how_ == Divide::ByOps ? largestOpNamed(program_, error) : onlyOpNamed(program_, error);
    if (blamed) {
      Outputs rest = without(blamed->results, outputs, error);
      if (rest.size() < outputs.size())
        return attempt(std::move(rest));
    }
    if (how_ != Divide::InHalves)
      return fail(outputs, error);
    auto middle = outputs.begin() + ptrdiff_t(outputs.size() / 2);
    attempt(Outputs(outputs.begin(), middle));
    attempt(Outputs(middle, outputs.end()));
  }

  void fail(const Outputs& outputs, const Status& error) {
    for (uint32_t output : outputs)
      errors_[output] = error;
  }

  std::vector<Status> take() { return std::move(errors_); }

private:
  const Part& whole_;
  const Program& program_;
  const Divide how_;
  TryPart tryPart_;
  // When no tries are left, outputs that failed together all get the error of their last try.
  int triesLeft_;
  std::vector<Status> errors_;
};

Outputs upTo(size_t count) {
  Outputs positions(count);
  std::iota(positions.begin(), positions.end(), 0u);
  return positions;
}

} // namespace

Part wholeOf(const Program& program) {
  return {program, upTo(program.body.params.size()), upTo(program.body.results.size())};
}

std::vector<Status> salvage(const Part& whole, absl::Span<const Status> inputErrors,
                            const Status& refusal, Divide how, TryPart tryPart) {
  Salvager salvager(whole, how, tryPart);
  Outputs outputs = upTo(whole.outputs.size());
  for (size_t i = 0; i < inputErrors.size(); ++i)
    if (!inputErrors[i].ok())
      outputs = salvager.without({whole.program.body.params[i]}, outputs, inputErrors[i]);
  if (refusal.ok())
    salvager.attempt(std::move(outputs));
  else if (how == Divide::Never)
    salvager.fail(outputs, refusal);
  else if (!outputs.empty())
    salvager.divide(std::move(outputs), refusal);
  return salvager.take();
}

} // namespace lz::lazy
