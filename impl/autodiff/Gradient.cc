#include "autodiff/Gradient.h"

#include "autodiff/Regions.h"
#include "autodiff/Rule.h"
#include "base/HashMap.h"
#include "spec/Annotations.h"
#include "spec/Clone.h"
#include "spec/Effects.h"
#include "spec/OpAttrs.inc.h"

namespace lz::autodiff {

namespace {

class Differentiator final : public Cotangents {
public:
  Differentiator(Program& program, const std::vector<Op>& ops, std::vector<Op>& appended)
      : program_(program), ops_(ops), b_(program, appended), definitions_(program) {
    definitions_.add(ops);
  }

  StatusOr<Gradients> run(const GradientRequest& request) {
    for (ValueId argument : request.arguments)
      LZ_RETURN_IF_ERROR(activate(argument));
    markActive();
    for (size_t i = 0; i < request.outputs.size(); ++i)
      add(request.outputs[i], request.cotangents[i]);
    for (size_t i = ops_.size(); i-- > 0;)
      LZ_RETURN_IF_ERROR(differentiate(ops_[i]));
    Gradients gradients;
    b_.setLocation(-1);
    for (ValueId argument : request.arguments) {
      ValueId cotangent = cotangentOf(argument);
      gradients.reached.push_back(cotangent != kNoValue);
      gradients.values.push_back(
          cotangent == kNoValue ? b_.zeros(TensorType(program_.type(argument))) : cotangent);
    }
    LZ_RETURN_IF_ERROR(b_.status());
    return gradients;
  }

  bool wants(ValueId value) const override { return cotangents_.contains(value); }

  void add(ValueId value, ValueId cotangent) override {
    auto it = cotangents_.find(value);
    if (it == cotangents_.end() || cotangent == kNoValue)
      return;
    ValueId& sum = it->second;
    sum = sum == kNoValue ? cotangent : b_.add(sum, cotangent);
  }

  void addPiece(ValueId value, Piece piece) override {
    if (wants(value))
      pieces_[value].push_back(std::move(piece));
  }

private:
  // Returns the sum of the cotangents that have been added for `value` so far. The sum is complete
  // when all users of the value have been differentiated.
  ValueId cotangentOf(ValueId value) {
    if (auto it = pieces_.find(value); it != pieces_.end()) {
      add(value, joined(b_, TensorType(program_.type(value)), std::move(it->second)));
      pieces_.erase(it);
    }
    auto it = cotangents_.find(value);
    return it == cotangents_.end() ? kNoValue : it->second;
  }

  Status activate(ValueId argument) {
    const TensorType& type = program_.type(argument);
    if (!isDifferentiable(type.dtype))
      return invalidArgument("[gradient] an argument must be of a float or complex type, but is ",
                             type.str(), "; convert it first");
    cotangents_.emplace(argument, kNoValue);
    return okStatus();
  }

  // Walks forwards and marks values that depend on an argument through values of float and complex
  // types only.
  void markActive() {
    for (const Op& op : ops_) {
      if (!dependsOnActive(op))
        continue;
      for (ValueId result : op.results)
        if (isDifferentiable(program_.type(result).dtype))
          cotangents_.emplace(result, kNoValue);
    }
  }

  bool dependsOnActive(const Op& op) const {
    if (!passesCotangents(op.opcode, op.attrs))
      return false;
    auto isActive = [&](ValueId value) { return wants(value); };
    if (std::any_of(op.operands.begin(), op.operands.end(), isActive))
      return true;
    for (const Region& region : op.regions) {
      std::vector<ValueId> captures = capturesOf(region);
      if (std::any_of(captures.begin(), captures.end(), isActive))
        return true;
    }
    return false;
  }

  Status differentiate(const Op& op) {
    b_.setLocation(op.location);
    ValueIds g;
    bool any = false;
    for (ValueId result : op.results) {
      g.push_back(cotangentOf(result));
      any |= g.back() != kNoValue;
    }
    if (!any || !dependsOnActive(op))
      return okStatus();
    RuleCall call{b_, op, g, *this, definitions_};
    Rule rule = ruleOf(op.opcode);
    Status status = rule ? rule(call) : refuse(call);
    status.Update(b_.status());
    return located(std::move(status), op);
  }

  static Status refuse(const RuleCall& call) {
    if (call.op.opcode != Opcode::CustomCall)
      return call.refuse();
    return call.refuse(": the derivative of the host call \"",
                       detail::piece(CustomCallAttrs(call.attrs()).callTargetName()),
                       "\" is not known; stop the gradient before it, or take gradients around it");
  }

