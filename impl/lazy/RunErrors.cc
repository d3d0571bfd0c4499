#include "lazy/RunErrors.h"

#include "absl/strings/strip.h"
#include "base/Placed.h"

#include <algorithm>

namespace lz::lazy {

namespace {

absl::string_view nameOf(const Op& op) {
  std::string_view name = opInfo(op.opcode).name;
  return {name.data(), name.size()};
}

Status at(const Engine& engine, const RunOps& ops, size_t index, const Status& status) {
  return placed(status, nameOf(ops.entry->program().body.ops[index]),
                engine.locations.text(ops.locations[index]));
}

int64_t bytesOf(const Program& program, const Op& op) {
  int64_t bytes = 0;
  for (ValueId result : op.results)
    bytes += program.type(result).numBytes();
  return bytes;
}

} // namespace

// Whether a status that names an op or a place may mean this one.
static bool isNamed(const Program& program, const Op& op, absl::string_view name,
                    const std::string& place) {
  bool isPlace =
      place.empty() || (op.location >= 0 && program.locations[size_t(op.location)] == place);
  return isPlace && (name.empty() || nameOf(op) == name);
}

const Op* onlyOpNamed(const Program& program, const Status& status) {
  std::string op = opOf(status), place = locationOf(status);
  absl::string_view name = absl::StripPrefix(op, "stablehlo.");
  if (name.empty() && place.empty())
    return nullptr;
  const Op* found = nullptr;
  for (const Op& candidate : program.body.ops)
    if (isNamed(program, candidate, name, place)) {
      if (found)
        return nullptr;
      found = &candidate;
    }
  return found;
}

Status atOp(const Engine& engine, const RunOps& ops, Status status) {
  if (!ops.entry || ops.locations.empty())
    return status;
  const Program& program = ops.entry->program();
  std::string op = opOf(status), place = locationOf(status);
  absl::string_view name = absl::StripPrefix(op, "stablehlo.");
  const std::vector<Op>& all = program.body.ops;
  auto named = std::find_if(all.begin(), all.end(), [&](const Op& candidate) {
    return (!name.empty() || !place.empty()) && isNamed(program, candidate, name, place);
  });
  if (named != all.end())
    return at(engine, ops, size_t(named - all.begin()), status);
  // Of a body, or of a kernel that is no op of the program.
  if (!op.empty())
    return status;
  auto largest = std::max_element(all.begin(), all.end(), [&](const Op& a, const Op& b) {
    return bytesOf(program, a) < bytesOf(program, b);
  });
  return at(engine, ops, size_t(largest - all.begin()), status);
}

Status atInput(const Engine& engine, const RunOps& ops, size_t input, Status status) {
  if (!ops.entry)
    return status;
  const Region& body = ops.entry->program().body;
  ValueId value = body.params[input];
  for (size_t i = 0; i < body.ops.size(); ++i)
    if (std::find(body.ops[i].operands.begin(), body.ops[i].operands.end(), value) !=
        body.ops[i].operands.end())
      return at(engine, ops, i, status);
  return status;
}

} // namespace lz::lazy
