#include "lazy/submit/RunErrors.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "base/Placed.h"
#include "spec/Clone.h"

#include <new>

namespace lz::lazy {

namespace {

absl::string_view opNameOf(const Op& op) {
  std::string_view name = opInfo(op.opcode).name;
  return {name.data(), name.size()};
}

Status at(const Engine& engine, const RunOps& ops, size_t index, const Status& status) {
  return placed(status, opNameOf(ops.entry->program().body.ops[index]),
                engine.locations.text(ops.locations[index]));
}

int64_t bytesOf(const Program& program, const Op& op) {
  int64_t bytes = 0;
  for (ValueId result : op.results)
    bytes += program.type(result).numBytes();
  return bytes;
}

} // namespace

// Returns true if an error with this op name and place can be about this op.
static bool isNamed(const Program& program, const Op& op, absl::string_view name,
                    const std::string& place) {
  bool isPlace =
      place.empty() || (op.location >= 0 && program.locations[size_t(op.location)] == place);
  return isPlace && (name.empty() || opNameOf(op) == name);
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

const Op* largestOpNamed(const Program& program, const Status& status) {
  std::string op = opOf(status), place = locationOf(status);
  absl::string_view name = absl::StripPrefix(op, "stablehlo.");
  const Op* largest = nullptr;
  for (const Op& candidate : program.body.ops)
    if (isNamed(program, candidate, name, place) &&
        (!largest || bytesOf(program, candidate) > bytesOf(program, *largest)))
      largest = &candidate;
  return largest;
}

Status atOp(const Engine& engine, const RunOps& ops, Status status) {
  if (!ops.entry || ops.locations.empty())
    return status;
  const Program& program = ops.entry->program();
  const Op* op = largestOpNamed(program, status);
  // If the status names an op that is not found, that op is part of a body or of a kernel. In this
  // case the status does not change.
  if (!op && opOf(status).empty())
    op = largestOpNamed(program, Status(status.code(), ""));
  return op ? at(engine, ops, size_t(op - program.body.ops.data()), status) : status;
}

void placeAll(const Engine& engine, const RunOps& ops, absl::Span<const Status> inputErrors,
              std::vector<Status>& errors) {
  for (Status& error : errors)
    if (!error.ok() && !absl::IsCancelled(error) && !absl::c_linear_search(inputErrors, error))
      error = atOp(engine, ops, std::move(error));
}

// Returns the position of the first op that uses an input, or the number of ops if none does.
static size_t userOf(const Region& body, size_t input) {
  ValueId value = body.params[input];
  auto uses = [&](const Op& op) {
    return absl::c_linear_search(op.operands, value) ||
           absl::c_any_of(op.regions, [&](const Region& region) {
             return absl::c_linear_search(capturesOf(region), value);
           });
  };
  return size_t(absl::c_find_if(body.ops, uses) - body.ops.begin());
}

Status atInput(const Engine& engine, const RunOps& ops, size_t input, Status status) {
  if (!ops.entry)
    return status;
  const Region& body = ops.entry->program().body;
  size_t user = userOf(body, input);
  return user < body.ops.size() ? at(engine, ops, user, status) : status;
}

// Returns for example "[add] at a.c:7".
static std::string describe(const Engine& engine, std::string_view name, LocationId location) {
  const std::string& place = engine.locations.text(location);
  return absl::StrCat("[", detail::piece(name), place.empty() ? "]" : "] at ", place);
}

// Names the op that made the input. If there is none, names the op that uses the input.
static std::string describeInput(const Engine& engine, const RunRequest& request, size_t input) {
  const RunOps& ops = request.ops;
  if (!ops.entry)
    return absl::StrCat("argument ", input);
  const InputMaker& maker = ops.makers[input];
  if (maker.opcode)
    return absl::StrCat("the result of ",
                        describe(engine, opInfo(*maker.opcode).name, maker.location));
  const Program& program = ops.entry->program();
  std::string type = program.type(program.body.params[input]).str();
  size_t user = userOf(program.body, input);
  if (user == program.body.ops.size())
    return type;
  return absl::StrCat(
      type, ", an operand of ",
      describe(engine, opInfo(program.body.ops[user].opcode).name, ops.locations[user]));
}

Status withGivenUp(const Engine& engine, const RunRequest& request, absl::Span<const size_t> inputs,
                   const Status& status) noexcept {
  try {
    std::vector<std::string> tensors;
    for (size_t input : inputs)
      tensors.push_back(describeInput(engine, request, input));
    return withMessage(
        status,
        absl::StrCat(
            status.message(),
            "; these donated tensors were lost, because their memory was already overwritten: ",
            absl::StrJoin(tensors, "; ")));
  } catch (const std::bad_alloc&) {
    return status;
  }
}

} // namespace lz::lazy
