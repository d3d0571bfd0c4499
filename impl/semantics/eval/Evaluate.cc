#include "semantics/eval/Evaluate.h"

#include "base/Cancel.h"
#include "semantics/eval/Liveness.h"
#include "semantics/eval/OpCall.h"
#include "spec/small/Small.h"

namespace lz::eval {
namespace {

// One array has the values of the entire program, so that regions can refer to values of enclosing
// scopes by their ids.
class Interpreter : public RegionRunner {
public:
  Interpreter(const Program& program, const EvalOptions& options)
      : program_(program), options_(options), liveness_(analyzeLiveness(program)),
        values_(program.types.size()) {}

  StatusOr<Literals> run(const Region& region, absl::Span<const Literal> args) override {
    for (size_t i = 0; i < args.size(); ++i)
      set(region.params[i], args[i]);
    const DeathTable& deaths = liveness_.at(&region);
    for (size_t i = 0; i < region.ops.size(); ++i) {
      if (isCancelled())
        return absl::CancelledError("[run] the run was cancelled");
      LZ_RETURN_IF_ERROR(runOp(region.ops[i]));
      for (ValueId dead : deaths.after(i))
        values_[size_t(dead)] = Literal();
    }
    Literals results;
    for (ValueId id : region.results)
      results.push_back(value(id));
    return results;
  }

  const Literal& value(ValueId id) const override { return values_[size_t(id)]; }
  const TensorType& type(ValueId id) const override { return program_.type(id); }
  int64_t maxIterations() const override { return options_.maxIterations; }

private:
  void set(ValueId id, Literal literal) { values_[size_t(id)] = std::move(literal); }

  Status runOp(const Op& op) {
    absl::InlinedVector<Literal, 3> operands;
    for (ValueId id : op.operands)
      operands.push_back(value(id));
    absl::InlinedVector<TensorType, 1> resultTypes;
    for (ValueId id : op.results)
      resultTypes.push_back(type(id));
    StatusOr<Literals> results =
        evalOp({op.opcode, operands, op.attrs, resultTypes, op.regions, this});
    if (!results.ok())
      return located(results.status(), op);
    for (size_t i = 0; i < op.results.size(); ++i)
      set(op.results[i], std::move((*results)[i]));
    return okStatus();
  }

  Status located(const Status& status, const Op& op) const {
    Status named = withOp(status, opName(op.opcode));
    return op.location < 0 ? named : withLocation(named, program_.locations[size_t(op.location)]);
  }

  const Program& program_;
  const EvalOptions& options_;
  Liveness liveness_;
  std::vector<Literal> values_;
};

Status checkArguments(const Program& program, absl::Span<const Literal> args) {
  const std::vector<ValueId>& params = program.body.params;
  if (args.size() != params.size())
    return invalidArgument("the program takes ", params.size(), " arguments, but ", args.size(),
                           " were given");
  for (size_t i = 0; i < args.size(); ++i)
    if (args[i].type() != program.type(params[i]))
      return invalidArgument("argument ", i, " is ", args[i].type().str(),
                             ", but the program takes ", program.type(params[i]).str());
  return okStatus();
}

} // namespace

StatusOr<std::vector<Literal>> evaluate(const Program& program, absl::Span<const Literal> args,
                                        const EvalOptions& options) {
  LZ_RETURN_IF_ERROR(checkArguments(program, args));
  if (small::hasSmallTypes(program)) {
    LZ_ASSIGN_OR_RETURN(Program widened, small::widen(program));
    LZ_ASSIGN_OR_RETURN(Literals results, Interpreter(widened, options).run(widened.body, args));
    return std::vector<Literal>(results.begin(), results.end());
  }
  LZ_ASSIGN_OR_RETURN(Literals results, Interpreter(program, options).run(program.body, args));
  return std::vector<Literal>(results.begin(), results.end());
}

StatusOr<Literal> evaluateOp(Opcode opcode, absl::Span<const Literal> operands,
                             absl::Span<const AttrValue> attrs, const TensorType& resultType) {
  LZ_ASSIGN_OR_RETURN(
      Literals results,
      evalOp({opcode, operands, attrs, absl::MakeConstSpan(&resultType, 1), {}, nullptr}));
  if (results.size() != 1)
    return invalidArgument("[", opName(opcode), "] has ", results.size(),
                           " results and cannot be evaluated alone");
  return std::move(results[0]);
}

} // namespace lz::eval