  // Adds the name and the location of `op` to an error of this op. If an op in a body has no
  // location, the error gets the location of the op that has the body.
  Status located(Status status, const Op& op) const {
    if (status.ok())
      return status;
    std::string_view name = opInfo(op.opcode).name;
    if (opOf(status).empty())
      status = withOp(std::move(status), {name.data(), name.size()});
    if (op.location < 0 || !locationOf(status).empty())
      return status;
    return withLocation(std::move(status), program_.locations[size_t(op.location)]);
  }

  Program& program_;
  const std::vector<Op>& ops_;
  Builder b_;
  Definitions definitions_;
  // The cotangent of each value that depends on an argument. It is kNoValue if the value has no
  // cotangent yet. This is a map and not a vector, because each loop body has its own
  // differentiator, which sees only a few of the program's values.
  HashMap<ValueId, ValueId> cotangents_;
  HashMap<ValueId, std::vector<Piece>> pieces_; // not yet added to cotangents_
};

} // namespace

// Fails if the gradients would repeat a host call that has effects and is in a loop, a branch or a
// function. The program promises how often such a call runs, so the gradients must not run it
// again.
static Status checkRepeatable(const Program& program, const std::vector<Op>& appended) {
  const Op* call = findEffects(appended);
  if (!call)
    return okStatus();
  Status status =
      withOp(unimplemented("[custom_call] the gradient would run the call of \"",
                           detail::piece(CustomCallAttrs(call->attrs).callTargetName()),
                           "\" in a body a second time, but it has effects: call it outside of the "
                           "body and pass its result in, or register it without effects"),
             "custom_call");
  if (call->location < 0)
    return status;
  return withLocation(std::move(status), program.locations[size_t(call->location)]);
}

StatusOr<Gradients> appendGradients(Program& program, std::vector<Op>& ops,
                                    const GradientRequest& request) {
  std::vector<Op> appended;
  LZ_ASSIGN_OR_RETURN(Gradients gradients, Differentiator(program, ops, appended).run(request));
  // A rule can compute the cotangents of several operands even if only one of these cotangents is
  // needed. So ops with unneeded results are removed here.
  dropUnused(appended, gradients.values);
  LZ_RETURN_IF_ERROR(checkRepeatable(program, appended));
  ops.insert(ops.end(), std::make_move_iterator(appended.begin()),
             std::make_move_iterator(appended.end()));
  return gradients;
}

bool passesCotangents(Opcode opcode, absl::Span<const AttrValue> attrs) {
  if (opcode != Opcode::CustomCall)
    return passesCotangents(opcode);
  return CustomCallAttrs(attrs).callTargetName() != kStopGradient;
}

static Status checkScalarResult(const Program& program) {
  const std::vector<ValueId>& results = program.body.results;
  if (results.size() != 1)
    return invalidArgument(
        "[gradient] the function has ", results.size(),
        " results: give a cotangent for each, or return only the result to differentiate");
  const TensorType& type = program.type(results[0]);
  if (!isFloat(type.dtype) || type.numElements() != 1)
    return invalidArgument("[gradient] the function returns ", type.str(),
                           ": without a cotangent it must be a float with one element; reduce it "
                           "or give a cotangent");
  return okStatus();
}

StatusOr<Program> gradientOf(Program program, const FunctionGradient& request) {
  GradientRequest inner;
  inner.outputs = program.body.results;
  for (size_t argument : request.arguments) {
    if (argument >= program.body.params.size())
      return invalidArgument("[gradient] there is no argument ", argument, ": the function has ",
                             program.body.params.size(), " parameters");
    inner.arguments.push_back(program.body.params[argument]);
  }
  if (!request.withCotangents)
    LZ_RETURN_IF_ERROR(checkScalarResult(program));
  Builder b(program, program.body.ops);
  for (ValueId output : inner.outputs) {
    TensorType type = program.type(output);
    if (!request.withCotangents) {
      inner.cotangents.push_back(b.splat(1, type));
      continue;
    }
    inner.cotangents.push_back(program.addValue(type));
    program.body.params.push_back(inner.cotangents.back());
  }
  LZ_RETURN_IF_ERROR(b.status());
  program.donated.resize(program.donated.empty() ? 0 : program.body.params.size());
  LZ_ASSIGN_OR_RETURN(Gradients gradients, appendGradients(program, program.body.ops, inner));
  if (!request.withValues)
    program.body.results.clear();
  program.body.results.insert(program.body.results.end(), gradients.values.begin(),
                              gradients.values.end());
  return program;
}

} // namespace lz::autodiff
