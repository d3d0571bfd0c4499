#include "SmallerPrograms.h"

#include <algorithm>
#include <set>

namespace lz::test {

// Returns the same program without ops that no result needs.
static Program pruned(Program program) {
  Region& body = program.body;
  std::set<ValueId> needed(body.results.begin(), body.results.end());
  std::vector<Op> kept;
  for (size_t i = body.ops.size(); i-- > 0;) {
    const Op& op = body.ops[i];
    if (!needed.contains(op.results[0]))
      continue;
    needed.insert(op.operands.begin(), op.operands.end());
    kept.insert(kept.begin(), op);
  }
  body.ops = std::move(kept);
  std::erase_if(body.params, [&](ValueId id) { return !needed.contains(id); });
  return program;
}

std::vector<Program> smallerPrograms(const Program& program) {
  std::vector<Program> all;
  const Region& body = program.body;
  for (size_t i = 0; body.results.size() > 1 && i < body.results.size(); ++i) {
    Program without = program;
    without.body.results.erase(without.body.results.begin() + int64_t(i));
    all.push_back(pruned(std::move(without)));
  }
  for (size_t i = body.ops.size(); i-- > 0;) {
    if (body.ops[i].opcode == Opcode::Constant || body.ops.size() == 1)
      continue;
    ValueId id = body.ops[i].results[0];
    Program without = program;
    without.body.ops.erase(without.body.ops.begin() + int64_t(i));
    without.body.params.push_back(id);
    if (std::erase(without.body.results, id) > 0 && without.body.results.empty())
      continue;
    all.push_back(pruned(std::move(without)));
  }
  return all;
}

Program smallestWrong(Program program, absl::FunctionRef<bool(const Program&)> isWrong) {
  for (bool found = true; found;) {
    found = false;
    for (Program& next : smallerPrograms(program))
      if (isWrong(next)) {
        program = std::move(next);
        found = true;
        break;
      }
  }
  return program;
}

} // namespace lz::test
