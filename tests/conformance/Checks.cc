#include "Checks.h"

#include "semantics/eval/Evaluate.h"
#include "spec/OpAttrs.inc.h"

namespace lz::conformance {
namespace {

// In some files, checks have a result, which is always true.
bool isCheck(const Op& op) {
  return op.opcode == Opcode::CustomCall &&
         std::string(CustomCallAttrs(op.attrs).callTargetName()).starts_with("check.");
}

Op trueFor(ValueId value, const TensorType& type) {
  Op op{Opcode::Constant};
  op.results = {value};
  op.attrs = {Literal::splatInt(type, 1)};
  return op;
}

} // namespace

CheckedProgram withoutChecks(const Program& program) {
  CheckedProgram checked{program, {}, {}};
  Region& body = checked.program.body;
  body.ops.clear();
  for (const Op& op : program.body.ops) {
    if (isCheck(op)) {
      checked.checks.push_back(op);
      body.results.insert(body.results.end(), op.operands.begin(), op.operands.end());
      for (ValueId result : op.results)
        body.ops.push_back(trueFor(result, program.type(result)));
    } else if (op.opcode == Opcode::Constant && program.type(op.results[0]).numElements() > 1) {
      body.params.push_back(op.results[0]);
      checked.constants.push_back(std::get<Literal>(op.attrs[0]));
    } else {
      body.ops.push_back(op);
    }
  }
  checked.program.donated.clear();
  return checked;
}

Status runChecks(const CheckedProgram& checked, const std::vector<Literal>& results) {
  size_t count = 0;
  for (const Op& check : checked.checks)
    count += check.operands.size();
  auto next = results.end() - int64_t(count);
  for (const Op& check : checked.checks) {
    Program alone;
    Op op = check;
    std::vector<Literal> args(next, next + int64_t(check.operands.size()));
    for (ValueId& operand : op.operands) {
      operand = alone.addValue(checked.program.type(operand));
      alone.body.params.push_back(operand);
    }
    for (ValueId& result : op.results)
      result = alone.addValue(checked.program.type(result));
    op.location = -1;
    alone.body.ops.push_back(std::move(op));
    LZ_RETURN_IF_ERROR(eval::evaluate(alone, args).status());
    next += int64_t(args.size());
  }
  return okStatus();
}

} // namespace lz::conformance
